// SPDX-License-Identifier: MIT
// The export of meters: by how much each rose in a period.
#include "store/export_source.h"

namespace sicbo::store {
namespace {

using table::CashMeter;
using table::InstrumentMeter;
using table::State;

// By how much the meter rose. Corrections may lower what was won or returned, never the rest.
ledger::Meter difference(const ledger::Meter& to, const ledger::Meter& from) {
    check(to.in >= from.in && to.out >= from.out);
    check(to.games >= from.games);
    return {to.in - from.in,      to.out - from.out,           to.staked - from.staked,
            to.won - from.won,    to.returned - from.returned, to.recovered - from.recovered,
            to.games - from.games};
}

// What a terminal has counted of cash and instruments.
struct TerminalCash {
    InstrumentMeter instruments;
    CashMeter cash;
};
TerminalCash cash_of(const State& state, TerminalId id) {
    TerminalCash found;
    const auto cabinet = state.instruments.cabinets.find(id);
    if (cabinet != state.instruments.cabinets.end()) found.instruments = cabinet->second.meter;
    const auto cash = state.meters.terminals.find(id);
    if (cash != state.meters.terminals.end()) found.cash = cash->second;
    return found;
}

// One column of the meters of cash.
struct CashColumn {
    const char* name;
    Money (*of)(const TerminalCash& meters);
};
constexpr CashColumn cash_columns[] = {
    {"notes_in", [](const TerminalCash& m) { return m.instruments.notes_in; }},
    {"tickets_in", [](const TerminalCash& m) { return m.instruments.tickets_in; }},
    {"tickets_out", [](const TerminalCash& m) { return m.instruments.tickets_out; }},
    {"tickets_unprinted", [](const TerminalCash& m) { return m.instruments.tickets_unprinted; }},
    {"promotional_in", [](const TerminalCash& m) { return m.cash.promotional_tickets_in; }},
    {"promotional_out", [](const TerminalCash& m) { return m.cash.promotional_tickets_out; }},
    {"drop", [](const TerminalCash& m) { return m.cash.drop; }},
    {"attendant_in", [](const TerminalCash& m) { return m.cash.attendant_in; }},
    {"attendant_out", [](const TerminalCash& m) { return m.cash.attendant_out; }},
    {"kept_out", [](const TerminalCash& m) { return m.cash.kept_out; }},
    {"debts_out", [](const TerminalCash& m) { return m.cash.debts_out; }},
    {"machine_paid_wins", [](const TerminalCash& m) { return m.cash.machine_paid_wins; }},
    {"hand_paid_wins", [](const TerminalCash& m) { return m.instruments.hand_paid_wins; }},
    {"hand_paid_credit", [](const TerminalCash& m) { return m.instruments.hand_paid_credit; }},
    {"hand_paid", [](const TerminalCash& m) { return m.cash.hand_paid; }},
};

// Returns the notes that were stacked meanwhile: "3 x 50.00; 1 x 100.00".
std::string notes_between(const CashMeter& to, const CashMeter& from) {
    std::string text;
    for (const auto& [denomination, count] : to.notes) {
        const auto before = from.notes.find(denomination);
        const std::uint64_t more = count - (before == from.notes.end() ? 0 : before->second);
        if (more == 0) continue;
        text += (text.empty() ? "" : "; ") + std::to_string(more) + " x " + to_text(denomination);
    }
    return text;
}

// Adds the columns of cash to the row. They are empty for what is no terminal, and where there is
// no cash policy.
void add_cash(ExportRow& row, const State& start, const State& end, TerminalId terminal) {
    if (!terminal || end.instruments.empty()) {
        row.resize(row.size() + std::size(cash_columns) + 1);
        return;
    }
    const TerminalCash from = cash_of(start, terminal);
    const TerminalCash to = cash_of(end, terminal);
    for (const CashColumn& column : cash_columns) {
        row.push_back(to_text(column.of(to) - column.of(from)));
    }
    row.push_back(notes_between(to.cash, from.cash));
}

// Writes the rows of one table.
class TableMeters {
public:
    TableMeters(const State& start, const State& end, TableId id, const RowHandler& handle)
        : start_(start),
          end_(end),
          id_(id),
          table_(end.tables.at(id)),
          before_(find_table(start, id)),
          handle_(handle) {}

