// SPDX-License-Identifier: MIT
#include "wire/json.h"

#include <gtest/gtest.h>

namespace sicbo::wire {
namespace {

template <class Ask>
std::string after(std::string_view text, Ask ask) {
    JsonText json(text);
    ask(json.root());
    return json.error() ? json.error()->text() : "fine";
}

TEST(Json, SaysWhereItBreaks) {
    const auto nothing = [](const JsonNode&) {};
    EXPECT_EQ(after("{}", nothing), "fine");
    EXPECT_TRUE(after("{\n  \"a\": x}", nothing).starts_with("line 2, column 8: not JSON: "));
    EXPECT_TRUE(after("", nothing).starts_with("line 1, column 1: not JSON: "));
    EXPECT_TRUE(after("{} {}", nothing).starts_with("line 1, column 4: not JSON: "));
    EXPECT_TRUE(after("\"\xFF\"", nothing).starts_with("line 1, column "));
    EXPECT_TRUE(after(std::string(100'000, '['), nothing).starts_with("line 1, column "));
}

TEST(Json, RefusesAKeyThatStandsTwice) {
    const auto nothing = [](const JsonNode&) {};
    EXPECT_EQ(after(R"({"a":1,"b":{"a":2},"a":3})", nothing), "the key \"a\" stands twice");
    EXPECT_EQ(after(R"([{"a":1},{"a":2}])", nothing), "fine");
    EXPECT_EQ(after(R"({"x":[1,{"y":[]},{"z":{"a":1,"a":2}}]})", nothing),
              "x[2].z: the key \"a\" stands twice");
    EXPECT_EQ(after(R"({"a":1,"\u0061":3})", nothing), "the key \"a\" stands twice");
}

TEST(Json, NamesThePath) {
    const auto ask = [](const JsonNode& root) {
        root.members({"list"});
        for (const JsonNode& each : root.member("list").elements()) {
            each.members({"n"});
            each.member("n").amount(Money::of_cents(1));
        }
    };
    EXPECT_EQ(after(R"({"list":[{"n":1},{"n":2}]})", ask), "fine");
    EXPECT_EQ(after(R"({"list":[{"n":1},{"n":0}]})", ask),
              "list[1].n: must be a whole number from 1 to 1000000000000000, not 0");
    EXPECT_EQ(after(R"({"list":[{"n":1},{"m":0}]})", ask), "list[1]: unknown key \"m\"");
    EXPECT_EQ(after(R"({"list":[{}]})", ask), "list[0]: \"n\" is missing");
    EXPECT_EQ(after(R"({"list":{}})", ask), "list: must be a list");
    EXPECT_EQ(after(R"({"list":[5]})", ask), "list[0]: must be an object");
    EXPECT_EQ(after("[]", ask), "must be an object");
}

TEST(Json, TakesWholeNumbersOnly) {
    const auto ask = [](const JsonNode& root) { root.amount(); };
    EXPECT_EQ(after("0", ask), "fine");
    EXPECT_EQ(after("1000000000000000", ask), "fine");
    for (const char* text : {"-1", "2.5", "1e3", "1e30", "9223372036854775807", "\"5\"", "null",
                             "18446744073709551616", "1000000000000001", "[]", "-0.0"}) {
        EXPECT_NE(after(text, ask), "fine") << text;
    }
}

TEST(Json, TakesTextsOfSeveralLinesWhereItIsAskedTo) {
    const auto ask = [](const JsonNode& root) { root.lines(); };
    EXPECT_EQ(after(R"("")", ask), "fine");
    EXPECT_EQ(after(R"("one\ntwo\n")", ask), "fine");
    for (const char* text : {R"("\u0000")", R"("one\ttwo")", R"("one\r\n")", "5", "null", "[]"}) {
        EXPECT_NE(after(text, ask), "fine") << text;
    }
}

}  // namespace
}  // namespace sicbo::wire
