// SPDX-License-Identifier: MIT
#include "server/create_missing.h"

#include <gtest/gtest.h>

#include <set>

#include "support/journal.h"

namespace sicbo::server {
namespace {

using rules::Role;

std::string table_text(int number, int first_terminal, int count) {
    const std::string n = std::to_string(number);
    return "[[table]]\nnumber = " + n + "\nname = \"" + n +
           "\"\ngame = \"rws-etg\"\nchip = \"1.00\"\nmin = \"1.00\"\n"
           "[[table.terminals]]\nlayout = \"rws-etg-1\"\nfirst = " +
           std::to_string(first_terminal) + "\ncount = " + std::to_string(count) + "\n";
}

PropertyPlan plan_of(const std::string& text) {
    return read_property(
               text, "property.toml",
               [](const std::string&) -> Result<std::string> { return failure("no file"); })
        .value();
}

class CreateMissing : public testing::Test {
protected:
    // As a start of the server does it: from the journal alone.
    Result<CreateResult> create(const std::string& text, bool demo = false) {
        loop = test::start_loop(journal);
        accounts = Accounts::open(accounts_path).value();
        return create_missing(*loop, plan_of(text), accounts, demo);
    }
    const table::State& state() const { return loop->state(); }

    test::Folder folder;
    std::string accounts_path = folder.file("accounts");
    store::MemoryStore journal;
    std::unique_ptr<Loop> loop;
    Accounts accounts;
};

TEST_F(CreateMissing, MakesANewPropertyAndItsAdministrator) {
    const CreateResult created = create(table_text(1, 101, 3)).value();
    EXPECT_TRUE(loop->is_committed());
    ASSERT_EQ(state().tables.size(), 1u);
    EXPECT_EQ(state().tables.at({1}).terminals.size(), 3u);
    ASSERT_EQ(state().people.size(), 1u);
    EXPECT_EQ(state().people.at({1}).role, Role::administrator);
    ASSERT_EQ(created.accounts.size(), 1u);
    EXPECT_EQ(created.accounts.front().name, "admin");
    // The password is stored, as a hash, and only good until another was chosen.
    const Accounts stored = Accounts::open(accounts_path).value();
    const Accounts::Account* account = stored.find({1});
    ASSERT_NE(account, nullptr);
    EXPECT_TRUE(is_password(account->hash, created.accounts.front().password));
    EXPECT_TRUE(account->must_change);
}

TEST_F(CreateMissing, AddsOnlyWhatTheJournalDoesNotHave) {
    ASSERT_TRUE(create(table_text(1, 101, 3)));
    const std::string password = accounts.find({1})->hash;
    const std::uint64_t before = state().sequence;
    const CreateResult again = create(table_text(1, 101, 3)).value();
    EXPECT_TRUE(again.accounts.empty());
    EXPECT_TRUE(again.warnings.empty());
    EXPECT_EQ(state().sequence, before + 1) << "the restart alone";
    ASSERT_TRUE(create(table_text(1, 101, 5) + table_text(2, 201, 1)));
    EXPECT_EQ(state().tables.at({1}).terminals.size(), 5u);
    EXPECT_EQ(state().tables.at({2}).terminals.size(), 1u);
    EXPECT_EQ(state().people.size(), 1u);
    EXPECT_EQ(accounts.find({1})->hash, password);
}

TEST_F(CreateMissing, NeverChangesATableAndSaysThatItDiffers) {
    ASSERT_TRUE(create(table_text(1, 101, 1)));
    std::string other = table_text(1, 101, 1);
    other.replace(other.find("min = \"1.00\""), 12, "min = \"9.00\"");
    const CreateResult created = create(other).value();
    ASSERT_EQ(created.warnings.size(), 1u);
    EXPECT_TRUE(created.warnings.front().starts_with("table 1 differs from the configuration"));
    EXPECT_EQ(state().tables.at({1}).configuration.limit.min, Money::of_cents(100));
    // Nor does it take away what the configuration no longer names.
    ASSERT_TRUE(create(table_text(2, 201, 1)));
    EXPECT_EQ(state().tables.size(), 2u);
}

TEST_F(CreateMissing, SetsThePolicyOfTheCageOnlyWhenItDiffers) {
    const std::string cash = "[cash]\nsystem = 7\n";
    const std::string cage = "[cage]\nidentity_from = \"5000.00\"\n";
    ASSERT_TRUE(create(cash + cage + table_text(1, 101, 1)));
    EXPECT_EQ(state().cage.policy.identity_from, Money::of_cents(500'000));
    const std::uint64_t before = state().sequence;
    ASSERT_TRUE(create(cash + cage + table_text(1, 101, 1)));
    EXPECT_EQ(state().sequence, before + 1) << "the restart alone";
    ASSERT_TRUE(create(cash + table_text(1, 101, 1)));
    EXPECT_EQ(state().cage.policy, table::CagePolicy());
}

std::string felt_text(const std::string& chips) {
    return "[cash]\nsystem = 7\n[[table]]\nnumber = 1\nname = \"1\"\ngame = \"rws-taisai\"\n"
           "chip = \"5.00\"\nmin = \"5.00\"\n" +
           chips;
}

TEST_F(CreateMissing, ChangesTheChipModeOfATableOnlyWhenItDiffers) {
    ASSERT_TRUE(create(felt_text("")));
    EXPECT_FALSE(is_untracked(state().cage, {1}));
    ASSERT_TRUE(create(felt_text("chips = \"untracked\"\n")));
    EXPECT_TRUE(is_untracked(state().cage, {1}));
    const std::uint64_t before = state().sequence;
    ASSERT_TRUE(create(felt_text("chips = \"untracked\"\n")));
    EXPECT_EQ(state().sequence, before + 1) << "the restart alone";
    ASSERT_TRUE(create(felt_text("")));
    EXPECT_FALSE(is_untracked(state().cage, {1}));
}

TEST_F(CreateMissing, KeepsTheChipModeWhileAPlayerSits) {
    const std::string training = "training = true\n";
    ASSERT_TRUE(create(felt_text(training)));
    ASSERT_FALSE(loop->execute_system({1}, table::TakeSeat{"ann"}).refusal);
    ASSERT_TRUE(loop->commit());
    const Result<CreateResult> created = create(felt_text(training + "chips = \"untracked\"\n"));
    ASSERT_TRUE(created);
    ASSERT_EQ(created->warnings.size(), 1u);
    EXPECT_EQ(created->warnings.front(), "the chips of table 1 can't be untracked yet: not_empty");
    EXPECT_FALSE(is_untracked(state().cage, {1}));
}

TEST_F(CreateMissing, GivesTheDemonstrationSomebodyForEachPost) {
    const CreateResult created = create(table_text(1, 101, 1), true).value();
    std::set<Role> roles;
    std::set<std::string> passwords;
    for (const NewAccount& account : created.accounts) {
        roles.insert(account.role);
        passwords.insert(account.password);
    }
    EXPECT_EQ(roles.size(), 8u);  // all but player and system
    EXPECT_EQ(passwords.size(), created.accounts.size());
    const Accounts stored = Accounts::open(accounts_path).value();
    for (const auto& [id, person] : state().people) {
        ASSERT_NE(stored.find(id), nullptr) << person.name;
        EXPECT_FALSE(stored.find(id)->must_change) << person.name;
    }
    // Later starts add nobody, also if the property was made without a demonstration.
    EXPECT_TRUE(create(table_text(1, 101, 1), true).value().accounts.empty());
}

TEST_F(CreateMissing, CommitsNothingIfAnOrderIsRefused) {
    ASSERT_TRUE(create(table_text(1, 101, 1)));
    const store::Position before = journal.last();
    const Result<CreateResult> refused = create(table_text(2, 101, 1));  // stands at table 1
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().what.starts_with("table 2: AddTerminal was refused: "))
        << refused.error().what;
    EXPECT_EQ(journal.last().sequence, before.sequence + 1) << "the restart alone";
}

// Otherwise there would be an administrator who could never sign in.
TEST_F(CreateMissing, CommitsNobodyWhosePasswordCanNotBeStored) {
    accounts_path = folder.file("missing/accounts");
    ASSERT_FALSE(create(table_text(1, 101, 1)));
    EXPECT_EQ(journal.last().sequence, 1u) << "the restart alone";
    accounts_path = folder.file("accounts");
    EXPECT_EQ(create(table_text(1, 101, 1)).value().accounts.size(), 1u);
}

}  // namespace
}  // namespace sicbo::server
