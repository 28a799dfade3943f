// SPDX-License-Identifier: MIT
#include "core/choice.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sicbo {
namespace {

struct Empty {};
struct Counted {
    std::shared_ptr<int> owner;  // its use count tells how many values are alive
};
using Value = Choice<Empty, std::string, Counted>;

static_assert(Value::size == 3);
static_assert(is_choice<std::string, Value> && !is_choice<int, Value>);
static_assert(choice_index<Counted>(static_cast<Value*>(nullptr)) == 2);
static_assert(!std::is_constructible_v<Value, int>);

std::string name_of(const Value& value) {
    struct Name {
        std::string operator()(const Empty&) const { return "empty"; }
        std::string operator()(const std::string& text) const { return "text " + text; }
        std::string operator()(const Counted&) const { return "counted"; }
    };
    return visit(Name{}, value);
}

TEST(Choice, BeginsAsItsFirstType) {
    EXPECT_EQ(Value().index(), 0u);
    EXPECT_TRUE(holds<Empty>(Value()));
}

TEST(Choice, HoldsWhatItWasMadeOf) {
    Value value = std::string("a text that is too long for the string's own buffer");
    EXPECT_EQ(value.index(), 1u);
    EXPECT_TRUE(holds<std::string>(value));
    EXPECT_EQ(get_if<Empty>(&value), nullptr);
    ASSERT_NE(get_if<std::string>(&value), nullptr);
    get<std::string>(value) = "changed";
    EXPECT_EQ(get<std::string>(std::as_const(value)), "changed");
    EXPECT_THROW(get<Counted>(value), CheckFailed);
}

TEST(Choice, VisitsTheTypeThatItHolds) {
    EXPECT_EQ(name_of(Empty{}), "empty");
    EXPECT_EQ(name_of(std::string("x")), "text x");
    EXPECT_EQ(name_of(Counted{}), "counted");
}

TEST(Choice, CopiesMovesAndDestroysItsValueOnce) {
    const auto owner = std::make_shared<int>(7);
    {
        Value first = Counted{owner};
        EXPECT_EQ(owner.use_count(), 2);
        Value copy = first;
        EXPECT_EQ(owner.use_count(), 3);
        Value moved = std::move(copy);
        EXPECT_EQ(owner.use_count(), 3);
        moved = std::string("something else");
        EXPECT_EQ(owner.use_count(), 2);
        moved = first;
        EXPECT_EQ(owner.use_count(), 3);
        Value& self = moved;
        moved = self;
        moved = std::move(self);
        EXPECT_EQ(owner.use_count(), 3);
        EXPECT_EQ(*get<Counted>(moved).owner, 7);
        std::vector<Value> many(10, first);
        EXPECT_EQ(owner.use_count(), 13);
        many.erase(many.begin() + 3);
        EXPECT_EQ(owner.use_count(), 12);
    }
    EXPECT_EQ(owner.use_count(), 1);
}

}  // namespace
}  // namespace sicbo
