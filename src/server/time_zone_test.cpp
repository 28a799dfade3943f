// SPDX-License-Identifier: MIT
#include "server/time_zone.h"

#include <gtest/gtest.h>

namespace sicbo::server {
namespace {

std::string later(const std::string& zone, std::string_view at, int months = 1) {
    return to_text(months_later_in(zone, parse_instant(at).value(), months).value());
}

TEST(TimeZones, AMonthEndsByTheClockOfTheZone) {
    // 28 February 23:30 in Baltimore is 1 March by UTC, and clocks go forward on 8 March.
    EXPECT_EQ(later("America/New_York", "2026-03-01T04:30+00:00"), "2026-03-29T03:30+00:00");
    EXPECT_EQ(later("America/New_York", "2026-02-28T23:30-05:00"), "2026-03-29T03:30+00:00");
    EXPECT_EQ(later("Asia/Singapore", "2026-02-28T23:30+08:00"), "2026-03-28T15:30+00:00");
    EXPECT_EQ(later("UTC", "2026-02-28T23:30+00:00"), "2026-03-28T23:30+00:00");
}

TEST(TimeZones, AMonthWithoutThatDayEndsOnItsLast) {
    EXPECT_EQ(later("America/New_York", "2026-01-31T12:00-05:00"), "2026-02-28T17:00+00:00");
    EXPECT_EQ(later("UTC", "2027-12-31T10:00+00:00", 2), "2028-02-29T10:00+00:00");
}

TEST(TimeZones, SkippedAndRepeatedTimesHaveOneMeaning) {
    // 8 March 02:30 does not exist in New York: the change is at 07:00 UTC.
    EXPECT_EQ(later("America/New_York", "2026-02-08T02:30-05:00"), "2026-03-08T07:00+00:00");
    // 1 November 01:30 occurs twice; the later one counts.
    EXPECT_EQ(later("America/New_York", "2026-10-01T01:30-04:00"), "2026-11-01T06:30+00:00");
}

TEST(TimeZones, UnknownNamesAreErrors) {
    EXPECT_TRUE(validate_time_zone("America/New_York"));
    const auto found = validate_time_zone("Maryland");
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().text().find("no time zone \"Maryland\""), std::string::npos);
    EXPECT_FALSE(months_later_in("", Instant{0}, 1));
}

}  // namespace
}  // namespace sicbo::server
