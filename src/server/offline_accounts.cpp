// SPDX-License-Identifier: MIT
#include "server/offline_accounts.h"

#include "server/clock.h"
#include "server/keys.h"
#include "server/plain_text.h"
#include "store/files.h"
#include "store/recover.h"
#include "table/authority.h"

namespace sicbo::server {

using namespace table;

Result<std::vector<PersonEntry>> list_people(const std::string& folder) {
    auto journal =
        store::SqliteStore::open({.path = folder + "/journal", .access = store::Access::read});
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
                                                               Instant now) {
    std::unique_ptr<OfflineAccounts> opened(new OfflineAccounts());
    const std::string path = folder + "/journal";
    if (!store::exists(path)) return failure("there is no property in this folder", folder);
    auto journal = store::SqliteStore::open({.path = path});
    if (!journal) return std::unexpected(journal.error());
    opened->journal_ = std::move(*journal);
    if (auto fine = verify_signing_key(*opened->journal_, folder); !fine) {
        return std::unexpected(fine.error());
    }
    // Nothing is signed before the journal is known to be sound; see close().
    auto following = store::FollowerThread::default_options(path);
    following.follower.hold_signatures = true;
    opened->verifier_ =
        std::make_unique<store::JournalVerifier>(path, opened->journal_->last(), [] {});
    auto follower = store::FollowerThread::start(following);
    if (!follower) return std::unexpected(follower.error());
    opened->follower_ = std::move(*follower);
    Loop::Options options{path + ".quarantine-", now};
    options.restart = false;
    options.verify = [&](const State& state) { return refuse_future(state, now); };
    auto loop = Loop::start(*opened->journal_, options);
    if (!loop) return std::unexpected(loop.error());
    opened->loop_ = std::move(*loop);
    Result<Accounts> accounts = Accounts::open(folder + "/accounts");
    if (!accounts) return std::unexpected(accounts.error());
    opened->accounts_ = *std::move(accounts);
    return opened;
}

Result<PersonId> OfflineAccounts::find(const std::string& name) const {
    for (const auto& [id, person] : loop_->state().people) {
        if (person.name == name) return id;
    }
    return failure("there is nobody called \"" + name + "\"");
}

Result<void> OfflineAccounts::execute(Order order) {
    check(bool{person_});
    const Person& person = loop_->state().people.at(person_);
    const Stamp stamp{{}, {ActorKind::person, person_.number}, person.role, ++request_, {}};
    return execute_command({stamp, std::move(order)});
}

Result<void> OfflineAccounts::execute_system(Order order) {
    Command command;
    command.stamp.role = rules::Role::system;
    command.order = std::move(order);
    return execute_command(std::move(command));
}

Result<void> OfflineAccounts::execute_command(Command command) {
    if (!has_plain_texts(command.order)) return failure(std::string(plain_text_rule));
    try {
        const Reply reply = loop_->execute(std::move(command));
        if (reply.refusal) {
            return failure("refused: " + std::string(to_word(reply.refusal->reason)) +
                           (reply.detail.empty() ? "" : " (" + reply.detail + ")"));
        }
        if (auto done = loop_->commit(); !done) return std::unexpected(done.error());
        return {};
    } catch (const Quarantined& error) {
        return failure(error.what());
    }
}

Result<void> OfflineAccounts::sign_in(const std::string& name, const std::string& password) {
    const Result<PersonId> person = find(name);
    const Accounts::Account* account = person ? accounts_.find(*person) : nullptr;
    const bool right = is_password(account ? account->hash : dummy_hash(), password) && account;
    const bool acts = person && may_act(loop_->state().people.at(*person));
    if (right && !acts) return failure("the account is disabled or locked");
    if (!right) {
        if (acts) {
            if (auto done = execute_system(ReportFailedLogOn{*person}); !done) return done;
        }
        return failure("wrong name or password");
    }
    person_ = *person;
    request_ = last_request(loop_->state(), {ActorKind::person, person_.number});
    return {};
}

Result<std::string> OfflineAccounts::set_one_time_password(PersonId person) {
    std::string password = new_password();
    if (auto done = accounts_.set(person, {hash_password(password), true}); !done) {
        return std::unexpected(done.error());
    }
    return password;
}

Result<std::string> OfflineAccounts::add(const std::string& name, rules::Role role) {
    const auto& people = loop_->state().people;
    const PersonId next{people.empty() ? 1 : people.rbegin()->first.number + 1};
    if (auto done = execute(AddPerson{next, name, role}); !done)
        return std::unexpected(done.error());
    return set_one_time_password(next);
}

Result<std::string> OfflineAccounts::reset(const std::string& name) {
    const Result<PersonId> person = find(name);
    if (!person) return std::unexpected(person.error());
    if (auto done = execute(RestorePerson{*person}); !done) return std::unexpected(done.error());
    return set_one_time_password(*person);
}

Result<std::string> OfflineAccounts::recover(const std::string& name) {
    const Result<PersonId> person = find(name);
    if (!person) return std::unexpected(person.error());
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

Result<void> OfflineAccounts::choose_password(const std::string& password) {
    check(bool{person_});
    if (password.size() < password_length_min || password.size() > password_length_max) {
        return failure(std::string(password_length_rule));
    }
    return accounts_.set(person_, {hash_password(password), false});
}

Result<void> OfflineAccounts::close() {
    using Status = store::JournalVerifier::Status;
    constexpr std::chrono::seconds verify_max(20);
    if (verifier_->wait_for(verify_max) == Status::damaged) {
        return failure("the journal is damaged: " + verifier_->finding());
    }
    if (verifier_->status() == Status::sound) follower_->allow_signing();
    return follower_->finish();
}

}  // namespace sicbo::server
