// SPDX-License-Identifier: MIT
// Creates in the property what the configuration names and the journal does not have yet: rule
// sets, tables, terminals and the first administrator; for the demonstration staff as well.
//
// It never changes what exists. Called by Server::start() before clients are served; no other
// thread may use the loop meanwhile.
#pragma once

#include <string>
#include <vector>

#include "server/accounts.h"
#include "server/loop.h"
#include "server/property.h"

namespace sicbo::server {

struct NewAccount {
    std::string name;
    rules::Role role = rules::Role::dealer;
    std::string password;
};

struct CreateResult {
    std::vector<NewAccount> accounts;   // with passwords that are shown once and stored nowhere
    std::vector<std::string> warnings;  // where the property differs from the configuration
};

// Everything that was created is committed when it returns. With `demo`, a new property also gets
// one person for each staff role, whose password need not be changed. Returns an error if an order
// is refused or a file can't be written. Throws Quarantined.
Result<CreateResult> create_missing(Loop& loop, const PropertyPlan& plan, Accounts& accounts,
                                    bool demo);

}  // namespace sicbo::server
