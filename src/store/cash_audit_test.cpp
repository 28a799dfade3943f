// SPDX-License-Identifier: MIT
// The audit accepts everything that the engine decides about instruments and the cage: each command
// is reconstructed from its events, and each fact has the entries that it states.
#include <gtest/gtest.h>

#include <vector>

#include "store/command_audit.h"
#include "store/entry_audit.h"
#include "support/cash_scripts.h"
#include "wire/bytes.h"

namespace sicbo::store {
namespace {

void audit_commands(const std::vector<table::Command>& commands) {
    table::State state;
    CommandAudit audit;
    for (const table::Command& command : commands) {
        const table::Decision decision = decide(state, command);
        std::vector<std::string> bytes;
        for (const table::Event& event : decision.events) bytes.push_back(wire::write_event(event));
        std::vector<DecodedEvent> events;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            events.push_back({decision.events[i], bytes[i]});
        }
        for (std::size_t i = 0; i < events.size(); ++i) {
            const auto rest = std::span<const DecodedEvent>(events).subspan(i);
            EXPECT_EQ(audit.audit_event(state, rest), std::nullopt);
            EXPECT_EQ(audit_entries(state, events[i].event), std::nullopt);
            apply(state, events[i].event);
        }
        EXPECT_EQ(audit.audit_record_end(), std::nullopt);
    }
    EXPECT_GT(state.sequence, 0u);
}

TEST(CashAudit, AcceptsInstruments) { audit_commands(test::instruments_script()); }

TEST(CashAudit, AcceptsTheCage) { audit_commands(test::cage_script()); }

TEST(CashAudit, AcceptsInventories) { audit_commands(test::inventory_script()); }

TEST(CashAudit, AcceptsCountsAndDisputesAtTerminals) {
    audit_commands(test::terminal_cash_script());
}

TEST(CashAudit, FindsEntriesThatAreNotTheAmounts) {
    test::CageProperty p;
    p.open_shift(10'000);
    const table::State before = p.state;
    table::Decision sold = p.at_cage_must(p.sale(1, 2'000));
    EXPECT_EQ(audit_entries(before, sold.events.at(0)), std::nullopt);
    sold.events[0].postings[0].amount = test::cents(2'001);
    EXPECT_NE(audit_entries(before, sold.events.at(0)), std::nullopt);
}

}  // namespace
}  // namespace sicbo::store
