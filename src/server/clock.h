// SPDX-License-Identifier: MIT
// The clock of the server, and the monitor of the machine's clock.
//
// steady_now() never jumps: setting the machine's clock does not move the close of betting.
// ClockMonitor detects that the machine's clock was set, so that it can be journalled.
// start_clock() says what the time is at a start, when the machine's clock may contradict the
// journal. ClockMonitor and start_clock() read no clock. docs/decisions/0022-clock.md says why time
// never goes back.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "core/time.h"
#include "table/state.h"

namespace sicbo::server {

// The machine's clock.
Instant wall_clock();

// The machine's clock when the process started, plus what has passed since by a steady clock, plus
// what set_clock_ahead() was last called with. From any thread.
Instant steady_now();

// Lets steady_now() run ahead of the machine's clock by so many milliseconds. Call it once, before
// anything else uses the time.
void set_clock_ahead(std::int64_t milliseconds);

// How far the machine's clock may be from the last event at a start before a person must accept it.
struct ClockLimits {
    std::chrono::milliseconds behind_max = std::chrono::seconds(5);
    std::chrono::milliseconds ahead_max = std::chrono::days(400);
};

// What a start makes of the machine's clock.
struct StartClock {
    // Time goes on from the last event if the machine's clock is behind it: by how many
    // milliseconds it is then ahead of the machine's clock.
    std::int64_t ahead = 0;
    // Why a person must accept the clock; empty if nobody needs to.
    std::string doubt;
    // The state of the journal about the clock changes, so that NoteStartClock must be given.
    bool is_news = false;
};

// Compares the machine's clock with the last event of the recovered state. A clock that is behind
// by no more than a person has accepted before, and that was not right since, needs nobody again.
StartClock start_clock(const table::State& state, Instant wall, const ClockLimits& limits);

// Returns an error if the machine's clock is so far ahead of the last event that a person must
// accept it at a start of the server: for orders that are given while no server runs.
Result<void> refuse_future(const table::State& state, Instant wall);

class ClockMonitor {
public:
    struct Jump {
        Instant expected;
        Instant actual;
    };
    // `wall_ahead` is by how many milliseconds the machine's clock is ahead of ours already.
    explicit ClockMonitor(std::int64_t wall_ahead = 0) : wall_ahead_(wall_ahead) {}

    static constexpr std::chrono::milliseconds interval{1'000};  // between two comparisons
    static constexpr std::chrono::milliseconds jump_min{1'000};  // less is drift

    // Returns true if it is time to call compare() again.
    bool is_due(Instant now) const { return now >= compared_at_ + interval.count(); }

    // Compares the two clocks. Returns a jump once, when the machine's clock has moved against
    // ours by more than jump_min since the last call.
    std::optional<Jump> compare(Instant now, Instant wall);

private:
    Instant compared_at_;
    std::int64_t wall_ahead_ = 0;  // of our clock, in milliseconds
};

}  // namespace sicbo::server
