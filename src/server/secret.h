// SPDX-License-Identifier: MIT
// Secrets of this installation, each in a file that is created readable by its owner only.
#pragma once

#include <string>

#include "core/hash.h"
#include "core/result.h"

namespace sicbo::server {

// Reads the secret from the file. If the file is missing, it is created with a new random secret.
Result<Hash> load_or_create_secret(const std::string& path);

}  // namespace sicbo::server
