// SPDX-License-Identifier: MIT
#include "plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>

#include "core/check.h"

namespace bench {
namespace {

constexpr double width = 720;
constexpr double height = 400;
constexpr double left = 74;
constexpr double right = 690;
constexpr double top = 92;
constexpr double bottom = 340;
constexpr double radius = 4.5;

// Colours that can be told apart with any colour vision; the shapes of the points differ as well.
constexpr std::string_view style = R"(<style>
.paper { fill: #fff } .ink { fill: #1c2321 } .soft { fill: #5b6661 }
.grid { stroke: #dfe3e0 } .axis { stroke: #5b6661 }
.line { fill: none; stroke-width: 2 }
.c0 { --c: #0065a9 } .c1 { --c: #b8560b } .c2 { --c: #00795a } .c3 { --c: #a03a78 }
.line { stroke: var(--c) } .point { fill: var(--c) }
@media (prefers-color-scheme: dark) {
.paper { fill: #0d1117 } .ink { fill: #e6edf3 } .soft { fill: #9aa7b2 }
.grid { stroke: #262d35 } .axis { stroke: #9aa7b2 }
.c0 { --c: #5cb3f2 } .c1 { --c: #f0a04b } .c2 { --c: #3fc79a } .c3 { --c: #e68fc0 }
}
</style>
)";

std::string escape(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '&')
            escaped += "&amp;";
        else if (c == '<')
            escaped += "&lt;";
        else
            escaped += c;
    }
    return escaped;
}

// 12345 as "12,345".
std::string grouped(double value) {
    std::string text = fmt::format("{:.0f}", value);
    constexpr std::size_t group = 3;
    for (std::size_t i = text.size(); i > group; i -= group) text.insert(i - group, ",");
    return text;
}

// The distance of lines on the value axis: 1, 2 or 5 times a power of ten, four to nine of them.
double step_for(double highest) {
    const double rough = highest / 5;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double times : {1.0, 2.0, 5.0}) {
        if (times * power >= rough) return times * power;
    }
    return 10 * power;
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view kind,
                    std::string_view text) {
    return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}" class="{}">{}</text>)"
                       "\n",
                       x, y, anchor, kind, escape(text));
}

std::string point_at(double x, double y, std::size_t series) {
    const auto path = [&](std::string_view steps) {
        return fmt::format(R"(<path class="point c{}" d="M{:.1f} {:.1f}{}"/>)"
                           "\n",
                           series, x, y, steps);
    };
    switch (series) {
        case 0:
            return fmt::format(R"(<circle class="point c0" cx="{:.1f}" cy="{:.1f}" r="{}"/>)"
                               "\n",
                               x, y, radius);
        case 1: return path("m-4.2 -4.2h8.4v8.4h-8.4z");
        case 2: return path("m0 -5.5l5.2 9.2h-10.4z");
        default: return path("m0 -5.8l5.8 5.8l-5.8 5.8l-5.8 -5.8z");
    }
}

class Drawing {
public:
    explicit Drawing(const Plot& plot) : plot_(plot) {
        for (const Series& series : plot.series) {
            for (const auto& [size, value] : series.points) {
                sicbo::check(size > 0 && value >= 0);
                sizes_.insert(size);
                highest_ = std::max(highest_, value);
            }
        }
        sicbo::check(!sizes_.empty() && highest_ > 0);
        step_ = step_for(highest_);
        highest_ = std::ceil(highest_ * 1.05 / step_) * step_;
    }

    std::string svg() {
        svg_ = fmt::format(
            R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {:.0f} {:.0f}" role="img" )"
            R"(font-family="system-ui, sans-serif" font-size="14" aria-label="{}">)"
            "\n{}"
            R"(<rect class="paper" width="100%" height="100%"/>)"
            "\n",
            width, height, escape(plot_.title), style);
        svg_ += R"(<g font-size="17" font-weight="600">)";
        svg_ += text_at(18, 30, "start", "ink", plot_.title) + "</g>\n";
        draw_axes();
        draw_legend();
        for (std::size_t i = 0; i < plot_.series.size(); ++i) draw_series(i);
        return svg_ + "</svg>\n";
    }

private:
    double x_of(double size) const {
        const double from = std::log10(*sizes_.begin());
        const double to = std::log10(*sizes_.rbegin());
        return to == from
                   ? left
                   : left + 20 + (right - left - 40) * (std::log10(size) - from) / (to - from);
    }
    double y_of(double value) const { return bottom - (bottom - top) * value / highest_; }

    void draw_axes() {
        const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step_))));
        for (int i = 0; step_ * i <= highest_ * 1.001; ++i) {
            const double y = y_of(step_ * i);
            svg_ += fmt::format(R"(<path class="{}" d="M{:.1f} {:.1f}H{:.1f}"/>)"
                                "\n",
                                i == 0 ? "axis" : "grid", left, y, right);
            svg_ += text_at(
                left - 9, y + 5, "end", "soft",
                decimals == 0 ? grouped(step_ * i) : fmt::format("{:.{}f}", step_ * i, decimals));
        }
        for (const double size : sizes_) {
            svg_ += fmt::format(R"(<path class="axis" d="M{:.1f} {:.1f}v5"/>)"
                                "\n",
                                x_of(size), bottom);
            svg_ += text_at(x_of(size), bottom + 22, "middle", "soft", grouped(size));
        }
        svg_ += text_at((left + right) / 2, height - 14, "middle", "ink", plot_.sizes);
        svg_ += fmt::format(R"svg(<g transform="translate(20 {:.1f}) rotate(-90)">)svg",
                            (top + bottom) / 2);
        svg_ += text_at(0, 0, "middle", "ink", plot_.unit) + "</g>\n";
    }

    void draw_legend() {
        constexpr double about_a_letter = 7.3;
        double x = left;
        for (std::size_t i = 0; i < plot_.series.size(); ++i) {
            svg_ += point_at(x + 5, 59, i);
            svg_ += text_at(x + 16, 64, "start", "ink", plot_.series[i].name);
            x += 44 + about_a_letter * static_cast<double>(plot_.series[i].name.size());
        }
    }

    void draw_series(std::size_t index) {
        std::string line;
        std::string points;
        for (const auto& [size, value] : plot_.series[index].points) {
            line +=
                fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", x_of(size), y_of(value));
            points += point_at(x_of(size), y_of(value), index);
        }
        svg_ += fmt::format(R"(<path class="line c{}" d="{}"/>)"
                            "\n{}",
                            index, line, points);
    }

    const Plot& plot_;
    std::set<double> sizes_;
    double highest_ = 0;
    double step_ = 1;
    std::string svg_;
};

}  // namespace

std::string to_svg(const Plot& plot) {
    constexpr std::size_t series_max = 4;
    sicbo::check(plot.series.size() <= series_max);
    return Drawing(plot).svg();
}

}  // namespace bench
