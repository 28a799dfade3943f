// SPDX-License-Identifier: MIT
#include "table/configuration.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "support/property.h"
#include "table/engine.h"

namespace sicbo::table {
namespace {

using rules::MixerKind;
using rules::Step;
using test::cents;
using test::Property;
using test::reason_of;
using test::Role;
using test::spot_id;

// One wrong setting: the game, the field that is named, and the change that makes it wrong.
struct WrongSetting {
    const char* game;
    const char* field;
    std::function<void(Configuration&)> change;
};

std::vector<WrongSetting> wrong_settings() {
    static constexpr const char* two_lines = "two\nlines";
    return {
        {"rws-etg", "currency", [](auto& c) { c.currency = "SG"; }},
        {"rws-etg", "currency", [](auto& c) { c.currency = "sgd"; }},
        {"rws-etg", "operator_name", [](auto& c) { c.operator_name = two_lines; }},
        {"rws-etg", "chip", [](auto& c) { c.chip = cents(0); }},
        {"rws-etg", "chip", [](auto& c) { c.chip = cents(-100); }},
        {"rws-etg", "chip", [](auto& c) { c.chip = cents(1); }},  // half a cent at 8.5 to 1
        {"rws-etg", "chip", [](auto& c) { c.chip = money_max + cents(1); }},
        {"rws-etg", "limit.min", [](auto& c) { c.limit.min = cents(-1); }},
        {"rws-etg", "limit.min", [](auto& c) { c.limit.min = money_max + cents(1); }},
        {"rws-etg", "limit.max", [](auto& c) { c.limit.max = cents(99); }},
        {"rws-etg", "limit.max", [](auto& c) { c.limit.max = money_max + cents(1); }},
        {"rws-etg", "limit.max",
         [](auto& c) {
             c.limit.min = cents(1'000);
             c.limit.max = cents(900);
         }},
        {"maryland", "limit_of", [](auto& c) { c.limit_of[spot_id("odd")] = {}; }},
        {"rws-etg", "limit_of.big.max", [](auto& c) { c.limit_of[spot_id("big")].max = cents(0); }},
        {"rws-etg", "round_max", [](auto& c) { c.round_max = cents(0); }},
        {"rws-etg", "round_max",
         [](auto& c) {
             c.limit.min = cents(1'000);
             c.round_max = cents(900);
         }},
        {"rws-taisai", "differential_max", [](auto& c) { c.differential_max = cents(0); }},
        {"rws-etg", "differential_max", [](auto& c) { c.differential_max = cents(1'000); }},
        {"rws-etg", "policy", [](auto& c) { c.policy = Policy::advise; }},
        {"rws-etg", "exposure_max", [](auto& c) { c.exposure_max = cents(-1); }},
        {"rws-etg", "large_win", [](auto& c) { c.large_win = money_max + cents(1); }},
        {"rws-etg", "betting_seconds", [](auto& c) { c.betting_seconds = 3'601; }},
        {"rws-etg", "betting_seconds",
         [](auto& c) {
             c.betting_seconds = 10;
             c.betting_seconds_min = 11;
         }},
        {"rws-etg", "betting_seconds_min", [](auto& c) { c.betting_seconds_min = 3'601; }},
        {"rws-etg", "rounds_kept", [](auto& c) { c.rounds_kept = 0; }},
        {"rws-etg", "rounds_kept", [](auto& c) { c.rounds_kept = 100'001; }},
        {"rws-etg", "layout_approval", [](auto& c) { c.layout_approval = two_lines; }},
        {"maryland", "approvals",
         [](auto& c) { c.approvals[MixerKind::manual_shaker].mixing.clear(); }},
        {"maryland", "approvals",
         [](auto& c) { c.approvals[MixerKind::manual_shaker].location = two_lines; }},
        {"maryland", "approvals", [](auto& c) { c.approvals[MixerKind::tumbler] = {"a", "b"}; }},
    };
}

TEST(Configuration, IsValidatedAsAWhole) {
    for (const WrongSetting& one : wrong_settings()) {
        Property property(one.game);
        Configuration configuration = property.table().configuration;
        ASSERT_FALSE(find_error(configuration, property.game()));
        one.change(configuration);
        const auto wrong = find_error(configuration, property.game());
        ASSERT_TRUE(wrong) << one.field;
        EXPECT_EQ(wrong->location, one.field);
        const Decision added =
            property.give(Role::administrator, AddTable{TableId{2}, "table 2", configuration});
        EXPECT_EQ(reason_of(added), "bad_configuration") << one.field;
        EXPECT_EQ(added.detail, wrong->text());
        if (std::string_view(one.field) == "currency") continue;  // fixed, see below
        const Decision changed = property.give(Role::supervisor, Configure{configuration});
        EXPECT_EQ(reason_of(changed), "bad_configuration") << one.field;
        EXPECT_EQ(changed.detail, wrong->text());
    }
}

TEST(Configuration, IsFixedWhileARoundIsPlayed) {
    Property property("rws-etg");
    Configuration configuration = property.table().configuration;
    configuration.limit.max = cents(10'000);
    for (const Step step : {Step::open, Step::close, Step::mix, Step::uncover}) {
        property.go_past(step);
        EXPECT_EQ(reason_of(property.give(Role::supervisor, Configure{configuration})),
                  "round_in_play");
    }
    property.finish({1, 2, 4});
    EXPECT_EQ(reason_of(property.by_two(Configure{configuration})), "");
}

TEST(Configuration, KeepsItsCurrencyItsTrainingAndItsGame) {
    Property property("rws-etg");
    const Configuration now = property.table().configuration;
    const auto refused = [&](auto change) {
        Configuration configuration = now;
        change(configuration);
        const Decision decision = property.give(Role::supervisor, Configure{configuration});
        return reason_of(decision) + " " + decision.detail;
    };
    const std::string fixed = "bad_configuration currency or training: is fixed";
    EXPECT_TRUE(refused([](auto& c) { c.currency = "USD"; }).starts_with(fixed));
    EXPECT_TRUE(refused([](auto& c) { c.training = true; }).starts_with(fixed));
    EXPECT_EQ(refused([](auto& c) { c.rules = sha256("nothing"); }), "rules_unknown ");
    const std::string other(rules::document_text("mbs-etg"));
    property.must(Role::administrator, AdoptRules{other});
    EXPECT_EQ(refused([&](auto& c) { c.rules = sha256(other); }), "rules_unknown ");
}

}  // namespace
}  // namespace sicbo::table
