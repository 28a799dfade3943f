// SPDX-License-Identifier: MIT
// Whether a test takes its time: tests that sample what they compare take less of it by default, so
// that script/test stays short, and all that they can in the long run, which sets SICBO_THOROUGH.
#pragma once

#include <cstdlib>

namespace sicbo::test {

inline bool is_thorough() { return std::getenv("SICBO_THOROUGH") != nullptr; }

}  // namespace sicbo::test
