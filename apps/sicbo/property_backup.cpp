// SPDX-License-Identifier: MIT
// sicbo backup and restore of a whole property, as a folder or as an encrypted archive.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "backup.h"
#include "journal.h"
#include "server/property.h"
#include "store/archive.h"
#include "store/files.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view manifest_name = "MANIFEST";
constexpr std::string_view config_folder = "config/";

// The files of a property beside the journal, its notes and its public keys. Passwords come before
// the journal: a copy may then lack the password of somebody who was added meanwhile, but never has
// a password for a number that the journal may give to somebody else.
constexpr const char* property_files[] = {"accounts",     "journal.key", "server.key",
                                          "tumbler.seed", "ticket.key",  "places.secret",
                                          "tls.crt",      "tls.key"};

// A folder that is removed unless it was moved into place.
class Stage {
public:
    explicit Stage(std::string path) : path_(std::move(path)) {}
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;
    ~Stage() {
        std::error_code ignored;
        if (created_) fs::remove_all(path_, ignored);
    }

    // Fails if the folder exists.
    Result<void> create() {
        std::error_code error;
        if (fs::exists(path_, error)) return failure("exists already; move it away first", path_);
        created_ = fs::create_directories(path_, error);
        if (!error) fs::permissions(path_, fs::perms::owner_all, error);
        if (error) return failure(error.message(), path_);
        return {};
    }
    Result<void> move_to(const std::string& to) {
        std::error_code ignored;
        fs::remove(to, ignored);  // an empty folder; otherwise the next line fails
        if (auto done = store::rename_file(path_, to); !done) return done;
        created_ = false;
        return {};
    }
    std::string file(std::string_view name) const { return path_ + "/" + std::string(name); }
    const std::string& path() const { return path_; }

private:
    std::string path_;
    bool created_ = false;
};

unsigned permissions_of(const std::string& path) {
    const Result<store::File> file = store::File::open(path, store::File::Mode::read);
    return file ? file->permissions() : 0600u;
}

Result<void> copy_file(const std::string& from, const std::string& to) {
    std::error_code error;
    fs::create_directories(fs::path(to).parent_path(), error);
    if (!error) fs::copy_file(from, to, error);
    if (error) return failure(error.message(), to);
    const Result<store::File> copy = store::File::open(to, store::File::Mode::append);
    if (!copy) return std::unexpected(copy.error());
    return copy->sync();
}

// The names of all files in the folder, relative to it and sorted.
std::vector<std::string> names_in(const std::string& folder) {
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        names.push_back(entry.path().lexically_relative(folder).string());
    }
    std::ranges::sort(names);
    return names;
}

// A manifest in the form of sha256sum, which can check it too.
Result<std::string> manifest_of(const std::string& folder) {
    std::string text;
    for (const std::string& name : names_in(folder)) {
        if (name == manifest_name) continue;
        const Result<Hash> hash = store::file_hash(folder + "/" + name);
        if (!hash) return std::unexpected(hash.error());
        text += to_text(*hash) + "  " + name + "\n";
    }
    return text;
}

// Copies the configuration and the files that it names. Prints a remark for each file outside the
// configuration's folder, which is not copied.
Result<void> copy_configuration(const std::string& config, const Stage& stage) {
    if (config.empty()) return {};
    const fs::path folder = fs::path(config).parent_path();
    std::vector<std::string> named;
    const auto read_rules = [&](const std::string& path) {
        named.push_back(path);
        return read_input((folder / path).string());
    };
    const Result<std::string> text = read_input(config);
    if (!text) return std::unexpected(text.error());
    const auto plan = server::read_property(*text, config, read_rules);
    if (!plan) return std::unexpected(plan.error());
    named.push_back(plan->certificate);
    named.push_back(plan->private_key);
    named.push_back(fs::path(config).filename().string());
    for (const std::string& name : named) {
        const fs::path relative = fs::path(name).lexically_normal();
        if (name.empty()) continue;
        const bool inside = relative.is_relative() && *relative.begin() != "..";
        if (!inside) {
            remark(fmt::format("{} is not in the backup: it is not beside the configuration",
                               (folder / name).string()));
            continue;
        }
        const std::string to = stage.file(std::string(config_folder) + relative.string());
        if (auto done = copy_file((folder / relative).string(), to); !done) return done;
    }
    return {};
}

Result<store::Audit> fill_stage(const BackupOptions& options, const Stage& stage) {
    for (const char* name : property_files) {
        const std::string from = options.from + "/" + name;
        if (!store::exists(from)) continue;
        if (auto done = copy_file(from, stage.file(name)); !done)
            return std::unexpected(done.error());
    }
    const std::string journal = options.from + "/journal";
    for (const std::string& path : store::files_with_prefix(journal + ".quarantine-")) {
        const std::string name = fs::path(path).filename().string();
        if (auto done = copy_file(path, stage.file(name)); !done)
            return std::unexpected(done.error());
    }
    if (auto done = copy_configuration(options.config, stage); !done) {
        return std::unexpected(done.error());
    }
    if (auto done = copy_journal(journal, stage.file("journal")); !done) {
        return std::unexpected(done.error());
    }
    return audit_copy(stage.file("journal"));
}

