// SPDX-License-Identifier: MIT
#include "server/plain_text.h"

#include <gtest/gtest.h>

namespace sicbo::server {
namespace {

using namespace table;

const std::string reversed = "ada\u202Enimda";  // changes the direction of writing

TEST(PlainText, IsRequiredOfATextOfTheOrder) {
    EXPECT_TRUE(has_plain_texts(Order(TakeSeat{"Ada Lim"})));
    EXPECT_TRUE(has_plain_texts(Order(TakeSeat{"林艾达"})));
    EXPECT_FALSE(has_plain_texts(Order(TakeSeat{reversed})));
    EXPECT_FALSE(has_plain_texts(Order(TakeSeat{"Ada\nLim"})));
}

TEST(PlainText, IsRequiredOfEveryFieldAtAnyDepth) {
    AddTable order{{1}, "table 1", {}};
    EXPECT_TRUE(has_plain_texts(Order(order)));
    order.configuration.operator_name = reversed;
    EXPECT_FALSE(has_plain_texts(Order(order)));
    order.configuration.operator_name = "The House";
    // A text in a value of a map.
    order.configuration.approvals[rules::MixerKind::manual_shaker] = {"on file", "on file"};
    EXPECT_TRUE(has_plain_texts(Order(order)));
    order.configuration.approvals[rules::MixerKind::manual_shaker] = {"on file", reversed};
    EXPECT_FALSE(has_plain_texts(Order(order)));
}

TEST(PlainText, IsRequiredOfKeysListsAndOptionalTexts) {
    using Map = std::map<std::string, std::string>;
    EXPECT_TRUE(has_plain_texts(Map{{"name", "Ada"}}));
    EXPECT_FALSE(has_plain_texts(Map{{reversed, "Ada"}}));
    EXPECT_FALSE(has_plain_texts(Map{{"name", reversed}}));
    EXPECT_TRUE(has_plain_texts(std::vector<std::string>{"one", "two"}));
    EXPECT_FALSE(has_plain_texts(std::vector<std::string>{"one", reversed}));
    EXPECT_TRUE(has_plain_texts(std::optional<std::string>()));
    EXPECT_TRUE(has_plain_texts(std::optional<std::string>("Ada")));
    EXPECT_FALSE(has_plain_texts(std::optional<std::string>(reversed)));
}

TEST(PlainText, ExemptsTheLinesOfARuleSet) {
    EXPECT_TRUE(has_plain_texts(Order(AdoptRules{"[game]\nname = \"rws-etg\"\n"})));
}

TEST(PlainText, SaysNothingAboutOrdersWithoutText) {
    EXPECT_TRUE(has_plain_texts(Order(OpenBetting{})));
    EXPECT_TRUE(has_plain_texts(Order(InstallDice{{1}, rules::MixerKind::tumbler, {}})));
}

}  // namespace
}  // namespace sicbo::server
