// SPDX-License-Identifier: MIT
// Maryland's standard rules: what its clauses on wagers and payouts say.
#include <gtest/gtest.h>

#include "support/covers.h"
#include "support/layouts.h"

namespace sicbo {
namespace {

using rules::Roll;
using test::covers;
using test::odds;

const rules::Layout& maryland_felt() { return test::layout("maryland"); }

// What ten dollars that win get back, in dollars.
std::int64_t ten(std::string_view spot, Roll roll) {
    return test::back(maryland_felt(), spot, 1000, roll) / 100;
}

TEST(Maryland, ThereAreFiftyWagers) {
    covers("maryland 3.A");
    EXPECT_EQ(spots_of(maryland_felt()).size(), 50u);
    for (const char* id : {"odd", "even", "four-6543", "pair-113", "three-126"}) {
        EXPECT_FALSE(test::offers(maryland_felt(), id)) << id;
    }
}

TEST(Maryland, ThreeOfAKindNeedsTheChosenNumber) {
    covers("maryland 3.A(1), maryland 6.A(1)");
    EXPECT_EQ(test::ways(maryland_felt(), "triple-4"), 1);
    EXPECT_EQ(ten("triple-4", Roll{4, 4, 4}), 1510);
    EXPECT_EQ(ten("triple-4", Roll{5, 5, 5}), 0);
}

TEST(Maryland, TwoOfAKindAlsoWinsOnThree) {
    covers("maryland 3.A(2), maryland 6.A(2)");
    EXPECT_EQ(test::ways(maryland_felt(), "double-4"), 16);
    EXPECT_EQ(ten("double-4", Roll{4, 4, 1}), 90);
    EXPECT_EQ(ten("double-4", Roll{4, 4, 4}), 90);
}

TEST(Maryland, AnyThreeOfAKind) {
    covers("maryland 3.A(3), maryland 6.A(3)");
    EXPECT_EQ(test::ways(maryland_felt(), "any-triple"), 6);
    EXPECT_EQ(ten("any-triple", Roll{1, 1, 1}), 250);
}

TEST(Maryland, TotalsPayByTheirNumber) {
    covers("maryland 3.A(4), maryland 6.A(4), maryland 6.A(5), maryland 6.A(6), maryland 6.A(7)");
    covers("maryland 6.A(8), maryland 6.A(9), maryland 6.A(10), maryland 6.A(11)");
    covers("maryland 6.A(12), maryland 6.A(13), maryland 6.A(14), maryland 6.A(15)");
    covers("maryland 6.A(16), maryland 6.A(17)");
    const std::int64_t back[] = {510, 190, 150, 130, 90, 70, 70, 70, 70, 90, 130, 150, 190, 510};
    for (int n = 0; n < rules::roll_count; ++n) {
        const Roll roll = rules::nth_roll(n);
        for (int total = 4; total <= 17; ++total) {
            const std::string id = "total-" + std::to_string(total);
            EXPECT_EQ(ten(id, roll), roll.total() == total ? back[total - 4] : 0) << id;
        }
    }
}

TEST(Maryland, ATwoDiceCombinationPaysOnce) {
    covers("maryland 3.A(5), maryland 6.A(18)");
    EXPECT_EQ(test::ways(maryland_felt(), "domino-12"), 30);
    EXPECT_EQ(ten("domino-12", Roll{1, 2, 6}), 60);
    EXPECT_EQ(ten("domino-12", Roll{1, 1, 2}), 60);
    EXPECT_EQ(ten("domino-12", Roll{1, 1, 1}), 0);
}

TEST(Maryland, SmallLosesToAnyThreeOfAKind) {
    covers("maryland 3.A(6), maryland 6.A(19)");
    EXPECT_EQ(test::ways(maryland_felt(), "small"), 105);
    EXPECT_EQ(ten("small", Roll{1, 1, 2}), 20);
    EXPECT_EQ(ten("small", Roll{5, 4, 1}), 20);
    EXPECT_EQ(ten("small", Roll{2, 2, 2}), 0);
    EXPECT_EQ(ten("small", Roll{5, 5, 1}), 0);
}

TEST(Maryland, BigLosesToAnyThreeOfAKind) {
    covers("maryland 3.A(7), maryland 6.A(20)");
    EXPECT_EQ(test::ways(maryland_felt(), "big"), 105);
    EXPECT_EQ(ten("big", Roll{5, 5, 1}), 20);
    EXPECT_EQ(ten("big", Roll{6, 6, 5}), 20);
    EXPECT_EQ(ten("big", Roll{5, 5, 5}), 0);
}

TEST(Maryland, OneOfAKindPaysByTheNumberOfDice) {
    covers("maryland 3.A(8), maryland 6.A(21)");
    covers("maryland 6.A(21)(a), maryland 6.A(21)(b), maryland 6.A(21)(c)");
    EXPECT_EQ(test::ways(maryland_felt(), "single-6"), 91);
    EXPECT_EQ(ten("single-6", Roll{6, 1, 2}), 20);
    EXPECT_EQ(ten("single-6", Roll{6, 6, 2}), 30);
    EXPECT_EQ(ten("single-6", Roll{6, 6, 6}), 40);
}

TEST(Maryland, AWagerIsPaidForTheSpotItLiesOnAndNoOther) {
    covers("maryland 4.A(3)");
    EXPECT_EQ(test::back(maryland_felt(), "total-6", 2000, Roll{1, 1, 4}),
              30000);  // total-5 was meant
    EXPECT_EQ(test::back(maryland_felt(), "small", 10000, Roll{6, 5, 4}), 0);
}

TEST(Maryland, TheDeviceLightsWhatWins) {
    const auto lit = [](Roll roll) {
        std::vector<std::string> spots;
        for (const rules::Spot spot : spots_of(maryland_felt())) {
            if (!odds(maryland_felt(), to_text(spot), roll).empty()) spots.push_back(to_text(spot));
        }
        return spots;
    };
    EXPECT_EQ(lit(Roll{2, 2, 5}), (std::vector<std::string>{"small", "single-2", "single-5",
                                                            "total-9", "domino-25", "double-2"}));
    EXPECT_EQ(lit(Roll{3, 3, 3}), (std::vector<std::string>{"single-3", "total-9", "double-3",
                                                            "any-triple", "triple-3"}));
}

}  // namespace
}  // namespace sicbo
