// SPDX-License-Identifier: MIT
// Two hundred tickets with a hundred attempts each. test/sim/ticket_race has ten thousand, in an
// optimised build.
#include <gtest/gtest.h>

#include "support/ticket_race.h"

namespace sicbo::table {
namespace {

TEST(TicketRace, EachTicketIsRedeemedOnceAtATerminalOrAtTheCage) {
    constexpr int attempts = 100;
    test::TicketRace race(200);
    race.print_tickets();
    race.run(attempts, 20210524);
    EXPECT_EQ(race.find_error(attempts).value_or(""), "");
}

}  // namespace
}  // namespace sicbo::table
