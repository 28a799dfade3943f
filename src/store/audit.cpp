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

#include "store/checkpoint.h"
#include "store/recheck.h"
#include "store/recover.h"
#include "store/redecide.h"
#include "store/reports_check.h"
#include "store/snapshot.h"
#include "store/sqlite_store.h"
#include "table/engine.h"
#include "table/invariants.h"
#include "wire/bytes.h"

namespace sicbo::store {
namespace {

struct Finding {
    Verdict verdict = Verdict::bad;
    std::uint64_t sequence = 0;
    std::string what;
};

bool ends_round(const table::Fact& fact) {
    return std::holds_alternative<table::RoundSettled>(fact) ||
           std::holds_alternative<table::RoundVoided>(fact);
}

// Plays the journal again.
class Player {
public:
    Player(const AuditOptions& options, SqliteStore& journal, Audit& audit)
        : options_(options),
          journal_(journal),
          audit_(audit),
          reports_(options.alone ? ReportsCheck() : ReportsCheck(journal)) {
        at_.at = beginning_of(journal.origin());
        if (!options.alone) snapshots_ = snapshot_files(options.journal);
        const auto now = SqliteStore::open({options.journal, Access::read});
        newest_ = now ? (*now)->last().sequence : journal.last().sequence;
        if (reports_.remark()) audit.remarks.push_back(*reports_.remark());
    }

    std::optional<Finding> play() {
        // What is written after the journal was opened is left to the next time.
        const std::uint64_t until = journal_.last().sequence;
        bool enough = until == 0;
        const Result<void> read = journal_.read(0, [&](const Record& record) -> Result<void> {
            ++audit_.records;
            if (auto played = play_record(record); !played) return played;
            playing_ = at_.at.sequence + 1;
            enough = record.last.sequence >= until;
            return enough ? Result<void>(failure("enough")) : Result<void>();
        });
        audit_.last = at_.at;
        if (!read && !enough) return Finding{Verdict::bad, playing_, read.error().what};
        if (const auto wrong = broken([&] { return table::broken(at_.state); })) {
            return Finding{Verdict::bad, at_.at.sequence, *wrong};
        }
        for (const Snapshot& snapshot : snapshots_) {
            if (snapshot.at.sequence > newest_) {
                return Finding{
                    Verdict::truncated, at_.at.sequence,
                    "there is a snapshot of event " + std::to_string(snapshot.at.sequence)};
            }
        }
        return std::nullopt;
    }

private:
    Result<void> play_record(const Record& record) {
        // First whether it is what was written: which of its events is not can't be told.
        playing_ = at_.at.sequence + 1;
        const auto nothing = [](const Position&, std::string_view) { return Result<void>(); };
        if (auto done = read_record(record, at_.at, nothing); !done) return done;
        std::vector<PlayedEvent> events;
        std::optional<Error> unreadable;  // told after what comes before it
        const auto take = [&](std::uint64_t, std::string_view bytes) -> Result<void> {
            Result<table::Event> event = wire::read_event(bytes);
            if (!event) unreadable = event.error();
            if (!event) return std::unexpected(*unreadable);
            events.push_back({std::move(*event), bytes});
            return {};
        };
        if (auto done = split_record(record, take); !done && !unreadable) return done;
        for (std::size_t i = 0; i < events.size(); ++i) {
            playing_ = record.first + i;
            if (auto done = play_event(std::span(events).subspan(i)); !done) return done;
        }
        if (unreadable) {
            playing_ = record.first + events.size();
            return std::unexpected(*unreadable);
        }
        if (const auto wrong = redecider_.end_of_record()) return failure(*wrong);
        at_.at = record.last;
        for (const TableId table : std::exchange(ended_, {})) {
            const auto wrong = broken([&] { return table::broken_at_end(at_.state, table); });
            if (wrong) return failure(*wrong);
        }
        if (!std::exchange(amended_, false)) return compare();
        if (const auto wrong = broken([&] { return table::broken(at_.state); })) {
            return failure(*wrong);
        }
        return compare();
    }

    // What is asked may stumble over what can't be.
    static std::optional<std::string> broken(
        const std::function<std::optional<std::string>()>& ask) {
        try {
            return ask();
        } catch (const std::exception& wrong) {
            return wrong.what();
        }
    }

    // The first of these; the others stand behind it in its record.
    Result<void> play_event(std::span<const PlayedEvent> events) {
        const table::Event& event = events.front().event;
        try {
            if (const auto wrong = recheck(at_.state, event)) return failure(*wrong);
            if (const auto wrong = redecider_.look_at(at_.state, events)) return failure(*wrong);
            if (const auto wrong = reports_.before(at_.state, event, playing_)) {
                return failure(*wrong);
            }
            table::apply(at_.state, event);
            if (const auto wrong = reports_.after(at_.state, event, playing_)) {
                return failure(*wrong);
            }
        } catch (const std::exception& wrong) {  // a check, or a look-up of what is not there
            return failure(wrong.what());
        }
        ++audit_.events;
        audit_.entries += event.postings.size();
        if (ends_round(event.fact)) {
            ++audit_.rounds;
            ended_.insert(event.stamp.table);
        }
        // A round of long ago may be another one now.
        amended_ = amended_ || std::holds_alternative<table::RoundsAmended>(event.fact);
        constexpr std::uint64_t every = 100'000;
        if (options_.progress && audit_.events % every == 0) {
            options_.progress(audit_.events, journal_.last().sequence);
        }
        return {};
    }

