// SPDX-License-Identifier: MIT
// What the events of a round change.
#include <algorithm>
#include <utility>

#include "table/apply.h"
#include "table/limits.h"

namespace sicbo::table {
namespace {

using rules::Step;

// Completes the step, which must be the next one.
void complete_step(const Target& t, Step step) {
    const RuleSet& rules = rules_of(t.state, t.round());
    check(index_of_step(rules, step) == t.round().done);
    ++t.round().done;
}

// With failed lights no spot can be lit: the step counts as completed.
void skip_failed_lights(const Target& t) {
    Round& round = t.round();
    const rules::StepRule* next = next_step(rules_of(t.state, round), round);
    if (round.lights_failed && next && next->step == Step::illuminate) ++round.done;
}

// Requests that were made before are for another state of the round (table/basis.h).
void note_dice_known(const Target& t) {
    if (has_edition(t.state, 1)) t.state.memory.tables[t.id()].dice_known = t.state.sequence;
}

Bet& bet_on(BetSlip& slip, rules::SpotId spot) {
    for (Bet& bet : slip.bets) {
        if (bet.spot == spot) return bet;
    }
    slip.bets.push_back({spot, {}, {}, {}});
    return slip.bets.back();
}

// Takes a stake that is returned off the slip. A slip without bets is removed.
void reduce_stake(const Target& t, StayId stay, rules::SpotId spot, Money amount) {
    Round& round = t.round();
    BetSlip& slip = round.bet_slips.at(stay);
    Bet& bet = bet_on(slip, spot);
    check(amount > Money() && amount <= bet.stake);
    bet.stake -= amount;
    if (bet.stake == Money()) {
        std::erase_if(slip.bets, [&](const Bet& one) { return one.spot == spot; });
    }
    if (slip.bets.empty()) round.bet_slips.erase(stay);
}

// Returns true from the opening of betting until the bets are settled. It does not ask whether
// betting is still open: decide() refuses late bets, and the audit must be able to replay a forged
// one.
bool is_between_open_and_settlement(const Target& t) {
    const RuleSet& rules = rules_of(t.state, t.round());
    return is_done(rules, t.round(), Step::open) && !t.round().bets_settled;
}

// Drops the oldest rounds until one more may be kept. Those that were recalled do not count, and
// stay until the table closes.
void drop_old_rounds(const Target& t) {
    Table& table = t.table();
    const auto memory = t.state.memory.tables.find(t.id());
    const auto is_recalled = [&](std::uint64_t round) {
        return memory != t.state.memory.tables.end() &&
               std::ranges::binary_search(memory->second.recalled, round);
    };
    const std::size_t recalled =
        memory == t.state.memory.tables.end() ? 0 : memory->second.recalled.size();
    bool dropped = false;
    for (auto round = table.past.begin();
         table.past.size() - recalled >= table.configuration.rounds_kept;) {
        if (is_recalled(round->first)) {
            ++round;
            continue;
        }
        if (memory != t.state.memory.tables.end()) memory->second.placements.erase(round->first);
        round = table.past.erase(round);
        dropped = true;
    }
    if (dropped) forget_stays(t);
}

}  // namespace

std::size_t index_of_step(const RuleSet& rules, rules::Step step) {
    const auto found = std::ranges::find(rules.steps, step, &rules::StepRule::step);
    check(found != rules.steps.end());
    return static_cast<std::size_t>(found - rules.steps.begin());
}

// Returns true if a ticket of the stay is being printed, or a hand pay is not finished: its amount
// may still become unclaimed money.
static bool is_being_paid(const State& state, StayId id, const Stay& stay) {
    const Instruments& instruments = state.instruments;
    const auto cabinet = instruments.cabinets.find(stay.terminal);
    if (cabinet != instruments.cabinets.end() && cabinet->second.printing &&
        instruments.tickets.at(*cabinet->second.printing).stay == id) {
        return true;
    }
    return std::ranges::any_of(instruments.hand_pays,
                               [&](const auto& one) { return one.second.stay == id; });
}

void forget_stays(const Target& t) {
    State& state = t.state;
    const TableId id = t.id();
    const Table& table = t.table();
    const std::uint64_t oldest = table.past.empty() ? table.rounds : table.past.begin()->first;
    const auto ended = state.ended_stays.tables.find(id);
    if (ended == state.ended_stays.tables.end()) return;
    std::erase_if(ended->second, [&](const StayId stay_id) {
        const auto found = state.stays.find(stay_id);
        check(found != state.stays.end());
        const Stay& stay = found->second;
        check(stay.table == id && stay.ended);
        const bool over = stay.last_round < oldest && !is_being_paid(state, stay_id, stay) &&
                          state.ledger.balance(ledger::unclaimed(stay_id)) == Money() &&
                          state.ledger.balance(ledger::receivable(stay_id)) == Money();
        if (!over) return false;
        // No request of this stay can arrive any more.
        state.recent.erase({ActorKind::seat, stay_id.number});
        state.stays.erase(found);
        return true;
    });
}

void end_round(const Target& t, RoundEnd end) {
    Table& table = t.table();
    Round& round = t.round();
    check(end != RoundEnd::none && round.ended == RoundEnd::none);
    check(end == RoundEnd::void_ || (round.bets_settled && round.roll));
    round.ended = end;
    if (has_edition(t.state, 1) && !round.placements.empty()) {
        t.state.memory.tables[t.id()].placements[round.number] = {table.configuration,
                                                                  std::move(round.placements)};
    }
    round.placements.clear();
    table.past.emplace_hint(table.past.end(), round.number, std::move(round));
    table.round.reset();
    table.held.reset();
    const auto reader = t.state.safety.readers.find(t.id());
    if (reader != t.state.safety.readers.end()) reader->second.contested.reset();
    check(table.past.rbegin()->first == table.rounds);
    check(table.past.size() <=
          table.configuration.rounds_kept + memory_of(t.state, t.id()).recalled.size());
    table.phase = Phase::idle;
    if (table.last_round_announced) table.last_round_played = true;
}

template <>
void apply_to(const Target& t, const RoundBegun& e) {
    check(t.state.rule_sets.contains(e.rules) && e.dice);
    Table& table = t.table();
    check(table.phase == Phase::idle && !table.round && e.round == table.rounds + 1);
    check(table.past.empty() ? table.rounds == 0 : table.past.rbegin()->first == table.rounds);
    check(!table.out_of_service && !table.last_round_played);
    check(t.state.ledger.balance(ledger::escrow(t.id())) == Money());  // no stake is left over
    // Old rounds are dropped here and not in end_round(): the decision that ends a round may still
    // amend them.
    drop_old_rounds(t);
    if (has_edition(t.state, 1)) t.state.memory.tables[t.id()].dice_known = 0;
    Round round;
    round.number = e.round;
    round.rules = e.rules;
    round.mixer = e.mixer;
    round.dice = e.dice;
    round.begun_at = t.time();
    round.commitment = std::exchange(table.commitment, std::nullopt);
    table.rounds = e.round;
    table.round = std::move(round);
    table.phase = Phase::playing;
}

template <>
void apply_to(const Target& t, const BettingOpened& e) {
    check(!e.closes_at || *e.closes_at > t.time());
    check(t.round().bet_slips.empty() && t.round().placements.empty());
    complete_step(t, Step::open);
    t.round().opened_at = t.time();
    t.round().closes_at = e.closes_at;
}

template <>
void apply_to(const Target& t, const BetsPlaced& e) {
    check(!e.answers.empty() && !t.stay(e.stay).ended);
    Round& round = t.round();
    check(is_between_open_and_settlement(t));
    BetSlip& slip = round.bet_slips[e.stay];
    Stay& stay = t.stay(e.stay);
    Terminal* const terminal = stay.terminal ? &t.terminal(stay.terminal) : nullptr;
    if (terminal) {
        slip.terminal = stay.terminal;
        slip.layout = terminal->layout;
    }
    if (slip.bets.empty()) slip.bets.reserve(e.answers.size());
    stay.last_round = round.number;
    const bool shared = rules_of(t.state, round).game->limits.maximum == rules::Reach::box;
    Money staked;
    for (const BetAnswer& answer : e.answers) {
        if (answer.accepted == Money()) continue;  // refused, whatever was asked
        check(answer.accepted > Money() && answer.accepted <= answer.asked);
        bet_on(slip, answer.spot).stake += answer.accepted;
        if (shared) round.placements.push_back({e.stay, answer.spot, answer.accepted});
        staked += answer.accepted;
    }
    check(staked > Money());
    check(t.moves_only(ledger::credit(e.stay), ledger::escrow(t.id()), staked));
    (terminal ? terminal->meter : t.table().felt_meter).staked += staked;
}

template <>
void apply_to(const Target& t, const BetsWithdrawn& e) {
    check(!e.answers.empty() && is_between_open_and_settlement(t));
    Round& round = t.round();
    Money withdrawn;
    for (const BetAnswer& answer : e.answers) {
        if (answer.accepted == Money()) continue;  // refused, whatever was asked
        check(answer.accepted > Money() && answer.accepted <= answer.asked);
        withdrawn += answer.accepted;
        reduce_stake(t, e.stay, answer.spot, answer.accepted);
        if (!round.placements.empty()) {
            remove_newest(round.placements, e.stay, answer.spot, answer.accepted);
        }
        t.meter(e.stay).returned += answer.accepted;
    }
    check(t.moves_only(ledger::escrow(t.id()), ledger::credit(e.stay), withdrawn));
}

template <>
void apply_to(const Target& t, const InstructionRecorded& e) {
    check(!e.instruction.empty() && t.state.stays.contains(e.stay));
}

template <>
void apply_to(const Target& t, const ExcessRejected& e) {
    check(!e.rejections.empty() && is_between_open_and_settlement(t));
    Money rejected;
    for (const Placement& one : e.rejections) {
        rejected += one.amount;
        reduce_stake(t, one.stay, one.spot, one.amount);
        remove_newest(t.round().placements, one.stay, one.spot, one.amount);
        if (!t.stay(one.stay).away) t.meter(one.stay).returned += one.amount;
    }
    check(t.taken_from(ledger::AccountKind::escrow) == rejected);
    check(t.given_to_players() == rejected);
}

template <>
void apply_to(const Target& t, const LimitWarned& e) {
    check(t.round().number > 0 && e.over > Money());
}
template <>
void apply_to(const Target& t, const BelowMinimumWarned& e) {
    check(t.round().number > 0 && t.state.stays.contains(e.stay));
}
template <>
void apply_to(const Target& t, const PlayerAdvised& e) {
    check(t.round().bet_slips.contains(e.stay));
}
template <>
void apply_to(const Target& t, const LateAttempt&) {
    check(is_done(rules_of(t.state, t.round()), t.round(), Step::close));
}

template <>
void apply_to(const Target& t, const BettingClosed& e) {
    check(!t.round().roll && !t.round().bets_settled);
    complete_step(t, Step::close);
    auto effective = e.effective.begin();
    for (auto& [stay, slip] : t.round().bet_slips) {
        for (Bet& bet : slip.bets) {
            bet.effective = e.effective.empty() ? bet.stake : *effective++;
            check(bet.effective >= Money() && bet.effective <= bet.stake);
        }
    }
    check(e.effective.empty() || effective == e.effective.end());
}

template <>
void apply_to(const Target& t, const MixStarted&) {
    check(!t.round().mixing && t.round().mixer == t.table().mixer);
    check(t.table().mixers.at(t.table().mixer).dice.has_value());
    t.round().mixing = true;
    if (t.table().mixer == rules::MixerKind::manual_shaker && !t.table().shaker_holder &&
        t.event.stamp.actor.kind == ActorKind::person) {
        t.table().shaker_holder = {t.event.stamp.actor.number};
    }
}

template <>
void apply_to(const Target& t, const CoverConfirmed&) {
    check(!t.round().mixing);
}

template <>
void apply_to(const Target& t, const BetsCollected&) {
    check(t.round().roll && !t.round().bets_settled);
    complete_step(t, Step::collect);
}

template <>
void apply_to(const Target& t, const MixEnded& e) {
    Round& round = t.round();
    check(round.mixing);
    round.mixing = false;
    round.mixes += e.mixes;
    const auto& mixers = rules_of(t.state, round).game->equipment.mixers;
    const auto mixer = std::ranges::find(mixers, round.mixer, &rules::Mixer::kind);
    check(mixer != mixers.end());
    if (round.mixes >= static_cast<std::uint32_t>(mixer->mixes_min)) complete_step(t, Step::mix);
}

template <>
void apply_to(const Target& t, const TumblerArmed& e) {
    check(!t.round().armed && !t.round().roll);
    check(is_done(rules_of(t.state, t.round()), t.round(), Step::close));
    t.round().armed = e.close_hash;
    t.round().armed_late = t.table().held.has_value();
}

template <>
void apply_to(const Target& t, const ReadingTaken& e) {
    check(t.round().armed && !t.round().reading);
    check(is_done(rules_of(t.state, t.round()), t.round(), Step::mix));
    t.round().reading = e.roll;
    note_dice_known(t);
}

template <>
void apply_to(const Target& t, const ReadingProved& e) {
    check(t.round().reading && e.proof.counter > t.table().tumbler_counter);
    t.round().proof = e.proof;
    t.table().tumbler_counter = e.proof.counter;
}

template <>
void apply_to(const Target& t, const DiceCommitted& e) {
    Table& table = t.table();
    const bool next = e.round == table.rounds + 1;
    check(next || (table.round && table.round->number == e.round));
    std::optional<Hash>& commitment = next ? table.commitment : table.round->commitment;
    check(!commitment);
    commitment = e.commitment;
}

template <>
void apply_to(const Target& t, const DiceRevealed& e) {
    Round& round = t.table().past.at(e.round);
    check(round.commitment && !round.secret);
    check(commitment_of(e.secret) == *round.commitment);
    round.secret = e.secret;
}

template <>
void apply_to(const Target& t, const DiceUncovered& e) {
    check(!t.round().roll && !t.round().bets_settled);
    t.round().covered = false;
    if (e.flat) complete_step(t, Step::uncover);
    note_dice_known(t);
}

template <>
void apply_to(const Target& t, const DiceCovered&) {
    check(!t.round().covered && t.round().bets_settled);
    t.round().covered = true;
}

template <>
void apply_to(const Target& t, const DiceKeyed& e) {
    check(!t.round().roll && !t.round().bets_settled);
    t.round().keyed = e.roll;
}

template <>
void apply_to(const Target& t, const ResultEntered& e) {
    Round& round = t.round();
    check(!round.bets_settled);
    round.roll = e.roll;
    round.manual = e.manual;
    // An amendment goes back to this step; certifying after an interruption may skip to it.
    const RuleSet& rules = rules_of(t.state, round);
    check(is_done(rules, round, Step::close));
    check(is_done(rules, round, Step::mix) || (round.mixing && t.table().held));
    round.mixing = false;
    round.done = static_cast<std::uint8_t>(index_of_step(rules, Step::enter) + 1);
    skip_failed_lights(t);
    note_dice_known(t);
}

template <>
void apply_to(const Target& t, const LightsReported& e) {
    check(t.round().roll.has_value());
    complete_step(t, Step::illuminate);
    const auto& steps = rules_of(t.state, t.round()).steps;
    const bool cleared =
        std::ranges::find(steps, Step::clear, &rules::StepRule::step) != steps.end();
    if (cleared && !e.lit.empty()) t.table().lights_on = true;
}

template <>
void apply_to(const Target& t, const LightsFailed&) {
    check(!t.round().lights_failed);
    t.round().lights_failed = true;
    // What was reported as lit, rightly or not, stays lit until it is cleared or repaired.
    if (!has_edition(t.state, 2)) t.table().lights_on = false;
    t.round().present = false;  // a supervisor must be present from now on
    skip_failed_lights(t);
    if (t.round().bets_settled) end_round(t, RoundEnd::settled);
}

template <>
void apply_to(const Target& t, const PresenceNoted&) {
    t.round().present = true;
    const Actor actor = t.event.stamp.actor;
    t.round().witness = {actor.kind == ActorKind::person ? actor.number : 0};
    if (!has_edition(t.state, 1)) return;
    const auto log_on = t.table().staff.find(t.round().witness);
    t.state.memory.tables[t.id()].witness =
        log_on == t.table().staff.end() ? 0 : log_on->second.number;
}

template <>
void apply_to(const Target& t, const LightsCleared&) {
    t.table().lights_on = false;
    if (!t.table().round) return;  // a void round had left them on
    complete_step(t, Step::clear);
    end_round(t, RoundEnd::settled);
}

template <>
void apply_to(const Target&, const LayoutReported&) {}

}  // namespace sicbo::table
