// SPDX-License-Identifier: MIT
// Rounds that are read back from the journal: by the loop, and a second time by the audit.

#include <gtest/gtest.h>

#include "store/audit.h"
#include "store/recover.h"
#include "support/journal.h"
#include "table/recall.h"
#include "wire/bytes.h"

namespace sicbo::store {
namespace {

using table::RecallRounds;
using test::Property;
using test::Role;

// Three rounds at a table that keeps one.
Property played() {
    test::Settings settings;
    settings.configuration.rounds_kept = 1;
    Property property("rws-etg", settings);
    for (int i = 0; i < 3; ++i) {
        property.go_past(rules::Step::open);
        property.bet(1, "big", 1'000);
        property.finish({6, 5, 4});
    }
    return property;
}

// Writes the events that the commands lead to, whatever the commands claim to have found.
void write_events(Store& journal, const std::vector<table::Command>& commands) {
    table::State state;
    RecordWriter record(beginning_of(journal.origin()));
    for (const table::Command& command : commands) {
        const table::Decision decision = decide(state, command);
        for (const table::Event& event : decision.events) {
            apply(state, event);
            record.add(wire::write_event(event));
        }
        if (record.empty()) continue;
        ASSERT_TRUE(journal.append(record.record(), {}).has_value());
        record.start(journal.last());
    }
}

TEST(RecallAudit, TheLoopFindsTheRoundsInTheJournalWhateverTheClientSays) {
    const test::Folder folder;
    const std::string path = folder.file("journal");
    {
        Property property = played();
        const auto journal = test::open_journal(path);
        const auto loop = test::start_loop(*journal);
        test::give_all(*loop, property.commands);
        const TableId id = Property::id;
        ASSERT_FALSE(loop->state().tables.at(id).past.contains(1));
        const auto by = [&](Role role, table::Order order) {
            return loop->execute(property.command(test::speaker(role), std::move(order)));
        };
        // Round 3 is still there, and is left out.
        const server::Reply asked =
            by(Role::shift_manager, RecallRounds{{1, 2, 3}, "film", "what a client claims"});
        ASSERT_TRUE(asked.authorisation.has_value());
        EXPECT_FALSE(by(Role::supervisor, table::Authorise{*asked.authorisation}).refusal);
        ASSERT_TRUE(loop->commit().has_value());
        EXPECT_EQ(loop->state().tables.at(id).past.size(), 3u);
        EXPECT_EQ(loop->state().tables.at(id).past.at(1).bet_slips.size(), 1u);
    }
    const Audit audit = store::audit({path, "", ""}).value();
    EXPECT_EQ(audit.verdict, Verdict::intact) << audit.what;
}

TEST(RecallAudit, ARecordThatTheJournalDoesNotHaveIsFound) {
    const test::Folder folder;
    const std::string path = folder.file("journal");
    Property property = played();
    {
        const auto journal = test::open_journal(path);
        write_events(*journal, property.commands);
        auto records = find_records(*journal, Property::id, {1}).value();
        ASSERT_EQ(records.size(), 1u);
        table::Bet& bet = records[0].round.bet_slips.begin()->second.bets.front();
        bet.stake += test::cents(100'000);
        bet.effective = bet.stake;
        bet.back = bet.stake + bet.stake;
        EXPECT_FALSE(property.by_two(RecallRounds{{1}, "film", write_records(records)}).refusal);
    }
    const std::string forged = folder.file("forged");
    {
        const auto journal = test::open_journal(forged);
        write_events(*journal, property.commands);
    }
    const Audit audit = store::audit({forged, "", ""}).value();
    EXPECT_EQ(audit.verdict, Verdict::bad);
    EXPECT_NE(audit.what.find("recalled rounds"), std::string::npos) << audit.what;
}

}  // namespace
}  // namespace sicbo::store
