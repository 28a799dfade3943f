// SPDX-License-Identifier: MIT
// The keys of a property: whether the file of a key that was used is missing, and the replacement
// of a key on purpose. A start never replaces a missing key silently: what was signed or committed
// to with the old key would look like another property's.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "server/property.h"
#include "store/store.h"
#include "table/state.h"

namespace sicbo::server {

// Returns the path of the key's file in the folder of the property.
std::string path_of(table::Key key, const std::string& folder);

// Returns the path of the ticket key's file: tickets are named by the hash of their number under
// it. It can't be replaced while tickets can be redeemed.
std::string ticket_key_path(const std::string& folder);

// Returns an error if notes were signed for this journal and the signing key is missing. Call it
// before anything opens that key, since a missing one would be created.
Result<void> verify_signing_key(const store::Store& journal, const std::string& folder);

// Whether verify_registered_keys() may finish a replacement that was interrupted.
enum class Finish : std::uint8_t { no, yes };

// Compares the key files with the keys that the journal registered last (KeyReplaced). A new key
// that was registered, but not put into place before the program ended, is put into place with
// Finish::yes. Returns an error if another key, or none, is there.
Result<void> verify_registered_keys(const table::State& state, const std::string& folder,
                                    const std::string& origin, Finish finish);

// Returns where the journal of the property is: a file in the folder, or the database, with the
// files that belong to it in the folder. `database` is empty if the journal is a file.
std::string journal_location(const std::string& folder, const std::string& database);

// Opens the journal of the property to append to it; every call to a database has an end, which
// follows from the lease (store::to_serve). Creates it if it is missing and the folder has nothing
// that belongs to one. Returns an error if the folder belongs to another journal; nothing was
// changed then.
Result<std::unique_ptr<store::Store>> open_journal(const std::string& folder,
                                                   const std::string& database,
                                                   std::chrono::milliseconds lease);

// Returns an error if the folder belongs to another journal than this one of the database.
Result<void> verify_origin(const store::Store& journal, const std::string& folder,
                           const std::string& database);

// Returns an error if the folder has keys, notes or passwords, but no journal that they belong to;
// or, with a database, if there is a journal in the folder as well. Call it before anything is
// created there.
Result<void> verify_journal_exists(const std::string& folder, const std::string& database = {});

// Returns an error if the state has people and the file of their passwords is missing or has none
// of an administrator, if it has readings or commitments of a tumbler that the plan still has and
// the tumbler's key is missing, if cabinets know the server by a key that is missing, or if it has
// tickets that can be redeemed and the ticket key is missing.
Result<void> verify_secrets(const table::State& state, const PropertyPlan& plan,
                            const std::string& folder);

// Makes a new key, registers it in the journal (ReplaceKey), signed with the old key if there is
// one, and puts it into place. Needs the journal to itself, so no server may run on the folder.
// Does nothing if the folder has no journal yet.
Result<void> replace_key(table::Key key, const std::string& folder, Instant now,
                         const std::string& database = {},
                         std::chrono::milliseconds lease = std::chrono::seconds(5));

}  // namespace sicbo::server
