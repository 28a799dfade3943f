// SPDX-License-Identifier: MIT
#include "core/time.h"

#include <gtest/gtest.h>

namespace sicbo {
namespace {

TEST(Instant, TakesTheOffsetIntoAccount) {
    EXPECT_EQ(parse_instant("1970-01-01T00:00+00:00"), Instant{0});
    EXPECT_EQ(parse_instant("2021-05-24T08:00+08:00"), parse_instant("2021-05-24T00:00+00:00"));
    EXPECT_EQ(parse_instant("2021-05-23T19:00-05:00"), parse_instant("2021-05-24T00:00+00:00"));
    EXPECT_EQ(parse_instant("2021-05-24T00:00+00:00"), Instant{1'621'814'400'000});
    EXPECT_EQ(parse_instant("2021-05-24T00:00Z"), Instant{1'621'814'400'000});
    EXPECT_EQ(parse_instant("2021-05-24T08:00:07+08:00"), Instant{1'621'814'407'000});
}

TEST(Instant, IsWrittenInUtc) {
    EXPECT_EQ(to_text(Instant{1'621'814'400'000}), "2021-05-24T00:00+00:00");
    EXPECT_EQ(to_text(*parse_instant("2022-09-20T09:05+08:00")), "2022-09-20T01:05+00:00");
    EXPECT_EQ(to_text(Instant{-1}), "1969-12-31T23:59+00:00");
}

TEST(Instant, IsReadAsItIsWrittenExactly) {
    for (const std::int64_t milliseconds : {0LL, 1'621'814'400'999LL, -1LL, 1'767'607'201'429LL}) {
        EXPECT_EQ(parse_instant(to_text_exact({milliseconds})), Instant{milliseconds});
    }
}

TEST(Instant, RefusesWhatIsNotADate) {
    for (const char* text :
         {"", "2021-05-24", "2021-05-24T08:00", "2021-05-24T08:00z", "2021-05-24T08:00:60Z",
          "2021-05-24T08:00:5Z", "2021-05-24T08:00.500Z", "2021-05-24T08:00:05.5Z",
          "2021-02-29T08:00+08:00", "2021-13-01T08:00+08:00", "2021-05-24T24:00+08:00",
          "2021-05-24T08:60+08:00", "2021-05-24T08:00+15:00", "2021-05-24 08:00+08:00",
          "20x1-05-24T08:00+08:00", "2021-05-24T08:00+08:00 "}) {
        EXPECT_FALSE(parse_instant(text)) << text;
    }
}

TEST(Instant, MonthsLaterIsTheSameDayOfTheMonth) {
    const auto later = [](const char* text, int months) {
        return to_text(months_later(parse_instant(text).value(), months));
    };
    EXPECT_EQ(later("2021-05-24T08:30+00:00", 0), "2021-05-24T08:30+00:00");
    EXPECT_EQ(later("2021-05-24T08:30+00:00", 1), "2021-06-24T08:30+00:00");
    EXPECT_EQ(later("2021-05-24T08:30+00:00", 8), "2022-01-24T08:30+00:00");
    EXPECT_EQ(later("2021-12-31T23:59+00:00", 1), "2022-01-31T23:59+00:00");
    EXPECT_EQ(later("2022-01-24T08:30+00:00", -8), "2021-05-24T08:30+00:00");
    EXPECT_EQ(later("1969-11-15T12:00+00:00", 1), "1969-12-15T12:00+00:00");
}

TEST(Instant, MonthsLaterIsTheLastOfAShorterMonth) {
    const auto later = [](const char* text, int months) {
        return to_text(months_later(parse_instant(text).value(), months));
    };
    EXPECT_EQ(later("2021-01-31T10:00+00:00", 1), "2021-02-28T10:00+00:00");
    EXPECT_EQ(later("2021-01-29T10:00+00:00", 1), "2021-02-28T10:00+00:00");
    EXPECT_EQ(later("2021-01-28T10:00+00:00", 1), "2021-02-28T10:00+00:00");
    EXPECT_EQ(later("2021-08-31T10:00+00:00", 3), "2021-11-30T10:00+00:00");
    EXPECT_EQ(later("2024-01-31T10:00+00:00", 1), "2024-02-29T10:00+00:00");
    EXPECT_EQ(later("2024-02-29T10:00+00:00", 12), "2025-02-28T10:00+00:00");
    EXPECT_EQ(later("2024-02-29T10:00+00:00", 48), "2028-02-29T10:00+00:00");
    EXPECT_EQ(later("2000-01-31T10:00+00:00", 1), "2000-02-29T10:00+00:00");
    EXPECT_EQ(later("2100-01-31T10:00+00:00", 1), "2100-02-28T10:00+00:00");
}

TEST(Instant, MonthsLaterKeepsTheTimeToTheMillisecond) {
    constexpr std::int64_t day = 86'400'000;
    const Instant midnight = parse_instant("2021-01-31T00:00+00:00").value();
    for (const std::int64_t time : {std::int64_t{0}, std::int64_t{1}, day / 2 + 7, day - 1}) {
        EXPECT_EQ(months_later(midnight + time, 1), midnight + 28 * day + time) << time;
    }
    EXPECT_EQ(months_later(Instant{-1}, 1), Instant{31 * day - 1});  // 31 December 1969
}

}  // namespace
}  // namespace sicbo
