// SPDX-License-Identifier: MIT
#include "store/audit.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <thread>
#include <utility>

#include "core/check.h"
#include "store/audit_sources.h"
#include "store/checkpoint.h"
#include "store/command_audit.h"
#include "store/entry_audit.h"
#include "store/files.h"
#include "store/key_statement.h"
#include "store/open_store.h"
#include "store/postgres_address.h"
#include "store/recover.h"
#include "store/report_audit.h"
#include "store/snapshot.h"
#include "store/store.h"
#include "table/engine.h"
#include "table/invariants.h"
#include "table/recall.h"
#include "wire/bytes.h"

namespace sicbo::store {
namespace {

struct AuditFinding {
    Verdict verdict = Verdict::bad;
    std::uint64_t sequence = 0;
    std::string what;
};

// The signing key that was registered by an event.
struct KeyChange {
    std::uint64_t sequence = 0;
    std::string after;  // the public half
};

bool settles_or_voids(const table::Fact& fact) {
    return holds<table::RoundSettled>(fact) || holds<table::RoundVoided>(fact);
}

// Replays the journal and verifies every event, record and round on the way.
class Replayer {
public:
    Replayer(const AuditOptions& options, Store& journal, Audit& audit)
        : options_(options),
          journal_(journal),
          audit_(audit),
          reports_(options.journal_only ? ReportAudit() : ReportAudit(journal)) {
        current_.at = beginning_of(journal.origin());
        if (!options.journal_only) snapshots_ = journal.snapshots();
        const auto now = journal.open_reader();
        last_sequence_ = now ? (*now)->last().sequence : journal.last().sequence;
        if (reports_.remark()) audit.remarks.push_back(*reports_.remark());
    }

    // The replacements of the signing key, in the order of their events. Valid after replay_all().
    const std::vector<KeyChange>& key_changes() const { return key_changes_; }

    std::optional<AuditFinding> replay_all() {
        // What is appended after the journal was opened is left to the next audit.
        const std::uint64_t until = journal_.last().sequence;
        const Result<void> read = journal_.read(0, [&](const Record& record) -> Result<bool> {
            if (until == 0) return false;
            ++audit_.records;
            if (auto done = replay_record(record); !done) return std::unexpected(done.error());
            sequence_ = current_.at.sequence + 1;
            return record.last.sequence < until;
        });
        audit_.last = current_.at;
        if (audit_.not_decided > 0) {
            audit_.remarks.push_back(
                std::to_string(audit_.not_decided) +
                " events are of format version 1: their hashes and entries were checked and they "
                "were replayed, but their orders were not decided again");
        }
        if (!read) return AuditFinding{Verdict::bad, sequence_, read.error().what};
        if (const auto wrong = broken([&] { return table::broken(current_.state); })) {
            return AuditFinding{Verdict::bad, current_.at.sequence, *wrong};
        }
        for (const Snapshot& snapshot : snapshots_) {
            if (snapshot.at.sequence > last_sequence_) {
                return AuditFinding{Verdict::truncated, current_.at.sequence,
                                    "there is a snapshot of event " +
                                        std::to_string(snapshot.at.sequence) +
                                        ", but the journal ends earlier: events are missing"};
            }
        }
        return std::nullopt;
    }

private:
    Result<void> replay_record(const Record& record) {
        // The hash of the record comes first. If it is wrong, it is not known which event is bad.
        sequence_ = current_.at.sequence + 1;
        const auto ignore = [](const Position&, std::string_view) { return Result<void>(); };
        if (auto done = read_record(record, current_.at, ignore); !done) return done;
        std::vector<DecodedEvent> events;
        std::optional<Error> unreadable;  // reported after the events before it were audited
        const auto decode = [&](std::uint64_t, std::string_view bytes) -> Result<void> {
            Result<table::Event> event = wire::read_event(bytes);
            if (!event) unreadable = event.error();
            if (!event) return std::unexpected(*unreadable);
            events.push_back({std::move(*event), bytes});
            return {};
        };
        if (auto done = split_record(record, decode); !done && !unreadable) return done;
        for (std::size_t i = 0; i < events.size(); ++i) {
            sequence_ = record.first + i;
            if (auto done = replay_event(std::span(events).subspan(i)); !done) return done;
        }
        if (unreadable) {
            sequence_ = record.first + events.size();
            return std::unexpected(*unreadable);
        }
        if (const auto wrong = commands_.audit_record_end()) return failure(*wrong);
        check(current_.at.sequence + events.size() == record.last.sequence);
        check(current_.state.sequence == record.last.sequence);
        current_.at = record.last;
        for (const TableId table : std::exchange(ended_, {})) {
            const auto wrong = broken([&] { return table::broken_at_end(current_.state, table); });
            if (wrong) return failure(*wrong);
        }
        if (!std::exchange(amended_, false)) return compare();
        if (const auto wrong = broken([&] { return table::broken(current_.state); })) {
            return failure(*wrong);
        }
        return compare();
    }

