// SPDX-License-Identifier: MIT
// sicbo backup and restore: a copy of a journal, and a journal from a copy.
#include <fmt/format.h>

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <filesystem>

#include "backup.h"
#include "journal.h"
#include "store/checkpoint.h"
#include "store/copy_journal.h"
#include "store/files.h"
#include "store/postgres_address.h"
#include "store/sqlite_store.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

// The files beside a journal that are copied with it. The signing key is not copied.
constexpr const char* companion_suffixes[] = {".notes", ".key.pub"};

// Copies the companion files. An existing file stays: it may be newer than the copy.
Result<void> copy_files(const std::string& from, const std::string& to) {
    for (const char* part : companion_suffixes) {
        if (!store::exists(from + part) || store::exists(to + part)) continue;
        const Result<std::string> text = store::read_file(from + part);
        if (!text) return std::unexpected(text.error());
        if (auto done = store::write_file(to + part, *text); !done) return done;
    }
    return {};
}

// Returns the first of the journal's files that exists; empty if none does.
std::string first_existing(const std::string& path, std::initializer_list<const char*> parts) {
    for (const char* part : parts) {
        if (store::exists(path + part)) return path + part;
    }
    return {};
}

}  // namespace

int report_copy(const BackupOptions& options, const store::Audit& audit,
                const std::string& remark_text) {
    if (options.format == "json") {
        namespace json = boost::json;
        return write_answer(json::serialize(json::object{{"to", options.to},
                                                         {"journal", audit.origin},
                                                         {"events", audit.last.sequence},
                                                         {"hash", to_text(audit.last.hash)}}) +
                            "\n");
    }
    return write_answer(fmt::format("{}: {} events, last hash {}\n{}", options.to,
                                    audit.last.sequence, to_text(audit.last.hash), remark_text));
}

namespace {

// Returns the last event that the notes beside the path cover; 0 if there are none.
Result<std::uint64_t> last_signed_event(const std::string& path) {
    std::uint64_t last = 0;
    store::NoteReader notes(store::exists(path + ".notes") ? path + ".notes" : std::string());
    while (true) {
        const Result<std::optional<store::Note>> note = notes.next();
        if (!note) return std::unexpected(note.error());
        if (!*note) return last;
        last = (*note)->size;
    }
}

}  // namespace

Result<store::Audit> audit_copy(const std::string& path, const std::string& notes,
                                const std::string& key) {
    ProgressBar bar("checking the copy");
    // Only the journal is audited: files of another journal may lie beside the copy.
    Result<store::Audit> audit =
        store::audit({path, notes, key, false,
                      [&](std::uint64_t done, std::uint64_t all) { bar.show(done, all); }, true});
    bar.clear();
    if (!audit) return audit;
    if (audit->verdict != store::Verdict::intact) {
        return failure(fmt::format("{} at event {}: {}", to_word(audit->verdict), audit->sequence,
                                   audit->what),
                       path);
    }
    return audit;
}

namespace {

Result<void> copy_records(const std::string& from, const std::string& to) {
    if (!store::is_postgres(from)) {
        const auto journal = store::SqliteStore::open_to_read(from);
        return journal ? (*journal)->copy_to(to) : std::unexpected(journal.error());
    }
    const auto journal = store::open_to_read(from);
    if (!journal) return std::unexpected(journal.error());
    const auto copy =
        store::SqliteStore::open({.path = to, .reserve_bytes = 0, .origin = (*journal)->origin()});
    if (!copy) return std::unexpected(copy.error());
    if (auto done = store::copy_journal(**journal, **copy, false); !done) return done;
    return (*copy)->checkpoint_wal();
}

}  // namespace

// Copies to a temporary name first, so that the target is either complete or absent.
Result<void> copy_journal(const std::string& from, const std::string& to) {
    const Result<std::string> files = store::files_of(from);
    if (!files) return std::unexpected(files.error());
    // The notes are copied first: they may then be older than the journal, never newer.
    if (auto done = copy_files(*files, to); !done) return done;
    const std::string beside = to + ".new";
    Result<void> done = copy_records(from, beside);
    if (done) done = store::rename_file(beside, to);
    if (!done) store::remove_file(beside);
    return done;
}

