// SPDX-License-Identifier: MIT
// Exports of what people did: incidents, log-ons and amendments.
#include <gtest/gtest.h>

#include <algorithm>

#include "store/export.h"
#include "support/journal.h"

namespace sicbo::store {
namespace {

using Row = std::map<std::string, std::string>;
using test::Role;

class PeopleExports : public testing::Test {
protected:
    // Plays at a table of its own, and registers it when save() is called.
    void save() {
        const auto loop = test::start_loop(journal);
        test::give_all(*loop, property.commands);
    }
    void later(std::int64_t milliseconds = 60'000) { property.at = property.at + milliseconds; }

    std::vector<Row> rows(ExportKind what, const Period& period = {{0}, clock_max}) const {
        std::vector<Row> all;
        ExportRow heading;
        const auto take = [&](const ExportRow& row) -> Result<void> {
            if (heading.empty()) {
                heading = row;
                return {};
            }
            EXPECT_EQ(row.size(), heading.size());
            Row one;
            for (std::size_t i = 0; i < row.size(); ++i) one[heading[i]] = row[i];
            all.push_back(std::move(one));
            return {};
        };
        const auto done = export_rows(journal, what, period, take);
        EXPECT_TRUE(done) << done.error().text();
        return all;
    }
    static std::vector<Row> of(const std::vector<Row>& all, const std::string& key,
                               const std::string& value) {
        std::vector<Row> some;
        std::ranges::copy_if(all, std::back_inserter(some),
                             [&](const Row& row) { return row.at(key) == value; });
        return some;
    }

    test::Property property{"rws-etg", {.players = 2}};
    MemoryStore journal;
};

TEST_F(PeopleExports, AnIncidentHasWhoRaisedAndWhoResolvedIt) {
    later();
    property.go_on();
    property.bet(1, "big", 10'000);
    later();
    property.must(Role::dealer, table::Report{rules::Cause::exposed, "lid fell off"});
    const Instant raised = property.at;
    ASSERT_FALSE(property.table().incidents.empty());
    const auto [id, incident] = *property.table().incidents.begin();
    later();
    property.must(incident.resolves, table::ResolveIncident{id, "lid replaced"});
    save();
    const std::vector<Row> all = rows(ExportKind::incidents);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].at("cause"), "exposed");
    EXPECT_EQ(all[0].at("raised_by"), "dealer, dealer");
    EXPECT_EQ(all[0].at("round"), "1");
    EXPECT_EQ(all[0].at("raised_at"), to_text_exact(raised));
    EXPECT_EQ(all[0].at("resolved"), "yes");
    EXPECT_EQ(all[0].at("resolution"), "lid replaced");
    EXPECT_EQ(all[0].at("resolved_at"), to_text_exact(property.at));
    // The period is that of the incident; how it ended may come later.
    const auto then = rows(ExportKind::incidents, {raised, raised + 1});
    ASSERT_EQ(then.size(), 1u);
    EXPECT_EQ(then[0].at("resolved"), "yes");
    EXPECT_TRUE(rows(ExportKind::incidents, {raised + 1, clock_max}).empty());
    EXPECT_TRUE(rows(ExportKind::incidents, {{0}, clock_max, {2}}).empty());
}

TEST_F(PeopleExports, ADisputeOfAPatronIsAnIncident) {
    later();
    property.must(Role::dealer,
                  table::OpenDispute{test::Property::terminal(1), "was paid too little"});
    const auto [id, incident] = *property.table().incidents.begin();
    later();
    property.must(Role::supervisor, table::CloseDispute{id, "the video shows 50.00"});
    save();
    const std::vector<Row> all = rows(ExportKind::incidents);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].at("cause"), "patron-dispute");
    EXPECT_EQ(all[0].at("note"), "was paid too little");
    EXPECT_EQ(all[0].at("resolves"), "supervisor");
    EXPECT_EQ(all[0].at("resolved"), "yes");
    EXPECT_EQ(all[0].at("resolution"), "the video shows 50.00");
}

