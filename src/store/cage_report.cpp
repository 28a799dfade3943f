// SPDX-License-Identifier: MIT
#include "store/cage_report.h"

#include <map>

#include "core/check.h"
#include "store/export_source.h"
#include "store/people.h"

namespace sicbo::store {

using namespace table;

namespace {

std::string id_text(std::uint32_t number) { return number == 0 ? "" : std::to_string(number); }

CurrencyCode currency_at(const State& state, TableId table) {
    return state.tables.at(table).configuration.currency_code();
}

// A shift, while its events are read.
struct Shift {
    ExportRow opened;
    ExportRow closed = {"", "", "", "", ""};
    bool in_period = false;
};

Result<void> report_shifts(const Store& journal, const State& now, bool training,
                           const Period& period, const RowHandler& handle) {
    std::vector<Shift> shifts;
    std::map<CounterId, std::size_t> open;
    const auto look = [&](const JournalEvent& read) -> Result<bool> {
        const Stamp& stamp = read.event.stamp;
        if (const auto* opened = get_if<ShiftOpened>(&read.event.fact)) {
            if (ledger::is_training(opened->currency) != training) return true;
            open[opened->counter] = shifts.size();
            shifts.push_back(
                {{std::to_string(opened->counter.number), ledger::letters_of(opened->currency),
                  actor_name(now, stamp.actor), to_text_exact(stamp.at),
                  opened->expected ? to_text(*opened->expected) : "", to_text(opened->counted),
                  std::to_string(read.at.sequence)}});
            shifts.back().in_period = stamp.at >= period.from && stamp.at < period.to;
        } else if (const auto* closed = get_if<ShiftClosed>(&read.event.fact)) {
            const auto at = open.find(closed->counter);
            if (at == open.end()) return true;  // of the other money
            shifts.at(at->second).closed = {
                to_text_exact(stamp.at), to_text(closed->expected), to_text(closed->counted),
                to_text(closed->counted - closed->expected), std::to_string(read.at.sequence)};
            open.erase(at);
        }
        return true;
    };
    if (auto done = read_events(journal, 1, look); !done) return done;
    if (auto done = handle({"counter", "currency", "cashier", "opened_at", "opening_expected",
                            "opening_counted", "opened_event", "closed_at", "closing_expected",
                            "closing_counted", "difference", "closed_event"});
        !done) {
        return done;
    }
    for (Shift& shift : shifts) {
        if (!shift.in_period) continue;
        shift.opened.insert(shift.opened.end(), shift.closed.begin(), shift.closed.end());
        if (auto done = handle(shift.opened); !done) return done;
    }
    return {};
}

Result<void> report_balances(const State& state, bool training, const RowHandler& handle) {
    if (auto done = handle({"account", "currency", "amount"}); !done) return done;
    for (const auto& [account, amount] : state.ledger.balances()) {
        const CurrencyCode currency{account.owner};
        if (!is_of_currency(account.kind) || ledger::is_training(currency) != training) continue;
        const auto done = handle(
            {std::string(to_word(account.kind)), ledger::letters_of(currency), to_text(amount)});
        if (!done) return done;
    }
    return {};
}

// The accounts of this kind that stays own. What a player owes is negative in the ledger.
Result<void> report_stays(const State& state, ledger::AccountKind kind, bool training,
                          const RowHandler& handle) {
    if (auto done = handle({"stay", "table", "terminal", "player", "currency", "amount"}); !done) {
        return done;
    }
    const bool owed = kind == ledger::AccountKind::receivable;
    for (const auto& [account, amount] : state.ledger.balances()) {
        if (account.kind != kind) continue;
        const Stay& stay = state.stays.at({account.owner});
        const CurrencyCode currency = currency_at(state, stay.table);
        if (ledger::is_training(currency) != training) continue;
        const auto done = handle({std::to_string(account.owner), std::to_string(stay.table.number),
                                  id_text(stay.terminal.number), stay.player,
                                  ledger::letters_of(currency), to_text(owed ? -amount : amount)});
        if (!done) return done;
    }
    return {};
}

Result<void> report_tickets(const State& state, bool training, const RowHandler& handle) {
    if (auto done = handle({"last_four", "amount", "currency", "state", "issued_at", "table",
                            "terminal", "stay", "expires_at"});
        !done) {
        return done;
    }
    std::map<std::pair<Instant, Hash>, const TicketRecord*> by_time;
    for (const auto& [name, ticket] : state.instruments.tickets) {
        if (is_closed(ticket.state) || ledger::is_training(ticket.currency) != training) continue;
        by_time.emplace(std::pair(ticket.issued_at, name), &ticket);
    }
    for (const auto& [key, ticket] : by_time) {
        const auto done =
            handle({four_digits(ticket->last_four), to_text(ticket->amount),
                    ledger::letters_of(ticket->currency), std::string(to_word(ticket->state)),
                    to_text_exact(ticket->issued_at), id_text(ticket->table.number),
                    id_text(ticket->terminal.number), id_text(ticket->stay.number),
                    ticket->expires_at < never ? to_text_exact(ticket->expires_at) : ""});
        if (!done) return done;
    }
    return {};
}

Result<void> report_hand_pays(const State& state, bool training, const RowHandler& handle) {
    if (auto done = handle({"hand_pay", "table", "terminal", "stay", "kind", "currency", "amount",
                            "requested_at", "paid"});
        !done) {
        return done;
    }
    for (const auto& [id, hand_pay] : state.instruments.hand_pays) {
        const CurrencyCode currency = currency_at(state, hand_pay.table);
        if (ledger::is_training(currency) != training) continue;
        const auto done =
            handle({std::to_string(id.number), std::to_string(hand_pay.table.number),
                    std::to_string(hand_pay.terminal.number), std::to_string(hand_pay.stay.number),
                    std::string(to_word(hand_pay.kind)), ledger::letters_of(currency),
                    to_text(hand_pay.amount), to_text_exact(hand_pay.requested_at),
                    hand_pay.paid ? "yes" : "no"});
        if (!done) return done;
    }
    return {};
}

}  // namespace

Result<void> report_cage(const Store& journal, CageReport what, bool training, const Period& period,
                         const RowHandler& handle, const Progress& progress) {
    const Result<Recovered> now = recover(journal, progress);
    if (!now) return std::unexpected(now.error());
    const State& state = now->state;
    switch (what) {
        case CageReport::shifts: return report_shifts(journal, state, training, period, handle);
        case CageReport::balances: return report_balances(state, training, handle);
        case CageReport::unclaimed:
            return report_stays(state, ledger::AccountKind::unclaimed, training, handle);
        case CageReport::receivables:
            return report_stays(state, ledger::AccountKind::receivable, training, handle);
        case CageReport::tickets: return report_tickets(state, training, handle);
        case CageReport::hand_pays: return report_hand_pays(state, training, handle);
    }
    unreachable();
}

}  // namespace sicbo::store
