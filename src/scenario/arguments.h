// SPDX-License-Identifier: MIT
// The kinds of argument that a pattern can name, and how each is read from the words of a line.
//
// A kind validates only the form; the engine decides whether an order with the value is accepted.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "scenario/fixture.h"
#include "scenario/settings.h"
#include "scenario/words.h"

namespace sicbo::scenario {

// Where money is put in or paid out: a terminal, or a player's seat at the felt.
struct MoneyTarget {
    TerminalId terminal;
    StayId stay;
};

// The limits that a line names; the others stay as they are.
struct Bounds {
    std::optional<Money> min;
    std::optional<Money> max;
};

struct RoundRange {
    std::int64_t first = 0;
    std::int64_t last = 0;
};

using Chips = std::vector<table::Placement>;

// What an argument can be. Numbers and durations (in milliseconds) are std::int64_t.
using Value = std::variant<
    Money, std::int64_t, std::string, rules::Roll, rules::SpotId, Instant, Bounds, PersonId,
    TerminalId, StayId, MoneyTarget, rules::Cause, rules::MixerKind, rules::Role, rules::Step,
    rules::SwitchName, table::Moment, table::Phase, table::Policy, table::Verdict, Chips,
    std::vector<rules::SpotId>, std::vector<std::string>, std::vector<std::uint8_t>,
    std::vector<table::BetOrder>, std::vector<table::Amendment>, std::vector<RoundRange>,
    std::vector<table::SeenDie>, table::DiceCondition, table::Approvable, table::Repairable,
    std::vector<rules::CheckItem>, std::vector<Money>, table::TicketState>;

// What names can mean where the words are read.
struct Context {
    const Settings& settings;
    const Fixture* fixture = nullptr;  // none during the setup, which has no kinds that need one
    bool any_name = false;  // unknown names are accepted too, to validate the form of a line
};

struct ArgumentKind {
    std::string_view name;     // as in a pattern: "amount"
    std::string_view meaning;  // for the reader of the grammar
    std::string_view samples;  // separated by "; ", for the reader and for tests
    // Takes the argument. Otherwise returns nothing, and the words know what was expected; the
    // position is then undefined.
    std::optional<Value> (*take)(Words& words, const Context& context);
};

// All kinds, in the order of the documentation.
std::span<const ArgumentKind> argument_kinds();

// Returns the kind with the name, or null.
const ArgumentKind* find_kind(std::string_view name);

}  // namespace sicbo::scenario
