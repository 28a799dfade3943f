// SPDX-License-Identifier: MIT
// Checkpoints: signed statements of how far a journal goes and with which hash. Without the signing
// key nobody can truncate or rewrite the journal unnoticed. Not to be confused with a checkpoint of
// the write-ahead log (Store::checkpoint_wal).
//
// A checkpoint is written as a signed note: three lines (the journal's origin, the number of
// events, the hash of the last), an empty line, and a line with the Ed25519 signature. Each note is
// stored in the journal's database and appended to a file outside it. That file belongs where
// people who can change the database can't reach it. docs/formats/journal.md specifies the format.
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

// The public key that verifies the notes of one journal, with the name of the journal's origin.
struct NoteKey {
    std::string name;
    std::array<std::uint8_t, 32> bytes = {};

    friend bool operator==(const NoteKey&, const NoteKey&) = default;
};
// Writes a key as name+id+base64, and reads it back. An error says what is wrong with the text.
std::string to_text(const NoteKey& key);
Result<NoteKey> parse_public_key(std::string_view text);
// Reads a file of keys, one on each line: those that have signed, oldest first.
Result<std::vector<NoteKey>> parse_public_keys(std::string_view text);

struct Checkpoint {
    std::string origin;
    Position at;
    std::string key_name;
    std::array<std::uint8_t, 4> key_id = {};
    std::array<std::uint8_t, 64> signature = {};
};
// Reads a note. The signature is not verified here.
Result<Checkpoint> parse_checkpoint(std::string_view note);
// Returns true if the key, or one of the keys, made the checkpoint's signature.
bool is_signed_by(const Checkpoint& checkpoint, const NoteKey& key);
bool is_signed_by(const Checkpoint& checkpoint, std::span<const NoteKey> keys);

// Returns true if the key made this signature, as sign_text() writes it, over the text.
bool is_text_signed_by(std::string_view text, std::string_view signature, const NoteKey& key);

// Verifies that the journal contains what was signed for: the same origin, and a record that ends
// at that event with that hash. The signature is not verified here.
Result<void> verify_checkpoint(const Store& journal, const Checkpoint& signed_for);
// The same for the last note in the journal's own database, which covers all events before it.
Result<void> verify_last_note(const Store& journal);

// Holds the signing key of one journal and signs notes with it.
class Notary {
public:
    // Reads the key, or creates one that only its owner may read. The public half is added to the
    // file beside it (`.pub`), after the earlier keys. Returns an error if others may read the key,
    // or if it belongs to another journal.
    static Result<Notary> open(const std::string& key_path, const std::string& origin);

    // Makes a new key in the file, which only its owner may read, and replaces what the file held.
    // The public half is published by open().
    static Result<Notary> create(const std::string& key_path, const std::string& origin);

    // Returns the public half of the key in the file, which must exist. The errors are those of
    // open().
    static Result<NoteKey> read_public_key(const std::string& key_path, const std::string& origin);

    // Returns the signature of the text: 128 hexadecimal digits.
    std::string sign_text(std::string_view text) const;
    // Returns a signed note for the position, which must be the end of a record.
    Note sign(const Position& at) const;
    const NoteKey& public_key() const { return public_; }
    // Returns true if open() created the key: its public half must still be handed out.
    bool is_new() const { return is_new_; }

private:
    Notary() = default;

    std::string origin_;
    std::array<std::uint8_t, 64> secret_ = {};
    NoteKey public_;
    bool is_new_ = false;
};

// The file of notes outside the database, to append to.
class NoteFile {
public:
    // Opens the file, or creates it. An incomplete note at its end, left by a power failure, is cut
    // off. Returns an error if it is no file of notes.
    static Result<NoteFile> open(const std::string& path);

    // Appends the notes; they are durable when it returns. Their sizes must ascend.
    Result<void> append(std::span<const Note> notes);
    // The last checkpoint that the file held when it was opened.
    const std::optional<Checkpoint>& last() const { return last_; }

private:
    explicit NoteFile(File file) : file_(std::move(file)) {}

    File file_;
    std::optional<Checkpoint> last_;
    std::uint64_t last_size_ = 0;  // of the last note appended
};

// Reads a file of notes, one by one. An incomplete note at the end is ignored: it was being written
// when the power failed, and may be the beginning of a note or zeros of any length.
class NoteReader {
public:
    // Reads at most `bytes` bytes of the file. An empty path is read as an empty file.
    explicit NoteReader(std::string path, std::uint64_t bytes = UINT64_MAX)
        : path_(std::move(path)), left_(bytes) {}

    // Returns the next note; nothing at the end. An error names the note.
    Result<std::optional<Note>> next();

    // Returns true if an incomplete note was ignored. Valid once next() has returned nothing.
    bool has_incomplete_tail() const { return incomplete_tail_; }

private:
    Result<bool> read_more();  // false at the end of the file
    Result<void> skip_incomplete_tail();

    std::string path_;
    std::uint64_t left_;
    std::optional<File> file_;
    std::string text_;
    std::size_t start_ = 0;
    std::uint64_t number_ = 0;
    bool incomplete_tail_ = false;
};

}  // namespace sicbo::store
