// SPDX-License-Identifier: MIT
// The tables of a journal on PostgreSQL: how they are made, upgraded and verified, and which
// settings of the server a journal depends on. docs/formats/postgres.md specifies the content.
#pragma once

#include <string>

#include "store/postgres.h"

namespace sicbo::store {

inline constexpr int postgres_schema_version = 3;

// Who may use the tables besides their owner; empty: nobody.
struct SchemaGrants {
    std::string server;   // a role that serves: it appends, and can neither change nor delete
    std::string auditor;  // a role that reads
};

// Creates the tables in the schema "sicbo", or upgrades them from an earlier version, and grants
// the roles what they need, all in one transaction. Does nothing if nothing is missing.
Result<void> prepare_schema(const PostgresConnection& connection, const SchemaGrants& grants = {});

// Returns the version of the tables; 0 if there are none. Returns an error if a newer program made
// them, or if the schema "sicbo" is not ours.
Result<int> read_schema_version(const PostgresConnection& connection);

// Verifies that the tables are exactly those of this version: a view, trigger, rule, policy or
// inherited table could change what is read or written.
Result<void> verify_schema(const PostgresConnection& connection, int version);

// Sets what a session of ours needs and verifies what it can't set: the encoding, and that a
// session that writes is not on a read-only standby.
Result<void> configure_session(const PostgresConnection& connection, bool writes);

// Verifies that a commit is durable when it returns: fsync, full_page_writes, synchronous_commit,
// and, if standbys are required, that some are named.
Result<void> verify_durability(const PostgresConnection& connection, bool requires_standby);

// The condition of the same settings in SQL, for every append. `$standby` stands for the parameter
// that says whether standbys are required: 1 or 0.
std::string durability_condition(const std::string& standby);

}  // namespace sicbo::store
