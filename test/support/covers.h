// SPDX-License-Identifier: MIT
// Names the clauses that a test shows, so that tools/traceability can list them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "rules/documents.h"

namespace sicbo::test {

// covers("rws-etg 3.9.3, rws-etg 3.9.4"), first thing in a test. A clause that no document has
// fails the test.
inline void covers(std::string_view list) {
    ::testing::Test::RecordProperty("clauses", std::string(list));
    while (!list.empty()) {
        const std::string_view one = list.substr(0, list.find(", "));
        const bool known = std::ranges::any_of(rules::clauses(), [&](const rules::Clause& clause) {
            return clause.game + " " + clause.number == one;
        });
        EXPECT_TRUE(known) << "no such clause: " << one;
        list.remove_prefix(std::min(list.size(), one.size() + 2));
    }
}

}  // namespace sicbo::test