    // Evaluates an invariant. A state that a bad journal led to may make it throw.
    static std::optional<std::string> broken(
        const std::function<std::optional<std::string>()>& ask) {
        try {
            return ask();
        } catch (const std::exception& error) {
            return error.what();
        }
    }

    // Decides the order of the first event again. Version 1 did not record the round that an order
    // was meant for, so its orders can't be; no such event may follow one of a later version.
    Result<void> decide_anew(std::span<const DecodedEvent> events) {
        const std::uint8_t version = wire::version_of(events.front().bytes);
        if (version < version_) {
            return failure("an event of format " + std::to_string(version) +
                           " follows one of format " + std::to_string(version_));
        }
        version_ = version;
        if (version == 1) {
            ++audit_.not_decided;
            return {};
        }
        if (const auto wrong = commands_.audit_event(current_.state, events))
            return failure(*wrong);
        return {};
    }

    // A key that was not lost must have signed for the one that replaced it.
    Result<void> audit_key(const table::KeyReplaced& replaced) {
        const std::string name(to_word(replaced.key));
        const std::string at =
            "the key \"" + name + "\" was replaced at event " + std::to_string(sequence_);
        if (replaced.key == table::Key::journal) {
            key_changes_.push_back({sequence_, replaced.after});
        }
        if (replaced.before.empty()) {
            audit_.remarks.push_back(at + "; the old one was lost and signed for nothing");
            return {};
        }
        if (!is_signed_by_old_key(journal_.origin(), replaced)) {
            return failure("the old key \"" + name + "\" has not signed for the new one");
        }
        audit_.remarks.push_back(at + "; the old one signed for the new one");
        return {};
    }

    // Recalled rounds must be those that the journal has.
    Result<void> audit_recall(const table::Event& event) {
        const auto* recalled = get_if<table::RoundsRecalled>(&event.fact);
        if (!recalled) return {};
        const auto found =
            find_records(journal_, event.stamp.table, recalled->rounds, sequence_ - 1);
        if (!found) return std::unexpected(found.error());
        if (write_records(*found) == recalled->found) return {};
        return failure("the recalled rounds are not those of the journal");
    }

