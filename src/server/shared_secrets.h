// SPDX-License-Identifier: MIT
// The passwords and keys of a property whose journal is in a database: kept there too, so that
// another machine can serve the property, and encrypted with a key that the database never sees.
//
// The node key is a file that every machine of the property has: made by the first, copied to the
// others by hand. Each secret is sealed with XChaCha20-Poly1305 and bound to its name and to the
// journal. What programs read are files in the folder, as on one machine; the database is where
// they come from on a machine that lacks them. One thread uses an object.
#pragma once

#include <string>
#include <vector>

#include "core/hash.h"
#include "core/result.h"
#include "store/store.h"
#include "table/words.h"

namespace sicbo::server {

class SharedSecrets {
public:
    // Reads the node key, or makes one if the journal has no secrets yet. `journal` may be open to
    // read. Returns an error if the key is missing or not the one that sealed the secrets.
    static Result<SharedSecrets> open(const store::Store& journal, const std::string& folder);

    // Writes the files that the database has and the folder lacks. Passwords and guests are those
    // of the database. Returns an error if a key in the folder differs from that in the database,
    // unless it is one of `replaced`, which this start has replaced or will.
    Result<void> restore(const std::vector<table::Key>& replaced) const;

    // Stores the files of the folder that the database does not have, or has otherwise. `journal`
    // must be open to write.
    Result<void> publish(store::Store& journal);
    // Stores this content of the file of passwords. Call it before the file is written.
    Result<void> publish_accounts(store::Store& journal, std::string_view text);
    // The same for the file of guests (server/guest_book.h).
    Result<void> publish_guests(store::Store& journal, std::string_view text);

private:
    SharedSecrets() = default;
    Result<void> put(store::Store& journal, const std::string& name, std::string_view text);
    std::string seal(const std::string& name, std::string_view text) const;
    Result<std::string> unseal(const std::string& name, std::string_view sealed) const;

    std::string folder_;
    std::string origin_;
    Hash key_;
    std::map<std::string, std::string> stored_;  // content by name
};

}  // namespace sicbo::server
