// SPDX-License-Identifier: MIT
#include "wire/apportion_json.h"

#include <gtest/gtest.h>

namespace sicbo::wire {
namespace {

std::string answer(std::string_view json) {
    const Result<ApportionRequest> request = read_apportion(json);
    if (!request) return request.error().text();
    return write_shares(*request, rules::apportion(request->limits, request->stakes));
}

// A request with one bet's member replaced.
std::string with_bets(const std::string& bets) {
    return answer(R"({"chip":25,"boxes":{"big":{"min":100,"max":1000}},"bets":[)" + bets + "]}");
}

TEST(ApportionJson, AnswersInInputOrder) {
    EXPECT_EQ(answer(R"({"chip":25,"boxes":{"total-9":{"min":100,"max":10000}},
                         "pairs":[{"spots":["big","small"],"differential":5000}],
                         "bets":[{"player":"A","spot":"total-9","stake":12000},
                                 {"player":"A","spot":"big","stake":6000},
                                 {"player":"B","spot":"small","stake":500}]})"),
              R"({"bets":[{"player":"A","spot":"total-9","stake":12000,"effective":10000,)"
              R"("excess":2000},{"player":"A","spot":"big","stake":6000,"effective":5500,)"
              R"("excess":500},{"player":"B","spot":"small","stake":500,"effective":500,)"
              R"("excess":0}],"over":[]})");
}

TEST(ApportionJson, ReportsWhatStaysOver) {
    EXPECT_EQ(answer(R"({"chip":25,"boxes":{"big":{"min":100,"max":150}},
                         "bets":[{"player":"A","spot":"big","stake":100},
                                 {"player":"B","spot":"big","stake":100}]})"),
              R"({"bets":[{"player":"A","spot":"big","stake":100,"effective":100,"excess":0},)"
              R"({"player":"B","spot":"big","stake":100,"effective":100,"excess":0}],)"
              R"("over":[{"spot":"big","by":50}]})");
}

TEST(ApportionJson, ABoxThatIsNotNamedHasNoLimits) {
    EXPECT_EQ(answer(R"({"chip":1,"bets":[{"player":"A","spot":"odd","stake":999999}]})"),
              R"({"bets":[{"player":"A","spot":"odd","stake":999999,"effective":999999,)"
              R"("excess":0}],"over":[]})");
    EXPECT_EQ(answer(R"({"chip":1,"bets":[]})"), R"({"bets":[],"over":[]})");
}

TEST(ApportionJson, NamesThePathOfAMistake) {
    const std::string a = R"({"player":"A","spot":"big","stake":100})";
    EXPECT_EQ(with_bets(a + R"(,{"player":"B","spot":"big","stake":30})"),
              "bets[1].stake: 30 is not in whole chips of 25");
    EXPECT_EQ(with_bets(a + "," + a),
              "bets[1]: player \"A\" has two bets on big; all that one player has on a spot is one "
              "bet");
    EXPECT_EQ(with_bets(R"({"player":"A","spot":"huge","stake":100})"),
              "bets[0].spot: unknown spot \"huge\"");
    EXPECT_EQ(with_bets(R"({"player":"A","spot":"pair-112","stake":100})"),
              "bets[0].spot: unknown spot \"pair-112\"");
    EXPECT_EQ(with_bets(R"({"player":"","spot":"big","stake":100})"),
              "bets[0].player: must be a text that is not empty and has no control characters");
    EXPECT_EQ(with_bets(R"({"player":"A","spot":"big","stake":100,"odds":1})"),
              "bets[0]: unknown key \"odds\"");
    EXPECT_EQ(with_bets(R"({"player":"A","spot":"big","stake":1000000000000000},)"
                        R"({"player":"B","spot":"big","stake":25})"),
              "bets[1].stake: the bets on big come to more than 1000000000000000");
}

TEST(ApportionJson, HoldsLimitsToSense) {
    EXPECT_EQ(answer(R"({"chip":0,"bets":[]})"),
              "chip: must be a whole number from 1 to 1000000000000000, not 0");
    EXPECT_EQ(answer(R"({"bets":[]})"), "\"chip\" is missing");
    EXPECT_EQ(answer(R"({"chip":25})"), "\"bets\" is missing");
    EXPECT_EQ(answer(R"({"chip":25,"boxes":{"big":{"min":200,"max":100}},"bets":[]})"),
              "boxes.big: the minimum is above the maximum");
    EXPECT_EQ(answer(R"({"chip":25,"boxes":{"huge":{}},"bets":[]})"),
              "boxes.huge: unknown spot \"huge\"");
    const auto pairs = [](const std::string& pair) {
        return answer(R"({"chip":25,"pairs":[)" + pair + R"(],"bets":[]})");
    };
    EXPECT_EQ(pairs(R"({"spots":["big"],"differential":1})"), "pairs[0].spots: must be two spots");
    EXPECT_EQ(pairs(R"({"spots":["big","big"],"differential":1})"),
              "pairs[0].spots[1]: is paired twice");
    EXPECT_EQ(pairs(R"({"spots":["big","small"],"differential":-1})"),
              "pairs[0].differential: must be a whole number from 0 to 1000000000000000, not -1");
    EXPECT_EQ(pairs(R"({"spots":["big","small"],"differential":1},)"
                    R"({"spots":["small","odd"],"differential":1})"),
              "pairs[1].spots[0]: is paired twice");
}

}  // namespace
}  // namespace sicbo::wire
