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
    return std::nullopt;
}

// Stakes that move between a stay and the bets in play.
Wrong recheck_stakes(const Event& event, const std::vector<BetAnswer>& answers, bool placed) {
    Money total;
    for (const BetAnswer& answer : answers) total += answer.accepted;
    Money moved;
    for (const ledger::Posting& posting : event.postings) {
        const ledger::Account escrow = placed ? posting.to : posting.from;
        if (escrow != ledger::escrow(event.stamp.table)) return "bets move other money than stakes";
        moved += posting.amount;
    }
    if (moved != total) return "the stakes of the bets are not what was moved";
    return std::nullopt;
}

}  // namespace

std::optional<std::string> recheck(const State& before, const Event& event) {
    const TableId id = event.stamp.table;
    const Table* table = find_table(before, id);
    if (!table) return std::nullopt;
    if (const auto* placed = std::get_if<BetsPlaced>(&event.fact)) {
        return recheck_stakes(event, placed->answers, true);
    }
    if (const auto* withdrawn = std::get_if<BetsWithdrawn>(&event.fact)) {
        return recheck_stakes(event, withdrawn->answers, false);
    }
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
