// SPDX-License-Identifier: MIT
// The accounts of a property while no server runs: what `sicbo user` does, and what two people do
// about a ticket (`sicbo ticket void`).
//
// Orders are journalled under the name of the administrator who gives them; those of recover(),
// sign-ins and changes of passwords under that of the system, with the person they are about.
// Passwords never reach the journal: they are stored in the file `accounts` only, and hashed on the
// calling thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/accounts.h"
#include "server/loop.h"
#include "server/shared_secrets.h"
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

// Reads the people of a property from its journal. A server may run meanwhile. `database` is the
// address of the journal if it is not a file in the folder.
Result<std::vector<PersonEntry>> list_people(const std::string& folder,
                                             const std::string& database = {});

class OfflineAccounts {
public:
    // Opens the property. Rounds that were in play stay as they are: the next start of a server
    // applies the law of interruptions to them. Fails while a server runs on the folder.
    static Result<std::unique_ptr<OfflineAccounts>> open(const std::string& folder, Instant now,
                                                         const std::string& database = {});

    // Asks for a code of the second factor.
    using AskCode = std::function<std::string()>;

    // Signs in the person who agrees to what takes two people: another administrator, or a shift
    // manager.
    Result<void> sign_in_second(const std::string& name, const std::string& password,
                                const AskCode& ask_code = {});
    // Returns true if the account of the person, or one in the role, takes a second person.
    bool takes_second(const std::string& name, std::optional<rules::Role> role) const;

    // Signs in the person who acts from now on. A wrong password counts as at a console. A one-time
    // password must be changed first (change_password()). `ask_code` is called if the person has a
    // second factor.
    Result<void> sign_in(const std::string& name, const std::string& password,
                         const AskCode& ask_code = {});

    // Each needs somebody signed in, and returns the one-time password of the person named. A reset
    // removes the second factor too.
    Result<std::string> add(const std::string& name, rules::Role role);
    Result<std::string> reset(const std::string& name);

    // Needs somebody signed in.
    Result<void> disable(const std::string& name);

    // Voids the ticket at the table where it was issued, or at the property if the cage sold it, in
    // the name of the person who is signed in and of the second one, who agrees. Both are logged on
    // there for as long as that takes.
    Result<void> void_ticket(const Hash& ticket, const std::string& reason);

    const table::State& state() const { return loop_->state(); }
    // The path prefix of the files that belong to the journal.
    std::string files() const { return journal_->files(); }

    // Restores an administrator and returns a one-time password. If nobody is called so, and nobody
    // is left who could agree to an account, adds an administrator. Nobody needs to be signed in:
    // it is for the owner of the machine.
    Result<std::string> recover(const std::string& name);

    // Sets the password of the person, whose old password, one-time or not, is `old_password`. A
    // wrong one counts as at a console. Nobody needs to be signed in.
    Result<void> change_password(const std::string& name, const std::string& old_password,
                                 const std::string& new_password, const AskCode& ask_code = {});

    // Signs the person out, and signs what was committed once the journal was verified. If that
    // takes more than 20 seconds, or this is not called, the next start of a server does it.
    Result<void> close();

private:
    OfflineAccounts() = default;
    Result<PersonId> find(const std::string& name) const;
    // Returns the person if the password is right.
    Result<PersonId> authenticate(const std::string& name, const std::string& password,
                                  const AskCode& ask_code);
    Result<void> store_password(PersonId person, PersonId by, const std::string& password,
                                bool one_time);
    PersonId next_person() const;
    // Gives the order in the name of the person, at the table or at the property.
    Result<Reply> execute_as(PersonId person, table::Order order, TableId table = {});
    // Gives the order in the name of the first person and authorises it in that of the second.
    Result<void> execute_by_two(table::Order order, TableId table = {});
    bool is_logged_on(PersonId person, TableId table) const;
    // Each executes and commits. The first one needs somebody signed in, who gives the order.
    Result<void> execute(table::Order order);
    Result<void> execute_system(table::Order order);
    Result<Reply> execute_command(table::Command command);
    Result<std::string> set_one_time_password(PersonId person);
    bool passes_second_factor(const AskCode& ask_code, PersonId person);

    std::unique_ptr<store::Store> journal_;
    std::optional<SharedSecrets> secrets_;  // none if the journal is a file
    std::unique_ptr<store::JournalVerifier> verifier_;
    std::unique_ptr<store::FollowerThread> follower_;
    std::unique_ptr<Loop> loop_;
    Accounts accounts_;
    PersonId person_;  // who is signed in; none at first
    PersonId second_;  // who agrees; none if nobody does
};

}  // namespace sicbo::server
