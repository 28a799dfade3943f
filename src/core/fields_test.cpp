// SPDX-License-Identifier: MIT
#include "core/fields.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/codec.h"

namespace sicbo {
namespace fields_test {

struct Nothing {};

struct Whole {
    bool flag = false;
    std::uint32_t number = 0;
    std::string text;
};

// Members that an aggregate could be initialised from in several ways.
struct Nested {
    std::optional<Whole> maybe;
    std::array<std::uint8_t, 3> bytes = {};
    Whole whole;
    std::vector<Whole> list;
    Instant at;
};

static_assert(field_count<Nothing> == 0);
static_assert(field_count<Whole> == 3);
static_assert(field_count<Nested> == 5);
static_assert(field_names<Whole>[0] == "flag");
static_assert(field_names<Whole>[2] == "text");
static_assert(field_names<Nested>[0] == "maybe");
static_assert(field_names<Nested>[4] == "at");

static_assert(HasFields<Whole>);
static_assert(HasFields<Nothing>);
static_assert(!HasFields<std::string>);
static_assert(!HasFields<Instant>);
static_assert(!HasFields<TableId>);
static_assert(!HasFields<Hash>);

static_assert(type_name<Whole>() == "Whole");
static_assert(type_name<Nested>() == "Nested");

using Body = std::variant<Nothing, Whole, Nested>;
static_assert(choice_names<Body>.size() == 3);
static_assert(choice_names<Body>[0] == "Nothing");
static_assert(choice_names<Body>[2] == "Nested");

TEST(Fields, AreVisitedByNameInOrder) {
    const Whole whole{true, 7, "seven"};
    std::vector<std::string> seen;
    for_each_field(whole, [&](std::string_view name, const auto& field) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field)>, std::string>) {
            seen.push_back(std::string(name) + "=" + field);
        } else {
            seen.push_back(std::string(name) + "=" + std::to_string(field));
        }
    });
    EXPECT_EQ(seen, (std::vector<std::string>{"flag=1", "number=7", "text=seven"}));
}

TEST(Fields, CanBeChangedWhereTheyAreVisited) {
    Whole whole{true, 7, "seven"};
    for_each_field(whole, [](std::string_view, auto& field) { field = {}; });
    EXPECT_FALSE(whole.flag);
    EXPECT_EQ(whole.number, 0u);
    EXPECT_EQ(whole.text, "");
}

TEST(Fields, AreComparedOneByOne) {
    const auto equal = [](const auto& a, const auto& b) { return a == b; };
    EXPECT_TRUE(all_fields(Whole{true, 7, "seven"}, Whole{true, 7, "seven"}, equal));
    EXPECT_FALSE(all_fields(Whole{true, 7, "seven"}, Whole{true, 7, "eight"}, equal));
    EXPECT_TRUE(all_fields(Nothing{}, Nothing{}, equal));
}

TEST(Fields, OfAStructWithoutAnyAreNone) {
    Nothing nothing;
    int visits = 0;
    for_each_field(nothing, [&](std::string_view, const auto&) { ++visits; });
    EXPECT_EQ(visits, 0);
}

}  // namespace fields_test
}  // namespace sicbo
