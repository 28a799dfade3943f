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
    enqueue_text(due, write_line(message));
}

void SimulatedTumbler::enqueue_text(Instant due, std::string text) {
    check(text.size() <= line_length_max);
    lines_.push_back({due, std::move(text)});
}

SecureLine SimulatedTumbler::new_line() const {
    const PublicKey server = options_.server;
    return SecureLine(
        SecureLine::Options{SecureLine::Side::responder, std::string(tumbler_protocol), key_,
                            [server](const PublicKey& key) { return key == server; }});
}

void SimulatedTumbler::connect() { connect(new_line()); }

void SimulatedTumbler::connect(SecureLine line) {
    line_.emplace(std::move(line));
    table_ = {};
    lines_.clear();
    armed_.reset();
}

bool SimulatedTumbler::take_fault(TumblerFault fault) {
    if (fault_ != fault) return false;
    fault_.reset();
    return true;
}

bool SimulatedTumbler::handle_line(std::string_view line, Instant at) {
    check(line_.has_value());
    Result<SecureLine::Received> received = line_->receive(line);
    if (!received) {
        lines_.clear();  // they can't be sealed any more
        return false;
    }
    if (received->reply) lines_.push_back({at, *std::move(received->reply), false});
    return !received->text || handle_text(*received->text, at);
}

bool SimulatedTumbler::handle_text(std::string_view text, Instant at) {
    const Result<ToTumbler> message = read_to_tumbler(text);
    if (!message) {
        constexpr std::size_t reason_max = 200;
        enqueue(at, Failure{message.error().text().substr(0, reason_max)});
        return false;
    }
    if (!table_ && !std::holds_alternative<Begin>(*message)) return false;
    return std::visit([&](const auto& body) { return handle(body, at); }, *message);
}

bool SimulatedTumbler::handle(const Begin& message, Instant at) {
    if (table_ || !message.table) return false;
    table_ = message.table;
    counter_ = std::max(counter_, message.results);
    enqueue(at, Ready{true});
    for (const Alarm& alarm : refused_) enqueue(at, alarm);
    return true;
}

bool SimulatedTumbler::is_over(std::uint64_t round) const {
    const auto ended = ended_.find(table_);
    return ended != ended_.end() && round <= ended->second;
}

// Raises an alarm about a message that asks for what would disclose dice. It is remembered, since
// whoever asked may not be the server that must hear of it, although it has the server's key.
bool SimulatedTumbler::refuse(std::uint64_t round, Trouble trouble, Instant at) {
    const Alarm alarm{round, trouble};
    enqueue(at, alarm);
    const bool known = std::ranges::any_of(
        refused_, [&](const Alarm& one) { return one.round == round && one.trouble == trouble; });
    constexpr std::size_t refused_max = 8;
    if (!known && refused_.size() < refused_max) refused_.push_back(alarm);
    return true;
}

bool SimulatedTumbler::handle(const Commit& message, Instant at) {
    if (is_over(message.round)) return refuse(message.round, Trouble::ended_round, at);
    const Hash secret = secret_of(seed_, table_, message.round);
    enqueue(at, Committed{message.round, commitment_of(secret)});
    return true;
}

bool SimulatedTumbler::handle(const Tumble& message, Instant at) {
    if (is_over(message.round)) return refuse(message.round, Trouble::ended_round, at);
    std::erase_if(refused_, [&](const Alarm& alarm) { return alarm.round < message.round; });
    if (has_tumbled(message.round, message.before)) {
        enqueue(std::max(at, at_rest_), Tumbled{message.round, tumbles_});
        return true;
    }
    if (recurring_fault_ && ++tumble_count_ % recurring_every_ == 0) fault_ = recurring_fault_;
    if (take_fault(TumblerFault::no_tumble)) return true;
    tumbled_round_ = message.round;
    tumbled_before_ = message.before;
    tumbles_ = take_fault(TumblerFault::fewer) ? 2 : tumbles_usual;
    const Instant rest = at + options_.tumble_milliseconds;
    at_rest_ = rest;
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

bool SimulatedTumbler::has_tumbled(std::uint64_t round, std::uint32_t before) const {
    return tumbled_round_ == round && tumbled_before_ == before && tumbles_ > 0;
}

bool SimulatedTumbler::handle(const Count& message, Instant at) {
    const bool tumbled = has_tumbled(message.round, message.before);
    enqueue(tumbled ? std::max(at, at_rest_) : at, Tumbled{message.round, tumbled ? tumbles_ : 0});
    return true;
}

// A round is read for one close of betting only: whoever has learnt the dice with another hash, as
// before the close, can't have bets settled on them.
bool SimulatedTumbler::handle(const Arm& message, Instant at) {
    if (is_over(message.round)) return refuse(message.round, Trouble::ended_round, at);
    auto& [round, close_hash] = close_hashes_[table_];
    if (round == message.round && close_hash != message.close_hash) {
        return refuse(message.round, Trouble::armed_twice, at);
    }
    round = message.round;
    close_hash = message.close_hash;
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
        return enqueue_text(at, "{\"type\":\"reading\",\"dice\":[7,8,9]}");
    if (take_fault(TumblerFault::replay) && !last_reading_.empty())
        return enqueue_text(at, last_reading_);
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
    enqueue_text(at, last_reading_);
    if (take_fault(TumblerFault::lost_line)) lines_.back().lost = true;
}

bool SimulatedTumbler::handle(const End& message, Instant) {
    ended_[table_] = std::max(ended_[table_], message.round);
    return true;
}

bool SimulatedTumbler::handle(const Reveal& message, Instant at) {
    if (!is_over(message.round)) return refuse(message.round, Trouble::early_reveal, at);
    enqueue(at, Revealed{message.round, secret_of(seed_, table_, message.round)});
    return true;
}

// Lines are sealed in the order in which they are sent, which is that of their times.
std::optional<std::string> SimulatedTumbler::next_line(Instant at) {
    while (true) {
        const auto due =
            std::ranges::find_if(lines_, [&](const QueuedLine& line) { return line.due <= at; });
        if (due == lines_.end()) return std::nullopt;
        const QueuedLine line = std::move(*due);
        lines_.erase(due);
        std::string sent = line.sealed ? line_->seal(line.text) : line.text;
        if (!line.lost) return sent;
    }
}

std::optional<Instant> SimulatedTumbler::next_line_at() const {
    if (lines_.empty()) return std::nullopt;
    return std::ranges::min_element(lines_, {}, &QueuedLine::due)->due;
}

}  // namespace sicbo::device
