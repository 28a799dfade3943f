// SPDX-License-Identifier: MIT
// Calendar computations in the time zones of the system's database (Debian's tzdata).
//
// The results go into commands and events, so that an audit never needs the database. Safe to call
// from any thread.
#pragma once

#include <string>

#include "core/result.h"
#include "core/time.h"

namespace sicbo::server {

// Returns an error if the database has no zone of that name, such as "America/New_York".
Result<void> validate_time_zone(const std::string& name);

// A day and a time of day as people write them: "2026-01-05" and "18:04:09".
struct LocalTime {
    std::string date;
    std::string time;
};
// Returns what the clocks of the zone show; UTC if the name is empty or the database has no such
// zone.
LocalTime local_time_in(const std::string& zone, Instant at);

// Returns the moment when the clocks of the zone show the same time of the same day, this many
// months after `at`; the last day of that month if it has no such day. A time that is skipped when
// clocks go forward counts as the moment of the change, one that occurs twice as the later one.
Result<Instant> months_later_in(const std::string& zone, Instant at, int months);

}  // namespace sicbo::server
