// SPDX-License-Identifier: MIT
#include "server/offline_accounts.h"

#include <gtest/gtest.h>

#include <functional>

#include "server/create_missing.h"
#include "store/files.h"
#include "support/journal.h"

namespace sicbo::server {
namespace {

using rules::Role;

const Instant opened_at = parse_instant("2026-01-05T11:00+00:00").value();
const std::string chosen = "chosen by the administrator";

// A property whose administrator has chosen a password.
class Offline : public testing::Test {
protected:
    void SetUp() override {
        const auto journal = test::open_journal(folder.file("journal"));
        const auto loop = test::start_loop(*journal);
        Accounts accounts = Accounts::open(folder.file("accounts")).value();
        ASSERT_TRUE(create_missing(*loop, {}, accounts, false));
        ASSERT_TRUE(accounts.set({1}, {hash_password(chosen), false}));
    }

    std::string path() const { return folder.file(""); }
    std::unique_ptr<OfflineAccounts> open() const {
        auto opened = OfflineAccounts::open(path(), opened_at);
        if (!opened) throw std::runtime_error(opened.error().text());
        return std::move(*opened);
    }
    std::unique_ptr<OfflineAccounts> signed_in() const {
        auto opened = open();
        EXPECT_TRUE(opened->sign_in("admin", chosen));
        return opened;
    }
    std::string state_of(const std::string& name) const {
        for (const PersonEntry& person : list_people(path()).value()) {
            if (person.name == name) return person.state;
        }
        return "nobody";
    }
    // The facts of this type.
    template <class Fact>
    std::vector<Fact> facts() const {
        std::vector<Fact> list;
        for_each_event([&](const table::Event& event) {
            if (const auto* fact = get_if<Fact>(&event.fact)) list.push_back(*fact);
        });
        return list;
    }
    // The actor of each event of this fact.
    template <class Fact>
    std::vector<table::Actor> actors() const {
        std::vector<table::Actor> list;
        for_each_event([&](const table::Event& event) {
            if (holds<Fact>(event.fact)) list.push_back(event.stamp.actor);
        });
        return list;
    }
    void for_each_event(const std::function<void(const table::Event&)>& handle) const {
        const auto journal = store::SqliteStore::open_to_read(folder.file("journal")).value();
        const auto note = [&](const table::State&, const table::Event& event,
                              const store::Position&) { handle(event); };
        store::Recovered at;
        at.at = store::beginning_of(journal->origin());
        EXPECT_TRUE(journal->read(0, [&](const store::Record& record) -> Result<bool> {
            if (auto done = store::replay(at, record, note); !done) {
                return std::unexpected(done.error());
            }
            return true;
        }));
    }

    test::Folder folder;
    static constexpr table::Actor administrator = {table::ActorKind::person, 1};
};

TEST_F(Offline, NeedAProperty) {
    const test::Folder empty;
    const auto opened = OfflineAccounts::open(empty.file(""), opened_at);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().what, "there is no property in this folder");
    EXPECT_FALSE(store::exists(empty.file("journal"))) << "none was made either";
}

TEST_F(Offline, AreAddedByWhoeverIsSignedIn) {
    std::string password;
    {
        const auto accounts = signed_in();
        password = accounts->add("dora", Role::dealer).value();
        ASSERT_TRUE(accounts->close());
    }
    EXPECT_EQ(state_of("dora"), "active, must choose a password");
    const std::vector<table::Actor> added = actors<table::PersonAdded>();
    ASSERT_EQ(added.size(), 2u);
    EXPECT_EQ(added.back(), administrator);
    // The notes cover every event.
    const auto journal = store::SqliteStore::open_to_read(folder.file("journal")).value();
    EXPECT_EQ(store::recover(*journal).value().state.people.at({2}).role, Role::dealer);
    EXPECT_TRUE(store::exists(folder.file("journal.notes")));
    // The password opens nothing; she chooses another with it.
    const auto accounts = open();
    const auto refused = accounts->sign_in("dora", password);
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().what.starts_with("dora must choose a password first"));
    EXPECT_FALSE(accounts->change_password("dora", password, "seven77"));
    EXPECT_FALSE(accounts->change_password("dora", password, std::string(201, 'x')));
    EXPECT_FALSE(accounts->change_password("dora", "not hers", "eight888"));
    ASSERT_TRUE(accounts->change_password("dora", password, "eight888"));
    EXPECT_EQ(state_of("dora"), "active");
    EXPECT_TRUE(accounts->sign_in("dora", "eight888"));
}

// Every password and every sign-in is in the journal, with the person whom it is about.
TEST_F(Offline, AreJournalled) {
    {
        const auto accounts = signed_in();
        ASSERT_TRUE(accounts->add("dora", Role::dealer));
        ASSERT_TRUE(accounts->reset("dora"));
        ASSERT_TRUE(accounts->close());
    }
    std::vector<table::PasswordSet> set;
    for (const table::PasswordSet& one : facts<table::PasswordSet>()) {
        if (one.person.number == 2) set.push_back(one);
    }
    ASSERT_EQ(set.size(), 2u);
    EXPECT_EQ(set[1].by.number, 1u);
    EXPECT_TRUE(set[1].one_time);
    EXPECT_EQ(facts<table::SignedIn>().size(), 1u);
    EXPECT_EQ(facts<table::SignedOut>().size(), 1u);
    const auto journal = store::SqliteStore::open_to_read(folder.file("journal")).value();
    const table::State state = store::recover(*journal).value().state;
    EXPECT_EQ(state.access.passwords.at({2}).reset->by.number, 1u);
}

