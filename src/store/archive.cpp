// SPDX-License-Identifier: MIT
#include "store/archive.h"

#include <sodium.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <optional>

#include "core/check.h"
#include "store/files.h"

namespace sicbo::store {
namespace {

constexpr std::string_view magic = "sicbo-backup-v1\n";
constexpr std::size_t piece_bytes = 65'536;
constexpr std::size_t sealed_bytes = piece_bytes + crypto_secretstream_xchacha20poly1305_ABYTES;
constexpr std::size_t heading_max = 1'024;  // bytes of the line before a file
constexpr auto final_tag = crypto_secretstream_xchacha20poly1305_TAG_FINAL;

using Salt = std::array<std::uint8_t, crypto_pwhash_SALTBYTES>;
using Header = std::array<std::uint8_t, crypto_secretstream_xchacha20poly1305_HEADERBYTES>;
using Stream = crypto_secretstream_xchacha20poly1305_state;

const std::uint8_t* sodium_bytes(std::string_view text) {
    // Texts are plain characters, libsodium's bytes are not.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    return reinterpret_cast<const std::uint8_t*>(text.data());
}
std::uint8_t* sodium_bytes(std::string& text) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the same
    return reinterpret_cast<std::uint8_t*>(text.data());
}

// A key that is erased from memory afterwards.
struct StreamKey {
    std::array<std::uint8_t, crypto_secretstream_xchacha20poly1305_KEYBYTES> bytes = {};

    StreamKey() = default;
    StreamKey(const StreamKey&) = delete;
    StreamKey& operator=(const StreamKey&) = delete;
    ~StreamKey() { sodium_memzero(bytes.data(), bytes.size()); }
};

bool derive(StreamKey& key, std::string_view passphrase, const Salt& salt) {
    check(sodium_init() >= 0);
    return crypto_pwhash(key.bytes.data(), key.bytes.size(), passphrase.data(), passphrase.size(),
                         salt.data(), crypto_pwhash_OPSLIMIT_MODERATE,
                         crypto_pwhash_MEMLIMIT_MODERATE, crypto_pwhash_ALG_ARGON2ID13) == 0;
}

constexpr std::string_view no_memory = "the key can't be derived: there is too little memory";

// Collects plain bytes and writes them as encrypted pieces of one size; the last may be shorter.
class Sealer {
public:
    Sealer(File& to, Stream& stream) : to_(to), stream_(stream) {}

    Result<void> write(std::string_view bytes) {
        pending_ += bytes;
        std::size_t done = 0;
        // At least one byte stays for the final piece.
        while (pending_.size() - done > piece_bytes) {
            if (auto sealed = seal(std::string_view(pending_).substr(done, piece_bytes), 0);
                !sealed) {
                return sealed;
            }
            done += piece_bytes;
        }
        pending_.erase(0, done);
        return {};
    }
    Result<void> finish() { return seal(pending_, final_tag); }

private:
    Result<void> seal(std::string_view plain, unsigned char tag) {
        std::string sealed(plain.size() + crypto_secretstream_xchacha20poly1305_ABYTES, '\0');
        crypto_secretstream_xchacha20poly1305_push(&stream_, sodium_bytes(sealed), nullptr,
                                                   sodium_bytes(plain), plain.size(), nullptr, 0,
                                                   tag);
        return to_.write(sealed);
    }

    File& to_;
    Stream& stream_;
    std::string pending_;
};

// Decrypts the pieces as they are asked for.
class Opener {
public:
    Opener(File& from, Stream& stream, std::string path)
        : from_(from), stream_(stream), path_(std::move(path)) {}

