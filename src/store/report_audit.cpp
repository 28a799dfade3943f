// SPDX-License-Identifier: MIT
#include "store/report_audit.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "core/check.h"
#include "store/files.h"
#include "store/reported_tickets.h"
#include "table/recall.h"

namespace sicbo::store {
namespace {

std::string differing_round(TableId table, std::uint64_t number) {
    return "the reports have another round " + std::to_string(number) + " of table " +
           std::to_string(table.number);
}

bool equals(const Statement& row, int column, std::uint64_t value) {
    return !row.is_null(column) && row.number(column) == static_cast<std::int64_t>(value);
}

bool equals_or_null(const Statement& row, int column, const std::optional<Instant>& value) {
    return value ? !row.is_null(column) && row.number(column) == value->milliseconds
                 : row.is_null(column);
}

bool equals_or_null(const Statement& row, int column, const std::optional<std::string>& value) {
    return value ? !row.is_null(column) && row.text(column) == *value : row.is_null(column);
}

}  // namespace

ReportAudit::ReportAudit(const Store& journal) {
    if (!exists(journal.files() + ".reports")) return;
    if (const auto opened = open(journal); opened) return;
    end_ = 0;
    remark_ =
        "the reports do not belong to this journal and were not compared; the next start "
        "makes them again";
}

Result<void> ReportAudit::open(const Store& journal) {
    Result<std::unique_ptr<Reports>> reports = Reports::open_to_read(journal.files() + ".reports");
    if (!reports) return std::unexpected(reports.error());
    reports_ = std::move(*reports);
    const Database& database = reports_->database();
    if (auto begun = database.run("BEGIN"); !begun) return begun;
    if (auto read = reports_->read_position(); !read) return read;
    const Position at = reports_->position();
    if (at.sequence == 0) return {};
    // A journal that is being written may have grown since it was opened.
    const Result<std::unique_ptr<Store>> now = journal.open_reader();
    if (!now) return std::unexpected(now.error());
    const auto end = (*now)->end_of_record(at.sequence);
    if (!end) return std::unexpected(end.error());
    if (*end != at) return failure("the reports belong to another journal");
    const auto prepare = [&](Statement& statement, std::string_view sql) -> Result<void> {
        Result<Statement> made = database.prepare(sql);
        if (!made) return std::unexpected(made.error());
        statement = std::move(*made);
        return {};
    };
    if (auto done = prepare(entries_,
                            "SELECT sequence, place, at, table_id, event, from_kind, from_owner, "
                            "to_kind, to_owner, amount FROM entry ORDER BY sequence, place");
        !done) {
        return done;
    }
    if (auto done =
            prepare(round_,
                    "SELECT rules, begun_at, opened_at, ended_at, end, roll, manual, cause, "
                    "first_sequence, last_sequence FROM round WHERE table_id = ? AND "
                    "number = ?");
        !done) {
        return done;
    }
    if (auto done = prepare(bets_,
                            "SELECT stay, spot, terminal, layout, stake, effective, back FROM bet "
                            "WHERE table_id = ? AND round = ? ORDER BY stay, spot");
        !done) {
        return done;
    }
    Result<Statement> ticket = select_tickets(database, "WHERE name = ?");
    if (!ticket) return std::unexpected(ticket.error());
    ticket_ = *std::move(ticket);
    end_ = at.sequence;
    return {};
}

ReportAudit::Discrepancy ReportAudit::before_event(const table::State& state,
                                                   const table::Event& event,
                                                   std::uint64_t sequence) {
    const bool begins = holds<table::RoundBegun>(event.fact);
    const bool closes = holds<table::TableClosed>(event.fact);
    const table::Table* table = find_table(state, event.stamp.table);
    if (sequence > end_ || !table) return std::nullopt;
    if (holds<table::RoundsRecalled>(event.fact)) {
        for (const std::uint64_t number : table::spent_rounds(state, event.stamp.table)) {
            const table::Round& round = table->past.at(number);
            auto wrong = compare_forgotten(state, event.stamp.table, round, sequence);
            if (wrong) return wrong;
        }
    }
    if (!begins && !closes) return std::nullopt;
    const auto memory = state.memory.tables.find(event.stamp.table);
    const auto is_recalled = [&](std::uint64_t round) {
        return memory != state.memory.tables.end() &&
               std::ranges::binary_search(memory->second.recalled, round);
    };
    std::size_t left = table->past.size();
    if (memory != state.memory.tables.end()) left -= memory->second.recalled.size();
    for (const auto& [number, round] : table->past) {
        // A close forgets the recalled rounds, a new round the oldest of the others.
        if (is_recalled(number) != closes) continue;
        if (begins && left-- < table->configuration.rounds_kept) break;
        if (auto wrong = compare_forgotten(state, event.stamp.table, round, sequence)) return wrong;
    }
    return std::nullopt;
}

// The reports hold what became of a round in the end. One that is recalled and amended later is
// compared when it is forgotten again.
ReportAudit::Discrepancy ReportAudit::compare_forgotten(const table::State& state, TableId table,
                                                        const table::Round& round,
                                                        std::uint64_t sequence) {
    round_.reset();
    const auto number = static_cast<std::int64_t>(round.number);
    const Result<bool> row = round_.bind(1, table.number).bind(2, number).step();
    if (!row) return row.error().text();
    const bool changes_later = *row && round_.number(9) > static_cast<std::int64_t>(sequence);
    const Key key{table, round.number};
    if (changes_later && round_.number(9) <= static_cast<std::int64_t>(end_)) {
        deferred_.insert(key);
        return std::nullopt;
    }
    if (auto wrong = compare_round(state, table, round)) return wrong;
    progress_.erase(key);
    deferred_.erase(key);
    return std::nullopt;
}

ReportAudit::Discrepancy ReportAudit::after_event(const table::State& state,
                                                  const table::Event& event,
                                                  std::uint64_t sequence) {
    check(sequence > last_sequence_);
    last_sequence_ = sequence;
    if (sequence > end_) return std::nullopt;
    if (auto wrong = compare_entries(event, sequence)) return wrong;
    if (auto wrong = compare_ticket(state, event, sequence)) return wrong;
    if (holds<table::RoundBegun>(event.fact)) ++rounds_;
    const table::Table* table = find_table(state, event.stamp.table);
    if (!table) return std::nullopt;
    if (const auto* amended = get_if<table::RoundsAmended>(&event.fact)) {
        for (const table::Amended& each : amended->rounds) {
            note_progress(state, event, each.round, sequence);
        }
    }
    if (updates_report_row(event.fact)) note_progress(state, event, table->rounds, sequence);
    return std::nullopt;
}

void ReportAudit::note_progress(const table::State& state, const table::Event& event,
                                std::uint64_t number, std::uint64_t sequence) {
    const table::Table& table = state.tables.at(event.stamp.table);
    const bool current = table.round && table.round->number == number;
    const auto past = table.past.find(number);
    if (!current && past == table.past.end()) return;
    RoundProgress& progress =
        progress_.try_emplace({event.stamp.table, number}, RoundProgress{sequence, 0, {}})
            .first->second;
    check(progress.first <= sequence && progress.last <= sequence);
    progress.last = sequence;
    if (!current && !progress.ended_at) progress.ended_at = event.stamp.at;
}

ReportAudit::Discrepancy ReportAudit::compare_entries(const table::Event& event,
                                                      std::uint64_t sequence) {
    std::uint64_t number = 0;
    for (const ledger::Posting& posting : event.postings) {
        const Result<bool> row = entries_.step();
        if (!row) return row.error().text();
        const bool same = *row && equals(entries_, 0, sequence) && equals(entries_, 1, ++number) &&
                          entries_.number(2) == event.stamp.at.milliseconds &&
                          equals(entries_, 3, event.stamp.table.number) &&
                          entries_.text(4) == choice_names<table::FactChoice>[event.fact.index()] &&
                          entries_.text(5) == to_word(posting.from.kind) &&
                          equals(entries_, 6, posting.from.owner) &&
                          entries_.text(7) == to_word(posting.to.kind) &&
                          equals(entries_, 8, posting.to.owner) &&
                          entries_.number(9) == posting.amount.cents();
        if (!same) return "the reports have other entries for the event";
    }
    return std::nullopt;
}

// The row is that of the last change.
ReportAudit::Discrepancy ReportAudit::compare_ticket(const table::State& state,
                                                     const table::Event& event,
                                                     std::uint64_t sequence) {
    const std::optional<ReportedTicket> changed = ticket_changed(state, event, sequence);
    if (!changed) return std::nullopt;
    if (!table::is_closed(changed->ticket.state)) ++ticket_count_;
    ticket_.reset();
    const Result<bool> row = ticket_.bind_blob(1, bytes_of(changed->name)).step();
    if (!row) return row.error().text();
    const bool same =
        *row && (read_ticket(ticket_) == *changed || read_ticket(ticket_).sequence > sequence);
    return same ? std::nullopt : Discrepancy("the reports have another ticket for the event");
}

ReportAudit::Discrepancy ReportAudit::compare_round(const table::State& state, TableId table,
                                                    const table::Round& round) {
    const auto found = progress_.find({table, round.number});
    if (found == progress_.end()) return std::nullopt;
    const RoundProgress& progress = found->second;
    const auto number = static_cast<std::int64_t>(round.number);
    const std::string wrong = differing_round(table, round.number);
    round_.reset();
    const Result<bool> row = round_.bind(1, table.number).bind(2, number).step();
    if (!row) return row.error().text();
    std::optional<std::string> roll;
    if (round.roll) roll = to_text(*round.roll);
    std::optional<std::string> cause;
    if (round.void_for) cause = to_word(*round.void_for);
    const bool same = *row && round_.text(0) == to_text(round.rules) &&
                      round_.number(1) == round.begun_at.milliseconds &&
                      round_.number(2) == round.opened_at.milliseconds &&
                      equals_or_null(round_, 3, progress.ended_at) &&
                      round_.text(4) == to_word(round.ended) && equals_or_null(round_, 5, roll) &&
                      round_.number(6) == std::int64_t{round.manual} &&
                      equals_or_null(round_, 7, cause) && equals(round_, 8, progress.first) &&
                      equals(round_, 9, progress.last);
    if (!same) return wrong;
    return compare_bets(state, table, round);
}

ReportAudit::Discrepancy ReportAudit::compare_bets(const table::State& state, TableId table,
                                                   const table::Round& round) {
    using Row = std::tuple<std::uint32_t, std::int64_t, std::uint32_t, std::string, std::int64_t,
                           std::int64_t, std::int64_t>;
    std::set<Row> bets;
    const rules::Game& game = *rules_of(state, round).game;
    for (const auto& [stay, slip] : round.bet_slips) {
        for (const table::Bet& bet : slip.bets) {
            bets.insert({stay.number, static_cast<std::int64_t>(bet.spot), slip.terminal.number,
                         game.layouts.at(slip.layout).id, bet.stake.cents(), bet.effective.cents(),
                         bet.back.cents()});
        }
    }
    bets_.reset();
    bets_.bind(1, table.number).bind(2, static_cast<std::int64_t>(round.number));
    for (const Row& bet : bets) {
        const Result<bool> there = bets_.step();
        if (!there) return there.error().text();
        const bool as_played =
            *there && equals(bets_, 0, std::get<0>(bet)) && bets_.number(1) == std::get<1>(bet) &&
            equals(bets_, 2, std::get<2>(bet)) && bets_.text(3) == std::get<3>(bet) &&
            bets_.number(4) == std::get<4>(bet) && bets_.number(5) == std::get<5>(bet) &&
            bets_.number(6) == std::get<6>(bet);
        if (!as_played) return differing_round(table, round.number);
        ++bet_count_;
    }
    return std::nullopt;
}

ReportAudit::Discrepancy ReportAudit::compare_balances(const table::State& state) const {
    Result<Statement> rows =
        reports_->database().prepare("SELECT kind, owner, amount FROM balance WHERE amount <> 0");
    if (!rows) return rows.error().text();
    std::size_t count = 0;
    while (true) {
        const Result<bool> row = rows->step();
        if (!row) return row.error().text();
        if (!*row) break;
        ++count;
        const auto kind = parse_word<ledger::AccountKind>(rows->text(0));
        const auto owner = static_cast<std::uint32_t>(rows->number(1));
        if (kind && state.ledger.balance({*kind, owner}) == Money::of_cents(rows->number(2))) {
            continue;
        }
        return "the reports have another balance of " + std::string(rows->text(0)) + " " +
               std::to_string(owner);
    }
    if (count != state.ledger.balances().size()) return "the reports have other balances";
    return std::nullopt;
}

// Finds rows that no round, bet or event of the journal accounts for.
ReportAudit::Discrepancy ReportAudit::compare_counts() {
    const Result<bool> more = entries_.step();
    if (!more) return more.error().text();
    if (*more) return "the reports have entries of events that do not exist";
    const Database& database = reports_->database();
    const Result<std::int64_t> rounds = database.query_number("SELECT count(*) FROM round");
    if (!rounds) return rounds.error().text();
    const Result<std::int64_t> bets = database.query_number("SELECT count(*) FROM bet");
    if (!bets) return bets.error().text();
    if (*rounds != rounds_) return "the reports have rounds that do not exist, or some are missing";
    if (*bets != bet_count_) return "the reports have bets that do not exist";
    const Result<std::int64_t> tickets = database.query_number("SELECT count(*) FROM ticket");
    if (!tickets) return tickets.error().text();
    if (*tickets > ticket_count_) return "the reports have tickets that were never issued";
    return std::nullopt;
}

ReportAudit::Discrepancy ReportAudit::after_record(const table::State& state,
                                                   std::uint64_t sequence) {
    check(sequence >= last_sequence_);
    if (end_ == 0 || sequence != end_) return std::nullopt;
    for (const auto& [id, table] : state.tables) {
        for (const auto& [number, round] : table.past) {
            if (auto wrong = compare_round(state, id, round)) return wrong;
            deferred_.erase({id, number});
        }
        if (!table.round || !table.round->bets_settled) continue;
        if (auto wrong = compare_round(state, id, *table.round)) return wrong;
    }
    if (!deferred_.empty()) {
        return differing_round(deferred_.begin()->first, deferred_.begin()->second);
    }
    if (auto wrong = compare_balances(state)) return wrong;
    return compare_counts();
}

}  // namespace sicbo::store
