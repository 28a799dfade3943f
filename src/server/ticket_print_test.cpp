// SPDX-License-Identifier: MIT
#include "server/ticket_print.h"

#include <gtest/gtest.h>

#include "support/property.h"

namespace sicbo::server {
namespace {

using test::cents;

TicketToPrint ticket_issued_at(Instant at) {
    return {test::Property::id, "Terminal 101", "0123456789012345", cents(12'345), at, {}};
}

PropertyPlan plan_with_texts() {
    PropertyPlan plan;
    plan.cash.emplace();
    plan.cash->heading = "Ticket";
    plan.cash->location = "Pier 1";
    plan.cash->message = "Good luck";
    return plan;
}

TEST(TicketPrint, HasTheTextsOfThePlanAndTheTable) {
    const test::Property p("rws-etg");
    const store::Position checkpoint{77, sha256("note")};
    const auto face = face_of(p.state, plan_with_texts(), ticket_issued_at(p.at), checkpoint);
    EXPECT_EQ(face.heading, "Ticket");
    EXPECT_EQ(face.location, "Pier 1");
    EXPECT_EQ(face.message, "Good luck");
    EXPECT_EQ(face.house, "The House");
    EXPECT_EQ(face.terminal, "Terminal 101");
    EXPECT_EQ(face.number, "0123456789012345");
    EXPECT_EQ(face.amount, cents(12'345));
    EXPECT_EQ(face.currency, "SGD");
    EXPECT_EQ(face.checkpoint_size, 77u);
    EXPECT_EQ(face.checkpoint_hash, to_text(checkpoint.hash).substr(0, 8));
    EXPECT_EQ(face.marking, device::Marking::none);
}

TEST(TicketPrint, HasTheTextsOfTheTableWhereItHasItsOwn) {
    const test::Property p("rws-etg");
    PropertyPlan plan = plan_with_texts();
    TablePlan& table = plan.tables.emplace_back();
    table.number = test::Property::id;
    table.cash.emplace();
    table.cash->heading = "Ticket of this table";
    EXPECT_EQ(face_of(p.state, plan, ticket_issued_at(p.at), {}).heading, "Ticket of this table");
}

TEST(TicketPrint, GivesTimesInTheZoneOfTheTable) {
    const test::Property p("rws-etg");  // at 10:00 UTC
    PropertyPlan plan = plan_with_texts();
    TicketToPrint ticket = ticket_issued_at(p.at);
    const auto in_utc = face_of(p.state, plan, ticket, {});
    EXPECT_EQ(in_utc.date, "2026-01-05");
    EXPECT_EQ(in_utc.time, "10:00:00");
    EXPECT_EQ(in_utc.expires, "");
    TablePlan& table = plan.tables.emplace_back();
    table.number = test::Property::id;
    table.time_zone = "Asia/Singapore";
    EXPECT_EQ(face_of(p.state, plan, ticket, {}).time, "18:00:00");
    // It expires at midnight there: the day before is the last one.
    ticket.expires_at = parse_instant("2026-02-04T16:00+00:00").value();
    EXPECT_EQ(face_of(p.state, plan, ticket, {}).expires, "2026-02-04");
}

TEST(TicketPrint, MarksPlayMoney) {
    test::Settings settings;
    settings.configuration.training = true;
    const test::Property p("rws-etg", settings);
    EXPECT_EQ(face_of(p.state, plan_with_texts(), ticket_issued_at(p.at), {}).marking,
              device::Marking::no_value);
}

}  // namespace
}  // namespace sicbo::server
