// SPDX-License-Identifier: MIT
// The bars of an Interleaved 2 of 5 barcode, which ticket readers on casino floors scan.
#pragma once

#include <string_view>
#include <vector>

#include "core/result.h"

namespace sicbo::device {

// Returns the modules from left to right, true where a bar is, without the quiet zones. `digits`
// must be an even number of digits, at most 30.
std::vector<bool> interleaved_2_of_5(std::string_view digits);

// How many modules must stay white on either side of the bars.
inline constexpr int quiet_modules_min = 10;

}  // namespace sicbo::device