    // Audits and applies the first of these events; the others follow it in its record.
    Result<void> replay_event(std::span<const DecodedEvent> events) {
        const table::Event& event = events.front().event;
        try {
            if (const auto wrong = audit_entries(current_.state, event)) return failure(*wrong);
            if (auto decided = decide_anew(events); !decided) return decided;
            if (auto recalled = audit_recall(event); !recalled) return recalled;
            if (const auto wrong = reports_.before_event(current_.state, event, sequence_)) {
                return failure(*wrong);
            }
            table::apply(current_.state, event);
            if (const auto wrong = reports_.after_event(current_.state, event, sequence_)) {
                return failure(*wrong);
            }
        } catch (const std::exception& error) {  // a failed check, or a failed look-up
            return failure(error.what());
        }
        if (const auto* replaced = get_if<table::KeyReplaced>(&event.fact)) {
            if (auto done = audit_key(*replaced); !done) return done;
        }
        ++audit_.events;
        audit_.entries += event.postings.size();
        if (settles_or_voids(event.fact)) {
            ++audit_.rounds;
            ended_.insert(event.stamp.table);
        }
        // An amendment may have changed any earlier round, so all invariants are asked again.
        amended_ = amended_ || holds<table::RoundsAmended>(event.fact);
        constexpr std::uint64_t report_every = 1'000;  // events
        if (options_.progress && audit_.events % report_every == 0) {
            options_.progress(audit_.events, journal_.last().sequence);
        }
        return {};
    }

    // Compares the state with a snapshot of it, and with the reports.
    Result<void> compare() {
        for (const Snapshot& snapshot : snapshots_) {
            if (snapshot.at.sequence != current_.at.sequence) continue;
            if (wire::version_of(snapshot.state) != wire::format_version) continue;
            check(current_.state.sequence == current_.at.sequence);
            ++audit_.snapshots;
            if (snapshot.at.hash != current_.at.hash) {
                return failure("the snapshot of this event belongs to another journal");
            }
            if (snapshot.state != wire::write_state(current_.state)) {
                return failure("the snapshot of this event has other balances, meters or rounds");
            }
        }
        if (const auto wrong = reports_.after_record(current_.state, current_.at.sequence)) {
            return failure(*wrong);
        }
        return {};
    }

    const AuditOptions& options_;
    Store& journal_;
    Audit& audit_;
    Recovered current_;
    std::set<TableId> ended_;  // tables whose rounds ended in this record
    bool amended_ = false;
    std::uint64_t sequence_ = 1;  // the event that is being audited
    std::uint8_t version_ = 1;    // of the event before it
    std::vector<Snapshot> snapshots_;
    std::uint64_t last_sequence_ = 0;  // of the journal, read after the snapshots
    CommandAudit commands_;
    ReportAudit reports_;
    std::vector<KeyChange> key_changes_;
};

// Verifies the notes of the database and of the file outside against the journal.
class NoteAudit {
public:
    NoteAudit(const Store& journal, std::vector<NoteKey> keys)
        : journal_(journal), keys_(std::move(keys)) {}

    // Sets `notes`, `notes_outside` and `signed_until` of the audit and nothing else of it, since
    // the replay sets the rest on another thread.
    std::optional<AuditFinding> audit_notes(Audit& audit, const std::string& file,
                                            std::uint64_t bytes) {
        // Both are read in the order of their sizes; a note that is in both is verified once.
        NoteReader outside(file, bytes);
        std::optional<Note> out;
        std::optional<AuditFinding> finding;
        std::uint64_t last_outside = 0;
        const auto next_outside = [&]() -> bool {
            Result<std::optional<Note>> note = outside.next();
            if (!note) {
                finding = AuditFinding{Verdict::bad, last_outside, note.error().text()};
                return false;
            }
            out = std::move(*note);
            if (!out && outside.has_incomplete_tail()) {
                remark_ = "the last note in " + file + " is incomplete and was ignored";
            }
            if (!out) return true;
            ++audit.notes_outside;
            if (out->size < last_outside) {
                finding = AuditFinding{Verdict::bad, out->size,
                                       "the notes outside are not in ascending order"};
                return false;
            }
            last_outside = out->size;
            return true;
        };
        if (!next_outside()) return finding;
        const Result<void> read = journal_.read_notes(0, [&](const Note& note) -> Result<bool> {
            if (is_later(note)) return true;
            ++audit.notes;
            while (out && out->size <= note.size) {
                const bool same = *out == note || is_later(*out);
                finding = same ? std::nullopt : audit_note(*out);
                if (finding || !next_outside()) return false;
            }
            finding = audit_note(note);
            if (!finding && !keys_.empty()) audit.signed_until = note.size;
            return !finding;
        });
        if (finding) return finding;
        if (!read) return AuditFinding{Verdict::bad, 0, read.error().text()};
        while (out) {
            const bool later = is_later(*out);
            finding = later ? std::nullopt : audit_note(*out);
            if (!finding && !later && !keys_.empty()) {
                check(out->size <= journal_.last().sequence);
                audit.signed_until = std::max(audit.signed_until, out->size);
            }
            if (finding || !next_outside()) return finding;
        }
        return std::nullopt;
    }

