// SPDX-License-Identifier: MIT
// The grammar of the cage: shifts, tickets that are sold and redeemed, payments and debts.
//
// A ticket that was sold is named by the number of its sale, so that scenarios need no numbers.
#include "scenario/grammar_cage.h"

namespace sicbo::scenario {
namespace {

using namespace table;  // the orders
using Ran = Result<Decision>;

constexpr std::string_view sold_text = "sold ticket ";

// The sale that the line means: "sold ticket 2", or the last one.
TicketName sold_of(const Invocation& call) {
    const auto number = call.with.find<std::int64_t>("number");
    return sold_ticket_name(number ? static_cast<std::uint64_t>(*number)
                                   : call.fixture.sold_tickets());
}

TicketName issued_of(const Invocation& call) {
    return ticket_name(call.with.get<TerminalId>("terminal"), job_of(call));
}

Money amount_of(const Invocation& call) { return call.with.get<Money>("amount"); }

// Shifts.

Ran open_shift(const Invocation& call) {
    const Configuration& configuration = call.fixture.table().configuration;
    const auto currency = call.with.find<std::string>("currency");
    return perform_on_duty(
        call, OpenShift{counter_of(call.with), currency.value_or(configuration.currency),
                        configuration.training, amount_of(call)});
}
Ran close_shift(const Invocation& call) {
    return perform_on_duty(call, CloseShift{counter_of(call.with), amount_of(call)});
}
Ran move_float(const Invocation& call) {
    return perform_on_duty(call, MoveFloat{counter_of(call.with), call.with.has_word("from"),
                                           amount_of(call), call.with.text_or("float")});
}
Ran adjust(const Invocation& call) {
    return perform_on_duty(call, AdjustCounter{counter_of(call.with), call.with.has_word("over"),
                                               amount_of(call), call.with.text_or("found")});
}

// Tickets.

Ran sell_ticket(const Invocation& call) {
    const TicketName name = sold_ticket_name(call.fixture.sold_tickets() + 1);
    return perform_on_duty(call, SellTicket{counter_of(call.with), name.hash, name.last_four,
                                            amount_of(call), patron_of(call.with)});
}

// A ticket that the engine has dropped is known to the read model as closed.
Ran redeem(const Invocation& call, const TicketName& name, bool issued) {
    const bool closed = issued && !call.fixture.state().instruments.tickets.contains(name.hash);
    return perform_on_duty(call, CashTicket{counter_of(call.with), name.hash, name.last_four,
                                            closed, patron_of(call.with)});
}
Ran redeem_issued(const Invocation& call) {
    const auto& cabinets = call.fixture.state().instruments.cabinets;
    const auto cabinet = cabinets.find(call.with.get<TerminalId>("terminal"));
    const std::uint64_t job = job_of(call);
    const bool issued = cabinet != cabinets.end() && 0 < job && job <= cabinet->second.job;
    return redeem(call, issued_of(call), issued);
}
Ran redeem_sold(const Invocation& call) { return redeem(call, sold_of(call), false); }
Ran redeem_unknown(const Invocation& call) {
    return redeem(call, {sha256("no ticket"), "0000"}, false);
}
Ran redeem_misread(const Invocation& call) { return redeem(call, {}, false); }

Ran void_sold(const Invocation& call) {
    return perform_on_duty(
        call, VoidSoldTicket{sold_of(call).hash, call.with.text_or("found illegible")});
}

Ran pay_expired(const Invocation& call, const TicketName& name) {
    return perform_on_duty(
        call, CashExpired{counter_of(call.with), name.hash, call.with.text_or("shown late"),
                          patron_of(call.with)});
}
Ran pay_expired_issued(const Invocation& call) { return pay_expired(call, issued_of(call)); }
Ran pay_expired_sold(const Invocation& call) { return pay_expired(call, sold_of(call)); }

Ran unlock_counter(const Invocation& call) {
    return perform_on_duty(call, UnlockCounter{counter_of(call.with)});
}

// Payments.

Ran pay_hand_pay(const Invocation& call) {
    HandPayId found;
    for (const auto& [id, hand_pay] : call.fixture.state().instruments.hand_pays) {
        if (hand_pay.terminal == call.with.get<TerminalId>("terminal")) found = id;
    }
    return perform_on_duty(call, CashHandPay{counter_of(call.with), found, patron_of(call.with)});
}
Ran pay_kept(const Invocation& call) {
    return perform_on_duty(call,
                           CashUnclaimed{counter_of(call.with), call.with.get<StayId>("player"),
                                         patron_of(call.with)});
}
Ran take_debt(const Invocation& call) {
    return perform_on_duty(call,
                           TakeReceivable{counter_of(call.with), call.with.get<StayId>("player"),
                                          amount_of(call), patron_of(call.with)});
}

// Authorises the request at the property that was made last.
Ran authorise_at_cage(const Invocation& call) {
    Hash digest;
    std::uint64_t latest = 0;
    for (const auto& [request, pending] : call.fixture.state().safety.pending) {
        if (pending.sequence < latest) continue;
        latest = pending.sequence;
        digest = request;
    }
    return perform_on_duty(call, Authorise{digest});
}

// clang-format off
const std::vector<CommandForm> list_of_cage_commands = {
    {"open(s) shift [at counter <count>] with <amount> [in <currency>]", "cashier", open_shift,
     {"cage opens shift with 10,000", "cage opens shift at counter 2 with 500 in EUR"}, "",
     "`shift opened at counter 1: 10000.00`, and what the last shift left if that differs"},
    {"close(s) shift [at counter <count>] with <amount>", "cashier", close_shift,
     {"cage closes shift with 9,950"}, "supervisor, for a cashier who is absent",
     "`shift closed at counter 1: counted 9950.00, expected 10000.00`"},
    {"move(s) <amount> from|to vault [at counter <count>] [<text>]", "cashier", move_float,
     {"cage moves 1,000 from vault \"coins\""}, "",
     "`float moved in at counter 1: 1000.00`; two people"},
    {"adjust(s) drawer <amount> over|short [at counter <count>] [<text>]", "cashier", adjust,
     {"cage adjusts drawer 5 short \"a torn note\""}, "",
     "`adjusted at counter 1: -5.00`; two people"},
    {"sell(s) ticket <amount> [at counter <count>] [patron <patron:text>] "
     "[identity <identity:text>]", "cashier", sell_ticket,
     {"cage sells ticket 100", "cage sells ticket 5,000 patron \"P-1\" identity \"passport 7\""},
     "",
     "`ticket sold at counter 1: 100.00`"},
    {"redeem(s) ticket [<number>] of <terminal> [at counter <count>] [patron <patron:text>] "
     "[identity <identity:text>]", "cashier", redeem_issued,
     {"cage redeems ticket of T1", "cage redeems ticket 2 of T1"}, "",
     "`ticket redeemed at counter 1: 50.00`, for cash. One that is refused: `refused: "
     "ticket_redeemed; ticket rejected at counter 1: ticket_redeemed`"},
    {"redeem(s) sold ticket [<number>] [at counter <count>] [patron <patron:text>] "
     "[identity <identity:text>]", "cashier", redeem_sold,
     {"cage redeems sold ticket", "cage redeems sold ticket 2"}, "",
     "the same for the last ticket that the cage has sold, or for that with the number"},
    {"redeem(s) unknown ticket [at counter <count>]", "cashier", redeem_unknown,
     {"cage redeems unknown ticket"}, "",
     "`refused: no_such_ticket`; the third in a row locks the reader of the counter"},
    {"redeem(s) misread ticket [at counter <count>]", "cashier", redeem_misread,
     {"cage redeems misread ticket"}, "", "`refused: ticket_misread`"},
    {"unlock(s) reader of counter <count>", "supervisor", unlock_counter,
     {"unlock reader of counter 1"}, "", "`reader unlocked at counter 1`"},
    {"void(s) sold ticket [<number>] [<text>]", "cashier", void_sold,
     {"cage voids sold ticket \"why\""}, "supervisor",
     "`ticket voided: 100.00`; two people. The amount is kept with the expired tickets then"},
    {"pay(s) expired ticket [<number>] of <terminal> [at counter <count>] [patron <patron:text>] "
     "[identity <identity:text>] [<text>]", "cashier", pay_expired_issued,
     {"cage pays expired ticket of T1 \"why\""}, "",
     "`expired ticket paid at counter 1: 50.00`; two people, once"},
    {"pay(s) expired sold ticket [<number>] [at counter <count>] [patron <patron:text>] "
     "[identity <identity:text>] [<text>]", "cashier", pay_expired_sold,
     {"cage pays expired sold ticket \"why\""}, "",
     "the same for a ticket that the cage has sold; also for one that is void"},
    {"pay(s) hand pay of <terminal> at counter <count> [patron <patron:text>] "
     "[identity <identity:text>]", "cashier", pay_hand_pay,
     {"cage pays hand pay of T1 at counter 1"}, "",
     "`hand paid at counter 1: 50.00`; two people from the amounts of the policy on"},
    {"pay(s) unclaimed [of] <player> at counter <count> [patron <patron:text>] "
     "[identity <identity:text>]", "cashier", pay_kept,
     {"cage pays unclaimed of ann at counter 1"}, "",
     "`unclaimed money paid at counter 1: 50.00`; a debt is taken first"},
    {"take(s) <amount> for debt of <player> [at counter <count>] [patron <patron:text>] "
     "[identity <identity:text>]", "cashier", take_debt,
     {"cage takes 20 for debt of ann"}, "", "`debt paid at counter 1: 20.00`"},
    {"authorise(s) at cage", "supervisor", authorise_at_cage,
     {"supervisor authorises at cage"}, "",
     "`authorised`, and what the last order at the cage that waits leads to"},
};
// clang-format on

}  // namespace

TicketName sold_ticket_name(std::uint64_t sale) {
    const auto last_four = static_cast<std::uint16_t>(sale % 10'000);
    return {sha256(std::string(sold_text) + std::to_string(sale)), table::four_digits(last_four)};
}

CounterId counter_of(const Arguments& with) {
    return CounterId{static_cast<std::uint32_t>(with.find<std::int64_t>("count").value_or(1))};
}

Patron patron_of(const Arguments& with) {
    return {with.find<std::string>("patron").value_or(""),
            with.find<std::string>("identity").value_or("")};
}

Decision perform_on_duty(const Invocation& call, Order order, TableId table) {
    const State& state = call.fixture.state();
    const PersonId person{call.issuer.actor.number};
    const Table* at = find_table(state, table);
    const bool logged_on = at ? at->staff.contains(person) : state.safety.duty.contains(person);
    const bool is_person = call.issuer.actor.kind == ActorKind::person;
    Decision decision;
    if (is_person && !logged_on && !call.settings.strict_console) {
        append(decision, call.fixture.issue(call.issuer, LogOn{}, table));
    }
    append(decision, call.perform(std::move(order), table));
    return decision;
}

std::span<const CommandForm> cage_commands() { return list_of_cage_commands; }

}  // namespace sicbo::scenario
