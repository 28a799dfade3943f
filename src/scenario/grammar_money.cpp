// SPDX-License-Identifier: MIT
// The grammar of money and places: credit, tickets, debts, seats, terminals and their calls.
#include "scenario/grammar.h"

namespace sicbo::scenario {
namespace {

using namespace table;  // the orders
using Ran = Result<Decision>;

TerminalId own_terminal(const Invocation& call) { return TerminalId{call.issuer.actor.number}; }

Ran put(const Invocation& call) {
    const MoneyTarget place = call.with.get<MoneyTarget>("place");
    return call.perform(PutCredit{place.terminal, place.stay, call.with.get<Money>("amount")});
}

// Without an amount all of the credit is paid.
Ran pay(const Invocation& call) {
    const MoneyTarget place = call.with.get<MoneyTarget>("place");
    const Money amount = call.with.find<Money>("amount").value_or(Money());
    return call.perform(PayCredit{place.terminal, place.stay, amount});
}

Ran pay_unclaimed(const Invocation& call) {
    return call.perform(PayUnclaimed{call.with.get<StayId>("player")});
}
Ran collect(const Invocation& call) {
    return call.perform(CollectReceivable{call.with.get<StayId>("player")});
}
Ran waive(const Invocation& call) {
    return call.perform(WaiveReceivable{call.with.get<StayId>("player"), call.with.text_or("")});
}

Ran take_ticket(const Invocation& call) {
    return call.perform(IssueTicket{own_terminal(call), call.with.get<std::string>("ticket")});
}
Ran insert_ticket(const Invocation& call) {
    return call.perform(RedeemTicket{own_terminal(call), call.with.get<std::string>("ticket")});
}
// At the cage, which belongs to no table.
Ran redeem_ticket(const Invocation& call) {
    return call.perform(RedeemTicket{{}, call.with.get<std::string>("ticket")}, TableId{});
}

Ran call_attendant(const Invocation& call) {
    return call.perform(CallAttendant{own_terminal(call)});
}
Ran cancel_call(const Invocation& call) { return call.perform(CancelCall{own_terminal(call)}); }
Ran answer(const Invocation& call) {
    return call.perform(AnswerCall{call.with.get<TerminalId>("terminal")});
}
Ran unlock(const Invocation& call) {
    return call.perform(UnlockTerminal{call.with.get<TerminalId>("terminal")});
}

// The system reports a terminal that is gone or back.
Ran report_terminal(const Invocation& call, bool online) {
    if (call.issuer.actor.kind != ActorKind::terminal) {
        return failure("only a terminal goes offline and comes back");
    }
    return call.fixture.perform(*call.fixture.find_issuer("system"),
                                ReportTerminal{own_terminal(call), online});
}
Ran go_offline(const Invocation& call) { return report_terminal(call, false); }
Ran come_back(const Invocation& call) { return report_terminal(call, true); }

// The dealer sees it and says so.
Ran walk_away(const Invocation& call) {
    if (call.issuer.actor.kind != ActorKind::seat) {
        return failure("only a player at the felt walks away");
    }
    return call.fixture.perform(*call.fixture.find_issuer("dealer"),
                                WalkAway{StayId{call.issuer.actor.number}});
}

Ran welcome_back(const Invocation& call) {
    return call.perform(ReturnPlayer{call.with.get<StayId>("player")});
}
Ran free_seat(const Invocation& call) {
    return call.perform(FreeSeat{call.with.get<StayId>("player")});
}

Ran clear(const Invocation& call, bool pay) {
    return call.perform(
        ClearTerminal{call.with.get<TerminalId>("terminal"), pay, call.with.text_or("")});
}
Ran clear_and_pay(const Invocation& call) { return clear(call, true); }
Ran clear_and_keep(const Invocation& call) { return clear(call, false); }

// The code that the people in scenarios ask for and use.
Hash code_of_scenario() { return sha256("code"); }

Ran request_enrolment(const Invocation& call) {
    return call.perform(
        RequestEnrolment{call.with.get<TerminalId>("terminal"), code_of_scenario()});
}
Ran enrol(const Invocation& call) {
    return call.fixture.perform(
        *call.fixture.find_issuer("system"),
        EnrolByCode{own_terminal(call), sha256("new key"), code_of_scenario()});
}

Ran seat(const Invocation& call) {
    const auto name = call.with.get<std::string>("seated");
    Decision decision = call.perform(TakeSeat{name});
    if (!decision.refusal) {
        call.fixture.name_player(name, StayId{call.fixture.state().stays_begun});
    }
    return decision;
}

std::uint32_t minutes(const Invocation& call) {
    return static_cast<std::uint32_t>(call.with.get<std::int64_t>("count"));
}
Ran limit_loss(const Invocation& call) {
    return call.perform(LimitLoss{call.with.get<Money>("amount")});
}
Ran lift_loss_limit(const Invocation& call) { return call.perform(LimitLoss{}); }
Ran limit_time(const Invocation& call) { return call.perform(LimitTime{minutes(call)}); }
Ran lift_time_limit(const Invocation& call) { return call.perform(LimitTime{}); }
Ran take_break(const Invocation& call) { return call.perform(TakeBreak{minutes(call)}); }

// clang-format off
const std::vector<CommandForm> list_of_money_commands = {
    {"put(s) <amount> in|for <place>", "cashier", put,
     {"put 100 in T1", "put 100 for ann"}, "supervisor; at the felt the dealer",
     "`credit in: 100.00`"},
    {"pay(s) [out] [<amount>] [to] <place>", "cashier", pay,
     {"pay out T1", "pay out 50 to ann", "pay ann"}, "supervisor; at the felt the dealer",
     "`credit out: 50.00`; with all of it and no bets left also `stay ended: ann`, which comes "
     "alone if there was nothing left to pay. A debt is taken first"},
    {"take(s) ticket <ticket>", must_be_named, take_ticket,
     {"T1 takes ticket 000000000000000001"}, "",
     "`ticket issued: 50.00`; a number has 18 to 24 digits"},
    {"insert(s) ticket <ticket>", must_be_named, insert_ticket,
     {"T1 inserts ticket 000000000000000001"}, "", "`ticket redeemed: 50.00`"},
    {"redeem(s) ticket <ticket>", "cashier", redeem_ticket,
     {"redeem ticket 000000000000000001"}, "", "at the cage, for cash"},
    {"pay(s) unclaimed [of] <player>", "cashier", pay_unclaimed,
     {"pay unclaimed of ann"}, "supervisor", "`unclaimed paid: 50.00`"},
    {"collect(s) from <player>", "cashier", collect,
     {"collect from ann"}, "supervisor", "`debt collected: 50.00`, from the credit"},
    {"waive(s) debt of <player> [<text>]", "shift-manager", waive,
     {"waive debt of ann \"why\""}, "supervisor, to ask", "`debt waived: 50.00`; two people"},
    {"seat(s) <seated>", "dealer", seat,
     {"seat bob"}, "cashier", "`seat taken: bob`"},
    {"walk(s) away", must_be_named, walk_away,
     {"ann walks away"}, "", "`walked away: ann`, see below. Only players at the felt can"},
    {"welcome(s) back <player>", "dealer", welcome_back,
     {"welcome back ann"}, "supervisor", "`returned: ann`, of a player who had walked away"},
    {"free(s) seat of <player>", "dealer", free_seat,
     {"free seat of ann"}, "cashier",
     "`seat freed: ann, kept 50.00; stay ended: ann`, of a player who has walked away"},
    {"call(s) [attendant]", must_be_named, call_attendant,
     {"T1 calls attendant"}, "", "`attendant called: T1`"},
    {"cancel(s) call", must_be_named, cancel_call,
     {"T1 cancels call"}, "", "`call cancelled: T1`"},
    {"answer(s) <terminal>", "cashier", answer,
     {"answer T1"}, "supervisor", "`call answered: T1`"},
    {"unlock(s) <terminal>", "cashier", unlock,
     {"unlock T1"}, "supervisor", "`terminal unlocked: T1`"},
    {"cash(es) out <terminal> [<text>]", "supervisor", clear_and_pay,
     {"cash out T1 \"why\""}, "dealer, to ask",
     "`credit out: 50.00; terminal cleared: T1; stay ended: T1`; two people. The terminal can be "
     "enrolled again then"},
    {"keep(s) credit of <terminal> [<text>]", "supervisor", clear_and_keep,
     {"keep credit of T1 \"why\""}, "dealer, to ask",
     "`terminal cleared: T1, kept 50.00; stay ended: T1`; two people. The credit is unclaimed "
     "money then"},
    {"request(s) enrolment of <terminal>", "technician", request_enrolment,
     {"request enrolment of T1"}, "supervisor", "`enrolment requested: T1`, for ten minutes"},
    {"enrol(s)", must_be_named, enrol,
     {"T1 enrols"}, "", "`terminal enrolled: T1`, with the code of the last request"},
    {"go(es) offline", must_be_named, go_offline,
     {"T1 goes offline"}, "", "`terminal offline: T1`; its messages are refused until it is back"},
    {"fail(s)|die(s)", must_be_named, go_offline,
     {"T1 fails", "T1 dies"}, "", "the same"},
    {"allow(s) loss of <amount>", must_be_named, limit_loss,
     {"T1 allows loss of 50"}, "",
     "`own loss limit: 50.00`; a higher one `from` a time. Bets beyond it are refused"},
    {"allow(s) any loss", must_be_named, lift_loss_limit,
     {"T1 allows any loss"}, "", "`own loss limit: none from 15m`"},
    {"allow(s) time of <count> minutes", must_be_named, limit_time,
     {"T1 allows time of 60 minutes"}, "",
     "`own time ends: at 1h`; a later end `from` a time. Bets after it are refused"},
    {"allow(s) any time", must_be_named, lift_time_limit,
     {"T1 allows any time"}, "", "`own time ends: never, from 15m`"},
    {"take(s) break of <count> minutes", must_be_named, take_break,
     {"T1 takes break of 5 minutes"}, "", "`break until 5m`; bets are refused until then"},
    {"come(s) back", must_be_named, come_back,
     {"T1 comes back"}, "", "`terminal online: T1`"},
};
// clang-format on

}  // namespace

std::span<const CommandForm> money_commands() { return list_of_money_commands; }

}  // namespace sicbo::scenario
