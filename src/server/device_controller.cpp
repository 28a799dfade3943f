// SPDX-License-Identifier: MIT
#include "server/device_controller.h"

#include <algorithm>

#include "table/settlement.h"

namespace sicbo::server {

using namespace table;
using rules::Step;

namespace {

constexpr std::int64_t second = 1'000;  // milliseconds

std::optional<Order> order_of_alarm(const Table& t, const device::Alarm& alarm) {
    const bool in_play = t.round && t.round->number == alarm.round;
    const auto report = [&](rules::Cause cause) {
        return in_play ? std::optional<Order>(Report{cause, "sensed"}) : std::nullopt;
    };
    const auto raise = [&](AlarmKind kind) {
        return RaiseAlarm{kind, "round " + std::to_string(alarm.round)};
    };
    switch (alarm.trouble) {
        case device::Trouble::exposed: return report(rules::Cause::exposed);
        case device::Trouble::damaged_dice: return report(rules::Cause::damaged_dice);
        case device::Trouble::broken: return report(rules::Cause::broken);
        case device::Trouble::early_reveal: return raise(AlarmKind::early_reveal);
        case device::Trouble::ended_round: return raise(AlarmKind::ended_round);
        case device::Trouble::armed_twice: return raise(AlarmKind::armed_twice);
    }
    return std::nullopt;
}

// Names a mix for SentRequest::key: the round, and how many tumbles it had before.
constexpr int mix_bits = 20;
std::uint64_t mix_key(const Round& round) {
    constexpr std::uint64_t mixes_max = (std::uint64_t{1} << mix_bits) - 1;
    return round.number << mix_bits | std::min<std::uint64_t>(round.mixes, mixes_max);
}

// Returns true while a person wants the round void and a second one is to decide: the tumbler is
// asked for what it knows all the same.
bool is_contested(const State& state, TableId id) {
    const Reader* reader = find_reader(state, id);
    return reader && reader->contested;
}

}  // namespace

DeviceController::DeviceController(const Options& options) {
    for (const TablePlan& table : options.plan->tables) {
        if (table.tumbler == Tumbler::none && !table.lights) continue;
        Devices& devices = tables_[table.number];
        devices.plan = &table;
        if (table.lights) devices.lights.emplace();
        if (table.tumbler == Tumbler::none) continue;
        device::TumblerClient::Options client{table.number, options.key, table.tumbler_key,
                                              table.configuration.training};
        std::unique_ptr<device::TumblerTransport> transport;
        if (table.tumbler == Tumbler::simulated) {
            const std::int64_t tumbling_time = 3 * second;
            const device::SimulatedTumbler::Options tumbler{
                sha256(device::as_bytes(options.seed) + device::as_bytes(table.number.number)),
                options.key.public_key(), table.pause == 0 ? 0 : tumbling_time};
            client.tumbler = device::SimulatedTumbler(tumbler).public_key();
            transport = device::make_simulated_transport(tumbler, options.now);
        } else {
            transport = device::make_tcp_transport(table.tumbler_at.address, table.tumbler_at.port,
                                                   options.wake);
        }
        devices.tumbler = std::make_unique<device::TumblerClient>(client, std::move(transport));
    }
}

bool DeviceController::inject_fault(TableId table, std::string_view fault) {
    const auto at = tables_.find(table);
    if (at == tables_.end()) return false;
    Devices& devices = at->second;
    const auto of_lights = parse_word<device::LightFault>(fault);
    if (of_lights) {
        if (devices.lights) devices.lights->inject_fault(*of_lights);
        return devices.lights.has_value();
    }
    const auto of_tumbler = parse_word<device::TumblerFault>(fault);
    if (!of_tumbler || devices.plan->tumbler != Tumbler::simulated) return false;
    devices.tumbler->inject_fault(*of_tumbler);
    return true;
}

std::uint64_t DeviceController::uneven_round(TableId id) const {
    const auto at = tables_.find(id);
    return at == tables_.end() ? 0 : at->second.uneven_round;
}

std::optional<Instant> DeviceController::next_due(TableId id) const {
    const auto at = tables_.find(id);
    if (at == tables_.end() || !at->second.tumbler) return std::nullopt;
    return at->second.tumbler->next_message_at();
}

void DeviceController::on_committed(const std::vector<CommittedEvent>& events) {
    for (const CommittedEvent& event : events) {
        const Fact& fact = event.event.fact;
        const bool over = holds<LightsCleared>(fact) || holds<RoundBegun>(fact);
        const auto at = tables_.find(event.event.stamp.table);
        if (over && at != tables_.end() && at->second.lights) at->second.lights->clear();
    }
}

// The order that a message of the tumbler leads to; nothing if it is of no use now.
std::optional<Order> DeviceController::order_of(const Table& t, Devices& devices,
                                                const device::FromTumbler& message) {
    if (const auto* commitment = std::get_if<device::Committed>(&message)) {
        return CommitDice{commitment->round, commitment->commitment};
    }
    if (const auto* revealed = std::get_if<device::Revealed>(&message)) {
        return RevealDice{revealed->round, revealed->secret};
    }
    if (const auto* tumbled = std::get_if<device::Tumbled>(&message)) {
        const bool expected = t.round && t.round->mixing && t.round->number == tumbled->round;
        if (expected && tumbled->tumbles == 0) devices.tumble = {};  // another mix is sent again
        return expected ? std::optional<Order>(EndMix{tumbled->tumbles}) : std::nullopt;
    }
    if (const auto* alarm = std::get_if<device::Alarm>(&message)) return order_of_alarm(t, *alarm);
    if (const auto* reading = std::get_if<device::Reading>(&message)) {
        if (!reading->flat) {
            devices.uneven_round = reading->round;
            return std::nullopt;
        }
        return ReportReading{reading->round, reading->close_hash, reading->dice,
                             Proof{devices.tumbler->tumbler(), reading->counter, reading->tumbles,
                                   reading->signature}};
    }
    return std::nullopt;
}

std::optional<Order> DeviceController::receive(const State& state, TableId id, Instant now) {
    const auto at = tables_.find(id);
    if (at == tables_.end()) return std::nullopt;
    Devices& devices = at->second;
    const Table& t = state.tables.at(id);
    while (devices.tumbler) {
        const Result<std::optional<device::FromTumbler>> message =
            devices.tumbler->receive(t.tumbler_counter, now);
        if (!message) {
            log_limited(LogLevel::warning, "a tumbler violated the protocol and was disconnected",
                        id, message.error().text(), now);
            continue;  // it connects again
        }
        if (!*message) return std::nullopt;
        if (const auto* failed = std::get_if<device::Failure>(&**message)) {
            log_limited(LogLevel::warning, "a tumbler reports a failure", id, failed->reason, now);
            continue;
        }
        if (auto order = order_of(t, devices, **message)) return order;
    }
    return std::nullopt;
}

// Logs a line that a failing device may cause again and again.
void DeviceController::log_limited(LogLevel level, std::string_view message, TableId id,
                                   const std::string& why, Instant now) {
    const std::string table = std::to_string(id.number);
    const auto suppressed = limiter_.admit(table + " " + std::string(message), now);
    if (!suppressed) return;
    if (*suppressed == 0) return log(level, message, {{"table", table}, {"why", why}});
    log(level, message,
        {{"table", table}, {"why", why}, {"suppressed", std::to_string(*suppressed)}});
}

DeviceController::Connections DeviceController::connections() const {
    Connections count;
    for (const auto& [id, devices] : tables_) {
        if (devices.tumbler) ++(devices.tumbler->is_ready() ? count.online : count.offline);
    }
    return count;
}

void DeviceController::log_connection(TableId id, Instant now) {
    constexpr std::int64_t greeting_max = 5 * second;
    const auto at = tables_.find(id);
    if (at == tables_.end() || !at->second.tumbler) return;
    Devices& devices = at->second;
    const std::uint64_t connection = devices.tumbler->connection();
    if (devices.ready_connection != 0 && devices.ready_connection != connection) {
        devices.ready_connection = 0;
        log_limited(LogLevel::warning, "the connection to a tumbler ended; another one is opened",
                    id, "the tumbler, the network or a violation of the protocol ended it", now);
    }
    if (devices.tumbler->is_ready()) {
        devices.ready_connection = connection;
        if (devices.reported_silent) {
            log(LogLevel::info, "a tumbler is connected again",
                {{"table", std::to_string(id.number)}});
        }
        devices.reported_silent = false;
        devices.silent_since.reset();
        return;
    }
    if (!devices.silent_since) devices.silent_since = now;
    std::string why = devices.tumbler->last_error();
    if (why.empty() && now >= *devices.silent_since + greeting_max) why = "it sends no greeting";
    if (devices.reported_silent || why.empty()) return;
    const std::string key = std::to_string(id.number) + " connection";
    if (!limiter_.is_due(key, now)) return;  // asked again in the next turn
    limiter_.admit(key, now);
    devices.reported_silent = true;
    log(LogLevel::warning, "a tumbler can't be reached",
        {{"table", std::to_string(id.number)},
         {"address", devices.plan->tumbler_at.address},
         {"port", std::to_string(devices.plan->tumbler_at.port)},
         {"why", why}});
}

// Returns true if the request is due, and notes it as sent: once per connection and key, then every
// three seconds. Where the tumbler must have `answered` at once and has sent nothing at all since
// the first of three requests, lines are lost on the way: the connection is replaced.
bool DeviceController::begin_request(SentRequest& request, Devices& devices, std::uint64_t key,
                                     bool answered, Instant now) {
    constexpr std::int64_t repeat_after = 3 * second;
    constexpr int times_max = 3;
    const std::uint64_t connection = devices.tumbler->connection();
    const bool same = request.connection == connection && request.key == key;
    if (same && now < request.repeat_at) return false;
    const std::uint64_t received = devices.tumbler->received();
    if (answered && same && request.times >= times_max && request.received == received) {
        log_limited(LogLevel::warning, "a tumbler does not answer and was disconnected",
                    devices.plan->number, "no line came since the request was first sent", now);
        devices.tumbler->reconnect();
        return false;
    }
    request = {connection, key, now + repeat_after, same ? request.times + 1 : 1,
               same ? request.received : received};
    return true;
}

// Requests the commitment before bets are taken, and the secret when the round is over. Training
// tables only.
void DeviceController::request_commitment_and_secret(const State& state, const Table& t,
                                                     Devices& devices, Instant now) {
    const bool before_bets = t.round && !is_done(rules_of(state, *t.round), *t.round, Step::open);
    const std::uint64_t round = before_bets ? t.round->number : t.rounds + 1;
    const auto& commitment = before_bets ? t.round->commitment : t.commitment;
    if (!commitment && begin_request(devices.commit, devices, round, true, now)) {
        devices.tumbler->send(device::Commit{round});
    }
    const Round* last = t.past.empty() ? nullptr : &t.past.rbegin()->second;
    if (devices.tumbler->is_ready() && last && last->commitment && !last->secret &&
        begin_request(devices.reveal, devices, last->number, true, now)) {
        devices.tumbler->send(device::End{last->number});
        devices.tumbler->send(device::Reveal{last->number});
    }
}

// Journals the hash of the close (ArmTumbler), then sends Arm with it.
Result<std::optional<Order>> DeviceController::arm(const Loop& loop, TableId id, Devices& devices,
                                                   Instant now) {
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
    const bool mixed_first = mixes_first(rules);
    // It is armed again once the dice are at rest: the tumbler may have restarted.
    const bool wanted = !round.reading && devices.uneven_round != round.number;
    const std::uint64_t key = 2 * round.number + (mixed ? 1 : 0);
    if (wanted && (mixed || !mixed_first) && begin_request(devices.arm, devices, key, mixed, now)) {
        // A tumbler that was armed before it tumbled sends its reading unasked. It is armed again
        // only if no reading comes.
        const bool reads_by_itself =
            mixed && !mixed_first && devices.tumble.key >> mix_bits == round.number &&
            devices.tumble.connection == devices.tumbler->connection() && devices.arm.times == 1;
        if (!reads_by_itself) {
            devices.tumbler->send(device::Arm{round.number, *round.armed, mixed, mixed_first});
        }
    }
    return std::optional<Order>();
}

// Sends Tumble once per mix and connection; the tumbler answers for a tumble that it has made
// already, and does not make it again. If it does not report the end of the tumble within eight
// seconds, it is asked how often it tumbled. On the same connection that follows the order, so that
// nothing counted means that nothing was done: whoever keeps lines back can't make it so.
void DeviceController::tumble(const Round& round, Devices& devices, Instant now) {
    constexpr std::int64_t tumbling_max = 8 * second;
    check(round.mixing);
    const std::uint64_t key = mix_key(round);
    const std::uint64_t connection = devices.tumbler->connection();
    if (devices.tumble.key != key || devices.tumble.connection != connection) {
        devices.tumble = {connection, key, now, 1, 0};
        devices.tumbling_until = now + tumbling_max;
        devices.tumbler->send(device::Tumble{round.number, round.mixes});
        return;
    }
    if (now < devices.tumbling_until) return;
    ask_for_count(round, devices, now);
}

void DeviceController::ask_for_count(const Round& round, Devices& devices, Instant now) {
    if (begin_request(devices.count, devices, mix_key(round), true, now)) {
        devices.tumbler->send(device::Count{round.number, round.mixes});
    }
}

Result<std::optional<Order>> DeviceController::ask_tumbler(const Loop& loop, TableId id,
                                                           Devices& devices, Instant now) {
    const State& state = loop.state();
    const Table& t = state.tables.at(id);
    if (!devices.tumbler || !devices.tumbler->is_ready()) return std::optional<Order>();
    if (t.configuration.training) request_commitment_and_secret(state, t, devices, now);
    if (!devices.tumbler->is_ready()) return std::optional<Order>();
    if (!t.round || t.round->roll) return std::optional<Order>();
    // In games that close betting before the tumble, Arm is sent before Tumble: the dice then
    // depend on a hash that did not exist while bets were open.
    if (is_done(rules_of(state, *t.round), *t.round, Step::close)) {
        Result<std::optional<Order>> order = arm(loop, id, devices, now);
        if (!order || *order || !devices.tumbler->is_ready()) return order;
    }
    if (t.round->mixing && t.phase == Phase::playing) tumble(*t.round, devices, now);
    if (t.round->mixing && is_contested(state, id)) {
        const bool asked = devices.count.key == mix_key(*t.round) &&
                           devices.count.connection == devices.tumbler->connection();
        if (!asked) ask_for_count(*t.round, devices, now);
    }
    return std::optional<Order>();
}

// Reports dice that do not lie flat once they are uncovered, by a dealer or by the system; also if
// a person has said so and waits for the second.
std::optional<Order> DeviceController::report_uneven(const State& state, TableId id, const Table& t,
                                                     const Devices& devices) {
    if (!t.round || devices.uneven_round != t.round->number || t.round->roll) return std::nullopt;
    const Reader* reader = find_reader(state, id);
    const bool agrees = reader && reader->contested && !t.round->reading &&
                        reader->contested->cause == rules::Cause::not_flat;
    if (agrees) return Report{rules::Cause::not_flat, "sensed"};
    if (t.phase != Phase::playing) return std::nullopt;
    if (!is_done(rules_of(state, *t.round), *t.round, Step::uncover)) return std::nullopt;
    return Report{rules::Cause::not_flat, "sensed"};
}

// Sets the lights to the winning spots, and reports which of them are really lit.
std::optional<Order> DeviceController::set_lights(const State& state, const Table& t,
                                                  Devices& devices) {
    if (!devices.lights || t.phase != Phase::playing || t.out_of_service) return std::nullopt;
    const RuleSet& rules = rules_of(state, *t.round);
    if (next_step(rules, *t.round)->step != Step::illuminate) return std::nullopt;
    const std::vector<rules::SpotId> winning = winning_spots(*rules.game, *t.round->roll);
    devices.lights->set(winning);
    std::vector<rules::SpotId> lit = devices.lights->lit();
    if (lit != winning) devices.lights->clear();  // to try again
    return ReportLights{std::move(lit)};
}

Result<std::optional<Order>> DeviceController::next_order(const Loop& loop, TableId id,
                                                          Instant now) {
    const auto at = tables_.find(id);
    if (at == tables_.end()) return std::optional<Order>();
    Devices& devices = at->second;
    const State& state = loop.state();
    const Table& t = state.tables.at(id);
    Result<std::optional<Order>> order = ask_tumbler(loop, id, devices, now);
    if (!order || *order) return order;
    if (auto uneven = report_uneven(state, id, t, devices)) return uneven;
    return set_lights(state, t, devices);
}

}  // namespace sicbo::server
