// SPDX-License-Identifier: MIT
#include "store/entry_audit.h"

#include <map>

#include "core/check.h"
#include "table/inventory.h"
#include "table/settlement.h"

namespace sicbo::store {
namespace {

using namespace table;

using Discrepancy = std::optional<std::string>;

// Compares the first event of a new computation with the one in the journal.
Discrepancy compare(const Decision& computed, const Event& event, const char* what) {
    check(!computed.events.empty());
    const Event& expected = computed.events.front();
    if (to_bytes(expected.fact) != to_bytes(event.fact)) {
        return std::string(what) + " is not what the rules give";
    }
    if (to_bytes(expected.postings) != to_bytes(event.postings)) {
        return std::string("the entries of ") + what + " are not what the rules give";
    }
    return std::nullopt;
}

// Returns what the entries add to each stay, over all of its accounts.
std::map<StayId, Money> nets_of(const std::vector<ledger::Posting>& postings) {
    std::map<StayId, Money> nets;
    const auto is_of_stay = [](ledger::Account account) {
        return account.kind == ledger::AccountKind::credit ||
               account.kind == ledger::AccountKind::unclaimed ||
               account.kind == ledger::AccountKind::receivable;
    };
    for (const ledger::Posting& posting : postings) {
        if (is_of_stay(posting.to)) nets[StayId{posting.to.owner}] += posting.amount;
        if (is_of_stay(posting.from)) nets[StayId{posting.from.owner}] -= posting.amount;
    }
    std::erase_if(nets, [](const auto& net) { return net.second == Money(); });
    return nets;
}

Discrepancy audit_amendment(const State& before, const Table& table, const Event& event,
                            const RoundsAmended& amended) {
    std::map<StayId, Money> nets;
    for (const Amended& each : amended.rounds) {
        const bool current = table.round && table.round->number == each.round;
        const auto past = table.past.find(each.round);
        if (!current && past == table.past.end()) return "a round is amended that does not exist";
        const Round& round = current ? *table.round : past->second;
        if (each.back != backs_under(before, round, {each.round, each.roll, each.stay})) {
            return "round " + std::to_string(each.round) + " is not amended as the rules give";
        }
        auto back = each.back.begin();
        for (const auto& [stay, slip] : round.bet_slips) {
            for (const Bet& bet : slip.bets) {
                check(back != each.back.end());
                nets[stay] += *back++ - bet.back;
            }
        }
        check(back == each.back.end());
    }
    std::erase_if(nets, [](const auto& net) { return net.second == Money(); });
    if (nets_of(event.postings) != nets) return "the entries of a correction are not its amounts";
    for (const ledger::Posting& posting : event.postings) {
        const auto is_of_table = [&](ledger::Account account) {
            return account == ledger::house(event.stamp.table) ||
                   account == ledger::escrow(event.stamp.table);
        };
        if (is_of_table(posting.from) == is_of_table(posting.to)) {
            return "a correction moves money that is not between the table and a player";
        }
    }
    return std::nullopt;
}

Money accepted_of(const std::vector<BetAnswer>& answers) {
    Money total;
    for (const BetAnswer& answer : answers) total += answer.accepted;
    return total;
}

// The entries that a fact must have, where the fact alone determines them. The end of a round is
// computed again as a whole instead.
struct ExpectedPostings {
    using Account = ledger::Account;

    const State& before;
    const Event& event;
    TableId table = event.stamp.table;
    Postings postings = {};
    bool computed_elsewhere = false;

    void add_posting(Account from, Account to, Money amount) {
        if (amount != Money()) postings.push_back({from, to, amount});
    }

