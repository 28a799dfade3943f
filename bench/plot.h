// SPDX-License-Identifier: MIT
// A line plot as an SVG file, readable on light and on dark pages: sizes from left to right on a
// logarithmic scale, measured values upwards from 0.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace bench {

struct Series {
    std::string name;
    std::vector<std::pair<double, double>> points;  // size and value, by ascending size
};

struct Plot {
    std::string title;
    std::string sizes;           // what is counted from left to right
    std::string unit;            // of the values
    std::vector<Series> series;  // at most four, at least one with a point; sizes above 0
};

std::string to_svg(const Plot& plot);

}  // namespace bench
