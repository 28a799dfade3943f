// SPDX-License-Identifier: MIT
#include "store/checkpoint.h"

#include <sodium.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <deque>
#include <utility>

#include "core/check.h"

namespace sicbo::store {
namespace {

constexpr std::string_view signature_mark = "\u2014 ";
constexpr std::uint8_t ed25519 = 1;           // the kind of key, before its bytes
constexpr std::size_t key_size = 32;          // bytes of a public key, and of a secret seed
constexpr std::size_t id_size = 4;            // bytes of the key's id, before the signature
constexpr std::size_t signature_size = 64;    // bytes
constexpr std::size_t note_lines = 5;         // three that are signed, an empty one, the signature
constexpr std::size_t note_bytes_max = 4096;  // far more than a note has

std::string_view chars(const std::uint8_t* bytes, std::size_t size) {
    // Texts are plain characters, libsodium's bytes are not.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    return {reinterpret_cast<const char*>(bytes), size};
}

const std::uint8_t* bytes_of(std::string_view text) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the same
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

std::string to_base64(std::string_view bytes) {
    constexpr int kind = sodium_base64_VARIANT_ORIGINAL;
    std::string text(sodium_base64_encoded_len(bytes.size(), kind), '\0');
    sodium_bin2base64(text.data(), text.size(), bytes_of(bytes), bytes.size(), kind);
    text.pop_back();  // the zero at its end
    check(text.size() == (bytes.size() + 2) / 3 * 4);
    return text;
}

std::optional<std::string> from_base64(std::string_view text) {
    std::string bytes(text.size(), '\0');
    std::size_t size = 0;
    const char* end = nullptr;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the same
    auto* to = reinterpret_cast<std::uint8_t*>(bytes.data());
    const int code = sodium_base642bin(to, bytes.size(), text.data(), text.size(), nullptr, &size,
                                       &end, sodium_base64_VARIANT_ORIGINAL);
    if (code != 0 || end != text.data() + text.size()) return std::nullopt;
    bytes.resize(size);
    // libsodium accepts some bytes that are not base64; only the canonical spelling is valid.
    if (to_base64(bytes) != text) return std::nullopt;
    return bytes;
}

std::array<std::uint8_t, 4> id_of(const NoteKey& key) {
    std::string text = key.name + "\n";
    text.push_back(static_cast<char>(ed25519));
    text += chars(key.bytes.data(), key.bytes.size());
    const Hash hash = sha256(text);
    return {hash.bytes[0], hash.bytes[1], hash.bytes[2], hash.bytes[3]};
}

std::string hex(const std::array<std::uint8_t, 4>& id) {
    Hash hash;
    std::ranges::copy(id, hash.bytes.begin());
    return sicbo::to_text(hash).substr(0, 8);
}

// The bytes that are signed.
std::string body_of(const std::string& origin, const Position& at) {
    return origin + "\n" + std::to_string(at.sequence) + "\n" +
           to_base64(chars(at.hash.bytes.data(), at.hash.bytes.size())) + "\n";
}

// The parts of name+id+base64 of a key, whose name has no plus.
struct KeyText {
    std::string name;
    std::string id;
    std::string bytes;
};
std::optional<KeyText> split_key(std::string_view text) {
    const std::size_t first = text.find('+');
    if (first == std::string_view::npos) return std::nullopt;
    const std::size_t second = text.find('+', first + 1);
    if (second == std::string_view::npos) return std::nullopt;
    const auto bytes = from_base64(text.substr(second + 1));
    if (!bytes || bytes->size() != 1 + key_size ||
        static_cast<std::uint8_t>((*bytes)[0]) != ed25519) {
        return std::nullopt;
    }
    return KeyText{std::string(text.substr(0, first)),
                   std::string(text.substr(first + 1, second - first - 1)), bytes->substr(1)};
}

std::string_view without_end_of_line(std::string_view text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

constexpr std::string_view private_heading = "PRIVATE+KEY+";

}  // namespace

std::string to_text(const NoteKey& key) {
    std::string bytes(1, static_cast<char>(ed25519));
    bytes += chars(key.bytes.data(), key.bytes.size());
    return key.name + "+" + hex(id_of(key)) + "+" + to_base64(bytes);
}

Result<NoteKey> parse_public_key(std::string_view text) {
    text = without_end_of_line(text);
    if (text.starts_with(private_heading)) {
        return failure("this is the signing key; the public one lies beside it (.pub)");
    }
    const auto parts = split_key(text);
    if (!parts) return failure("this is not a public key of the form name+id+key");
    NoteKey key{parts->name};
    std::memcpy(key.bytes.data(), parts->bytes.data(), key.bytes.size());
    if (hex(id_of(key)) != parts->id) return failure("the key does not have the id that it names");
    return key;
}

Result<std::vector<NoteKey>> parse_public_keys(std::string_view text) {
    std::vector<NoteKey> keys;
    text = without_end_of_line(text);
    while (true) {
        const std::size_t end = text.find('\n');
        Result<NoteKey> key = parse_public_key(text.substr(0, end));
        if (!key) return std::unexpected(key.error());
        keys.push_back(std::move(*key));
        if (end == std::string_view::npos) return keys;
        text.remove_prefix(end + 1);
    }
}

Result<Checkpoint> parse_checkpoint(std::string_view note) {
    Checkpoint checkpoint;
    std::array<std::string_view, note_lines> lines;
    for (std::string_view& line : lines) {
        const std::size_t end = note.find('\n');
        if (end == std::string_view::npos) return failure("the note has fewer than five lines");
        line = note.substr(0, end);
        note.remove_prefix(end + 1);
    }
    if (!note.empty()) return failure("the note has more than five lines");
    const auto [origin, size, hash, empty, signature] = lines;
    if (origin.empty()) return failure("the note does not name its journal");
    if (!empty.empty()) return failure("the fourth line of the note is not empty");
    const auto [end, error] =
        std::from_chars(size.data(), size.data() + size.size(), checkpoint.at.sequence);
    if (error != std::errc() || end != size.data() + size.size() || size.front() == '0') {
        return failure("the second line of the note is not a number of events");
    }
    const auto hash_bytes = from_base64(hash);
    if (!hash_bytes || hash_bytes->size() != checkpoint.at.hash.bytes.size()) {
        return failure("the third line of the note is not a hash");
    }
    if (!signature.starts_with(signature_mark)) return failure("the note has no signature");
    const std::string_view rest = signature.substr(signature_mark.size());
    const std::size_t space = rest.find(' ');
    if (space == std::string_view::npos) return failure("the signature names no key");
    const auto bytes = from_base64(rest.substr(space + 1));
    if (!bytes || bytes->size() != id_size + signature_size) {
        return failure("the signature is not valid");
    }
    checkpoint.origin = origin;
    std::memcpy(checkpoint.at.hash.bytes.data(), hash_bytes->data(), hash_bytes->size());
    checkpoint.key_name = rest.substr(0, space);
    std::memcpy(checkpoint.key_id.data(), bytes->data(), id_size);
    std::memcpy(checkpoint.signature.data(), bytes->data() + id_size, signature_size);
    return checkpoint;
}

bool is_signed_by(const Checkpoint& checkpoint, const NoteKey& key) {
    if (checkpoint.key_name != key.name || checkpoint.key_id != id_of(key)) return false;
    const std::string body = body_of(checkpoint.origin, checkpoint.at);
    return crypto_sign_verify_detached(checkpoint.signature.data(), bytes_of(body), body.size(),
                                       key.bytes.data()) == 0;
}

bool is_signed_by(const Checkpoint& checkpoint, std::span<const NoteKey> keys) {
    return std::ranges::any_of(keys,
                               [&](const NoteKey& key) { return is_signed_by(checkpoint, key); });
}

Result<void> verify_checkpoint(const Store& journal, const Checkpoint& signed_for) {
    if (signed_for.origin != journal.origin()) {
        return failure("the notes belong to " + signed_for.origin + ", the journal is " +
                       journal.origin());
    }
    const std::uint64_t sequence = signed_for.at.sequence;
    if (sequence > journal.last().sequence) {
        return failure("the journal ends with event " + std::to_string(journal.last().sequence) +
                       ", but event " + std::to_string(sequence) +
                       " was signed for: events are missing");
    }
    const auto end = journal.end_of_record(sequence);
    if (!end) return std::unexpected(end.error());
    if (*end == signed_for.at) return {};
    return failure("event " + std::to_string(sequence) +
                   " is not the one that was signed for: the journal was changed");
}

Result<void> verify_last_note(const Store& journal) {
    const Result<std::optional<Note>> note = journal.last_note();
    if (!note) return std::unexpected(note.error());
    if (!*note) return {};
    const std::string name = "the note of " + std::to_string((*note)->size) + " events";
    const Result<Checkpoint> checkpoint = parse_checkpoint((*note)->text);
    if (!checkpoint) return failure(checkpoint.error().text(), name);
    if (checkpoint->at.sequence != (*note)->size)
        return failure("the note states another number of events", name);
    return verify_checkpoint(journal, *checkpoint);
}

namespace {

using Seed = std::array<std::uint8_t, key_size>;

Result<Seed> read_signing_key(const std::string& path, const std::string& origin) {
    {
        Result<File> file = File::open(path, File::Mode::read);
        if (!file) return std::unexpected(file.error());
        if ((file->permissions() & 077u) != 0) {
            return failure("other users may read the signing key; run chmod 600 on it", path);
        }
    }
    const Result<std::string> text = read_file(path);
    if (!text) return std::unexpected(text.error());
    std::string_view rest = without_end_of_line(*text);
    if (!rest.starts_with(private_heading)) return failure("this is not a signing key", path);
    rest.remove_prefix(private_heading.size());
    const auto parts = split_key(rest);
    if (!parts) return failure("this is not a signing key", path);
    if (parts->name != origin) {
        return failure("this is the signing key of " + parts->name + ", not of " + origin, path);
    }
    Seed seed = {};
    std::memcpy(seed.data(), parts->bytes.data(), seed.size());
    return seed;
}

Result<void> write_signing_key(const std::string& path, const Seed& seed, const NoteKey& key) {
    std::string bytes(1, static_cast<char>(ed25519));
    bytes += chars(seed.data(), seed.size());
    const std::string text = std::string(private_heading) + key.name + "+" + hex(id_of(key)) + "+" +
                             to_base64(bytes) + "\n";
    return write_file(path, text, 0600);
}

// Adds the key to the file of public keys, unless it is there.
Result<void> publish_key(const std::string& path, const NoteKey& key) {
    std::string keys;
    if (exists(path)) {
        Result<std::string> text = read_file(path);
        if (!text) return std::unexpected(text.error());
        keys = std::move(*text);
    }
    const std::string own = to_text(key) + "\n";
    if (keys.find(own) != std::string::npos) return {};
    if (!keys.empty() && keys.back() != '\n') keys += '\n';
    return write_file(path, keys + own, 0644);
}

}  // namespace

Result<Notary> Notary::open(const std::string& key_path, const std::string& origin) {
    check(sodium_init() >= 0);
    Notary notary;
    notary.origin_ = origin;
    notary.public_.name = origin;
    notary.is_new_ = !exists(key_path);
    Seed seed = {};
    if (notary.is_new_) {
        randombytes_buf(seed.data(), seed.size());
    } else {
        const Result<Seed> read = read_signing_key(key_path, origin);
        if (!read) return std::unexpected(read.error());
        seed = *read;
    }
    crypto_sign_seed_keypair(notary.public_.bytes.data(), notary.secret_.data(), seed.data());
    Result<void> done;
    if (notary.is_new_) done = write_signing_key(key_path, seed, notary.public_);
    if (done) done = publish_key(key_path + ".pub", notary.public_);
    sodium_memzero(seed.data(), seed.size());
    if (!done) return std::unexpected(done.error());
    return notary;
}

Result<NoteKey> Notary::read_public_key(const std::string& key_path, const std::string& origin) {
    check(sodium_init() >= 0);
    Result<Seed> seed = read_signing_key(key_path, origin);
    if (!seed) return std::unexpected(seed.error());
    NoteKey key{origin, {}};
    std::array<std::uint8_t, 64> secret = {};
    crypto_sign_seed_keypair(key.bytes.data(), secret.data(), seed->data());
    sodium_memzero(seed->data(), seed->size());
    sodium_memzero(secret.data(), secret.size());
    return key;
}

bool is_text_signed_by(std::string_view text, std::string_view signature, const NoteKey& key) {
    std::array<std::uint8_t, signature_size> bytes = {};
    std::size_t size = 0;
    const int code = sodium_hex2bin(bytes.data(), bytes.size(), signature.data(), signature.size(),
                                    nullptr, &size, nullptr);
    if (code != 0 || size != bytes.size() || signature.size() != 2 * size) return false;
    return crypto_sign_verify_detached(bytes.data(), bytes_of(text), text.size(),
                                       key.bytes.data()) == 0;
}

Result<Notary> Notary::create(const std::string& key_path, const std::string& origin) {
    check(sodium_init() >= 0);
    Notary notary;
    notary.origin_ = origin;
    notary.public_.name = origin;
    notary.is_new_ = true;
    Seed seed = {};
    randombytes_buf(seed.data(), seed.size());
    crypto_sign_seed_keypair(notary.public_.bytes.data(), notary.secret_.data(), seed.data());
    const Result<void> done = write_signing_key(key_path, seed, notary.public_);
    sodium_memzero(seed.data(), seed.size());
    if (!done) return std::unexpected(done.error());
    return notary;
}

std::string Notary::sign_text(std::string_view text) const {
    std::array<std::uint8_t, signature_size> signature = {};
    crypto_sign_detached(signature.data(), nullptr, bytes_of(text), text.size(), secret_.data());
    std::string hex_text(2 * signature_size + 1, '\0');
    sodium_bin2hex(hex_text.data(), hex_text.size(), signature.data(), signature.size());
    hex_text.pop_back();  // the zero at its end
    return hex_text;
}

Note Notary::sign(const Position& at) const {
    check(at.sequence > 0);
    check(public_.name == origin_);
    const std::string body = body_of(origin_, at);
    const auto id = id_of(public_);
    std::array<std::uint8_t, id_size + signature_size> bytes = {};
    std::ranges::copy(id, bytes.begin());
    crypto_sign_detached(bytes.data() + id_size, nullptr, bytes_of(body), body.size(),
                         secret_.data());
    return {at.sequence, body + "\n" + std::string(signature_mark) + public_.name + " " +
                             to_base64(chars(bytes.data(), bytes.size())) + "\n"};
}

namespace {

// A file without a complete note must hold the beginning of the first one, or what a power failure
// left of it. Any other content belongs to another program.
Result<void> verify_beginning(const std::string& path) {
    const Result<std::string> text = read_file(path);
    if (!text) return std::unexpected(text.error());
    constexpr std::string_view beginning = "sicbo-";
    const std::string written = text->substr(0, text->find('\0'));
    const auto length = std::min(beginning.size(), written.size());
    if (written.substr(0, length) == beginning.substr(0, length)) return {};
    return failure("this is not a file of notes", path);
}

}  // namespace

Result<NoteFile> NoteFile::open(const std::string& path) {
    std::optional<Checkpoint> last;
    std::uint64_t whole = 0;
    if (exists(path)) {
        NoteReader reader(path);
        while (true) {
            const Result<std::optional<Note>> note = reader.next();
            if (!note) return std::unexpected(note.error());
            if (!*note) break;
            last = parse_checkpoint((*note)->text).value();
            check(last->at.sequence == (*note)->size);
            whole += (*note)->text.size();
        }
        if (auto fine = whole > 0 ? Result<void>() : verify_beginning(path); !fine) {
            return std::unexpected(fine.error());
        }
        if (auto cut = truncate_file(path, whole); !cut) return std::unexpected(cut.error());
    }
    // Notes are there to be read and kept by others; they have nothing that is secret.
    Result<File> file = File::open(path, File::Mode::append, 0644);
    if (!file) return std::unexpected(file.error());
    NoteFile notes(std::move(*file));
    notes.last_size_ = last ? last->at.sequence : 0;
    notes.last_ = std::move(last);
    return notes;
}

Result<void> NoteFile::append(std::span<const Note> notes) {
    std::string text;
    for (const Note& note : notes) {
        check(note.size > last_size_);
        last_size_ = note.size;
        text += note.text;
    }
    if (auto done = file_.write(text); !done) return done;
    return file_.sync();
}

Result<bool> NoteReader::read_more() {
    check(start_ <= text_.size());
    text_.erase(0, std::exchange(start_, 0));
    const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(left_, 65'536));
    const std::size_t size = text_.size();
    text_.resize(size + piece);
    const Result<std::size_t> count = file_->read(text_.data() + size, piece);
    text_.resize(size + count.value_or(0));
    if (!count) return std::unexpected(count.error());
    left_ -= *count;
    return *count > 0;
}

// Reads to the end of the file. Returns an error if a complete note follows: then the bytes between
// are no incomplete tail.
Result<void> NoteReader::skip_incomplete_tail() {
    incomplete_tail_ = true;
    std::deque<std::string> lines;
    while (true) {
        const std::size_t end = text_.find('\n', start_);
        if (end == std::string::npos) {
            // Only the last bytes of an overlong line can belong to a note.
            if (text_.size() - start_ > note_bytes_max) start_ = text_.size() - note_bytes_max;
            const Result<bool> more = read_more();
            if (!more) return std::unexpected(more.error());
            if (!*more) return {};
            continue;
        }
        std::string line = text_.substr(start_, end + 1 - start_);
        start_ = end + 1;
        if (const std::size_t zero = line.rfind('\0'); zero != std::string::npos) {
            line.erase(0, zero + 1);
        }
        lines.push_back(std::move(line));
        if (lines.size() > note_lines) lines.pop_front();
        std::string note;
        for (const std::string& part : lines) note += part;
        if (parse_checkpoint(note)) {
            return failure("a note follows bytes that are no note",
                           path_ + ", after note " + std::to_string(number_));
        }
    }
}

Result<std::optional<Note>> NoteReader::next() {
    if (path_.empty() || incomplete_tail_) return std::optional<Note>();
    if (!file_) {
        Result<File> file = File::open(path_, File::Mode::read);
        if (!file) return std::unexpected(file.error());
        file_ = std::move(*file);
    }
    while (true) {
        std::size_t end = start_;
        for (std::size_t line = 0; line < note_lines && end != std::string::npos; ++line) {
            const std::size_t next = text_.find('\n', end);
            end = next == std::string::npos ? next : next + 1;
        }
        // No note contains a zero byte.
        if (text_.find('\0', start_) < end) {
            if (auto passed = skip_incomplete_tail(); !passed)
                return std::unexpected(passed.error());
            return std::optional<Note>();
        }
        if (end != std::string::npos) {
            ++number_;
            Note note{0, text_.substr(start_, end - start_)};
            start_ = end;
            const Result<Checkpoint> checkpoint = parse_checkpoint(note.text);
            if (!checkpoint) {
                return failure(checkpoint.error().text(),
                               path_ + ", note " + std::to_string(number_));
            }
            note.size = checkpoint->at.sequence;
            return note;
        }
        if (text_.size() - start_ > note_bytes_max)
            return failure("this is not a file of notes", path_);
        const Result<bool> more = read_more();
        if (!more) return std::unexpected(more.error());
        if (!*more) {
            incomplete_tail_ = !text_.empty();
            return std::optional<Note>();
        }
    }
}

}  // namespace sicbo::store
