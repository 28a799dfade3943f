// SPDX-License-Identifier: MIT
// A page of texts and boxes, in millimetres from the upper left corner, that can be written as SVG
// or PDF.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"

namespace sicbo::device {

enum class Font : std::uint8_t { regular, bold, fixed };
enum class Anchor : std::uint8_t { start, middle, end };

struct TextRun {
    double x = 0;
    double y = 0;     // of the base line
    double size = 3;  // of the font
    std::string text;
    Font font = Font::regular;
    Anchor anchor = Anchor::start;  // what of the text is at x
    double rotation = 0;            // in degrees, counter-clockwise around (x, y)
    double grey = 0;                // 0 is black, 1 white
};

struct Box {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
    double grey = 0;
};

// Boxes and texts are drawn in the order of `background`, `boxes`, `texts`.
struct Drawing {
    double width = 0;
    double height = 0;
    std::vector<TextRun> background;
    std::vector<Box> boxes;
    std::vector<TextRun> texts;
};

// Returns the drawing as an SVG document.
std::string to_svg(const Drawing& drawing);

// Returns a PDF document with one page for each drawing. Texts that are not ASCII are set in the
// font of Debian's package fonts-arphic-gbsn00lp, which is embedded; returns an error if such a
// text occurs and the font is not installed.
Result<std::string> to_pdf(std::span<const Drawing> pages);

}  // namespace sicbo::device