TEST_F(Offline, RefuseWhatTheEngineRefuses) {
    const auto accounts = signed_in();
    const std::string password = accounts->add("dora", Role::dealer).value();
    const auto taken = accounts->add("dora", Role::supervisor);
    ASSERT_FALSE(taken);
    EXPECT_EQ(taken.error().what, "refused: name_taken");
    EXPECT_FALSE(accounts->disable("nobody"));
    ASSERT_TRUE(accounts->change_password("dora", password, "chosen by dora"));
    ASSERT_TRUE(accounts->sign_in("dora", "chosen by dora"));
    const auto not_hers = accounts->add("eve", Role::dealer);
    ASSERT_FALSE(not_hers);
    EXPECT_TRUE(not_hers.error().what.starts_with("refused: not_allowed")) << not_hers.error().what;
    EXPECT_EQ(list_people(path()).value().size(), 2u);
}

TEST_F(Offline, LockAfterWrongPasswordsAsAtAConsole) {
    {
        const auto accounts = signed_in();
        ASSERT_TRUE(accounts->add("dora", Role::dealer));
        for (int i = 0; i < 3; ++i) {
            const auto wrong = accounts->sign_in("dora", "not hers");
            ASSERT_FALSE(wrong);
            EXPECT_EQ(wrong.error().what, "wrong name or password");
        }
        EXPECT_EQ(accounts->sign_in("nobody", "x").error().what, "wrong name or password");
    }
    EXPECT_EQ(state_of("dora"), "locked, must choose a password");
    EXPECT_EQ(actors<table::LogOnFailed>(), std::vector<table::Actor>(3));
    // A reset gives another password and unlocks.
    const auto accounts = signed_in();
    const std::string password = accounts->reset("dora").value();
    EXPECT_EQ(state_of("dora"), "active, must choose a password");
    EXPECT_TRUE(accounts->change_password("dora", password, "chosen by dora"));
    EXPECT_EQ(state_of("dora"), "active");
}

TEST_F(Offline, DisabledPeopleAreNotLetIn) {
    const auto accounts = signed_in();
    const std::string password = accounts->add("dora", Role::dealer).value();
    ASSERT_TRUE(accounts->disable("dora"));
    EXPECT_EQ(state_of("dora"), "disabled, must choose a password");
    const auto refused = accounts->sign_in("dora", password);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().what, "the account is disabled or locked");
}

TEST_F(Offline, OnlyAdministratorsAreRecoveredWithoutAPassword) {
    {
        const auto accounts = signed_in();
        ASSERT_TRUE(accounts->add("dora", Role::dealer));
        ASSERT_TRUE(accounts->add("ada", Role::administrator));
        ASSERT_TRUE(accounts->disable("ada"));
    }
    const auto accounts = open();
    EXPECT_FALSE(accounts->recover("dora"));
    const std::string password = accounts->recover("ada").value();
    EXPECT_EQ(state_of("ada"), "active, must choose a password");
    EXPECT_TRUE(accounts->change_password("ada", password, "chosen by ada"));
    EXPECT_EQ(actors<table::PersonRestored>(), std::vector<table::Actor>(1));  // by the system
    // Two people could agree to an account again: the owner of the machine adds nobody.
    EXPECT_FALSE(accounts->recover("nobody"));
}

TEST_F(Offline, AnAdministratorIsAddedWhereNobodyCouldAgree) {
    EXPECT_TRUE(open()->recover("second"));
    EXPECT_EQ(state_of("second"), "active, must choose a password");
    EXPECT_EQ(actors<table::PersonAdded>().back(), table::Actor{});  // the system
}

TEST_F(Offline, SupervisorsAndAboveTakeASecondPerson) {
    const auto accounts = signed_in();
    const std::string once = accounts->add("max", Role::shift_manager).value();  // the first set-up
    EXPECT_TRUE(accounts->takes_second("sue", Role::supervisor));
    EXPECT_FALSE(accounts->takes_second("dora", Role::dealer));
    EXPECT_FALSE(accounts->add("sue", Role::supervisor));
    EXPECT_FALSE(accounts->sign_in_second("max", "wrong password"));
    EXPECT_FALSE(accounts->sign_in_second("max", once));  // it must be changed first
    ASSERT_TRUE(accounts->change_password("max", once, "fresh-and-long-7"));
    ASSERT_TRUE(accounts->sign_in_second("max", "fresh-and-long-7"));
    EXPECT_TRUE(accounts->add("sue", Role::supervisor));
    EXPECT_TRUE(accounts->reset("sue"));
    EXPECT_EQ(actors<table::Authorised>().size(), 2u);
    EXPECT_EQ(actors<table::LoggedOff>().size(), 4u);
}

// A round in play waits for the next start of the server.
TEST_F(Offline, OpeningIsNoRestart) {
    open().reset();
    EXPECT_EQ(actors<table::Restarted>().size(), 1u);
}

}  // namespace
}  // namespace sicbo::server
