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
//   answer_timeout
//             after how many seconds without a word the server counts as lost; a server of a
//             property has a default, other commands wait without end
//
// Everything else is libpq's: the password file, TLS, several hosts, the environment.
#pragma once

#include <chrono>
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
    // How long a call waits while nothing comes from the server; 0: without end.
    std::chrono::milliseconds silence_max{0};
    // How long it tries to connect to each host, unless the URI says it.
    std::chrono::seconds connect_max{10};
};

// Returns the address for a server of a property with this lease: every call has an end. The URI's
// answer_timeout says when; otherwise it is four leases and at least a minute, since an append
// waits for the standbys of PostgreSQL too.
PostgresAddress to_serve(PostgresAddress address, std::chrono::milliseconds lease);
// Returns the address for what asks who leads, and must learn soon that the server is lost: one
// lease.
PostgresAddress to_watch(PostgresAddress address, std::chrono::milliseconds lease);

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
