// SPDX-License-Identifier: MIT
#include "server/offline_accounts.h"

#include "server/clock.h"
#include "server/keys.h"
#include "server/plain_text.h"
#include "server/totp.h"
#include "store/files.h"
#include "store/open_store.h"
#include "store/recover.h"
#include "table/authority.h"

namespace sicbo::server {

using namespace table;

namespace {

std::unexpected<Error> must_change_password(const std::string& name) {
    return failure(name + " must choose a password first: sicbo user password " + name);
}

}  // namespace

Result<std::vector<PersonEntry>> list_people(const std::string& folder,
                                             const std::string& database) {
    auto journal = store::open_to_read(journal_location(folder, database));
    if (!journal) return std::unexpected(journal.error());
    const Result<store::Recovered> recovered = store::recover(**journal);
    if (!recovered) return std::unexpected(recovered.error());
    const Result<Accounts> accounts = Accounts::open(folder + "/accounts");
    if (!accounts) return std::unexpected(accounts.error());
    std::vector<PersonEntry> people;
    for (const auto& [id, person] : recovered->state.people) {
        std::string state = person.disabled ? "disabled" : may_act(person) ? "active" : "locked";
        const Accounts::Account* account = accounts->find(id);
        if (!account) state += ", has no password";
        if (account && account->must_change) state += ", must choose a password";
        people.push_back({id, person.name, person.role, std::move(state), person.disabled,
                          !person.disabled && !may_act(person), account != nullptr,
                          account != nullptr && account->must_change});
    }
    return people;
}

Result<std::unique_ptr<OfflineAccounts>> OfflineAccounts::open(const std::string& folder,
                                                               Instant now,
                                                               const std::string& database) {
    std::unique_ptr<OfflineAccounts> opened(new OfflineAccounts());
    const std::string path = folder + "/journal";
    const std::string location = journal_location(folder, database);
    if (database.empty() && !store::exists(path)) {
        return failure("there is no property in this folder", folder);
    }
    if (auto found = store::open_to_read(location); !found) return std::unexpected(found.error());
    auto journal = store::open_to_write(location);
    if (!journal) return std::unexpected(journal.error());
    opened->journal_ = std::move(*journal);
    if (opened->journal_->keeps_secrets()) {
        Result<SharedSecrets> secrets = SharedSecrets::open(*opened->journal_, folder);
        if (!secrets) return std::unexpected(secrets.error());
        opened->secrets_ = std::move(*secrets);
        if (auto done = opened->secrets_->restore({}); !done) return std::unexpected(done.error());
    }
    if (auto fine = verify_signing_key(*opened->journal_, folder); !fine) {
        return std::unexpected(fine.error());
    }
    // Nothing is signed before the journal is known to be sound; see close().
    auto following = store::FollowerThread::default_options(*opened->journal_);
    following.follower.hold_signatures = true;
    opened->verifier_ =
        std::make_unique<store::JournalVerifier>(location, opened->journal_->last(), [] {});
    Loop::Options options{path + ".quarantine-", now};
    options.restart = false;
    options.verify = [&](const State& state) -> Result<void> {
        const std::string& origin = opened->journal_->origin();
        if (auto fine = verify_registered_keys(state, folder, origin, Finish::yes); !fine) {
            return fine;
        }
        auto follower = store::FollowerThread::start(following);
        if (!follower) return std::unexpected(follower.error());
        opened->follower_ = std::move(*follower);
        return refuse_future(state, now);
    };
    auto loop = Loop::start(*opened->journal_, options);
    if (!loop) return std::unexpected(loop.error());
    opened->loop_ = std::move(*loop);
    Result<Accounts> accounts = Accounts::open(folder + "/accounts");
    if (!accounts) return std::unexpected(accounts.error());
    opened->accounts_ = *std::move(accounts);
    if (!opened->secrets_) return opened;
    OfflineAccounts& self = *opened;
    self.accounts_.set_publisher([&self](std::string_view text) {
        return self.secrets_->publish_accounts(*self.journal_, text);
    });
    return opened;
}

Result<PersonId> OfflineAccounts::find(const std::string& name) const {
    for (const auto& [id, person] : loop_->state().people) {
        if (person.name == name) return id;
    }
    return failure("there is nobody called \"" + name + "\"");
}

Result<Reply> OfflineAccounts::execute_as(PersonId id, Order order, TableId table) {
    const Actor actor{ActorKind::person, id.number};
    const State& state = loop_->state();
    Stamp stamp{{}, actor, state.people.at(id).role, last_request(state, actor) + 1, {}};
    stamp.table = table;
    stamp.session = session_of(state, actor, table);
    return execute_command({stamp, std::move(order)});
}

Result<void> OfflineAccounts::execute(Order order) {
    check(bool{person_});
    if (!table::takes_second(loop_->state(), person_, order)) {
        const Result<Reply> done = execute_as(person_, std::move(order));
        return done ? Result<void>() : std::unexpected(done.error());
    }
    return execute_by_two(std::move(order));
}

bool OfflineAccounts::is_logged_on(PersonId person, TableId table) const {
    const State& state = loop_->state();
    return table ? state.tables.at(table).staff.contains(person)
                 : state.safety.duty.contains(person);
}

// What takes two people is given and authorised at once: both are logged on at the table, or at the
// property, for as long as that takes.
Result<void> OfflineAccounts::execute_by_two(Order order, TableId table) {
    if (!second_) return failure("this takes a second person: name one with --with");
    std::vector<PersonId> logged_on;
    Result<Reply> done;
    for (const PersonId one : {person_, second_}) {
        if (!done || is_logged_on(one, table)) continue;
        done = execute_as(one, LogOn{}, table);
        if (done) logged_on.push_back(one);
    }
    if (done) done = execute_as(person_, std::move(order), table);
    if (done) {
        check(done->authorisation.has_value());
        done = execute_as(second_, Authorise{*done->authorisation}, table);
    }
    for (const PersonId one : logged_on) {
        if (const auto off = execute_as(one, LogOff{}, table); done && !off) done = off;
    }
    return done ? Result<void>() : std::unexpected(done.error());
}

Result<void> OfflineAccounts::void_ticket(const Hash& ticket, const std::string& reason) {
    check(bool{person_});
    const auto& tickets = loop_->state().instruments.tickets;
    const auto found = tickets.find(ticket);
    if (found == tickets.end()) return failure("refused: no_such_ticket");
    if (!found->second.table) return execute_by_two(VoidSoldTicket{ticket, reason});
    return execute_by_two(VoidTicket{ticket, reason}, found->second.table);
}

Result<void> OfflineAccounts::execute_system(Order order) {
    Command command;
    command.stamp.role = rules::Role::system;
    command.order = std::move(order);
    const Result<Reply> done = execute_command(std::move(command));
    return done ? Result<void>() : std::unexpected(done.error());
}

Result<Reply> OfflineAccounts::execute_command(Command command) {
    if (!has_plain_texts(command.order)) return failure(std::string(plain_text_rule));
    try {
        const Reply reply = loop_->execute(std::move(command));
        if (auto done = loop_->commit(); !done) return std::unexpected(done.error());
        if (!reply.refusal) return reply;
        return failure("refused: " + std::string(to_word(reply.refusal->reason)) +
                       (reply.detail.empty() ? "" : " (" + reply.detail + ")"));
    } catch (const Quarantined& error) {
        return failure(error.what());
    }
}

// Returns true if the person has no second factor, or gives a code of it that was not used before.
bool OfflineAccounts::passes_second_factor(const AskCode& ask_code, PersonId person) {
    Accounts::Account account = *accounts_.find(person);
    auto& factor = account.second_factor;
    if (!factor || !factor->confirmed) return true;
    constexpr std::int64_t second = 1'000;
    const std::string code = ask_code ? ask_code() : std::string();
    const auto step =
        find_totp_step(factor->secret, code, wall_clock().milliseconds / second, factor->used);
    if (!step) return false;
    factor->used = *step;
    return accounts_.set(person, std::move(account)).has_value();
}

Result<PersonId> OfflineAccounts::authenticate(const std::string& name, const std::string& password,
                                               const AskCode& ask_code) {
    const Result<PersonId> person = find(name);
    const Accounts::Account* account = person ? accounts_.find(*person) : nullptr;
    bool right = is_password(account ? account->hash : dummy_hash(), password) && account;
    const bool acts = person && may_act(loop_->state().people.at(*person));
    if (right && !acts) return failure("the account is disabled or locked");
    if (right) right = passes_second_factor(ask_code, *person);
    if (right) {
        if (loop_->state().people.at(*person).failures == 0) return *person;
        // The count of failures starts again.
        if (auto done = execute_system(RestorePerson{*person}); !done) {
            return std::unexpected(done.error());
        }
        return *person;
    }
    if (acts) {
        if (auto done = execute_system(ReportFailedLogOn{*person}); !done) {
            return std::unexpected(done.error());
        }
    }
    return failure("wrong name or password");
}

Result<void> OfflineAccounts::sign_in(const std::string& name, const std::string& password,
                                      const AskCode& ask_code) {
    const Result<PersonId> person = authenticate(name, password, ask_code);
    if (!person) return std::unexpected(person.error());
    if (accounts_.find(*person)->must_change) return must_change_password(name);
    if (auto done = execute_system(NoteSignIn{*person}); !done) return done;
    person_ = *person;
    return {};
}

Result<void> OfflineAccounts::sign_in_second(const std::string& name, const std::string& password,
                                             const AskCode& ask_code) {
    const Result<PersonId> person = authenticate(name, password, ask_code);
    if (!person) return std::unexpected(person.error());
    if (accounts_.find(*person)->must_change) return must_change_password(name);
    second_ = *person;
    return {};
}

bool OfflineAccounts::takes_second(const std::string& name, std::optional<rules::Role> role) const {
    if (role) return table::takes_second(loop_->state(), person_, AddPerson{{}, name, *role});
    const Result<PersonId> person = find(name);
    return person && table::takes_second(loop_->state(), person_, ResetPassword{*person});
}

PersonId OfflineAccounts::next_person() const {
    const auto& people = loop_->state().people;
    return {people.empty() ? 1 : people.rbegin()->first.number + 1};
}

// Registered first: no password is ever changed without a trace.
Result<void> OfflineAccounts::store_password(PersonId person, PersonId by,
                                             const std::string& password, bool one_time) {
    if (auto done = execute_system(NotePassword{person, by, one_time}); !done) return done;
    if (!one_time) return accounts_.set_password(person, hash_password(password), false);
    const Accounts::Account* account = accounts_.find(person);
    if (account && account->second_factor) {
        if (auto done = execute_system(RemoveSecondFactor{person}); !done) return done;
    }
    return accounts_.set(person, {hash_password(password), true});  // without a second factor
}

Result<std::string> OfflineAccounts::set_one_time_password(PersonId person) {
    std::string password = new_password();
    if (auto done = store_password(person, person_, password, true); !done) {
        return std::unexpected(done.error());
    }
    return password;
}

Result<std::string> OfflineAccounts::add(const std::string& name, rules::Role role) {
    const PersonId next = next_person();
    if (auto done = execute(AddPerson{next, name, role}); !done)
        return std::unexpected(done.error());
    return set_one_time_password(next);
}

Result<std::string> OfflineAccounts::reset(const std::string& name) {
    const Result<PersonId> person = find(name);
    if (!person) return std::unexpected(person.error());
    if (loop_->state().safety.safeguards) {
        if (auto done = execute(ResetPassword{*person}); !done) {
            return std::unexpected(done.error());
        }
    }
    if (auto done = execute(RestorePerson{*person}); !done) return std::unexpected(done.error());
    return set_one_time_password(*person);
}

Result<std::string> OfflineAccounts::recover(const std::string& name) {
    const Result<PersonId> person = find(name);
    if (!person) {
        const PersonId next = next_person();
        const auto done = execute_system(AddPerson{next, name, rules::Role::administrator});
        if (done) return set_one_time_password(next);
        return failure(person.error().what +
                       ", and an administrator can't be added: " + done.error().what);
    }
    if (loop_->state().people.at(*person).role != rules::Role::administrator) {
        return failure(
            "only an administrator can be recovered this way; an administrator can then reset the "
            "others");
    }
    if (auto done = execute_system(RestorePerson{*person}); !done) {
        return std::unexpected(done.error());
    }
    return set_one_time_password(*person);
}

Result<void> OfflineAccounts::disable(const std::string& name) {
    const Result<PersonId> person = find(name);
    if (!person) return std::unexpected(person.error());
    return execute(DisablePerson{*person});
}

Result<void> OfflineAccounts::change_password(const std::string& name,
                                              const std::string& old_password,
                                              const std::string& new_password,
                                              const AskCode& ask_code) {
    const Result<PersonId> person = authenticate(name, old_password, ask_code);
    if (!person) return std::unexpected(person.error());
    if (const auto problem = password_problem(new_password, name)) {
        return failure(std::string(problem->detail));
    }
    if (new_password == old_password) return failure("the new password is the old one");
    return store_password(*person, *person, new_password, false);
}

Result<void> OfflineAccounts::close() {
    if (person_) {
        const auto done = execute_system(NoteSignOut{person_, SignOutCause::asked});
        if (!done) return done;
        person_ = {};
    }
    using Status = store::JournalVerifier::Status;
    constexpr std::chrono::seconds verify_max(20);
    if (verifier_->wait_for(verify_max) == Status::damaged) {
        return failure("the journal is damaged: " + verifier_->finding());
    }
    if (verifier_->status() == Status::sound) follower_->allow_signing();
    return follower_->finish();
}

}  // namespace sicbo::server