TEST_F(PeopleExports, AnIncidentThatIsOpenSaysSo) {
    property.go_on();
    property.bet(1, "big", 10'000);
    property.must(Role::dealer, table::Report{rules::Cause::exposed, ""});
    save();
    const std::vector<Row> all = rows(ExportKind::incidents);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].at("resolved"), "no");
    EXPECT_EQ(all[0].at("resolved_by"), "");
}

TEST_F(PeopleExports, ALogOnEndsByLoggingOffOrWhenTheAccountIsDisabled) {
    const Instant start = property.at;
    later();
    property.must(Role::cashier, table::LogOff{});
    const Instant off = property.at;
    later();
    property.must(test::administrator, table::DisablePerson{test::person(Role::technician)});
    const Instant disabled = property.at;
    later();
    property.must(Role::cashier, table::LogOn{});
    const Instant again = property.at;
    save();
    const std::vector<Row> all = rows(ExportKind::staff);
    const auto cashier = of(all, "name", "cashier");
    ASSERT_EQ(cashier.size(), 2u);
    EXPECT_EQ(cashier[0].at("on_at"), to_text_exact(start));
    EXPECT_EQ(cashier[0].at("off_at"), to_text_exact(off));
    EXPECT_EQ(cashier[1].at("on_at"), to_text_exact(again));
    EXPECT_EQ(cashier[1].at("off_at"), "");
    const auto technician = of(all, "name", "technician");
    ASSERT_EQ(technician.size(), 1u);
    EXPECT_EQ(technician[0].at("off_at"), to_text_exact(disabled));
    EXPECT_EQ(technician[0].at("role"), "technician");
    // Whoever was logged on when the period began is in it, with the beginning of the log-on.
    const auto later_on = rows(ExportKind::staff, {off + 1, clock_max});
    EXPECT_EQ(of(later_on, "name", "cashier").size(), 1u);
    const auto dealers = of(later_on, "name", "dealer");
    ASSERT_EQ(dealers.size(), 1u);
    EXPECT_EQ(dealers[0].at("on_at"), to_text_exact(start));
    EXPECT_NE(dealers[0].at("on_event"), "");
    EXPECT_TRUE(
        of(rows(ExportKind::staff, {off + 1, again}), "on_at", to_text_exact(again)).empty());
}

TEST_F(PeopleExports, AnAmendmentHasBothPeopleAndWhatEachPlayerGotOrGaveBack) {
    property.go_on();
    property.bet(1, "big", 10'000);
    property.bet(2, "small", 5'000);
    property.finish({6, 5, 4});
    later();
    property.by_two(table::AmendRounds{
        {{1, rules::Roll{1, 2, 5}, {}}}, rules::Cause::wrong_result, "seen on the film"});
    const Instant amended = property.at;
    save();
    const std::vector<Row> all = rows(ExportKind::amendments);
    ASSERT_EQ(all.size(), 2u);
    for (const Row& row : all) {
        EXPECT_EQ(row.at("round"), "1");
        EXPECT_EQ(row.at("cause"), "wrong-result");
        EXPECT_EQ(row.at("reason"), "seen on the film");
    }
    EXPECT_EQ(all[0].at("difference"), "-200.00");
    EXPECT_EQ(all[1].at("difference"), "100.00");
    std::string people;
    for (const auto& [key, value] : all[0]) people += value + ";";
    EXPECT_NE(people.find("shift-manager, shift manager"), std::string::npos) << people;
    EXPECT_NE(people.find("supervisor, supervisor"), std::string::npos) << people;
    EXPECT_NE(people.find("corrected"), std::string::npos) << people;
    // By the time of the amendment, not of the round.
    EXPECT_EQ(rows(ExportKind::amendments, {amended, clock_max}).size(), 2u);
    EXPECT_TRUE(rows(ExportKind::amendments, {{0}, amended}).empty());
}

}  // namespace
}  // namespace sicbo::store
