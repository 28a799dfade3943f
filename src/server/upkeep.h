// SPDX-License-Identifier: MIT
// Decisions of the server that no request asks for: which tables a damaged journal stops, when a
// stop need not wait any longer, and what has changed in the software.
//
// No socket, thread, file or clock in here: callers pass the time. Called on the loop thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/loop.h"

namespace sicbo::server {

// Keeps tables out of service while the journal is damaged.
class DamagedJournal {
public:
    static constexpr std::chrono::milliseconds interval{1'000};  // between two looks at the tables
    static constexpr std::size_t note_max = 250;  // bytes of the finding that an alarm shows

    // Takes every table that is in service out of service and raises an alarm there; the first time
    // it raises the alarm at the other tables too, except at those that are retired. `finding` says
    // what is wrong with the journal. Does nothing if `interval` has not passed since the last
    // look. Call it again and again: people who return a table to service may not know of the
    // damage.
    void stop_tables(Loop& loop, std::string_view finding, Instant now);

private:
    std::optional<Instant> looked_at_;
    bool alarm_raised_ = false;
};

// A stop of the server that lets the rounds in play end first.
class GracefulStop {
public:
    // `wait_max` is how long the stop waits for rounds.
    GracefulStop(Instant begun_at, std::chrono::milliseconds wait_max);

    enum class Progress : std::uint8_t { waiting, complete, timed_out };
    Progress progress(const table::State& state, Instant now) const;

    static constexpr std::chrono::milliseconds log_interval{10'000};

    // Returns true once in log_interval: then the rounds that are waited for are to be logged.
    bool is_log_due(Instant now);

private:
    Instant begun_at_;
    std::chrono::milliseconds wait_max_;
    std::optional<Instant> logged_at_;
};

// Returns the rounds in play and what each waits for, as text for the log: "table 1 round 7 comes
// to mix; table 2 round 3 is held for power-cut". Empty if there are none.
std::string describe_rounds_in_play(const table::State& state);

// A shared library that is not as it was at the last check.
struct LibraryChange {
    std::string name;
    std::optional<Hash> before;  // none: it was not loaded
    Hash now;

    friend bool operator==(const LibraryChange&, const LibraryChange&) = default;
};

// Returns the libraries of `now` that are new or have changed; none if `before` is empty, as it is
// at the first check.
std::vector<LibraryChange> changed_libraries(const std::vector<table::SoftwarePart>& before,
                                             const std::vector<table::SoftwarePart>& now);

// Returns how many rounds the events have settled or voided.
std::uint64_t count_ended_rounds(const std::vector<CommittedEvent>& events);

}  // namespace sicbo::server
