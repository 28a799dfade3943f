// SPDX-License-Identifier: MIT
#include "table/invariants.h"

#include <algorithm>
#include <array>

#include "core/map_search.h"
#include "table/authority.h"
#include "table/cage_check.h"
#include "table/instruments_check.h"
#include "table/limits.h"

namespace sicbo::table {
namespace {

using ledger::AccountKind;
using Violation = std::optional<std::string>;

std::string at_table(TableId id) { return "table " + std::to_string(id.number); }

Violation sum_is_zero(const State& state) {
    Money sum;
    for (const auto& [account, amount] : state.ledger.balances()) sum += amount;
    if (sum == Money()) return std::nullopt;
    return "the sum of all accounts is " + to_text(sum);
}

Money stakes_in_play(const Table& table) {
    Money stakes;
    if (!table.round || table.round->bets_settled) return stakes;
    for (const auto& [stay, slip] : table.round->bet_slips) stakes += stakes_of(slip);
    return stakes;
}

// I2 for one round: what each bet got agrees with how the round ended.
Violation round_accounts(const Round& round) {
    const auto wrong = [&](const std::string& what) {
        return "round " + std::to_string(round.number) + ": " + what;
    };
    for (const auto& [stay, slip] : round.bet_slips) {
        if (slip.bets.empty()) return wrong("a slip has no bets");
        for (const Bet& bet : slip.bets) {
            if (bet.stake <= Money()) return wrong("a bet has no stake");
            if (round.ended == RoundEnd::void_ && bet.back != bet.stake) {
                return wrong("it is void, and a stake was not returned in full");
            }
        }
    }
    if (round.ended == RoundEnd::void_ && round.roll) return wrong("it is void, and has a result");
    if (round.bets_settled && round.ended == RoundEnd::settled && !round.roll) {
        return wrong("it is settled without a result");
    }
    return std::nullopt;
}

Violation every_stake_once(const State& state) {
    for (const auto& [id, table] : state.tables) {
        for (const auto& [number, round] : table.past) {
            if (round.ended == RoundEnd::none) return at_table(id) + ": a past round has not ended";
            if (auto wrong = round_accounts(round)) return wrong;
        }
    }
    return std::nullopt;
}

Violation escrow_is_stakes(const State& state) {
    for (const auto& [id, table] : state.tables) {
        const Money escrow = state.ledger.balance(ledger::escrow(id));
        if (escrow != stakes_in_play(table)) {
            return at_table(id) + ": escrow " + to_text(escrow) + ", stakes in play " +
                   to_text(stakes_in_play(table));
        }
    }
    return std::nullopt;
}

Violation round_by_the_odds(const State& state, const Round& round) {
    if (round.ended != RoundEnd::settled || !round.roll) return std::nullopt;
    const rules::Game& game = *rules_of(state, round).game;
    for (const auto& [stay, slip] : round.bet_slips) {
        const rules::Layout& layout = game.layouts.at(slip.layout);
        Money returned;
        Money by_odds;
        for (const Bet& bet : slip.bets) {
            const rules::PayRow* const row = find_row(layout, bet.spot);
            check(row != nullptr);
            const rules::Odds odds = odds_in(layout, *row, spot_of(bet.spot), *round.roll);
            const Money excess = bet.stake - bet.effective;
            by_odds += excess;
            if (odds != rules::Odds{}) {
                by_odds += bet.effective + Money::of_cents(bet.effective.cents() * odds.halves / 2);
            }
            returned += bet.back;
        }
        if (returned != (slip.returned ? stakes_of(slip) : by_odds)) {
            return "round " + std::to_string(round.number) + " paid " + to_text(returned) +
                   " where the odds say " + to_text(by_odds);
        }
    }
    return std::nullopt;
}

Violation settled_by_the_odds(const State& state) {
    for (const auto& [id, table] : state.tables) {
        for (const auto& [number, round] : table.past) {
            if (auto wrong = round_by_the_odds(state, round)) return at_table(id) + ": " + *wrong;
        }
    }
    return std::nullopt;
}

Violation tickets_are_their_account(const State& state) {
    Money live;
    for (const auto& [number, ticket] : state.tickets) {
        if (!ticket.redeemed) live += ticket.amount;
    }
    const Money numbered = state.ledger.balance(ledger::tickets());
    if (live == numbered) return find_instrument_discrepancy(state);
    return "tickets of " + to_text(live) + " are out, their account says " + to_text(numbered);
}

Violation no_wrong_sign(const State& state) {
    for (const auto& [account, amount] : state.ledger.balances()) {
        const bool fine =
            amount >= Money() ? may_be_positive(account.kind) : may_be_negative(account.kind);
        if (fine) continue;
        return std::string(to_word(account.kind)) + " " + std::to_string(account.owner) +
               " has a balance of " + to_text(amount);
    }
    return std::nullopt;
}

Violation within_limits(const State& state) {
    for (const auto& [id, table] : state.tables) {
        if (!table.round) continue;
        const Configuration& configuration = table.configuration;
        const rules::Game& game = *rules_of(state, table).game;
        const bool shared = shares_boxes(game);
        // After the close a decision may still return the bets of one player.
        const bool open = !is_done(rules_of(state, table), *table.round, rules::Step::close);
        if (shared && open && configuration.policy == Policy::enforce &&
            !excesses(configuration, game, totals_of(*table.round)).empty()) {
            return at_table(id) + ": a box is over its limit";
        }
        for (const auto& [stay, slip] : table.round->bet_slips) {
            if (configuration.round_max && stakes_of(slip) > *configuration.round_max) {
                return at_table(id) + ": a player is over the limit of a round";
            }
            for (const Bet& bet : slip.bets) {
                const auto& max = configuration.limit_on(bet.spot).max;
                if (!shared && max && bet.stake > *max) {
                    return at_table(id) + ": a bet is over its limit";
                }
                if (bet.stake.cents() % configuration.chip.cents() != 0) {
                    return at_table(id) + ": a stake is not in chips";
                }
            }
        }
    }
    return std::nullopt;
}

Violation phases_agree(const State& state) {
    for (const auto& [id, table] : state.tables) {
        const bool in_round = table.phase == Phase::playing || table.phase == Phase::held;
        if (in_round != table.round.has_value()) return at_table(id) + ": phase and round disagree";
        if ((table.phase == Phase::held) != table.held.has_value()) {
            return at_table(id) + ": phase and cause of a hold disagree";
        }
        if (table.round && table.round->roll) {
            const RuleSet& rules = rules_of(state, *table.round);
            if (!is_done(rules, *table.round, rules::Step::close)) {
                return at_table(id) + ": there is a result before the close";
            }
        }
    }
    return std::nullopt;
}

Violation meters_agree(const State& state) {
    for (const auto& [id, table] : state.tables) {
        for (const auto& [terminal_id, terminal] : table.terminals) {
            const Money credit = state.ledger.balance(ledger::credit(terminal.stay));
            if (terminal.meter.credit() != credit) {
                return at_table(id) + ", terminal " + std::to_string(terminal_id.number) +
                       ": the meters say " + to_text(terminal.meter.credit()) + ", the credit is " +
                       to_text(credit);
            }
        }
        Money at_felt;
        for (const auto& [account, amount] : state.ledger.balances()) {
            if (account.kind != AccountKind::credit) continue;
            const Stay& stay = state.stays.at(StayId{account.owner});
            if (stay.table == id && !stay.terminal) at_felt += amount;
        }
        if (table.felt_meter.credit() != at_felt) {
            return at_table(id) + ": the meter of the felt says " +
                   to_text(table.felt_meter.credit()) + ", the players have " + to_text(at_felt);
        }
        ledger::Meter layouts;
        ledger::Meter kinds;
        for (const ledger::Meter& meter : table.layout_meters) {
            layouts.staked += meter.staked;
            layouts.won += meter.won - meter.recovered;
        }
        for (const ledger::Meter& meter : table.kind_meters) {
            kinds.staked += meter.staked;
            kinds.won += meter.won - meter.recovered;
        }
        if (layouts.staked != kinds.staked || layouts.won != kinds.won) {
            return at_table(id) + ": the meters of layouts and of kinds differ";
        }
    }
    return std::nullopt;
}

constexpr std::array state_list = {
    Invariant{"I1", "the sum of all accounts is zero", sum_is_zero},
    Invariant{"I2", "every stake ends once, as won, lost or returned", every_stake_once},
    Invariant{"I3", "escrow is what is staked in the round in play", escrow_is_stakes},
    Invariant{"I4", "no result stands before the close", phases_agree},
    Invariant{"I9", "each bet gets what the odds say", settled_by_the_odds},
    Invariant{"I10", "live tickets are what their account says", tickets_are_their_account},
    Invariant{"cage", "counters account for the cash of the cage", find_cage_discrepancy},
    Invariant{"I17", "only house, cash, cage, stacker, difference and receivable are negative",
              no_wrong_sign},
    Invariant{"I17", "bets keep to the limits of the round", within_limits},
    Invariant{"meters", "what a terminal holds is what its meters say", meters_agree},
};

// I4: a bet is taken only while bets are open.
Violation bets_while_open(const State& before, const Command&, const Decision& decision) {
    for (const Event& event : decision.events) {
        if (!holds<BetsPlaced>(event.fact) && !holds<BetsWithdrawn>(event.fact)) {
            continue;
        }
        const Table& table = before.tables.at(event.stamp.table);
        const RuleSet& rules = rules_of(before, table);
        if (!table.round || !is_done(rules, *table.round, rules::Step::open) ||
            is_done(rules, *table.round, rules::Step::close)) {
            return "bets changed while they were not open";
        }
    }
    return std::nullopt;
}

// I7: a request that had an effect has no second one.
Violation one_effect(const State& before, const Command& command, const Decision& decision) {
    const auto found = before.recent.find(command.stamp.actor);
    if (found == before.recent.end() || decision.events.empty()) return std::nullopt;
    for (const Outcome& outcome : found->second.outcomes) {
        if (outcome.request == command.stamp.request) return "a request had a second effect";
    }
    return std::nullopt;
}

// I8: what is refused moves no money.
Violation refusals_move_nothing(const State&, const Command&, const Decision& decision) {
    if (!decision.refusal) return std::nullopt;
    for (const Event& event : decision.events) {
        if (!event.postings.empty()) return "a refusal moved money";
    }
    return std::nullopt;
}

// Facts that always take two people.
using FactsOfTwo = Choice<RoundsAmended, Configured, ReceivableWaived, HoldDecided, RoundsRecalled,
                          FloatMoved, CounterAdjusted, InventoryOpened, TableFilled, TableCredited,
                          InventoryCounted, StackerRemoved, BoxCounted>;

// I11: what takes two people is never decided by one.
Violation two_people(const State& before, const Command& command, const Decision& decision) {
    const bool authorised =
        !decision.events.empty() && holds<Authorised>(decision.events.front().fact);
    if (authorised) {
        const auto& fact = get<Authorised>(decision.events.front().fact);
        if (fact.first == command.stamp.actor) return "one person stood for two";
        return std::nullopt;
    }
    for (const Event& event : decision.events) {
        const bool needs_two =
            visit([]<class F>(const F&) { return is_choice<F, FactsOfTwo>; }, event.fact.choice());
        if (needs_two) return "two people were needed";
        const auto* entered = get_if<ResultEntered>(&event.fact);
        if (entered) {
            const auto& round = before.tables.at(event.stamp.table).round;
            if (round && round->reading && *round->reading != entered->roll) {
                return "a result against the reader took one person";
            }
        }
        const auto* voided = get_if<RoundVoided>(&event.fact);
        if (voided) {
            const auto& round = before.tables.at(event.stamp.table).round;
            if (round && round->roll) return "a round with a result was voided by one person";
        }
    }
    return std::nullopt;
}

// I12: an amendment moves no stakes in play.
Violation amendment_leaves_escrow(const State&, const Command&, const Decision& decision) {
    for (const Event& event : decision.events) {
        const auto* amended = get_if<RoundsAmended>(&event.fact);
        if (!amended) continue;
        for (const ledger::Posting& posting : event.postings) {
            if (posting.from.kind == AccountKind::escrow ||
                posting.to.kind == AccountKind::escrow) {
                return "an amendment moved stakes in play";
            }
        }
    }
    return std::nullopt;
}

// I15: after the close stakes go back only for a cause that the document names, or by two people.
// Each event is judged by its own table: Restart has none, and ends rounds at several.
Violation returns_have_a_cause(const State& before, const Command&, const Decision& decision) {
    const bool authorised =
        !decision.events.empty() && holds<Authorised>(decision.events.front().fact);
    for (const Event& event : decision.events) {
        const Table* table = find_table(before, event.stamp.table);
        if (!table || !table->round) continue;
        const RuleSet& rules = rules_of(before, *table);
        if (!is_done(rules, *table->round, rules::Step::close)) continue;
        if (holds<ExcessRejected>(event.fact)) return "excess rejected after the close";
        const auto* voided = get_if<RoundVoided>(&event.fact);
        if (voided && !authorised && !find_rule(rules, voided->cause)) {
            return "void for a cause that the document does not name";
        }
        if (holds<BetsReturned>(event.fact) && !authorised) {
            return "bets returned after the close by one person";
        }
    }
    return std::nullopt;
}

// A settlement collects before it pays.
Violation collects_first(const State&, const Command&, const Decision& decision) {
    for (const Event& event : decision.events) {
        if (!holds<RoundSettled>(event.fact)) continue;
        bool paying = false;
        for (const ledger::Posting& posting : event.postings) {
            const bool collects = posting.to.kind == AccountKind::house;
            if (collects && paying) return "a collection after a payment";
            paying = paying || !collects;
        }
    }
    return std::nullopt;
}

constexpr std::array command_list = {
    CommandInvariant{"I4", "no bet changes while bets are not open", bets_while_open},
    CommandInvariant{"I7", "a request has at most one effect", one_effect},
    CommandInvariant{"I8", "a refusal moves no money", refusals_move_nothing},
    CommandInvariant{"I11", "what takes two people is decided by two", two_people},
    CommandInvariant{"I12", "an amendment moves no stakes in play", amendment_leaves_escrow},
    CommandInvariant{"I15", "after the close stakes go back only for a cause",
                     returns_have_a_cause},
    CommandInvariant{"collect", "collections come before payments", collects_first},
};

}  // namespace

std::span<const Invariant> invariants() { return state_list; }
std::span<const CommandInvariant> command_invariants() { return command_list; }

std::optional<std::string> broken(const State& state) {
    for (const Invariant& invariant : state_list) {
        if (auto what = invariant.find_violation(state))
            return std::string(invariant.id) + ": " + *what;
    }
    return std::nullopt;
}

std::optional<std::string> broken_at_end(const State& state, TableId table) {
    for (const Invariant& invariant : state_list) {
        if (invariant.find_violation == every_stake_once ||
            invariant.find_violation == settled_by_the_odds) {
            continue;
        }
        if (auto what = invariant.find_violation(state))
            return std::string(invariant.id) + ": " + *what;
    }
    const auto& past = state.tables.at(table).past;
    if (past.empty()) return std::nullopt;
    const Round& round = past.rbegin()->second;
    if (auto what = round_accounts(round)) return "I2: " + *what;
    if (auto what = round_by_the_odds(state, round)) return "I9: " + *what;
    return std::nullopt;
}

std::optional<std::string> broken(const State& before, const Command& command,
                                  const Decision& decision) {
    for (const CommandInvariant& invariant : command_list) {
        if (auto what = invariant.find_violation(before, command, decision)) {
            return std::string(invariant.id) + ": " + *what;
        }
    }
    return std::nullopt;
}

void check_round_end(const State& state, TableId id) {
    const Table& table = state.tables.at(id);
    check(state.ledger.balance(ledger::escrow(id)) == stakes_in_play(table));
    if (table.past.empty()) return;
    const Round& round = table.past.rbegin()->second;
    check(round.ended != RoundEnd::none);
    check(!round_accounts(round).has_value());
    MapSearch terminals(table.terminals);
    MapSearch balances(state.ledger.balances());
    for (const auto& [stay_id, slip] : round.bet_slips) {
        if (!slip.terminal) continue;
        const Terminal& terminal = terminals.at(slip.terminal);
        const Money* const credit = balances.find(ledger::credit(terminal.stay));
        check(terminal.meter.credit() == (credit ? *credit : Money()));
    }
}

}  // namespace sicbo::table
