// SPDX-License-Identifier: MIT
#include "server/software.h"

#include <link.h>

#include <algorithm>

#include "core/hash.h"
#include "server/embedded.h"
#include "store/files.h"

namespace sicbo::server {

std::vector<std::string> loaded_libraries() {
    std::vector<std::string> paths;
    // The program itself has no name here, and what the kernel provides has no path.
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* context) {
            const std::string_view name = object->dlpi_name ? object->dlpi_name : "";
            if (name.starts_with('/')) {
                static_cast<std::vector<std::string>*>(context)->emplace_back(name);
            }
            return 0;
        },
        &paths);
    std::ranges::sort(paths);
    const auto doubles = std::ranges::unique(paths);
    paths.erase(doubles.begin(), doubles.end());
    return paths;
}

Hash hash_of_pages() {
    std::vector<std::string> lines;
    for (const EmbeddedFile& file : embedded_files()) {
        lines.push_back(to_text(sha256(file.text)) + " " + std::string(file.name) + "\n");
    }
    std::ranges::sort(lines);
    std::string list;
    for (const std::string& line : lines) list += line;
    return sha256(list);
}

Result<SoftwareHashes> hash_software(const std::string& program) {
    SoftwareHashes hashes;
    const Result<Hash> own = store::file_hash(program);
    if (!own) return std::unexpected(own.error());
    hashes.program = *own;
    for (const std::string& path : loaded_libraries()) {
        const Result<Hash> hash = store::file_hash(path);
        if (!hash) return std::unexpected(hash.error());
        hashes.libraries.push_back({path, *hash});
    }
    hashes.pages = hash_of_pages();
    return hashes;
}

}  // namespace sicbo::server
