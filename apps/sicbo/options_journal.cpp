// SPDX-License-Identifier: MIT
// The command line of journals: audit, export, history, backup, migrate.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>

#include "commands.h"
#include "options.h"

namespace sicbo::app {
namespace {

// Tables and rounds are counted from 1.
std::function<std::string(const std::string&)> counted(std::uint64_t max) {
    return [max](const std::string& word) -> std::string {
        std::uint64_t number = 0;
        const char* end = word.data() + word.size();
        const auto [stop, error] = std::from_chars(word.data(), end, number);
        const bool fine = stop == end && error == std::errc() && number >= 1 && number <= max;
        return fine ? "" : fmt::format("\"{}\" is no whole number from 1 to {}", word, max);
    };
}

void add_audit(CLI::App& app, AuditOptions& options, Run& run) {
    CLI::App* audit = app.add_subcommand(
        "audit",
        "Verify that a journal is intact: its hashes, its signed notes, and every round "
        "played again; exit code 1 if not");
    audit->add_option("FILE", options.file, "The journal")->required()->check(not_empty);
    audit->add_option(
        "--checkpoints", options.checkpoints,
        "Signed notes from outside (- is standard input); those beside the journal if not "
        "given");
    audit->add_option("--key", options.key,
                      "The public key of the notes; the one beside the journal if not given");
    audit->add_flag("--all-signed", options.all_signed,
                    "Require that a signed note covers every event");
    add_text_or_json(audit, options.format);
    audit->add_flag("--json", options.json, "The old way to ask for --format json");
    audit->callback([&] { run = [&] { return run_audit(options); }; });
}

void add_export(CLI::App& app, ExportOptions& options, Run& run) {
    CLI::App* command =
        app.add_subcommand("export", "Export what happened in a period, as CSV or JSON");
    command->add_option("FILE", options.file, "The journal")->required()->check(not_empty);
    command->add_option("--what", options.what, "What to write")
        ->check(CLI::IsMember({"rounds", "bets", "entries", "meters", "events", "incidents",
                               "staff", "amendments", "tickets"}))
        ->capture_default_str();
    command->add_option("--from", options.from,
                        "The start of the period: 2026-01-05, or 2026-01-05T08:00+08:00");
    command->add_option("--to", options.to, "The end of the period, exclusive");
    command->add_option("--table", options.table, "Only this table")
        ->option_text("NUMBER")
        ->check(counted(UINT32_MAX));
    CLI::Option* training = command->add_flag("--training", options.training,
                                              "Only training tables and their play money");
    command->add_flag("--real", options.real, "Leave out training tables and their play money")
        ->excludes(training);
    command->add_option("--format", options.format, "How to write it")
        ->check(CLI::IsMember({"csv", "json"}))
        ->capture_default_str();
    command->callback([&] { run = [&] { return run_export(options); }; });
}

void add_history(CLI::App& app, HistoryOptions& options, Run& run) {
    CLI::App* history = app.add_subcommand(
        "history", "Show the last rounds of a journal, or one of them as a page or a bundle");
    history->add_option("FILE", options.file, "The journal")->required()->check(not_empty);
    history->add_option("--table", options.table, "Only this table")
        ->option_text("NUMBER")
        ->check(counted(UINT32_MAX));
    history->add_option("--round", options.round, "Show everything about this round of the table")
        ->option_text("NUMBER")
        ->check(counted(INT64_MAX));
    history->add_option("--rounds", options.rounds, "List only these rounds, as 12 or 12-20")
        ->check(not_empty);
    history->add_option("--from", options.from,
                        "List only rounds that began from then on: 2026-01-05, or "
                        "2026-01-05T08:00+08:00");
    history->add_option("--to", options.to, "List only rounds that began before that");
    history
        ->add_option("--terminal", options.terminal,
                     "List only rounds in which this terminal had a bet")
        ->option_text("NUMBER")
        ->check(counted(UINT32_MAX));
    history
        ->add_option("--stay", options.stay,
                     "List only rounds in which this stay of a player had a bet")
        ->option_text("NUMBER")
        ->check(counted(UINT32_MAX));
    history->add_option(
        "--bundle", options.bundle,
        "Write everything about the round as JSON to this file, for a dispute; - is "
        "standard output");
    history
        ->add_option("--format", options.format,
                     "How to write it; a list is text on a terminal and CSV elsewhere if not "
                     "given, a page is text")
        ->check(CLI::IsMember({"text", "csv", "json"}));
    history->callback([&] { run = [&] { return run_history(options); }; });
}

void add_backup(CLI::App& app, BackupOptions& options, Run& run) {
    CLI::App* backup = app.add_subcommand(
        "backup",
        "Copy a journal or a whole property, also while it is written, and audit the copy");
    backup
        ->add_option("FILE", options.from,
                     "The journal; or the folder of a property, for all that belongs to it")
        ->required()
        ->check(not_empty);
    backup->add_option("TO", options.to, "The copy")->required()->check(not_empty);
    backup
        ->add_option("--config", options.config,
                     "Of a property: its configuration, copied with the files that it names")
        ->check(not_empty)
        ->option_text("FILE");
    backup->add_flag("--encrypt", options.encrypt,
                     "Of a property: write one file, encrypted with a passphrase");
    const auto passphrase = [&](CLI::App* command) {
        command
            ->add_option("--passphrase-file", options.passphrase_file,
                         "Read the passphrase from the first line of this file (- is standard "
                         "input) instead of asking for it")
            ->check(not_empty)
            ->option_text("FILE");
    };
    passphrase(backup);
    add_text_or_json(backup, options.format);
    backup->callback([&] { run = [&] { return run_backup(options); }; });
    CLI::App* restore = app.add_subcommand(
        "restore", "Audit a copy and make a journal, or a whole property, of it");
    passphrase(restore);
    add_text_or_json(restore, options.format);
    restore->add_option("COPY", options.from, "The copy that backup wrote")
        ->required()
        ->check(not_empty);
    restore->add_option("FILE", options.to, "The journal or the folder to make")
        ->required()
        ->check(not_empty);
    restore->add_flag("--accept-loss", options.accept_loss,
                      "Continue although notes were signed for events that the copy lacks");
    restore->callback([&] { run = [&] { return run_restore(options); }; });
}

void add_migrate(CLI::App& app, MigrateOptions& options, Run& run) {
    CLI::App* migrate = app.add_subcommand(
        "migrate",
        "Copy a journal that no server writes from a file to a database (postgres://...) or back, "
        "with its notes, and audit the copy");
    migrate->add_option("FROM", options.from, "The journal")->required()->check(not_empty);
    migrate->add_option("TO", options.to, "The journal to make")->required()->check(not_empty);
    add_text_or_json(migrate, options.format);
    migrate->callback([&] { run = [&] { return run_migrate(options); }; });
}

void add_database(CLI::App& app, DatabaseOptions& options, Run& run) {
    CLI::App* database =
        app.add_subcommand("database", "Prepare a PostgreSQL database for journals");
    database->require_subcommand(1);
    CLI::App* prepare = database->add_subcommand(
        "prepare", "Create or upgrade the tables, and grant roles what they need");
    prepare->add_option("ADDRESS", options.address, "The database, as its owner: postgres://...")
        ->required()
        ->check(postgres_address);
    prepare
        ->add_option("--grant", options.grant,
                     "A role that serves: it may append, and neither change nor delete")
        ->check(not_empty)
        ->option_text("ROLE");
    prepare->add_option("--auditor", options.auditor, "A role that may only read")
        ->check(not_empty)
        ->option_text("ROLE");
    prepare->callback([&] { run = [&] { return run_database_prepare(options); }; });
}

void add_compare(CLI::App& app, CompareOptions& options, Run& run) {
    CLI::App* compare = app.add_subcommand(
        "compare",
        "Compare two copies of a journal: the same, one the beginning of the other, or where they "
        "differ first; exit code 1 unless they are the same");
    compare->add_option("A", options.a, "A journal")->required()->check(not_empty);
    compare->add_option("B", options.b, "Another copy of it")->required()->check(not_empty);
    add_text_or_json(compare, options.format);
    compare->callback([&] { run = [&] { return run_compare(options); }; });
}

}  // namespace

void add_journal_commands(CLI::App& app, Run& run) {
    static AuditOptions audit_options;
    static ExportOptions export_options;
    static HistoryOptions history_options;
    static BackupOptions backup_options;
    static CompareOptions compare_options;
    static MigrateOptions migrate_options;
    static DatabaseOptions database_options;
    add_audit(app, audit_options, run);
    add_export(app, export_options, run);
    add_history(app, history_options, run);
    add_backup(app, backup_options, run);
    add_compare(app, compare_options, run);
    add_migrate(app, migrate_options, run);
    add_database(app, database_options, run);
}

}  // namespace sicbo::app
