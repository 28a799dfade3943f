// SPDX-License-Identifier: MIT
#include "store/reports.h"

#include <array>
#include <cstring>
#include <utility>

#include "core/check.h"
#include "store/files.h"
#include "store/reported_tickets.h"

namespace sicbo::store {
namespace {

constexpr std::int64_t reports_version = 3;

constexpr std::string_view schema = R"(
    CREATE TABLE position (sequence INTEGER NOT NULL, hash BLOB NOT NULL, boot TEXT NOT NULL);
    CREATE TABLE round (
        table_id INTEGER NOT NULL, number INTEGER NOT NULL, rules TEXT NOT NULL,
        begun_at INTEGER NOT NULL, opened_at INTEGER NOT NULL, ended_at INTEGER,
        end TEXT NOT NULL, roll TEXT, manual INTEGER NOT NULL, cause TEXT,
        first_sequence INTEGER NOT NULL, last_sequence INTEGER NOT NULL,
        PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID;
    CREATE INDEX round_by_time ON round (begun_at);
    CREATE TABLE bet (
        table_id INTEGER NOT NULL, round INTEGER NOT NULL, stay INTEGER NOT NULL,
        terminal INTEGER NOT NULL, layout TEXT NOT NULL, spot INTEGER NOT NULL,
        stake INTEGER NOT NULL, effective INTEGER NOT NULL, back INTEGER NOT NULL,
        PRIMARY KEY (table_id, round, stay, spot)
    ) WITHOUT ROWID;
    CREATE TABLE entry (
        sequence INTEGER NOT NULL, place INTEGER NOT NULL, at INTEGER NOT NULL,
        table_id INTEGER NOT NULL, event TEXT NOT NULL,
        from_kind TEXT NOT NULL, from_owner INTEGER NOT NULL,
        to_kind TEXT NOT NULL, to_owner INTEGER NOT NULL, amount INTEGER NOT NULL,
        PRIMARY KEY (sequence, place)
    ) WITHOUT ROWID;
    CREATE TABLE balance (
        kind TEXT NOT NULL, owner INTEGER NOT NULL, amount INTEGER NOT NULL,
        PRIMARY KEY (kind, owner)
    ) WITHOUT ROWID;
    INSERT INTO position VALUES (0, x'', '');
)";

// Identifies the present start of the machine.
std::string boot_id() {
    const Result<std::string> id = read_file("/proc/sys/kernel/random/boot_id");
    return id ? *id : "unknown";
}

std::int64_t to_int64(std::uint64_t value) { return static_cast<std::int64_t>(value); }

}  // namespace

bool updates_report_row(const table::Fact& fact) {
    return holds<table::RoundBegun>(fact) || holds<table::BettingOpened>(fact) ||
           holds<table::RoundSettled>(fact) || holds<table::RoundVoided>(fact) ||
           holds<table::LightsCleared>(fact) || holds<table::LightsFailed>(fact);
}

Result<std::unique_ptr<Reports>> Reports::open_once(const std::string& path, Access access) {
    Result<Database> database = Database::open(path, access);
    if (!database) return std::unexpected(database.error());
    std::unique_ptr<Reports> reports(new Reports(std::move(*database)));
    if (access == Access::read_write) {
        if (auto done = reports->configure(); !done) return std::unexpected(done.error());
        if (auto done = reports->prepare_statements(); !done) return std::unexpected(done.error());
    }
    const Result<std::int64_t> is = reports->database_.query_number("PRAGMA user_version");
    if (!is) return std::unexpected(is.error());
    if (*is != reports_version) return failure("the reports have another format", path);
    if (auto done = reports->read_position(); !done) return std::unexpected(done.error());
    if (access == Access::read_write && path != ":memory:") {
        if (auto done = reports->relax_durability(); !done) return std::unexpected(done.error());
    }
    return reports;
}

Result<void> Reports::read_position() {
    Result<Statement> row = database_.prepare("SELECT sequence, hash, boot FROM position");
    if (!row) return std::unexpected(row.error());
    const Result<bool> there = row->step();
    if (!there) return std::unexpected(there.error());
    if (!*there) return failure("the reports have no position");
    if (!row->text(2).empty() && row->text(2) != boot_id()) {
        return failure("the machine stopped while the reports were written");
    }
    position_.sequence = static_cast<std::uint64_t>(row->number(0));
    const std::string_view hash = row->blob(1);
    if (hash.size() == position_.hash.bytes.size()) {
        std::memcpy(position_.hash.bytes.data(), hash.data(), hash.size());
    }
    return {};
}

// From here on commits are not synced: the journal needs the disk for itself. What is written in
// this way survives the end of the program, but not that of the machine; the boot id in the
// database says so, and is written durably first.
Result<void> Reports::relax_durability() {
    Result<Statement> mark = database_.prepare("UPDATE position SET boot = ?");
    if (!mark) return std::unexpected(mark.error());
    const std::string now = boot_id();
    if (auto done = mark->bind(1, now).run(); !done) return done;
    const Result<std::int64_t> busy = database_.query_number("PRAGMA wal_checkpoint(TRUNCATE)");
    if (!busy) return std::unexpected(busy.error());
    if (*busy != 0) return {};  // a reader prevents it: commits stay synced
    relaxed_ = true;
    return database_.run("PRAGMA synchronous=OFF");
}

Reports::~Reports() {
    if (!relaxed_) return;
    // If this fails, the reports are made again after the machine's next start.
    const bool done = database_.run("PRAGMA synchronous=FULL; UPDATE position SET boot = ''") &&
                      database_.checkpoint();
    static_cast<void>(done);
}

Result<std::unique_ptr<Reports>> Reports::open(const std::string& path) {
    Result<std::unique_ptr<Reports>> reports = open_once(path, Access::read_write);
    if (reports || path == ":memory:") return reports;
    for (const char* part : {"", "-wal", "-shm"}) remove_file(path + part);
    return open_once(path, Access::read_write);
}

Result<std::unique_ptr<Reports>> Reports::open_to_read(const std::string& path) {
    return open_once(path, Access::read);
}

Result<void> Reports::configure() {
    if (auto done = database_.query_text("PRAGMA journal_mode=WAL"); !done) {
        return std::unexpected(done.error());
    }
    if (auto done = database_.run("PRAGMA busy_timeout=5000; PRAGMA synchronous=FULL; "
                                  "PRAGMA wal_autocheckpoint=4000");
        !done) {
        return done;
    }
    const Result<std::int64_t> is = database_.query_number("PRAGMA user_version");
    if (!is) return std::unexpected(is.error());
    if (*is != 0) return {};
    return database_.run("BEGIN IMMEDIATE;" + std::string(schema) + std::string(tickets_schema) +
                         "PRAGMA user_version=" + std::to_string(reports_version) + "; COMMIT;");
}

Result<void> Reports::prepare_statements() {
    const std::array<std::pair<Statement*, std::string_view>, 7> all = {{
        {&insert_round_,
         "INSERT OR REPLACE INTO round VALUES (?1, ?2, ?3, ?4, ?5, "
         "coalesce((SELECT ended_at FROM round WHERE table_id = ?1 AND number = ?2), ?6), "
         "?7, ?8, ?9, ?10, "
         "coalesce((SELECT first_sequence FROM round WHERE table_id = ?1 AND number = ?2), ?11), "
         "?12)"},

        {&remove_bets_, "DELETE FROM bet WHERE table_id = ? AND round = ?"},
        {&insert_bet_, "INSERT INTO bet VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"},
        {&insert_entry_, "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
        {&change_balance_,
         "INSERT INTO balance VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET amount = amount + ?3"},
        {&insert_ticket_, insert_ticket},
        {&set_position_, "UPDATE position SET sequence = ?, hash = ?"},
    }};
    for (const auto& [statement, sql] : all) {
        Result<Statement> made = database_.prepare(sql);
        if (!made) return std::unexpected(made.error());
        *statement = std::move(*made);
    }
    return {};
}

Result<void> Reports::clear() {
    position_ = {};
    return database_.run(
        "BEGIN IMMEDIATE; DELETE FROM round; DELETE FROM bet; DELETE FROM entry;"
        "DELETE FROM balance; DELETE FROM ticket;"
        "UPDATE position SET sequence = 0, hash = x''; COMMIT;");
}

Result<void> Reports::begin() {
    added_ = position_.sequence;
    return database_.run("BEGIN IMMEDIATE");
}

Result<void> Reports::commit(const Position& at) {
    set_position_.bind(1, to_int64(at.sequence)).bind_blob(2, bytes_of(at.hash));
    if (auto done = set_position_.run(); !done) return done;
    if (auto done = database_.run("COMMIT"); !done) return done;
    position_ = at;
    return {};
}

Result<void> Reports::write_round(const rules::Game& game, TableId table, const table::Round& round,
                                  const table::Event& event, const Position& at) {
    check(round.number > 0);
    const bool ended = round.ended != table::RoundEnd::none;
    const std::string rules = to_text(round.rules);
    const std::string roll = round.roll ? to_text(*round.roll) : std::string();
    insert_round_.bind(1, table.number)
        .bind(2, to_int64(round.number))
        .bind(3, rules)
        .bind(4, round.begun_at.milliseconds)
        .bind(5, round.opened_at.milliseconds)
        .bind(7, to_word(round.ended))
        .bind(9, std::int64_t{round.manual})
        .bind(11, to_int64(at.sequence))
        .bind(12, to_int64(at.sequence));
    ended ? insert_round_.bind(6, event.stamp.at.milliseconds) : insert_round_.bind_null(6);
    round.roll ? insert_round_.bind(8, roll) : insert_round_.bind_null(8);
    round.void_for ? insert_round_.bind(10, to_word(*round.void_for)) : insert_round_.bind_null(10);
    if (auto done = insert_round_.run(); !done) return done;
    if (!ended && !round.bets_settled) return {};
    remove_bets_.bind(1, table.number).bind(2, to_int64(round.number));
    if (auto done = remove_bets_.run(); !done) return done;
    for (const auto& [stay, slip] : round.bet_slips) {
        for (const table::Bet& bet : slip.bets) {
            check(bet.effective <= bet.stake);
            insert_bet_.bind(1, table.number)
                .bind(2, to_int64(round.number))
                .bind(3, stay.number)
                .bind(4, slip.terminal.number)
                .bind(5, game.layouts.at(slip.layout).id)
                .bind(6, static_cast<std::int64_t>(bet.spot))
                .bind(7, bet.stake.cents())
                .bind(8, bet.effective.cents())
                .bind(9, bet.back.cents());
            if (auto done = insert_bet_.run(); !done) return done;
        }
    }
    return {};
}

Result<void> Reports::write_entries(const table::Event& event, const Position& at) {
    const std::string_view name = choice_names<table::FactChoice>[event.fact.index()];
    std::int64_t number = 0;
    for (const ledger::Posting& posting : event.postings) {
        check(posting.amount > Money() && posting.from != posting.to);
        insert_entry_.bind(1, to_int64(at.sequence))
            .bind(2, ++number)
            .bind(3, event.stamp.at.milliseconds)
            .bind(4, event.stamp.table.number)
            .bind(5, name)
            .bind(6, to_word(posting.from.kind))
            .bind(7, posting.from.owner)
            .bind(8, to_word(posting.to.kind))
            .bind(9, posting.to.owner)
            .bind(10, posting.amount.cents());
        if (auto done = insert_entry_.run(); !done) return done;
        for (const bool to : {false, true}) {
            const ledger::Account& account = to ? posting.to : posting.from;
            const std::int64_t cents = posting.amount.cents();
            change_balance_.bind(1, to_word(account.kind))
                .bind(2, account.owner)
                .bind(3, to ? cents : -cents);
            if (auto done = change_balance_.run(); !done) return done;
        }
    }
    return {};
}

Result<void> Reports::add(const table::State& after, const table::Event& event,
                          const Position& at) {
    check(at.sequence == added_ + 1 && after.sequence == at.sequence);
    added_ = at.sequence;
    if (auto done = write_entries(event, at); !done) return done;
    if (const auto changed = ticket_changed(after, event, at.sequence)) {
        if (auto done = write_ticket(insert_ticket_, *changed); !done) return done;
    }
    const table::Table* table = find_table(after, event.stamp.table);
    if (!table) return {};
    const auto write = [&](std::uint64_t number) -> Result<void> {
        const bool current = table->round && table->round->number == number;
        const auto past = table->past.find(number);
        if (!current && past == table->past.end()) return {};
        const table::Round& round = current ? *table->round : past->second;
        return write_round(*rules_of(after, round).game, event.stamp.table, round, event, at);
    };
    if (const auto* amended = get_if<table::RoundsAmended>(&event.fact)) {
        for (const table::Amended& each : amended->rounds) {
            if (auto done = write(each.round); !done) return done;
        }
        return {};
    }
    return updates_report_row(event.fact) ? write(table->rounds) : Result<void>();
}

}  // namespace sicbo::store