    // Returns up to `bytes_max` plain bytes; none at the end of a complete archive.
    Result<std::string> read(std::size_t bytes_max) {
        if (auto done = fill(); !done) return std::unexpected(done.error());
        std::string bytes = plain_.substr(at_, bytes_max);
        at_ += bytes.size();
        return bytes;
    }
    // Returns the bytes up to the next line feed, without it.
    Result<std::string> line() {
        std::string text;
        while (text.size() <= heading_max) {
            const Result<std::string> next = read(1);
            if (!next) return next;
            if (next->empty() && text.empty()) return text;
            if (next->empty()) break;
            if (*next == "\n") return text;
            text += *next;
        }
        return failure("the backup is damaged", path_);
    }

private:
    Result<void> fill() {
        while (at_ == plain_.size() && !final_) {
            std::string sealed(sealed_bytes, '\0');
            std::size_t size = 0;
            while (size < sealed.size()) {
                const Result<std::size_t> count =
                    from_.read(sealed.data() + size, sealed.size() - size);
                if (!count) return std::unexpected(count.error());
                if (*count == 0) break;
                size += *count;
            }
            sealed.resize(size);
            if (auto done = open(sealed); !done) return done;
        }
        return {};
    }
    Result<void> open(const std::string& sealed) {
        constexpr std::size_t overhead = crypto_secretstream_xchacha20poly1305_ABYTES;
        if (sealed.size() < overhead) return failure("the backup is cut off", path_);
        plain_.assign(sealed.size() - overhead, '\0');
        at_ = 0;
        unsigned char tag = 0;
        const int code = crypto_secretstream_xchacha20poly1305_pull(
            &stream_, sodium_bytes(plain_), nullptr, &tag, sodium_bytes(std::string_view(sealed)),
            sealed.size(), nullptr, 0);
        if (code != 0) {
            return failure(begun_ ? "the backup is damaged"
                                  : "the passphrase is wrong, or the backup is damaged",
                           path_);
        }
        begun_ = true;
        final_ = tag == final_tag;
        return {};
    }

    File& from_;
    Stream& stream_;
    std::string path_;
    std::string plain_;
    std::size_t at_ = 0;
    bool begun_ = false;
    bool final_ = false;
};

// The line before a file: its name, its permissions in octal digits and its size.
std::string heading_of(const ArchivedFile& file, std::uint64_t bytes) {
    std::array<char, 8> octal = {};
    const auto end = std::to_chars(octal.data(), octal.data() + octal.size(), file.permissions, 8);
    return file.name + "\t" + std::string(octal.data(), end.ptr) + "\t" + std::to_string(bytes) +
           "\n";
}

struct Heading {
    std::string name;
    unsigned permissions = 0600;
    std::uint64_t bytes = 0;
};
std::optional<Heading> parse_heading(std::string_view line) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos) return std::nullopt;
    Heading heading{std::string(line.substr(0, first))};
    const std::string_view octal = line.substr(first + 1, second - first - 1);
    const std::string_view size = line.substr(second + 1);
    const auto permissions =
        std::from_chars(octal.data(), octal.data() + octal.size(), heading.permissions, 8);
    const auto bytes = std::from_chars(size.data(), size.data() + size.size(), heading.bytes);
    if (permissions.ec != std::errc() || bytes.ec != std::errc()) return std::nullopt;
    if (bytes.ptr != size.data() + size.size()) return std::nullopt;
    // Nothing is written outside the folder, whoever made the archive.
    const std::filesystem::path name(heading.name);
    if (heading.name.empty() || name.is_absolute()) return std::nullopt;
    for (const std::filesystem::path& part : name) {
        if (part == ".." || part == "." || part.empty()) return std::nullopt;
    }
    return heading;
}

Result<void> add_file(Sealer& sealer, const ArchivedFile& file) {
    Result<File> from = File::open(file.path, File::Mode::read);
    if (!from) return std::unexpected(from.error());
    std::uint64_t left = file_bytes(file.path);
    if (auto done = sealer.write(heading_of(file, left)); !done) return done;
    std::string piece(piece_bytes, '\0');
    while (left > 0) {
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(left, piece.size()));
        const Result<std::size_t> count = from->read(piece.data(), wanted);
        if (!count) return std::unexpected(count.error());
        if (*count == 0) return failure("the file became shorter while it was read", file.path);
        if (auto done = sealer.write(std::string_view(piece).substr(0, *count)); !done) return done;
        left -= *count;
    }
    return {};
}