    // The state against a snapshot of it, and against the reports.
    Result<void> compare() {
        for (const Snapshot& snapshot : snapshots_) {
            if (snapshot.at.sequence != at_.at.sequence) continue;
            ++audit_.snapshots;
            if (snapshot.at.hash != at_.at.hash) {
                return failure("the snapshot of it is of another journal");
            }
            if (snapshot.state != wire::write_state(at_.state)) {
                return failure("the snapshot of it has other balances, meters or rounds");
            }
        }
        if (const auto wrong = reports_.after_record(at_.state, at_.at.sequence)) {
            return failure(*wrong);
        }
        return {};
    }

    const AuditOptions& options_;
    SqliteStore& journal_;
    Audit& audit_;
    Recovered at_;
    std::set<TableId> ended_;  // tables whose rounds ended in this record
    bool amended_ = false;
    std::uint64_t playing_ = 1;  // the event that is looked at
    std::vector<Snapshot> snapshots_;
    std::uint64_t newest_ = 0;  // event of the journal, after the snapshots were read
    Redecider redecider_;
    ReportsCheck reports_;
};

// Holds the notes of the database and of the file outside against the journal.
class Witness {
public:
    Witness(const SqliteStore& journal, std::vector<PublicKey> keys)
        : journal_(journal), keys_(std::move(keys)) {}

    std::optional<Finding> look_at(Audit& audit, const std::string& file, std::uint64_t bytes) {
        // Both in the order of their sizes; a note that stands in both is looked at once.
        NoteReader outside(file, bytes);
        std::optional<Note> out;
        std::optional<Finding> finding;
        std::uint64_t last_outside = 0;
        const auto next_outside = [&]() -> bool {
            Result<std::optional<Note>> note = outside.next();
            if (!note) {
                finding = Finding{Verdict::bad, last_outside, note.error().text()};
                return false;
            }
            out = std::move(*note);
            if (!out && outside.left_out()) {
                remark_ = "the last note in " + file + " is not whole, and was left out";
            }
            if (!out) return true;
            ++audit.outside;
            if (out->size < last_outside) {
                finding = Finding{Verdict::bad, out->size, "the notes outside go back"};
                return false;
            }
            last_outside = out->size;
            return true;
        };
        if (!next_outside()) return finding;
        const Result<void> read = journal_.read_notes(0, [&](const Note& note) -> Result<void> {
            if (is_new(note)) return {};
            ++audit.notes;
            while (out && out->size <= note.size) {
                const bool same = *out == note || is_new(*out);
                finding = same ? std::nullopt : look_at_one(*out);
                if (finding || !next_outside()) return failure("found");
            }
            finding = look_at_one(note);
            if (!finding && !keys_.empty()) audit.signed_to = note.size;
            return finding ? Result<void>(failure("found")) : Result<void>();
        });
        if (finding) return finding;
        if (!read) return Finding{Verdict::bad, 0, read.error().text()};
        while (out) {
            const bool later = is_new(*out);
            finding = later ? std::nullopt : look_at_one(*out);
            if (!finding && !later && !keys_.empty()) {
                audit.signed_to = std::max(audit.signed_to, out->size);
            }
            if (finding || !next_outside()) return finding;
        }
        return std::nullopt;
    }

    const std::optional<std::string>& remark() const { return remark_; }

private:
    // Signed for after the journal was opened: what it stands for has come since.
    bool is_new(const Note& note) const {
        const std::uint64_t last = journal_.last().sequence;
        if (note.size <= last) return false;
        const auto now = SqliteStore::open({journal_.path(), Access::read});
        return now && (*now)->last().sequence >= note.size;
    }

    std::optional<Finding> look_at_one(const Note& note) const {
        const Result<Checkpoint> checkpoint = parse_checkpoint(note.text);
        if (!checkpoint) return Finding{Verdict::bad, note.size, checkpoint.error().text()};
        const Position& at = checkpoint->at;
        if (at.sequence != note.size || checkpoint->origin != journal_.origin()) {
            return Finding{Verdict::bad, note.size, "a note is of another journal or size"};
        }
        if (!keys_.empty() && !is_signed_by(*checkpoint, keys_)) {
            return Finding{
                Verdict::bad, note.size,
                "the note of " + std::to_string(note.size) + " events is not signed with the key"};
        }
        const Position last = journal_.last();
        if (at.sequence > last.sequence) {
            return Finding{Verdict::truncated, last.sequence,
                           "event " + std::to_string(at.sequence) + " was signed for"};
        }
        const auto end = journal_.end_of_record(at.sequence);
        if (!end) return Finding{Verdict::bad, at.sequence, end.error().text()};
        if (*end != at) {
            return Finding{
                Verdict::forked, at.sequence,
                "what was signed for has another hash at event " + std::to_string(at.sequence)};
        }
        return std::nullopt;
    }

