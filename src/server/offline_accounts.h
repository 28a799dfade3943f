// SPDX-License-Identifier: MIT
// The accounts of a property while no server runs: what `sicbo user` does.
//
// Orders are journalled under the name of the administrator who gives them; those of recover(), and
// failed sign-ins, under that of the system. Passwords never reach the journal: they are stored in
// the file `accounts` only, and hashed on the calling thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "server/accounts.h"
#include "server/loop.h"
#include "store/follower_thread.h"
#include "store/journal_verifier.h"

namespace sicbo::server {

struct PersonEntry {
    PersonId person;
    std::string name;
    rules::Role role = rules::Role::dealer;
    std::string state;  // "active", "disabled" or "locked", and what the password lacks
    bool disabled = false;
    bool locked = false;  // after failed sign-ins
    bool has_password = false;
    bool must_change = false;  // the password, before the person can sign in
};

// Reads the people of a property from its journal. A server may run meanwhile.
Result<std::vector<PersonEntry>> list_people(const std::string& folder);

class OfflineAccounts {
public:
    // Opens the property. Rounds that were in play stay as they are: the next start of a server
    // applies the law of interruptions to them. Fails while a server runs on the folder.
    static Result<std::unique_ptr<OfflineAccounts>> open(const std::string& folder, Instant now);

    // Signs in the person who acts from now on. A wrong password counts as at a console.
    Result<void> sign_in(const std::string& name, const std::string& password);

    // Each needs somebody signed in, and returns the one-time password of the person named.
    Result<std::string> add(const std::string& name, rules::Role role);
    Result<std::string> reset(const std::string& name);

    // Needs somebody signed in.
    Result<void> disable(const std::string& name);

    // Restores an administrator and returns a one-time password. Nobody needs to be signed in: it
    // is for the owner of the machine.
    Result<std::string> recover(const std::string& name);

    // Sets the password of the person signed in.
    Result<void> choose_password(const std::string& password);

    // Signs what was committed, once the journal was verified. If that takes more than 20 seconds,
    // or this is not called, the next start of a server does it.
    Result<void> close();

private:
    OfflineAccounts() = default;
    Result<PersonId> find(const std::string& name) const;
    // Each executes and commits. The first one needs somebody signed in, who gives the order.
    Result<void> execute(table::Order order);
    Result<void> execute_system(table::Order order);
    Result<void> execute_command(table::Command command);
    Result<std::string> set_one_time_password(PersonId person);

    std::unique_ptr<store::SqliteStore> journal_;
    std::unique_ptr<store::JournalVerifier> verifier_;
    std::unique_ptr<store::FollowerThread> follower_;
    std::unique_ptr<Loop> loop_;
    Accounts accounts_;
    PersonId person_;  // who is signed in; none at first
    std::uint64_t request_ = 0;
};

}  // namespace sicbo::server
