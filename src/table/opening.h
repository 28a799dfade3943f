// SPDX-License-Identifier: MIT
// What must be on file before a table opens: the operator's name, the approval of the layout and
// the regulator's references. OpenTable is refused without them, and a check of a configuration
// reports them beforehand. Pure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rules/game.h"
#include "table/configuration.h"
#include "table/words.h"

namespace sicbo::table {

// Something that a game's document asks for and that is not on file.
struct MissingRecord {
    Reason reason = Reason::approval_missing;  // why OpenTable is refused
    rules::Duty duty = {};                     // the duty of the document
    std::optional<Approvable> reference;       // the one to record; none for name and layout
};

// Returns all that is missing for the table to open, in the order in which OpenTable is refused for
// it. `references` are those that were recorded. A training table needs no clean copy of the
// document.
std::vector<MissingRecord> find_missing_records(
    const rules::Game& game, const Configuration& configuration,
    const std::map<Approvable, std::string>& references);

}  // namespace sicbo::table
