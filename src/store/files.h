// Files that must not be half there.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace sicbo::store {

// A file that is open, and closed in the end.
class File {
public:
    enum class Mode : std::uint8_t { read, append, create_new };
    static Result<File> open(const std::string& path, Mode mode, unsigned permissions = 0644);

    Result<void> write(std::string_view bytes) const;
    Result<void> sync() const;
    Result<std::size_t> read(char* to, std::size_t most) const;  // 0 at the end
    bool lock() const;  // for this process alone; whether it could
    unsigned permissions() const;
    Result<void> reserve(std::uint64_t bytes) const;  // room on the disk

    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File();

private:
    File(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
    std::unexpected<Error> wrong(std::string_view doing) const;

    int descriptor_ = -1;
    std::string path_;
};

Result<std::string> read_file(const std::string& path);

// Into place, in one step that lasts.
Result<void> rename_file(const std::string& from, const std::string& to);

// Written beside, synced, and renamed: whoever opens it finds all of it, or what was there before.
Result<void> write_file(const std::string& path, std::string_view bytes,
                        unsigned permissions = 0644);

// Makes a renamed or a new file's name durable.
Result<void> sync_folder_of(const std::string& path);

// Takes away what lies beyond that many bytes.
Result<void> cut_file(const std::string& path, std::uint64_t bytes);

bool exists(const std::string& path);
void remove_file(const std::string& path);

// The paths that begin with the prefix, in order of their names.
std::vector<std::string> files_with_prefix(const std::string& prefix);

// How much of the disk with the path is free, in a hundred.
int free_percent(const std::string& path);
std::uint64_t disk_bytes(const std::string& path);  // its size

std::uint64_t file_bytes(const std::string& path);  // 0 if there is no such file

}  // namespace sicbo::store
