// SPDX-License-Identifier: MIT
// sicbo audit: whether a journal is what was registered.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "commands.h"
#include "journal.h"
#include "store/audit.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

std::string verdict_text(const store::Audit& audit) {
    switch (audit.verdict) {
        case store::Verdict::intact: return "intact";
        case store::Verdict::bad:
            if (audit.sequence == 0) return "bad: " + audit.what;
            return fmt::format("bad from event {} on: {}", audit.sequence, audit.what);
        case store::Verdict::truncated:
            return fmt::format("truncated after event {}: {}", audit.sequence, audit.what);
        case store::Verdict::forked:
            return fmt::format("forked at or before event {}: {}", audit.sequence, audit.what);
    }
    unreachable();
}

std::string as_text(const store::Audit& audit) {
    if (audit.origin.empty()) return verdict_text(audit) + "\n";  // the journal could not be opened
    std::string text = fmt::format("{}\n\n", verdict_text(audit));
    text += as_columns({{"journal", audit.origin},
                        {"last event", fmt::format("{}", audit.last.sequence)},
                        {"its hash", to_text(audit.last.hash)},
                        {"records", fmt::format("{}", audit.records)},
                        {"events replayed", fmt::format("{}", audit.events)},
                        {"rounds computed again", fmt::format("{}", audit.rounds)},
                        {"entries", fmt::format("{}", audit.entries)},
                        {"notes in the database", fmt::format("{}", audit.notes)},
                        {"notes from outside", fmt::format("{}", audit.notes_outside)},
                        {"signed for up to", fmt::format("event {}", audit.signed_until)},
                        {"snapshots compared", fmt::format("{}", audit.snapshots)}});
    for (const std::string& remark : audit.remarks) text += "note: " + remark + "\n";
    return text;
}

std::string as_json(const store::Audit& audit) {
    namespace json = boost::json;
    json::object object{{"verdict", std::string(to_word(audit.verdict))},
                        {"journal", audit.origin},
                        {"last_event", audit.last.sequence},
                        {"hash", to_text(audit.last.hash)},
                        {"records", audit.records},
                        {"events", audit.events},
                        {"rounds", audit.rounds},
                        {"entries", audit.entries},
                        {"notes", audit.notes},
                        {"outside", audit.notes_outside},
                        {"signed_to", audit.signed_until},
                        {"snapshots", audit.snapshots},
                        {"not_decided", audit.not_decided},
                        {"remarks", json::array(audit.remarks.begin(), audit.remarks.end())}};
    if (audit.verdict != store::Verdict::intact) {
        object["sequence"] = audit.sequence;
        object["what"] = audit.what;
    }
    return json::serialize(object) + "\n";
}

}  // namespace

int run_audit(const AuditOptions& options) {
    ProgressBar bar("replaying");
    const std::string notes = options.checkpoints == "-" ? "/dev/stdin" : options.checkpoints;
    const Result<store::Audit> audit =
        store::audit({options.file, notes, options.key, options.all_signed,
                      [&](std::uint64_t done, std::uint64_t all) { bar.show(done, all); }});
    bar.clear();
    if (!audit) return complain(audit.error());
    const bool is_json = options.json || options.format == "json";
    if (const int code = write_answer(is_json ? as_json(*audit) : as_text(*audit))) {
        return code;
    }
    return audit->verdict == store::Verdict::intact ? exit_fine : exit_no;
}

}  // namespace sicbo::app
