// SPDX-License-Identifier: MIT
// sicbo serve: the tables of a property on the network.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "commands.h"
#include "server/keys.h"
#include "server/log.h"
#include "server/property_check.h"
#include "server/server.h"
#include "service.h"
#include "store/files.h"
#include "store/open_store.h"
#include "store/recover.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

// The folder of the property if none is given.
std::string default_folder() {
    if (const char* state = std::getenv("XDG_STATE_HOME"); state && *state) {
        return std::string(state) + "/sicbo";
    }
    if (const char* home = std::getenv("HOME"); home && *home) {
        return std::string(home) + "/.local/state/sicbo";
    }
    return "sicbo-data";
}

std::string welcome(const server::Server& server, const server::PropertyPlan& plan, bool demo) {
    const bool everywhere = plan.address == "0.0.0.0" || plan.address == "::";
    const std::string host = everywhere ? "localhost"
                             : plan.address.find(':') != std::string::npos
                                 ? "[" + plan.address + "]"
                                 : plan.address;
    const std::string at =
        fmt::format("{}://{}:{}", server.is_encrypted() ? "https" : "http", host, server.port());
    std::string text = fmt::format("\n  {}/\n\n", at);
    for (const server::TablePlan& table : plan.tables) {
        if (table.retired) continue;
        const std::string number = std::to_string(table.number.number);
        text += fmt::format("  {:<22} {}/terminal?table={}\n",
                            table.name + " (" + table.game->id + ")", at, number);
        text += fmt::format("  {:<22} {}/console?table={}\n", "", at, number);
        text += fmt::format("  {:<22} {}/display?table={}\n", "", at, number);
    }
    if (demo) {
        text += "\n  This is a demonstration: training tables, play credit, simulated dice.\n";
    }
    if (!server.created().accounts.empty()) {
        text += "\n  Accounts, whose passwords are shown this once:\n";
        for (const server::NewAccount& account : server.created().accounts) {
            text += fmt::format("    {:<14} {}\n", account.name, account.password);
        }
    }
    return text + "\n  Ctrl-C stops, and lets rounds finish first.\n\n";
}

// Reads the configuration and the files that it names; `--listen` overrides its address.
Result<server::PropertyPlan> load_plan(const ServeOptions& options) {
    const bool demo = options.config.empty();
    std::string text(server::demo_property());
    if (!demo) {
        Result<std::string> read = read_input(options.config);
        if (!read) return std::unexpected(read.error());
        text = *std::move(read);
    }
    const auto read_rules = [&](const std::string& path) {
        return read_input(resolve(options.config, path));
    };
    auto plan =
        server::read_property(text, demo ? "demo.toml" : input_name(options.config), read_rules);
    if (!plan) return plan;
    if (auto done = complete_network(*plan, options.listen, options.insecure, options.config);
        !done) {
        return std::unexpected(done.error());
    }
    return plan;
}

Result<void> serve_until_signal(server::Server& server, const sigset_t& signals, bool stays) {
    Result<void> done;
    run_until_signal(
        signals, stays,
        {[&] { done = server.run(); }, [&] { server.stop(); }, [&] { server.reload(); }});
    return done;
}

using Issues = std::vector<server::ConfigurationIssue>;

// Returns what a start with this configuration on this folder would meet. The folder may be empty
// for none, as before a first start.
Result<Issues> compare_with_folder(const server::PropertyPlan& plan, const std::string& folder,
                                   const std::string& database) {
    if (folder.empty()) return server::check_opening(plan, {});
    const std::string location = server::journal_location(folder, database);
    if (database.empty() && !store::exists(location)) {
        Issues issues = server::check_opening(plan, {});
        const bool is_folder = !store::exists(folder) || std::filesystem::is_directory(folder);
        const Result<void> fine = server::verify_journal_exists(folder);
        if (!fine) {
            issues.push_back({server::Severity::error, fine.error().location, fine.error().what});
        } else if (is_folder) {
            issues.push_back({server::Severity::note, folder, "a new property will be made here"});
        }
        return issues;
    }
    const auto journal = store::open_to_read(location);
    if (!journal) return std::unexpected(journal.error());
    const Result<store::Recovered> recovered = store::recover(**journal);
    if (!recovered) return std::unexpected(recovered.error());
    Issues issues = server::check_opening(plan, recovered->state);
    for (const Result<void>& fine :
         {server::verify_signing_key(**journal, folder),
          server::verify_registered_keys(recovered->state, folder, (*journal)->origin(),
                                         server::Finish::no),
          server::verify_secrets(recovered->state, plan, folder)}) {
        if (fine) continue;
        issues.push_back({server::Severity::error, fine.error().location, fine.error().what});
    }
    std::ranges::move(server::compare_with_property(plan, recovered->state),
                      std::back_inserter(issues));
    return issues;
}

