// SPDX-License-Identifier: MIT
#include "table/opening.h"

#include <gtest/gtest.h>

#include "support/property.h"

namespace sicbo::table {
namespace {

using test::Property;
using test::reason_of;
using test::Role;

// A table that is closed, with nothing on file.
Property closed_without_records(std::string_view game, bool training) {
    test::Settings settings;
    settings.configuration.training = training;
    Property property(game, settings);
    property.must(Role::supervisor, CloseTable{});
    Table& t = property.table();
    t.configuration.operator_name.clear();
    t.configuration.layout_approval.clear();
    t.approvals.clear();
    return property;
}

std::vector<MissingRecord> missing_of(const Property& property) {
    const Table& t = property.table();
    return find_missing_records(property.game(), t.configuration, t.approvals);
}

void put_on_file(Table& t, const MissingRecord& missing) {
    if (missing.reference) {
        t.approvals[*missing.reference] = "on file";
    } else if (missing.reason == Reason::operator_name_missing) {
        t.configuration.operator_name = "The House";
    } else {
        t.configuration.layout_approval = "on file";
    }
}

std::string list(const std::vector<MissingRecord>& all) {
    std::string text;
    for (const MissingRecord& one : all) {
        text += (text.empty() ? "" : " ") +
                std::string(one.reference ? to_word(*one.reference) : to_word(one.reason));
    }
    return text;
}

TEST(MissingRecords, AreThoseThatTheDocumentAsksFor) {
    EXPECT_EQ(list(missing_of(closed_without_records("maryland", false))),
              "operator_name_missing layout_not_approved drop-box tip-box lights");
    EXPECT_EQ(list(missing_of(closed_without_records("rws-taisai", false))), "clean-copy");
    EXPECT_EQ(list(missing_of(closed_without_records("rws-taisai", true))), "");
    EXPECT_EQ(list(missing_of(closed_without_records("rws-etg", false))), "");
}

// The first of them is the reason of the refusal, until all are on file.
TEST(MissingRecords, AreWhyATableDoesNotOpen) {
    for (const std::string_view game : {"maryland", "rws-taisai", "rws-etg", "mbs-etg"}) {
        Property property = closed_without_records(game, false);
        std::vector<MissingRecord> missing = missing_of(property);
        while (!missing.empty()) {
            const Decision refused = decide(
                property.state, property.command(test::speaker(Role::supervisor), OpenTable{}));
            EXPECT_EQ(reason_of(refused), to_word(missing.front().reason)) << game;
            EXPECT_EQ(refused.detail,
                      missing.front().reference ? to_word(*missing.front().reference) : "");
            put_on_file(property.table(), missing.front());
            const std::size_t before = missing.size();
            missing = missing_of(property);
            ASSERT_EQ(missing.size(), before - 1) << game;
        }
        const Decision decision =
            decide(property.state, property.command(test::speaker(Role::supervisor), OpenTable{}));
        EXPECT_TRUE(!decision.refusal || decision.refusal->reason == Reason::inspection_missing)
            << game << " " << reason_of(decision);
    }
}

}  // namespace
}  // namespace sicbo::table
