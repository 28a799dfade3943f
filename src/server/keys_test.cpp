// SPDX-License-Identifier: MIT
#include "server/keys.h"

#include <gtest/gtest.h>

#include "device/key.h"
#include "server/secret.h"
#include "store/checkpoint.h"
#include "store/files.h"
#include "store/key_statement.h"
#include "store/recover.h"
#include "support/cash_desk.h"
#include "support/journal.h"

namespace sicbo::server {
namespace {

using table::Key;

const Instant replaced_at = parse_instant("2026-02-05T10:00+00:00").value();

class Keys : public testing::Test {
protected:
    std::string path() const { return folder.file(""); }
    std::string file(Key key) const { return path_of(key, path()); }

    void play() const {
        const auto journal = test::open_journal(folder.file("journal"));
        const auto loop = test::start_loop(*journal);
        test::give_all(*loop, test::some_rounds());
    }
    std::string origin() const {
        return store::SqliteStore::open_to_read(folder.file("journal")).value()->origin();
    }
    std::vector<table::KeyReplaced> replacements() const {
        std::vector<table::KeyReplaced> list;
        const auto journal = store::SqliteStore::open_to_read(folder.file("journal")).value();
        store::Recovered at;
        at.at = store::beginning_of(journal->origin());
        const auto note = [&](const table::State&, const table::Event& event,
                              const store::Position&) {
            if (const auto* fact = get_if<table::KeyReplaced>(&event.fact)) list.push_back(*fact);
        };
        EXPECT_TRUE(journal->read(0, [&](const store::Record& record) -> Result<bool> {
            if (auto done = store::replay(at, record, note); !done) {
                return std::unexpected(done.error());
            }
            return true;
        }));
        return list;
    }

    test::Folder folder;
};

TEST_F(Keys, AreReplacedOnlyWhereThereIsAJournal) {
    ASSERT_TRUE(replace_key(Key::server, path(), replaced_at));
    EXPECT_FALSE(store::exists(file(Key::server)));
}

TEST_F(Keys, OfTheJournalSignForTheirSuccessors) {
    play();
    const store::Notary old = store::Notary::open(file(Key::journal), origin()).value();
    ASSERT_TRUE(replace_key(Key::journal, path(), replaced_at));
    const store::Notary now = store::Notary::open(file(Key::journal), origin()).value();
    const auto all = replacements();
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].key, Key::journal);
    EXPECT_EQ(all[0].before, to_text(old.public_key()));
    EXPECT_EQ(all[0].after, to_text(now.public_key()));
    EXPECT_NE(all[0].after, all[0].before);
    EXPECT_TRUE(store::is_signed_by_old_key(origin(), all[0]));
    EXPECT_FALSE(store::exists(file(Key::journal) + ".next"));
}

TEST_F(Keys, OfTheServerAndItsTumblersDoSoToo) {
    play();
    for (const Key key : {Key::server, Key::tumblers}) {
        const Hash old = load_or_create_secret(file(key)).value();
        ASSERT_TRUE(replace_key(key, path(), replaced_at));
        const Hash now = load_or_create_secret(file(key)).value();
        const table::KeyReplaced fact = replacements().back();
        EXPECT_EQ(fact.key, key);
        EXPECT_EQ(fact.before, to_text(device::key_of(old).public_key()));
        EXPECT_EQ(fact.after, to_text(device::key_of(now).public_key()));
        EXPECT_TRUE(store::is_signed_by_old_key(origin(), fact));
    }
    EXPECT_EQ(replacements().size(), 2u);
}

TEST_F(Keys, ThatAreLostAreReplacedWithoutASignature) {
    play();
    ASSERT_TRUE(replace_key(Key::server, path(), replaced_at));
    const auto all = replacements();
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].before, "");
    EXPECT_EQ(all[0].signature, "");
    EXPECT_FALSE(all[0].after.empty());
}

TEST_F(Keys, ThatSignedNotesMustBeThere) {
    play();
    const auto verified = [&] {
        const auto journal = store::SqliteStore::open_to_read(folder.file("journal")).value();
        return verify_signing_key(*journal, path());
    };
    EXPECT_TRUE(verified());  // nothing was signed yet
    ASSERT_TRUE(store::write_file(folder.file("journal.notes"), ""));
    const Result<void> missing = verified();
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().location, file(Key::journal));
    EXPECT_NE(missing.error().what.find("--new-key journal"), std::string::npos);
    ASSERT_TRUE(store::Notary::open(file(Key::journal), origin()));
    EXPECT_TRUE(verified());
}

TEST_F(Keys, OfTicketsMustBeThereWhileTicketsCanBeRedeemed) {
    test::CashProperty property;
    const std::uint32_t administrator = test::person(rules::Role::administrator).number;
    ASSERT_TRUE(store::write_file(folder.file("accounts"),
                                  std::to_string(administrator) + " $argon2id$x\n", 0600));
    const auto verified = [&] { return verify_secrets(property.state, {}, path()); };
    EXPECT_TRUE(verified());
    property.print_ticket(1, 1);
    const Result<void> missing = verified();
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().location, ticket_key_path(path()));
    EXPECT_NE(missing.error().what.find("from a backup"), std::string::npos);
    ASSERT_TRUE(store::write_file(ticket_key_path(path()), std::string(64, 'a') + "\n", 0600));
    EXPECT_TRUE(verified());
}

TEST_F(Keys, ThatTheStateDependsOnMustBeThere) {
    test::Property property("rws-etg");
    PropertyPlan plan;
    plan.tables.emplace_back();
    plan.tables.front().number = test::Property::id;
    const auto verified = [&] { return verify_secrets(property.state, plan, path()); };
    const Result<void> no_passwords = verified();
    ASSERT_FALSE(no_passwords);
    EXPECT_NE(no_passwords.error().what.find("sicbo user recover"), std::string::npos);
    ASSERT_TRUE(store::write_file(folder.file("accounts"), "2 $argon2id$x\n", 0600));
    const Result<void> no_administrator = verified();
    ASSERT_FALSE(no_administrator);
    EXPECT_NE(no_administrator.error().what.find("none of an administrator"), std::string::npos);
    const std::uint32_t administrator = test::person(rules::Role::administrator).number;
    ASSERT_TRUE(store::write_file(folder.file("accounts"),
                                  std::to_string(administrator) + " $argon2id$x\n", 0600));
    EXPECT_TRUE(verified());
    // A tumbler that has never read or promised dice needs no earlier key.
    plan.tables.front().tumbler = Tumbler::simulated;
    EXPECT_TRUE(verified());
    property.table().commitment = sha256("dice");
    const Result<void> no_seed = verified();
    ASSERT_FALSE(no_seed);
    EXPECT_EQ(no_seed.error().location, file(Key::tumblers));
    plan.tables.front().tumbler = Tumbler::network;
    const Result<void> no_key = verified();
    ASSERT_FALSE(no_key);
    EXPECT_EQ(no_key.error().location, file(Key::server));
    ASSERT_TRUE(load_or_create_secret(file(Key::server)));
    EXPECT_TRUE(verified());
    // A tumbler that the configuration no longer has is nobody's.
    plan.tables.front().tumbler = Tumbler::none;
    EXPECT_TRUE(verified());
}

}  // namespace
}  // namespace sicbo::server
