// SPDX-License-Identifier: MIT
#include "server/clock.h"

namespace sicbo::server {

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
    return wall + passed;
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
