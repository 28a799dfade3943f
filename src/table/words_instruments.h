// SPDX-License-Identifier: MIT
// The words of betting instruments and of the devices of a cabinet.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/words.h"

namespace sicbo::table {

// What became of a print job; unknown: the printer can't say.
enum class PrintResult : std::uint8_t { printed, not_printed, unknown };

// The state of a ticket.
enum class TicketState : std::uint8_t {
    issued,         // registered, and given to the printer
    printed,        // and not redeemed
    print_unknown,  // until two people have found out
    pending,        // in a reader
    redeemed,
    expired,
    voided,
};

// Why a player is paid by hand: for credit that is not paid as a ticket, or after a large win.
enum class HandPayKind : std::uint8_t { cancelled_credit, large_win };

// The paper of a ticket printer.
enum class Paper : std::uint8_t { ok, low, out };

}  // namespace sicbo::table

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<table::PrintResult> =
    std::to_array<std::string_view>({"printed", "not-printed", "unknown"});
template <> inline constexpr std::array words_of<table::TicketState> =
    std::to_array<std::string_view>({"issued", "printed", "print-unknown", "pending", "redeemed",
                                     "expired", "voided"});
template <> inline constexpr std::array words_of<table::HandPayKind> =
    std::to_array<std::string_view>({"cancelled-credit", "large-win"});
template <> inline constexpr std::array words_of<table::Paper> =
    std::to_array<std::string_view>({"ok", "low", "out"});
// clang-format on

}  // namespace sicbo
