#include "store/recheck.h"

#include <map>

#include "table/settlement.h"

namespace sicbo::store {
namespace {

using namespace table;

using Wrong = std::optional<std::string>;

// The first event of what was worked out anew against the one in the journal.
Wrong compare(const Decision& anew, const Event& event, const char* what) {
    const Event& expected = anew.events.front();
    if (to_bytes(expected.fact) != to_bytes(event.fact)) {
        return std::string(what) + " is not what the rules give";
    }
    if (to_bytes(expected.postings) != to_bytes(event.postings)) {
        return std::string("the entries of ") + what + " are not what the rules give";
    }
    return std::nullopt;
}

// What the entries bring the stay, from whichever of its accounts.
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
    std::erase_if(nets, [](const auto& one) { return one.second == Money(); });
    return nets;
}

Wrong recheck_amended(const State& before, const Table& table, const Event& event,
                      const RoundsAmended& amended) {
    std::map<StayId, Money> nets;
    for (const Amended& one : amended.rounds) {
        const bool current = table.round && table.round->number == one.round;
        const auto past = table.past.find(one.round);
        if (!current && past == table.past.end()) return "a round is amended that there is not";
        const Round& round = current ? *table.round : past->second;
        if (one.back != backs_under(before, round, {one.round, one.roll, one.stay})) {
            return "round " + std::to_string(one.round) + " is not amended as the rules give";
        }
        auto back = one.back.begin();
        for (const auto& [stay, slip] : round.slips) {
            for (const Bet& bet : slip.bets) nets[stay] += *back++ - bet.back;
        }
    }
    std::erase_if(nets, [](const auto& one) { return one.second == Money(); });
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

// The money that a fact moves, where the fact alone says it. A round's end is worked out anew as a
// whole instead.
struct Moves {
    using Account = ledger::Account;

    const State& before;
    const Event& event;
    TableId table = event.stamp.table;
    Postings postings = {};
    bool whole = false;  // it is looked at elsewhere

    void move(Account from, Account to, Money amount) {
        if (amount != Money()) postings.push_back({from, to, amount});
    }

    void operator()(const CreditPut& e) {
        move(ledger::cash(table), ledger::credit(e.stay), e.amount);
    }
    void operator()(const CreditPaid& e) {
        move(ledger::credit(e.stay), ledger::cash(table), e.amount);
    }
    void operator()(const TicketIssued& e) {
        move(ledger::credit(e.stay), ledger::tickets(), e.amount);
    }
    void operator()(const TicketRedeemed& e) {
        move(ledger::tickets(), e.stay ? ledger::credit(e.stay) : ledger::cash({}), e.amount);
    }
    void operator()(const UnclaimedPaid& e) {
        move(ledger::unclaimed(e.stay), ledger::cash(table), e.amount);
    }
    void operator()(const ReceivableCollected& e) {
        // Out of whichever of the two there was.
        const Account unclaimed = ledger::unclaimed(e.stay);
        const bool kept = !event.postings.empty() && event.postings.front().from == unclaimed;
        move(kept ? unclaimed : ledger::credit(e.stay), ledger::receivable(e.stay), e.amount);
    }
    void operator()(const ReceivableWaived& e) {
        move(ledger::house(table), ledger::receivable(e.stay), e.amount);
    }
    void operator()(const BetsPlaced& e) {
        move(ledger::credit(e.stay), ledger::escrow(table), accepted_of(e.answers));
    }
    void operator()(const BetsWithdrawn& e) {
        move(ledger::escrow(table), ledger::credit(e.stay), accepted_of(e.answers));
    }
    void operator()(const ExcessRejected& e) {
        for (const Rejection& one : e.rejections) {
            move(ledger::escrow(table), payee(before, one.stay), one.amount);
        }
    }
    void operator()(const BettingClosed&) { whole = true; }
    void operator()(const RoundSettled&) { whole = true; }
    void operator()(const RoundVoided&) { whole = true; }
    void operator()(const BetsReturned&) { whole = true; }
    void operator()(const RoundsAmended&) { whole = true; }
    template <class Other>
    void operator()(const Other&) {}  // moves none
};

Wrong recheck_moves(const State& before, const Event& event) {
    Moves moves{before, event};
    std::visit([&](const auto& fact) { moves(fact); }, static_cast<const FactChoice&>(event.fact));
    if (moves.whole || to_bytes(moves.postings) == to_bytes(event.postings)) return std::nullopt;
    return "the entries of " + std::string(choice_names<FactChoice>[event.fact.index()]) +
           " are not what it says";
}

}  // namespace

std::optional<std::string> recheck(const State& before, const Event& event) {
    const TableId id = event.stamp.table;
    if (auto wrong = recheck_moves(before, event)) return wrong;
    const Table* table = find_table(before, id);
    if (!table) return std::nullopt;
    if (const auto* amended = std::get_if<RoundsAmended>(&event.fact)) {
        return recheck_amended(before, *table, event, *amended);
    }
    if (!table->round) return std::nullopt;
    Decision anew;
    if (std::holds_alternative<BettingClosed>(event.fact)) {
        anew.add(closing(before, id));
        return compare(anew, event, "the close");
    }
    if (const auto* settled = std::get_if<RoundSettled>(&event.fact)) {
        settle_round(anew, before, id, settled->roll);
        return compare(anew, event, "the settlement");
    }
    if (const auto* voided = std::get_if<RoundVoided>(&event.fact)) {
        void_round(anew, before, id, voided->cause, voided->reason);
        return compare(anew, event, "the void");
    }
    if (const auto* returned = std::get_if<BetsReturned>(&event.fact)) {
        const auto slip = table->round->slips.find(returned->stay);
        if (slip == table->round->slips.end()) return "bets are returned that there are not";
        if (to_bytes(event.postings) !=
            to_bytes(returns(before, id, {{returned->stay, stakes_of(slip->second)}}))) {
            return "the entries of returned bets are not their stakes";
        }
    }
    return std::nullopt;
}

}  // namespace sicbo::store
