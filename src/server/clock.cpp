// SPDX-License-Identifier: MIT
#include "server/clock.h"

#include <atomic>

namespace sicbo::server {
namespace {

std::atomic<std::int64_t> clock_ahead = 0;

std::string in_words(std::int64_t milliseconds) {
    constexpr std::int64_t one_second = 1'000;
    constexpr std::int64_t one_day = 86'400 * one_second;
    return milliseconds < 2 * one_day ? std::to_string(milliseconds / one_second) + " seconds"
                                      : std::to_string(milliseconds / one_day) + " days";
}

}  // namespace

Instant wall_clock() {
    return {std::chrono::duration_cast<std::chrono::milliseconds>(
                std::chrono::system_clock::now().time_since_epoch())
                .count()};
}

Instant steady_now() {
    using SteadyClock = std::chrono::steady_clock;
    static const Instant wall = wall_clock();
    static const SteadyClock::time_point begun = SteadyClock::now();
    const auto passed =
        std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - begun).count();
    return wall + passed + clock_ahead.load(std::memory_order_relaxed);
}

void set_clock_ahead(std::int64_t milliseconds) { clock_ahead = milliseconds; }

StartClock start_clock(const table::State& state, Instant wall, const ClockLimits& limits) {
    StartClock start;
    if (state.sequence == 0) return start;  // nothing has happened yet that could contradict it
    const std::int64_t behind = state.at.milliseconds - wall.milliseconds;
    const auto accepted = static_cast<std::int64_t>(state.machine.clock_behind);
    if (behind > 0) start.ahead = behind;
    const std::string differs = "the machine's clock shows " + to_text_exact(wall) +
                                ", but the last event in the journal is of " +
                                to_text_exact(state.at) + ": ";
    if (behind > accepted + limits.behind_max.count()) {
        start.doubt = differs + "the clock is behind by " + in_words(behind);
    } else if (-behind > limits.ahead_max.count()) {
        start.doubt = differs + "the clock is ahead by " + in_words(-behind);
    }
    const bool right_again = accepted > 0 && behind <= limits.behind_max.count();
    start.is_news = right_again || !start.doubt.empty();
    return start;
}

Result<void> refuse_future(const table::State& state, Instant wall) {
    const StartClock start = start_clock(state, wall, ClockLimits());
    if (start.doubt.empty() || start.ahead > 0) return {};
    return failure(start.doubt +
                   ". Set the clock right; if it is right, start the server once with "
                   "--accept-clock");
}

std::optional<ClockMonitor::Jump> ClockMonitor::compare(Instant now, Instant wall) {
    compared_at_ = now;
    const Instant expected = now + wall_ahead_;
    const std::int64_t off = wall.milliseconds - expected.milliseconds;
    if (off >= -jump_min.count() && off <= jump_min.count()) return std::nullopt;
    wall_ahead_ += off;
    return Jump{expected, wall};
}

}  // namespace sicbo::server
