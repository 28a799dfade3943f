#include "server/topics.h"

#include <gtest/gtest.h>

namespace sicbo::server {
namespace {

constexpr wire::Topic table = {wire::TopicKind::table, 1};
constexpr wire::Topic places = {wire::TopicKind::places, 1};

// Topics of two parts that a test sets, and what each connection was told.
struct Told {
    Topics topics;
    std::string first = "1";
    std::string second = "2";
    std::map<std::uint64_t, std::vector<std::string>> said;

    void tell(std::uint64_t sequence, std::int64_t at = 0) {
        said.clear();
        topics.tell([&](wire::Topic) { return wire::Parts{{"a", first}, {"b", second}}; }, sequence,
                    {at},
                    [&](ConnectionId to, const Text& text) { said[to.number].push_back(*text); });
    }
};

TEST(Topics, BeginWithAllAndGoOnWithWhatChanged) {
    Told told;
    told.topics.watch(table, {7});
    told.tell(10, 5);
    EXPECT_EQ(told.said[7], std::vector<std::string>{
                                R"({"snapshot":"table/1","seq":10,"at":5,"state":{"a":1,"b":2}})"});
    told.tell(11);
    EXPECT_TRUE(told.said.empty());
    told.topics.touch(table);
    told.tell(12);  // touched, and nothing is different
    EXPECT_TRUE(told.said.empty());
    told.second = "3";
    told.topics.touch(table);
    told.tell(13, 6);
    EXPECT_EQ(told.said[7],
              std::vector<std::string>{
                  R"({"delta":"table/1","seq":13,"at":6,"prev":10,"state":{"b":3}})"});
}

TEST(Topics, GiveWhoComesLaterWhatFitsTheNextChange) {
    Told told;
    told.topics.watch(table, {7});
    told.tell(10);
    told.first = "5";
    told.topics.touch(table);
    told.topics.watch(table, {8});
    told.tell(20);
    ASSERT_EQ(told.said[7].size(), 1u);
    EXPECT_NE(told.said[7][0].find(R"("seq":20)"), std::string::npos);
    EXPECT_EQ(told.said[8], std::vector<std::string>{
                                R"({"snapshot":"table/1","seq":20,"at":0,"state":{"a":5,"b":2}})"});
    told.topics.watch(table, {7});  // again: all of it
    told.tell(21);
    EXPECT_EQ(told.said[7].size(), 1u);
    EXPECT_NE(told.said[7][0].find("snapshot"), std::string::npos);
    EXPECT_TRUE(told.said[8].empty());
    told.topics.unwatch(table, {7});
    told.topics.unwatch(table, {8});
    EXPECT_FALSE(told.topics.is_watched(table));
    told.topics.touch(table);
    told.tell(22);
    EXPECT_TRUE(told.said.empty());
}

TEST(Topics, ThatManyThingsChangeWaitALittle) {
    Told told;
    told.topics.watch(places, {7});
    told.tell(1, 1'000);
    told.first = "9";
    told.topics.touch(places);
    told.tell(2, 1'100);
    EXPECT_TRUE(told.said.empty());
    EXPECT_EQ(told.topics.waiting(), Instant{1'250});
    told.tell(3, 1'250);
    EXPECT_EQ(told.said[7].size(), 1u);
    EXPECT_EQ(told.topics.waiting(), std::nullopt);
}

}  // namespace
}  // namespace sicbo::server