    Result<void> write() const {
        for (const auto& [terminal, now] : table_.terminals) {
            const ledger::Meter* then = before_ && before_->terminals.contains(terminal)
                                            ? &before_->terminals.at(terminal).meter
                                            : nullptr;
            const std::string of = std::to_string(terminal.number);
            if (auto done = write_row("terminal", of, now.meter, then, terminal); !done)
                return done;
        }
        if (table_.terminals.empty()) {
            const ledger::Meter* then = before_ ? &before_->felt_meter : nullptr;
            if (auto done = write_row("felt", "", table_.felt_meter, then); !done) return done;
        }
        const rules::Game& game = *rules_of(end_, table_).game;
        if (auto done = write_all("layout", table_.layout_meters,
                                  before_ ? &before_->layout_meters : nullptr,
                                  [&](std::size_t i) { return game.layouts.at(i).id; });
            !done) {
            return done;
        }
        const auto kind = [](std::size_t i) {
            return std::string(to_word(static_cast<rules::Kind>(i)));
        };
        return write_all("kind", table_.kind_meters, before_ ? &before_->kind_meters : nullptr,
                         kind);
    }

private:
    Result<void> write_row(const char* kind, const std::string& of, const ledger::Meter& now,
                           const ledger::Meter* then, TerminalId terminal = {}) const {
        const ledger::Meter meter = difference(now, then ? *then : ledger::Meter());
        ExportRow row = {std::to_string(id_.number),
                         kind,
                         of,
                         to_text(meter.in),
                         to_text(meter.out),
                         to_text(meter.staked),
                         to_text(meter.won),
                         to_text(meter.returned),
                         to_text(meter.recovered),
                         std::to_string(meter.games)};
        add_cash(row, start_, end_, terminal);
        return handle_(row);
    }

    template <class Name>
    Result<void> write_all(const char* kind, const std::vector<ledger::Meter>& now,
                           const std::vector<ledger::Meter>* then, const Name& name) const {
        for (std::size_t i = 0; i < now.size(); ++i) {
            const ledger::Meter* old = then && i < then->size() ? &(*then)[i] : nullptr;
            if (auto done = write_row(kind, name(i), now[i], old); !done) return done;
        }
        return {};
    }

    const State& start_;
    const State& end_;
    TableId id_;
    const table::Table& table_;
    const table::Table* before_;
    const RowHandler& handle_;
};

}  // namespace

Result<void> export_meters(const Store& journal, const Period& period, const RowHandler& handle,
                           const Progress& progress) {
    const Result<std::uint64_t> from = last_before(journal, period.from);
    if (!from) return std::unexpected(from.error());
    const Result<std::uint64_t> to = last_before(journal, period.to);
    if (!to) return std::unexpected(to.error());
    const Result<Recovered> start = recover(journal, progress, *from);
    if (!start) return std::unexpected(start.error());
    const Result<Recovered> end = recover(journal, progress, *to);
    if (!end) return std::unexpected(end.error());
    ExportRow heading = {"table",  "meter", "of",       "in",        "out",
                         "staked", "won",   "returned", "recovered", "games"};
    for (const CashColumn& column : cash_columns) heading.emplace_back(column.name);
    heading.emplace_back("notes");
    if (auto done = handle(heading); !done) return done;
    for (const auto& [id, table] : end->state.tables) {
        if (!period.includes(id)) continue;
        const TableMeters meters(start->state, end->state, id, handle);
        if (auto done = meters.write(); !done) return done;
    }
    return {};
}

}  // namespace sicbo::store
