#include "store/reports_check.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "store/files.h"

namespace sicbo::store {
namespace {

std::string round_name(TableId table, std::uint64_t number) {
    return "the reports have another round " + std::to_string(number) + " of table " +
           std::to_string(table.number);
}

bool is_of_the_whole(const table::Fact& fact) {
    return std::holds_alternative<table::RoundBegun>(fact) ||
           std::holds_alternative<table::BettingOpened>(fact) ||
           std::holds_alternative<table::RoundSettled>(fact) ||
           std::holds_alternative<table::RoundVoided>(fact) ||
           std::holds_alternative<table::LightsCleared>(fact) ||
           std::holds_alternative<table::LightsFailed>(fact);
}

bool is_number(const Statement& row, int column, std::uint64_t value) {
    return !row.is_nothing(column) && row.number(column) == static_cast<std::int64_t>(value);
}

bool is_number_or_nothing(const Statement& row, int column, const std::optional<Instant>& value) {
    return value ? !row.is_nothing(column) && row.number(column) == value->milliseconds
                 : row.is_nothing(column);
}

bool is_text_or_nothing(const Statement& row, int column, const std::optional<std::string>& value) {
    return value ? !row.is_nothing(column) && row.text(column) == *value : row.is_nothing(column);
}

}  // namespace

ReportsCheck::ReportsCheck(const SqliteStore& journal) {
    if (!exists(journal.path() + ".reports")) return;
    if (const auto opened = open(journal); opened) return;
    to_ = 0;
    remark_ =
        "the reports are not those of this journal, and were not looked at; a start makes "
        "them anew";
}

Result<void> ReportsCheck::open(const SqliteStore& journal) {
    Result<std::unique_ptr<Reports>> reports = Reports::open_to_read(journal.path() + ".reports");
    if (!reports) return std::unexpected(reports.error());
    reports_ = std::move(*reports);
    const Database& database = reports_->database();
    if (auto begun = database.run("BEGIN"); !begun) return begun;
    if (auto read = reports_->read_position(); !read) return read;
    const Position at = reports_->position();
    if (at.sequence == 0) return {};
    // A journal that is being written has come further since it was opened.
    const Result<std::unique_ptr<SqliteStore>> now =
        SqliteStore::open({journal.path(), Access::read});
    if (!now) return std::unexpected(now.error());
    const auto end = (*now)->end_of_record(at.sequence);
    if (!end) return std::unexpected(end.error());
    if (*end != at) return failure("they are of another journal");
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
    to_ = at.sequence;
    return {};
}

ReportsCheck::Wrong ReportsCheck::before(const table::State& state, const table::Event& event,
                                         std::uint64_t sequence) {
    if (sequence > to_ || !std::holds_alternative<table::RoundBegun>(event.fact)) {
        return std::nullopt;
    }
    const table::Table* table = find_table(state, event.stamp.table);
    if (!table) return std::nullopt;
    std::size_t left = table->past.size();
    for (const auto& [number, round] : table->past) {
        if (left-- < table->configuration.rounds_kept) break;
        if (auto wrong = compare_round(state, event.stamp.table, round)) return wrong;
        seen_.erase({event.stamp.table, number});
    }
    return std::nullopt;
}

ReportsCheck::Wrong ReportsCheck::after(const table::State& state, const table::Event& event,
                                        std::uint64_t sequence) {
    if (sequence > to_) return std::nullopt;
    if (auto wrong = compare_entries(event, sequence)) return wrong;
    if (std::holds_alternative<table::RoundBegun>(event.fact)) ++rounds_;
    const table::Table* table = find_table(state, event.stamp.table);
    if (!table) return std::nullopt;
    if (const auto* amended = std::get_if<table::RoundsAmended>(&event.fact)) {
        for (const table::Amended& one : amended->rounds) see(state, event, one.round, sequence);
    }
    if (is_of_the_whole(event.fact)) see(state, event, table->rounds, sequence);
    return std::nullopt;
}

void ReportsCheck::see(const table::State& state, const table::Event& event, std::uint64_t number,
                       std::uint64_t sequence) {
    const table::Table& table = state.tables.at(event.stamp.table);
    const bool current = table.round && table.round->number == number;
    const auto past = table.past.find(number);
    if (!current && past == table.past.end()) return;
    Seen& seen =
        seen_.try_emplace({event.stamp.table, number}, Seen{sequence, 0, {}}).first->second;
    seen.last = sequence;
    if (!current && !seen.ended_at) seen.ended_at = event.stamp.at;
}

ReportsCheck::Wrong ReportsCheck::compare_entries(const table::Event& event,
                                                  std::uint64_t sequence) {
    std::uint64_t place = 0;
    for (const ledger::Posting& posting : event.postings) {
        const Result<bool> row = entries_.step();
        if (!row) return row.error().text();
        const bool same = *row && is_number(entries_, 0, sequence) &&
                          is_number(entries_, 1, ++place) &&
                          entries_.number(2) == event.stamp.at.milliseconds &&
                          is_number(entries_, 3, event.stamp.table.number) &&
                          entries_.text(4) == choice_names<table::FactChoice>[event.fact.index()] &&
                          entries_.text(5) == to_word(posting.from.kind) &&
                          is_number(entries_, 6, posting.from.owner) &&
                          entries_.text(7) == to_word(posting.to.kind) &&
                          is_number(entries_, 8, posting.to.owner) &&
                          entries_.number(9) == posting.amount.cents();
        if (!same) return "the reports have other entries of the event";
    }
    return std::nullopt;
}

ReportsCheck::Wrong ReportsCheck::compare_round(const table::State& state, TableId table,
                                                const table::Round& round) {
    const auto found = seen_.find({table, round.number});
    if (found == seen_.end()) return std::nullopt;
    const Seen& seen = found->second;
    const auto number = static_cast<std::int64_t>(round.number);
    const std::string wrong = round_name(table, round.number);
    round_.reset();
    const Result<bool> row = round_.bind(1, table.number).bind(2, number).step();
    if (!row) return row.error().text();
    std::optional<std::string> roll;
    if (round.roll) roll = to_text(*round.roll);
    std::optional<std::string> cause;
    if (round.void_for) cause = to_word(*round.void_for);
    const bool same =
        *row && round_.text(0) == to_text(round.rules) &&
        round_.number(1) == round.begun_at.milliseconds &&
        round_.number(2) == round.opened_at.milliseconds &&
        is_number_or_nothing(round_, 3, seen.ended_at) && round_.text(4) == to_word(round.ended) &&
        is_text_or_nothing(round_, 5, roll) && round_.number(6) == std::int64_t{round.manual} &&
        is_text_or_nothing(round_, 7, cause) && is_number(round_, 8, seen.first) &&
        is_number(round_, 9, seen.last);
    if (!same) return wrong;
    using Row = std::tuple<std::uint32_t, std::int64_t, std::uint32_t, std::string, std::int64_t,
                           std::int64_t, std::int64_t>;
    std::set<Row> bets;
    const rules::Game& game = *rules_of(state, round).game;
    for (const auto& [stay, slip] : round.slips) {
        for (const table::Bet& bet : slip.bets) {
            bets.insert({stay.number, static_cast<std::int64_t>(bet.spot), slip.terminal.number,
                         game.layouts.at(slip.layout).id, bet.stake.cents(), bet.effective.cents(),
                         bet.back.cents()});
        }
    }
    bets_.reset();
    bets_.bind(1, table.number).bind(2, number);
    for (const Row& bet : bets) {
        const Result<bool> there = bets_.step();
        if (!there) return there.error().text();
        const bool as_played =
            *there && is_number(bets_, 0, std::get<0>(bet)) &&
            bets_.number(1) == std::get<1>(bet) && is_number(bets_, 2, std::get<2>(bet)) &&
            bets_.text(3) == std::get<3>(bet) && bets_.number(4) == std::get<4>(bet) &&
            bets_.number(5) == std::get<5>(bet) && bets_.number(6) == std::get<6>(bet);
        if (!as_played) return wrong;
        ++bet_count_;
    }
    return std::nullopt;
}

ReportsCheck::Wrong ReportsCheck::compare_balances(const table::State& state) const {
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

// What nobody asked for: rows of rounds, bets and events that there are not.
ReportsCheck::Wrong ReportsCheck::compare_counts() {
    const Result<bool> more = entries_.step();
    if (!more) return more.error().text();
    if (*more) return "the reports have entries of events that there are not";
    const Database& database = reports_->database();
    const Result<std::int64_t> rounds = database.ask_number("SELECT count(*) FROM round");
    if (!rounds) return rounds.error().text();
    const Result<std::int64_t> bets = database.ask_number("SELECT count(*) FROM bet");
    if (!bets) return bets.error().text();
    if (*rounds != rounds_) return "the reports have rounds that there are not, or miss some";
    if (*bets != bet_count_) return "the reports have bets that there are not";
    return std::nullopt;
}

ReportsCheck::Wrong ReportsCheck::after_record(const table::State& state, std::uint64_t sequence) {
    if (to_ == 0 || sequence != to_) return std::nullopt;
    for (const auto& [id, table] : state.tables) {
        for (const auto& [number, round] : table.past) {
            if (auto wrong = compare_round(state, id, round)) return wrong;
        }
        if (!table.round || !table.round->bets_settled) continue;
        if (auto wrong = compare_round(state, id, *table.round)) return wrong;
    }
    if (auto wrong = compare_balances(state)) return wrong;
    return compare_counts();
}

}  // namespace sicbo::store
