// SPDX-License-Identifier: MIT
// The disk as SQLite sees it: a VFS of our own under the name `sicbo-disk`.
//
// It behaves as SQLite's own for Unix does where that matters to what is durable: the folder is
// synced with the first sync of a new log, `psow` is believed as the connection says, sectors are
// said to have 4096 bytes. One connection at a time, so that locks are always had; shared memory is
// on the heap. Time stands still.
#pragma once

#include <functional>
#include <optional>

#include "disk/disk.h"

namespace sicbo::disk {

inline constexpr const char* vfs_name = "sicbo-disk";

enum class Fault : std::uint8_t {
    io,    // that one step fails; a write may have been done in part
    full,  // so does every write from there on that makes a file longer, until it is mounted again
    lost_sync,  // a sync fails and what it should have written is forgotten; other steps as `io`
};

class Drive {
public:
    Drive();
    ~Drive();
    Drive(const Drive&) = delete;
    Drive& operator=(const Drive&) = delete;

    // The power is on and this is the disk. What failed before does so no more.
    void mount(Disk disk);
    void cut() { on_ = false; }  // from here on nothing is done
    const Disk& disk() const { return disk_; }
    Disk take() { return std::move(disk_); }

    // Writes, new sizes, new and removed names, and syncs are steps; they count from 1.
    std::uint64_t steps() const { return steps_; }
    std::function<void()> after_step;

    bool syncs = true;  // or only says so

    // Makes that step fail.
    void fail(std::uint64_t step, Fault fault, std::uint64_t seed);
    void heal() { fault_.reset(); }
    std::uint64_t failed() const { return failed_; }  // how many steps
    // Of them, writes and syncs: an open or a removal may be tried again, but never these.
    std::uint64_t unwritten() const { return unwritten_; }

    // For the functions that SQLite calls.
    enum class Does : std::uint8_t { create, write, resize, remove, sync };
    bool is_on() const { return on_; }
    // Done, or the code of the error.
    int step(Does does, int file, const std::string& name, std::uint64_t offset = 0,
             std::string_view bytes = {});
    int open(const std::string& name, bool create);
    void* shared(int file, std::size_t region, std::size_t size, bool extend);
    void forget_shared(int file) { shared_.erase(file); }

private:
    struct Planned {
        std::uint64_t step;
        Fault fault;
        sim::Random random;
        bool fired = false;
    };
    std::optional<int> fails(Does does, int file, std::uint64_t offset, std::string_view bytes);
    void done();

    Disk disk_;
    bool on_ = true;
    std::uint64_t steps_ = 0;
    std::uint64_t failed_ = 0;
    std::uint64_t unwritten_ = 0;
    std::optional<Planned> fault_;
    std::map<int, std::vector<std::vector<char>>> shared_;
};

}  // namespace sicbo::disk
