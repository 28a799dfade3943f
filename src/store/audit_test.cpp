// SPDX-License-Identifier: MIT
#include "store/audit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "store/follower.h"
#include "store/reports.h"
#include "store/snapshot.h"
#include "support/journal.h"
#include "support/tampering.h"
#include "table/engine.h"
#include "wire/bytes.h"

namespace sicbo::store {
namespace {

using test::Tampering;

TEST_F(Tampering, EventsThatNoNoteStandsForAreCounted) {
    copy_journal();
    EXPECT_EQ(look(true, true).verdict, Verdict::intact);
    EXPECT_EQ(look(true, true).signed_until, last_);
    // Without those outside the last note is the one that came with the record before the end.
    const Audit audit = look(false);
    EXPECT_EQ(audit.verdict, Verdict::intact);
    EXPECT_LT(audit.signed_until, last_);
    const std::string left = std::to_string(last_ - audit.signed_until);
    EXPECT_NE(audit.remarks.back().find("the last " + left + " of"), std::string::npos)
        << audit.remarks.back();
    const Audit strict = look(false, true);
    EXPECT_EQ(strict.verdict, Verdict::bad);
    EXPECT_EQ(strict.sequence, audit.signed_until + 1);
}

TEST_F(Tampering, WithoutAKeyNothingIsSaidOfEventsThatNoNoteCovers) {
    copy_journal();
    const auto without_key = [](bool all_signed) {
        return store::audit({copy(), path() + ".notes", "", all_signed, {}}).value();
    };
    const Audit audit = without_key(false);
    EXPECT_EQ(audit.verdict, Verdict::intact);
    ASSERT_EQ(audit.remarks.size(), 1u);
    EXPECT_NE(audit.remarks[0].find("no key was given"), std::string::npos);
    const Audit strict = without_key(true);
    EXPECT_EQ(strict.verdict, Verdict::bad);
    EXPECT_EQ(strict.what, "no key was given, so no event counts as signed");
}

TEST_F(Tampering, AJournalThatNobodyTouchedIsIntact) {
    copy_journal();
    const Audit audit = look();
    EXPECT_EQ(audit.verdict, Verdict::intact) << audit.what;
    EXPECT_EQ(audit.events, last_);
    EXPECT_EQ(audit.rounds, 3u);
    EXPECT_EQ(audit.notes_outside, 4u);
    EXPECT_EQ(audit.notes, 3u);
    EXPECT_TRUE(audit.remarks.empty());
}

TEST_F(Tampering, TheBytesOfEveryRowCount) {
    copy_journal();
    struct Cell {
        std::int64_t key;
        std::string column;
        std::string table;
        std::string bytes;
    };
    std::vector<Cell> cells;
    {
        const Database database = Database::open(copy(), Access::read_write).value();
        for (const std::string column : {"bytes", "hash"}) {
            Statement rows = database.prepare("SELECT last, " + column + " FROM record").value();
            while (rows.step().value()) {
                cells.push_back({rows.number(0), column, "record", std::string(rows.blob(1))});
            }
        }
        Statement rows = database.prepare("SELECT size, text FROM note").value();
        while (rows.step().value()) {
            cells.push_back({rows.number(0), "text", "note", std::string(rows.blob(1))});
        }
    }
    ASSERT_FALSE(cells.empty());
    // Of the long text of a rule set a part will do; of all else, every 13th byte, from another one
    // in each row. The long run takes every byte.
    const std::size_t usual = std::getenv("SICBO_EVERY_BYTE") ? 1 : 13;
    std::uint64_t changed = 0;
    const Database database = Database::open(copy(), Access::read_write).value();
    ASSERT_TRUE(database.run("PRAGMA synchronous=OFF"));
    for (const Cell& cell : cells) {
        ASSERT_FALSE(cell.bytes.empty());
        Statement update =
            database
                .prepare("UPDATE " + cell.table + " SET " + cell.column + " = ? WHERE " +
                         (cell.table == "note" ? "size" : "last") + " = ?")
                .value();
        const auto set = [&](const std::string& bytes) {
            if (cell.table == "note") {
                update.bind(1, std::string_view(bytes));
            } else {
                update.bind_blob(1, bytes);
            }
            update.bind(2, cell.key).run().value();
        };
        const std::size_t step = cell.bytes.size() > 5'000 ? 997 : usual;
        const std::size_t first =
            static_cast<std::size_t>(cell.key) % std::min(usual, cell.bytes.size());
        for (std::size_t i = first; i < cell.bytes.size(); i += step) {
            std::string other = cell.bytes;
            other[i] = static_cast<char>(other[i] ^ (1 << (i % 8)));
            set(other);
            const Audit audit = look(false);
            EXPECT_NE(audit.verdict, Verdict::intact)
                << cell.table << " " << cell.key << " " << cell.column << " byte " << i;
            // The verdict names the event, or one of the record that it is in.
            if (cell.column == "bytes") {
                EXPECT_LE(audit.sequence, static_cast<std::uint64_t>(cell.key));
            }
            ++changed;
        }
        set(cell.bytes);
    }
    EXPECT_EQ(look().verdict, Verdict::intact);
    EXPECT_GE(changed, cells.size());  // none was left out
    if (usual == 1) {
        EXPECT_GT(changed, 3'000u);
    }
}

TEST_F(Tampering, RowsThatAreMissingSwappedOrAddedAreFound) {
    std::vector<std::uint64_t> ends;
    {
        const auto journal = SqliteStore::open({path(), Access::read}).value();
        ASSERT_TRUE(journal->read(0, [&](const Record& record) -> Result<bool> {
            ends.push_back(record.last.sequence);
            return true;
        }));
    }
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
        const std::string one = std::to_string(ends[i]);
        const std::string two = std::to_string(ends[i + 1]);
        change("DELETE FROM record WHERE last = " + one);
        EXPECT_EQ(look(false).verdict, Verdict::bad) << one;
        EXPECT_EQ(look(false).sequence, i == 0 ? 1 : ends[i - 1] + 1) << one;
        change("UPDATE record SET last = -1 WHERE last = " + one +
               "; UPDATE record SET last = " + one + " WHERE last = " + two +
               "; UPDATE record SET last = " + two + " WHERE last = -1");
        EXPECT_EQ(look(false).verdict, Verdict::bad) << one;
    }
    const std::string last = std::to_string(last_);
    for (const std::string& row :
         {last + " + 1, " + last + " + 1, hash, bytes", last + " + 1, first, hash, bytes",
          last + " + 5, " + last + " + 1, hash, x''"}) {
        change("INSERT INTO record SELECT " + row + " FROM record WHERE last = " + last);
        EXPECT_EQ(look(false).verdict, Verdict::bad) << row;
        EXPECT_EQ(look(false).sequence, last_ + 1) << row;
    }
    // A record that can't be read at all is bad itself, not those before it.
    const std::string third = std::to_string(ends.at(2));
    change("UPDATE record SET hash = x'00' WHERE last = " + third);
    EXPECT_EQ(look(false).verdict, Verdict::bad);
    EXPECT_GT(look(false).sequence, ends.at(1));
    change("UPDATE journal SET origin = 'another'");
    EXPECT_EQ(look(false).verdict, Verdict::bad);
}

TEST_F(Tampering, AJournalCutAtAnyPointIsFoundByWhatWasSigned) {
    for (std::uint64_t end = 0; end < last_; ++end) {
        change("DELETE FROM record WHERE last > " + std::to_string(end) +
               "; DELETE FROM note WHERE size > " + std::to_string(end));
        const Audit audit = look();
        EXPECT_EQ(audit.verdict, Verdict::truncated) << end;
        EXPECT_LE(audit.sequence, end);
    }
}

TEST_F(Tampering, AJournalChainedAnewWithoutTheKeyIsFound) {
    // A stake that never was, with all hashes after it as they should be.
    chain_anew(first<table::CreditPut>(), [](table::Event& event) {
        get<table::CreditPut>(event.fact).amount += Money::of_cents(100);
        event.postings.at(0).amount += Money::of_cents(100);
    });
    EXPECT_EQ(look().verdict, Verdict::forked) << look().what;
    // Without the notes in the database, those outside still tell.
    const Database database = Database::open(copy(), Access::read_write).value();
    ASSERT_TRUE(database.run("DELETE FROM note"));
    EXPECT_EQ(look().verdict, Verdict::forked);
    // With no notes at all nothing does, and the audit says what it could not look at.
    const Audit blind = look(false);
    EXPECT_EQ(blind.verdict, Verdict::intact);
    EXPECT_FALSE(blind.remarks.empty());
}

TEST_F(Tampering, MoneyThatNoFactMovesIsFoundWhoeverSignedIt) {
    const ledger::Account one = ledger::credit(StayId{1});
    const ledger::Account two = ledger::credit(StayId{2});
    const ledger::Account nobody = ledger::credit(StayId{77});
    const auto expect_bad = [&](std::uint64_t sequence, const auto& edit) {
        chain_anew(sequence, edit);
        {
            const Database database = Database::open(copy(), Access::read_write).value();
            ASSERT_TRUE(database.run("DELETE FROM note"));
        }
        const Audit audit = look(false);
        EXPECT_EQ(audit.verdict, Verdict::bad);
        EXPECT_EQ(audit.sequence, sequence);
        EXPECT_NE(audit.what.find("the entries of "), std::string::npos) << audit.what;
    };
    const auto add = [](ledger::Account from, ledger::Account to) {
        return [=](table::Event& event) {
            event.postings.push_back({from, to, Money::of_cents(100)});
        };
    };
    expect_bad(first<table::ResultEntered>(), add(one, two));
    expect_bad(first<table::ResultEntered>(), add(one, nobody));
    expect_bad(first<table::MixStarted>(), add(ledger::house(TableId{1}), two));
    expect_bad(first<table::BetsPlaced>(), add(ledger::cash(TableId{1}), one));
    // Staked by one, paid by another; put in by one, had by another.
    expect_bad(first<table::BetsPlaced>(),
               [&](table::Event& event) { event.postings.at(0).from = two; });
    expect_bad(first<table::CreditPut>(),
               [&](table::Event& event) { event.postings.at(0).to = two; });
    expect_bad(first<table::CreditPut>(), [&](table::Event& event) { event.postings.clear(); });
}

TEST_F(Tampering, ASettlementThatTheRulesDoNotGiveIsFoundWhoeverSignedIt) {
    const auto expect_bad = [&](std::uint64_t sequence, const std::string& what) {
        const Database database = Database::open(copy(), Access::read_write).value();
        ASSERT_TRUE(database.run("DELETE FROM note"));
        const Audit audit = look(false);
        EXPECT_EQ(audit.verdict, Verdict::bad);
        EXPECT_EQ(audit.sequence, sequence);
        EXPECT_NE(audit.what.find(what), std::string::npos) << audit.what;
    };
    const std::uint64_t settled = first<table::RoundSettled>();
    // Ten more for a friend, in balance.
    chain_anew(settled,
               [](table::Event& event) { event.postings.back().amount += Money::of_cents(10); });
    expect_bad(settled, "the entries of the settlement");
    chain_anew(settled, [](table::Event& event) {
        auto& fact = get<table::RoundSettled>(event.fact);
        fact.back.at(0) += Money::of_cents(10);
    });
    expect_bad(settled, "the settlement is not what the rules give");
    const std::uint64_t voided = first<table::RoundVoided>();
    chain_anew(voided, [](table::Event& event) { event.postings.clear(); });
    expect_bad(voided, "the void");
    const std::uint64_t amended = first<table::RoundsAmended>();
    chain_anew(amended, [](table::Event& event) { event.postings.pop_back(); });
    expect_bad(amended, "correction");
    const std::uint64_t placed = first<table::BetsPlaced>();
    chain_anew(placed,
               [](table::Event& event) { event.postings.at(0).amount -= Money::of_cents(100); });
    expect_bad(placed, "the entries of BetsPlaced");
}

TEST_F(Tampering, NumbersOfRowsCount) {
    for (const char* sql : {"UPDATE record SET first = first + 1 WHERE last = %",
                            "UPDATE record SET first = -first "
                            "WHERE last = %",
                            "UPDATE record SET first = first - 1 WHERE last = %",
                            "UPDATE OR REPLACE record SET last = last + 1 WHERE last = %",
                            "UPDATE OR REPLACE record SET last = last - 1 WHERE last = %",
                            "UPDATE record SET last = -last WHERE last = %",
                            "UPDATE record SET last = last + 1000000 WHERE last = %"}) {
        for (std::uint64_t end = 1; end <= last_; ++end) {
            copy_journal();
            const Database database = Database::open(copy(), Access::read_write).value();
            std::string text = sql;
            text.replace(text.find('%'), 1, std::to_string(end));
            ASSERT_TRUE(database.run("PRAGMA synchronous=OFF;" + text));
            if (database.changed_rows() == 0) continue;
            EXPECT_NE(look(false).verdict, Verdict::intact) << text;
        }
    }
    for (const char* sql :
         {"UPDATE note SET size = size + 1 WHERE size = (SELECT max(size) FROM note)",
          "UPDATE note SET size = size - 1 WHERE size = (SELECT min(size) FROM note)",
          "UPDATE note SET size = -size WHERE size = (SELECT min(size) FROM note)",
          "UPDATE note SET size = 0 WHERE size = (SELECT min(size) FROM note)"}) {
        change(sql);
        EXPECT_NE(look(false).verdict, Verdict::intact) << sql;
    }
}

TEST_F(Tampering, WhatCannotBeAJournalIsBad) {
    for (const char* sql :
         {"CREATE TRIGGER t AFTER INSERT ON record BEGIN DELETE FROM note; END",
          "DROP TABLE journal; CREATE VIEW journal AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
          "SELECT i + 1 FROM n) SELECT max(i) AS origin FROM n",
          "INSERT INTO journal VALUES ('another')", "PRAGMA user_version=0",
          "INSERT INTO note VALUES (-3, '')"}) {
        change(sql);
        const Result<Audit> audit = store::audit({copy(), "", path() + ".key.pub"});
        ASSERT_TRUE(audit) << sql;
        EXPECT_EQ(audit->verdict, Verdict::bad) << sql;
        EXPECT_EQ(audit->sequence, 0u);
    }
    EXPECT_FALSE(store::audit({copy() + "-none", "", ""}));
}

TEST_F(Tampering, SnapshotsAndReportsThatDifferAreFound) {
    copy_journal();
    const auto journal = SqliteStore::open({copy(), Access::read}).value();
    Recovered at = recover(*journal).value();
    ASSERT_TRUE(save_snapshot_file(copy(), {at.at, wire::write_state(at.state)}));
    Audit audit = look();
    EXPECT_EQ(audit.verdict, Verdict::intact) << audit.what;
    EXPECT_EQ(audit.snapshots, 1u);
    at.state.tables.begin()->second.layout_meters.at(0).won += Money::of_cents(1);
    ASSERT_TRUE(save_snapshot_file(copy(), {at.at, wire::write_state(at.state)}));
    audit = look();
    EXPECT_EQ(audit.verdict, Verdict::bad);
    EXPECT_NE(audit.what.find("meters"), std::string::npos);
    for (const std::string& path : files_with_prefix(copy() + ".snapshot-")) remove_file(path);

    const auto change_reports = [&](const std::string& sql) {
        remove_file(copy() + ".reports");
        std::filesystem::copy_file(path() + ".reports", copy() + ".reports");
        const auto reports = Reports::open(copy() + ".reports").value();
        ASSERT_TRUE(reports->database().run(sql)) << sql;
    };
    change_reports("SELECT 1");
    audit = look();
    EXPECT_EQ(audit.verdict, Verdict::intact) << audit.what;
    EXPECT_TRUE(audit.remarks.empty());
    for (const char* sql :
         {"UPDATE balance SET amount = amount + 1", "DELETE FROM balance WHERE owner = 1",
          "UPDATE round SET roll = '6-6-6' WHERE number = 1",
          "UPDATE round SET end = 'void' WHERE number = 2",
          "UPDATE round SET cause = NULL WHERE number = 3", "DELETE FROM round WHERE number = 2",
          "UPDATE round SET ended_at = ended_at + 1", "UPDATE round SET first_sequence = 1",
          "INSERT INTO round SELECT table_id, 77, rules, begun_at, opened_at, ended_at, end, roll, "
          "manual, cause, first_sequence, last_sequence FROM round WHERE number = 1",
          "UPDATE bet SET back = back + 100 WHERE round = 1 AND stay = 1",
          "UPDATE bet SET stake = stake + 100 WHERE round = 3", "DELETE FROM bet WHERE round = 2",
          "UPDATE bet SET spot = spot + 40 WHERE round = 2 AND stay = 1",
          "INSERT INTO bet SELECT table_id, 77, stay, terminal, layout, spot, stake, effective, "
          "back FROM bet WHERE round = 3",
          "UPDATE entry SET amount = amount + 1 WHERE sequence = (SELECT max(sequence) FROM entry)",
          "UPDATE entry SET to_owner = to_owner + 1 WHERE sequence = (SELECT min(sequence) FROM "
          "entry)",
          "DELETE FROM entry WHERE sequence = (SELECT max(sequence) FROM entry)",
          "INSERT INTO entry SELECT sequence, place + 1, at, table_id, event, from_kind, "
          "from_owner, "
          "to_kind, to_owner, amount FROM entry WHERE sequence = (SELECT max(sequence) FROM entry) "
          "ORDER BY place DESC LIMIT 1"}) {
        change_reports(sql);
        audit = look();
        EXPECT_EQ(audit.verdict, Verdict::bad) << sql;
        EXPECT_NE(audit.what.find("the reports have"), std::string::npos) << audit.what;
    }
    // Those of another journal are made again by a start, and are no evidence.
    change_reports("UPDATE position SET hash = zeroblob(32); UPDATE balance SET amount = 1");
    audit = look();
    EXPECT_EQ(audit.verdict, Verdict::intact) << audit.what;
    ASSERT_EQ(audit.remarks.size(), 1u);
    EXPECT_NE(audit.remarks[0].find("do not belong to this journal"), std::string::npos);
    remove_file(copy() + ".reports");
}

TEST_F(Tampering, BytesOfTheFileEitherChangeNothingOrAreFound) {
    // Some bytes of a database mean nothing: free room, counters. What is read must be the same.
    const auto read_all = [&]() -> std::optional<std::vector<Record>> {
        const auto journal = SqliteStore::open({copy(), Access::read});
        if (!journal) return std::nullopt;
        std::vector<Record> records;
        const auto done = (*journal)->read(0, [&](const Record& record) -> Result<bool> {
            records.push_back(record);
            return true;
        });
        if (!done) return std::nullopt;
        return records;
    };
    {
        const auto journal = SqliteStore::open({.path = path(), .reserve_bytes = 0}).value();
        ASSERT_TRUE(journal->checkpoint_wal());
    }
    copy_journal();
    const auto records = read_all();
    const std::string whole = read_file(copy()).value();
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < whole.size(); i += 211) {
        for (const char* part : {"-wal", "-shm"}) remove_file(copy() + part);
        std::string other = whole;
        other[i] = static_cast<char>(other[i] ^ 4);
        ASSERT_TRUE(write_file(copy(), other));
        const bool same = read_all() == records;
        const Audit audit = look();
        if (audit.verdict != Verdict::intact) ++found;
        EXPECT_TRUE(same || audit.verdict != Verdict::intact) << i;
    }
    EXPECT_GT(found, 30u);
}

}  // namespace
}  // namespace sicbo::store
