// SPDX-License-Identifier: MIT
// Helpers of the decisions about notes, tickets and hand pays. Private to src/table: included by
// decide_*.cpp only.
#pragma once

#include "table/decide.h"

namespace sicbo::table {

// Returns the policy of the table of the command; null while there is none.
const CashPolicy* policy_of(const Context& context);

// Returns the terminal of the table; null if there is none of this number.
const Terminal* find_terminal(const Context& context, TerminalId id);

// Returns the cabinet of the terminal. If none has ever connected, returns a cabinet that is not
// connected.
const Cabinet& cabinet_of(const State& state, TerminalId terminal);

// Returns true if the printer of the terminal could not say whether it printed its last ticket, and
// nobody has found out.
bool is_print_unknown(const State& state, TerminalId terminal);

// Returns what is unfinished at the terminal (a banknote, a ticket, a print or a hand pay) as text;
// nothing if all is finished.
std::optional<std::string> find_unfinished(const State& state, TerminalId terminal);

// Returns why the amount can't be added to the credit at the terminal by a note or a ticket;
// nothing if it can.
std::optional<Reason> refusal_for_money_in(const Context& context, const Terminal& terminal,
                                           Money amount);

// Returns the stay at the terminal. Adds the beginning of a new one to the decision if there is
// none.
StayId stay_at(Decision& decision, const Context& context, TerminalId id, const Terminal& terminal);

// Adds the end of the stay at the terminal, unless the stay has bets in play or would keep credit
// once the decision has taken `taken` away.
void end_stay_without(Decision& decision, const Context& context, const Terminal& terminal,
                      Money taken);

// Returns true if the text is the last four digits of a ticket's number.
bool is_last_four(const std::string& text);

// Returns true if tables with real money exist: then no ticket of play money may.
bool has_real_table(const State& state);

// Returns when a ticket that is issued at this moment expires; nothing if it does not.
std::optional<Instant> expiry(const CashPolicy& policy, Instant at);

// Returns why the ticket can't be redeemed for money of this currency; nothing if it can. One
// reason for each thing that staff must tell apart. `closed`: the read model knows the ticket as
// closed long ago.
std::optional<Reason> refusal_to_redeem(const Context& context, const Hash& ticket, bool closed,
                                        CurrencyCode currency);

// Returns an English sentence for staff: where and when the ticket came into the state that it is
// in; empty if there is no such ticket.
std::string history_of(const State& state, const Hash& ticket);

// Returns the hand pay of the terminal that is not acknowledged; null if there is none.
const HandPay* find_hand_pay_at(const State& state, TerminalId terminal);

// Returns the fact that asks for a hand pay. `already` is the number of hand pays that the same
// decision has requested before.
HandPayRequested request_hand_pay(const Context& context, TerminalId terminal, StayId stay,
                                  Money amount, HandPayKind kind, std::uint32_t already = 0);

}  // namespace sicbo::table