    const std::optional<std::string>& remark() const { return remark_; }

    // Finds the first note that a key signed after the event that replaced it. Call it after
    // audit_notes().
    std::optional<AuditFinding> find_replaced_key(std::span<const KeyChange> changes) const {
        for (const auto& [size, key] : signers_) {
            const std::string name = to_text(keys_.at(key));
            std::uint64_t registered = 0;
            std::uint64_t replaced = 0;
            for (const KeyChange& change : changes) {
                if (change.sequence > size) break;
                (change.after == name ? registered : replaced) = change.sequence;
            }
            if (replaced <= registered) continue;
            return AuditFinding{Verdict::bad, size,
                                "the note of " + std::to_string(size) +
                                    " events is signed with a key that was replaced at event " +
                                    std::to_string(replaced)};
        }
        return std::nullopt;
    }

private:
    // Returns true if the note covers events that were appended after the journal was opened.
    bool is_later(const Note& note) const {
        const std::uint64_t last = journal_.last().sequence;
        if (note.size <= last) return false;
        const auto now = journal_.open_reader();
        return now && (*now)->last().sequence >= note.size;
    }

    std::optional<AuditFinding> audit_note(const Note& note) {
        const Result<Checkpoint> checkpoint = parse_checkpoint(note.text);
        if (!checkpoint) return AuditFinding{Verdict::bad, note.size, checkpoint.error().text()};
        const Position& at = checkpoint->at;
        if (at.sequence != note.size || checkpoint->origin != journal_.origin()) {
            return AuditFinding{Verdict::bad, note.size,
                                "a note belongs to another journal or states another size"};
        }
        const auto signer = std::ranges::find_if(
            keys_, [&](const NoteKey& key) { return is_signed_by(*checkpoint, key); });
        if (!keys_.empty() && signer == keys_.end()) {
            return AuditFinding{
                Verdict::bad, note.size,
                "the note of " + std::to_string(note.size) + " events is not signed with the key"};
        }
        if (signer != keys_.end()) {
            signers_.emplace_back(note.size, static_cast<std::size_t>(signer - keys_.begin()));
        }
        const Position last = journal_.last();
        if (at.sequence > last.sequence) {
            return AuditFinding{
                Verdict::truncated, last.sequence,
                "event " + std::to_string(at.sequence) +
                    " was signed for, but the journal ends earlier: events are missing"};
        }
        const auto end = journal_.end_of_record(at.sequence);
        if (!end) return AuditFinding{Verdict::bad, at.sequence, end.error().text()};
        if (*end != at) {
            return AuditFinding{
                Verdict::forked, at.sequence,
                "event " + std::to_string(at.sequence) + " is not the one that was signed for"};
        }
        return std::nullopt;
    }

