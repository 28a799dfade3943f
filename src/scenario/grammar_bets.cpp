// SPDX-License-Identifier: MIT
// The grammar of bets: placing and withdrawing them, and what staff do about limits.
#include "scenario/grammar.h"

namespace sicbo::scenario {
namespace {

using namespace table;  // the orders
using Ran = Result<Decision>;
using Bets = std::vector<BetOrder>;

// A message that is lost on its way changes nothing.
Ran bet(const Invocation& call) {
    if (call.with.has_word("(lost)")) return Decision();
    PlaceBets order;
    order.stay = call.with.find<StayId>("player").value_or(StayId{});
    order.bets = call.with.get<Bets>("bets");
    order.instruction = call.with.text_or("");
    return call.perform(order);
}

Ran withdraw(const Invocation& call) {
    if (call.with.has_word("(lost)")) return Decision();
    const StayId stay = call.with.find<StayId>("player").value_or(StayId{});
    const Bets bets = call.with.get<Bets>("withdrawals");
    if (call.issuer.actor.kind != ActorKind::person) return call.perform(WithdrawBets{stay, bets});
    return call.perform(WithdrawOnBehalf{stay, bets, call.with.text_or("")});
}

Ran advise(const Invocation& call) {
    AdvisePlayer order;
    order.stay = call.with.get<StayId>("player");
    order.spot = call.with.get<rules::SpotId>("spot");
    return call.perform(order);
}

Ran see_layout(const Invocation& call) {
    return call.perform(
        ReportLayout{call.with.get<Moment>("moment"), call.with.get<Chips>("chips")});
}

// clang-format off
const std::vector<CommandForm> list_of_bet_commands = {
    {"bet(s)|place(s) <bets> [for <player> [,]] [told <text>] [(lost)]", must_be_named, bet,
     {"T1 bets 10 on big, 5 on total-9", "T1 bets 10 on big (lost)",
      "supervisor bets 20 on big for ann, told \"20 on big\""},
     "dealer and supervisor, with `for` and `told`: a bet on behalf; the electronic games have "
     "none",
     "`bets placed: 10.00 on big, 5.00 on total-9`; with `(lost)` nothing, since the message "
     "never arrived"},
    {"withdraw(s) <withdrawals> [for <player> [,]] [told <text>] [(lost)]", must_be_named, withdraw,
     {"T1 withdraws 5 on big, small", "supervisor withdraws big for ann, told \"take it back\""},
     "dealer and supervisor, with `for` and `told`",
     "`bets withdrawn: ...`; no amount means all; from staff also `instructed by ann`"},
    {"reject(s) excess", "dealer", perform<RejectExcess>,
     {}, "", "`excess rejected: bob 500.00 on total-9`"},
    {"advise(s) <player> [on] <spot>", "dealer", advise,
     {"advise ann on big"}, "", "`advised: ann on big`"},
    {"see(s) [layout] at <moment> <chips>", "dealer", see_layout,
     {"see the layout at call ann 100 on small, bob 5 on big"}, "device",
     "`layout seen at the call`; also `at illumination`, and `nothing` for an empty felt"},
};
// clang-format on

}  // namespace

std::span<const CommandForm> bet_commands() { return list_of_bet_commands; }

}  // namespace sicbo::scenario
