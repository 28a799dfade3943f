#include "device/simulated_tumbler.h"

#include <algorithm>

namespace sicbo::device {
namespace {

constexpr std::uint32_t tumbles_usual = 3;

std::string line(const FromTumbler& message) { return write_line(message); }

}  // namespace

SimulatedTumbler::SimulatedTumbler(const Options& options)
    : options_(options),
      seed_{options.seed.bytes},
      key_(key_of(sha256("sicbo-tumbler-key-v1" + as_bytes(options.seed)))) {}

void SimulatedTumbler::connect() {
    proved_ = false;
    nonce_ = random_hash();
    lines_.clear();
    armed_.reset();
}

bool SimulatedTumbler::does(Misdeed misdeed) {
    if (misdeed_ != misdeed) return false;
    misdeed_.reset();
    return true;
}

bool SimulatedTumbler::hear(std::string_view text, Instant at) {
    const Result<ToTumbler> message = read_to_tumbler(text);
    if (!message) {
        later(at, line(Sorry{message.error().text().substr(0, 200)}));
        return false;
    }
    const bool greets =
        std::holds_alternative<Hello>(*message) || std::holds_alternative<Prove>(*message);
    if (!proved_ && !greets) return false;
    return std::visit([&](const auto& one) { return on(one, at); }, *message);
}

bool SimulatedTumbler::on(const Hello& message, Instant at) {
    if (message.key != options_.server) return false;
    table_ = message.table;
    nonce_of_server_ = message.nonce;
    counter_ = std::max(counter_, message.results);
    const std::string text = greeting("simulated tumbler", table_, nonce_of_server_, nonce_);
    later(at, line(Welcome{public_key(), nonce_, true, sign(key_, text)}));
    return true;
}

bool SimulatedTumbler::on(const Prove& message, Instant at) {
    const std::string text = greeting("server", table_, nonce_of_server_, nonce_);
    if (!is_signed(options_.server, text, message.signature)) return false;
    proved_ = true;
    later(at, line(Ready{}));
    return true;
}

bool SimulatedTumbler::on(const Commit& message, Instant at) {
    const Hash secret = secret_of(seed_, table_, message.round);
    later(at, line(Committed{message.round, commitment_of(secret)}));
    return true;
}

bool SimulatedTumbler::on(const Tumble& message, Instant at) {
    if (habit_ && ++tumbled_times_ % habit_every_ == 0) misdeed_ = habit_;
    if (does(Misdeed::no_tumble)) return true;
    tumbled_ = message.round;
    tumbles_ = does(Misdeed::fewer) ? 2 : tumbles_usual;
    const Instant rest = at + options_.tumble_milliseconds;
    if (does(Misdeed::dome_broken)) {
        later(rest, line(Alarm{message.round, Trouble::broken}));
        return true;
    }
    later(rest, line(Tumbled{message.round, tumbles_}));
    if (does(Misdeed::damaged)) later(rest, line(Alarm{message.round, Trouble::damaged_dice}));
    if (does(Misdeed::exposed)) later(rest, line(Alarm{message.round, Trouble::exposed}));
    if (does(Misdeed::early)) {
        Reading reading{message.round, {}, ++counter_, {1, 1, 1}, tumbles_, true, {}};
        reading.signature = sign(key_, signed_part(reading, table_));
        later(rest, line(reading));
    }
    if (armed_ && armed_->round == message.round) read(rest);
    return true;
}

bool SimulatedTumbler::on(const Arm& message, Instant at) {
    if (!is_signed(options_.server, signed_part(message, table_, nonce_), message.signature)) {
        return false;
    }
    armed_ = message;
    if (message.mixed && tumbled_ != message.round) {  // before a restart
        tumbled_ = message.round;
        tumbles_ = tumbles_usual;
    }
    if (message.mixed) read(at);
    return true;
}

// Dice that were mixed first were fixed before the close; otherwise the close is part of them.
void SimulatedTumbler::read(Instant at) {
    if (does(Misdeed::no_answer)) return;
    if (does(Misdeed::nonsense)) return later(at, "{\"say\":\"reading\",\"dice\":[7,8,9]}");
    if (does(Misdeed::replay) && !last_result_.empty()) return later(at, last_result_);
    const Hash secret = secret_of(seed_, table_, armed_->round);
    const auto close = armed_->mixed_first ? std::nullopt : std::optional(armed_->close_hash);
    Reading reading{
        armed_->round, armed_->close_hash,       ++counter_, roll_of(secret, armed_->round, close),
        tumbles_,      !does(Misdeed::not_flat), {}};
    if (does(Misdeed::other_round)) --reading.round;
    reading.signature = sign(key_, signed_part(reading, table_));
    if (does(Misdeed::false_result)) {
        reading.dice =
            reading.dice == rules::Roll{6, 6, 6} ? rules::Roll{1, 1, 1} : rules::Roll{6, 6, 6};
    }
    last_result_ = line(reading);
    later(at, last_result_);
}

bool SimulatedTumbler::on(const Reveal& message, Instant at) {
    later(at, line(Revealed{message.round, secret_of(seed_, table_, message.round)}));
    return true;
}

std::optional<std::string> SimulatedTumbler::say(Instant at) {
    const auto due = std::ranges::find_if(lines_, [&](const Line& one) { return one.at <= at; });
    if (due == lines_.end()) return std::nullopt;
    std::string text = std::move(due->text);
    lines_.erase(due);
    return text;
}

std::optional<Instant> SimulatedTumbler::next() const {
    if (lines_.empty()) return std::nullopt;
    return std::ranges::min_element(lines_, {}, &Line::at)->at;
}

}  // namespace sicbo::device