std::string issues_json(const Issues& issues, bool fine) {
    boost::json::array list;
    for (const server::ConfigurationIssue& issue : issues) {
        list.push_back(boost::json::object{{"severity", to_word(issue.severity)},
                                           {"place", issue.location},
                                           {"what", issue.what}});
    }
    return boost::json::serialize(
               boost::json::object{{"fine", fine}, {"findings", std::move(list)}}) +
           "\n";
}

int check_configuration(const server::PropertyPlan& plan, const ServeOptions& options) {
    const std::string& folder = options.data;
    Issues issues = server::check_plan(plan);
    const auto fits = options.tls ? Result<void>() : server::verify_encryption(plan);
    if (!fits)
        issues.push_back({server::Severity::error, fits.error().location, fits.error().what});
    std::ranges::move(server::check_files(plan, folder), std::back_inserter(issues));
    auto compared = compare_with_folder(plan, folder, options.db);
    if (!compared) return complain(compared.error(), exit_no);
    std::ranges::move(*compared, std::back_inserter(issues));
    std::string text;
    bool fine = true;
    for (const server::ConfigurationIssue& issue : issues) {
        text += to_text(issue) + "\n";
        fine = fine && issue.severity != server::Severity::error;
    }
    text += fine ? "the configuration is fine\n" : "a server can't start with this\n";
    if (options.format == "json") text = issues_json(issues, fine);
    if (const int code = write_answer(text)) return code;
    return fine ? exit_fine : exit_no;
}

}  // namespace

int run_serve(const ServeOptions& options) {
    if (options.show_config) return write_answer(server::demo_property());
    const bool demo = options.config.empty();
    const Result<server::PropertyPlan> plan = load_plan(options);
    if (!plan) return complain(plan.error());
    if (options.check) return check_configuration(*plan, options);
    if (!options.log.empty()) {
        if (auto done = server::log_to(options.log); !done) return complain(done.error());
    }

    const bool stays = ignores_hangup();
    const sigset_t signals = block_signals();
    allow_open_files();
    const std::string folder = options.data.empty() ? default_folder() : options.data;
    std::vector<table::Key> new_keys;
    for (const std::string& name : options.new_keys) {
        new_keys.push_back(parse_word<table::Key>(name).value());
    }
    server::Server::Options serving{*plan,
                                    folder,
                                    demo,
                                    options.tls,
                                    std::move(new_keys),
                                    options.accept_clock,
                                    options.db,
                                    options.standby,
                                    options.endpoint};
    serving.lease = std::chrono::milliseconds(static_cast<std::int64_t>(options.lease * 1'000));
    serving.on_serving = [&](const server::Server& server) {
        static_cast<void>(write_answer(welcome(server, *plan, demo)));
    };
    auto started = server::Server::start(std::move(serving));
    if (!started) {
        server::log(server::LogLevel::error, "the server can't start",
                    {{"why", started.error().text()}});
        return exit_no;
    }
    server::Server& server = **started;
    server::log(
        server::LogLevel::info, "listening",
        {{"address", plan->address}, {"port", std::to_string(server.port())}, {"data", folder}});
    const std::string text =
        server.stands_by() ? "\n  Standing by: another server leads, and this one follows.\n\n"
                           : welcome(server, *plan, demo);
    if (const int code = write_answer(text)) return code;
    const Result<void> done = serve_until_signal(server, signals, stays);
    if (done) return exit_fine;
    server::log(server::LogLevel::error, "stopped", {{"why", done.error().text()}});
    return exit_no;
}

}  // namespace sicbo::app
