// SPDX-License-Identifier: MIT
#include "store/files.h"

#include <fcntl.h>
#include <sodium.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "core/check.h"

namespace sicbo::store {
namespace {

std::unexpected<Error> failed(const std::string& path, std::string_view doing) {
    const std::string why = std::generic_category().message(errno);
    return failure("can't " + std::string(doing) + ": " + why, path);
}

std::filesystem::path folder_of(const std::string& path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    return folder.empty() ? "." : folder;
}

}  // namespace

Result<File> File::open(const std::string& path, Mode mode, unsigned permissions) {
    int flags = O_CLOEXEC;
    if (mode == Mode::read) flags |= O_RDONLY;
    if (mode == Mode::append) flags |= O_WRONLY | O_CREAT | O_APPEND;
    if (mode == Mode::truncate) flags |= O_WRONLY | O_CREAT | O_TRUNC;
    if (mode == Mode::create) flags |= O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
    const int descriptor = ::open(path.c_str(), flags, permissions);
    if (descriptor < 0) return failed(path, mode == Mode::read ? "be read" : "be written");
    return File(descriptor, path);
}

File::File(File&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), path_(std::move(other.path_)) {}

File& File::operator=(File&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(path_, other.path_);
    return *this;
}

File::~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

std::unexpected<Error> File::last_error(std::string_view doing) const {
    return failed(path_, doing);
}

Result<void> File::write(std::string_view bytes) const {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return last_error("be written");
        check(static_cast<std::size_t>(written) <= bytes.size());
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

Result<void> File::sync() const {
    if (::fdatasync(descriptor_) != 0) return last_error("be synced");
    return {};
}

Result<std::size_t> File::read(char* to, std::size_t bytes_max) const {
    while (true) {
        const ssize_t count = ::read(descriptor_, to, bytes_max);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return last_error("be read");
        check(static_cast<std::size_t>(count) <= bytes_max);
        return static_cast<std::size_t>(count);
    }
}

bool File::lock() const { return ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0; }

unsigned File::permissions() const {
    struct stat status = {};
    if (::fstat(descriptor_, &status) != 0) return 0777;
    return status.st_mode & 0777u;
}

Result<void> File::make_private() const {
    const unsigned own = permissions() & 0700u;
    if (::fchmod(descriptor_, own) != 0) return last_error("be made private");
    return {};
}

Result<void> File::reserve(std::uint64_t bytes) const {
    const int code = ::posix_fallocate(descriptor_, 0, static_cast<off_t>(bytes));
    if (code != 0) {
        errno = code;
        return last_error("be given space");
    }
    return {};
}

Result<std::string> read_file(const std::string& path) {
    Result<File> file = File::open(path, File::Mode::read);
    if (!file) return std::unexpected(file.error());
    std::string text;
    std::array<char, 65536> buffer = {};
    while (true) {
        const Result<std::size_t> count = file->read(buffer.data(), buffer.size());
        if (!count) return std::unexpected(count.error());
        if (*count == 0) return text;
        text.append(buffer.data(), *count);
    }
}

Result<void> rename_file(const std::string& from, const std::string& to) {
    if (::rename(from.c_str(), to.c_str()) != 0) return failed(to, "be renamed");
    return sync_folder_of(to);
}

Result<File> create_beside(const std::string& path, unsigned permissions) {
    const std::string beside = path + ".new";
    remove_file(beside);
    return File::open(beside, File::Mode::create, permissions);
}

void make_private(const std::string& path) {
    struct stat status = {};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
    if ((status.st_mode & 0077u) == 0) return;
    [[maybe_unused]] const int ignored = ::chmod(path.c_str(), status.st_mode & 0700u);
}

Result<void> write_file(const std::string& path, std::string_view bytes, unsigned permissions) {
    const std::string beside = path + ".new";
    {
        Result<File> file = create_beside(path, permissions);
        if (!file) return std::unexpected(file.error());
        if (auto written = file->write(bytes); !written) return written;
        if (auto synced = file->sync(); !synced) return synced;
    }
    Result<void> done = rename_file(beside, path);
    if (!done) remove_file(beside);
    return done;
}

Result<void> sync_folder_of(const std::string& path) {
    const std::string folder = folder_of(path).string();
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return failed(folder, "be opened");
    const bool synced = ::fsync(descriptor) == 0;
    ::close(descriptor);
    if (!synced) return failed(folder, "be synced");
    return {};
}

Result<void> truncate_file(const std::string& path, std::uint64_t bytes) {
    if (::truncate(path.c_str(), static_cast<off_t>(bytes)) != 0) return failed(path, "be cut");
    return {};
}

bool exists(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

void remove_file(const std::string& path) {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
}

std::vector<std::string> files_with_prefix(const std::string& prefix) {
    std::vector<std::string> paths;
    std::error_code ignored;
    const std::string start = std::filesystem::path(prefix).filename().string();
    for (const auto& entry : std::filesystem::directory_iterator(folder_of(prefix), ignored)) {
        if (entry.path().filename().string().starts_with(start)) {
            paths.push_back(prefix + entry.path().filename().string().substr(start.size()));
        }
    }
    std::ranges::sort(paths);
    return paths;
}

std::uint64_t file_bytes(const std::string& path) {
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(path, error);
    return error ? 0 : bytes;
}

Result<Hash> file_hash(const std::string& path) {
    Result<File> file = File::open(path, File::Mode::read);
    if (!file) return std::unexpected(file.error());
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    std::array<char, 65536> buffer = {};
    while (true) {
        const Result<std::size_t> count = file->read(buffer.data(), buffer.size());
        if (!count) return std::unexpected(count.error());
        if (*count == 0) break;
        // Texts are plain characters, libsodium's bytes are not.
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
        const auto* bytes = reinterpret_cast<const unsigned char*>(buffer.data());
        crypto_hash_sha256_update(&state, bytes, *count);
    }
    Hash hash;
    crypto_hash_sha256_final(&state, hash.bytes.data());
    return hash;
}

int disk_free_percent(const std::string& path) {
    struct statvfs status = {};
    if (::statvfs(folder_of(path).c_str(), &status) != 0 || status.f_blocks == 0) return 0;
    return static_cast<int>(status.f_bavail * 100 / status.f_blocks);
}

std::uint64_t disk_free_bytes(const std::string& path) {
    struct statvfs status = {};
    if (::statvfs(folder_of(path).c_str(), &status) != 0) return 0;
    return std::uint64_t{status.f_bavail} * status.f_frsize;
}

std::uint64_t disk_bytes(const std::string& path) {
    struct statvfs status = {};
    if (::statvfs(folder_of(path).c_str(), &status) != 0) return 0;
    return std::uint64_t{status.f_blocks} * status.f_frsize;
}

}  // namespace sicbo::store
