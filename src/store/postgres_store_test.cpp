// SPDX-License-Identifier: MIT
// The store on PostgreSQL: the contract of every store, and what only a database server can do.
// test/postgres/server.py starts the server for this program.
#include "store/postgres_store.h"

#include "store/copy_journal.h"
#include "store/postgres_lease.h"
#include "store/postgres_schema.h"
#include "store/sqlite_store.h"
#include "support/postgres_journal.h"
#include "support/store_contract.h"

namespace sicbo::store {
namespace {

using namespace test;

INSTANTIATE_TEST_SUITE_P(Stores, EveryStore,
                         testing::Values(StoreMaker{"postgres",
                                                    [](const Folder& folder) {
                                                        return open_database(
                                                            address_of(folder, new_name()));
                                                    }}),
                         [](const auto& one) { return one.param.name; });

TEST_F(PostgresJournal, IsThereWhenItIsOpenedAgain) {
    Position last;
    std::string origin;
    {
        const auto store = open();
        append(*store, "a");
        last = store->last();
        origin = store->origin();
    }
    const auto again = open();
    EXPECT_EQ(again->last(), last);
    EXPECT_EQ(again->origin(), origin);
    EXPECT_EQ(again->epoch(), 2u);
}

TEST_F(PostgresJournal, IsWrittenByOneProcessAlone) {
    auto store = open();
    EXPECT_SAYS(error_of(), "another process has this journal open");
    EXPECT_TRUE(PostgresStore::open_to_read(address()));
    store.reset();
    EXPECT_EQ(error_of(), "");
}

TEST_F(PostgresJournal, TakesNothingFromAServerThatWasOvertaken) {
    const auto old = open();
    append(*old, "a");
    run_sql("UPDATE sicbo.epoch SET backend = NULL WHERE owner <> ''");
    const auto fresh = open();
    const auto late = old->append(record_after(old->last(), "late"), {});
    ASSERT_FALSE(late);
    EXPECT_SAYS(late.error().what, "another server has taken over the journal");
    EXPECT_FALSE(old->save_snapshot({old->last(), "state"}));
    append(*fresh, "b");
    EXPECT_EQ(fresh->last().sequence, 2u);
    EXPECT_EQ(count(*fresh), 2u);
}

TEST_F(PostgresJournal, IsReadOnlyAsFarAsItIsAcknowledged) {
    const auto store = open();
    append(*store, "a");
    append(*store, "b");
    // The record of b says that a is acknowledged; nothing says it of b yet.
    const auto elsewhere = PostgresStore::open_to_read(address()).value();
    EXPECT_EQ(elsewhere->last().sequence, 1u);
    EXPECT_EQ(count(*elsewhere), 1u);
    EXPECT_EQ(elsewhere->end_of_record(2).value(), std::nullopt);
    // A reader of the process that was told knows it.
    const auto beside = store->open_reader().value();
    EXPECT_EQ(beside->last(), store->last());
    append(*store, "c");
    EXPECT_EQ(count(*beside), 3u);
    EXPECT_EQ(count(*elsewhere), 2u);
    // It is published at most once a second.
    EXPECT_TRUE(within_patience([&] {
        EXPECT_TRUE(store->publish_acknowledged());
        return count(*elsewhere) == 3u;
    }));
}

TEST_F(PostgresJournal, DoesNotTakeACancelledWaitForAnAcknowledgement) {
    const auto store = open();
    append(*store, "a");
    const std::string backend =
        owner()
            .query_text(
                "SELECT backend::text FROM sicbo.epoch e JOIN sicbo.journal j "
                "USING (journal) WHERE j.name = '" +
                name_ + "'")
            .value();
    const auto beside = store->open_reader().value();
    Result<void> done;
    {
        const Setting nobody("synchronous_standby_names", "nobody");
        // The server's processes hear of the setting one after the other, so the first appends may
        // not wait yet.
        std::thread waiting([&] {
            while (done) {
                done = store->append(record_after(store->last(), "b"), {});
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
            }
        });
        const std::string waits =
            "SELECT count(*)::text FROM pg_stat_activity WHERE pid = " + backend +
            " AND wait_event = 'SyncRep'";
        EXPECT_TRUE(within_patience([&] { return owner().query_text(waits).value() != "0"; }));
        // The session of the owner must not wait for the standby itself.
        run_sql("SET synchronous_commit = off; SELECT pg_cancel_backend(" + backend + ")");
        waiting.join();
    }
    ASSERT_FALSE(done);
    EXPECT_SAYS(done.error().what, "canceling wait for synchronous replication");
    const std::uint64_t last = store->last().sequence;
    // The row is visible, but neither this process nor another takes it for a fact.
    EXPECT_EQ(owner()
                  .query_text("SELECT max(last)::text FROM sicbo.record r JOIN sicbo.journal j "
                              "USING (journal) WHERE j.name = '" +
                              name_ + "'")
                  .value(),
              std::to_string(last + 1));
    EXPECT_EQ(count(*beside), last);
    EXPECT_EQ(count(*PostgresStore::open_to_read(address()).value()), last);
}

TEST_F(PostgresJournal, IsNotOpenedWithWeakerSettings) {
    open();
    for (const char* level : {"off", "local", "remote_write"}) {
        run_sql("ALTER ROLE postgres SET synchronous_commit = '" + std::string(level) + "'");
        EXPECT_SAYS(error_of(), "synchronous_commit is " + std::string(level));
    }
    run_sql("ALTER ROLE postgres SET synchronous_commit = 'remote_apply'");
    EXPECT_EQ(error_of(), "");
    run_sql("ALTER ROLE postgres RESET synchronous_commit");
    EXPECT_SAYS(error_of("&standby=required"), "synchronous_standby_names is empty");
    for (const char* setting : {"fsync", "full_page_writes"}) {
        const Setting off(setting, "off");
        EXPECT_SAYS(error_of(), std::string(setting) + " is off");
    }
}

TEST_F(PostgresJournal, IsNotWrittenOnceASettingIsWeaker) {
    const auto store = open();
    append(*store, "a");
    Result<void> done;
    {
        const Setting off("fsync", "off");
        // The session of the store learns of the setting a little later than that of the owner.
        const bool refused = within_patience([&] {
            done = store->append(record_after(store->last(), "b"), {});
            return !done;
        });
        EXPECT_TRUE(refused);
    }
    ASSERT_FALSE(done);
    EXPECT_SAYS(done.error().what, "fsync is off");
    EXPECT_EQ(count(*store), store->last().sequence);
}

TEST_F(PostgresJournal, RefusesStandbysThatAreNotNamed) {
    open();
    const auto opened = [&] {
        const Setting any("synchronous_standby_names", "ANY 1 (*)");
        return error_of("&standby=required");
    }();
    EXPECT_SAYS(opened, "any replication connection would count");
}

TEST_F(PostgresJournal, SaysWhatIsWrongWithItsAddress) {
    const auto error = [](const std::string& location) {
        const auto opened = open_to_read(location);
        return opened ? std::string() : opened.error().text();
    };
    EXPECT_SAYS(error("postgres://somebody:secret@127.0.0.1:1/sicbo"), "Connection refused");
    EXPECT_EQ(error("postgres://somebody:secret@127.0.0.1:1/sicbo").find("secret"),
              std::string::npos);
    EXPECT_SAYS(error("postgres://a:secret@h/d?nonsense=1"), "nonsense");
    EXPECT_SAYS(error("postgres://a@h/d?journal=No+Name"), "journal= must be a name");
    EXPECT_SAYS(error("postgres://a@h/d?standby=maybe"), "standby= can only be");
    EXPECT_SAYS(error("postgres://a@h/d?files=%0"), "hexadecimal digits");
    const std::string server = server_address();
    const std::string other = server.substr(0, server.rfind('/'));
    EXPECT_SAYS(error(other + "/none"), "database \"none\" does not exist");
    EXPECT_SAYS(error(other + "/template1"), "there is no journal of sicbo in this database");
    open();
    EXPECT_SAYS(error(server + "?journal=none"), "the database has no journal \"none\"");
}

TEST_F(PostgresJournal, SaysWhenAPasswordIsWrong) {
    run_sql("DROP ROLE IF EXISTS locked; CREATE ROLE locked LOGIN PASSWORD 'right'");
    const std::string port = owner().query_text("SHOW port").value();
    const std::string host = "@127.0.0.1:" + port + "/postgres";
    const auto error = [&](const std::string& user) {
        const auto opened = open_to_read("postgres://" + user + host);
        return opened ? std::string() : opened.error().text();
    };
    EXPECT_SAYS(error("locked:wrong"), "password authentication failed");
    EXPECT_SAYS(error("locked:wrong"), "put the password into the password file");
    EXPECT_SAYS(error("locked"), "no password supplied");
    open();
    EXPECT_SAYS(error("locked:right"), "sicbo database prepare --grant");
    run_sql("DROP ROLE locked");
}

TEST_F(PostgresJournal, IsNotWrittenByASessionThatMayOnlyRead) {
    open();
    run_sql("ALTER ROLE postgres SET default_transaction_read_only = on");
    EXPECT_SAYS(error_of(), "may only read");
    const PostgresConnection session = owner();
    ASSERT_TRUE(session.run("SET default_transaction_read_only = off"));
    ASSERT_TRUE(session.run("ALTER ROLE postgres RESET default_transaction_read_only"));
}

TEST_F(PostgresJournal, RefusesTablesOfANewerProgramAndOtherTables) {
    append(*open(), "a");
    const auto refuses = [&](const std::string& sql, const std::string& undo,
                             const std::string& says) {
        run_sql(sql);
        EXPECT_SAYS(error_of(), says);
        const auto read = PostgresStore::open_to_read(address());
        EXPECT_FALSE(read);
        run_sql(undo);
    };
    refuses("UPDATE sicbo.format SET version = 99",
            "UPDATE sicbo.format SET version = " + std::to_string(postgres_schema_version),
            "which a newer sicbo made");
    refuses("CREATE VIEW sicbo.v AS SELECT 1", "DROP VIEW sicbo.v",
            "a table \"v\", which no journal has");
    refuses("CREATE RULE r AS ON INSERT TO sicbo.record DO INSTEAD NOTHING",
            "DROP RULE r ON sicbo.record", "the rule \"r\"");
    refuses(
        "CREATE FUNCTION public.f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; "
        "END'; CREATE TRIGGER t BEFORE INSERT ON sicbo.record FOR EACH ROW EXECUTE FUNCTION "
        "public.f()",
        "DROP FUNCTION public.f CASCADE", "the trigger \"t\"");
    refuses("ALTER TABLE sicbo.record ENABLE ROW LEVEL SECURITY",
            "ALTER TABLE sicbo.record DISABLE ROW LEVEL SECURITY", "row security");
    refuses("CREATE TABLE public.child () INHERITS (sicbo.record)", "DROP TABLE public.child",
            "inherits from \"record\"");
    refuses("ALTER TABLE sicbo.note ADD more text", "ALTER TABLE sicbo.note DROP more",
            "the table \"note\" differs");
    refuses("ALTER TABLE sicbo.note RENAME TO notes", "ALTER TABLE sicbo.notes RENAME TO note",
            "look for \"note\"");
    EXPECT_EQ(error_of(), "");
}

TEST_F(PostgresJournal, UpgradesTablesOfAnEarlierVersion) {
    append(*open(), "a");
    run_sql("DROP TABLE sicbo.secret, sicbo.lease; UPDATE sicbo.format SET version = 1");
    EXPECT_SAYS(PostgresLease::open(address(), false).error().text(), "has no lease");
    const auto old = PostgresStore::open_to_read(address()).value();  // as they are
    EXPECT_EQ(count(*old), 1u);
    EXPECT_TRUE(old->secrets().value().empty());
    const auto store = open();
    EXPECT_EQ(count(*store), 1u);
    EXPECT_EQ(owner().query_text("SELECT version::text FROM sicbo.format").value(),
              std::to_string(postgres_schema_version));
    EXPECT_TRUE(store->put_secret("name", "sealed"));
}

TEST_F(PostgresJournal, KeepsSecretsOfTheNewestEpochOnly) {
    const auto old = open();
    EXPECT_TRUE(old->keeps_secrets());
    ASSERT_TRUE(old->put_secret("one", std::string("\0a", 2)));
    ASSERT_TRUE(old->put_secret("two", "b"));
    ASSERT_TRUE(old->put_secret("two", "c"));
    const std::map<std::string, std::string> wanted = {{"one", std::string("\0a", 2)},
                                                       {"two", "c"}};
    EXPECT_EQ(old->secrets().value(), wanted);
    run_sql("UPDATE sicbo.epoch SET backend = NULL WHERE owner <> ''");
    const auto fresh = open();
    EXPECT_FALSE(old->put_secret("two", "d"));
    EXPECT_EQ(fresh->secrets().value(), wanted);
}

TEST_F(PostgresJournal, GivesARoleThatServesNoMoreThanItNeeds) {
    open();
    run_sql("DROP ROLE IF EXISTS serving; CREATE ROLE serving LOGIN");
    ASSERT_TRUE(prepare_schema(owner(), {.server = "serving", .auditor = {}}));
    std::string server = server_address();
    server.replace(server.find("postgres@"), 9, "serving@ ");
    server.erase(server.find(' '), 1);
    const auto theirs =
        parse_postgres_address(with_files(server + "?journal=" + name_, folder_.file(name_)))
            .value();
    {
        const auto store = open_database(theirs);
        append(*store, "a");
        ASSERT_TRUE(store->save_snapshot({store->last(), "state"}));
        ASSERT_TRUE(store->quarantine({"why", "command"}));
        EXPECT_TRUE(store->open_reader());
    }
    const auto session = PostgresConnection::connect(theirs).value();
    for (const char* sql :
         {"UPDATE sicbo.record SET hash = hash", "DELETE FROM sicbo.record",
          "TRUNCATE sicbo.record", "DELETE FROM sicbo.note", "UPDATE sicbo.journal SET origin = ''",
          "UPDATE sicbo.format SET version = 0", "CREATE TABLE sicbo.more (a int)",
          "DROP TABLE sicbo.record", "DELETE FROM sicbo.quarantine", "DELETE FROM sicbo.epoch"}) {
        EXPECT_FALSE(session.run(sql)) << sql;
        EXPECT_EQ(session.last_state(), "42501") << sql;
    }
}

TEST_F(PostgresJournal, IsCopiedFromAFileAndBack) {
    const auto file = test::open_journal(folder_.file("from"));
    ASSERT_TRUE(file->quarantine({"why", "command"}));
    append(*file, "a");
    ASSERT_TRUE(file->append(record_after(file->last(), "b"), std::vector<Note>{{1, "one\n"}}));
    ASSERT_TRUE(file->quarantine({"then", "another"}));
    const auto database =
        PostgresStore::open({.address = address(), .origin = file->origin()}).value();
    ASSERT_TRUE(copy_journal(*file, *database, true));
    ASSERT_TRUE(copy_journal(*file, *database, true));  // there is nothing left to copy
    const auto back =
        SqliteStore::open(
            {.path = folder_.file("back"), .reserve_bytes = 0, .origin = file->origin()})
            .value();
    ASSERT_TRUE(copy_journal(*database, *back, true));
    for (const Store* store :
         {static_cast<const Store*>(database.get()), static_cast<const Store*>(back.get())}) {
        EXPECT_EQ(store->last(), file->last());
        EXPECT_EQ(store->last_note().value(), file->last_note().value());
        EXPECT_EQ(store->quarantined().value(), file->quarantined().value());
        EXPECT_EQ(store->quarantined_at().value(), file->quarantined_at().value());
        EXPECT_EQ(count(*store), 2u);
    }
    // Another journal is not copied on top of it.
    const auto other = test::open_journal(folder_.file("other"));
    EXPECT_FALSE(PostgresStore::open({.address = address(), .origin = other->origin()}));
}

}  // namespace
}  // namespace sicbo::store
