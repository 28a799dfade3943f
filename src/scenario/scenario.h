// Plays rounds that are written as text, so that a dealer can read them and a laboratory can write
// its own. docs/formats/scenario.md has the language.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.h"
#include "core/result.h"

namespace sicbo::scenario {

// What came of one line.
struct Played {
    int line = 0;
    std::vector<std::string> phrases;
};

struct Difference {
    int line = 0;
    std::string expected;
    std::string got;
};

struct Playthrough {
    std::optional<Difference> difference;  // the first
    std::vector<Played> played;
    int commands = 0;
    int statements = 0;  // that were found to hold
    std::uint64_t rounds = 0;
    std::uint64_t events = 0;
    Hash hash;  // of the last event, and so of all of them
};

// Whether a difference ends the play. A broken invariant always does.
enum class Until : std::uint8_t { difference, end };

// An error is a line that can't be understood; its place is the line's number.
Result<Playthrough> play(std::string_view text, Until until = Until::difference);

}  // namespace sicbo::scenario
