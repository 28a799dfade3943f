// SPDX-License-Identifier: MIT
// Hand pays: an attendant pays what no ticket is printed for.
#include <algorithm>

#include "table/cage.h"

namespace sicbo::table {
namespace {

// Returns the hand pay of this table; null if there is none of this number.
const HandPay* find_hand_pay(const Context& c, HandPayId id) {
    const auto found = c.state.instruments.hand_pays.find(id);
    if (found == c.state.instruments.hand_pays.end() || found->second.table != c.id()) {
        return nullptr;
    }
    return &found->second;
}

}  // namespace

const HandPay* find_hand_pay_at(const State& state, TerminalId terminal) {
    const auto& all = state.instruments.hand_pays;
    const auto found =
        std::ranges::find_if(all, [&](const auto& one) { return one.second.terminal == terminal; });
    return found == all.end() ? nullptr : &found->second;
}

void add_alert_for_hand_pay(Decision& decision, const Context& c, const HandPay& hand_pay) {
    if (!has_edition(c.state, 3)) return;
    const Terminal& terminal = c.state.tables.at(hand_pay.table).terminals.at(hand_pay.terminal);
    if (terminal.stay != hand_pay.stay) return;
    add_cash_alert(decision, c, hand_pay.terminal, terminal, hand_pay.amount, hand_pay.table);
}

HandPayRequested request_hand_pay(const Context& c, TerminalId terminal, StayId stay, Money amount,
                                  HandPayKind kind, std::uint32_t already) {
    check(amount > Money() && stay);
    const HandPayId id{c.state.instruments.hand_pays_requested + 1 + already};
    return {id, terminal, stay, amount, kind};
}

template <>
Decision decide_on(const Context& c, const PayByHand& o) {
    const HandPay* hand_pay = find_hand_pay(c, o.hand_pay);
    if (!hand_pay) return Reason::no_such_hand_pay;
    if (hand_pay->paid) return Reason::hand_pay_paid;
    // A correction of an earlier round may have taken some of it.
    const Money credit = c.state.ledger.balance(ledger::credit(hand_pay->stay));
    if (credit < hand_pay->amount) return Reason::not_enough_credit;
    Decision decision;
    decision.add(HandPaid{o.hand_pay, hand_pay->stay, hand_pay->amount},
                 {{ledger::credit(hand_pay->stay), ledger::cash(c.id()), hand_pay->amount}});
    add_alert_for_hand_pay(decision, c, *hand_pay);
    return decision;
}

template <>
Decision decide_on(const Context& c, const AcknowledgeHandPay& o) {
    const HandPay* hand_pay = find_hand_pay(c, o.hand_pay);
    if (!hand_pay) return Reason::no_such_hand_pay;
    if (!hand_pay->paid) return Reason::hand_pay_not_paid;
    Decision decision = HandPayAcknowledged{o.hand_pay};
    const Terminal* terminal = find_terminal(c, hand_pay->terminal);
    check(terminal);
    if (terminal->stay == hand_pay->stay) end_stay_without(decision, c, *terminal, Money());
    return decision;
}

template <>
Decision decide_on(const Context& c, const CancelHandPay& o) {
    const HandPay* hand_pay = find_hand_pay(c, o.hand_pay);
    if (!hand_pay) return Reason::no_such_hand_pay;
    if (hand_pay->paid) return Reason::hand_pay_paid;
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    return HandPayCancelled{o.hand_pay, o.reason};
}

}  // namespace sicbo::table
