// SPDX-License-Identifier: MIT
#include "server/property_cash.h"

#include <gtest/gtest.h>

namespace sicbo::server {
namespace {

Result<PropertyPlan> read(std::string_view text) {
    return read_property(text, "property.toml", [](const std::string& path) -> Result<std::string> {
        return failure("not there", path);
    });
}

std::string error_of(std::string_view text) {
    const Result<PropertyPlan> plan = read(text);
    return plan ? "no error" : plan.error().text();
}

bool mentions(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

// A table with two terminals; `more` are keys of the table.
std::string table_with(const std::string& more, const std::string& of_terminals = "") {
    return "[[table]]\nnumber = 1\nname = \"One\"\ngame = \"rws-etg\"\nchip = \"1.00\"\n"
           "min = \"2.00\"\n" +
           more + "\n[[table.terminals]]\nlayout = \"rws-etg-1\"\nfirst = 101\ncount = 2\n" +
           of_terminals + "\n";
}
const std::string training_line = "training = true";
const std::string cash = "[cash]\nsystem = 7\n";

TEST(CashPlans, HaveDefaults) {
    EXPECT_FALSE(read(table_with(""))->cash);
    const PropertyPlan plan = read(cash + table_with("")).value();
    ASSERT_TRUE(plan.cash);
    EXPECT_EQ(plan.cash->policy, table::CashPolicy());
    EXPECT_EQ(plan.ticket_system, 7);
    EXPECT_FALSE(plan.tables.front().cash);
    EXPECT_FALSE(plan.tables.front().simulated_cabinets);
}

TEST(CashPlans, SayWhatTheFileSays) {
    const PropertyPlan plan = read(R"([cash]
system = 42
ticket_min = "1.00"
ticket_max = "500.00"
ticket_in_max = "300.00"
expiry_days = 30
closed_days = 14
credit_max = "2000.00"
notes = ["10.00", "50.00"]
heading = "Ticket"
location = "Hall 2"
message = "Thank you"
[[cash.signature]]
from = "200.00"
role = "supervisor"
[[cash.signature]]
from = "1000.00"
role = "shift-manager"
)" + table_with("cash = { ticket_max = \"100.00\", message = \"Goodbye\" }"))
                                  .value();
    const table::CashPolicy& policy = plan.cash->policy;
    EXPECT_EQ(plan.ticket_system, 42);
    EXPECT_EQ(policy.ticket_min, Money::of_cents(100));
    EXPECT_EQ(policy.ticket_max, Money::of_cents(50'000));
    EXPECT_EQ(policy.ticket_in_max, Money::of_cents(30'000));
    EXPECT_EQ(policy.expiry_days, 30U);
    EXPECT_EQ(policy.closed_days, 14U);
    EXPECT_EQ(policy.credit_max, Money::of_cents(200'000));
    EXPECT_EQ(policy.notes.size(), 2U);
    ASSERT_EQ(policy.signatures.size(), 2U);
    EXPECT_EQ(policy.signatures.back().role, rules::Role::shift_manager);
    EXPECT_EQ(plan.cash->heading, "Ticket");
    EXPECT_EQ(plan.cash->location, "Hall 2");
    const CashPlan& of_table = plan.tables.front().cash.value();
    EXPECT_EQ(of_table.policy.ticket_max, Money::of_cents(10'000));
    EXPECT_EQ(of_table.policy.ticket_min, Money::of_cents(100));  // as the property's
    EXPECT_EQ(of_table.message, "Goodbye");
    EXPECT_EQ(of_table.heading, "Ticket");
}

TEST(CashPlans, NameTheLineOfAMistake) {
    EXPECT_EQ(error_of("[cash]\nsystem = 7\nticket_min = \"5.00\"\nticket_max = \"2.00\"\n" +
                       table_with("")),
              "property.toml:3: ticket_min: is above ticket_max");
    EXPECT_TRUE(mentions(error_of("[cash]\nsystem = 99\n" + table_with("")), "system"));
    EXPECT_TRUE(
        mentions(error_of("[cash]\nnotes = [\"5.00\", \"2.00\"]\n" + table_with("")), "ascending"));
    EXPECT_TRUE(mentions(error_of("[cash]\nheading = \"\"\n" + table_with("")), "heading"));
    EXPECT_TRUE(mentions(error_of("[cash]\nsystem = 1\nmore = 1\n" + table_with("")), "more"));
    EXPECT_TRUE(mentions(error_of(table_with("cash = { ticket_max = \"1.00\" }")), "[cash]"));
    // Tickets for real money name the property.
    EXPECT_TRUE(mentions(error_of("[cash]\n" + table_with("")), "system"));
    EXPECT_EQ(error_of("[cash]\n" + table_with(training_line)), "no error");
}

TEST(CashPlans, HaveAKeyForEachCabinet) {
    const std::string one = "\"" + std::string(64, 'a') + "\"";
    const std::string two = "\"" + std::string(64, 'b') + "\"";
    const PropertyPlan plan =
        read(cash + table_with("", "cabinet_keys = [" + one + ", " + two + "]")).value();
    EXPECT_EQ(plan.tables.front().terminals.front().cabinet_keys.size(), 2U);
    EXPECT_TRUE(mentions(error_of(cash + table_with("", "cabinet_keys = [" + one + "]")),
                         "one key for each terminal"));
    EXPECT_TRUE(mentions(
        error_of(cash + table_with("", "cabinet_keys = [" + one + ", " + one + "]")), "same key"));
    EXPECT_TRUE(mentions(error_of(cash + table_with("", "cabinet_keys = [\"a\", \"b\"]")),
                         "64 hexadecimal digits"));
    EXPECT_TRUE(mentions(error_of(table_with("", "cabinet_keys = [" + one + ", " + two + "]")),
                         "need [cash]"));
}

TEST(CashPlans, SimulateCabinetsForTrainingOnly) {
    const std::string simulated = "cabinets = \"simulated\"\n";
    EXPECT_TRUE(
        read(cash + table_with(simulated + training_line))->tables.front().simulated_cabinets);
    EXPECT_TRUE(mentions(error_of(cash + table_with(simulated)), "only a training table"));
    EXPECT_TRUE(mentions(error_of(table_with(simulated + training_line)), "need [cash]"));
    const std::string real =
        "[[table]]\nnumber = 2\nname = \"Two\"\ngame = \"rws-etg\"\nchip = \"1.00\"\n"
        "min = \"2.00\"\n";
    EXPECT_TRUE(mentions(error_of(cash + table_with(simulated + training_line) + real),
                         "a property without real tables"));
}

TEST(CagePlans, AskForNothingByDefault) {
    EXPECT_EQ(read(cash + table_with(""))->cage, table::CagePolicy());
    EXPECT_EQ(read(cash + "[cage]\n" + table_with(""))->cage, table::CagePolicy());
}

TEST(CagePlans, SayWhatTheFileSays) {
    const PropertyPlan plan = read(cash + R"([cage]
identity_from = "5000.00"
identity_day_from = "10000.00"
day_begins_at = "06:30"
alert_from = "3000.00"
alert_percent = 25
)" + table_with(""))
                                  .value();
    EXPECT_EQ(plan.cage.identity_from, Money::of_cents(500'000));
    EXPECT_EQ(plan.cage.identity_day_from, Money::of_cents(1'000'000));
    EXPECT_EQ(plan.cage.day_begins_at, 390U);
    EXPECT_EQ(plan.cage.alert_from, Money::of_cents(300'000));
    EXPECT_EQ(plan.cage.alert_percent, 25U);
    EXPECT_EQ(plan.cage_line, 3);
}

TEST(CagePlans, NameTheLineOfAMistake) {
    const auto error = [](const std::string& line) {
        return error_of(cash + "[cage]\n" + line + "\n" + table_with(""));
    };
    EXPECT_EQ(error("identity_from = \"-1.00\""),
              "property.toml:4: identity_from: \"-1.00\" is no amount, such as \"5.00\"");
    EXPECT_EQ(error("alert_from = \"10000000000.01\""),
              "property.toml:4: alert_from: is out of range");
    for (const char* time : {"24:00", "06:60", "6:00", "06-00", "0a:00", "", "06:000"}) {
        EXPECT_TRUE(mentions(error("day_begins_at = \"" + std::string(time) + "\""),
                             "property.toml:4: day_begins_at"))
            << time;
    }
    EXPECT_TRUE(mentions(error("alert_percent = 0"), "alert_percent"));
    EXPECT_TRUE(mentions(error("alert_percent = 101"), "alert_percent"));
    EXPECT_TRUE(mentions(error("identity = true"), "identity"));
    EXPECT_TRUE(mentions(error_of("[cage]\n" + table_with("")), "needs [cash]"));
}

TEST(ChipPlans, AreForFelts) {
    const std::string felt =
        "[[table]]\nnumber = 2\nname = \"Two\"\ngame = \"rws-taisai\"\nchip = \"5.00\"\n"
        "min = \"5.00\"\n";
    EXPECT_EQ(read(felt)->tables.front().chips, table::ChipMode::tracked);
    EXPECT_EQ(read(felt + "chips = \"untracked\"\n")->tables.front().chips,
              table::ChipMode::untracked);
    EXPECT_TRUE(mentions(error_of(felt + "chips = \"keyed\"\n"), "tracked"));
    EXPECT_TRUE(mentions(error_of(table_with("chips = \"untracked\"")), "on a felt"));
    EXPECT_EQ(error_of(table_with("chips = \"tracked\"")), "no error");
}

}  // namespace
}  // namespace sicbo::server
