// SPDX-License-Identifier: MIT
// sicbo serve: the tables of a property on the network.
#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <utility>

#include "commands.h"
#include "edge.h"
#include "server/keys.h"
#include "server/log.h"
#include "server/property_check.h"
#include "server/server.h"
#include "store/files.h"
#include "store/recover.h"

namespace sicbo::app {
namespace {

// Returns the path of a file that the configuration names: relative to the configuration's folder.
std::string resolve(const std::string& config, const std::string& path) {
    const std::size_t slash = config.rfind('/');
    if (path.empty() || path.starts_with('/') || slash == std::string::npos) return path;
    return config.substr(0, slash + 1) + path;
}

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

// Every connection is an open file, and the usual limit of a shell is meant for other programs.
void allow_connections() {
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);  // if this fails, the server accepts fewer connections
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
    if (!options.listen.empty()) {
        const Result<server::Listen> listen = server::parse_listen(options.listen);
        if (!listen) return failure("--listen: " + listen.error().text());
        plan->address = listen->address;
        plan->port = listen->port;
    }
    plan->access.insecure = plan->access.insecure || options.insecure;
    for (const auto& [key, path] :
         {std::pair("certificate", &plan->certificate),
          std::pair("private_key", &plan->private_key),
          std::pair("client_authorities", &plan->access.client_authorities)}) {
        *path = resolve(options.config, *path);
        const auto read = path->empty() ? Result<std::string>() : read_input(*path);
        if (!read) return failure(fmt::format("{}: {}", key, read.error().text()));
    }
    return plan;
}

bool has_terminal() {
    const int terminal = ::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal >= 0) ::close(terminal);
    return terminal >= 0;
}

// Returns true if the parent process has made this one ignore hang-ups, as nohup does.
bool ignores_hangup() {
    struct sigaction inherited = {};
    return sigaction(SIGHUP, nullptr, &inherited) == 0 && inherited.sa_handler == SIG_IGN;
}

// Signals go to one thread, which waits for them; all threads must start with them blocked.
sigset_t block_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, number);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    for (const int number : {SIGPIPE, SIGUSR1, SIGUSR2}) std::signal(number, SIG_IGN);
    std::signal(SIGHUP, SIG_DFL);  // one that is ignored never arrives, even if it is waited for
    return signals;
}

// Serves until a signal to stop arrives. SIGHUP reloads, unless it says that the terminal from
// which the server was started has been closed. A server under nohup outlives its terminal.
Result<void> run_until_signal(server::Server& server, const sigset_t& signals, bool stays) {
    const bool had_terminal = has_terminal();
    const std::jthread waiting([&](const std::stop_token& end) {
        const timespec poll_interval{0, 200'000'000};
        while (!end.stop_requested()) {
            const int number = sigtimedwait(&signals, nullptr, &poll_interval);
            if (number == SIGHUP && (stays || has_terminal() == had_terminal)) {
                server.reload();
            } else if (number > 0) {
                server.stop();
            }
        }
    });
    return server.run();
}

using Issues = std::vector<server::ConfigurationIssue>;

// Returns what a start with this configuration on this folder would meet. The folder may be empty
// for none, as before a first start.
Result<Issues> compare_with_folder(const server::PropertyPlan& plan, const std::string& folder) {
    if (folder.empty()) return server::check_opening(plan, {});
    const std::string path = folder + "/journal";
    if (!store::exists(path)) {
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
    const auto journal = store::SqliteStore::open_to_read(path);
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
    auto compared = compare_with_folder(plan, folder);
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
    allow_connections();
    const std::string folder = options.data.empty() ? default_folder() : options.data;
    std::vector<table::Key> new_keys;
    for (const std::string& name : options.new_keys) {
        new_keys.push_back(parse_word<table::Key>(name).value());
    }
    auto started = server::Server::start(
        {*plan, folder, demo, options.tls, std::move(new_keys), options.accept_clock});
    if (!started) {
        server::log(server::LogLevel::error, "the server can't start",
                    {{"why", started.error().text()}});
        return exit_no;
    }
    server::Server& server = **started;
    server::log(
        server::LogLevel::info, "listening",
        {{"address", plan->address}, {"port", std::to_string(server.port())}, {"data", folder}});
    if (const int code = write_answer(welcome(server, *plan, demo))) return code;
    const Result<void> done = run_until_signal(server, signals, stays);
    if (done) return exit_fine;
    server::log(server::LogLevel::error, "stopped", {{"why", done.error().text()}});
    return exit_no;
}

}  // namespace sicbo::app