Result<void> write_all(File& to, std::string_view passphrase,
                       const std::vector<ArchivedFile>& files) {
    Salt salt = {};
    randombytes_buf(salt.data(), salt.size());
    StreamKey key;
    if (!derive(key, passphrase, salt)) return failure(std::string(no_memory));
    Stream stream;
    Header header = {};
    crypto_secretstream_xchacha20poly1305_init_push(&stream, header.data(), key.bytes.data());
    std::string head(magic);
    head.append(salt.begin(), salt.end()).append(header.begin(), header.end());
    if (auto done = to.write(head); !done) return done;
    Sealer sealer(to, stream);
    for (const ArchivedFile& file : files) {
        if (auto done = add_file(sealer, file); !done) return done;
    }
    if (auto done = sealer.finish(); !done) return done;
    return to.sync();
}

Result<void> extract_file(Opener& opener, const Heading& heading, const std::string& folder) {
    const std::filesystem::path path = std::filesystem::path(folder) / heading.name;
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) return failure(error.message(), path.string());
    Result<File> to = File::open(path.string(), File::Mode::create, heading.permissions);
    if (!to) return std::unexpected(to.error());
    std::uint64_t left = heading.bytes;
    while (left > 0) {
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(left, piece_bytes));
        const Result<std::string> bytes = opener.read(wanted);
        if (!bytes) return std::unexpected(bytes.error());
        if (bytes->empty()) return failure("the backup ends within a file", heading.name);
        if (auto done = to->write(*bytes); !done) return done;
        left -= bytes->size();
    }
    return to->sync();
}

}  // namespace

bool is_archive(const std::string& path) {
    const Result<File> file = File::open(path, File::Mode::read);
    std::string head(magic.size(), '\0');
    return file && file->read(head.data(), head.size()).value_or(0) == magic.size() &&
           head == magic;
}

Result<void> write_archive(const std::string& path, std::string_view passphrase,
                           const std::vector<ArchivedFile>& files) {
    check(sodium_init() >= 0);
    const std::string beside = path + ".new";
    Result<File> to = create_beside(path);
    if (!to) return std::unexpected(to.error());
    Result<void> done = write_all(*to, passphrase, files);
    if (done) done = rename_file(beside, path);
    if (!done) remove_file(beside);
    return done;
}

Result<void> extract_archive(const std::string& path, std::string_view passphrase,
                             const std::string& folder) {
    Result<File> from = File::open(path, File::Mode::read);
    if (!from) return std::unexpected(from.error());
    Salt salt = {};
    Header header = {};
    std::string head(magic.size() + salt.size() + header.size(), '\0');
    if (from->read(head.data(), head.size()).value_or(0) != head.size() ||
        !head.starts_with(magic)) {
        return failure("this is no backup of a property", path);
    }
    const auto salt_at = head.begin() + static_cast<std::ptrdiff_t>(magic.size());
    const auto header_at = salt_at + static_cast<std::ptrdiff_t>(salt.size());
    std::copy(salt_at, header_at, salt.begin());
    std::copy(header_at, head.end(), header.begin());
    StreamKey key;
    if (!derive(key, passphrase, salt)) return failure(std::string(no_memory));
    Stream stream;
    if (crypto_secretstream_xchacha20poly1305_init_pull(&stream, header.data(), key.bytes.data()) !=
        0) {
        return failure("the backup is damaged", path);
    }
    Opener opener(*from, stream, path);
    while (true) {
        const Result<std::string> line = opener.line();
        if (!line) return std::unexpected(line.error());
        if (line->empty()) {
            std::array<char, 1> more = {};
            const Result<std::size_t> count = from->read(more.data(), more.size());
            if (!count) return std::unexpected(count.error());
            if (*count > 0) return failure("something follows the end of the backup", path);
            return {};
        }
        const std::optional<Heading> heading = parse_heading(*line);
        if (!heading) return failure("the backup names no file where one should begin", path);
        if (auto done = extract_file(opener, *heading, folder); !done) return done;
    }
}

}  // namespace sicbo::store
