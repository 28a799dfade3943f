// SPDX-License-Identifier: MIT
#include "disk/drive.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "core/check.h"

namespace sicbo::disk {
namespace {

constexpr int sector_bytes_said = 4096;  // as SQLite's own VFS says on Linux

// SQLite allocates it and knows only its first member.
struct OpenFile {
    sqlite3_file base;
    Drive* drive;
    int file;
    bool powersafe;       // as the connection believes
    bool sync_the_names;  // with the first sync: a log that is new
};

OpenFile& of(sqlite3_file* file) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): C's way of inheritance
    return *reinterpret_cast<OpenFile*>(file);
}

Drive& of(sqlite3_vfs* vfs) { return *static_cast<Drive*>(vfs->pAppData); }

int close(sqlite3_file*) { return SQLITE_OK; }

int read(sqlite3_file* file, void* to, int size, sqlite3_int64 offset) {
    const OpenFile& from = of(file);
    if (!from.drive->is_on()) return SQLITE_IOERR_READ;
    const std::span<char> target(static_cast<char*>(to), static_cast<std::size_t>(size));
    const std::size_t got =
        from.drive->disk().read(from.file, static_cast<std::uint64_t>(offset), target);
    if (got == target.size()) return SQLITE_OK;
    std::ranges::fill(target.subspan(got), '\0');
    return SQLITE_IOERR_SHORT_READ;
}

int write(sqlite3_file* file, const void* from, int size, sqlite3_int64 offset) {
    return of(file).drive->step(Drive::Does::write, of(file).file, {},
                                static_cast<std::uint64_t>(offset),
                                {static_cast<const char*>(from), static_cast<std::size_t>(size)});
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
    return of(file).drive->step(Drive::Does::resize, of(file).file, {},
                                static_cast<std::uint64_t>(size));
}

int sync(sqlite3_file* file, int) {
    OpenFile& one = of(file);
    const int code = one.drive->step(Drive::Does::sync, one.file, {});
    if (code != SQLITE_OK || !one.sync_the_names) return code;
    one.sync_the_names = false;
    return one.drive->step(Drive::Does::sync, 0, {});
}

int file_size(sqlite3_file* file, sqlite3_int64* size) {
    *size = static_cast<sqlite3_int64>(of(file).drive->disk().size(of(file).file));
    return SQLITE_OK;
}

int lock(sqlite3_file*, int) { return SQLITE_OK; }

int check_reserved_lock(sqlite3_file*, int* is) {
    *is = 0;
    return SQLITE_OK;
}

int file_control(sqlite3_file* file, int what, void* value) {
    if (what != SQLITE_FCNTL_POWERSAFE_OVERWRITE) return SQLITE_NOTFOUND;
    int& asked = *static_cast<int*>(value);
    if (asked < 0) {
        asked = of(file).powersafe ? 1 : 0;
    } else {
        of(file).powersafe = asked != 0;
    }
    return SQLITE_OK;
}

int sector_size(sqlite3_file*) { return sector_bytes_said; }

int device_characteristics(sqlite3_file* file) {
    return of(file).powersafe ? SQLITE_IOCAP_POWERSAFE_OVERWRITE : 0;
}

int shm_map(sqlite3_file* file, int region, int size, int extend, void volatile** to) {
    *to = of(file).drive->shared(of(file).file, static_cast<std::size_t>(region),
                                 static_cast<std::size_t>(size), extend != 0);
    return SQLITE_OK;
}

int shm_lock(sqlite3_file*, int, int, int) { return SQLITE_OK; }

void shm_barrier(sqlite3_file*) {}

int shm_unmap(sqlite3_file* file, int) {
    of(file).drive->forget_shared(of(file).file);
    return SQLITE_OK;
}

constexpr sqlite3_io_methods methods = {2,
                                        close,
                                        read,
                                        write,
                                        truncate,
                                        sync,
                                        file_size,
                                        lock,
                                        lock,
                                        check_reserved_lock,
                                        file_control,
                                        sector_size,
                                        device_characteristics,
                                        shm_map,
                                        shm_lock,
                                        shm_barrier,
                                        shm_unmap,
                                        nullptr,
                                        nullptr};

int open(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* file, int flags, int* flags_out) {
    Drive& drive = of(vfs);
    file->pMethods = nullptr;
    const std::string path = name ? name : "";
    const bool create = (flags & SQLITE_OPEN_CREATE) != 0;
    const int found = drive.open(path, create);
    if (found <= 0) return found == 0 ? SQLITE_CANTOPEN : -found;
    constexpr int logs = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;
    const bool powersafe =
        sqlite3_uri_boolean((flags & SQLITE_OPEN_URI) != 0 ? name : nullptr, "psow", 1) != 0;
    new (file) OpenFile{{&methods}, &drive, found, powersafe, create && (flags & logs) != 0};
    if (flags_out) *flags_out = flags;
    return SQLITE_OK;
}

int remove(sqlite3_vfs* vfs, const char* name, int sync_names) {
    if (of(vfs).disk().find(name) == 0) return SQLITE_IOERR_DELETE_NOENT;
    const int code = of(vfs).step(Drive::Does::remove, 0, name);
    if (code != SQLITE_OK || sync_names == 0) return code;
    return of(vfs).step(Drive::Does::sync, 0, {});
}

