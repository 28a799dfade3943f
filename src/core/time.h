// A moment, as milliseconds since 1970 in UTC. Where it comes from is the business of the edge.
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

constexpr Instant operator+(Instant at, std::int64_t milliseconds) {
    return {at.milliseconds + milliseconds};
}

// The same day and time so many months later, in UTC; the last of the month where it has no such
// day.
Instant months_later(Instant at, int months);

// "2021-05-24T08:00+08:00": a date, hours and minutes, and the offset from UTC, nothing left out;
// or more exactly "2021-05-24T00:00:01.250Z".
Result<Instant> parse_instant(std::string_view text);

// The same form, in UTC: "2021-05-24T00:00+00:00". Seconds are dropped.
std::string to_text(Instant at);

// In UTC to the millisecond: "2021-05-24T00:00:00.000Z".
std::string to_text_exact(Instant at);

}  // namespace sicbo
