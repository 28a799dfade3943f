// SPDX-License-Identifier: MIT
// What backup and restore of a journal and of a whole property share.
#pragma once

#include <string>

#include "commands.h"
#include "store/audit.h"

namespace sicbo::app {

// Copies the journal, its notes and its public keys. The copy is either complete or absent; notes
// and keys that are there stay.
Result<void> copy_journal(const std::string& from, const std::string& to);

// Audits the journal of a copy, with these notes and keys if they are given. Returns an error if it
// is not intact.
Result<store::Audit> audit_copy(const std::string& path, const std::string& notes = {},
                                const std::string& key = {});

// Prints what was copied where, as text or JSON. Returns the exit code.
int report_copy(const BackupOptions& options, const store::Audit& audit,
                const std::string& remark_text = {});

// Copies a whole property: journal, notes, keys, accounts and configuration.
int backup_property(const BackupOptions& options);

// Returns true if `path` is the copy of a whole property: a folder or an encrypted archive.
bool is_property_backup(const std::string& path);

// Makes a property of such a copy.
int restore_property(const BackupOptions& options);

}  // namespace sicbo::app
