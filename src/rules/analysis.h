// SPDX-License-Identifier: MIT
// Exact figures of a bet, and of several bets on one roll together, over all 216 rolls.
//
// Fractions of whole numbers throughout: a game mathematician compares them digit by digit.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <map>
#include <span>
#include <string>

#include "rules/layout.h"

namespace sicbo::rules {

using Fraction = boost::multiprecision::cpp_rational;

struct Figures {
    int ways = 0;            // rolls, of 216, on which something comes back
    Fraction returned;       // what comes back per unit staked, the stake included, on average
    Fraction edge;           // what the house keeps per unit staked
    Fraction variance;       // of what comes back per unit staked
    Fraction hit_frequency;  // ways in 216
};

struct SlipBet {
    Spot spot;
    Money stake;
};

// One unit on one spot.
Figures figures_of(const Layout& layout, Spot spot);

// Several bets on the same roll, which are not independent; per unit of the whole stake. The layout
// can pay each of them (rules/settle.h).
Figures figures_of(const Layout& layout, std::span<const SlipBet> slip);

// On how many of the 216 rolls the slip gets each amount back.
std::map<Money, int> distribution_of(const Layout& layout, std::span<const SlipBet> slip);

// What the house keeps of 216 units on the spot, one on each roll: the edge a rule set states.
Odds edge_in_216(const Layout& layout, Spot spot);

// "35/36"; a whole number without its denominator.
std::string to_text(const Fraction& fraction);

// With so many decimals, halves away from nothing: "7.87".
std::string to_decimal(const Fraction& fraction, int decimals);

}  // namespace sicbo::rules
