// SPDX-License-Identifier: MIT
#include "server/dice_dates.h"

#include <gtest/gtest.h>

#include "support/property.h"

namespace sicbo::server {
namespace {

using rules::MixerKind;
using table::InstallDatedDice;
using table::InstallDice;

class DiceDates : public testing::Test {
protected:
    // The command after a supervisor installs dice at a table of the game, planned with this time
    // zone.
    table::Command install(std::string_view game, MixerKind mixer, std::string time_zone,
                           std::string_view at = "2026-02-28T23:30-05:00") {
        test::Property property(game);
        PropertyPlan plan;
        TablePlan table;
        table.number = test::Property::id;
        table.time_zone = std::move(time_zone);
        plan.tables.push_back(std::move(table));
        property.at = parse_instant(at).value();
        table::Command command = property.command(test::speaker(test::Role::supervisor),
                                                  InstallDice{DiceId{2}, mixer, "S-1"});
        date_dice(plan, property.state, command);
        return command;
    }
};

TEST_F(DiceDates, AreThoseOfTheTablesTimeZone) {
    const table::Command command =
        install("maryland", MixerKind::automated_shaker, "America/New_York");
    const auto* order = get_if<InstallDatedDice>(&command.order);
    ASSERT_NE(order, nullptr);
    EXPECT_EQ(order->dice, DiceId{2});
    EXPECT_EQ(order->mixer, MixerKind::automated_shaker);
    EXPECT_EQ(order->seal, "S-1");
    EXPECT_EQ(to_text(order->due_at), "2026-03-29T03:30+00:00");
}

TEST_F(DiceDates, AreLeftToTheEngineWithoutATimeZone) {
    EXPECT_TRUE(holds<InstallDice>(install("maryland", MixerKind::automated_shaker, "").order));
    // As if the database had lost the zone after the start.
    EXPECT_TRUE(
        holds<InstallDice>(install("maryland", MixerKind::automated_shaker, "No/Where").order));
}

TEST_F(DiceDates, AreOnlyForDiceThatTheDocumentAllowsForMonths) {
    for (const std::string_view game : {"maryland", "rws-etg", "rws-taisai", "mbs-etg"}) {
        for (const MixerKind mixer :
             {MixerKind::tumbler, MixerKind::automated_shaker, MixerKind::manual_shaker}) {
            const test::Property property(game);
            const auto& mixers = property.game().equipment.mixers;
            const auto found = std::ranges::find(mixers, mixer, &rules::Mixer::kind);
            const bool by_months = found != mixers.end() && found->dice_life_months;
            const table::Command command = install(game, mixer, "Asia/Singapore");
            EXPECT_EQ(holds<InstallDatedDice>(command.order), by_months) << game;
            EXPECT_EQ(holds<InstallDice>(command.order), !by_months) << game;
        }
    }
}

TEST_F(DiceDates, LeaveOtherOrdersAlone) {
    test::Property property("maryland");
    PropertyPlan plan;
    table::Command command =
        property.command(test::speaker(test::Role::supervisor), table::CloseTable{});
    date_dice(plan, property.state, command);
    EXPECT_TRUE(holds<table::CloseTable>(command.order));
}

}  // namespace
}  // namespace sicbo::server