    const SqliteStore& journal_;
    std::vector<PublicKey> keys_;
    std::optional<std::string> remark_;
};

// None if there is no key to be found.
Result<std::vector<PublicKey>> find_keys(const AuditOptions& options, Audit& audit) {
    std::string path = options.key;
    if (path.empty() && exists(options.journal + ".key.pub")) {
        path = options.journal + ".key.pub";
        audit.remarks.push_back(
            "the key is the one beside the journal: it shows that one key "
            "signed all, not whose it is");
    }
    if (path.empty()) {
        audit.remarks.emplace_back("no key was given: signatures were not looked at");
        return std::vector<PublicKey>();
    }
    const Result<std::string> text = read_file(path);
    if (!text) return std::unexpected(text.error());
    Result<std::vector<PublicKey>> keys = parse_public_keys(*text);
    if (!keys) return failure(keys.error().text(), path);
    return keys;
}

// What the signatures do not reach. A program that was killed leaves some; one that ended does not.
std::optional<Finding> find_unsigned(const AuditOptions& options, Audit& audit) {
    if (audit.signed_to >= audit.last.sequence) return std::nullopt;
    const std::uint64_t left = audit.last.sequence - audit.signed_to;
    const std::string what = "no note stands for the last " + std::to_string(left) + " of " +
                             std::to_string(audit.last.sequence) + " events";
    if (options.all_signed) return Finding{Verdict::bad, audit.signed_to + 1, what};
    audit.remarks.push_back(what);
    return std::nullopt;
}

std::string find_notes(const AuditOptions& options, Audit& audit) {
    if (!options.notes.empty()) return options.notes;
    if (exists(options.journal + ".notes")) {
        audit.remarks.emplace_back(
            "the notes are those beside the journal: whoever could change it could change them");
        return options.journal + ".notes";
    }
    audit.remarks.emplace_back(
        "no notes from outside were given: a journal cut at its end would look whole");
    return {};
}

}  // namespace

Result<Audit> audit(const AuditOptions& options) {
    Audit audit;
    if (!exists(options.journal)) return failure("there is no such file", options.journal);
    if (std::filesystem::is_directory(options.journal)) {
        return failure("this is a folder", options.journal);
    }
    if (auto file = File::open(options.journal, File::Mode::read); !file) {
        return std::unexpected(file.error());
    }
    // First how long the notes are: a journal that is being written then has all they stand for. A
    // pipe has no length, and is read to its end.
    const std::string notes = find_notes(options, audit);
    if (!options.notes.empty() && !exists(notes)) return failure("there is no such file", notes);
    const bool has_length = !notes.empty() && std::filesystem::is_regular_file(notes);
    const std::uint64_t notes_bytes = has_length ? file_bytes(notes) : UINT64_MAX;
    const Result<std::vector<PublicKey>> keys = find_keys(options, audit);
    if (!keys) return std::unexpected(keys.error());
    Result<std::unique_ptr<SqliteStore>> journal =
        SqliteStore::open({options.journal, Access::read});
    Result<std::unique_ptr<SqliteStore>> second =
        SqliteStore::open({options.journal, Access::read});
    if (!journal || !second) {
        audit.verdict = Verdict::bad;
        audit.what = (journal ? second : journal).error().text();
        audit.remarks.clear();
        return audit;
    }
    audit.origin = (*journal)->origin();

    // Signatures take their time: they have a thread of their own.
    std::optional<Finding> by_witness;
    Witness witness(**second, *keys);
    std::jthread thread([&] { by_witness = witness.look_at(audit, notes, notes_bytes); });
    std::optional<Finding> by_player = Player(options, **journal, audit).play();
    thread.join();
    if (witness.remark()) audit.remarks.push_back(*witness.remark());
    if (!notes.empty() && audit.outside == 0 && !by_witness) {
        const std::string what =
            "there is no note in " + notes + ": a journal cut at its end would look whole";
        if (!options.notes.empty()) by_witness = Finding{Verdict::bad, 0, what};
        if (options.notes.empty()) audit.remarks.push_back(what);
    }
    // An event that is wrong comes first if it lies before what the notes found.
    std::optional<Finding> finding =
        by_player && by_witness
            ? (by_player->sequence <= by_witness->sequence ? by_player : by_witness)
            : (by_player ? by_player : by_witness);
    if (!finding) finding = find_unsigned(options, audit);
    if (finding) {
        audit.verdict = finding->verdict;
        audit.sequence = finding->sequence;
        audit.what = finding->what;
    }
    return audit;
}

}  // namespace sicbo::store
