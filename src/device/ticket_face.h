// SPDX-License-Identifier: MIT
// What is printed on a ticket, and how it is laid out: 156 by 65 mm, as ticket printers take it.
//
// The amount stands in figures and in words, the number below the barcode and along the left edge.
// A ticket without value has its marking across the paper. No money moves in here.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/money.h"
#include "core/words.h"
#include "device/drawing.h"

namespace sicbo::device {

// Why a ticket is worth nothing; `none`: it is worth its amount.
enum class Marking : std::uint8_t { none, specimen, no_value };

struct TicketFace {
    std::string heading;   // "Cash-out ticket"
    std::string house;     // name of the property
    std::string location;  // of the property; may be empty
    std::string terminal;  // where the ticket was issued
    std::string date;      // of issue, in the property's time zone: "2026-01-05"
    std::string time;      // "18:04:09"
    std::string expires;   // the last day on which it is redeemed; empty: it does not expire
    std::string message;   // of the operator; may be empty
    std::string number;    // is_ticket_number()
    Money amount;
    std::string currency;               // three letters
    std::uint64_t checkpoint_size = 0;  // events covered by the last signed note of the journal
    std::string checkpoint_hash;        // the first eight hexadecimal digits of its hash
    Marking marking = Marking::none;
};

// Lays the ticket out. Texts that are too wide for the space they have are set smaller.
Drawing draw(const TicketFace& face);

// Returns the fields of the face as a JSON object, for printers that set the text themselves.
std::string to_json(const TicketFace& face);

}  // namespace sicbo::device

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<device::Marking> =
    std::to_array<std::string_view>({"none", "specimen", "no-value"});
// clang-format on

}  // namespace sicbo
