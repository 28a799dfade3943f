// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "core/check.h"
#include "core/text.h"
#include "device/drawing.h"

namespace sicbo::device {
namespace {

std::string escaped(std::string_view text) {
    std::string all;
    for (const char one : text) {
        switch (one) {
            case '&': all += "&amp;"; break;
            case '<': all += "&lt;"; break;
            case '>': all += "&gt;"; break;
            case '"': all += "&quot;"; break;
            default: all += one;
        }
    }
    return all;
}

std::string colour(double grey) {
    const int level = static_cast<int>(grey * 255);
    return fmt::format("rgb({0},{0},{0})", level);
}

std::string family(Font font) {
    return font == Font::fixed ? "Liberation Mono, Courier, monospace"
                               : "Helvetica, Arial, Droid Sans Fallback, Noto Sans CJK SC, "
                                 "sans-serif";
}

std::string_view anchor_word(Anchor anchor) {
    switch (anchor) {
        case Anchor::start: return "start";
        case Anchor::middle: return "middle";
        case Anchor::end: return "end";
    }
    unreachable();
}

void append(std::string& svg, const TextRun& run) {
    const std::string turn = run.rotation == 0 ? ""
                                               : fmt::format(" transform=\"rotate({} {} {})\"",
                                                             -run.rotation, run.x, run.y);
    svg += fmt::format(
        R"(<text x="{}" y="{}" font-size="{}" font-family="{}" font-weight="{}" text-anchor="{}")"
        R"( fill="{}" xml:space="preserve"{}>{}</text>)"
        "\n",
        run.x, run.y, run.size, family(run.font), run.font == Font::bold ? "bold" : "normal",
        anchor_word(run.anchor), colour(run.grey), turn, escaped(run.text));
}

}  // namespace

std::string to_svg(const Drawing& drawing) {
    check(drawing.width > 0 && drawing.height > 0);
    std::string svg =
        fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}mm" height="{1}mm")"
                    R"( viewBox="0 0 {0} {1}">)"
                    "\n"
                    R"(<rect width="{0}" height="{1}" fill="white"/>)"
                    "\n",
                    drawing.width, drawing.height);
    for (const TextRun& run : drawing.background) append(svg, run);
    for (const Box& box : drawing.boxes) {
        svg += fmt::format(R"(<rect x="{:.4f}" y="{:.4f}" width="{:.4f}" height="{:.4f}" fill="{}")"
                           R"( shape-rendering="crispEdges"/>)"
                           "\n",
                           box.x, box.y, box.width, box.height, colour(box.grey));
    }
    for (const TextRun& run : drawing.texts) append(svg, run);
    return svg + "</svg>\n";
}

}  // namespace sicbo::device
