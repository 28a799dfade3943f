// SPDX-License-Identifier: MIT
// The files of rulesets/ as they were when the program was built.
#pragma once

#include <span>

#include "core/embedded.h"

namespace sicbo::rules {

std::span<const EmbeddedFile> embedded_files();

}  // namespace sicbo::rules
