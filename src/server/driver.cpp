#include "server/driver.h"

#include <algorithm>

#include "server/log.h"
#include "table/settlement.h"

namespace sicbo::server {

using namespace table;  // the orders
using rules::Step;

namespace {

constexpr std::int64_t second = 1'000;

// How long players look at what has happened before the next thing does.
std::int64_t pause_after(const Fact& fact, const TablePlan& plan) {
    if (plan.pause == 0) return 0;  // nobody looks
    if (std::holds_alternative<MixEnded>(fact)) return 1 * second;
    if (std::holds_alternative<BettingClosed>(fact)) return 1 * second;
    if (std::holds_alternative<DiceUncovered>(fact)) return 1 * second;
    if (std::holds_alternative<LightsReported>(fact)) return 1 * second;
    if (std::holds_alternative<RoundSettled>(fact)) return plan.pause * second;
    if (std::holds_alternative<RoundVoided>(fact)) return plan.pause * second;
    return 0;
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

Driver::Driver(const Options& options) {
    for (const TablePlan& table : options.plan->tables) {
        if (table.tumbler == Tumbler::none && !table.lights) continue;
        Driven& driven = tables_[table.number];
        driven.plan = &table;
        if (table.lights) driven.lights.emplace();
        if (table.tumbler == Tumbler::none) continue;
        device::Link::Options link{table.number, options.key, table.tumbler_key,
                                   table.configuration.training};
        std::unique_ptr<device::Line> line;
        if (table.tumbler == Tumbler::simulated) {
            const std::int64_t usual = 3 * second;
            const device::SimulatedTumbler::Options tumbler{
                sha256(device::as_bytes(options.seed) + device::as_bytes(table.number.number)),
                options.key.public_key(), table.pause == 0 ? 0 : usual};
            link.tumbler = device::SimulatedTumbler(tumbler).public_key();
            line = device::simulated_line(tumbler, options.now);
        } else {
            line =
                device::socket_line(table.tumbler_at.address, table.tumbler_at.port, options.wake);
        }
        driven.link = std::make_unique<device::Link>(link, std::move(line));
    }
}

bool Driver::misbehave(TableId table, std::string_view misdeed) {
    const auto found = tables_.find(table);
    if (found == tables_.end()) return false;
    Driven& driven = found->second;
    const auto fault = parse_word<device::LightFault>(misdeed);
    if (driven.lights && fault) driven.lights->fail(*fault);
    if (fault) return driven.lights.has_value();
    const auto word = parse_word<device::Misdeed>(misdeed);
    if (!word || driven.plan->tumbler != Tumbler::simulated) return false;
    driven.link->misbehave(*word);
    return true;
}

// The lights are set to the winning spots, and say for themselves what is lit.
std::optional<Order> Driver::light(const State& state, const Table& t, Driven& driven) const {
    if (!driven.lights || t.phase != Phase::playing || t.out_of_service) return std::nullopt;
    const RuleSet& rules = rules_of(state, *t.round);
    if (next_step(rules, *t.round)->step != Step::illuminate) return std::nullopt;
    driven.lights->set(winning_spots(*rules.game, *t.round->roll));
    std::vector<rules::SpotId> lit = driven.lights->lit();
    if (lit != winning_spots(*rules.game, *t.round->roll)) driven.lights->clear();  // to try again
    return ReportLights{std::move(lit)};
}

void Driver::told(const std::vector<CommittedEvent>& happened) {
    std::map<TableId, Instant> seen;
    for (const CommittedEvent& one : happened) {
        const auto found = tables_.find(one.event.stamp.table);
        if (found == tables_.end()) continue;
        const std::int64_t pause = pause_after(one.event.fact, *found->second.plan);
        Instant& until = seen[found->first];
        until = std::max(until, one.event.stamp.at + pause);
    }
    for (const auto& [id, until] : seen) tables_.at(id).not_before = until;
    for (const CommittedEvent& one : happened) {
        const auto found = tables_.find(one.event.stamp.table);
        const bool over = std::holds_alternative<LightsCleared>(one.event.fact) ||
                          std::holds_alternative<RoundBegun>(one.event.fact);
        if (over && found != tables_.end() && found->second.lights) found->second.lights->clear();
    }
}

void Driver::refused(TableId table, Instant at) {
    constexpr std::int64_t patience = 5 * second;
    tables_.at(table).not_before = at + patience;
}

Instant Driver::next() const {
    Instant next = clock_max;
    for (const auto& [id, driven] : tables_) {
        next = std::min(next, driven.not_before);
        const auto line = driven.link ? driven.link->next() : std::nullopt;
        if (line) next = std::min(next, *line);
    }
    return next;
}

// What comes of something that the tumbler said.
std::optional<Order> Driver::order_of(const Table& t, Driven& driven,
                                      const device::FromTumbler& message) {
    if (const auto* committed = std::get_if<device::Committed>(&message)) {
        return CommitDice{committed->round, committed->commitment};
    }
    if (const auto* revealed = std::get_if<device::Revealed>(&message)) {
        return RevealDice{revealed->round, revealed->secret};
    }
    if (const auto* tumbled = std::get_if<device::Tumbled>(&message)) {
        const bool waited = t.round && t.round->mixing && t.round->number == tumbled->round;
        return waited ? std::optional<Order>(EndMix{tumbled->tumbles}) : std::nullopt;
    }
    if (const auto* alarm = std::get_if<device::Alarm>(&message)) {
        if (!t.round || t.round->number != alarm->round) return std::nullopt;
        switch (alarm->trouble) {
            case device::Trouble::exposed: return Report{rules::Cause::exposed, "sensed"};
            case device::Trouble::damaged_dice: return Report{rules::Cause::damaged_dice, "sensed"};
            case device::Trouble::broken: return Report{rules::Cause::broken, "sensed"};
        }
    }
    if (const auto* reading = std::get_if<device::Reading>(&message)) {
        if (!reading->flat) {
            driven.leaning = reading->round;
            return std::nullopt;
        }
        return ReportReading{
            reading->round, reading->close_hash, reading->dice,
            Proof{driven.link->tumbler(), reading->counter, reading->tumbles, reading->signature}};
    }
    return std::nullopt;
}

std::optional<Command> Driver::heard(const State& state, TableId id, Driven& driven, Instant at) {
    const Table& t = state.tables.at(id);
    while (driven.link) {
        const Result<std::optional<device::FromTumbler>> message =
            driven.link->receive(t.results, at);
        if (!message) {
            log(Grave::warning, "a tumbler misbehaves",
                {{"table", std::to_string(id.number)}, {"why", message.error().text()}});
            continue;  // it was hung up on, and is greeted again
        }
        if (!*message) return std::nullopt;
        if (auto order = order_of(t, driven, **message)) {
            // What comes of it is registered before anything is asked of a device again.
            driven.not_before = std::max(driven.not_before, at + 1);
            return as(ActorKind::device, id, std::move(*order));
        }
    }
    return std::nullopt;
}

// Says once that the tumbler is not there, and once that it is there again.
void Driver::miss(TableId id, Driven& driven, Instant at) {
    constexpr std::int64_t patience = 5 * second;
    if (!driven.link) return;
    if (driven.link->is_ready()) {
        if (driven.missed) {
            log(Grave::info, "a tumbler is there again", {{"table", std::to_string(id.number)}});
        }
        driven.missed = false;
        driven.silent_since.reset();
        return;
    }
    if (!driven.silent_since) driven.silent_since = at;
    std::string why = driven.link->trouble();
    if (why.empty() && at >= *driven.silent_since + patience) why = "it does not greet";
    if (driven.missed || why.empty()) return;
    driven.missed = true;
    log(Grave::warning, "a tumbler can't be reached",
        {{"table", std::to_string(id.number)},
         {"address", driven.plan->tumbler_at.address},
         {"port", std::to_string(driven.plan->tumbler_at.port)},
         {"why", why}});
}

// Once for each round and connection, and again after a while.
bool Driver::may_ask(Asked& asked, const Driven& driven, std::uint64_t round, Instant at) {
    constexpr std::int64_t patience = 3 * second;
    const bool same = asked.connection == driven.link->connection() && asked.round == round;
    if (same && at < asked.again) return false;
    asked = {driven.link->connection(), round, at + patience, same ? asked.times + 1 : 1};
    return true;
}

// Tells the tumbler of the close, once that is registered.
Result<std::optional<Order>> Driver::arm(const Loop& loop, TableId id, Driven& driven, Instant at) {
    const State& state = loop.state();
    const Round& round = *state.tables.at(id).round;
    const RuleSet& rules = rules_of(state, round);
    if (!round.armed) {
        const Result<std::optional<Hash>> close = loop.close_hash(id);
        if (!close) return std::unexpected(close.error());
        if (!*close) return std::optional<Order>();
        return std::optional<Order>(ArmTumbler{**close});
    }
    const bool mixed = is_done(rules, round, Step::mix);
    const bool first = mixes_first(rules);
    // Once more when the dice lie, for a tumbler that has forgotten.
    const bool wanted = !round.reading && driven.leaning != round.number;
    const std::uint64_t key = 2 * round.number + (mixed ? 1 : 0);
    if (wanted && (mixed || !first) && may_ask(driven.arm, driven, key, at)) {
        // One that was armed before it tumbled reads by itself; it is asked only if it does not.
        const bool reads_by_itself = mixed && !first && driven.tumble.round == round.number &&
                                     driven.tumble.connection == driven.link->connection() &&
                                     driven.arm.times == 1;
        if (!reads_by_itself) {
            driven.link->send(device::Arm{round.number, *round.armed, mixed, first, {}});
        }
    }
    return std::optional<Order>();
}

// Asks the tumbler for what the table needs next; what the table must register first is returned.
Result<std::optional<Order>> Driver::ask(const Loop& loop, TableId id, Driven& driven, Instant at) {
    const State& state = loop.state();
    const Table& t = state.tables.at(id);
    if (!driven.link || !driven.link->is_ready()) return std::optional<Order>();
    const bool simulated = t.configuration.training;
    if (simulated) {
        const bool before_bets =
            t.round && !is_done(rules_of(state, *t.round), *t.round, Step::open);
        const std::uint64_t round = before_bets ? t.round->number : t.rounds + 1;
        const auto& commitment = before_bets ? t.round->commitment : t.commitment;
        if (!commitment && may_ask(driven.commit, driven, round, at)) {
            driven.link->send(device::Commit{round});
        }
        const Round* last = t.past.empty() ? nullptr : &t.past.rbegin()->second;
        if (last && last->commitment && !last->secret &&
            may_ask(driven.reveal, driven, last->number, at)) {
            driven.link->send(device::Reveal{last->number});
        }
    }
    if (!t.round || t.round->roll) return std::optional<Order>();
    const Round& round = *t.round;
    const RuleSet& rules = rules_of(state, round);
    // Where the close comes first it is told first, so that nobody knew the dice before it.
    if (is_done(rules, round, Step::close)) {
        Result<std::optional<Order>> order = arm(loop, id, driven, at);
        if (!order || *order) return order;
    }
    if (round.mixing && t.phase == Phase::playing) {
        constexpr std::int64_t longest = 8 * second;
        if (driven.tumble.round != round.number) {
            driven.tumble = {driven.link->connection(), round.number, at, 1};
            driven.tumbling_until = at + longest;
            driven.link->send(device::Tumble{round.number});
        } else if (at >= driven.tumbling_until) {
            driven.tumble = {};
            return std::optional<Order>(EndMix{0});  // nothing moved
        }
    }
    return std::optional<Order>();
}

std::optional<Order> Driver::next_step_of(const State& state, const Table& t,
                                          const Driven& driven) {
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
            if (driven.leaning == round.number) return Uncover{false};
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

// Dice that lean are seen when they are uncovered, whoever does it.
std::optional<Order> Driver::alarm(const State& state, const Table& t, const Driven& driven) {
    if (t.phase != Phase::playing || driven.leaning != t.round->number || t.round->roll) {
        return std::nullopt;
    }
    if (!is_done(rules_of(state, *t.round), *t.round, Step::uncover)) return std::nullopt;
    return Report{rules::Cause::not_flat, "sensed"};
}

// What the dealer of an automatic table would do next.
std::optional<Order> Driver::own_order(const State& state, TableId id, const Driven& driven) {
    const Table& t = state.tables.at(id);
    if (driven.plan->mode != Mode::automatic) return std::nullopt;
    if (t.out_of_service) {
        // What an interruption stopped is put right; what people stopped is theirs.
        if (t.repair_needed) return RecordRepair{"nothing to repair at a training table"};
        const bool by_itself = *t.out_of_service == to_word(rules::Cause::interrupted_result) ||
                               *t.out_of_service == to_word(rules::Cause::lights_failed);
        if (t.round || !by_itself) return std::nullopt;
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
    if (t.phase == Phase::playing) return next_step_of(state, t, driven);
    if (finishing_ || t.last_round_played) return std::nullopt;
    if (auto order = replace_dice(state, t)) return order;
    if (auto order = inspect(state, t)) return order;
    if (t.phase == Phase::closed) return OpenTable{};
    if (!t.commitment) return std::nullopt;  // the dice come first
    if (rules_of(state, t).steps.front().step == Step::mix) return StartMix{};
    return OpenBetting{};
}

Result<std::optional<Command>> Driver::due(const Loop& loop, Instant at) {
    constexpr std::int64_t look_again = 1 * second;
    for (auto& [id, driven] : tables_) {
        const Table* t = find_table(loop.state(), id);
        if (!t) continue;
        if (auto command = heard(loop.state(), id, driven, at)) return command;
        miss(id, driven, at);
        if (at < driven.not_before) continue;
        driven.not_before = at + look_again;
        Result<std::optional<Order>> order = ask(loop, id, driven, at);
        if (!order) return std::unexpected(order.error());
        if (!*order) *order = alarm(loop.state(), *t, driven);
        if (!*order) *order = light(loop.state(), *t, driven);
        if (!*order) *order = own_order(loop.state(), id, driven);
        if (!*order) continue;
        const bool of_device = std::holds_alternative<EndMix>(**order) ||
                               std::holds_alternative<Report>(**order) ||
                               std::holds_alternative<ReportLights>(**order);
        return as(of_device ? ActorKind::device : ActorKind::system, id, std::move(**order));
    }
    return std::optional<Command>();
}

}  // namespace sicbo::server
