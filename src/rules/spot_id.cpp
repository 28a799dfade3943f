// SPDX-License-Identifier: MIT
#include "rules/spot_id.h"

#include <array>
#include <map>

namespace sicbo::rules {
namespace {

// The sets of so many faces, each as its faces from low to high: 12, 13, ... 56.
template <class Use>
constexpr void each_set(int size, FaceSet chosen, int from, Use use) {
    if (size == 0) return use(chosen);
    for (int face = from; face <= 6; ++face) {
        each_set(size - 1, chosen.with(face), face + 1, use);
    }
}

constexpr std::array<Spot, spot_count> list_spots() {
    std::array<Spot, spot_count> spots{};
    std::size_t n = 0;
    const auto add = [&](Kind kind, int number, FaceSet faces) {
        spots[n++] = Spot{kind, static_cast<std::uint8_t>(number), faces};
    };
    const auto add_faces = [&](Kind kind) {
        for (int face = 1; face <= 6; ++face) add(kind, face, {});
    };
    const auto add_sets = [&](Kind kind, int size) {
        each_set(size, {}, 1, [&](FaceSet faces) { add(kind, 0, faces); });
    };

    for (const Kind kind : {Kind::small, Kind::big, Kind::odd, Kind::even}) add(kind, 0, {});
    add_faces(Kind::single);
    for (int total = 4; total <= 17; ++total) add(Kind::total, total, {});
    add_sets(Kind::domino, 2);
    // Fours are written, and listed, from high to low: 6543 first. A four leaves out two faces, and
    // the one that leaves out 1 and 2 comes first.
    each_set(2, {}, 1, [&](FaceSet left_out) {
        FaceSet faces;
        for (int face = 1; face <= 6; ++face) {
            if (!left_out.has(face)) faces = faces.with(face);
        }
        add(Kind::four, 0, faces);
    });
    add_faces(Kind::double_);
    add(Kind::any_triple, 0, {});
    add_faces(Kind::triple);
    add_sets(Kind::three, 3);
    for (int doubled = 1; doubled <= 6; ++doubled) {
        for (int other = 1; other <= 6; ++other) {
            if (other != doubled) add(Kind::pair, doubled, FaceSet().with(other));
        }
    }
    check(n == spot_count);
    for (const Spot spot : spots) check(on_felt(spot));
    return spots;
}

constexpr std::array<Spot, spot_count> spots = list_spots();

std::string digits(FaceSet faces, bool descending) {
    std::string text;
    for (int i = 1; i <= 6; ++i) {
        const int face = descending ? 7 - i : i;
        if (faces.has(face)) text += static_cast<char>('0' + face);
    }
    return text;
}

std::map<Spot, SpotId> number_spots() {
    std::map<Spot, SpotId> ids;
    for (const Spot& spot : spots) ids.emplace(spot, static_cast<SpotId>(ids.size()));
    return ids;
}

std::map<std::string, Spot, std::less<>> name_spots() {
    std::map<std::string, Spot, std::less<>> named;
    for (const Spot& spot : spots) named.emplace(to_text(spot), spot);
    return named;
}

}  // namespace

std::span<const Spot, spot_count> all_spots() { return spots; }

SpotId id_of(Spot spot) {
    static const std::map<Spot, SpotId> ids = number_spots();
    const auto found = ids.find(spot);
    check(found != ids.end());
    return found->second;
}

Spot spot_of(SpotId id) {
    check(static_cast<int>(id) < spot_count);
    return spots[static_cast<std::size_t>(id)];
}

std::string to_text(Spot spot) {
    check(on_felt(spot));
    const std::string kind(to_word(spot.kind));
    switch (spot.kind) {
        case Kind::small:
        case Kind::big:
        case Kind::odd:
        case Kind::even:
        case Kind::any_triple: return kind;
        case Kind::total:
        case Kind::single:
        case Kind::double_:
        case Kind::triple: return kind + "-" + std::to_string(spot.number);
        case Kind::domino:
        case Kind::three: return kind + "-" + digits(spot.faces, false);
        case Kind::four: return kind + "-" + digits(spot.faces, true);
        case Kind::pair: {
            const std::string doubled = std::to_string(spot.number);
            return kind + "-" + doubled + doubled + digits(spot.faces, false);
        }
    }
    unreachable();
}

std::optional<Spot> parse_spot(std::string_view text) {
    static const std::map<std::string, Spot, std::less<>> named = name_spots();
    const auto found = named.find(text);
    if (found == named.end()) return std::nullopt;
    return found->second;
}

}  // namespace sicbo::rules
