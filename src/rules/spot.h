// SPDX-License-Identifier: MIT
// The spots on the felt, and how often a roll hits each. A bet is a stake on one spot.
//
// What a spot wins on is the same in every house, so it is code. Which spots a house offers, and
// what a hit pays, differ: they are data (rules/layout.h). No money, terminals or time in here.
#pragma once

#include <compare>
#include <cstdint>

#include "rules/roll.h"

namespace sicbo::rules {

// clang-format off
enum class Kind : std::uint8_t {
    small, big, odd, even,           // take nothing
    single, total,                   // take a number
    domino, four,                    // take two or four faces
    double_,                         // takes a number (`double` is a keyword)
    any_triple,                      // takes nothing
    triple,                          // takes a number
    three,                           // takes three faces
    pair,                            // takes the doubled face and one other
};
// clang-format on

struct Spot {
    Kind kind;
    std::uint8_t number = 0;  // a total, or a face
    FaceSet faces = {};

    friend constexpr auto operator<=>(const Spot&, const Spot&) = default;
};

// Whether there is such a spot. Ask it of every spot that comes from outside.
constexpr bool on_felt(Spot s) {
    const int faces = s.faces.size();
    switch (s.kind) {
        case Kind::small:
        case Kind::big:
        case Kind::odd:
        case Kind::even:
        case Kind::any_triple: return s.number == 0 && faces == 0;
        case Kind::total: return 4 <= s.number && s.number <= 17 && faces == 0;
        case Kind::single:
        case Kind::double_:
        case Kind::triple: return is_face(s.number) && faces == 0;
        case Kind::domino: return s.number == 0 && faces == 2;
        case Kind::three: return s.number == 0 && faces == 3;
        case Kind::four: return s.number == 0 && faces == 4;
        case Kind::pair: return is_face(s.number) && faces == 1 && !s.faces.has(s.number);
    }
    return false;  // a byte from outside that names no kind
}

// How many times the roll hits the spot; 0 loses. Only a single can hit more than once.
constexpr int hits(Spot s, Roll r) {
    check(on_felt(s));
    const bool plain = !r.is_triple();  // on a triple the house takes the even-money spots
    switch (s.kind) {
        case Kind::small: return plain && r.total() <= 10;
        case Kind::big: return plain && r.total() >= 11;
        case Kind::odd: return plain && r.total() % 2 == 1;
        case Kind::even: return plain && r.total() % 2 == 0;
        case Kind::any_triple: return !plain;
        case Kind::total: return r.total() == s.number;
        case Kind::single: return r.count(s.number);
        case Kind::double_: return r.count(s.number) >= 2;
        case Kind::triple: return r.count(s.number) == 3;
        case Kind::domino:
        case Kind::three: return r.faces().covers(s.faces);
        case Kind::four: return r.faces().size() == 3 && s.faces.covers(r.faces());
        case Kind::pair: return r.count(s.number) == 2 && r.faces().covers(s.faces);
    }
    unreachable();
}

}  // namespace sicbo::rules
