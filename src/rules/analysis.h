// SPDX-License-Identifier: MIT
// Exact figures of a bet, and of several bets on one roll together, over all 216 rolls. All are
// fractions of whole numbers, so that a game mathematician can compare them digit by digit.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <map>
#include <span>
#include <string>

#include "rules/layout.h"

namespace sicbo::rules {

using Fraction = boost::multiprecision::cpp_rational;

// Averages over all rolls, per unit staked. A payout includes the stake.
struct Figures {
    int ways = 0;            // number of rolls with a payout
    Fraction returned;       // mean payout
    Fraction edge;           // 1 - returned
    Fraction variance;       // of the payout
    Fraction hit_frequency;  // ways / 216
};

// One of several bets on the same roll.
struct SlipBet {
    Spot spot;
    Money stake;
};

// Returns the figures of one unit on one spot. The layout must offer the spot.
Figures figures_of(const Layout& layout, Spot spot);

// Returns the figures of several bets on the same roll, which are not independent, per unit of
// their total stake. The layout must be able to pay each of them (rules/settle.h).
Figures figures_of(const Layout& layout, std::span<const SlipBet> slip);

// Returns on how many of the 216 rolls the bets together get each payout.
std::map<Money, int> distribution_of(const Layout& layout, std::span<const SlipBet> slip);

// Returns what the house keeps of 216 units on the spot, one on each roll; this is the edge that a
// rule set states.
Odds edge_in_216(const Layout& layout, Spot spot);

// Writes "35/36"; a whole number without its denominator.
std::string to_text(const Fraction& fraction);

// Writes the fraction with this many decimals, halves rounded away from zero: "7.87".
std::string to_decimal(const Fraction& fraction, int decimals);

}  // namespace sicbo::rules
