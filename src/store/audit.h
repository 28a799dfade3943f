// Whether a journal is what was registered: offline, read-only, from the bytes alone.
//
// Every event is bound to those before it, every signed note is held against the journal, and all
// rounds are played again: each order decided anew by whoever gave it, each close, settlement, void
// and correction worked out anew, balances and meters held to the invariants, and snapshots and
// reports, where there are any, compared. Memory does not grow with the journal.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/words.h"
#include "store/record.h"

namespace sicbo::store {

enum class Verdict : std::uint8_t {
    intact,
    bad,        // an event, or a note, is not what it should be
    truncated,  // more was signed for than there is
    forked,     // what was signed for is not what is there
};

struct Audit {
    Verdict verdict = Verdict::intact;
    // Of the first bad event, or after which it was cut or is another; 0 if it can't be told.
    std::uint64_t sequence = 0;
    std::string what;  // is wrong

    std::string origin;
    Position last;
    std::uint64_t records = 0;
    std::uint64_t events = 0;
    std::uint64_t rounds = 0;          // that ended
    std::uint64_t entries = 0;         // moves of money
    std::uint64_t notes = 0;           // in the database
    std::uint64_t outside = 0;         // notes in the file given
    std::uint64_t signed_to = 0;       // the last event that a note of the key stands for
    std::uint64_t snapshots = 0;       // that were compared
    std::vector<std::string> remarks;  // what was not looked at, and why
};

struct AuditOptions {
    std::string journal;
    // The file outside the database, or a pipe; that beside the journal if it is empty.
    std::string notes;
    std::string key;          // a file with the public key; that beside the journal if it is empty
    bool all_signed = false;  // events that no note stands for are bad
    std::function<void(std::uint64_t events, std::uint64_t all)> progress = {};
    bool alone = false;  // snapshots and reports beside the journal are not looked at
};

// An error only if there is nothing to look at, or nothing to look with. A journal that can't be
// read is bad.
Result<Audit> audit(const AuditOptions& options);

}  // namespace sicbo::store

namespace sicbo {

template <>
inline constexpr std::array words_of<store::Verdict> =
    std::to_array<std::string_view>({"intact", "bad", "truncated", "forked"});

}  // namespace sicbo
