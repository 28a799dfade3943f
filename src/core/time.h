// SPDX-License-Identifier: MIT
// A point in time, as milliseconds since 1970 in UTC. There is no clock in here: callers pass the
// time.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"

namespace sicbo {

struct Instant {
    std::int64_t milliseconds = 0;

    friend constexpr auto operator<=>(Instant, Instant) = default;
};

// Every time that is journalled is before this one, the end of the year 9999.
inline constexpr Instant clock_max = {253'402'300'800'000};

constexpr Instant operator+(Instant at, std::int64_t milliseconds) {
    return {at.milliseconds + milliseconds};
}

// Returns the same day and time the given number of months later, in UTC; the last day of that
// month if it has no such day.
Instant months_later(Instant at, int months);

// Reads "2021-05-24T08:00+08:00" (a date, hours and minutes, and the offset from UTC, all required)
// or "2021-05-24T00:00:01.250Z".
Result<Instant> parse_instant(std::string_view text);

// Writes the time in UTC as "2021-05-24T00:00+00:00". Seconds are dropped.
std::string to_text(Instant at);

// Writes the time in UTC to the millisecond: "2021-05-24T00:00:00.000Z".
std::string to_text_exact(Instant at);

}  // namespace sicbo
