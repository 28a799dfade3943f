#include "store/audit.h"

#include <gtest/gtest.h>

#include <cstring>

#include "store/follower.h"
#include "store/snapshot.h"
#include "support/journal.h"
#include "wire/bytes.h"

namespace sicbo::store {
namespace {

using test::Folder;
using test::give_all;
using test::open_journal;
using test::some_rounds;
using test::start_loop;

// A journal of some rounds, signed to its end, and what an attacker who has the database, but
// neither the notes outside nor the key, may do to a copy of it.
class Tampering : public testing::Test {
protected:
    static void SetUpTestSuite() {
        folder_ = new Folder;
        const auto journal = open_journal(path());
        const auto loop = start_loop(*journal);
        const auto follower =
            Follower::start(*journal, {path() + ".key", path() + ".notes"}).value();
        for (const table::Command& command : some_rounds()) {
            give_all(*loop, {command});
            follower->follow().value();
            loop->keep(follower->take_notes());
        }
        follower->sign_now().value();
        last_ = journal->last().sequence;
    }
    static void TearDownTestSuite() { delete folder_; }

    static std::string path() { return folder_->file("journal"); }
    static std::string copy() { return folder_->file("copy"); }

    static void copy_journal() {
        for (const char* part : {"", "-wal", "-shm"}) {
            remove_file(copy() + part);
            if (exists(path() + part)) std::filesystem::copy_file(path() + part, copy() + part);
        }
    }
    static void change(const std::string& sql) {
        copy_journal();
        const Database database = Database::open(copy(), Access::create).value();
        const auto done = database.run("PRAGMA synchronous=OFF;" + sql);
        ASSERT_TRUE(done) << done.error().text();
    }
    static Audit look(bool with_notes = true, bool all_signed = false) {
        const std::string notes = with_notes ? path() + ".notes" : "";
        const Result<Audit> audit =
            store::audit({copy(), notes, path() + ".key.pub", all_signed, {}});
        if (audit) return *audit;
        Audit bad;
        bad.verdict = Verdict::bad;
        bad.what = audit.error().text();
        return bad;
    }

    // Rewrites the record with a changed event and gives all that follow new hashes.
    static void chain_anew(std::uint64_t sequence, const std::function<void(table::Event&)>& edit) {
        copy_journal();
        std::vector<Record> records;
        std::string origin;
        {
            const auto journal = SqliteStore::open({copy(), Access::read}).value();
            origin = journal->origin();
            RecordWriter writer(beginning_of(origin));
            journal
                ->read(0,
                       [&](const Record& record) -> Result<void> {
                           split_record(
                               record,
                               [&](std::uint64_t at, std::string_view bytes) -> Result<void> {
                                   table::Event event = wire::read_event(bytes).value();
                                   if (at == sequence) edit(event);
                                   writer.add(wire::write_event(event));
                                   return {};
                               })
                               .value();
                           records.push_back(writer.record());
                           writer.start(records.back().last);
                           return {};
                       })
                .value();
        }
        const Database database = Database::open(copy(), Access::create).value();
        Statement update =
            database.prepare("UPDATE record SET hash = ?, bytes = ? WHERE last = ?").value();
        for (const Record& record : records) {
            const std::string hash(reinterpret_cast<const char*>(record.last.hash.bytes.data()),
                                   32);
            update.bind_blob(1, hash)
                .bind_blob(2, record.bytes)
                .bind(3, static_cast<std::int64_t>(record.last.sequence));
            update.run().value();
        }
    }
    // The first event that is of the kind.
    template <class Fact>
    static std::uint64_t first() {
        std::uint64_t found = 0;
        const auto journal = SqliteStore::open({path(), Access::read}).value();
        journal
            ->read(0,
                   [&](const Record& record) -> Result<void> {
                       return split_record(
                           record, [&](std::uint64_t at, std::string_view bytes) -> Result<void> {
                               const table::Event event = wire::read_event(bytes).value();
                               if (found == 0 && std::holds_alternative<Fact>(event.fact))
                                   found = at;
                               return {};
                           });
                   })
            .value();
        return found;
    }

