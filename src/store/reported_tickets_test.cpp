// SPDX-License-Identifier: MIT
#include "store/reported_tickets.h"

#include <gtest/gtest.h>

#include "store/reports.h"
#include "support/cash_scripts.h"
#include "support/journal.h"

namespace sicbo::store {
namespace {

using namespace table;

// The reports of what the commands lead to, in a file.
struct Written {
    explicit Written(const std::vector<Command>& commands) {
        auto reports = Reports::open(folder.file("journal.reports")).value();
        EXPECT_TRUE(reports->begin());
        for (const Command& command : commands) {
            for (const Event& event : decide(state, command).events) {
                apply(state, event);
                last = {state.sequence, sha256(std::to_string(state.sequence))};
                const auto added = reports->add(state, event, last);
                EXPECT_TRUE(added) << added.error().text();
                if (const auto changed = ticket_changed(state, event, state.sequence)) {
                    changes[changed->name] = *changed;
                }
            }
        }
        EXPECT_TRUE(reports->commit(last));
    }

    test::Folder folder;
    State state;
    Position last;
    std::map<Hash, ReportedTicket> changes;  // the last of each ticket
    ReportedTickets tickets{folder.file("journal")};
};

TEST(ReportedTickets, FindsEachTicketAsItChangedLast) {
    for (const auto& commands : {test::instruments_script(), test::cage_script()}) {
        const Written written(commands);
        ASSERT_FALSE(written.changes.empty());
        for (const auto& [name, ticket] : written.changes) {
            const auto found = written.tickets.find(name);
            ASSERT_TRUE(found && *found);
            EXPECT_EQ(**found, ticket);
            const auto by_digits = written.tickets.find(ticket.ticket.last_four, 100);
            ASSERT_TRUE(by_digits);
            EXPECT_NE(std::ranges::find(*by_digits, ticket), by_digits->end());
        }
        const auto none = written.tickets.find(sha256("no such ticket"));
        ASSERT_TRUE(none);
        EXPECT_FALSE(*none);
    }
}

TEST(ReportedTickets, KnowsWhatBecameOfTicketsThatTheEngineForgot) {
    const Written written(test::instruments_script());
    std::set<TicketState> states;
    for (const auto& [name, ticket] : written.changes) {
        const auto found = written.tickets.find(name);
        ASSERT_TRUE(found && *found);
        states.insert((*found)->ticket.state);
        if (!is_closed((*found)->ticket.state)) continue;
        EXPECT_TRUE(describe_closed(**found).starts_with("the ticket "));
    }
    EXPECT_TRUE(states.contains(TicketState::redeemed));
    EXPECT_TRUE(states.contains(TicketState::voided));
    EXPECT_TRUE(states.contains(TicketState::expired));
}

TEST(ReportedTickets, SaysWhere) {
    ReportedTicket ticket;
    ticket.ticket.state = TicketState::redeemed;
    ticket.ticket.changed_terminal = {101};
    EXPECT_TRUE(describe_closed(ticket).ends_with(" at terminal 101"));
    ticket.counter = {2};
    EXPECT_TRUE(describe_closed(ticket).ends_with(" at counter 2"));
    ticket = {};
    ticket.ticket.state = TicketState::voided;
    ticket.ticket.changed_table = {3};
    EXPECT_TRUE(describe_closed(ticket).ends_with(" at table 3"));
}

TEST(ReportedTickets, NeedsReports) {
    const test::Folder folder;
    EXPECT_FALSE(ReportedTickets(folder.file("journal")).find(sha256("x")));
}

}  // namespace
}  // namespace sicbo::store
