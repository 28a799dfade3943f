// SPDX-License-Identifier: MIT
// The audit: verifies that a journal holds what was committed, offline and read-only, from its
// bytes alone.
//
// It verifies the hash chain and every signed note, and replays all rounds: each command is decided
// again (command_audit.h); each close, settlement, void and correction is computed again
// (entry_audit.h); balances and meters are held to the invariants (table/invariants.h); snapshots
// and reports, where there are any, are compared (report_audit.h). Memory does not grow with the
// journal.
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
    bad,        // an event or a note is invalid
    truncated,  // a note covers events that the journal does not have
    forked,     // a note was signed for other events than the journal has
};

struct Audit {
    Verdict verdict = Verdict::intact;
    // bad: the first bad event. truncated: the last event that exists. forked: the event at which a
    // note disagrees, so that the fork is at or before it. 0 if it is not known.
    std::uint64_t sequence = 0;
    std::string what;  // what is wrong; empty if intact

    std::string origin;
    Position last;
    std::uint64_t records = 0;
    std::uint64_t events = 0;
    std::uint64_t rounds = 0;          // rounds that were settled or void
    std::uint64_t entries = 0;         // ledger entries
    std::uint64_t notes = 0;           // notes in the database
    std::uint64_t notes_outside = 0;   // notes in the file outside
    std::uint64_t signed_until = 0;    // the last event that a note of the key covers
    std::uint64_t snapshots = 0;       // snapshots compared
    std::uint64_t not_decided = 0;     // events of format 1: their orders are not decided again
    std::vector<std::string> remarks;  // what was not verified, and why
};

struct AuditOptions {
    std::string journal;
    // The file of notes outside the database, or a pipe; if empty, the file beside the journal.
    std::string notes;
    std::string key;          // a file with the public keys; if empty, the file beside the journal
    bool all_signed = false;  // events that no note covers are bad
    std::function<void(std::uint64_t events, std::uint64_t all)> progress = {};
    bool journal_only = false;  // ignore the snapshots and reports beside the journal
};

// Audits the journal. Returns an error only if a named file is missing or unreadable; a journal
// that can't be opened or replayed gets the verdict `bad`. The journal may be written meanwhile:
// what is appended after the start is left to the next audit. Uses one extra thread for the
// signatures.
Result<Audit> audit(const AuditOptions& options);

}  // namespace sicbo::store

namespace sicbo {

template <>
inline constexpr std::array words_of<store::Verdict> =
    std::to_array<std::string_view>({"intact", "bad", "truncated", "forked"});

}  // namespace sicbo
