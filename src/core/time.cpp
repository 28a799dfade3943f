// SPDX-License-Identifier: MIT
#include "core/time.h"

#include <chrono>
#include <optional>

namespace sicbo {
namespace {

// Returns the value of the digits at the given position.
int number_at(std::string_view text, std::size_t from, std::size_t count) {
    int number = 0;
    for (const char c : text.substr(from, count)) number = number * 10 + (c - '0');
    return number;
}

// Digits where the form has a d, and the form's own signs elsewhere.
bool has_form(std::string_view text, std::string_view form) {
    if (text.size() != form.size()) return false;
    for (std::size_t i = 0; i < form.size(); ++i) {
        const bool digit = '0' <= text[i] && text[i] <= '9';
        if (form[i] == 'd' ? !digit : text[i] != form[i]) return false;
    }
    return true;
}

// "Z", "+08:00" or "-05:00", in minutes.
std::optional<std::int64_t> parse_offset(std::string_view text) {
    if (text == "Z") return 0;
    const bool west = text.starts_with('-');
    if (!has_form(text, west ? "-dd:dd" : "+dd:dd")) return std::nullopt;
    const int hours = number_at(text, 1, 2);
    const int minutes = number_at(text, 4, 2);
    if (hours > 14 || minutes > 59) return std::nullopt;
    return (west ? -1 : 1) * (std::int64_t{hours} * 60 + minutes);
}

std::string two_digits(std::int64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

}  // namespace

Instant months_later(Instant at, int months) {
    using namespace std::chrono;
    const sys_time<milliseconds> moment{milliseconds{at.milliseconds}};
    const sys_days date = floor<days>(moment);
    year_month_day later = year_month_day(date) + std::chrono::months{months};
    if (!later.ok()) later = later.year() / later.month() / last;
    return {(sys_days(later) + (moment - date)).time_since_epoch().count()};
}

Result<Instant> parse_instant(std::string_view text) {
    const auto wrong = failure("\"" + std::string(text) +
                               "\" is not a date with time and offset, such as "
                               "2021-05-24T08:00+08:00");
    constexpr std::string_view to_minutes = "dddd-dd-ddTdd:dd";
    constexpr std::string_view seconds = ":dd";
    constexpr std::string_view thousandths = ".ddd";
    if (!has_form(text.substr(0, to_minutes.size()), to_minutes)) return wrong;
    std::string_view rest = text.substr(to_minutes.size());
    std::int64_t milliseconds = 0;
    if (has_form(rest.substr(0, seconds.size()), seconds)) {
        milliseconds = std::int64_t{number_at(rest, 1, 2)} * 1000;
        if (milliseconds > 59'000) return wrong;
        rest.remove_prefix(seconds.size());
        if (has_form(rest.substr(0, thousandths.size()), thousandths)) {
            milliseconds += number_at(rest, 1, 3);
            rest.remove_prefix(thousandths.size());
        }
    }
    const auto offset = parse_offset(rest);
    const std::chrono::year_month_day date{
        std::chrono::year(number_at(text, 0, 4)),
        std::chrono::month(static_cast<unsigned>(number_at(text, 5, 2))),
        std::chrono::day(static_cast<unsigned>(number_at(text, 8, 2)))};
    const int hour = number_at(text, 11, 2);
    const int minute = number_at(text, 14, 2);
    if (!offset || !date.ok() || hour > 23 || minute > 59) return wrong;
    const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
    const std::int64_t minutes = days * 1440 + std::int64_t{hour} * 60 + minute - *offset;
    return Instant{minutes * 60'000 + milliseconds};
}

std::string to_text(Instant at) {
    const std::chrono::sys_time<std::chrono::milliseconds> time{
        std::chrono::milliseconds(at.milliseconds)};
    const auto midnight = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date{midnight};
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(time - midnight).count();
    std::string year = std::to_string(static_cast<int>(date.year()));
    year.insert(0, year.size() < 4 ? 4 - year.size() : 0, '0');
    return year + "-" + two_digits(static_cast<unsigned>(date.month())) + "-" +
           two_digits(static_cast<unsigned>(date.day())) + "T" + two_digits(minutes / 60) + ":" +
           two_digits(minutes % 60) + "+00:00";
}

std::string to_text_exact(Instant at) {
    const std::string minutes = to_text(at).substr(0, std::string_view("2021-05-24T00:00").size());
    constexpr std::int64_t minute = 60'000;
    const std::int64_t rest = (at.milliseconds % minute + minute) % minute;
    std::string thousandths = std::to_string(rest % 1000);
    thousandths.insert(0, 3 - thousandths.size(), '0');
    return minutes + ":" + two_digits(rest / 1000) + "." + thousandths + "Z";
}

}  // namespace sicbo
