// SPDX-License-Identifier: MIT
// What the old key of a property signs when it is replaced, so that the journal shows that whoever
// had the old key appointed the new one. docs/formats/journal.md specifies the text.
#pragma once

#include <string>

#include "table/facts_round.h"

namespace sicbo::store {

// Returns the text that the old key signs. `after` is the public half of the new key.
std::string key_statement(const std::string& origin, table::Key key, const std::string& after);

// Returns true if the signature of the fact was made over its statement with the key `before`.
bool is_signed_by_old_key(const std::string& origin, const table::KeyReplaced& fact);

}  // namespace sicbo::store
