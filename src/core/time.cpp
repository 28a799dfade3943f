#include "core/time.h"

#include <chrono>
#include <optional>

namespace sicbo {
namespace {

// The digits that stand at the given place, and nothing but digits.
std::optional<int> number_at(std::string_view text, std::size_t from, std::size_t count) {
    int number = 0;
    for (const char c : text.substr(from, count)) {
        if (c < '0' || '9' < c) return std::nullopt;
        number = number * 10 + (c - '0');
    }
    return number;
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
    constexpr std::string_view form = "dddd-dd-ddTdd:dd+dd:dd";
    if (text.size() != form.size()) return wrong;
    for (std::size_t i = 0; i < form.size(); ++i) {
        const bool sign = form[i] == '+' && text[i] == '-';
        if (form[i] != 'd' && text[i] != form[i] && !sign) return wrong;
    }
    const auto year = number_at(text, 0, 4);
    const auto month = number_at(text, 5, 2);
    const auto day = number_at(text, 8, 2);
    const auto hour = number_at(text, 11, 2);
    const auto minute = number_at(text, 14, 2);
    const auto offset_hour = number_at(text, 17, 2);
    const auto offset_minute = number_at(text, 20, 2);
    if (!year || !month || !day || !hour || !minute || !offset_hour || !offset_minute) return wrong;

    const std::chrono::year_month_day date{std::chrono::year(*year),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day))};
    if (!date.ok() || *hour > 23 || *minute > 59 || *offset_hour > 14 || *offset_minute > 59) {
        return wrong;
    }
    const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
    const std::int64_t local = days * 1440 + std::int64_t{*hour} * 60 + *minute;
    const std::int64_t offset = std::int64_t{*offset_hour} * 60 + *offset_minute;
    const std::int64_t minutes = text[16] == '-' ? local + offset : local - offset;
    return Instant{minutes * 60'000};
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
