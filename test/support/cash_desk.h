// SPDX-License-Identifier: MIT
// A property whose terminals have cabinets, for tests of notes, tickets and hand pays.
#pragma once

#include <string>

#include "support/property.h"

namespace sicbo::test {

inline constexpr Speaker cabinet_device = {{table::ActorKind::device, 0}, Role::system};

// A policy with small limits: tickets from 1.00 to 500.00, at readers up to 300.00, notes of 10, 50
// and 100, and a supervisor's signature from 200.00 on, a shift manager's from 1,000.00 on.
inline table::CashPolicy small_policy() {
    table::CashPolicy policy;
    policy.ticket_min = cents(100);
    policy.ticket_max = cents(50'000);
    policy.ticket_in_max = cents(30'000);
    policy.expiry_days = 30;
    policy.notes = {cents(1'000), cents(5'000), cents(10'000)};
    policy.credit_max = cents(200'000);
    policy.signatures = {{cents(20'000), Role::supervisor}, {cents(100'000), Role::shift_manager}};
    return policy;
}

// The name of the ticket with this number, as a server computes it. Tests need no key.
inline Hash ticket_named(int number) { return sha256("ticket " + std::to_string(number)); }
inline std::string last_four_of(int number) {
    std::string text = std::to_string(number % 10'000);
    return std::string(4 - text.size(), '0') + text;
}

class CashProperty : public Property {
public:
    explicit CashProperty(Settings settings = {.players = 3, .credit = cents(5'000)},
                          const table::CashPolicy& policy = small_policy())
        : Property("rws-etg", settings) {
        must(machine, table::SetSafeguards{});
        table::Command set = command(machine, table::SetCashPolicy{policy});
        set.stamp.table = {};
        if (const Decision decision = follow(set); decision.refusal) {
            throw std::runtime_error(reason_of(decision) + decision.detail);
        }
        for (int n = 1; n <= settings.players; ++n) connect(n);
    }

    void connect(int n, table::CabinetStatus status = {.connected = true}) {
        must(cabinet_device, table::ReportCabinet{terminal(n), status});
    }
    const table::Cabinet& cabinet(int n) const {
        return state.instruments.cabinets.at(terminal(n));
    }
    const table::TicketRecord& ticket(int number) const {
        return state.instruments.tickets.at(ticket_named(number));
    }
    table::TicketState ticket_state(int number) const { return ticket(number).state; }
    // The credit at the terminal, whoever's stay it is.
    Money credit_at(int n) const {
        return balance(ledger::credit(table().terminals.at(terminal(n)).stay));
    }

    Decision cash_out(int n, int number) {
        return give(player(n),
                    table::CashOut{terminal(n), ticket_named(number), last_four_of(number)});
    }
    Decision report_print(int n, table::PrintResult result) {
        return give(cabinet_device, table::ReportPrint{terminal(n), cabinet(n).job, result});
    }
    // Cashes out and prints.
    void print_ticket(int n, int number) {
        if (const Decision decision = cash_out(n, number); decision.refusal) {
            throw std::runtime_error(reason_of(decision));
        }
        report_print(n, table::PrintResult::printed);
    }
    Decision present_ticket(int n, int number, bool closed = false) {
        return give(cabinet_device,
                    table::PresentTicket{terminal(n), cabinet(n).ticket_counter + 1,
                                         ticket_named(number), last_four_of(number), closed});
    }
    Decision report_ticket(int n, bool stacked) {
        return give(cabinet_device,
                    table::ReportTicket{terminal(n), cabinet(n).ticket_counter, stacked});
    }
    Decision present_note(int n, std::int64_t amount) {
        return give(cabinet_device, table::PresentBanknote{terminal(n), cabinet(n).note_counter + 1,
                                                           cents(amount)});
    }
    Decision report_note(int n, std::int64_t amount, bool stacked) {
        return give(cabinet_device, table::ReportBanknote{terminal(n), cabinet(n).note_counter,
                                                          cents(amount), stacked});
    }
};

}  // namespace sicbo::test
