// SPDX-License-Identifier: MIT
// Plays scenarios: rounds that are written as text, so that a dealer can read them and a laboratory
// can write its own. docs/formats/scenario.md describes the language.
//
// No clock, file or thread: a text goes in and a report comes out, the same every time. The events
// can be kept in a journal of the caller.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.h"
#include "core/result.h"
#include "scenario/journal.h"

namespace sicbo::scenario {

// What one line led to.
struct Played {
    int line = 0;
    std::vector<std::string> phrases;  // empty for a statement
};

// A line that did not go as expected.
struct Difference {
    int line = 0;
    std::string expected;
    std::string got;
};

struct Playthrough {
    std::optional<Difference> difference;  // the first
    std::vector<Played> played;
    int commands = 0;
    int statements = 0;  // that hold
    std::uint64_t rounds = 0;
    std::uint64_t events = 0;
    Hash hash;  // of the last event in the chain, and so of all of them
};

// Whether a difference ends the play. A broken invariant always does.
enum class Until : std::uint8_t { difference, end };

// Plays the scenario and returns what came of it. Accepts any text; a line that can't be understood
// is an error, whose location is the number of the line. The journal, if there is one, must be
// empty; the play ends when it fails.
Result<Playthrough> play(std::string_view text, Until until = Until::difference,
                         Journal* journal = nullptr);

// The grammar of scenarios for people to read, and as the tables of docs/formats/scenario.md, each
// between its markers. Both are made from the tables that play() parses with.
std::string grammar_text();
std::string grammar_markdown();

}  // namespace sicbo::scenario
