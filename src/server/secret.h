// SPDX-License-Identifier: MIT
// Secrets of this installation, each in a file that only its owner may read.
#pragma once

#include <string>

#include "core/hash.h"
#include "core/result.h"

namespace sicbo::server {

// Reads the secret from the file, or draws one and writes the file if it is missing.
Result<Hash> keep_secret(const std::string& path);

}  // namespace sicbo::server
