// SPDX-License-Identifier: MIT
// The program as it runs on a simulated disk: the real store and the real loop, and beside them,
// outside the disk, what was handed to the journal and what of it was acknowledged.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "disk/drive.h"
#include "server/loop.h"

namespace sicbo::disk {

// How the disk is, and how the program is. As they come they are what we promise to hold on.
struct Setting {
    // Of the disk.
    std::size_t sector_bytes = 4096;
    bool powersafe = false;  // garbage stays within what was being written
    bool syncs = true;       // or only says so
    // Of the program: each of these is a mistake, and must be seen.
    std::string synchronous = "FULL";
    bool trusts_sectors = false;
    bool acknowledges_early = false;
    bool drops_hash = false;  // takes the hash of a record from its bytes, not from beside them
};

struct History {
    std::string origin;
    std::vector<store::Record> handed;
    std::size_t acknowledged = 0;  // of them
    bool swallowed = false;        // a step failed, and the store said that all was fine

    // Where a restart found the journal to end, and what else the earlier program had handed to it.
    // Of that a later restart may still find more, until something is acknowledged after this one.
    std::size_t found = 0;
    std::shared_ptr<const History> before = {};
    std::size_t acknowledged_before = 0;
};

class Process {
public:
    // Opens the journal and starts the loop, which registers the restart.
    static Result<std::unique_ptr<Process>> start(Drive& drive, const Setting& setting,
                                                  History& history, Instant time);
    ~Process();  // with the power cut, so that nothing more is written
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    // Ends as it should. There is no loop any more.
    void close();

    server::Loop& loop() { return *loop_; }
    Result<void> checkpoint() { return store_->checkpoint_wal(); }
    const store::Position& found() const { return found_; }  // where the journal ended

private:
    explicit Process(Drive& drive) : drive_(drive) {}

    Drive& drive_;
    std::unique_ptr<store::Store> store_;
    std::unique_ptr<server::Loop> loop_;
    store::Position found_;
};

// What a restart must lead to, found without any disk.
struct Expected {
    std::string state;                 // as bytes
    Hash settled;                      // of the state without the number of the last event
    std::optional<std::string> wrong;  // what of the law of interruptions or of the invariants
};

class Expectations {
public:
    explicit Expectations(Instant time) : time_(time) {}

    // After so many records.
    const Expected& after(const History& history, std::size_t records);

private:
    Instant time_;
    std::map<Hash, Expected> known_;
};

}  // namespace sicbo::disk
