// SPDX-License-Identifier: MIT
// The grammar of scenarios: three tables of patterns, for the setup, for commands and for
// statements.
//
// Everything else follows from these tables: parsing and dispatch (scenario/runner.h), the hints in
// error messages, and the tables of docs/formats/scenario.md (scenario/grammar_print.cpp). To add a
// command, add an entry to the table of its section.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "scenario/fixture.h"
#include "scenario/pattern.h"
#include "scenario/settings.h"

namespace sicbo::scenario {

using Examples = std::vector<std::string_view>;

// A line of the setup.
struct Setting {
    Pattern pattern;
    bool changeable;  // can follow `sets` at a table that is built
    // Changes the settings, or returns why it can't.
    std::optional<Error> (*apply)(Settings& settings, const Arguments& with);

    // For the documentation:
    Examples examples;
    std::string_view meaning;
    std::string_view otherwise;  // what holds without such a line
};

// What a command's handler works with.
struct Invocation {
    Fixture& fixture;
    const Settings& settings;
    Issuer issuer;  // the one that the line names, or the default one
    const Arguments& with;

    // Issues the order for the issuer; a console that locked itself is unlocked first.
    table::Decision perform(table::Order order, TableId table = Fixture::table_id) const {
        return fixture.perform(issuer, std::move(order), table);
    }
};

// Who issues a command if the line does not say so: a name that every fixture knows, or one of
// these two.
inline constexpr std::string_view must_be_named = "say who";
inline constexpr std::string_view nobody;  // the command has no issuer, and none can be named

// A form of line that is a command: its pattern, its default issuer and its handler. What the
// engine is given is a table::Command.
struct CommandForm {
    Pattern pattern;          // of what follows the name of the issuer
    std::string_view issuer;  // the default one
    // Returns what the engine decided, or why the line makes no sense. Nothing is issued then.
    Result<table::Decision> (*run)(const Invocation& call);

    // For the documentation:
    Examples examples;     // complete lines
    std::string_view may;  // who else may issue it
    std::string_view leads_to;
};

struct Statement {
    Pattern pattern;
    // Returns nothing if the statement holds, otherwise what is the case instead.
    std::optional<std::string> (*check)(const Fixture& fixture, const Arguments& with);

    // For the documentation:
    Examples examples;
    std::string_view compares;
};

// The commands under one heading of the documentation.
struct Section {
    std::string_view id;  // of the markers in docs/formats/scenario.md
    std::string_view title;
    std::span<const CommandForm> commands;
};

std::span<const Setting> settings_grammar();
std::span<const Section> command_sections();
std::span<const Statement> statements_grammar();

// The sections, each in its own file.
std::span<const CommandForm> round_commands();
std::span<const CommandForm> bet_commands();
std::span<const CommandForm> trouble_commands();
std::span<const CommandForm> table_commands();
std::span<const CommandForm> money_commands();
std::span<const CommandForm> cash_commands();
std::span<const CommandForm> cage_commands();
std::span<const CommandForm> inventory_commands();
std::span<const CommandForm> equipment_commands();

// Reads a line of the setup into the settings. Returns true if it was one, false if it is none
// (then it may be a command), and an error if it is one and is wrong. With `changeable_only` only
// settings that can change at a table count. `fixture` is null until the table is built.
Result<bool> read_setting(std::string_view line, Settings& settings, const Fixture* fixture,
                          bool changeable_only = false);

// Returns true if a command or a statement can begin with the word, so that it can't be a name.
bool begins_a_line(std::string_view word);

// For handlers: an order without arguments.
template <class Order>
Result<table::Decision> perform(const Invocation& call) {
    return call.perform(Order{});
}

// For handlers: the spots that win on the roll in the fixture's game.
std::vector<rules::SpotId> winning(const Fixture& fixture, rules::Roll roll);

}  // namespace sicbo::scenario
