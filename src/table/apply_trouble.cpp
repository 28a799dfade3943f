// SPDX-License-Identifier: MIT
// What the events of a round that goes wrong change: voids, returned bets, holds and amendments.
#include <algorithm>

#include "table/apply.h"

namespace sicbo::table {
namespace {

ledger::Meter& kind_meter(Table& table, rules::SpotId spot) {
    return table.kind_meters.at(static_cast<std::size_t>(spot_of(spot).kind));
}

}  // namespace

template <>
void apply_to(const Target& t, const RoundVoided& e) {
    check(t.round().ended == RoundEnd::none);
    Round& round = t.round();
    check(!round.bets_settled);
    Money returned_in_all;
    for (auto& [id, slip] : round.bet_slips) {
        Money returned;
        for (Bet& bet : slip.bets) {
            bet.back = bet.stake;
            returned += bet.stake;
        }
        returned_in_all += returned;
        if (!t.stay(id).away) t.meter(id).returned += returned;
    }
    check(t.taken_from(ledger::AccountKind::escrow) == returned_in_all);
    check(t.given_to_players() == returned_in_all);
    round.roll.reset();  // a void round has no result
    round.void_for = e.cause;
    if (e.cause == rules::Cause::mixer_failed) t.table().mixers[round.mixer].unusable = true;
    end_round(t, RoundEnd::void_);
}

template <>
void apply_to(const Target& t, const BetsReturned& e) {
    Round& round = t.round();
    check(!round.bets_settled);
    const Money stakes = stakes_of(round.bet_slips.at(e.stay));
    check(t.moves_only(ledger::escrow(t.id()), payee(t.state, e.stay), stakes));
    round.bet_slips.erase(e.stay);
    std::erase_if(round.placements, [&](const Placement& one) { return one.stay == e.stay; });
    if (!t.stay(e.stay).away) t.meter(e.stay).returned += stakes;
}

template <>
void apply_to(const Target& t, const SharesRecomputed& e) {
    check(!t.round().bets_settled);
    auto effective = e.effective.begin();
    for (auto& [stay, slip] : t.round().bet_slips) {
        for (Bet& bet : slip.bets) {
            check(effective != e.effective.end());
            bet.effective = *effective++;
            check(bet.effective >= Money() && bet.effective <= bet.stake);
        }
    }
    check(effective == e.effective.end());
}

template <>
void apply_to(const Target& t, const PastSharesRecomputed& e) {
    Table& table = t.table();
    const bool current = table.round && table.round->number == e.round;
    Round& round = current ? *table.round : table.past.at(e.round);
    check(round.bets_settled);
    auto effective = e.effective.begin();
    for (auto& [stay, slip] : round.bet_slips) {
        for (Bet& bet : slip.bets) {
            check(effective != e.effective.end());
            bet.effective = *effective++;
            check(bet.effective >= Money() && bet.effective <= bet.stake);
        }
    }
    check(effective == e.effective.end());
}

template <>
void apply_to(const Target& t, const HoldPlaced& e) {
    check(!t.table().held && !t.round().bets_settled);
    check(t.table().phase == Phase::playing);
    t.table().phase = Phase::held;
    t.table().held = Held{e.cause, e.reason, t.state.sequence, {}, {}};
    if (has_edition(t.state, 1)) t.state.memory.tables[t.id()].hold = t.state.sequence;
}

template <>
void apply_to(const Target& t, const HoldDecided& e) {
    check(t.table().held && t.table().held->cause == rules::Cause::not_covered);
    check(t.table().phase == Phase::held);
    if (e.verdict != Verdict::resume) return;  // the void or the settlement follows
    t.table().phase = Phase::playing;
    t.table().held.reset();
    const auto reader = t.state.safety.readers.find(t.id());
    if (reader != t.state.safety.readers.end()) reader->second.contested.reset();
}

template <>
void apply_to(const Target& t, const Certified&) {
    check(t.table().held.has_value());
}

template <>
void apply_to(const Target& t, const DiceCertified& e) {
    check(t.table().held && e.dice.size() == 3);
    t.table().held->faces.clear();
    for (const SeenDie& die : e.dice) {
        // Dice that were moved bind nobody to what they show now.
        const bool counts = counts_as_seen(die, e.finding) || !has_edition(t.state, 1);
        if (die.face != 0 && counts) t.table().held->faces.push_back(die.face);
    }
}

template <>
void apply_to(const Target& t, const HoldReferred& e) {
    check(t.table().held && t.table().held->cause == e.cause);
    t.table().held->cause = rules::Cause::not_covered;
    t.table().held->referred = e.cause;
    t.table().held->number = t.state.sequence;  // another hold, for other people
    if (has_edition(t.state, 1)) t.state.memory.tables[t.id()].hold = t.state.sequence;
}

template <>
void apply_to(const Target& t, const RoundsAmended& e) {
    check(!e.rounds.empty());
    Table& table = t.table();
    std::map<StayId, Money> given_back;  // stakes of bets that don't count any more
    Money more_in_all;
    for (const Amended& one : e.rounds) {
        const bool current = table.round && table.round->number == one.round;
        Round& round = current ? *table.round : table.past.at(one.round);
        check(round.bets_settled && round.ended != RoundEnd::void_);
        auto back = one.back.begin();
        for (auto& [stay, slip] : round.bet_slips) {
            // The bets of others than the one whose stakes go back still count.
            const bool counts = one.roll || (one.stay && *one.stay != stay);
            for (Bet& bet : slip.bets) {
                check(back != one.back.end());
                const Money more = *back - bet.back;
                more_in_all += more;
                if (more > Money() && !counts) given_back[stay] += more;
                for (ledger::Meter* meter :
                     {&kind_meter(table, bet.spot), &table.layout_meters.at(slip.layout)}) {
                    if (more < Money()) meter->recovered -= more;
                    if (more > Money()) (counts ? meter->won : meter->returned) += more;
                }
                bet.back = *back++;
            }
        }
        check(back == one.back.end());
        round.amended = t.state.sequence;
        if (one.stay) round.bet_slips.at(*one.stay).returned = true;
        if (one.stay) continue;
        round.roll = one.roll;
        if (one.roll) {
            round.manual = true;
            continue;
        }
        round.void_for = e.cause;
        if (current) {
            end_round(t, RoundEnd::void_);  // nothing is left to clear
        } else {
            round.ended = RoundEnd::void_;
        }
    }
    check(t.paid_by_house() == more_in_all);
    for (const ledger::Posting& posting : t.event.postings) {
        using ledger::AccountKind;
        if (posting.to.kind == AccountKind::credit) {
            const StayId stay{posting.to.owner};
            const Money stakes = std::min(posting.amount, given_back[stay]);
            t.meter(stay).returned += stakes;
            t.meter(stay).won += posting.amount - stakes;
            const TerminalId terminal = t.stay(stay).terminal;
            if (terminal) count_win(t.state, terminal, posting.amount - stakes);
        }
        if (posting.from.kind == AccountKind::credit) {
            t.meter(StayId{posting.from.owner}).recovered += posting.amount;
        }
    }
}

}  // namespace sicbo::table
