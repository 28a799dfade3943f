// SPDX-License-Identifier: MIT
// The address of a journal on PostgreSQL: a connection URI as libpq takes it, with parameters of
// our own in its query.
//
//   postgres://USER@HOST:PORT/DATABASE?journal=NAME&files=PREFIX&standby=required
//
//   journal   which journal of the database; "main" if not given
//   files     the path prefix of this machine's own files: reports, signing key, notes outside;
//             the name of the journal in the working folder if not given
//   standby   "required": refuse to write unless named standbys must acknowledge each commit
//
// Everything else is libpq's: the password file, TLS, several hosts, the environment.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"

namespace sicbo::store {

struct PostgresAddress {
    std::string uri;      // for libpq, without the parameters above; may hold a password
    std::string journal;  // a name of lower-case letters, digits, '-' and '_'
    std::string files;
    bool requires_standby = false;
    bool states_encryption = false;  // the URI says which sslmode it wants
    std::string text;                // for messages: host, port, database and journal only
};

// Returns true if the location of a journal names a database server and not a file.
bool is_postgres(std::string_view location);

// Reads the address. Nothing is connected. An error never quotes the URI, which may hold a
// password.
Result<PostgresAddress> parse_postgres_address(const std::string& location);

// Returns where the files beside the journal are: a path prefix. For a file that is its own path.
// Returns an error if the location is a URI that can't be read.
Result<std::string> files_of(const std::string& location);

// Returns the location as messages show it: without user and password.
std::string shown(const std::string& location);

}  // namespace sicbo::store
