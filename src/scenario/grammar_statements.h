// SPDX-License-Identifier: MIT
// Helpers of statements. Private to src/scenario: included by grammar_statements*.cpp only.
#pragma once

#include <optional>
#include <string>

#include "scenario/grammar.h"

namespace sicbo::scenario {

// Nothing if the statement holds, otherwise what is the case instead.
using Checked = std::optional<std::string>;

inline Checked holds(bool so, std::string otherwise) {
    if (so) return std::nullopt;
    return otherwise;
}

inline Checked equals(Money shown, const Arguments& with) {
    return holds(shown == with.get<Money>("amount"), "it is " + to_text(shown));
}

inline Checked equals_count(std::int64_t shown, const Arguments& with) {
    return holds(shown == with.get<std::int64_t>("number"), "there are " + std::to_string(shown));
}

inline Money balance(const Fixture& fixture, ledger::Account account) {
    return fixture.state().ledger.balance(account);
}

// The statements about the cage (grammar_statements_cage.cpp).
std::span<const Statement> cage_statements();

}  // namespace sicbo::scenario
