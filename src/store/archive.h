// SPDX-License-Identifier: MIT
// Several files in one encrypted file, for backups that leave the machine. The key is derived from
// a passphrase (Argon2id); the content is encrypted and authenticated in pieces
// (XChaCha20-Poly1305, libsodium's secretstream), so that an archive that was cut off or changed is
// refused. docs/formats/backup.md specifies the format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace sicbo::store {

struct ArchivedFile {
    std::string name;  // relative to the folder, with '/' between folders
    std::string path;  // where it is read from
    unsigned permissions = 0600;
};

// Returns true if the file begins as an archive does.
bool is_archive(const std::string& path);

// Writes the files into a new archive, which is durable when it returns. On an error no archive is
// left behind. Takes about a second and 256 MB for the key.
Result<void> write_archive(const std::string& path, std::string_view passphrase,
                           const std::vector<ArchivedFile>& files);

// Writes the files of the archive into the folder, which must exist and be empty. Returns an error
// if the passphrase is wrong or the archive is not complete and unchanged; files that were written
// until then are left in the folder.
Result<void> extract_archive(const std::string& path, std::string_view passphrase,
                             const std::string& folder);

}  // namespace sicbo::store
