// SPDX-License-Identifier: MIT
// What an operator should know of a configuration before a server starts with it: contradictions in
// the file, and what the file would change in a property that exists. Nothing is changed here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/property.h"
#include "table/state.h"

namespace sicbo::server {

enum class Severity : std::uint8_t {
    note,     // what a start would do
    warning,  // a start goes well, but something is ignored or will not work
    error,    // a start is refused, or the tables could not be trusted
};

struct ConfigurationIssue {
    Severity severity = Severity::warning;
    std::string location;  // file and line; empty if there is none
    std::string what;
};

// Writes "property.toml:12: warning: ...".
std::string to_text(const ConfigurationIssue& issue);

// Returns what contradicts itself in the file.
std::vector<ConfigurationIssue> check_plan(const PropertyPlan& plan);

// Returns what keeps tables of the file from being opened or played: what their documents ask for
// and neither the file nor the property has. `state` is that of the property; an empty one before
// its first start.
std::vector<ConfigurationIssue> check_opening(const PropertyPlan& plan, const table::State& state);

// Fails if passwords and bets would travel in plain text beyond this machine, and nobody has said
// that they may (`insecure`).
Result<void> verify_encryption(const PropertyPlan& plan);

// Returns what a start would add to the property, leave as it is, or refuse.
std::vector<ConfigurationIssue> compare_with_property(const PropertyPlan& plan,
                                                      const table::State& state);

// Returns what is wrong with the files: a certificate and a key that do not belong together, a data
// folder that is none, and secrets or a data folder that other users may read. Reads the files of
// the plan and of the property's folder, which may be empty for none.
std::vector<ConfigurationIssue> check_files(const PropertyPlan& plan, const std::string& folder);

// Returns how the two configurations differ, a line for each key: what holds, and what the file
// has.
std::vector<std::string> differences(const table::Configuration& holds,
                                     const table::Configuration& file);

}  // namespace sicbo::server

namespace sicbo {

template <>
inline constexpr std::array words_of<server::Severity> =
    std::to_array<std::string_view>({"note", "warning", "error"});

}  // namespace sicbo