int access(sqlite3_vfs* vfs, const char* name, int flags, int* is) {
    if (!of(vfs).is_on()) return SQLITE_IOERR_ACCESS;
    const int found = of(vfs).disk().find(name);
    // As SQLite's own: an empty file might as well not be there.
    *is = found != 0 && (flags != SQLITE_ACCESS_EXISTS || of(vfs).disk().size(found) > 0) ? 1 : 0;
    return SQLITE_OK;
}

int full_pathname(sqlite3_vfs*, const char* name, int size, char* to) {
    sqlite3_snprintf(size, to, "%s", name);
    return SQLITE_OK;
}

int randomness(sqlite3_vfs*, int size, char* to) {
    std::memset(to, 0, static_cast<std::size_t>(size));
    return size;
}

int sleep(sqlite3_vfs*, int microseconds) { return microseconds; }

int current_time(sqlite3_vfs*, double* days) {
    *days = 2461045.5;
    return SQLITE_OK;
}

int last_error(sqlite3_vfs*, int, char*) { return 0; }

int current_time_milliseconds(sqlite3_vfs*, sqlite3_int64* time) {
    *time = 212'634'331'200'000;
    return SQLITE_OK;
}

sqlite3_vfs the_vfs = {2,
                       sizeof(OpenFile),
                       512,
                       nullptr,
                       vfs_name,
                       nullptr,
                       open,
                       remove,
                       access,
                       full_pathname,
                       nullptr,
                       nullptr,
                       nullptr,
                       nullptr,
                       randomness,
                       sleep,
                       current_time,
                       last_error,
                       current_time_milliseconds,
                       nullptr,
                       nullptr,
                       nullptr};

int error_of(Drive::Does does) {
    switch (does) {
        case Drive::Does::create: return SQLITE_CANTOPEN;
        case Drive::Does::write: return SQLITE_IOERR_WRITE;
        case Drive::Does::resize: return SQLITE_IOERR_TRUNCATE;
        case Drive::Does::remove: return SQLITE_IOERR_DELETE;
        case Drive::Does::sync: return SQLITE_IOERR_FSYNC;
    }
    unreachable();
}

}  // namespace

Drive::Drive() {
    check(!the_vfs.pAppData);  // there is one at a time
    the_vfs.pAppData = this;
    check(sqlite3_vfs_register(&the_vfs, 0) == SQLITE_OK);
    // The logs' salts come from here: the same seed, the same bytes.
    sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, 1, nullptr);
}

Drive::~Drive() {
    sqlite3_vfs_unregister(&the_vfs);
    the_vfs.pAppData = nullptr;
}

void Drive::mount(Disk disk) {
    disk_ = std::move(disk);
    on_ = true;
    steps_ = 0;
    failed_ = 0;
    unwritten_ = 0;
    fault_.reset();
    shared_.clear();
}

void Drive::fail(std::uint64_t step, Fault fault, std::uint64_t seed) {
    fault_ = Planned{step, fault, sim::Random(seed)};
}

std::optional<int> Drive::fails(Does does, int file, std::uint64_t offset, std::string_view bytes) {
    const bool now = steps_ == fault_->step;
    const bool still = fault_->fault == Fault::full && fault_->fired;
    if (!now && !still) return std::nullopt;
    if (fault_->fault == Fault::full) {
        const bool takes_room = does == Does::create ||
                                (does == Does::write && offset + bytes.size() > disk_.size(file));
        // A step that needs no room does not fail; the next that does will.
        if (!takes_room) {
            fault_->fired = true;
            return std::nullopt;
        }
    }
    fault_->fired = true;
    ++failed_;
    unwritten_ += does == Does::write || does == Does::sync ? 1 : 0;
    if (does == Does::write) {
        disk_.write(file, offset, bytes.substr(0, fault_->random.below(bytes.size() + 1)));
    }
    if (does == Does::sync && fault_->fault == Fault::lost_sync && file != 0) {
        disk_.fail_sync(file, fault_->random);
    }
    return fault_->fault == Fault::full ? SQLITE_FULL : error_of(does);
}

int Drive::step(Does does, int file, const std::string& name, std::uint64_t offset,
                std::string_view bytes) {
    if (!on_) return error_of(does);
    ++steps_;
    if (fault_) {
        if (const std::optional<int> code = fails(does, file, offset, bytes)) {
            done();
            return *code;
        }
    }
    switch (does) {
        case Does::create: disk_.create(name); break;
        case Does::write: disk_.write(file, offset, bytes); break;
        case Does::resize: disk_.resize(file, offset); break;
        case Does::remove: disk_.remove(name); break;
        case Does::sync:
            if (!syncs) break;
            if (file != 0) {
                disk_.sync(file);
            } else {
                disk_.sync_names();
            }
            break;
    }
    done();
    return SQLITE_OK;
}

void Drive::done() {
    if (after_step) after_step();
}

int Drive::open(const std::string& name, bool create) {
    if (!on_) return 0;
    if (name.empty()) return disk_.create(name);
    const int found = disk_.find(name);
    if (found != 0 || !create) return found;
    const int code = step(Does::create, 0, name);
    return code == SQLITE_OK ? disk_.find(name) : -code;
}

void* Drive::shared(int file, std::size_t region, std::size_t size, bool extend) {
    std::vector<std::vector<char>>& regions = shared_[file];
    if (region >= regions.size()) {
        if (!extend) return nullptr;
        regions.resize(region + 1);
    }
    regions[region].resize(size);
    return regions[region].data();
}

}  // namespace sicbo::disk
