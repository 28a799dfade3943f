// SPDX-License-Identifier: MIT
// Files that are either complete or absent, also after a power failure. POSIX only; errors carry
// the path and the system's reason.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.h"
#include "core/result.h"

namespace sicbo::store {

// An open file; the destructor closes it.
class File {
public:
    enum class Mode : std::uint8_t { read, append, truncate, create };
    // `append` and `truncate` create the file with these permissions if there is none; `truncate`
    // empties one that exists. `create` fails if there is a file or a link of that name. What the
    // umask of the process withholds is withheld.
    static Result<File> open(const std::string& path, Mode mode, unsigned permissions = 0600);

    // Writes all bytes. They are durable after sync().
    Result<void> write(std::string_view bytes) const;
    Result<void> sync() const;
    // Reads up to `bytes_max` bytes and returns their number; 0 at the end of the file.
    Result<std::size_t> read(char* to, std::size_t bytes_max) const;
    // Locks the file for this process; returns false if another process holds the lock.
    bool lock() const;
    // Returns the permission bits; all of them if they can't be read.
    unsigned permissions() const;
    // Withdraws permissions that others than the owner have.
    Result<void> make_private() const;
    // Allocates this much space on the disk for the file.
    Result<void> reserve(std::uint64_t bytes) const;

    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File();

private:
    File(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
    std::unexpected<Error> last_error(std::string_view doing) const;

    int descriptor_ = -1;
    std::string path_;
};

// Returns the whole content of the file.
Result<std::string> read_file(const std::string& path);

// Renames the file in one step, which is durable when it returns. Replaces `to`.
Result<void> rename_file(const std::string& from, const std::string& to);

// Creates `path`.new for a file that will be renamed. What has that name already is removed first:
// a file that a power cut or somebody else has left there lends neither its permissions nor its
// target.
Result<File> create_beside(const std::string& path, unsigned permissions = 0600);

// Replaces the file's content: writes `path`.new, syncs it and renames it. A reader finds either
// the old content or all of the new. Durable when it returns. On an error the old content stays,
// and an incomplete `path`.new may be left behind.
Result<void> write_file(const std::string& path, std::string_view bytes,
                        unsigned permissions = 0600);

// Withdraws the permissions that others than the owner have on the file. Does nothing if there is
// no such file, or if it is a link; an error is ignored.
void make_private(const std::string& path);

// Makes the name of a new or renamed file durable.
Result<void> sync_folder_of(const std::string& path);

// Truncates the file to this many bytes.
Result<void> truncate_file(const std::string& path, std::uint64_t bytes);

bool exists(const std::string& path);
// Removes the file if it exists. An error is ignored: the file stays.
void remove_file(const std::string& path);

// Returns the paths that begin with the prefix, sorted.
std::vector<std::string> files_with_prefix(const std::string& prefix);

// Returns how much of the disk that holds the path is free, in percent; 0 if it can't be read.
int disk_free_percent(const std::string& path);
// Returns how many bytes of that disk are free; 0 if it can't be read.
std::uint64_t disk_free_bytes(const std::string& path);
// Returns the size of that disk; 0 if it can't be read.
std::uint64_t disk_bytes(const std::string& path);

// Returns the SHA-256 of the file's content.
Result<Hash> file_hash(const std::string& path);

// Returns the size of the file; 0 if there is no such file.
std::uint64_t file_bytes(const std::string& path);

}  // namespace sicbo::store
