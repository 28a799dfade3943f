// SPDX-License-Identifier: MIT
#include "device/dice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "device/self_test.h"

namespace sicbo::device {
namespace {

Seed counting_seed() {
    Seed seed;
    for (std::size_t i = 0; i < seed.bytes.size(); ++i) seed.bytes.at(i) = static_cast<uint8_t>(i);
    return seed;
}

// Worked out with another implementation of HMAC. The first byte of the first is one of the four
// that are left out.
TEST(Dice, AreThoseOfThePage) {
    struct Known {
        std::uint32_t table;
        std::uint64_t round;
        std::string secret;
        std::string commitment;
        rules::Roll open;
        rules::Roll closed;
    };
    const Known all[] = {
        {1,
         1,
         "544b1a21a25623ca8462ef3f31f493f3a644589d790563e3497b0977aa66caf9",
         "867fe3bb810f979014f563e32c24c26b8a5989117093e6d4b2adfe3451c4c7ba",
         {5, 2, 2},
         {6, 5, 4}},
        {1,
         2,
         "f72ca70e68421ecdd96877afb0e063426e563551259780f7e5a9a9f8f3cbbe9f",
         "bf3ef79e3e4c9f33cd4a392db8e34df84e2089b0f09bf968beedebb04a1f15cd",
         {3, 4, 4},
         {1, 6, 5}},
        {7,
         123456,
         "0a59bb69e74b78ac1eec8c9bb7f0bf6367151d96ceec6cd4238f8ee617b979ab",
         "f1fde4c862f1808fb48410357ffe445713e512d83706067e90a2cd065541f398",
         {5, 2, 4},
         {3, 5, 1}},
    };
    for (const Known& known : all) {
        const Hash secret = secret_of(counting_seed(), TableId{known.table}, known.round);
        EXPECT_EQ(to_text(secret), known.secret);
        EXPECT_EQ(to_text(commitment_of(secret)), known.commitment);
        EXPECT_EQ(roll_of(secret, known.round, {}), known.open);
        EXPECT_EQ(roll_of(secret, known.round, sha256("close")), known.closed);
    }
}

TEST(Dice, ComeFromASeedThatIsRead) {
    const std::string digits = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    EXPECT_EQ(parse_seed(digits).value().bytes, counting_seed().bytes);
    for (const std::string& wrong :
         {std::string(), digits.substr(2), digits + "00", "x" + digits.substr(1)}) {
        EXPECT_FALSE(parse_seed(wrong)) << wrong;
    }
    EXPECT_NE(new_seed().bytes, new_seed().bytes);
}

std::vector<std::string> failed(const std::function<rules::Roll()>& next) {
    std::vector<std::string> names;
    for (const Test& test : test_dice(next)) {
        if (!test.passed()) names.push_back(test.name);
    }
    return names;
}

using Names = std::vector<std::string>;

TEST(SelfTest, PassesTheDiceOfATumbler) {
    for (const bool close : {false, true}) {
        std::uint64_t round = 0;
        EXPECT_EQ(failed([&] {
                      const Hash secret = secret_of(counting_seed(), TableId{1}, ++round);
                      return roll_of(
                          secret, round,
                          close ? std::optional(sha256(std::to_string(round))) : std::nullopt);
                  }),
                  Names{});
    }
}

TEST(SelfTest, FindsDiceThatAreNotSound) {
    std::mt19937_64 random(1);
    const auto face = [&] { return static_cast<int>(random() % 6) + 1; };
    // The third die shows a six one time in twenty too often.
    const Names loaded = failed([&] {
        const int third = random() % 120 == 0 ? 6 : face();
        return rules::Roll{face(), face(), third};
    });
    EXPECT_NE(std::ranges::find(loaded, "faces of die 3"), loaded.end());
    EXPECT_EQ(std::ranges::find(loaded, "faces of die 1"), loaded.end());
    // The second die likes to lie as it lay.
    int second = 1;
    const Names sticky = failed([&] {
        if (random() % 50 != 0) second = face();
        return rules::Roll{face(), second, face()};
    });
    EXPECT_EQ(sticky, Names{"faces of die 2 after its last"});
    // Dice that do not fall, but are dealt.
    int nth = 0;
    const Names dealt = failed([&] { return rules::nth_roll(nth++ % rules::roll_count); });
    EXPECT_NE(std::ranges::find(dealt, "all 216 rolls"), dealt.end());
    // What comes of a byte when none is left out.
    const auto careless = [&] { return static_cast<int>(random() % 256 % 6) + 1; };
    EXPECT_FALSE(failed([&] { return rules::Roll{careless(), careless(), careless()}; }).empty());
}

}  // namespace
}  // namespace sicbo::device
