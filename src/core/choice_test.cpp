// SPDX-License-Identifier: MIT
#include "core/choice.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sicbo {
namespace {

struct NoValue {};
struct OwnerHolder {
    std::shared_ptr<int> owner;  // its use count tells how many values are alive
};
using TestChoice = Choice<NoValue, std::string, OwnerHolder>;

static_assert(TestChoice::size == 3);
static_assert(is_choice<std::string, TestChoice> && !is_choice<int, TestChoice>);
static_assert(choice_index<OwnerHolder>(static_cast<TestChoice*>(nullptr)) == 2);
static_assert(!std::is_constructible_v<TestChoice, int>);

std::string name_of(const TestChoice& value) {
    struct Name {
        std::string operator()(const NoValue&) const { return "empty"; }
        std::string operator()(const std::string& text) const { return "text " + text; }
        std::string operator()(const OwnerHolder&) const { return "counted"; }
    };
    return visit(Name{}, value);
}

TEST(Choice, BeginsAsItsFirstType) {
    EXPECT_EQ(TestChoice().index(), 0u);
    EXPECT_TRUE(holds<NoValue>(TestChoice()));
}

TEST(Choice, HoldsWhatItWasMadeOf) {
    TestChoice value = std::string("a text that is too long for the string's own buffer");
    EXPECT_EQ(value.index(), 1u);
    EXPECT_TRUE(holds<std::string>(value));
    EXPECT_EQ(get_if<NoValue>(&value), nullptr);
    ASSERT_NE(get_if<std::string>(&value), nullptr);
    get<std::string>(value) = "changed";
    EXPECT_EQ(get<std::string>(std::as_const(value)), "changed");
    EXPECT_THROW(get<OwnerHolder>(value), CheckFailed);
}

TEST(Choice, VisitsTheTypeThatItHolds) {
    EXPECT_EQ(name_of(NoValue{}), "empty");
    EXPECT_EQ(name_of(std::string("x")), "text x");
    EXPECT_EQ(name_of(OwnerHolder{}), "counted");
}

TEST(Choice, CopiesMovesAndDestroysItsValueOnce) {
    const auto owner = std::make_shared<int>(7);
    {
        TestChoice first = OwnerHolder{owner};
        EXPECT_EQ(owner.use_count(), 2);
        TestChoice copy = first;
        EXPECT_EQ(owner.use_count(), 3);
        TestChoice moved = std::move(copy);
        EXPECT_EQ(owner.use_count(), 3);
        moved = std::string("something else");
        EXPECT_EQ(owner.use_count(), 2);
        moved = first;
        EXPECT_EQ(owner.use_count(), 3);
        TestChoice& self = moved;
        moved = self;
        moved = std::move(self);
        EXPECT_EQ(owner.use_count(), 3);
        EXPECT_EQ(*get<OwnerHolder>(moved).owner, 7);
        std::vector<TestChoice> many(10, first);
        EXPECT_EQ(owner.use_count(), 13);
        many.erase(many.begin() + 3);
        EXPECT_EQ(owner.use_count(), 12);
    }
    EXPECT_EQ(owner.use_count(), 1);
}

}  // namespace
}  // namespace sicbo
