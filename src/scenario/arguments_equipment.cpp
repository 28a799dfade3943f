// SPDX-License-Identifier: MIT
#include "scenario/arguments_equipment.h"

namespace sicbo::scenario {
namespace {

// One die as it was seen: "5" flat, "?" flat with a value that nobody knows, "x" not seen, "(5)"
// not seen but found to show 5, "leaning" not flat.
std::optional<table::SeenDie> take_seen_die(Words& words) {
    using table::Sight;
    if (words.take_word("?")) return table::SeenDie{Sight::flat, 0, {}};
    if (words.take_word("x")) return table::SeenDie{Sight::not_seen, 0, {}};
    if (words.take_word("leaning")) return table::SeenDie{Sight::not_flat, 0, {}};
    for (std::uint8_t face = 1; face <= 6; ++face) {
        const std::string digit = std::to_string(face);
        if (words.take_word(digit)) return table::SeenDie{Sight::flat, face, {}};
        if (words.take_word("(" + digit + ")")) return table::SeenDie{Sight::not_seen, face, {}};
    }
    return std::nullopt;
}

}  // namespace

std::optional<Value> take_seen_dice(Words& words, const Context&) {
    std::vector<table::SeenDie> dice;
    for (int i = 0; i < 3; ++i) {
        const auto die = take_seen_die(words);
        if (!die) return std::nullopt;
        dice.push_back(*die);
    }
    return dice;
}

std::optional<Value> take_items(Words& words, const Context&) {
    std::vector<rules::CheckItem> items;
    do {
        const auto item = words.take_enum<rules::CheckItem>();
        if (!item) return std::nullopt;
        items.push_back(*item);
    } while (words.take_word(","));
    return items;
}

std::optional<Value> take_offset(Words& words, const Context&) {
    const auto at = parse_instant("2026-01-01T00:00" + std::string(words.peek()));
    if (!at || words.peek() == "Z") {
        words.expect({"an offset such as +08:00", Alternative::Sort::description});
        return std::nullopt;
    }
    words.next();
    const Instant midnight = parse_instant("2026-01-01T00:00+00:00").value();
    return (midnight.milliseconds - at->milliseconds) / 60'000;
}

}  // namespace sicbo::scenario
