// SPDX-License-Identifier: MIT
#include "device/simulated_tumbler.h"

#include <algorithm>

namespace sicbo::device {
namespace {

constexpr std::uint32_t tumbles_usual = 3;

}  // namespace

SimulatedTumbler::SimulatedTumbler(const Options& options)
    : options_(options),
      seed_{options.seed.bytes},
      key_(key_of(sha256("sicbo-tumbler-key-v1" + as_bytes(options.seed)))) {}

void SimulatedTumbler::enqueue(Instant due, const FromTumbler& message) {
    enqueue_line(due, write_line(message));
}

void SimulatedTumbler::enqueue_line(Instant due, std::string line) {
    check(line.size() <= line_length_max);
    lines_.push_back({due, std::move(line)});
}

void SimulatedTumbler::connect() {
    authenticated_ = false;
    nonce_ = random_hash();
    lines_.clear();
    armed_.reset();
}

bool SimulatedTumbler::take_fault(TumblerFault fault) {
    if (fault_ != fault) return false;
    fault_.reset();
    return true;
}

bool SimulatedTumbler::handle_line(std::string_view text, Instant at) {
    const Result<ToTumbler> message = read_to_tumbler(text);
    if (!message) {
        enqueue(at, Failure{message.error().text().substr(0, 200)});
        return false;
    }
    const bool authenticates =
        std::holds_alternative<Hello>(*message) || std::holds_alternative<Prove>(*message);
    if (!authenticated_ && !authenticates) return false;
    return std::visit([&](const auto& body) { return handle(body, at); }, *message);
}

bool SimulatedTumbler::handle(const Hello& message, Instant at) {
    if (message.key != options_.server) return false;
    table_ = message.table;
    nonce_of_server_ = message.nonce;
    counter_ = std::max(counter_, message.results);
    const std::string text = greeting("simulated tumbler", table_, nonce_of_server_, nonce_);
    enqueue(at, Welcome{public_key(), nonce_, true, sign(key_, text)});
    return true;
}

bool SimulatedTumbler::handle(const Prove& message, Instant at) {
    const std::string text = greeting("server", table_, nonce_of_server_, nonce_);
    if (!is_signed(options_.server, text, message.signature)) return false;
    authenticated_ = true;
    enqueue(at, Ready{});
    return true;
}

bool SimulatedTumbler::handle(const Commit& message, Instant at) {
    const Hash secret = secret_of(seed_, table_, message.round);
    enqueue(at, Committed{message.round, commitment_of(secret)});
    return true;
}

bool SimulatedTumbler::handle(const Tumble& message, Instant at) {
    if (recurring_fault_ && ++tumble_count_ % recurring_every_ == 0) fault_ = recurring_fault_;
    if (take_fault(TumblerFault::no_tumble)) return true;
    tumbled_round_ = message.round;
    tumbles_ = take_fault(TumblerFault::fewer) ? 2 : tumbles_usual;
    const Instant rest = at + options_.tumble_milliseconds;
    if (take_fault(TumblerFault::dome_broken)) {
        enqueue(rest, Alarm{message.round, Trouble::broken});
        return true;
    }
    enqueue(rest, Tumbled{message.round, tumbles_});
    if (take_fault(TumblerFault::damaged))
        enqueue(rest, Alarm{message.round, Trouble::damaged_dice});
    if (take_fault(TumblerFault::exposed)) enqueue(rest, Alarm{message.round, Trouble::exposed});
    if (take_fault(TumblerFault::early)) {
        Reading reading{message.round, {}, ++counter_, {1, 1, 1}, tumbles_, true, {}};
        reading.signature = sign(key_, signed_part(reading, table_));
        enqueue(rest, reading);
    }
    if (armed_ && armed_->round == message.round) send_reading(rest);
    return true;
}

bool SimulatedTumbler::handle(const Arm& message, Instant at) {
    if (!is_signed(options_.server, signed_part(message, table_, nonce_), message.signature)) {
        return false;
    }
    armed_ = message;
    if (message.mixed && tumbled_round_ != message.round) {  // before a restart
        tumbled_round_ = message.round;
        tumbles_ = tumbles_usual;
    }
    if (message.mixed) send_reading(at);
    return true;
}

// Dice that were mixed first were fixed before the close; otherwise the close is part of them.
void SimulatedTumbler::send_reading(Instant at) {
    check(armed_ && tumbled_round_ == armed_->round);
    if (take_fault(TumblerFault::no_answer)) return;
    if (take_fault(TumblerFault::nonsense))
        return enqueue_line(at, "{\"type\":\"reading\",\"dice\":[7,8,9]}");
    if (take_fault(TumblerFault::replay) && !last_reading_.empty())
        return enqueue_line(at, last_reading_);
    const Hash secret = secret_of(seed_, table_, armed_->round);
    const auto close = armed_->mixed_first ? std::nullopt : std::optional(armed_->close_hash);
    Reading reading{armed_->round,
                    armed_->close_hash,
                    ++counter_,
                    roll_of(secret, armed_->round, close),
                    tumbles_,
                    !take_fault(TumblerFault::not_flat),
                    {}};
    if (take_fault(TumblerFault::other_round)) --reading.round;
    reading.signature = sign(key_, signed_part(reading, table_));
    if (take_fault(TumblerFault::false_result)) {
        reading.dice =
            reading.dice == rules::Roll{6, 6, 6} ? rules::Roll{1, 1, 1} : rules::Roll{6, 6, 6};
    }
    last_reading_ = write_line(FromTumbler(reading));
    enqueue_line(at, last_reading_);
}

bool SimulatedTumbler::handle(const Reveal& message, Instant at) {
    enqueue(at, Revealed{message.round, secret_of(seed_, table_, message.round)});
    return true;
}

std::optional<std::string> SimulatedTumbler::next_line(Instant at) {
    const auto due =
        std::ranges::find_if(lines_, [&](const QueuedLine& line) { return line.due <= at; });
    if (due == lines_.end()) return std::nullopt;
    std::string text = std::move(due->text);
    lines_.erase(due);
    return text;
}

std::optional<Instant> SimulatedTumbler::next_line_at() const {
    if (lines_.empty()) return std::nullopt;
    return std::ranges::min_element(lines_, {}, &QueuedLine::due)->due;
}

}  // namespace sicbo::device
