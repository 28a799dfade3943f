// SPDX-License-Identifier: MIT
// Every spot of every layout on every roll, against the oracle and against vectors kept as files.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "core/csv.h"
#include "oracle/oracle.h"
#include "support/covers.h"
#include "support/layouts.h"

namespace sicbo {
namespace {

using rules::nth_roll;
using rules::Roll;
using rules::roll_count;

TEST(Vectors, EveryLayoutOffersWhatTheOracleReadsInItsDocument) {
    std::set<std::string> ids;
    for (const rules::Layout* layout : test::all_layouts()) {
        ids.insert(layout->id);
        std::set<std::string> ours;
        for (const rules::Spot spot : spots_of(*layout)) ours.insert(to_text(spot));
        const std::vector<std::string> theirs = oracle::spots(layout->id);
        EXPECT_EQ(ours, std::set<std::string>(theirs.begin(), theirs.end())) << layout->id;
    }
    const std::vector<std::string> theirs = oracle::layouts();
    EXPECT_EQ(ids, std::set<std::string>(theirs.begin(), theirs.end()));
}

TEST(Vectors, EverySpotPaysWhatTheOracleSaysOnAll216Rolls) {
    test::covers("rws-etg 3.8, rws-taisai 3.9, mbs-etg 3.5, mbs-etg 3.6");
    int compared = 0;
    for (const rules::Layout* layout : test::all_layouts()) {
        for (int n = 0; n < roll_count; ++n) {
            const Roll roll = nth_roll(n);
            const auto& dice = roll.dice();
            const rules::Payouts payouts(*layout, roll);
            for (const rules::Spot spot : spots_of(*layout)) {
                const std::string id = to_text(spot);
                const auto halves = oracle::halves(layout->id, id, dice[0], dice[1], dice[2]);
                const std::int64_t back = halves ? 200 + 100 * *halves : 0;
                ASSERT_EQ(payouts.returned(id_of(spot), Money::of_cents(200)).cents(), back)
                    << layout->id << " " << id << " on " << int{dice[0]} << int{dice[1]}
                    << int{dice[2]};
                ASSERT_EQ(payouts.odds(id_of(spot)).halves, halves.value_or(0));
                ++compared;
            }
        }
    }
    EXPECT_EQ(compared, (56 + 104 + 104 + 50 + 50 + 104 + 50) * 216);
}

// A file spot,d1,d2,d3,odds with all spots of the layout and its 56 rolls told apart by value.
void expect_file(const std::string& id) {
    std::ifstream file(std::string(SICBO_TEST_DATA) + "/vectors/" + id + ".csv");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const auto rows = parse_csv(text);
    ASSERT_TRUE(rows.has_value());
    const rules::Layout& layout = test::layout(id);
    ASSERT_EQ(rows->size(), 1 + 56 * spots_of(layout).size());
    for (const CsvRow& row : *rows) {
        if (row.line == 1) continue;
        std::array<int, 3> dice = {std::stoi(row.fields[1]), std::stoi(row.fields[2]),
                                   std::stoi(row.fields[3])};
        do {
            const Roll roll{dice[0], dice[1], dice[2]};
            EXPECT_EQ(test::odds(layout, row.fields[0], roll), row.fields[4])
                << id << ":" << row.line;
        } while (std::ranges::next_permutation(dice).found);
    }
}

TEST(Vectors, RwsEtg1PaysAsItsFileSays) { expect_file("rws-etg-1"); }
TEST(Vectors, RwsTaisaiPaysAsItsFileSays) { expect_file("rws-taisai"); }

}  // namespace
}  // namespace sicbo
