// SPDX-License-Identifier: MIT
#include "service.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <thread>
#include <utility>

#include "subcommand.h"

namespace sicbo::app {
namespace {

bool has_terminal() {
    const int terminal = ::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal >= 0) ::close(terminal);
    return terminal >= 0;
}

// Makes the plan's certificate, key and authorities paths, and reads each to see that it can be.
Result<void> resolve_certificates(server::PropertyPlan& plan, const std::string& config) {
    for (const auto& [key, path] :
         {std::pair("certificate", &plan.certificate), std::pair("private_key", &plan.private_key),
          std::pair("client_authorities", &plan.access.client_authorities)}) {
        *path = resolve(config, *path);
        const auto read = path->empty() ? Result<std::string>() : read_input(*path);
        if (!read) return failure(fmt::format("{}: {}", key, read.error().text()));
    }
    return {};
}

}  // namespace

std::string resolve(const std::string& config, const std::string& path) {
    const std::size_t slash = config.rfind('/');
    if (path.empty() || path.starts_with('/') || slash == std::string::npos) return path;
    return config.substr(0, slash + 1) + path;
}

Result<void> complete_network(server::PropertyPlan& plan, const std::string& listen, bool insecure,
                              const std::string& config) {
    if (!listen.empty()) {
        const Result<server::Listen> parsed = server::parse_listen(listen);
        if (!parsed) return failure("--listen: " + parsed.error().text());
        plan.address = parsed->address;
        plan.port = parsed->port;
    }
    plan.access.insecure = plan.access.insecure || insecure;
    return resolve_certificates(plan, config);
}

void allow_open_files() {
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);  // if this fails, the server accepts fewer connections
}

bool ignores_hangup() {
    struct sigaction inherited = {};
    return sigaction(SIGHUP, nullptr, &inherited) == 0 && inherited.sa_handler == SIG_IGN;
}

sigset_t block_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, number);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    for (const int number : {SIGPIPE, SIGUSR1, SIGUSR2}) std::signal(number, SIG_IGN);
    std::signal(SIGHUP, SIG_DFL);  // one that is ignored never arrives, even if it is waited for
    return signals;
}

void run_until_signal(const sigset_t& signals, bool stays, const Service& service) {
    const bool had_terminal = has_terminal();
    const std::jthread waiting([&](const std::stop_token& end) {
        const timespec poll_interval{0, 200'000'000};
        while (!end.stop_requested()) {
            const int number = sigtimedwait(&signals, nullptr, &poll_interval);
            if (number == SIGHUP && (stays || has_terminal() == had_terminal)) {
                service.reload();
            } else if (number > 0) {
                service.stop();
            }
        }
    });
    service.run();
}

}  // namespace sicbo::app
