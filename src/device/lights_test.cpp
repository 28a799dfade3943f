// SPDX-License-Identifier: MIT
#include "device/lights.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace sicbo::device {
namespace {

const rules::SpotId small = id_of(rules::Spot{rules::Kind::small});
const rules::SpotId big = id_of(rules::Spot{rules::Kind::big});
const rules::SpotId odd = id_of(rules::Spot{rules::Kind::odd});

std::vector<rules::SpotId> sorted(std::vector<rules::SpotId> spots) {
    std::ranges::sort(spots);
    return spots;
}

TEST(Lights, AreLitAsTheyAreSetUntilTheyAreCleared) {
    SimulatedLights lights;
    lights.set({odd, small, odd});
    EXPECT_EQ(lights.lit(), sorted({small, odd}));
    lights.clear();
    EXPECT_TRUE(lights.lit().empty());
}

TEST(Lights, FailOnceInEachWay) {
    SimulatedLights lights;
    const auto lit_with = [&](LightFault fault) {
        lights.inject_fault(fault);
        lights.set({small, odd});
        auto lit = lights.lit();
        lights.clear();
        return lit;
    };
    EXPECT_EQ(lit_with(LightFault::one_dark).size(), 1u);
    EXPECT_EQ(lit_with(LightFault::one_wrong).size(), 3u);
    EXPECT_TRUE(lit_with(LightFault::all_dark).empty());
    lights.set({small, odd});
    EXPECT_EQ(lights.lit(), sorted({small, odd}));
}

TEST(Lights, ThatAreStuckStayLitThroughOneClear) {
    SimulatedLights lights;
    lights.inject_fault(LightFault::stuck);
    lights.set({small});
    lights.clear();
    lights.set({big});
    EXPECT_EQ(lights.lit(), sorted({small, big}));
    lights.clear();
    EXPECT_TRUE(lights.lit().empty());
}

}  // namespace
}  // namespace sicbo::device
