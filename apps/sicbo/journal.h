// SPDX-License-Identifier: MIT
// What the commands share that read a journal: a progress bar, and the exit code for a journal that
// can't be opened.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "store/sqlite_store.h"

namespace sicbo::app {

// Shows the progress of long work on standard error, if that is a terminal. The destructor clears
// it.
class ProgressBar {
public:
    // `doing` is what the work is called: "replaying".
    explicit ProgressBar(std::string doing);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    // Draws the bar at `done` of `all`.
    void show(std::uint64_t done, std::uint64_t all);
    // Removes the bar from the line, so that other output can follow.
    void clear();

private:
    std::string doing_;
    bool watched_ = false;
    bool shown_ = false;
};

// Returns the exit code for a journal that can't be opened: exit_wrong_use if there is no such
// file, otherwise exit_no.
int exit_code_for_journal(const std::string& path);

}  // namespace sicbo::app
