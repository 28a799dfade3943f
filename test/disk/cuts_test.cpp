#include "disk/cuts.h"

#include <gtest/gtest.h>

namespace sicbo::disk {
namespace {

std::string told(const std::optional<Failure>& failure) {
    if (!failure) return "";
    std::string text = failure->what;
    for (const Cut& cut : failure->cuts) text += " " + to_text(cut);
    return text;
}

// SQLite says that the log is in use before it knows, and goes on without it if it can't be.
TEST(Making, AStepThatFailsWhileTheJournalIsMadeIsTold) {
    Drive drive;
    Cutter cutter(drive, small_plan("rws-etg"));
    EXPECT_EQ(told(cutter.try_faults(Fault::io, 1, 0, 25)), "");
    EXPECT_EQ(cutter.tally().faults, 25u);
}

}  // namespace
}  // namespace sicbo::disk
