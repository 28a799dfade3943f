// SPDX-License-Identifier: MIT
#include "scenario/hint.h"

#include <algorithm>
#include <utility>

namespace sicbo::scenario {
namespace {

// The edit distance: letters to insert, remove, replace or swap with the next one.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before;
    std::vector<std::size_t> last;
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before = std::exchange(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t other = a[i - 1] == b[j - 1] ? 0 : 1;
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + other});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

}  // namespace

std::optional<std::string> nearest(std::string_view word,
                                   std::span<const Alternative> alternatives) {
    constexpr std::size_t length_max = 40;  // no word of the language is longer
    if (word.size() > length_max) return std::nullopt;
    std::size_t distance_max = word.size() / 3 + 1;  // exclusive
    std::optional<std::string> best;
    const auto look_at = [&](const std::string& candidate) {
        const std::size_t far = distance(word, candidate);
        if (far == 0 || far >= distance_max) return;
        distance_max = far;
        best = candidate;
    };
    for (const Alternative& alternative : alternatives) {
        const bool verb = alternative.sort == Alternative::Sort::verb;
        if (verb || alternative.sort == Alternative::Sort::word) look_at(alternative.text);
        if (verb) look_at(alternative.text + "s");
        if (alternative.sort == Alternative::Sort::spot) {
            for (const rules::Spot& spot : rules::all_spots()) look_at(to_text(spot));
        }
        for (const std::string& example : alternative.examples) look_at(example);
    }
    return best;
}

std::string did_you_mean(std::string_view word) {
    return "; did you mean \"" + std::string(word) + "\"?";
}

std::string listed(std::span<const Alternative> alternatives) {
    std::string text;
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
        if (i > 0) text += i + 1 == alternatives.size() ? " or " : ", ";
        text += alternatives[i].text == "," ? "a comma" : alternatives[i].text;
    }
    return text;
}

std::string shortened(std::string_view text, std::size_t max) {
    std::size_t characters = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool begins = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
        if (begins && characters++ == max) return std::string(text.substr(0, i)) + "…";
    }
    return std::string(text);
}

}  // namespace sicbo::scenario
