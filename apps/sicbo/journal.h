// SPDX-License-Identifier: MIT
// What the commands share that read a journal: a progress bar, and the exit code for a journal that
// can't be opened.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/time.h"
#include "store/open_store.h"

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

// Reads the ends of a period as --from and --to give them: a date is its first moment in UTC. What
// is empty stays as it is. Returns what is wrong; nothing if both can be read and the period is not
// empty.
std::optional<Error> read_period(const std::string& from_text, const std::string& to_text,
                                 Instant& from, Instant& to);

// Returns the exit code for a journal that can't be opened: exit_wrong_use if its location is a
// file that does not exist, otherwise exit_no.
int exit_code_for_journal(const std::string& path);

}  // namespace sicbo::app
