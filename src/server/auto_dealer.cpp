// SPDX-License-Identifier: MIT
#include "server/auto_dealer.h"

#include <algorithm>

#include "table/engine.h"
#include "table/settlement.h"

namespace sicbo::server {

using namespace table;
using rules::Step;

namespace {

constexpr std::int64_t second = 1'000;  // milliseconds

DiceId new_dice(const State& state) {
    return {state.dice_used.empty() ? 1 : state.dice_used.rbegin()->first.number + 1};
}

// Returns true if the dice are to be replaced, well before they are too old.
bool worn_soon(const RuleSet& rules, rules::MixerKind mixer, const DiceSet& dice, Instant at) {
    const std::optional<Instant> last = last_use_of(rules, mixer, dice);
    constexpr std::int64_t margin = 3'600 * second;
    return last && at + margin > *last;
}

std::optional<Order> replace_dice(const State& state, const Table& t) {
    const auto found = t.mixers.find(t.mixer);
    if (found == t.mixers.end() || !found->second.dice) {
        return InstallDice{new_dice(state), t.mixer, {}};
    }
    if (worn_soon(rules_of(state, t), t.mixer, *found->second.dice, state.at))
        return RemoveDice{t.mixer};
    return std::nullopt;
}

// The opening inspection, test by test.
std::optional<Order> inspect(const State& state, const Table& t) {
    const rules::Game& game = *rules_of(state, t).game;
    const auto& wanted = game.equipment.inspection;
    if (!wanted || t.inspection.signed_off) return std::nullopt;
    const rules::Roll roll{1, 2, 4};
    if (t.inspection.lights_passed < static_cast<std::uint32_t>(wanted->light_tests)) {
        return TestLights{roll, winning_spots(game, roll)};
    }
    const bool automated = t.mixer == rules::MixerKind::automated_shaker;
    if (automated && t.inspection.mixer_passed < static_cast<std::uint32_t>(wanted->mixer_tests)) {
        return TestMixer{true};
    }
    if (t.inspection.ticked.empty() && !wanted->checklist.empty()) {
        return TickChecklist{checklist_of(game)};
    }
    const auto found = t.mixers.find(t.mixer);
    const bool has_dice = found != t.mixers.end() && found->second.dice;
    return SignInspection{has_dice ? found->second.dice->seal : std::string()};
}

// The order for the next step of the round in play.
std::optional<Order> next_step_order(const State& state, const Table& t,
                                     std::uint64_t uneven_round) {
    const Round& round = *t.round;
    const RuleSet& rules = rules_of(state, round);
    if (round.lights_failed && !round.present) return NotePresence{};
    switch (next_step(rules, round)->step) {
        case Step::open: return OpenBetting{};
        case Step::mix:
            if (round.mixing) return std::nullopt;  // until the tumbler has done it
            return StartMix{};
        case Step::close: return std::nullopt;  // when its time is up
        case Step::uncover:
            if (uneven_round == round.number) return Uncover{false};
            if (!round.reading) return std::nullopt;  // players see dice when they are read
            return Uncover{true};
        case Step::enter:
            if (!round.reading) return std::nullopt;
            return EnterResult{*round.reading};
        case Step::illuminate: return ReportLights{winning_spots(*rules.game, *round.roll)};
        case Step::collect:
        case Step::pay: return SettleRound{};
        case Step::clear: return ClearLights{};
    }
    unreachable();
}

// If a repair must be recorded before the table may return to service, records one: a training
// table has nothing to repair. Then returns the table to service if an interruption or failed
// lights took it out. A table that people took out of service is left to them.
std::optional<Order> return_to_service(const State& state, const Table& t) {
    if (t.repair_needed) return RecordRepair{"nothing to repair at a training table"};
    const bool by_itself = *t.out_of_service == to_word(rules::Cause::interrupted_result) ||
                           *t.out_of_service == to_word(rules::Cause::lights_failed);
    if (t.round || !by_itself) return std::nullopt;
    if (auto order = inspect(state, t)) return order;
    return ReturnToService{};
}

// Certifies a round that an interruption holds: "not seen" unless the dice were mixed and betting
// was closed, else what the tumbler reads again. A tumbler that was armed only after the
// interruption, or a rule that voids the round, makes it "not seen" if that is accepted. If the
// tumbler never reads, the round stays held until people certify it.
std::optional<Order> certify(const State& state, TableId id, const Table& t) {
    if (t.held->cause == rules::Cause::not_covered) return std::nullopt;  // for people to decide
    const RuleSet& rules = rules_of(state, *t.round);
    const bool mixed_and_closed =
        is_done(rules, *t.round, Step::mix) && is_done(rules, *t.round, Step::close);
    const auto is_accepted = [&](const Certify& order) {
        Command command;
        command.stamp.table = id;
        command.order = order;
        return !preview(state, command).decision.refusal;
    };
    const Round& round = *t.round;
    const bool may_repeat = round.armed && !round.armed_late && !round.reading;
    if (mixed_and_closed && may_repeat) return std::nullopt;  // the tumbler repeats its reading
    if (!mixed_and_closed || is_accepted(Certify{})) return Certify{};
    if (t.round->reading) return Certify{t.round->reading};
    return std::nullopt;
}

}  // namespace

std::optional<Order> AutoDealer::next_order(const State& state, TableId id,
                                            std::uint64_t uneven_round) const {
    const Table& t = state.tables.at(id);
    if (t.out_of_service) return return_to_service(state, t);
    if (t.held) return certify(state, id, t);
    if (t.phase == Phase::closed && t.rounds > 0) return std::nullopt;  // people closed it
    if (t.phase == Phase::playing) return next_step_order(state, t, uneven_round);
    if (t.lights_on) return ClearLights{};  // of a round that people voided
    if (stopping_ || t.last_round_played) return std::nullopt;
    if (auto order = replace_dice(state, t)) return order;
    if (auto order = inspect(state, t)) return order;
    if (t.phase == Phase::closed) return OpenTable{};
    if (!t.commitment) return std::nullopt;  // the tumbler commits to its dice first
    check(!t.round);
    if (rules_of(state, t).steps.front().step == Step::mix) return StartMix{};
    return OpenBetting{};
}

}  // namespace sicbo::server
