// sicbo backup and restore: a copy of a journal, and a journal from a copy.
#include <fmt/format.h>

#include "commands.h"
#include "edge.h"
#include "journal.h"
#include "store/audit.h"
#include "store/checkpoint.h"
#include "store/files.h"

namespace sicbo::app {
namespace {

// What lies beside a journal and is worth keeping with it. The signing key is not copied.
constexpr const char* kept[] = {".notes", ".key.pub"};

// What is there already stays: it may know more than the copy.
Result<void> copy_files(const std::string& from, const std::string& to) {
    for (const char* part : kept) {
        if (!store::exists(from + part) || store::exists(to + part)) continue;
        const Result<std::string> text = store::read_file(from + part);
        if (!text) return std::unexpected(text.error());
        if (auto done = store::write_file(to + part, *text); !done) return done;
    }
    return {};
}

// The first of the files that belong to a journal which is there.
std::string in_the_way(const std::string& path, std::initializer_list<const char*> parts) {
    for (const char* part : parts) {
        if (store::exists(path + part)) return path + part;
    }
    return {};
}

Result<store::Audit> checked(const std::string& path, const std::string& notes = {},
                             const std::string& key = {}) {
    ProgressBar bar("checking the copy");
    // The journal alone: what was made of another one may lie beside the copy.
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

// Beside its place first, so that there is a whole journal there or none.
Result<void> copy_journal(const std::string& from, const std::string& to) {
    const auto journal = open_to_read(from);
    if (!journal) return std::unexpected(journal.error());
    // Notes first: they may then be older than the journal, never newer.
    if (auto done = copy_files(from, to); !done) return done;
    const std::string beside = to + ".new";
    Result<void> done = (*journal)->copy_to(beside);
    if (done) done = store::rename_file(beside, to);
    if (!done) store::remove_file(beside);
    return done;
}

int say(const std::string& path, const store::Audit& audit) {
    return write_answer(fmt::format("{}: {} events, last hash {}\n", path, audit.last.sequence,
                                    to_text(audit.last.hash)));
}

// The most that was signed for, by the notes at the place.
Result<std::uint64_t> signed_for(const std::string& path) {
    std::uint64_t most = 0;
    store::NoteReader notes(store::exists(path + ".notes") ? path + ".notes" : std::string());
    while (true) {
        const Result<std::optional<store::Note>> note = notes.next();
        if (!note) return std::unexpected(note.error());
        if (!*note) return most;
        most = (*note)->size;
    }
}

}  // namespace

int run_backup(const BackupOptions& options) {
    if (auto from = open_to_read(options.from); !from) {
        return complain(from.error(), code_for(options.from));
    }
    const std::string there =
        in_the_way(options.to, {"", "-wal", "-journal", ".new", ".notes", ".key.pub"});
    if (!there.empty()) return complain({"there is a file already", there}, exit_no);
    const auto give_up = [&](const Error& error) {
        for (const char* part : {"", "-wal", "-shm", ".notes", ".key.pub"}) {
            store::remove_file(options.to + part);
        }
        return complain(error, exit_no);
    };
    if (auto done = copy_journal(options.from, options.to); !done) return give_up(done.error());
    const Result<store::Audit> audit = checked(options.to);
    if (!audit) return give_up(audit.error());
    for (const std::string& path : store::files_with_prefix(options.to + ".snapshot-")) {
        remark(path + " was there before and is not of this journal: remove it");
    }
    return say(options.to, *audit);
}

int run_restore(const BackupOptions& options) {
    const std::string there = in_the_way(options.to, {"", "-wal", "-journal", ".new"});
    if (!there.empty()) {
        return complain({"a journal, or a part of one, is there already; move all that belongs to "
                         "it away first",
                         there},
                        exit_no);
    }
    const Result<std::uint64_t> signed_size = signed_for(options.to);
    if (!signed_size) return complain(signed_size.error(), exit_no);
    std::uint64_t last = 0;
    {
        const auto copy = open_to_read(options.from);
        if (!copy) return complain(copy.error(), code_for(options.from));
        last = (*copy)->last().sequence;
    }
    const bool loses = *signed_size > last;
    if (loses && !options.accept_loss) {
        return complain({fmt::format("the copy ends with event {}, but event {} was signed for: "
                                     "what came after the copy would be lost (--accept-loss does "
                                     "it all the same and keeps the notes)",
                                     last, *signed_size),
                         options.to + ".notes"},
                        exit_no);
    }
    // The notes and the key that are there are the better witnesses.
    const auto beside = [&](const char* part) {
        return store::exists(options.to + part) ? options.to + part : std::string();
    };
    const auto audit = checked(options.from, loses ? "" : beside(".notes"), beside(".key.pub"));
    if (!audit) return complain(audit.error(), exit_no);
    // What was made from the journal that was there before does not fit any more.
    for (const std::string& path : store::files_with_prefix(options.to + ".snapshot-")) {
        store::remove_file(path);
    }
    if (loses) {
        const Result<std::string> text = store::read_file(options.to + ".notes");
        if (!text) return complain(text.error(), exit_no);
        const std::string aside =
            fmt::format("{}.notes-before-restore-{}", options.to, *signed_size);
        if (auto done = store::write_file(aside, *text); !done)
            return complain(done.error(), exit_no);
        store::remove_file(options.to + ".notes");
    }
    if (auto done = copy_journal(options.from, options.to); !done) {
        return complain(done.error(), exit_no);
    }
    return say(options.to, *audit);
}

}  // namespace sicbo::app
