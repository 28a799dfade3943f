#include "core/time.h"

#include <gtest/gtest.h>

namespace sicbo {
namespace {

TEST(Instant, TakesTheOffsetIntoAccount) {
    EXPECT_EQ(parse_instant("1970-01-01T00:00+00:00"), Instant{0});
    EXPECT_EQ(parse_instant("2021-05-24T08:00+08:00"), parse_instant("2021-05-24T00:00+00:00"));
    EXPECT_EQ(parse_instant("2021-05-23T19:00-05:00"), parse_instant("2021-05-24T00:00+00:00"));
    EXPECT_EQ(parse_instant("2021-05-24T00:00+00:00"), Instant{1'621'814'400'000});
}

TEST(Instant, IsWrittenInUtc) {
    EXPECT_EQ(to_text(Instant{1'621'814'400'000}), "2021-05-24T00:00+00:00");
    EXPECT_EQ(to_text(*parse_instant("2022-09-20T09:05+08:00")), "2022-09-20T01:05+00:00");
    EXPECT_EQ(to_text(Instant{-1}), "1969-12-31T23:59+00:00");
}

TEST(Instant, RefusesWhatIsNotADate) {
    for (const char* text :
         {"", "2021-05-24", "2021-05-24T08:00", "2021-05-24T08:00Z", "2021-02-29T08:00+08:00",
          "2021-13-01T08:00+08:00", "2021-05-24T24:00+08:00", "2021-05-24T08:60+08:00",
          "2021-05-24T08:00+15:00", "2021-05-24 08:00+08:00", "20x1-05-24T08:00+08:00",
          "2021-05-24T08:00+08:00 "}) {
        EXPECT_FALSE(parse_instant(text)) << text;
    }
}

}  // namespace
}  // namespace sicbo
