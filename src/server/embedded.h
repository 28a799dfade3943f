// SPDX-License-Identifier: MIT
// The pages of web/ and the configuration of the demonstration, as they were when the program was
// built.
#pragma once

#include <span>

#include "core/embedded.h"

namespace sicbo::server {

std::span<const EmbeddedFile> embedded_files();

}  // namespace sicbo::server
