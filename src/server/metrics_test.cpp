// SPDX-License-Identifier: MIT
#include "server/metrics.h"

#include <gtest/gtest.h>

#include "support/property.h"

namespace sicbo::server {
namespace {

using namespace table;
using Tables = std::map<std::string_view, std::uint32_t>;

TEST(PropertyFigures, OfAnEmptyStateNameEveryStateOfATable) {
    const PropertyFigures figures = figures_of(State());
    EXPECT_EQ(
        figures.tables,
        (Tables{{"closed", 0}, {"idle", 0}, {"playing", 0}, {"held", 0}, {"out-of-service", 0}}));
    EXPECT_EQ(figures.rounds_held, 0u);
    EXPECT_EQ(figures.terminals_offline, 0u);
    EXPECT_EQ(figures.accounts_locked, 0u);
}

TEST(PropertyFigures, CountTablesByPhaseUnlessTheyAreOutOfService) {
    test::Property property("rws-etg", {.players = 2});
    EXPECT_EQ(figures_of(property.state).tables.at("idle"), 1u);
    property.go_on();
    EXPECT_EQ(figures_of(property.state).tables.at("playing"), 1u);
    State state = property.state;
    state.tables[{2}] = Table{};
    state.tables[{3}] = state.tables.at({1});
    state.tables[{3}].phase = Phase::held;
    state.tables[{3}].held = Held{};
    state.tables[{4}] = state.tables.at({1});
    state.tables[{4}].out_of_service = "cleaning";
    const PropertyFigures figures = figures_of(state);
    EXPECT_EQ(
        figures.tables,
        (Tables{{"closed", 1}, {"idle", 0}, {"playing", 1}, {"held", 1}, {"out-of-service", 1}}));
    EXPECT_EQ(figures.rounds_held, 1u);
}

TEST(PropertyFigures, CountTerminalsThatAreOffline) {
    test::Property property("rws-etg", {.players = 3});
    EXPECT_EQ(figures_of(property.state).terminals_offline, 0u);
    property.table().terminals.at(property.terminal(1)).online = false;
    property.table().terminals.at(property.terminal(3)).online = false;
    EXPECT_EQ(figures_of(property.state).terminals_offline, 2u);
}

TEST(PropertyFigures, CountAccountsThatFailuresHaveLocked) {
    test::Property property("rws-etg");
    Person& dealer = property.state.people.at(test::person(rules::Role::dealer));
    dealer.failures = failures_max - 1;
    EXPECT_EQ(figures_of(property.state).accounts_locked, 0u);
    dealer.failures = failures_max;
    EXPECT_EQ(figures_of(property.state).accounts_locked, 1u);
    property.state.people.at(test::person(rules::Role::cashier)).failures = failures_max + 1;
    EXPECT_EQ(figures_of(property.state).accounts_locked, 2u);
}

TEST(Metrics, ShowTheFiguresOfTheProperty) {
    Metrics metrics;
    PropertyFigures figures = figures_of(State());
    figures.tables["held"] = 2;
    figures.rounds_held = 2;
    figures.disk_full = true;
    figures.note_age = std::chrono::milliseconds(1'500);
    metrics.property(figures);
    const std::string text = metrics.text();
    for (const char* line :
         {"sicbo_tables{state=\"held\"} 2\n", "sicbo_tables{state=\"idle\"} 0\n",
          "sicbo_rounds_held 2\n", "sicbo_disk_full 1\n", "sicbo_note_age_seconds 1.5\n"}) {
        EXPECT_TRUE(text.contains(line)) << line << text;
    }
    EXPECT_FALSE(text.contains("sicbo_certificate_expiry"));  // there is no certificate
}

TEST(Metrics, TakeTotalsThatNeverDecrease) {
    Metrics metrics;
    metrics.requests(5, 2, 1);
    metrics.requests(7, 2, 1);
    metrics.limited({{"too-often", 3}});
    metrics.limited({{"too-often", 4}});
    const std::string text = metrics.text();
    EXPECT_TRUE(text.contains("sicbo_limited_total{limit=\"too-often\"} 4\n")) << text;
    EXPECT_TRUE(text.contains("\"executed\"} 7\n")) << text;
    EXPECT_TRUE(text.contains("\"refused\"} 2\n")) << text;
}

}  // namespace
}  // namespace sicbo::server
