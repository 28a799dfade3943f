// Makes what the configuration has and the property has not yet: rule sets, tables, terminals, the
// first administrator; for the demonstration also staff.
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

struct Founded {
    std::vector<NewAccount> accounts;  // to be told once
    std::vector<std::string> remarks;  // where the property is not as the configuration has it
};

// Registered when it returns.
Result<Founded> found(Loop& loop, const PropertyPlan& plan, Accounts& accounts, bool demo);

}  // namespace sicbo::server
