#include "server/driver.h"

#include <algorithm>

#include "table/settlement.h"

namespace sicbo::server {

using namespace table;  // the orders
using rules::Step;

namespace {

constexpr std::int64_t second = 1'000;

// How long players look at what has happened before the next thing does.
std::int64_t pause_after(const Fact& fact, const TablePlan& plan) {
    if (plan.pause == 0) return 0;  // nobody looks
    if (std::holds_alternative<MixStarted>(fact)) return 3 * second;
    if (std::holds_alternative<MixEnded>(fact)) return 1 * second;
    if (std::holds_alternative<BettingClosed>(fact)) return 1 * second;
    if (std::holds_alternative<DiceUncovered>(fact)) return 1 * second;
    if (std::holds_alternative<LightsReported>(fact)) return 1 * second;
    if (std::holds_alternative<RoundSettled>(fact)) return plan.pause * second;
    if (std::holds_alternative<RoundVoided>(fact)) return plan.pause * second;
    return 0;
}

// Tumble-first games have the dice lie covered while bets are open.
bool mixes_first(const RuleSet& rules) {
    for (const rules::StepRule& rule : rules.steps) {
        if (rule.step == Step::mix) return true;
        if (rule.step == Step::close) return false;
    }
    return false;
}

Command as(ActorKind kind, TableId id, Order order) {
    Command command;
    command.stamp.actor = {kind, 0};
    command.stamp.role = rules::Role::system;
    command.stamp.table = id;
    command.order = std::move(order);
    return command;
}

DiceId new_dice(const State& state) {
    return {state.dice_used.empty() ? 1 : state.dice_used.rbegin()->first.number + 1};
}

const rules::Mixer& mixer_of(const rules::Game& game, rules::MixerKind kind) {
    return *std::ranges::find(game.equipment.mixers, kind, &rules::Mixer::kind);
}

// Dice are replaced well before they are too old.
bool worn_soon(const rules::Mixer& mixer, const DiceSet& dice, Instant at) {
    constexpr std::int64_t hour = 3'600 * second;
    if (mixer.dice_life_hours) {
        return at > dice.installed_at + hour * (*mixer.dice_life_hours - 1);
    }
    return mixer.dice_life_months &&
           at + 24 * hour > months_later(dice.installed_at, *mixer.dice_life_months);
}

std::optional<Order> replace_dice(const State& state, const Table& t) {
    const rules::Mixer& mixer = mixer_of(*rules_of(state, t).game, t.mixer);
    const auto found = t.mixers.find(t.mixer);
    if (found == t.mixers.end() || !found->second.dice) {
        return InstallDice{new_dice(state), t.mixer, {}};
    }
    if (worn_soon(mixer, *found->second.dice, state.at)) return RemoveDice{t.mixer};
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
    const auto found = t.mixers.find(t.mixer);
    const bool has_dice = found != t.mixers.end() && found->second.dice;
    return SignInspection{has_dice ? found->second.dice->seal : std::string()};
}

}  // namespace

Driver::Driver(const PropertyPlan& plan, const device::Seed& seed) : seed_(seed) {
    for (const TablePlan& table : plan.tables) {
        if (table.tumbler == Tumbler::simulated) tables_[table.number] = {&table, {}};
    }
}

void Driver::told(const std::vector<Happened>& happened) {
    std::map<TableId, Instant> seen;
    for (const Happened& one : happened) {
        const auto found = tables_.find(one.event.stamp.table);
        if (found == tables_.end()) continue;
        const std::int64_t pause = pause_after(one.event.fact, *found->second.plan);
        Instant& until = seen[found->first];
        until = std::max(until, one.event.stamp.at + pause);
    }
    for (const auto& [id, until] : seen) tables_.at(id).not_before = until;
}

void Driver::refused(TableId table, Instant at) {
    constexpr std::int64_t patience = 5 * second;
    tables_.at(table).not_before = at + patience;
}

Instant Driver::next() const {
    Instant next = clock_max;
    for (const auto& [id, driven] : tables_) next = std::min(next, driven.not_before);
    return next;
}

// What the simulated tumbler reports. Nothing of this needs a dealer.
std::optional<Order> Driver::device_order(const Loop& loop, TableId id, Result<void>& wrong) {
    const State& state = loop.state();
    const Table& t = state.tables.at(id);
    if (!t.round || t.round->roll) return std::nullopt;
    const Round& round = *t.round;
    const RuleSet& rules = rules_of(state, round);
    if (round.mixing && t.phase == Phase::playing) {
        const int least = mixer_of(*rules.game, round.mixer).mixes_min;
        return EndMix{static_cast<std::uint32_t>(least)};
    }
    if (!is_done(rules, round, Step::close)) return std::nullopt;
    const bool read_before = t.held && !is_done(rules, round, Step::mix);  // it was never mixed
    if (read_before || round.reading) return std::nullopt;
    if (!round.armed) {
        const Result<std::optional<Hash>> close = loop.close_hash(id);
        if (!close) {
            wrong = std::unexpected(close.error());
            return std::nullopt;
        }
        return *close ? std::optional<Order>(ArmTumbler{**close}) : std::nullopt;
    }
    if (!is_done(rules, round, Step::mix)) return std::nullopt;
    const Hash secret = device::secret_of(seed_, id, round.number);
    const auto close = mixes_first(rules) ? std::nullopt : std::optional(*round.armed);
    return ReportReading{round.number, *round.armed, device::roll_of(secret, round.number, close)};
}

std::optional<Order> Driver::next_step_of(const State& state, const Table& t) {
    const Round& round = *t.round;
    const RuleSet& rules = rules_of(state, round);
    switch (next_step(rules, round)->step) {
        case Step::open: return OpenBetting{};
        case Step::mix: return StartMix{};
        case Step::close: return std::nullopt;  // when its time is up
        case Step::uncover: return Uncover{true};
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

// What the dealer of an automatic table would do next.
std::optional<Order> Driver::own_order(const State& state, TableId id, const TablePlan& plan) {
    const Table& t = state.tables.at(id);
    if (plan.mode != Mode::automatic) return std::nullopt;
    if (t.out_of_service) {
        // What an interruption stopped is put right; what people stopped is theirs.
        if (t.repair_needed) return RecordRepair{"nothing to repair at a training table"};
        if (t.round || *t.out_of_service != "interrupted") return std::nullopt;
        if (auto order = inspect(state, t)) return order;
        return ReturnToService{};
    }
    if (t.held) {
        if (t.held->cause == rules::Cause::not_covered) return std::nullopt;  // people's
        const RuleSet& rules = rules_of(state, *t.round);
        const bool lies =
            is_done(rules, *t.round, Step::mix) && is_done(rules, *t.round, Step::close);
        if (!lies) return Certify{std::nullopt};
        // What the tumbler had mixed it reads again.
        if (t.round->reading) return Certify{t.round->reading};
        return std::nullopt;
    }
    if (t.phase == Phase::closed && t.rounds > 0) return std::nullopt;  // people closed it
    if (t.phase == Phase::playing) return next_step_of(state, t);
    if (finishing_ || t.last_round_played) return std::nullopt;
    if (auto order = replace_dice(state, t)) return order;
    if (auto order = inspect(state, t)) return order;
    if (t.phase == Phase::closed) return OpenTable{};
    if (rules_of(state, t).steps.front().step == Step::mix) return StartMix{};
    return OpenBetting{};
}

Result<std::optional<Command>> Driver::due(const Loop& loop, Instant at) {
    constexpr std::int64_t look_again = 1 * second;
    Result<void> wrong;
    for (auto& [id, driven] : tables_) {
        if (at < driven.not_before || !find_table(loop.state(), id)) continue;
        driven.not_before = at + look_again;
        if (auto order = device_order(loop, id, wrong)) {
            const bool of_system = std::holds_alternative<ArmTumbler>(*order);
            return as(of_system ? ActorKind::system : ActorKind::device, id, std::move(*order));
        }
        if (!wrong) return std::unexpected(wrong.error());
        if (auto order = own_order(loop.state(), id, *driven.plan)) {
            return as(ActorKind::system, id, std::move(*order));
        }
    }
    return std::optional<Command>();
}

}  // namespace sicbo::server
