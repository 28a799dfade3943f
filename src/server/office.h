// The accounts of a property while no server runs: what `sicbo user` does. Everything it does is
// registered in the journal, under the administrator's own name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "server/accounts.h"
#include "server/loop.h"
#include "store/follower_thread.h"

namespace sicbo::server {

struct KnownPerson {
    std::string name;
    rules::Role role = rules::Role::dealer;
    std::string state;  // "active", "disabled", "locked", and whether a password is to be chosen
};

// From the journal alone, also beside a server that runs.
Result<std::vector<KnownPerson>> list_people(const std::string& folder);

class Office {
public:
    // Starts on the property's folder as a server would: rounds that were under way are ended.
    static Result<std::unique_ptr<Office>> open(const std::string& folder, Instant now);

    // Whoever acts; a failure counts, as it does at a console.
    Result<void> enter(const std::string& name, const std::string& password);

    // Each gives the one-time password that was made.
    Result<std::string> add(const std::string& name, rules::Role role);
    Result<std::string> reset(const std::string& name);
    Result<void> disable(const std::string& name);
    // An administrator, by whoever has the machine; nobody needs to have entered.
    Result<std::string> recover(const std::string& name);

    // Of whoever has entered.
    Result<void> choose_password(const std::string& password);

    // Signs for what was registered. Without it the next start does.
    Result<void> close();

private:
    Office() = default;
    Result<PersonId> find(const std::string& name) const;
    Result<void> give(table::Order order);
    Result<std::string> set_once(PersonId person);

    std::unique_ptr<store::SqliteStore> journal_;
    std::unique_ptr<store::FollowerThread> follower_;
    std::unique_ptr<Loop> loop_;
    Accounts accounts_;
    PersonId person_;
    std::uint64_t request_ = 0;
};

}  // namespace sicbo::server
