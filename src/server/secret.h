// A secret of this installation's own, in a file that only its owner may read.
#pragma once

#include <string>

#include "core/hash.h"
#include "core/result.h"

namespace sicbo::server {

// Drawn the first time, and the same ever after.
Result<Hash> keep_secret(const std::string& path);

}  // namespace sicbo::server
