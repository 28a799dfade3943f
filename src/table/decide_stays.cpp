// SPDX-License-Identifier: MIT
// Terminals, seats, credit and tickets.
#include <algorithm>
#include <expected>

#include "table/cage.h"

namespace sicbo::table {
namespace {

constexpr std::size_t player_name_max = 60;  // bytes

// A terminal, or a seat at the felt.
struct StayOrTerminal {
    StayId stay;                         // 0 at a terminal between two stays
    const Terminal* terminal = nullptr;  // null at the felt
};

// Finds the terminal that the order names, or else the seat. Does not check who gives the order.
std::expected<StayOrTerminal, Reason> find_place(const Context& c, TerminalId terminal,
                                                 StayId stay) {
    if (terminal) {
        const auto found = c.table().terminals.find(terminal);
        if (found == c.table().terminals.end()) return std::unexpected(Reason::no_such_terminal);
        return StayOrTerminal{found->second.stay, &found->second};
    }
    const auto found = c.state.stays.find(stay);
    if (found == c.state.stays.end() || found->second.table != c.id() || found->second.ended ||
        found->second.terminal) {
        return std::unexpected(Reason::no_such_stay);
    }
    return StayOrTerminal{stay, nullptr};
}

// Returns false if another terminal gives the order.
bool acts_for(const Context& c, TerminalId terminal) {
    return c.stamp.actor.kind != ActorKind::terminal || c.stamp.actor.number == terminal.number;
}

// Returns the stay at the place; adds the beginning of a new one if there is none.
StayId find_or_begin_stay(Decision& decision, const Context& c, TerminalId terminal,
                          const StayOrTerminal& place) {
    if (place.stay) return place.stay;
    const StayId stay{c.state.stays_begun + 1};
    decision.add(StayBegun{stay, terminal, {}});
    return stay;
}

// Returns the reason if the amount can't be added to the credit at the place.
std::optional<Reason> refusal_for_amount(const Context& c, Money amount,
                                         const StayOrTerminal& place) {
    if (amount <= Money() || amount > money_max) return Reason::amount_out_of_range;
    if (amount.cents() % c.configuration().chip.cents() != 0 && !c.game().equipment.terminals) {
        return Reason::not_in_chips;
    }
    const auto total = plus(amount, c.state.ledger.balance(ledger::credit(place.stay)));
    if (!total || *total > money_max) return Reason::amount_out_of_range;
    const Safeguards* caps = safeguards_of(c);
    if (!caps) return std::nullopt;
    if (*total > caps->credit_max) return Reason::credit_above_maximum;
    const auto metered = plus(amount, highest_meter(c, place.terminal));
    if (!metered || *metered > caps->meter_max) return Reason::meter_full;
    return std::nullopt;
}

bool is_ticket_number(const std::string& text) {
    constexpr std::size_t digits_min = 18;
    constexpr std::size_t digits_max = 24;
    return text.size() >= digits_min && text.size() <= digits_max &&
           std::ranges::all_of(text, [](char digit) { return '0' <= digit && digit <= '9'; });
}

const Terminal* terminal_of(const Context& c, TerminalId id) {
    const auto found = c.table().terminals.find(id);
    return found == c.table().terminals.end() ? nullptr : &found->second;
}

}  // namespace

bool has_bets(const Table& table, StayId stay) {
    if (!table.round || table.round->bets_settled) return false;
    return table.round->bet_slips.contains(stay);
}

std::optional<Reason> refusal_at_terminal(const Context& c, TerminalId id) {
    if (!id) return std::nullopt;
    const Terminal& terminal = c.table().terminals.at(id);
    if (!terminal.enabled) return Reason::terminal_disabled;
    if (!terminal.online) return Reason::terminal_offline;
    if (terminal.locked) return Reason::terminal_locked;
    return std::nullopt;
}

Money collect_debt(Decision& decision, const Context& c, StayId stay, Money credit) {
    const Money owed = -c.state.ledger.balance(ledger::receivable(stay));
    check(owed >= Money() && credit >= Money());
    const Money taken = std::min(owed, credit);
    if (taken > Money()) {
        decision.add(ReceivableCollected{stay, taken},
                     {{ledger::credit(stay), ledger::receivable(stay), taken}});
    }
    return taken;
}

template <>
Decision decide_on(const Context& c, const TakeSeat& o) {
    if (c.game().equipment.terminals) return Reason::not_a_felt_game;
    if (is_untracked(c.state.cage, c.id())) return Reason::chips_untracked;
    if (!is_valid_note(o.player) || o.player.size() > player_name_max) return Reason::bad_text;
    const bool taken = std::ranges::any_of(c.state.stays, [&](const auto& one) {
        const Stay& stay = one.second;
        return stay.table == c.id() && !stay.ended && stay.player == o.player;
    });
    if (taken) return Reason::name_taken;
    return StayBegun{StayId{c.state.stays_begun + 1}, {}, o.player};
}

template <>
Decision decide_on(const Context& c, const PutCredit& o) {
    const std::expected<StayOrTerminal, Reason> place = find_place(c, o.terminal, o.stay);
    if (!place) return place.error();
    if (c.by_person() && !may_give(c, o)) return Reason::not_allowed;
    if (place->terminal && !place->terminal->enabled) return Reason::terminal_disabled;
    if (place->terminal && !place->terminal->online) return Reason::terminal_offline;
    if (auto reason = refusal_for_amount(c, o.amount, *place)) return *reason;
    if (!place->terminal && c.state.stays.at(place->stay).away) return Reason::seat_left;
    Decision decision;
    const StayId stay = find_or_begin_stay(decision, c, o.terminal, *place);
    return decision.add(CreditPut{stay, o.amount},
                        {{ledger::cash(c.id()), ledger::credit(stay), o.amount}});
}

template <>
Decision decide_on(const Context& c, const PayCredit& o) {
    const std::expected<StayOrTerminal, Reason> place = find_place(c, o.terminal, o.stay);
    if (!place) return place.error();
    if (c.by_person() && !may_give(c, o)) return Reason::not_allowed;
    if (o.terminal && find_hand_pay_at(c.state, o.terminal)) return Reason::hand_pay_pending;
    const Money credit = c.state.ledger.balance(ledger::credit(place->stay));
    if (!place->stay || (credit == Money() && has_bets(c.table(), place->stay))) {
        return Reason::nothing_to_pay;
    }
    if (o.amount < Money() || o.amount > credit) return Reason::not_enough_credit;
    Decision decision;
    const Money left = credit - collect_debt(decision, c, place->stay, credit);
    const Money amount = o.amount == Money() ? left : std::min(o.amount, left);
    check(amount >= Money() && amount <= left && left <= credit);
    if (amount > Money()) {
        decision.add(CreditPaid{place->stay, amount},
                     {{ledger::credit(place->stay), ledger::cash(c.id()), amount}});
        if (place->terminal && has_edition(c.state, 3)) {
            add_cash_alert(decision, c, o.terminal, *place->terminal, amount);
        }
    }
    if (amount == left && !has_bets(c.table(), place->stay)) decision.add(StayEnded{place->stay});
    return decision;
}

template <>
Decision decide_on(const Context& c, const BringChips& o) {
    const std::expected<StayOrTerminal, Reason> place = find_place(c, {}, o.stay);
    if (!place) return place.error();
    if (c.state.stays.at(o.stay).away) return Reason::seat_left;
    if (auto reason = refusal_for_amount(c, o.amount, *place)) return *reason;
    const ledger::Account chips = ledger::chips(c.configuration().currency_code());
    if (o.amount > c.state.ledger.balance(chips)) return Reason::not_enough_chips;
    return Decision().add(ChipsBrought{o.stay, o.amount},
                          {{chips, ledger::credit(o.stay), o.amount}});
}

template <>
Decision decide_on(const Context& c, const TakeChips& o) {
    const std::expected<StayOrTerminal, Reason> place = find_place(c, {}, o.stay);
    if (!place) return place.error();
    if (!policy_of(c)) return Reason::bad_cash_policy;
    const Money credit = c.state.ledger.balance(ledger::credit(o.stay));
    if (credit == Money()) return Reason::nothing_to_pay;
    if (o.amount < Money() || o.amount > credit) return Reason::not_enough_credit;
    Decision decision;
    const Money left = credit - collect_debt(decision, c, o.stay, credit);
    const Money amount = o.amount == Money() ? left : std::min(o.amount, left);
    if (amount > Money()) {
        decision.add(
            ChipsTaken{o.stay, amount},
            {{ledger::credit(o.stay), ledger::chips(c.configuration().currency_code()), amount}});
    }
    if (amount == left && !has_bets(c.table(), o.stay)) decision.add(StayEnded{o.stay});
    return decision;
}

template <>
Decision decide_on(const Context& c, const IssueTicket& o) {
    if (policy_of(c)) return Reason::superseded;  // by CashOut
    if (!acts_for(c, o.terminal)) return Reason::not_allowed;
    if (c.configuration().training) return Reason::training_table;
    const std::expected<StayOrTerminal, Reason> place = find_place(c, o.terminal, {});
    if (!place) return place.error();
    if (!place->terminal->online) return Reason::terminal_offline;
    if (place->terminal->locked) return Reason::terminal_locked;
    if (!is_ticket_number(o.number)) return Reason::bad_ticket_number;
    if (c.state.tickets.contains(o.number)) return Reason::ticket_number_taken;
    const StayId stay = place->stay;
    const Money credit = c.state.ledger.balance(ledger::credit(stay));
    if (!stay || credit == Money()) return Reason::nothing_to_pay;
    Decision decision;
    const Money left = credit - collect_debt(decision, c, stay, credit);
    if (const Safeguards* caps = safeguards_of(c); caps && left > caps->ticket_max) {
        return Reason::ticket_above_maximum;
    }
    if (left > Money()) {
        decision.add(TicketIssued{stay, o.number, left},
                     {{ledger::credit(stay), ledger::tickets(), left}});
    }
    if (!has_bets(c.table(), stay)) decision.add(StayEnded{stay});
    return decision;
}

template <>
Decision decide_on(const Context& c, const RedeemTicket& o) {
    const auto found = c.state.tickets.find(o.number);
    if (found == c.state.tickets.end()) return Reason::no_such_ticket;
    const Ticket& ticket = found->second;
    if (!c.table_or_null) {  // at the cage
        if (c.stamp.role != rules::Role::cashier) return Reason::not_allowed;
        if (ticket.redeemed) return Reason::ticket_redeemed;
        return Decision().add(TicketRedeemed{{}, o.number, ticket.amount},
                              {{ledger::tickets(), ledger::cash({}), ticket.amount}});
    }
    if (policy_of(c)) return Reason::superseded;  // by PresentTicket
    if (c.stamp.role != rules::Role::player || !acts_for(c, o.terminal)) {
        return Reason::not_allowed;
    }
    if (c.configuration().training) return Reason::training_table;
    const std::expected<StayOrTerminal, Reason> place = find_place(c, o.terminal, {});
    if (!place) return place.error();
    if (!place->terminal->enabled) return Reason::terminal_disabled;
    if (!place->terminal->online) return Reason::terminal_offline;
    if (ticket.redeemed) return Reason::ticket_redeemed;
    const Table* from = find_table(c.state, ticket.table);
    if (from && from->configuration.currency != c.configuration().currency) {
        return Reason::no_such_ticket;
    }
    if (auto reason = refusal_for_amount(c, ticket.amount, *place)) return *reason;
    Decision decision;
    const StayId stay = find_or_begin_stay(decision, c, o.terminal, *place);
    return decision.add(TicketRedeemed{stay, o.number, ticket.amount},
                        {{ledger::tickets(), ledger::credit(stay), ticket.amount}});
}

template <>
Decision decide_on(const Context& c, const CallAttendant& o) {
    if (!acts_for(c, o.terminal)) return Reason::not_allowed;
    const Terminal* terminal = terminal_of(c, o.terminal);
    if (!terminal) return Reason::no_such_terminal;
    if (terminal->calling) return Decision();  // somebody is on the way
    return AttendantCalled{o.terminal};
}

template <>
Decision decide_on(const Context& c, const CancelCall& o) {
    if (!acts_for(c, o.terminal)) return Reason::not_allowed;
    const Terminal* terminal = terminal_of(c, o.terminal);
    if (!terminal) return Reason::no_such_terminal;
    if (!terminal->calling) return Reason::no_call;
    return CallCancelled{o.terminal};
}

template <>
Decision decide_on(const Context& c, const AnswerCall& o) {
    const Terminal* terminal = terminal_of(c, o.terminal);
    if (!terminal) return Reason::no_such_terminal;
    if (!terminal->calling) return Reason::no_call;
    return CallAnswered{o.terminal};
}

template <>
Decision decide_on(const Context& c, const UnlockTerminal& o) {
    const Terminal* terminal = terminal_of(c, o.terminal);
    if (!terminal) return Reason::no_such_terminal;
    if (!terminal->locked) return Reason::terminal_not_locked;
    if (is_print_unknown(c.state, o.terminal)) return Reason::print_pending;
    if (is_in_dispute(c.state, o.terminal)) return Reason::dispute_open;
    const auto& hand_pays = c.state.instruments.hand_pays;
    const auto hand_pay = std::ranges::find_if(
        hand_pays, [&](const auto& one) { return one.second.terminal == o.terminal; });
    if (hand_pay == hand_pays.end()) return TerminalUnlocked{o.terminal};
    // The winnings of a large win may stay at the terminal; other hand pays are paid or cancelled.
    const bool large_win = hand_pay->second.kind == HandPayKind::large_win;
    if (!large_win || hand_pay->second.paid) return Reason::hand_pay_pending;
    return HandPayCancelled{hand_pay->first, std::string(to_word(HandPayKind::large_win))};
}

template <>
Decision decide_on(const Context& c, const EnableTerminal& o) {
    const Terminal* terminal = terminal_of(c, o.terminal);
    if (!terminal) return Reason::no_such_terminal;
    if (c.state.retired.terminals.contains(o.terminal)) return Reason::retired;
    if (terminal->enabled) return Reason::in_service;
    return TerminalEnabled{o.terminal};
}

template <>
Decision decide_on(const Context& c, const DisableTerminal& o) {
    const Terminal* terminal = terminal_of(c, o.terminal);
    if (!terminal) return Reason::no_such_terminal;
    if (!terminal->enabled) return Reason::terminal_disabled;
    return TerminalDisabled{o.terminal};
}

template <>
Decision decide_on(const Context& c, const WalkAway& o) {
    const std::expected<StayOrTerminal, Reason> place = find_place(c, {}, o.stay);
    if (!place) return place.error();
    if (c.state.stays.at(o.stay).away) return Reason::seat_left;
    return WalkedAway{o.stay};
}

template <>
Decision decide_on(const Context& c, const ReturnPlayer& o) {
    const std::expected<StayOrTerminal, Reason> place = find_place(c, {}, o.stay);
    if (!place) return place.error();
    if (!c.by_person() && c.stamp.actor.number != o.stay.number) return Reason::not_allowed;
    if (!c.state.stays.at(o.stay).away) return Reason::player_present;
    return PlayerReturned{o.stay};
}

template <>
Decision decide_on(const Context& c, const FreeSeat& o) {
    const std::expected<StayOrTerminal, Reason> place = find_place(c, {}, o.stay);
    if (!place) return place.error();
    if (!c.state.stays.at(o.stay).away) return Reason::player_present;
    if (has_bets(c.table(), o.stay)) return Reason::round_in_play;
    Decision decision;
    const Money credit = c.state.ledger.balance(ledger::credit(o.stay));
    const Money kept = credit - collect_debt(decision, c, o.stay, credit);
    Postings postings;
    if (kept > Money()) {
        postings.push_back({ledger::credit(o.stay), ledger::unclaimed(o.stay), kept});
    }
    decision.add(SeatFreed{o.stay, kept}, std::move(postings));
    return decision.add(StayEnded{o.stay});
}

template <>
Decision decide_on(const Context& c, const PayUnclaimed& o) {
    const auto found = c.state.stays.find(o.stay);
    if (found == c.state.stays.end() || found->second.table != c.id()) return Reason::no_such_stay;
    const Money kept = c.state.ledger.balance(ledger::unclaimed(o.stay));
    if (kept == Money()) return Reason::nothing_to_pay;
    // What the player owes is collected first.
    Decision decision;
    const Money owed = -c.state.ledger.balance(ledger::receivable(o.stay));
    check(owed >= Money() && kept > Money());
    const Money taken = std::min(owed, kept);
    if (taken > Money()) {
        decision.add(ReceivableCollected{o.stay, taken},
                     {{ledger::unclaimed(o.stay), ledger::receivable(o.stay), taken}});
    }
    if (kept > taken) {
        decision.add(UnclaimedPaid{o.stay, kept - taken},
                     {{ledger::unclaimed(o.stay), ledger::cash(c.id()), kept - taken}});
    }
    return decision;
}

template <>
Decision decide_on(const Context& c, const CollectReceivable& o) {
    const auto found = c.state.stays.find(o.stay);
    if (found == c.state.stays.end() || found->second.table != c.id()) return Reason::no_such_stay;
    if (c.state.ledger.balance(ledger::receivable(o.stay)) == Money()) return Reason::nothing_owed;
    Decision decision;
    const Money credit = c.state.ledger.balance(ledger::credit(o.stay));
    if (collect_debt(decision, c, o.stay, credit) == Money()) return Reason::not_enough_credit;
    return decision;
}

template <>
Decision decide_on(const Context& c, const WaiveReceivable& o) {
    const auto found = c.state.stays.find(o.stay);
    if (found == c.state.stays.end() || found->second.table != c.id()) return Reason::no_such_stay;
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    const Money owed = -c.state.ledger.balance(ledger::receivable(o.stay));
    if (owed == Money()) return Reason::nothing_owed;
    return Decision().add(ReceivableWaived{o.stay, owed, o.reason},
                          {{ledger::house(c.id()), ledger::receivable(o.stay), owed}});
}

}  // namespace sicbo::table
