#include "store/audit.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "store/checkpoint.h"
#include "store/recheck.h"
#include "store/recover.h"
#include "store/reports.h"
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
        : options_(options), journal_(journal), audit_(audit) {
        at_.at = beginning_of(journal.origin());
        snapshots_ = snapshot_files(options.journal);
        if (exists(options.journal + ".reports")) {
            auto reports = Reports::open_to_read(options.journal + ".reports");
            if (reports) reports_ = std::move(*reports);
        }
    }

    std::optional<Finding> play() {
        const Result<void> read = journal_.read(0, [&](const Record& record) -> Result<void> {
            ++audit_.records;
            return play_record(record);
        });
        audit_.last = at_.at;
        if (!read) return Finding{Verdict::bad, playing_, read.error().what};
        if (const auto wrong = table::broken(at_.state)) {
            return Finding{Verdict::bad, playing_, *wrong};
        }
        for (const Snapshot& snapshot : snapshots_) {
            if (snapshot.at.sequence > at_.at.sequence) {
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
        const auto take = [&](std::uint64_t sequence, std::string_view bytes) -> Result<void> {
            playing_ = sequence;
            const Result<table::Event> event = wire::read_event(bytes);
            if (!event) return std::unexpected(event.error());
            return play_event(*event);
        };
        if (auto done = split_record(record, take); !done) return done;
        at_.at = record.last;
        for (const TableId table : std::exchange(ended_, {})) {
            if (const auto wrong = table::broken_at_end(at_.state, table)) return failure(*wrong);
        }
        if (!std::exchange(amended_, false)) return compare();
        if (const auto wrong = table::broken(at_.state)) return failure(*wrong);
        return compare();
    }

    Result<void> play_event(const table::Event& event) {
        try {
            if (const auto wrong = recheck(at_.state, event)) return failure(*wrong);
            table::apply(at_.state, event);
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

    // The state against a snapshot of it, and balances against those of the reports.
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
        if (reports_ && reports_->position().sequence == at_.at.sequence) {
            return compare_reports();
        }
        return {};
    }

    Result<void> compare_reports() const {
        Result<Statement> rows = reports_->database().prepare(
            "SELECT kind, owner, amount FROM balance WHERE amount <> 0");
        if (!rows) return std::unexpected(rows.error());
        std::size_t count = 0;
        while (true) {
            const Result<bool> row = rows->step();
            if (!row) return std::unexpected(row.error());
            if (!*row) break;
            ++count;
            const auto kind = parse_word<ledger::AccountKind>(rows->text(0));
            const Money amount = Money::of_cents(rows->number(2));
            const auto owner = static_cast<std::uint32_t>(rows->number(1));
            if (!kind || at_.state.ledger.balance({*kind, owner}) != amount) {
                return failure("the reports have another balance of " + std::string(rows->text(0)) +
                               " " + std::to_string(owner));
            }
        }
        if (count != at_.state.ledger.balances().size()) {
            return failure("the reports have other balances");
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
    std::unique_ptr<Reports> reports_;
};

// Holds the notes of the database and of the file outside against the journal.
class Witness {
public:
    Witness(const SqliteStore& journal, std::optional<PublicKey> key)
        : journal_(journal), key_(std::move(key)) {}

    std::optional<Finding> look_at(Audit& audit, const std::string& file) {
        // Both in the order of their sizes; a note that stands in both is looked at once.
        NoteReader outside(file);
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
            ++audit.notes;
            while (out && out->size <= note.size) {
                const bool same = *out == note;
                finding = same ? std::nullopt : look_at_one(*out);
                if (finding || !next_outside()) return failure("found");
            }
            finding = look_at_one(note);
            if (!finding && key_) audit.signed_to = note.size;
            return finding ? Result<void>(failure("found")) : Result<void>();
        });
        if (finding) return finding;
        if (!read) return Finding{Verdict::bad, 0, read.error().text()};
        while (out) {
            finding = look_at_one(*out);
            if (!finding && key_) audit.signed_to = std::max(audit.signed_to, out->size);
            if (finding || !next_outside()) return finding;
        }
        return std::nullopt;
    }

private:
    std::optional<Finding> look_at_one(const Note& note) const {
        const Result<Checkpoint> checkpoint = parse_checkpoint(note.text);
        if (!checkpoint) return Finding{Verdict::bad, note.size, checkpoint.error().text()};
        const Position& at = checkpoint->at;
        if (at.sequence != note.size || checkpoint->origin != journal_.origin()) {
            return Finding{Verdict::bad, note.size, "a note is of another journal or size"};
        }
        if (key_ && !is_signed_by(*checkpoint, *key_)) {
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
    std::optional<PublicKey> key_;
};

Result<std::optional<PublicKey>> find_key(const AuditOptions& options, Audit& audit) {
    std::string path = options.key;
    if (path.empty() && exists(options.journal + ".key.pub")) {
        path = options.journal + ".key.pub";
        audit.remarks.push_back(
            "the key is the one beside the journal: it shows that one key "
            "signed all, not whose it is");
    }
    if (path.empty()) {
        audit.remarks.emplace_back("no key was given: signatures were not looked at");
        return std::optional<PublicKey>();
    }
    const Result<std::string> text = read_file(path);
    if (!text) return std::unexpected(text.error());
    Result<PublicKey> key = parse_public_key(*text);
    if (!key) return failure(key.error().text(), path);
    return std::optional<PublicKey>(std::move(*key));
}

// What the signatures do not reach. A program that was killed leaves some; one that ended does not.
std::optional<Finding> find_unsigned(const AuditOptions& options, Audit& audit) {
    const std::uint64_t left = audit.last.sequence - audit.signed_to;
    if (left == 0) return std::nullopt;
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
    Result<std::unique_ptr<SqliteStore>> journal =
        SqliteStore::open({options.journal, Access::read});
    if (!journal) return std::unexpected(journal.error());
    Result<std::unique_ptr<SqliteStore>> second =
        SqliteStore::open({options.journal, Access::read});
    if (!second) return std::unexpected(second.error());
    const Result<std::optional<PublicKey>> key = find_key(options, audit);
    if (!key) return std::unexpected(key.error());
    const std::string notes = find_notes(options, audit);
    if (!options.notes.empty() && !exists(notes)) return failure("there is no such file", notes);
    audit.origin = (*journal)->origin();

    // Signatures take their time: they have a thread of their own.
    std::optional<Finding> by_witness;
    std::jthread witness([&] { by_witness = Witness(**second, *key).look_at(audit, notes); });
    std::optional<Finding> by_player = Player(options, **journal, audit).play();
    witness.join();
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
