// SPDX-License-Identifier: MIT
#include "server/time_zone.h"

#include <date/tz.h>

#include <chrono>
#include <stdexcept>

#include "core/check.h"

namespace sicbo::server {
namespace {

// Returns null if there is no such zone. The library throws then, also if it finds no database.
const date::time_zone* locate(const std::string& name) {
    try {
        return date::locate_zone(name);
    } catch (const std::runtime_error&) {
        return nullptr;
    }
}

std::unexpected<Error> unknown(const std::string& name) {
    return failure("the system knows no time zone \"" + name +
                   "\"; names are those of tzdata, such as America/New_York");
}

}  // namespace

Result<void> validate_time_zone(const std::string& name) {
    if (!locate(name)) return unknown(name);
    return {};
}

LocalTime local_time_in(const std::string& zone_name, Instant at) {
    using std::chrono::milliseconds;
    const date::sys_time<milliseconds> moment{milliseconds(at.milliseconds)};
    milliseconds local = moment.time_since_epoch();
    if (const date::time_zone* zone = zone_name.empty() ? nullptr : locate(zone_name)) {
        local = zone->to_local(moment).time_since_epoch();
    }
    constexpr std::size_t date_length = 10;  // of "2026-01-05T18:04:09.000Z"
    constexpr std::size_t time_length = 8;
    const std::string text = to_text_exact(Instant{local.count()});
    return {text.substr(0, date_length), text.substr(date_length + 1, time_length)};
}

Result<Instant> months_later_in(const std::string& zone_name, Instant at, int months) {
    check(months > 0);
    using std::chrono::milliseconds;
    const date::time_zone* zone = locate(zone_name);
    if (!zone) return unknown(zone_name);
    const date::sys_time<milliseconds> now{milliseconds(at.milliseconds)};
    const auto local = zone->to_local(now);
    const auto day = date::floor<date::days>(local);
    date::year_month_day then = date::year_month_day(day) + date::months(months);
    if (!then.ok()) then = then.year() / then.month() / date::last;
    const auto due = zone->to_sys(date::local_days(then) + (local - day), date::choose::latest);
    const Instant result{due.time_since_epoch().count()};
    check(result > at);
    return result;
}

}  // namespace sicbo::server
