// sicbo backup and restore: a copy of a journal, and a journal from a copy.
#include <fmt/format.h>

#include "commands.h"
#include "edge.h"
#include "journal.h"
#include "store/audit.h"
#include "store/files.h"

namespace sicbo::app {
namespace {

// What lies beside a journal and is worth keeping with it. The signing key is not copied.
constexpr const char* kept[] = {".notes", ".key.pub"};

Result<void> copy_files(const std::string& from, const std::string& to) {
    for (const char* part : kept) {
        if (!store::exists(from + part)) continue;
        const Result<std::string> text = store::read_file(from + part);
        if (!text) return std::unexpected(text.error());
        if (auto done = store::write_file(to + part, *text); !done) return done;
    }
    return {};
}

Result<store::Audit> checked(const std::string& path) {
    ProgressBar bar("checking the copy");
    Result<store::Audit> audit = store::audit(
        {path, "", "", false, [&](std::uint64_t done, std::uint64_t all) { bar.show(done, all); }});
    if (!audit) return audit;
    if (audit->verdict != store::Verdict::intact) {
        return failure(fmt::format("{} at event {}: {}", to_word(audit->verdict), audit->sequence,
                                   audit->what),
                       path);
    }
    return audit;
}

Result<void> copy_journal(const std::string& from, const std::string& to) {
    Result<std::unique_ptr<store::SqliteStore>> journal =
        store::SqliteStore::open({from, store::Access::read});
    if (!journal) return std::unexpected(journal.error());
    // Notes first: they may then be older than the journal, never newer.
    if (auto done = copy_files(from, to); !done) return done;
    if (auto done = (*journal)->copy_to(to); !done) return done;
    return store::sync_folder_of(to);
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
    if (store::exists(options.to)) return complain({"there is a file already", options.to});
    if (auto done = copy_journal(options.from, options.to); !done) {
        store::remove_file(options.to);
        return complain(done.error(), exit_no);
    }
    const Result<store::Audit> audit = checked(options.to);
    if (!audit) return complain(audit.error(), exit_no);
    return say(options.to, *audit);
}

int run_restore(const BackupOptions& options) {
    if (store::exists(options.to)) {
        return complain({"there is a journal already; move it away first", options.to});
    }
    const Result<store::Audit> audit = checked(options.from);
    if (!audit) return complain(audit.error(), exit_no);
    const Result<std::uint64_t> signed_size = signed_for(options.to);
    if (!signed_size) return complain(signed_size.error(), exit_no);
    if (*signed_size > audit->last.sequence && !options.accept_loss) {
        return complain({fmt::format("the copy ends with event {}, but event {} was signed for: "
                                     "what came after the copy would be lost (--accept-loss does "
                                     "it all the same and keeps the notes)",
                                     audit->last.sequence, *signed_size),
                         options.to + ".notes"},
                        exit_no);
    }
    // What was made from the journal that was there before does not fit any more.
    for (const std::string& path : store::files_with_prefix(options.to + ".snapshot-")) {
        store::remove_file(path);
    }
    if (*signed_size > audit->last.sequence) {
        const Result<std::string> text = store::read_file(options.to + ".notes");
        if (!text) return complain(text.error(), exit_no);
        const std::string aside =
            fmt::format("{}.notes-before-restore-{}", options.to, *signed_size);
        if (auto done = store::write_file(aside, *text); !done)
            return complain(done.error(), exit_no);
        store::remove_file(options.to + ".notes");
    }
    if (auto done = copy_journal(options.from, options.to); !done) {
        store::remove_file(options.to);
        return complain(done.error(), exit_no);
    }
    return say(options.to, *audit);
}

}  // namespace sicbo::app
