// SPDX-License-Identifier: MIT
#include "table/invariants.h"

#include <algorithm>
#include <array>

#include "rules/settle.h"
#include "table/authority.h"
#include "table/limits.h"

namespace sicbo::table {
namespace {

using ledger::AccountKind;
using Broken = std::optional<std::string>;

Money balance_of(const State& state, AccountKind kind) {
    Money sum;
    for (const auto& [account, amount] : state.ledger.balances()) {
        if (account.kind == kind) sum += amount;
    }
    return sum;
}

std::string at_table(TableId id) { return "table " + std::to_string(id.number); }

Broken sum_is_nothing(const State& state) {
    Money sum;
    for (const auto& [account, amount] : state.ledger.balances()) sum += amount;
    if (sum == Money()) return std::nullopt;
    return "all accounts come to " + to_text(sum);
}

Money stakes_in_play(const Table& table) {
    Money stakes;
    if (!table.round || table.round->bets_settled) return stakes;
    for (const auto& [stay, slip] : table.round->slips) stakes += stakes_of(slip);
    return stakes;
}

// I2 for the rounds that are kept: what each bet got is what its round's end says.
Broken round_accounts(const Round& round) {
    const auto wrong = [&](const std::string& what) {
        return "round " + std::to_string(round.number) + ": " + what;
    };
    for (const auto& [stay, slip] : round.slips) {
        if (slip.bets.empty()) return wrong("a slip without bets");
        for (const Bet& bet : slip.bets) {
            if (bet.stake <= Money()) return wrong("a bet without a stake");
            if (round.ended == RoundEnd::void_ && bet.back != bet.stake) {
                return wrong("a stake of a void round was not returned as it was");
            }
        }
    }
    if (round.ended == RoundEnd::void_ && round.roll) return wrong("void, and has a result");
    if (round.bets_settled && round.ended == RoundEnd::settled && !round.roll) {
        return wrong("settled without a result");
    }
    return std::nullopt;
}

Broken every_stake_once(const State& state) {
    for (const auto& [id, table] : state.tables) {
        for (const auto& [number, round] : table.past) {
            if (round.ended == RoundEnd::none) return at_table(id) + ": a past round has not ended";
            if (auto wrong = round_accounts(round)) return wrong;
        }
    }
    return std::nullopt;
}

Broken escrow_is_stakes(const State& state) {
    for (const auto& [id, table] : state.tables) {
        const Money escrow = state.ledger.balance(ledger::escrow(id));
        if (escrow != stakes_in_play(table)) {
            return at_table(id) + ": escrow " + to_text(escrow) + ", stakes in play " +
                   to_text(stakes_in_play(table));
        }
    }
    return std::nullopt;
}

Broken round_by_the_odds(const State& state, const Round& round) {
    if (round.ended != RoundEnd::settled || !round.roll) return std::nullopt;
    const rules::Game& game = *rules_of(state, round).game;
    for (const auto& [stay, slip] : round.slips) {
        const rules::Layout& layout = game.layouts.at(slip.layout);
        Money returned;
        Money by_odds;
        for (const Bet& bet : slip.bets) {
            const rules::Odds odds = odds_on(layout, spot_of(bet.spot), *round.roll);
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

Broken settled_by_the_odds(const State& state) {
    for (const auto& [id, table] : state.tables) {
        for (const auto& [number, round] : table.past) {
            if (auto wrong = round_by_the_odds(state, round)) return at_table(id) + ": " + *wrong;
        }
    }
    return std::nullopt;
}

Broken tickets_are_their_account(const State& state) {
    Money live;
    for (const auto& [number, ticket] : state.tickets) {
        if (!ticket.redeemed) live += ticket.amount;
    }
    if (live == balance_of(state, AccountKind::tickets)) return std::nullopt;
    return "tickets of " + to_text(live) + " are out, their account says " +
           to_text(balance_of(state, AccountKind::tickets));
}

Broken no_wrong_sign(const State& state) {
    for (const auto& [account, amount] : state.ledger.balances()) {
        const bool fine =
            amount >= Money() ? may_be_positive(account.kind) : may_be_negative(account.kind);
        if (fine) continue;
        return std::string(to_word(account.kind)) + " " + std::to_string(account.owner) +
               " stands at " + to_text(amount);
    }
    return std::nullopt;
}

Broken within_limits(const State& state) {
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
        for (const auto& [stay, slip] : table.round->slips) {
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

Broken phases_agree(const State& state) {
    for (const auto& [id, table] : state.tables) {
        const bool in_round = table.phase == Phase::playing || table.phase == Phase::held;
        if (in_round != table.round.has_value()) return at_table(id) + ": phase and round disagree";
        if ((table.phase == Phase::held) != table.held.has_value()) {
            return at_table(id) + ": held without a cause";
        }
        if (table.round && table.round->roll) {
            const RuleSet& rules = rules_of(state, *table.round);
            if (!is_done(rules, *table.round, rules::Step::close)) {
                return at_table(id) + ": a result before the close";
            }
        }
    }
    return std::nullopt;
}

Broken meters_agree(const State& state) {
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
        if (table.felt.credit() != at_felt) {
            return at_table(id) + ": the meters of the felt say " + to_text(table.felt.credit()) +
                   ", the players have " + to_text(at_felt);
        }
        ledger::Meter layouts;
        ledger::Meter kinds;
        for (const ledger::Meter& meter : table.layouts) {
            layouts.staked += meter.staked;
            layouts.won += meter.won - meter.recovered;
        }
        for (const ledger::Meter& meter : table.kinds) {
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
    Invariant{"I1", "all accounts together come to nothing", sum_is_nothing},
    Invariant{"I2", "every stake ends once, as won, lost or returned", every_stake_once},
    Invariant{"I3", "escrow is what is staked in the round in play", escrow_is_stakes},
    Invariant{"I4", "no result stands before the close", phases_agree},
    Invariant{"I9", "each bet gets what the odds say", settled_by_the_odds},
    Invariant{"I10", "live tickets are what their account says", tickets_are_their_account},
    Invariant{"I17", "only house and cash may fall below nothing", no_wrong_sign},
    Invariant{"I17", "bets keep to the limits of the round", within_limits},
    Invariant{"meters", "what a terminal holds is what its meters say", meters_agree},
};

// I4: a bet is taken only while bets are open.
Broken bets_while_open(const State& before, const Command&, const Decision& decision) {
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
Broken one_effect(const State& before, const Command& command, const Decision& decision) {
    const auto found = before.recent.find(command.stamp.actor);
    if (found == before.recent.end() || decision.events.empty()) return std::nullopt;
    for (const Outcome& outcome : found->second.outcomes) {
        if (outcome.request == command.stamp.request) return "a request had a second effect";
    }
    return std::nullopt;
}

// I8: what is refused moves no money.
Broken refusals_move_nothing(const State&, const Command&, const Decision& decision) {
    if (!decision.refusal) return std::nullopt;
    for (const Event& event : decision.events) {
        if (!event.postings.empty()) return "a refusal moved money";
    }
    return std::nullopt;
}

// I11: what takes two people is never decided by one.
Broken two_people(const State& before, const Command& command, const Decision& decision) {
    const bool authorised =
        !decision.events.empty() && holds<Authorised>(decision.events.front().fact);
    if (authorised) {
        const auto& fact = get<Authorised>(decision.events.front().fact);
        if (fact.first == command.stamp.actor) return "one person stood for two";
        return std::nullopt;
    }
    for (const Event& event : decision.events) {
        const bool needs_two = holds<RoundsAmended>(event.fact) || holds<Configured>(event.fact) ||
                               holds<ReceivableWaived>(event.fact) ||
                               holds<HoldDecided>(event.fact);
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

// I12: an amendment leaves every round that it does not name as it was.
Broken later_rounds_untouched(const State&, const Command&, const Decision& decision) {
    for (const Event& event : decision.events) {
        const auto* amended = get_if<RoundsAmended>(&event.fact);
        if (!amended) continue;
        for (const ledger::Posting& posting : event.postings) {
            if (posting.from.kind == AccountKind::escrow ||
                posting.to.kind == AccountKind::escrow) {
                return "an amendment reached stakes in play";
            }
        }
    }
    return std::nullopt;
}

// I15: after the close stakes go back only for a cause that the document names, or by two people.
Broken returns_have_a_cause(const State& before, const Command& command, const Decision& decision) {
    if (!command.stamp.table) return std::nullopt;
    const auto found = before.tables.find(command.stamp.table);
    if (found == before.tables.end() || !found->second.round) return std::nullopt;
    const RuleSet& rules = rules_of(before, found->second);
    if (!is_done(rules, *found->second.round, rules::Step::close)) return std::nullopt;
    const bool authorised =
        !decision.events.empty() && holds<Authorised>(decision.events.front().fact);
    for (const Event& event : decision.events) {
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
Broken collects_first(const State&, const Command&, const Decision& decision) {
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

constexpr std::array step_list = {
    StepInvariant{"I4", "no bet changes while bets are not open", bets_while_open},
    StepInvariant{"I7", "a request has at most one effect", one_effect},
    StepInvariant{"I8", "a refusal moves no money", refusals_move_nothing},
    StepInvariant{"I11", "what takes two people is decided by two", two_people},
    StepInvariant{"I12", "an amendment leaves other rounds alone", later_rounds_untouched},
    StepInvariant{"I15", "after the close stakes go back only for a cause", returns_have_a_cause},
    StepInvariant{"collect", "collections come before payments", collects_first},
};

}  // namespace

std::span<const Invariant> invariants() { return state_list; }
std::span<const StepInvariant> step_invariants() { return step_list; }

std::optional<std::string> broken(const State& state) {
    for (const Invariant& invariant : state_list) {
        if (auto what = invariant.broken(state)) return std::string(invariant.id) + ": " + *what;
    }
    return std::nullopt;
}

std::optional<std::string> broken_at_end(const State& state, TableId table) {
    for (const Invariant& invariant : state_list) {
        if (invariant.broken == every_stake_once || invariant.broken == settled_by_the_odds) {
            continue;
        }
        if (auto what = invariant.broken(state)) return std::string(invariant.id) + ": " + *what;
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
    for (const StepInvariant& invariant : step_list) {
        if (auto what = invariant.broken(before, command, decision)) {
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
    for (const auto& [stay_id, slip] : round.slips) {
        if (!slip.terminal) continue;
        const Terminal& terminal = table.terminals.at(slip.terminal);
        check(terminal.meter.credit() == state.ledger.balance(ledger::credit(terminal.stay)));
    }
}

}  // namespace sicbo::table
