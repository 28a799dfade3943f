// SPDX-License-Identifier: MIT
#include "process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace bench {
namespace {

using namespace std::chrono_literals;

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

// Whom to be, if we are root and may choose.
const passwd* account_of(const std::string& user) {
    if (geteuid() != 0 || user.empty()) return nullptr;
    const passwd* account = getpwnam(user.c_str());  // NOLINT(concurrency-mt-unsafe): one thread
    if (!account) throw std::runtime_error("there is no user " + user + " to run a server as");
    return account;
}

[[noreturn]] void become(const std::vector<std::string>& command, const std::string& log,
                         const passwd* account, int stop_signal, pid_t parent) {
    const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    const int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (out < 0 || in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) _exit(127);
    setpgid(0, 0);  // a Ctrl-C is for us; we end it in our own time
    if (account && (setgroups(0, nullptr) != 0 || setgid(account->pw_gid) != 0 ||
                    setuid(account->pw_uid) != 0)) {
        _exit(127);
    }
    prctl(PR_SET_PDEATHSIG, stop_signal);  // after the change of user, which clears it
    if (getppid() != parent) _exit(127);
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    execv(words[0], words.data());
    _exit(127);
}

std::string text_of(const std::string& path) {
    const std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace

void heed_signals() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        std::signal(signal, [](int) { interrupted = true; });
    }
}

void throw_if_interrupted() {
    if (interrupted) throw Interrupted();
}

void print_load() {
    double load = 0;
    if (getloadavg(&load, 1) != 1) return;
    fmt::print("{} processors; {:.1f} programs were at work on them in the last minute{}\n",
               std::thread::hardware_concurrency(), load,
               load > 0.5 ? ": what follows is worse than it would be alone" : "");
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    return values[values.size() / 2];
}

void print_aim(std::string_view what, double is, double wanted, bool at_least) {
    const bool met = at_least ? is >= wanted : is <= wanted;
    fmt::print("{:<8} {:<58} {:>10.2f}  ({} {})\n", met ? "met" : "NOT MET", what, is,
               at_least ? "at least" : "at most", wanted);
}

TempFolder::TempFolder(const std::string& in) : path_(in + "/sicbo-bench-XXXXXX") {
    if (!mkdtemp(path_.data())) throw std::runtime_error("no folder can be made in " + in);
    chmod(path_.c_str(), 0711);  // others reach what is theirs in it
}

TempFolder::~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string TempFolder::make(const std::string& name, const std::string& owner) const {
    const std::string made = path_ + "/" + name;
    if (mkdir(made.c_str(), 0700) != 0) throw std::runtime_error("can't make " + made);
    const passwd* account = account_of(owner);
    if (account && chown(made.c_str(), account->pw_uid, account->pw_gid) != 0) {
        throw std::runtime_error("can't give away " + made);
    }
    return made;
}

Process::Process(const std::vector<std::string>& command, const std::string& log,
                 const std::string& user, int stop_signal)
    : stop_signal_(stop_signal) {
    const passwd* account = account_of(user);
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ < 0) throw std::runtime_error("no process can be started");
    if (pid_ == 0) become(command, log, account, stop_signal, parent);
}

Process::~Process() {
    if (!running()) return;
    kill(pid_, stop_signal_);
    for (int i = 0; i < 1000 && running(); ++i) std::this_thread::sleep_for(10ms);
    if (!running()) return;
    kill(pid_, SIGKILL);
    wait();
}

int Process::wait() {
    while (running()) std::this_thread::sleep_for(5ms);
    return code_;
}

bool Process::running() {
    if (pid_ < 0) return false;
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) == 0) return true;
    code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    pid_ = -1;
    return false;
}

void wait_until(const std::function<bool()>& ready, Process& process, const std::string& log) {
    for (int i = 0; i < 3000; ++i) {
        throw_if_interrupted();
        if (ready()) return;
        if (!process.running()) break;
        std::this_thread::sleep_for(10ms);
    }
    throw std::runtime_error("a server did not start:\n" + text_of(log));
}

}  // namespace bench
