// SPDX-License-Identifier: MIT
#include "server/round_times.h"

#include <gtest/gtest.h>

#include "support/property.h"

namespace sicbo::server {
namespace {

constexpr std::int64_t minute = 60'000;

std::optional<std::int64_t> pace(const std::vector<std::int64_t>& minutes) {
    std::vector<Instant> begun_at;
    for (const std::int64_t one : minutes) begun_at.push_back({one * minute});
    return rounds_an_hour(begun_at);
}

TEST(RoundTimes, CountsRoundsAnHourWithoutBreaks) {
    EXPECT_FALSE(pace({}));
    EXPECT_FALSE(pace({1}));
    EXPECT_FALSE(pace({1, 1}));
    EXPECT_EQ(pace({0, 1, 2}), 60);
    EXPECT_EQ(pace({0, 2, 4, 6}), 30);
    EXPECT_EQ(pace({0, 1, 90, 91}), 60);  // the table had a break
    EXPECT_EQ(pace({0, 5}), 12);
    EXPECT_FALSE(pace({0, 6}));
}

TEST(RoundTimes, KnowsThePaceOfRoundsBeforeAStartAndTheEndOfThoseAfterIt) {
    test::Property property("rws-taisai");
    RoundTimes times(property.state);
    const auto settle = [&](RoundTimes& of) {
        property.go_past(rules::Step::open);
        property.finish({6, 5, 1});
        CommittedEvent ended;
        ended.event.stamp.table = property.id;
        ended.event.stamp.at = property.state.at;
        of.on_committed(property.state, std::span(&ended, 1));
    };
    EXPECT_EQ(times.pace_of(property.state, property.id),
              R"({"rounds_an_hour":null,"last_ended_at":null})");
    settle(times);
    const std::string at = std::to_string(property.state.at.milliseconds);
    EXPECT_NE(times.pace_of(property.state, property.id).find(R"("last_ended_at":)" + at),
              std::string::npos);
    property.at = property.at + minute;
    settle(times);
    RoundTimes later(property.state);
    const std::string pace = later.pace_of(property.state, property.id);
    EXPECT_EQ(pace.find(R"("rounds_an_hour":null)"), std::string::npos) << pace;
    EXPECT_NE(pace.find(R"("last_ended_at":null)"), std::string::npos) << pace;
    // An event of the table that ends no round says nothing about the last end.
    CommittedEvent other;
    other.event.stamp.table = property.id;
    other.event.stamp.at = property.state.at + minute;
    later.on_committed(property.state, std::span(&other, 1));
    EXPECT_EQ(later.pace_of(property.state, property.id), pace);
}

}  // namespace
}  // namespace sicbo::server