// Removes the files that SQLite creates beside a copy when it is read.
void remove_leftovers(const Stage& stage) {
    for (const char* name : {"journal-wal", "journal-shm"}) store::remove_file(stage.file(name));
}

Result<std::string> passphrase_of(const BackupOptions& options, bool is_new) {
    std::string text;
    if (!options.passphrase_file.empty()) {
        Result<std::string> read = read_input(options.passphrase_file);
        if (!read) return read;
        text = read->substr(0, read->find_first_of("\r\n"));
    } else {
        text = ask_secret("passphrase of the backup");
        if (is_new && isatty(STDIN_FILENO) == 1 && ask_secret("the same again") != text) {
            return failure("the two passphrases differ");
        }
    }
    constexpr std::size_t length_min = 8;
    if (is_new && text.size() < length_min) {
        return failure("the passphrase is too short: it needs 8 characters or more");
    }
    return text;
}

Result<void> write_encrypted(const BackupOptions& options, const Stage& stage,
                             std::string_view passphrase) {
    std::vector<store::ArchivedFile> files;
    for (const std::string& name : names_in(stage.path())) {
        files.push_back({name, stage.file(name), permissions_of(stage.file(name))});
    }
    return store::write_archive(options.to, passphrase, files);
}

Result<store::Audit> back_up(const BackupOptions& options) {
    std::string passphrase;
    if (options.encrypt) {
        Result<std::string> given = passphrase_of(options, true);
        if (!given) return std::unexpected(given.error());
        passphrase = std::move(*given);
    }
    // Before they are encrypted, copies of the keys stay in the data folder, which only its owner
    // may read.
    Stage stage(options.encrypt ? options.from + "/backup.new" : options.to + ".new");
    if (auto done = stage.create(); !done) return std::unexpected(done.error());
    Result<store::Audit> audit = fill_stage(options, stage);
    if (!audit) return audit;
    remove_leftovers(stage);
    const Result<std::string> manifest = manifest_of(stage.path());
    if (!manifest) return std::unexpected(manifest.error());
    Result<void> done = store::write_file(stage.file(manifest_name), *manifest);
    if (done && options.encrypt) done = write_encrypted(options, stage, passphrase);
    if (done && !options.encrypt) done = stage.move_to(options.to);
    if (!done) return std::unexpected(done.error());
    return audit;
}

// Copies what the manifest of a folder names.
Result<void> copy_folder(const std::string& from, const Stage& stage) {
    for (const std::string& name : names_in(from)) {
        if (auto done = copy_file(from + "/" + name, stage.file(name)); !done) return done;
    }
    return {};
}

Result<store::Audit> bring_back(const BackupOptions& options) {
    Stage stage(options.to + ".new");
    if (auto done = stage.create(); !done) return std::unexpected(done.error());
    Result<void> done;
    if (store::is_archive(options.from)) {
        const Result<std::string> passphrase = passphrase_of(options, false);
        if (!passphrase) return std::unexpected(passphrase.error());
        done = store::extract_archive(options.from, *passphrase, stage.path());
    } else {
        done = copy_folder(options.from, stage);
    }
    if (!done) return std::unexpected(done.error());
    const Result<std::string> expected = store::read_file(stage.file(manifest_name));
    if (!expected) return std::unexpected(expected.error());
    const Result<std::string> found = manifest_of(stage.path());
    if (!found) return std::unexpected(found.error());
    if (*found != *expected) {
        return failure("the files are not those of its MANIFEST (sha256sum -c MANIFEST)",
                       options.from);
    }
    store::remove_file(stage.file(manifest_name));
    const auto beside = [&](const char* name) {
        // Before the first note is signed, the file is empty.
        return store::file_bytes(stage.file(name)) > 0 ? stage.file(name) : std::string();
    };
    Result<store::Audit> audit =
        audit_copy(stage.file("journal"), beside("journal.notes"), beside("journal.key.pub"));
    if (!audit) return audit;
    remove_leftovers(stage);
    if (auto moved = stage.move_to(options.to); !moved) return std::unexpected(moved.error());
    return audit;
}

}  // namespace

int backup_property(const BackupOptions& options) {
    if (!store::exists(options.from + "/journal")) {
        return complain({"there is no property in this folder", options.from});
    }
    if (store::exists(options.to)) return complain({"exists already", options.to}, exit_no);
    const Result<store::Audit> audit = back_up(options);
    if (!audit) return complain(audit.error(), exit_no);
    if (!options.encrypt) {
        remark("the backup has keys and passwords in it, readable by you alone: keep it so");
    }
    return report_copy(options, *audit);
}

bool is_property_backup(const std::string& path) {
    return store::exists(path + "/" + std::string(manifest_name)) || store::is_archive(path);
}

int restore_property(const BackupOptions& options) {
    std::error_code error;
    if (fs::exists(options.to, error) && !fs::is_empty(options.to, error)) {
        return complain({"exists already; move it away first", options.to}, exit_no);
    }
    const Result<store::Audit> audit = bring_back(options);
    if (!audit) return complain(audit.error(), exit_no);
    const bool has_config = store::exists(options.to + "/config");
    return report_copy(options, *audit,
                       has_config ? "the configuration is in " + options.to + "/config\n" : "");
}

}  // namespace sicbo::app
