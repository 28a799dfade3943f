// SPDX-License-Identifier: MIT
#include "disk/cuts.h"

#include <gtest/gtest.h>

namespace sicbo::disk {
namespace {

std::string text_of(const std::optional<Failure>& failure) {
    if (!failure) return "";
    std::string text = failure->what;
    for (const Cut& cut : failure->cuts) text += " " + to_text(cut);
    return text;
}

class Cuts : public ::testing::TestWithParam<std::string_view> {
protected:
    Drive drive;
};
INSTANTIATE_TEST_SUITE_P(Games, Cuts, ::testing::ValuesIn(games), [](const auto& one) {
    std::string name(one.param);
    std::erase(name, '-');
    return name;
});

// What `power_cuts all` does in full.
TEST_P(Cuts, WhatIsAcknowledgedOutlivesACutAfterAnyStepAndOneInTheRecovery) {
    Cutter cutter(drive, small_plan(GetParam()));
    EXPECT_EQ(text_of(cutter.try_all({12, 4, 12}, 1)), "");
    RecordProperty("cuts", static_cast<int>(cutter.tally().cuts));
    EXPECT_GT(cutter.tally().second, 200u);
}

TEST_P(Cuts, WhatIsAcknowledgedOutlivesAStepThatFails) {
    Cutter cutter(drive, small_plan(GetParam()));
    EXPECT_EQ(text_of(cutter.try_faults(Fault::io, 12, 0)), "");
    EXPECT_EQ(text_of(cutter.try_faults(Fault::full, 12, 1)), "");
    EXPECT_EQ(text_of(cutter.try_faults(Fault::lost_sync, 12, 2)), "");
    EXPECT_GT(cutter.tally().faults, 40u);
}

class Seeds : public ::testing::TestWithParam<std::uint64_t> {
protected:
    Drive drive;
};
INSTANTIATE_TEST_SUITE_P(Fixed, Seeds, ::testing::Range<std::uint64_t>(1, 13));

TEST_P(Seeds, ALargerHouseOutlivesOneCutAfterAnother) {
    Cutter cutter(drive, plan_of(GetParam()));
    EXPECT_EQ(text_of(cutter.try_some(100, GetParam())), "");
}

// SQLite says that the log is in use before it knows, and goes on without it if it can't be.
TEST(Making, AStepThatFailsWhileTheJournalIsMadeIsTold) {
    Drive drive;
    Cutter cutter(drive, small_plan("rws-etg"));
    EXPECT_EQ(text_of(cutter.try_faults(Fault::io, 1, 0, 25)), "");
    EXPECT_EQ(cutter.tally().faults, 25u);
}

// The first cut takes all that was written after the last sync, the second makes garbage of all
// that was written after the restart.
TEST(Restart, WritesIntoNoSectorWithWhatWasThere) {
    const auto cut = [](const Disk& disk, Fate fate) {
        const std::vector<Choice> choices = disk.choices();
        std::vector<Fate> fates;
        for (const Choice& choice : choices) fates.push_back(choice.can_tear() ? fate : kept);
        return disk.after_cut(choices, fates, false);
    };
    Drive drive;
    const Setting setting;
    House house(small_plan("rws-etg").house);
    History history;
    drive.mount(Disk());
    {
        const auto process = Process::start(drive, setting, history, house.later()).value();
        for (int turn = 0; turn < 12; ++turn) {
            house.turn(process->loop());
            process->loop().commit().value();
        }
    }
    const Disk before = cut(drive.take(), lost);
    std::vector<Disk> disks;
    drive.mount(before);
    drive.after_step = [&] { disks.push_back(drive.disk()); };
    EXPECT_TRUE(Process::start(drive, setting, history, house.later()).has_value());
    drive.after_step = {};
    EXPECT_GT(disks.size(), 5u);
    const store::Position acknowledged = history.handed.at(history.handed.size() - 2).last;
    for (const Disk& disk : disks) {
        drive.mount(cut(disk, garbage));
        const auto process = Process::start(drive, setting, history, house.later());
        ASSERT_TRUE(process.has_value());
        EXPECT_GE((*process)->found().sequence, acknowledged.sequence);
    }
}

// What must not go well. A harness that does not see these sees nothing.
class Mistakes : public ::testing::Test {
protected:
    // What the harness says to a program, or a disk, with that mistake.
    std::string seen(const Setting& setting) {
        Plan plan = small_plan("rws-etg");
        plan.setting = setting;
        return text_of(Cutter(drive, plan).try_all({24, 4, 24}, 1));
    }
    static bool is_loss(const std::string& what) {
        return what.find("acknowledged") != std::string::npos;
    }
    Drive drive;
};

TEST_F(Mistakes, AcknowledgingBeforeTheSyncIsSeen) {
    Setting setting;
    setting.acknowledges_early = true;
    EXPECT_TRUE(is_loss(seen(setting)));
}

TEST_F(Mistakes, SyncingNotAtEveryCommitIsSeen) {
    Setting setting;
    setting.synchronous = "NORMAL";
    EXPECT_TRUE(is_loss(seen(setting)));
}

TEST_F(Mistakes, TrustingTheBytesBesideIsSeen) {
    Setting setting;
    setting.trusts_sectors = true;
    EXPECT_TRUE(is_loss(seen(setting)));
    setting.powersafe = true;  // where the disk deserves it, all is well
    EXPECT_EQ(seen(setting), "");
}

TEST_F(Mistakes, ADiskThatOnlySaysItSyncsIsSeen) {
    Setting setting;
    setting.syncs = false;
    EXPECT_TRUE(is_loss(seen(setting)));
}

TEST_F(Mistakes, ARecordWithoutAHashOfItsOwnIsSeen) {
    Plan plan = small_plan("mbs-etg");
    Cutter cutter(drive, plan);
    EXPECT_EQ(text_of(cutter.try_rot(131, 5)), "");
    plan.setting.drops_hash = true;
    EXPECT_NE(text_of(Cutter(drive, plan).try_rot(131, 5)).find("no record that was handed"),
              std::string::npos);
}

}  // namespace
}  // namespace sicbo::disk
