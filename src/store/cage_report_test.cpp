// SPDX-License-Identifier: MIT
#include "store/cage_report.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "store/memory.h"
#include "support/cash_scripts.h"
#include "support/journal.h"

namespace sicbo::store {
namespace {

using namespace table;

// What the commands lead to, in a journal.
class CageJournal {
public:
    explicit CageJournal(const std::vector<Command>& commands) {
        loop = test::start_loop(journal);
        for (const Command& command : commands) {
            loop->tick(std::max(loop->state().at, command.stamp.at));
            static_cast<void>(loop->execute(command));
        }
        EXPECT_TRUE(loop->commit());
    }

    using Table = std::vector<std::map<std::string, std::string>>;
    template <class Read>
    Table read(Read read) const {
        Table table;
        ExportRow heading;
        const auto done = read([&](const ExportRow& row) -> Result<void> {
            if (heading.empty()) {
                heading = row;
                return {};
            }
            EXPECT_EQ(row.size(), heading.size());
            auto& fields = table.emplace_back();
            for (std::size_t i = 0; i < row.size(); ++i) fields[heading[i]] = row[i];
            return {};
        });
        EXPECT_TRUE(done) << done.error().text();
        EXPECT_FALSE(heading.empty());
        return table;
    }
    Table report(CageReport what, bool training = false,
                 const Period& period = {{0}, clock_max}) const {
        return read([&](const RowHandler& handle) {
            return report_cage(journal, what, training, period, handle);
        });
    }
    Table export_of(ExportKind what, std::optional<bool> training = {}) const {
        Period period{{0}, clock_max};
        period.training = training;
        return read(
            [&](const RowHandler& handle) { return export_rows(journal, what, period, handle); });
    }
    static Money sum(const Table& table, const std::string& column) {
        Money total;
        for (const auto& row : table) total += parse_money(row.at(column)).value();
        return total;
    }
    const State& state() const { return loop->state(); }

    MemoryStore journal;
    std::unique_ptr<server::Loop> loop;
};

TEST(CageReports, AddUpToTheLedger) {
    for (const auto& commands : {test::cage_script(), test::instruments_script()}) {
        const CageJournal property(commands);
        Money tickets;
        Money unclaimed;
        Money owed;
        for (const auto& [account, amount] : property.state().ledger.balances()) {
            if (account.kind == ledger::AccountKind::tickets) tickets += amount;
            if (account.kind == ledger::AccountKind::unclaimed) unclaimed += amount;
            if (account.kind == ledger::AccountKind::receivable) owed -= amount;
        }
        Money listed;
        Money kept;
        Money receivable;
        for (const bool training : {false, true}) {
            listed += CageJournal::sum(property.report(CageReport::tickets, training), "amount");
            kept += CageJournal::sum(property.report(CageReport::unclaimed, training), "amount");
            receivable +=
                CageJournal::sum(property.report(CageReport::receivables, training), "amount");
        }
        EXPECT_EQ(listed, tickets);
        EXPECT_EQ(kept, unclaimed);
        EXPECT_EQ(receivable, owed);
    }
}

TEST(CageReports, ListShiftsWithTheirDifferences) {
    const CageJournal property(test::cage_script());
    CageJournal::Table shifts = property.report(CageReport::shifts);
    const CageJournal::Table training = property.report(CageReport::shifts, true);
    shifts.insert(shifts.end(), training.begin(), training.end());
    ASSERT_FALSE(shifts.empty());
    std::size_t closed = 0;
    for (const auto& shift : shifts) {
        EXPECT_FALSE(shift.at("cashier").empty());
        if (shift.at("closed_at").empty()) continue;
        ++closed;
        const std::string& text = shift.at("difference");
        const bool is_short = text.starts_with('-');
        const Money difference = parse_money(text.substr(is_short ? 1 : 0)).value();
        EXPECT_EQ(parse_money(shift.at("closing_counted")).value() -
                      parse_money(shift.at("closing_expected")).value(),
                  is_short ? -difference : difference);
    }
    EXPECT_GT(closed, 0u);
    EXPECT_TRUE(property.report(CageReport::shifts, false, {{0}, {1}}).empty());
}

TEST(CageReports, KeepPlayMoneyApart) {
    const CageJournal property(test::cage_script());
    for (const CageReport what : {CageReport::shifts, CageReport::balances, CageReport::tickets,
                                  CageReport::hand_pays, CageReport::unclaimed}) {
        const bool any_training = std::ranges::any_of(
            property.state().tables, [](const auto& t) { return t.second.configuration.training; });
        if (!any_training) EXPECT_TRUE(property.report(what, true).empty());
    }
    EXPECT_FALSE(property.report(CageReport::balances).empty());
}

TEST(CageReports, ExportTicketsWithWhatBecameOfThem) {
    for (const auto& commands : {test::cage_script(), test::instruments_script()}) {
        const CageJournal property(commands);
        const CageJournal::Table tickets = property.export_of(ExportKind::tickets);
        ASSERT_FALSE(tickets.empty());
        std::size_t known = 0;
        for (const auto& row : tickets) {
            const auto name = parse_hash(row.at("ticket"));
            ASSERT_TRUE(name);
            EXPECT_EQ(row.at("last_four").size(), 4u);
            EXPECT_EQ(row.at("redeemed") == "yes", row.at("state") == "redeemed");
            const auto state = parse_word<TicketState>(row.at("state"));
            ASSERT_TRUE(state);
            EXPECT_EQ(is_closed(*state), !row.at("closed_at").empty());
            const auto at = property.state().instruments.tickets.find(*name);
            if (at == property.state().instruments.tickets.end()) continue;
            ++known;
            EXPECT_EQ(row.at("state"), to_word(at->second.state));
            EXPECT_EQ(row.at("amount"), to_text(at->second.amount));
            EXPECT_EQ(row.at("currency"), ledger::letters_of(at->second.currency));
        }
        EXPECT_EQ(known, property.state().instruments.tickets.size());
    }
}

TEST(CageReports, ExportRealAndPlayMoneyApart) {
    const CageJournal property(test::cage_script());
    for (const ExportKind what : {ExportKind::entries, ExportKind::tickets, ExportKind::events,
                                  ExportKind::meters, ExportKind::rounds}) {
        const std::size_t all = property.export_of(what).size();
        const std::size_t real = property.export_of(what, false).size();
        const std::size_t training = property.export_of(what, true).size();
        EXPECT_EQ(real + training, all) << to_word(what);
    }
}

}  // namespace
}  // namespace sicbo::store
