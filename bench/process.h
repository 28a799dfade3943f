// SPDX-License-Identifier: MIT
// What the benches share: servers that they start and stop themselves, in a folder that goes away
// with it, and aims that are met or not.
#pragma once

#include <sys/types.h>

#include <charconv>
#include <csignal>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

// Somebody pressed Ctrl-C: what was begun is put away on the way out.
struct Interrupted : std::runtime_error {
    Interrupted() : std::runtime_error("interrupted") {}
};
void heed_signals();
void throw_if_interrupted();

// The whole text as a number above nothing.
bool read_number(const std::string& text, auto& to) {
    const char* end = text.data() + text.size();
    const auto [read_to, wrong] = std::from_chars(text.data(), end, to);
    return wrong == std::errc() && read_to == end && to > 0;
}

// Says how busy the machine is: who must wait for a processor waits longer than for anything else.
void print_load();
void print_aim(std::string_view what, double is, double wanted, bool at_least = true);

// The value in the middle; 0 of none.
double median(std::vector<double> values);

// A folder of our own, removed with all that is in it.
class TempFolder {
public:
    explicit TempFolder(const std::string& in);
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    ~TempFolder();

    const std::string& path() const { return path_; }

    // A folder within; its owner is who it is for when we are root.
    std::string make(const std::string& name, const std::string& owner = {}) const;

private:
    std::string path_;
};

// A program that ends when this does, or when we die. Its output goes to a file.
class Process {
public:
    // `user` is whom root runs it as; others run it as themselves.
    Process(const std::vector<std::string>& command, const std::string& log,
            const std::string& user, int stop_signal = SIGTERM);
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process();

    pid_t id() const { return pid_; }
    int wait();      // for its end; its exit code
    bool running();  // whether it has not ended yet

private:
    pid_t pid_ = -1;
    int code_ = 0;
    int stop_signal_;
};

// Asks again and again until it is so; throws with what is in the log if the process ends or takes
// too long over it.
void wait_until(const std::function<bool()>& ready, Process& process, const std::string& log);

}  // namespace bench