    void operator()(const CreditPut& e) {
        add_posting(ledger::cash(table), ledger::credit(e.stay), e.amount);
    }
    void operator()(const CreditPaid& e) {
        add_posting(ledger::credit(e.stay), ledger::cash(table), e.amount);
    }
    void operator()(const TicketIssued& e) {
        add_posting(ledger::credit(e.stay), ledger::tickets(), e.amount);
    }
    void operator()(const TicketRedeemed& e) {
        add_posting(ledger::tickets(), e.stay ? ledger::credit(e.stay) : ledger::cash({}),
                    e.amount);
    }
    CurrencyCode currency_of_ticket(const Hash& ticket) const {
        const auto found = before.instruments.tickets.find(ticket);
        return found == before.instruments.tickets.end() ? CurrencyCode{} : found->second.currency;
    }
    void operator()(const TicketCreated& e) {
        const CurrencyCode currency = before.tables.at(table).configuration.currency_code();
        add_posting(ledger::credit(e.stay), ledger::tickets(currency), e.amount);
    }
    void operator()(const TicketNotPrinted& e) {
        const auto found = before.instruments.tickets.find(e.ticket);
        if (found == before.instruments.tickets.end()) return;
        add_posting(ledger::tickets(found->second.currency), payee(before, found->second.stay),
                    e.amount);
    }
    void operator()(const PrintResolved& e) {
        add_posting(ledger::tickets(currency_of_ticket(e.ticket)), ledger::cash(table), e.paid);
    }
    void operator()(const TicketCredited& e) {
        add_posting(ledger::tickets(currency_of_ticket(e.ticket)), ledger::credit(e.stay),
                    e.amount);
    }
    void operator()(const BanknoteStacked& e) {
        add_posting(ledger::stacker(e.terminal), ledger::credit(e.stay), e.amount);
    }
    void operator()(const HandPaid& e) {
        add_posting(ledger::credit(e.stay), ledger::cash(table), e.amount);
    }
    void operator()(const TicketVoided& e) {
        const CurrencyCode currency = currency_of_ticket(e.ticket);
        add_posting(ledger::tickets(currency),
                    e.stay ? ledger::unclaimed(e.stay) : ledger::expired(currency), e.amount);
    }
    void operator()(const TicketExpired& e) {
        const CurrencyCode currency = currency_of_ticket(e.ticket);
        add_posting(ledger::tickets(currency), ledger::expired(currency), e.amount);
    }
    Account cage_of(CounterId counter) const {
        const auto found = before.cage.counters.find(counter);
        return ledger::cage(found == before.cage.counters.end() ? CurrencyCode{}
                                                                : found->second.currency);
    }
    void add_difference(Account cage, Money expected, Money counted) {
        const Account variance = ledger::variance(CurrencyCode{cage.owner});
        if (counted > expected) add_posting(cage, variance, counted - expected);
        if (counted < expected) add_posting(variance, cage, expected - counted);
    }
    void operator()(const ShiftOpened& e) {
        add_difference(ledger::cage(e.currency), e.expected.value_or(e.counted), e.counted);
    }
    void operator()(const ShiftClosed& e) {
        add_difference(cage_of(e.counter), e.expected, e.counted);
    }
    void operator()(const CounterAdjusted& e) {
        add_difference(cage_of(e.counter), e.more ? Money() : e.amount,
                       e.more ? e.amount : Money());
    }
    void operator()(const TicketSold& e) {
        const Account cage = cage_of(e.counter);
        add_posting(cage, ledger::tickets(CurrencyCode{cage.owner}), e.amount);
    }
    void operator()(const TicketCashed& e) {
        const Account cage = cage_of(e.counter);
        add_posting(ledger::tickets(CurrencyCode{cage.owner}), cage, e.amount);
    }
    void operator()(const HandPayCashed& e) {
        add_posting(ledger::credit(e.stay), cage_of(e.counter), e.amount);
    }
    void operator()(const UnclaimedCashed& e) {
        add_posting(ledger::unclaimed(e.stay), cage_of(e.counter), e.amount);
    }
    void operator()(const ExpiredCashed& e) {
        const Account cage = cage_of(e.counter);
        add_posting(ledger::expired(CurrencyCode{cage.owner}), cage, e.amount);
    }
    void operator()(const ReceivableTaken& e) {
        add_posting(cage_of(e.counter), ledger::receivable(e.stay), e.amount);
    }
    Account chips_of_table() const {
        return ledger::chips(before.tables.at(table).configuration.currency_code());
    }
    void operator()(const ChipsSold& e) {
        const Account cage = cage_of(e.counter);
        add_posting(cage, ledger::chips(CurrencyCode{cage.owner}), e.amount);
    }
    void operator()(const ChipsBought& e) {
        const Account cage = cage_of(e.counter);
        add_posting(ledger::chips(CurrencyCode{cage.owner}), cage, e.amount);
    }
    void operator()(const ChipsBrought& e) {
        add_posting(chips_of_table(), ledger::credit(e.stay), e.amount);
    }
    void operator()(const ChipsTaken& e) {
        add_posting(ledger::credit(e.stay), chips_of_table(), e.amount);
    }
    void operator()(const BoxCounted& e) {
        const auto cash = before.cage.tables.find(table);
        if (cash == before.cage.tables.end() || !cash->second.boxes.contains(e.seal)) return;
        postings = count_postings(before, table, e);
    }
    void operator()(const SeatFreed& e) {
        add_posting(ledger::credit(e.stay), ledger::unclaimed(e.stay), e.kept);
    }
    void operator()(const TerminalCleared& e) {
        add_posting(ledger::credit(e.stay), ledger::unclaimed(e.stay), e.kept);
    }
    void operator()(const UnclaimedPaid& e) {
        add_posting(ledger::unclaimed(e.stay), ledger::cash(table), e.amount);
    }
    void operator()(const ReceivableCollected& e) {
        // The debt is collected from unclaimed money or from credit.
        const Account unclaimed = ledger::unclaimed(e.stay);
        const bool from_unclaimed =
            !event.postings.empty() && event.postings.front().from == unclaimed;
        add_posting(from_unclaimed ? unclaimed : ledger::credit(e.stay), ledger::receivable(e.stay),
                    e.amount);
    }
    void operator()(const ReceivableWaived& e) {
        add_posting(ledger::house(table), ledger::receivable(e.stay), e.amount);
    }
    void operator()(const BetsPlaced& e) {
        add_posting(ledger::credit(e.stay), ledger::escrow(table), accepted_of(e.answers));
    }
    void operator()(const BetsWithdrawn& e) {
        add_posting(ledger::escrow(table), ledger::credit(e.stay), accepted_of(e.answers));
    }
    void operator()(const ExcessRejected& e) {
        for (const Placement& rejected : e.rejections) {
            add_posting(ledger::escrow(table), payee(before, rejected.stay), rejected.amount);
        }
    }
    void operator()(const BettingClosed&) { computed_elsewhere = true; }
    void operator()(const RoundSettled&) { computed_elsewhere = true; }
    void operator()(const RoundVoided&) { computed_elsewhere = true; }
    void operator()(const BetsReturned&) { computed_elsewhere = true; }
    void operator()(const RoundsAmended&) { computed_elsewhere = true; }
    template <class Other>
    void operator()(const Other&) {}  // moves no money
};

Discrepancy audit_postings(const State& before, const Event& event) {
    ExpectedPostings expected{before, event};
    visit([&](const auto& fact) { expected(fact); }, static_cast<const FactChoice&>(event.fact));
    if (expected.computed_elsewhere || to_bytes(expected.postings) == to_bytes(event.postings))
        return std::nullopt;
    return "the entries of " + std::string(choice_names<FactChoice>[event.fact.index()]) +
           " are not the amounts that it states";
}

}  // namespace

std::optional<std::string> audit_entries(const State& before, const Event& event) {
    const TableId id = event.stamp.table;
    if (auto wrong = audit_postings(before, event)) return wrong;
    const Table* table = find_table(before, id);
    if (!table) return std::nullopt;
    if (const auto* amended = get_if<RoundsAmended>(&event.fact)) {
        return audit_amendment(before, *table, event, *amended);
    }
    if (!table->round) return std::nullopt;
    Decision computed;
    if (holds<BettingClosed>(event.fact)) {
        computed.add(make_betting_closed(before, id));
        return compare(computed, event, "the close");
    }
    if (const auto* settled = get_if<RoundSettled>(&event.fact)) {
        settle_round(computed, before, id, settled->roll);
        return compare(computed, event, "the settlement");
    }
    if (const auto* voided = get_if<RoundVoided>(&event.fact)) {
        void_round(computed, before, id, voided->cause, voided->reason);
        return compare(computed, event, "the void");
    }
    if (const auto* returned = get_if<BetsReturned>(&event.fact)) {
        const auto slip = table->round->bet_slips.find(returned->stay);
        if (slip == table->round->bet_slips.end()) return "bets are returned that do not exist";
        if (to_bytes(event.postings) !=
            to_bytes(return_postings(before, id, {{returned->stay, stakes_of(slip->second)}}))) {
            return "the entries of returned bets are not their stakes";
        }
    }
    return std::nullopt;
}

}  // namespace sicbo::store
