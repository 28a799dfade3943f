// SPDX-License-Identifier: MIT
#include "disk/cash_cuts.h"

#include <gtest/gtest.h>

namespace sicbo::disk {
namespace {

// What `power_cuts cash` does in full.
TEST(CashCuts, NoMoneyIsLostOrDoubledWhereverThePowerOfTheServerFails) {
    Drive drive;
    CashCutter cutter(drive);
    EXPECT_EQ(cutter.try_disk({.every = 2, .outcomes = 3, .second_every = 89}).value_or(""), "");
    EXPECT_GT(cutter.tally().cuts, 200U);
    EXPECT_GT(cutter.tally().second, 100U);
    RecordProperty("cuts", static_cast<int>(cutter.tally().cuts));
}

TEST(CashCuts, NoMoneyIsLostOrDoubledWhereverThePowerOfACabinetFails) {
    Drive drive;
    CashCutter cutter(drive);
    EXPECT_EQ(cutter.try_cabinets().value_or(""), "");
    EXPECT_GT(cutter.tally().saves, 100U);
    EXPECT_GT(cutter.tally().unknown, 0U);
}

// What must not go well. A harness that does not see these sees nothing.
TEST(CashCuts, AServerThatDoesNotSyncLosesMoney) {
    Drive drive;
    Setting setting;
    setting.synchronous = "NORMAL";
    const auto what = CashCutter(drive, setting).try_disk({.outcomes = 2});
    EXPECT_NE(what.value_or("").find("the books say"), std::string::npos) << what.value_or("");
}

TEST(CashCuts, ACabinetThatForgetsItsReportsIsNoticed) {
    Drive drive;
    EXPECT_NE(CashCutter(drive).try_cabinets(true).value_or(""), "");
}

}  // namespace
}  // namespace sicbo::disk
