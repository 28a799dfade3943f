// SPDX-License-Identifier: MIT
// What an audit goes by besides the journal: the public keys and the notes that it was given, or
// finds beside the journal. Remarks about where they come from go to the audit.
#pragma once

#include <string>
#include <vector>

#include "store/audit.h"
#include "store/checkpoint.h"

namespace sicbo::store {

// `files` is the path prefix of the files beside the journal.

// Returns the public keys; none if no key was given or found.
Result<std::vector<NoteKey>> find_keys(const AuditOptions& options, const std::string& files,
                                       Audit& audit);

// Returns the path of the notes; empty if none were given or found.
std::string find_notes(const AuditOptions& options, const std::string& files, Audit& audit);

}  // namespace sicbo::store
