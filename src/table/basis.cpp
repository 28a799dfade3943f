// SPDX-License-Identifier: MIT
#include "table/basis.h"

#include <algorithm>

#include "table/authority.h"

namespace sicbo::table {
namespace {

// Which parts of the state an order depends on.
struct Dependencies {
    bool round = false;          // the round in play
    bool hold = false;           // the hold of that round
    bool configuration = false;  // of the table
    bool amendments = false;     // of the rounds that the order names
    bool debt = false;           // of the stay that the order names
    // From edition 2 on.
    bool dice = false;      // what a device has read in the round in play
    bool stay = false;      // who is at the terminal that the order names
    bool balance = false;   // the money of players at that terminal
    bool item = false;      // the note or ticket that the order names
    bool hand_pay = false;  // that the order names, and the credit of its stay
    bool recall = false;    // no other recall, and no close of the table, forgot rounds since
    bool person = false;    // the post and the password of the person whom the order names
};

template <class O>
constexpr Dependencies dependencies = {};
template <>
constexpr Dependencies dependencies<Configure> = {.configuration = true};
template <>
constexpr Dependencies dependencies<WaiveReceivable> = {.debt = true};
constexpr Dependencies round_in_play = {.round = true, .hold = true, .dice = true};
template <>
constexpr Dependencies dependencies<EnterResult> = round_in_play;
template <>
constexpr Dependencies dependencies<DecideHold> = round_in_play;
template <>
constexpr Dependencies dependencies<ConcludeHold> = round_in_play;
template <>
constexpr Dependencies dependencies<Certify> = round_in_play;
template <>
constexpr Dependencies dependencies<CertifyDice> = round_in_play;
template <>
constexpr Dependencies dependencies<AmendRounds> = {.amendments = true};
template <>
constexpr Dependencies dependencies<ResolveDispute> = {.amendments = true};
template <>
constexpr Dependencies dependencies<RecallRounds> = {.recall = true};
template <>
constexpr Dependencies dependencies<ClearTerminal> = {.stay = true, .balance = true};
template <>
constexpr Dependencies dependencies<ResolvePrint> = {.item = true};
template <>
constexpr Dependencies dependencies<ResolveTicket> = {.stay = true, .item = true};
template <>
constexpr Dependencies dependencies<ResolveBanknote> = {.stay = true, .item = true};
template <>
constexpr Dependencies dependencies<VoidTicket> = {.item = true};
template <>
constexpr Dependencies dependencies<VoidSoldTicket> = {.item = true};
template <>
constexpr Dependencies dependencies<CashExpired> = {.item = true};
template <>
constexpr Dependencies dependencies<PayByHand> = {.hand_pay = true};
template <>
constexpr Dependencies dependencies<ResetPassword> = {.person = true};

// Returns the number of the hold in force, or of the last one from edition 1 on: a request outlasts
// no hold.
std::uint64_t hold_of(const State& state, TableId id, const Table& table) {
    if (has_edition(state, 1)) return memory_of(state, id).hold;
    return table.held ? table.held->number : 0;
}

// Adds the rounds that the order names: the last amendment of any, and the round in play if it is
// one of them, since a round that is settled in the meantime is amended in another way, and since
// more may have become known of its dice.
void add_rounds(Basis& basis, const State& state, TableId id, const Table& table,
                const AmendRounds& order) {
    for (const Amendment& amendment : order.amendments) {
        if (table.round && table.round->number == amendment.round) {
            basis.round = amendment.round;
            basis.bets_settled = table.round->bets_settled;
            basis.hold = hold_of(state, id, table);
            basis.subject =
                std::max({basis.subject, table.round->amended, memory_of(state, id).dice_known});
        }
        const auto past = table.past.find(amendment.round);
        if (past != table.past.end()) {
            basis.subject = std::max(basis.subject, past->second.amended);
        }
    }
}

// Collects what a request depends on and returns the first 64 bits of its hash.
class Fingerprint {
public:
    template <class T>
    void add(const T& value) {
        encode(writer_, value);
    }
    std::uint64_t value() const {
        const Hash hash = sha256(writer_.bytes());
        std::uint64_t first = 0;
        for (std::size_t i = 0; i < 8; ++i) first = first << 8 | hash.bytes.at(i);
        return first;
    }

private:
    ByteWriter writer_;
};

// Adds who is at the terminal.
void add_stay(Fingerprint& to, const Table& table, TerminalId terminal) {
    const auto found = table.terminals.find(terminal);
    to.add(found == table.terminals.end() ? StayId{} : found->second.stay);
}

// Adds the money of each stay at the terminal that is still known.
void add_balances(Fingerprint& to, const State& state, TableId id, TerminalId terminal) {
    for (const auto& [stay, one] : state.stays) {
        if (one.table != id || one.terminal != terminal) continue;
        to.add(stay);
        for (const ledger::Account account :
             {ledger::credit(stay), ledger::unclaimed(stay), ledger::receivable(stay)}) {
            to.add(state.ledger.balance(account));
        }
    }
}

void add_ticket(Fingerprint& to, const State& state, const Hash& name) {
    const auto found = state.instruments.tickets.find(name);
    if (found == state.instruments.tickets.end()) return;
    to.add(name);
    to.add(found->second.state);
    to.add(found->second.amount);
    to.add(found->second.changed_at);
}

void add_item(Fingerprint& to, const State& state, const VoidTicket& order) {
    add_ticket(to, state, order.ticket);
}
void add_item(Fingerprint& to, const State& state, const VoidSoldTicket& order) {
    add_ticket(to, state, order.ticket);
}
void add_item(Fingerprint& to, const State& state, const CashExpired& order) {
    add_ticket(to, state, order.ticket);
}
void add_item(Fingerprint& to, const State& state, const ResolvePrint& order) {
    const auto found = state.instruments.cabinets.find(order.terminal);
    if (found == state.instruments.cabinets.end()) return;
    to.add(found->second.job);
    if (found->second.printing) add_ticket(to, state, *found->second.printing);
}
void add_item(Fingerprint& to, const State& state, const ResolveTicket& order) {
    const auto found = state.instruments.cabinets.find(order.terminal);
    if (found == state.instruments.cabinets.end() || !found->second.ticket) return;
    to.add(found->second.ticket->counter);
    add_ticket(to, state, found->second.ticket->ticket);
}
void add_item(Fingerprint& to, const State& state, const ResolveBanknote& order) {
    const auto found = state.instruments.cabinets.find(order.terminal);
    if (found == state.instruments.cabinets.end() || !found->second.note) return;
    to.add(found->second.note->counter);
    to.add(found->second.note->amount);
}

void add_hand_pay(Fingerprint& to, const State& state, const PayByHand& order) {
    const auto found = state.instruments.hand_pays.find(order.hand_pay);
    if (found == state.instruments.hand_pays.end()) return;
    to.add(found->second.stay);
    to.add(found->second.amount);
    to.add(found->second.paid);
    to.add(state.ledger.balance(ledger::credit(found->second.stay)));
}

// Adds the result of the round that the incident disputes.
void add_disputed(Fingerprint& to, const State& state, const Table& table,
                  const ResolveDispute& order) {
    const auto dispute = state.safety.disputes.find(order.incident);
    if (dispute == state.safety.disputes.end()) return;
    const std::uint64_t number = dispute->second.round;
    const auto past = table.past.find(number);
    const Round* round = past != table.past.end() ? &past->second : nullptr;
    if (table.round && table.round->number == number) round = &*table.round;
    if (!round) return;
    to.add(round->roll);
    to.add(round->ended);
    to.add(round->amended);
}

void add_person(Fingerprint& to, const State& state, const ResetPassword& order) {
    const auto found = state.people.find(order.person);
    if (found == state.people.end()) return;
    to.add(found->second.role);
    to.add(found->second.disabled);
    to.add(found->second.appointments);
    const auto password = state.access.passwords.find(order.person);
    if (password != state.access.passwords.end()) to.add(password->second.set_at);
}

// Returns the fingerprint of what the order depends on from edition 2 on; 0 if it is nothing.
// `table` is null for an order of the property.
template <class O>
std::uint64_t fingerprint_of(const State& state, TableId id, const Table* table, const O& order) {
    constexpr Dependencies on = dependencies<O>;
    Fingerprint subject;
    if constexpr (on.person) {
        add_person(subject, state, order);
        return subject.value();
    }
    if constexpr (is_cage_order<O> && on.item) {
        add_item(subject, state, order);
        return subject.value();
    }
    if (!table) return 0;
    if constexpr (on.dice) {
        if (!table->round) return 0;
        subject.add(table->round->reading);
    }
    if constexpr (on.stay) add_stay(subject, *table, order.terminal);
    if constexpr (on.balance) add_balances(subject, state, id, order.terminal);
    if constexpr (on.item) add_item(subject, state, order);
    if constexpr (on.hand_pay) add_hand_pay(subject, state, order);
    if constexpr (std::is_same_v<O, ResolveDispute>) add_disputed(subject, state, *table, order);
    constexpr bool any = on.dice || on.stay || on.balance || on.item || on.hand_pay ||
                         std::is_same_v<O, ResolveDispute>;
    return any ? subject.value() : 0;
}

// The part of the basis that an order of a table has under every edition.
template <class O>
void add_table(Basis& basis, const State& state, TableId id, const Table& table, const O& one) {
    constexpr Dependencies on = dependencies<O>;
    if (on.round && table.round) {
        basis.round = table.round->number;
        basis.bets_settled = table.round->bets_settled;
    }
    // Under edition 0 the entry of a result depended on no hold.
    const bool on_hold = on.hold && (has_edition(state, 1) || !std::is_same_v<O, EnterResult>);
    if (on_hold) basis.hold = hold_of(state, id, table);
    if (on.configuration) basis.configuration = table.configured;
    if constexpr (on.debt) basis.owed = -state.ledger.balance(ledger::receivable(one.stay));
    if constexpr (std::is_same_v<O, AmendRounds>) add_rounds(basis, state, id, table, one);
}

}  // namespace

Basis basis_of(const State& state, TableId id, const Order& order) {
    const Table* table = find_table(state, id);
    Basis basis;
    visit(
        [&]<class O>(const O& one) {
            if (table) add_table(basis, state, id, *table, one);
            const bool has_rounds = std::is_same_v<O, AmendRounds>;
            if (has_edition(state, 2) && !has_rounds) {
                basis.subject = fingerprint_of(state, id, table, one);
            }
        },
        order.choice());
    return basis;
}

void lapse_recalls(Table& table) {
    for (auto& [digest, pending] : table.pending) {
        if (holds<RecallRounds>(pending.command.order)) ++pending.basis.subject;
    }
}

bool has_lapsed(const State& state, const Pending& pending) {
    const Command& command = pending.command;
    return basis_of(state, command.stamp.table, command.order) != pending.basis;
}

std::vector<std::string> dependencies_of(const Order& order) {
    std::vector<std::string> words;
    visit(
        [&]<class O>(const O&) {
            constexpr Dependencies on = dependencies<O>;
            if (on.round) words.emplace_back("round");
            if (on.hold) words.emplace_back("hold");
            if (on.configuration) words.emplace_back("configuration");
            if (on.amendments) words.emplace_back("named rounds");
            if (on.debt) words.emplace_back("debt");
            if (on.dice) words.emplace_back("dice");
            if (on.stay) words.emplace_back("player");
            if (on.balance) words.emplace_back("money");
            if (on.item) words.emplace_back("item");
            if (on.hand_pay) words.emplace_back("hand pay");
            if (on.recall) words.emplace_back("recall");
            if (on.person) words.emplace_back("person");
        },
        order.choice());
    return words;
}

}  // namespace sicbo::table
