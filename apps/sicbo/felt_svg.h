// SPDX-License-Identifier: MIT
// The felt of a layout as a drawing, from the geometry in its rule set.
#pragma once

#include <string>
#include <string_view>

#include "rules/layout.h"

namespace sicbo::app {

std::string felt_svg(const rules::Layout& layout);

// What is printed inside the box of a spot: "SMALL", "17", "6 5 4 3".
std::string label(rules::Spot spot);

// The text as it may stand in HTML and SVG.
std::string escape(std::string_view text);

}  // namespace sicbo::app
