// Servers that the bench starts and stops itself, in a folder that goes away with it.
#pragma once

#include <sys/types.h>

#include <csignal>
#include <functional>
#include <string>
#include <vector>

namespace durable {

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

}  // namespace durable
