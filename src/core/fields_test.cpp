#include "core/fields.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sicbo {
namespace {

struct Nothing {
    static constexpr auto fields = std::tuple();
};

struct Whole {
    bool flag = false;
    std::uint32_t number = 0;
    std::string text;

    static constexpr auto fields = std::tuple(
        Field{"flag", &Whole::flag}, Field{"number", &Whole::number}, Field{"text", &Whole::text});
};

struct WithoutTheLast {
    std::uint32_t number = 0;
    std::string text;

    static constexpr auto fields = std::tuple(Field{"number", &WithoutTheLast::number});
};

struct WithoutTheFirst {
    std::uint64_t round = 0;
    std::optional<std::uint32_t> number;

    static constexpr auto fields = std::tuple(Field{"number", &WithoutTheFirst::number});
};

struct OneTwice {
    std::uint32_t number = 0;

    static constexpr auto fields =
        std::tuple(Field{"number", &OneTwice::number}, Field{"number", &OneTwice::number});
};

static_assert(lists_all_fields<Nothing>);
static_assert(lists_all_fields<Whole>);
static_assert(!lists_all_fields<WithoutTheLast>);
static_assert(!lists_all_fields<WithoutTheFirst>);
static_assert(!lists_all_fields<OneTwice>);

static_assert(HasFields<Whole>);
static_assert(!HasFields<std::string>);

static_assert(type_name<Whole>() == "Whole");
static_assert(type_name<WithoutTheLast>() == "WithoutTheLast");

using Choice = std::variant<Nothing, Whole, OneTwice>;
static_assert(choice_names<Choice>.size() == 3);
static_assert(choice_names<Choice>[0] == "Nothing");
static_assert(choice_names<Choice>[2] == "OneTwice");
static_assert(choice_index<Whole>(static_cast<Choice*>(nullptr)) == 1);
static_assert(choice_index<WithoutTheLast>(static_cast<Choice*>(nullptr)) == 3);

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

TEST(Fields, OfAStructWithoutAnyAreNone) {
    Nothing nothing;
    int visits = 0;
    for_each_field(nothing, [&](std::string_view, const auto&) { ++visits; });
    EXPECT_EQ(visits, 0);
}

}  // namespace
}  // namespace sicbo
