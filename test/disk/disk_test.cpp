// SPDX-License-Identifier: MIT
#include "disk/disk.h"

#include <gtest/gtest.h>

namespace sicbo::disk {
namespace {

constexpr std::size_t sector = 4096;

std::string text_of(const Disk& disk, const std::string& name) {
    const int file = disk.find(name);
    if (file == 0) return "none";
    std::string text(disk.size(file), '\0');
    EXPECT_EQ(disk.read(file, 0, text), text.size());
    return text;
}

Disk cut(const Disk& disk, std::vector<Fate> fates, bool powersafe = false) {
    return disk.after_cut(disk.choices(), fates, powersafe);
}

// A file of two sectors that is durable.
Disk disk_with(const std::string& name, char fill) {
    Disk disk;
    const int file = disk.create(name);
    disk.write(file, 0, std::string(2 * sector, fill));
    disk.sync(file);
    disk.sync_names();
    return disk;
}

TEST(Disk, WhatWasSyncedIsNoChoice) { EXPECT_TRUE(disk_with("a", 'x').choices().empty()); }

TEST(Disk, EachSectorIsAChoiceOfItsOwn) {
    Disk disk = disk_with("a", 'x');
    disk.write(disk.find("a"), 0, std::string(2 * sector, 'y'));
    ASSERT_EQ(disk.choices().size(), 2u);
    const std::string x(sector, 'x');
    const std::string y(sector, 'y');
    EXPECT_EQ(text_of(cut(disk, {lost, lost}), "a"), x + x);
    EXPECT_EQ(text_of(cut(disk, {kept, lost}), "a"), y + x);
    EXPECT_EQ(text_of(cut(disk, {lost, kept}), "a"), x + y);
    EXPECT_EQ(text_of(cut(disk, {kept, kept}), "a"), y + y);
    EXPECT_EQ(text_of(disk, "a"), y + y);
}

TEST(Disk, ATornSectorIsNewAndThenOld) {
    Disk disk = disk_with("a", 'x');
    disk.write(disk.find("a"), 0, std::string(sector, 'y'));
    const std::string text = text_of(cut(disk, {torn}), "a");
    const std::size_t tear = text.find('x');
    EXPECT_LT(tear, sector);
    EXPECT_EQ(text, std::string(tear, 'y') + std::string(2 * sector - tear, 'x'));
}

TEST(Disk, GarbageTakesWhatLiesBesideUnlessOverwritesAreSafe) {
    Disk disk = disk_with("a", 'x');
    disk.write(disk.find("a"), 100, "yyyy");
    EXPECT_NE(text_of(cut(disk, {garbage}), "a").substr(0, 100), std::string(100, 'x'));
    const std::string safe = text_of(cut(disk, {garbage}, true), "a");
    EXPECT_EQ(safe.substr(0, 100), std::string(100, 'x'));
    EXPECT_EQ(safe.substr(104), std::string(2 * sector - 104, 'x'));
    EXPECT_NE(safe.substr(100, 4), "xxxx");
}

TEST(Disk, ASectorMayHoldAnyOfItsWrites) {
    Disk disk = disk_with("a", 'x');
    for (const char* one : {"1", "2", "3"}) disk.write(disk.find("a"), 0, one);
    ASSERT_EQ(disk.choices().at(0).fates(), 6u);
    EXPECT_EQ(text_of(cut(disk, {older}), "a")[0], '1');
    EXPECT_EQ(text_of(cut(disk, {older + 1}), "a")[0], '2');
    EXPECT_EQ(text_of(cut(disk, {kept}), "a")[0], '3');
}

TEST(Disk, ALongerFileMayBeShortAgainOrHaveHoles) {
    Disk disk = disk_with("a", 'x');
    disk.write(disk.find("a"), 2 * sector, std::string(10, 'y'));
    const std::string old(2 * sector, 'x');
    EXPECT_EQ(text_of(cut(disk, {lost, kept}), "a"), old);
    EXPECT_EQ(text_of(cut(disk, {kept, lost}), "a"), old + std::string(10, '\0'));
    EXPECT_EQ(text_of(cut(disk, {kept, kept}), "a"), old + std::string(10, 'y'));
}

TEST(Disk, AShorterFileMayBeLongAgain) {
    Disk disk = disk_with("a", 'x');
    disk.resize(disk.find("a"), 10);
    EXPECT_EQ(text_of(disk, "a"), std::string(10, 'x'));
    EXPECT_EQ(text_of(cut(disk, {lost, lost, lost}), "a"), std::string(2 * sector, 'x'));
    EXPECT_EQ(text_of(cut(disk, {kept, lost, lost}), "a"), std::string(10, 'x'));
    disk.resize(disk.find("a"), 20);
    EXPECT_EQ(text_of(disk, "a"), std::string(10, 'x') + std::string(10, '\0'));
}

TEST(Disk, NamesAreDurableWithTheirFolder) {
    Disk disk = disk_with("a", 'x');
    disk.remove("a");
    EXPECT_EQ(text_of(disk, "a"), "none");
    EXPECT_EQ(text_of(cut(disk, {lost}), "a"), std::string(2 * sector, 'x'));
    EXPECT_EQ(text_of(cut(disk, {kept}), "a"), "none");
    const int again = disk.create("a");
    disk.write(again, 0, "new");
    disk.sync(again);
    EXPECT_EQ(text_of(cut(disk, {lost}), "a"), std::string(2 * sector, 'x'));
    EXPECT_EQ(text_of(cut(disk, {older}), "a"), "none");
    EXPECT_EQ(text_of(cut(disk, {kept}), "a"), "new");
    disk.sync_names();
    EXPECT_TRUE(disk.choices().empty());
}

TEST(Disk, WhatAFailedSyncForgotNoLaterSyncWrites) {
    Disk disk = disk_with("a", 'x');
    disk.write(disk.find("a"), 0, std::string(2 * sector, 'y'));
    sim::Random random(2);
    disk.fail_sync(disk.find("a"), random);
    EXPECT_TRUE(disk.choices().empty());
    disk.sync(disk.find("a"));
    EXPECT_EQ(text_of(disk, "a"), std::string(2 * sector, 'y'));
    EXPECT_NE(text_of(cut(disk, {}), "a"), std::string(2 * sector, 'y'));
}

TEST(Disk, TheSameOutcomeHasTheSameKey) {
    Disk disk = disk_with("a", 'x');
    const std::uint64_t before = disk.key();
    disk.write(disk.find("a"), 0, "y");
    for (const Fate fate : {kept, torn, garbage}) {
        EXPECT_EQ(cut(disk, {fate}).key(), cut(disk, {fate}).key());
        EXPECT_NE(cut(disk, {fate}).key(), before);
    }
    EXPECT_EQ(cut(disk, {lost}).key(), before);
}

}  // namespace
}  // namespace sicbo::disk
