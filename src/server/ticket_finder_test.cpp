// SPDX-License-Identifier: MIT
#include "server/ticket_finder.h"

#include <gtest/gtest.h>

#include "device/ticket_number.h"
#include "store/reports.h"
#include "support/cage_desk.h"
#include "support/journal.h"

namespace sicbo::server {
namespace {

using namespace table;
using test::CageProperty;
using test::cents;
using test::counter_1;

// Two tickets that were sold at the cage, one of which was redeemed there; the reports have both.
class SoldTickets : public testing::Test {
protected:
    SoldTickets() {
        p.open_shift(100'000);
        for (const std::string& number : {first, second}) {
            p.at_cage_must(SellTicket{counter_1,
                                      device::ticket_name(key, number),
                                      number.substr(number.size() - 4),
                                      cents(2'000),
                                      {}});
        }
        p.at_cage_must(CashTicket{
            counter_1, device::ticket_name(key, first), first.substr(first.size() - 4), false, {}});
    }
    // Makes the reports from all that was ordered.
    void write_reports() {
        auto reports = store::Reports::open(folder.file("journal.reports")).value();
        ASSERT_TRUE(reports->begin());
        State state;
        store::Position last;
        for (const Command& command : p.commands) {
            for (const Event& event : decide(state, command).events) {
                apply(state, event);
                last = {state.sequence, sha256(std::to_string(state.sequence))};
                ASSERT_TRUE(reports->add(state, event, last));
            }
        }
        ASSERT_TRUE(reports->commit(last));
    }

    const Hash key = sha256("tickets");
    const std::string first = device::new_ticket_number(1);
    const std::string second = device::new_ticket_number(1);
    test::Folder folder;
    CageProperty p;
    TicketFinder finder{key, folder.file("journal")};
};

TEST_F(SoldTickets, AreFoundByTheirNumber) {
    write_reports();
    const auto found = finder.by_number(p.state, first);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 1u);
    EXPECT_TRUE(found->front().shows_name);
    EXPECT_EQ(found->front().name, device::ticket_name(key, first));
    EXPECT_EQ(found->front().ticket.state, TicketState::redeemed);
    EXPECT_EQ(found->front().counter, counter_1);
    const auto none = finder.by_number(p.state, device::new_ticket_number(1));
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->empty());
}

TEST_F(SoldTickets, AreFoundByTheirLastFourDigitsWithoutTheNameUnlessAsked) {
    write_reports();
    for (const bool shows_name : {false, true}) {
        const auto found =
            finder.by_last_four(p.state, second.substr(second.size() - 4), shows_name);
        ASSERT_TRUE(found);
        ASSERT_FALSE(found->empty());
        for (const wire::TicketFacts& one : *found) EXPECT_EQ(one.shows_name, shows_name);
    }
}

TEST_F(SoldTickets, AreKnownToTheReportsOnceTheEngineHasForgottenThem) {
    write_reports();
    const Hash redeemed = device::ticket_name(key, first);
    EXPECT_TRUE(finder.is_closed(redeemed));
    EXPECT_FALSE(finder.is_closed(device::ticket_name(key, second)));
    EXPECT_NE(finder.describe_closed(redeemed).find(" at counter 1"), std::string::npos);
    EXPECT_EQ(finder.describe_closed(sha256("no such ticket")), "");
    const auto found = finder.by_number(State(), first);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 1u);
    EXPECT_EQ(found->front().ticket.state, TicketState::redeemed);
}

TEST_F(SoldTickets, AreFoundInTheStateWhileThereAreNoReports) {
    const auto found = finder.by_number(p.state, second);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 1u);
    EXPECT_EQ(found->front().ticket.amount, cents(2'000));
    EXPECT_FALSE(finder.by_number(State(), second));
    EXPECT_FALSE(finder.by_last_four(p.state, "0042", false));
    EXPECT_FALSE(finder.is_closed(device::ticket_name(key, first)));
    EXPECT_EQ(finder.describe_closed(device::ticket_name(key, first)), "");
}

}  // namespace
}  // namespace sicbo::server
