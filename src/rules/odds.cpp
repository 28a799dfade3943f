// SPDX-License-Identifier: MIT
#include "rules/odds.h"

#include <algorithm>

namespace sicbo::rules {

Result<Odds> parse_odds(std::string_view text) {
    const std::string quoted = "\"" + std::string(text) + "\"";
    const auto point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    const bool digits = !whole.empty() && whole.size() <= 4 &&
                        std::ranges::all_of(whole, [](char c) { return '0' <= c && c <= '9'; });
    if (!digits) return failure(quoted + " is not odds, such as \"12\" or \"8.5\"");
    if (point != std::string_view::npos && text.substr(point) != ".5") {
        return failure(quoted + " is not odds in whole or half units, such as \"12\" or \"8.5\"");
    }
    Odds odds;
    for (const char c : whole) odds.halves = odds.halves * 10 + (c - '0');
    odds.halves = odds.halves * 2 + (point == std::string_view::npos ? 0 : 1);
    if (odds.halves == 0) return failure(quoted + " is no odds: a winning bet must win something");
    if (odds > odds_max)
        return failure(quoted + " is above the highest odds, " + to_text(odds_max));
    return odds;
}

std::string to_text(Odds odds) {
    const std::int32_t halves = odds.halves < 0 ? -odds.halves : odds.halves;
    return (odds.halves < 0 ? "-" : "") + std::to_string(halves / 2) + (halves % 2 ? ".5" : "");
}

}  // namespace sicbo::rules
