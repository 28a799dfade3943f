// SPDX-License-Identifier: MIT
#include "rules/analysis.h"

#include <vector>

#include "rules/settle.h"

namespace sicbo::rules {
namespace {

using boost::multiprecision::cpp_int;

// From what comes back on each of the 216 rolls of so much staked.
Figures figures(std::span<const std::int64_t> back, const cpp_int& staked) {
    Figures figures;
    cpp_int sum;
    cpp_int squares;
    for (const std::int64_t amount : back) {
        if (amount > 0) ++figures.ways;
        sum += amount;
        squares += cpp_int(amount) * amount;
    }
    figures.returned = Fraction(sum, staked * roll_count);
    figures.edge = 1 - figures.returned;
    figures.variance =
        Fraction(squares, staked * staked * roll_count) - figures.returned * figures.returned;
    figures.hit_frequency = Fraction(figures.ways, roll_count);
    return figures;
}

// Halves that come back of one unit on the spot, roll by roll.
std::vector<std::int64_t> halves_back(const Layout& layout, Spot spot) {
    std::vector<std::int64_t> back;
    for (int n = 0; n < roll_count; ++n) {
        const Odds odds = odds_on(layout, spot, nth_roll(n));
        back.push_back(odds == Odds{} ? 0 : 2 + odds.halves);
    }
    return back;
}

std::vector<std::int64_t> cents_back(const Layout& layout, std::span<const SlipBet> slip) {
    std::vector<std::int64_t> back;
    for (int n = 0; n < roll_count; ++n) {
        const Payouts payouts(layout, nth_roll(n));
        Money sum;
        for (const SlipBet& bet : slip) sum += payouts.returned(id_of(bet.spot), bet.stake);
        back.push_back(sum.cents());
    }
    return back;
}

}  // namespace

Figures figures_of(const Layout& layout, Spot spot) {
    return figures(halves_back(layout, spot), 2);
}

Figures figures_of(const Layout& layout, std::span<const SlipBet> slip) {
    Money staked;
    for (const SlipBet& bet : slip) staked += bet.stake;
    check(staked > Money());
    return figures(cents_back(layout, slip), staked.cents());
}

std::map<Money, int> distribution_of(const Layout& layout, std::span<const SlipBet> slip) {
    std::map<Money, int> rolls;
    for (const std::int64_t cents : cents_back(layout, slip)) ++rolls[Money::of_cents(cents)];
    return rolls;
}

Odds edge_in_216(const Layout& layout, Spot spot) {
    std::int32_t kept = 2 * roll_count;
    for (const std::int64_t halves : halves_back(layout, spot)) {
        kept -= static_cast<std::int32_t>(halves);
    }
    return Odds{kept};
}

std::string to_text(const Fraction& fraction) { return fraction.str(); }

std::string to_decimal(const Fraction& fraction, int decimals) {
    const bool negative = fraction < 0;
    cpp_int scale = 1;
    for (int i = 0; i < decimals; ++i) scale *= 10;
    const Fraction scaled = abs(fraction) * scale + Fraction(1, 2);
    const cpp_int rounded = numerator(scaled) / denominator(scaled);
    std::string digits = rounded.str();
    const auto places = static_cast<std::size_t>(decimals);
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    if (decimals > 0) digits.insert(digits.size() - places, ".");
    return (negative && rounded != 0 ? "-" : "") + digits;
}

}  // namespace sicbo::rules