    const Store& journal_;
    std::vector<NoteKey> keys_;
    std::vector<std::pair<std::uint64_t, std::size_t>>
        signers_;  // size of a note, index of its key
    std::optional<std::string> remark_;
};

// Finds events that no note covers. A program that was killed leaves some; one that ended does not.
// Without a key no signature was verified, so no event counts as signed; a remark says so already.
std::optional<AuditFinding> find_unsigned(const AuditOptions& options, Audit& audit, bool has_key) {
    if (audit.signed_until >= audit.last.sequence) return std::nullopt;
    if (!has_key && !options.all_signed) return std::nullopt;
    const std::uint64_t left = audit.last.sequence - audit.signed_until;
    const std::string all = std::to_string(audit.last.sequence);
    const std::string what =
        has_key ? "no note covers the last " + std::to_string(left) + " of " + all + " events"
                : "no key was given, so no event counts as signed";
    if (options.all_signed) return AuditFinding{Verdict::bad, audit.signed_until + 1, what};
    audit.remarks.push_back(what);
    return std::nullopt;
}

// Returns an error if the journal is a file that does not exist or can't be read.
Result<void> verify_location(const std::string& location) {
    if (is_postgres(location)) return {};
    if (!exists(location)) return failure("there is no such file", location);
    if (std::filesystem::is_directory(location)) {
        return failure("this is a folder; name the journal file in it", location);
    }
    if (auto file = File::open(location, File::Mode::read); !file) {
        return std::unexpected(file.error());
    }
    return {};
}

}  // namespace

Result<Audit> audit(const AuditOptions& options) {
    Audit audit;
    if (auto fine = verify_location(options.journal); !fine) return std::unexpected(fine.error());
    // The length of the notes is read first: a journal that is being written then has all events
    // that they cover. A pipe has no length and is read to its end.
    const Result<std::string> files = files_of(options.journal);
    if (!files) return std::unexpected(files.error());
    const std::string notes = find_notes(options, *files, audit);
    if (!options.notes.empty() && !exists(notes)) return failure("there is no such file", notes);
    const bool has_length = !notes.empty() && std::filesystem::is_regular_file(notes);
    const std::uint64_t notes_bytes = has_length ? file_bytes(notes) : UINT64_MAX;
    const Result<std::vector<NoteKey>> keys = find_keys(options, *files, audit);
    if (!keys) return std::unexpected(keys.error());
    Result<std::unique_ptr<Store>> journal = open_to_read(options.journal);
    Result<std::unique_ptr<Store>> second = open_to_read(options.journal);
    // That a server can't be reached says nothing about the journal.
    if (is_postgres(options.journal) && !journal) return std::unexpected(journal.error());
    if (is_postgres(options.journal) && !second) return std::unexpected(second.error());
    if (!journal || !second) {
        audit.verdict = Verdict::bad;
        audit.what = (journal ? second : journal).error().text();
        audit.remarks.clear();
        return audit;
    }
    audit.origin = (*journal)->origin();

    // Verifying signatures takes long, so it runs on a thread of its own.
    std::optional<AuditFinding> by_notes;
    NoteAudit note_audit(**second, *keys);
    std::jthread thread([&] { by_notes = note_audit.audit_notes(audit, notes, notes_bytes); });
    Replayer replayer(options, **journal, audit);
    std::optional<AuditFinding> by_replay = replayer.replay_all();
    thread.join();
    if (!by_notes) by_notes = note_audit.find_replaced_key(replayer.key_changes());
    if (note_audit.remark()) audit.remarks.push_back(*note_audit.remark());
    if (!notes.empty() && audit.notes_outside == 0 && !by_notes) {
        const std::string what =
            "there is no note in " + notes + ": a truncated journal would look complete";
        if (!options.notes.empty()) by_notes = AuditFinding{Verdict::bad, 0, what};
        if (options.notes.empty()) audit.remarks.push_back(what);
    }
    // The finding with the lower sequence is reported.
    std::optional<AuditFinding> finding =
        by_replay && by_notes ? (by_replay->sequence <= by_notes->sequence ? by_replay : by_notes)
                              : (by_replay ? by_replay : by_notes);
    if (!finding) finding = find_unsigned(options, audit, !keys->empty());
    if (finding) {
        audit.verdict = finding->verdict;
        audit.sequence = finding->sequence;
        audit.what = finding->what;
    }
    return audit;
}

}  // namespace sicbo::store
