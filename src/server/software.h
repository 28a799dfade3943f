// SPDX-License-Identifier: MIT
// What the running program consists of, as hashes: its own file, the shared libraries that are
// loaded, and the pages that it serves.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "table/command.h"

namespace sicbo::server {

struct SoftwareHashes {
    Hash program;                                // of the program's file
    std::vector<table::SoftwarePart> libraries;  // sorted by name, which is the path
    Hash pages;
};

// Returns the paths of the shared libraries that this process has loaded, sorted.
std::vector<std::string> loaded_libraries();

// Returns one hash over the names and contents of all pages that are embedded in the program.
Hash hash_of_pages();

// Hashes the program's file, the libraries and the pages. Reads all of these files.
Result<SoftwareHashes> hash_software(const std::string& program);

}  // namespace sicbo::server
