// SPDX-License-Identifier: MIT
#include "server/auto_dealer.h"

#include <gtest/gtest.h>

#include "support/property.h"

namespace sicbo::server {
namespace {

using namespace table;
using rules::Step;

// A table that is open for play; the tumbler has promised the dice of the next round.
test::Property with_commitment() {
    test::Settings settings;
    settings.configuration.training = true;
    test::Property property("rws-etg", settings);
    property.table().commitment = sha256("dice");
    return property;
}

template <class Expected>
bool gives(const test::Property& property, std::uint64_t uneven_round = 0) {
    const auto order = AutoDealer().next_order(property.state, property.id, uneven_round);
    return order && holds<Expected>(*order);
}

bool waits(const test::Property& property) {
    return !AutoDealer().next_order(property.state, property.id, 0);
}

TEST(AutoDealer, BeginsARoundWhenTheDiceArePromised) {
    test::Property property = with_commitment();
    const Step first = property.rules().steps.front().step;
    EXPECT_TRUE(first == Step::mix ? gives<StartMix>(property) : gives<OpenBetting>(property));
    property.table().commitment.reset();
    EXPECT_TRUE(waits(property));
}

TEST(AutoDealer, BeginsNoRoundWhenItIsToStop) {
    const test::Property property = with_commitment();
    AutoDealer dealer;
    dealer.stop_rounds();
    EXPECT_FALSE(dealer.next_order(property.state, property.id, 0));
}

TEST(AutoDealer, WaitsForTheCloseAndForTheTumbler) {
    test::Property property = with_commitment();
    property.go_past(Step::open);
    EXPECT_TRUE(waits(property));
    property.go_past(Step::close);
    while (next_step(property.rules(), *property.table().round)->step != Step::uncover &&
           next_step(property.rules(), *property.table().round)->step != Step::enter) {
        property.go_on();
    }
    EXPECT_TRUE(waits(property));  // for the reading
}

TEST(AutoDealer, LeavesATableAloneThatPeopleClosed) {
    test::Property property = with_commitment();
    property.go_on();
    property.finish({1, 2, 4});
    property.table().commitment = sha256("more dice");
    EXPECT_FALSE(waits(property));
    property.must(test::Role::supervisor, CloseTable{});
    EXPECT_TRUE(waits(property));
}

TEST(AutoDealer, ReturnsATableToServiceAfterAnInterruptionOnly) {
    test::Property property = with_commitment();
    property.must(test::Role::supervisor, TakeOutOfService{"cleaning"});
    EXPECT_TRUE(waits(property));
    property.table().out_of_service = std::string(to_word(rules::Cause::interrupted_result));
    EXPECT_FALSE(waits(property));
}

}  // namespace
}  // namespace sicbo::server
