// Signed statements of how far a journal went and with which hash, so that nobody can cut it or
// write it anew without the key.
//
// The form is that of a signed note: three lines (which journal, how many events, the hash of the
// last), an empty one, and a line with the signature (Ed25519). Each is kept in the journal's
// database and appended to a file outside, which belongs where those who can change the database
// can't reach it. docs/formats/journal.md has the details.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/files.h"
#include "store/store.h"

namespace sicbo::store {

struct PublicKey {
    std::string name;
    std::array<std::uint8_t, 32> bytes = {};

    friend bool operator==(const PublicKey&, const PublicKey&) = default;
};
std::string to_text(const PublicKey& key);
Result<PublicKey> parse_public_key(std::string_view text);
// One on each line: the keys that signed one after the other.
Result<std::vector<PublicKey>> parse_public_keys(std::string_view text);

struct Checkpoint {
    std::string origin;
    Position at;
    std::string key_name;
    std::array<std::uint8_t, 4> key_id = {};
    std::array<std::uint8_t, 64> signature = {};
};
Result<Checkpoint> parse_checkpoint(std::string_view note);
bool is_signed_by(const Checkpoint& checkpoint, const PublicKey& key);
bool is_signed_by(const Checkpoint& checkpoint, std::span<const PublicKey> keys);

// Whether the journal is the one that was signed for: it has that event, with that hash.
Result<void> fits(const Store& journal, const Checkpoint& signed_for);
// By the last note in its own database. It stands for all before it.
Result<void> fits_last_note(const Store& journal);

// Holds the signing key.
class Notary {
public:
    // Reads the key, or makes one that only its owner may read. Its public half is put beside it
    // (`.pub`), below those of the keys before it. A key that others may read, or that is of
    // another journal, is refused.
    static Result<Notary> open(const std::string& key_path, const std::string& origin);

    Note sign(const Position& at) const;
    const PublicKey& public_key() const { return public_; }
    bool is_new() const { return is_new_; }  // made by this start, and known to nobody yet

private:
    Notary() = default;

    std::string origin_;
    std::array<std::uint8_t, 64> secret_ = {};
    PublicKey public_;
    bool is_new_ = false;
};

// The file outside the database, note after note.
class NoteFile {
public:
    static Result<NoteFile> open(const std::string& path);

    Result<void> append(std::span<const Note> notes);                // synced together
    const std::optional<Checkpoint>& last() const { return last_; }  // when it was opened

private:
    explicit NoteFile(File file) : file_(std::move(file)) {}

    File file_;
    std::optional<Checkpoint> last_;
};

// Reads such a file, note after note. What follows the last whole note is left out if it can't be
// one: it was being written when the power went, and may be its beginning, or zeros of any length.
class NoteReader {
public:
    // Of no more than so many bytes.
    explicit NoteReader(std::string path, std::uint64_t bytes = UINT64_MAX)
        : path_(std::move(path)), left_(bytes) {}

    // None at the end, or where there is no path.
    Result<std::optional<Note>> next();

    // Whether something was left out, once all is read.
    bool left_out() const { return left_out_; }

private:
    Result<bool> read_more();  // whether there was more
    Result<void> pass_over();

    std::string path_;
    std::uint64_t left_;
    std::optional<File> file_;
    std::string text_;
    std::size_t start_ = 0;
    std::uint64_t number_ = 0;
    bool left_out_ = false;
};

}  // namespace sicbo::store
