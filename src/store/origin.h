// SPDX-License-Identifier: MIT
// The identity of a new journal, the same for every store.
#pragma once

#include <string>

namespace sicbo::store {

// Returns the origin of a new journal: "sicbo-" and 16 random hexadecimal digits.
std::string new_origin();

}  // namespace sicbo::store