int run_backup(const BackupOptions& options) {
    if (store::is_postgres(options.to)) {
        return complain(
            {"the copy must be a file; sicbo migrate copies a journal into a database"});
    }
    if (std::filesystem::is_directory(options.from)) return backup_property(options);
    if (options.encrypt || !options.config.empty()) {
        return complain(
            {"only the backup of a whole property is encrypted or has a configuration; "
             "name its folder",
             options.from});
    }
    if (auto from = store::open_to_read(options.from); !from) {
        return complain(from.error(), exit_code_for_journal(options.from));
    }
    const std::string there =
        first_existing(options.to, {"", "-wal", "-journal", ".new", ".notes", ".key.pub"});
    if (!there.empty()) return complain({"the file exists already", there}, exit_no);
    const auto give_up = [&](const Error& error) {
        for (const char* part : {"", "-wal", "-shm", ".notes", ".key.pub"}) {
            store::remove_file(options.to + part);
        }
        return complain(error, exit_no);
    };
    if (auto done = copy_journal(options.from, options.to); !done) return give_up(done.error());
    const Result<store::Audit> audit = audit_copy(options.to);
    if (!audit) return give_up(audit.error());
    for (const std::string& path : store::files_with_prefix(options.to + ".snapshot-")) {
        remark(path + " belongs to another journal: remove it");
    }
    return report_copy(options, *audit);
}

int run_restore(const BackupOptions& options) {
    if (store::is_postgres(options.from) || store::is_postgres(options.to)) {
        return complain(
            {"a copy is a file, and so is what is made of it; sicbo migrate copies a "
             "journal into a database"});
    }
    if (is_property_backup(options.from)) return restore_property(options);
    const std::string there = first_existing(options.to, {"", "-wal", "-journal", ".new"});
    if (!there.empty()) {
        return complain({"a journal, or a part of one, exists already; move all of its files away "
                         "first",
                         there},
                        exit_no);
    }
    const Result<std::uint64_t> signed_size = last_signed_event(options.to);
    if (!signed_size) return complain(signed_size.error(), exit_no);
    std::uint64_t last = 0;
    {
        const auto copy = store::SqliteStore::open_to_read(options.from);
        if (!copy) return complain(copy.error(), exit_code_for_journal(options.from));
        last = (*copy)->last().sequence;
    }
    const bool loses = *signed_size > last;
    if (loses && !options.accept_loss) {
        return complain({fmt::format("the copy ends with event {}, but event {} was signed for: "
                                     "later events would be lost (--accept-loss restores the copy "
                                     "all the same and keeps the notes)",
                                     last, *signed_size),
                         options.to + ".notes"},
                        exit_no);
    }
    // Notes and key at the target are preferred: they are independent of the copy.
    const auto beside = [&](const char* part) {
        return store::exists(options.to + part) ? options.to + part : std::string();
    };
    const auto audit = audit_copy(options.from, loses ? "" : beside(".notes"), beside(".key.pub"));
    if (!audit) return complain(audit.error(), exit_no);
    // Snapshots of the earlier journal do not fit any more.
    for (const std::string& path : store::files_with_prefix(options.to + ".snapshot-")) {
        store::remove_file(path);
    }
    if (loses) {
        const Result<std::string> text = store::read_file(options.to + ".notes");
        if (!text) return complain(text.error(), exit_no);
        const std::string old_notes =
            fmt::format("{}.notes-before-restore-{}", options.to, *signed_size);
        if (auto done = store::write_file(old_notes, *text); !done)
            return complain(done.error(), exit_no);
        store::remove_file(options.to + ".notes");
    }
    if (auto done = copy_journal(options.from, options.to); !done) {
        return complain(done.error(), exit_no);
    }
    return report_copy(options, *audit);
}

}  // namespace sicbo::app