    static Folder* folder_;
    static std::uint64_t last_;
};
Folder* Tampering::folder_ = nullptr;
std::uint64_t Tampering::last_ = 0;

TEST_F(Tampering, EventsThatNoNoteStandsForAreCounted) {
    copy_journal();
    EXPECT_EQ(look(true, true).verdict, Verdict::intact);
    EXPECT_EQ(look(true, true).signed_to, last_);
    // Without those outside the last note is the one that came with the record before the end.
    const Audit audit = look(false);
    EXPECT_EQ(audit.verdict, Verdict::intact);
    EXPECT_LT(audit.signed_to, last_);
    const std::string left = std::to_string(last_ - audit.signed_to);
    EXPECT_NE(audit.remarks.back().find("the last " + left + " of"), std::string::npos)
        << audit.remarks.back();
    const Audit strict = look(false, true);
    EXPECT_EQ(strict.verdict, Verdict::bad);
    EXPECT_EQ(strict.sequence, audit.signed_to + 1);
}

TEST_F(Tampering, AJournalThatNobodyTouchedIsIntact) {
    copy_journal();
    const Audit audit = look();
    EXPECT_EQ(audit.verdict, Verdict::intact) << audit.what;
    EXPECT_EQ(audit.events, last_);
    EXPECT_EQ(audit.rounds, 3u);
    EXPECT_EQ(audit.outside, 4u);
    EXPECT_EQ(audit.notes, 3u);
    EXPECT_TRUE(audit.remarks.empty());
}

TEST_F(Tampering, EveryByteOfEveryRowCounts) {
    copy_journal();
    struct Cell {
        std::int64_t key;
        std::string column;
        std::string table;
        std::string bytes;
    };
    std::vector<Cell> cells;
    {
        const Database database = Database::open(copy(), Access::create).value();
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
    std::uint64_t changed = 0;
    const Database database = Database::open(copy(), Access::create).value();
    ASSERT_TRUE(database.run("PRAGMA synchronous=OFF"));
    for (const Cell& cell : cells) {
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
        // Of the long text of a rule set a part will do; of all else, every byte.
        const std::size_t step = cell.bytes.size() > 5'000 ? 997 : 1;
        for (std::size_t i = 0; i < cell.bytes.size(); i += step) {
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
    EXPECT_GT(changed, 3'000u);
}

TEST_F(Tampering, RowsThatAreMissingSwappedOrAddedAreFound) {
    std::vector<std::uint64_t> ends;
    {
        const auto journal = SqliteStore::open({path(), Access::read}).value();
        ASSERT_TRUE(journal->read(0, [&](const Record& record) -> Result<void> {
            ends.push_back(record.last.sequence);
            return {};
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
        std::get<table::CreditPut>(event.fact).amount += Money::of_cents(100);
        event.postings.at(0).amount += Money::of_cents(100);
    });
    EXPECT_EQ(look().verdict, Verdict::forked) << look().what;
    // Without the notes in the database, those outside still tell.
    const Database database = Database::open(copy(), Access::create).value();
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
            const Database database = Database::open(copy(), Access::create).value();
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
        const Database database = Database::open(copy(), Access::create).value();
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
        auto& fact = std::get<table::RoundSettled>(event.fact);
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

TEST_F(Tampering, SnapshotsAndReportsThatDifferAreFound) {
    copy_journal();
    const auto journal = SqliteStore::open({copy(), Access::read}).value();
    Recovered at = recover(*journal).value();
    ASSERT_TRUE(keep_snapshot_file(copy(), {at.at, wire::write_state(at.state)}));
    Audit audit = look();
    EXPECT_EQ(audit.verdict, Verdict::intact) << audit.what;
    EXPECT_EQ(audit.snapshots, 1u);
    at.state.tables.begin()->second.layouts.at(0).won += Money::of_cents(1);
    ASSERT_TRUE(keep_snapshot_file(copy(), {at.at, wire::write_state(at.state)}));
    audit = look();
    EXPECT_EQ(audit.verdict, Verdict::bad);
    EXPECT_NE(audit.what.find("meters"), std::string::npos);
    for (const std::string& path : files_with_prefix(copy() + ".snapshot-")) remove_file(path);

    std::filesystem::copy_file(path() + ".reports", copy() + ".reports");
    EXPECT_EQ(look().verdict, Verdict::intact);
    {
        const auto reports = Reports::open(copy() + ".reports").value();
        ASSERT_TRUE(reports->database().run("UPDATE balance SET amount = amount + 1"));
    }
    EXPECT_EQ(look().verdict, Verdict::bad);
    remove_file(copy() + ".reports");
}

TEST_F(Tampering, BytesOfTheFileEitherChangeNothingOrAreFound) {
    // Some bytes of a database mean nothing: free room, counters. What is read must be the same.
    const auto read_all = [&]() -> std::optional<std::vector<Record>> {
        const auto journal = SqliteStore::open({copy(), Access::read});
        if (!journal) return std::nullopt;
        std::vector<Record> records;
        const auto done = (*journal)->read(0, [&](const Record& record) -> Result<void> {
            records.push_back(record);
            return {};
        });
        if (!done) return std::nullopt;
        return records;
    };
    {
        const auto journal = SqliteStore::open({.path = path(), .reserve_bytes = 0}).value();
        ASSERT_TRUE(journal->tidy());
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
