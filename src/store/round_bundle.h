// SPDX-License-Identifier: MIT
// A dispute bundle: everything about one round in one file, with the events that lead from it to a
// signed note. docs/formats/journal.md has its format. Only the chain, its first hash and the note
// are trusted here; everything else that the file says is computed again from them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/checkpoint.h"
#include "store/round_history.h"

namespace sicbo::store {

struct RoundBundle {
    std::string origin;  // of the journal
    TableId table;
    std::uint64_t round = 0;
    Hash previous;  // the hash before the first event of the chain
    struct Link {
        std::uint64_t sequence = 0;
        std::string bytes;
    };
    std::vector<Link> chain;
    std::string note;                        // empty if the round was not signed for
    std::vector<Position> events;            // that the file says are the round's
    std::map<PersonId, std::string> people;  // names, which the chain does not prove
};

// Returns true if the text is a JSON object that calls itself a bundle, of any version.
bool is_bundle(std::string_view text);
// Reads a bundle. Unknown fields are ignored, so that later versions can add some.
Result<RoundBundle> read_bundle(std::string_view text);

struct BundleClaim {
    std::string what;
    std::optional<bool> holds;  // nothing if what is needed is not there
};
struct BundleCheck {
    std::vector<BundleClaim> claims;
    RoundHistory history;  // computed from the chain; empty if the chain does not hold the round
};
// Follows the chain and compares it with the note. `keys` are those of the journal's notes, from
// another source; empty: the signature is not verified.
BundleCheck verify_bundle(const RoundBundle& bundle, std::span<const NoteKey> keys);

}  // namespace sicbo::store
