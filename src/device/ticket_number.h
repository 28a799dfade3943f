// SPDX-License-Identifier: MIT
// The validation number of a ticket: whoever knows it can redeem the ticket, so nobody must be
// able to guess it.
//
// Eighteen digits: the two digits of the system that issued it, from 01 to 98, and sixteen random
// ones. A ticket of a training property has the sixteen alone, so that no real reader takes it. The
// system 99 is for specimens, which are never accepted. No storage in here.
#pragma once

#include <string>
#include <string_view>

#include "core/hash.h"

namespace sicbo::device {

inline constexpr int specimen_system = 99;
inline constexpr std::size_t real_digits = 18;
inline constexpr std::size_t training_digits = 16;

// Returns a new number from the system's random generator. `system` is from 1 to 99; 0 makes a
// number of a training property.
std::string new_ticket_number(int system);

// Returns true for 16 digits, or 18 of which the first two are not 00.
bool is_ticket_number(std::string_view text);

// Returns true if the number, which must be one, is that of a specimen.
bool is_specimen(std::string_view number);

// Returns the name of the ticket with this number: HMAC-SHA-256 under the property's ticket key
// (docs/decisions/0028-ticket-names.md).
Hash ticket_name(const Hash& key, std::string_view number);

// Returns the digits as people read them: "01 2345 6789 0123 4567", or four groups of four.
std::string in_groups(std::string_view number);

}  // namespace sicbo::device
