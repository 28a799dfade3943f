// SPDX-License-Identifier: MIT
#include "rules/settle.h"

namespace sicbo::rules {
namespace {

constexpr std::int64_t no_payout = -1;  // for a spot that the layout does not offer

}  // namespace

Payouts::Payouts(const Layout& layout, Roll roll) {
    back_.fill(no_payout);
    for (const PayRow& row : layout.rows) {
        for (const Spot spot : row.spots) {
            const Odds odds = odds_in(layout, row, spot, roll);
            back_[static_cast<std::size_t>(id_of(spot))] = odds == Odds{} ? 0 : 2 + odds.halves;
        }
    }
}

Odds Payouts::odds(SpotId spot) const {
    const std::int64_t back = back_[static_cast<std::size_t>(spot)];
    check(back != no_payout);
    return back == 0 ? Odds{} : Odds{static_cast<std::int32_t>(back - 2)};
}

Money Payouts::returned(SpotId spot, Money stake) const {
    Money returned;
    settle({&spot, 1}, {&stake, 1}, {&returned, 1});
    return returned;
}

void Payouts::settle(std::span<const SpotId> spots, std::span<const Money> stakes,
                     std::span<Money> returned) const {
    check(spots.size() == stakes.size() && spots.size() == returned.size());
    // A stake within money_max times the highest odds stays within 64 bits.
    static_assert(times(money_max, 2 + odds_max.halves).has_value());
    // What could be wrong is gathered and judged once at the end, so that the loop has no branches.
    std::uint64_t any = 0;  // the bits of all stakes and factors; the highest is that of a negative
    std::uint64_t products = 0;
    const std::size_t count = spots.size();
#pragma GCC unroll 8
    for (std::size_t i = 0; i < count; ++i) {
        const auto back = static_cast<std::uint64_t>(back_[static_cast<std::size_t>(spots[i])]);
        const auto stake = static_cast<std::uint64_t>(stakes[i].cents());
        const std::uint64_t halves = stake * back;
        any |= stake | back;
        products |= halves;
        returned[i] = Money::of_cents(static_cast<std::int64_t>(halves >> 1));
    }
    check((products & 1) == 0);
    // No number is larger than all bits together. That is rarely above money_max; then each is
    // looked at.
    if (any <= static_cast<std::uint64_t>(money_max.cents())) return;
    for (std::size_t i = 0; i < count; ++i) {
        check(back_[static_cast<std::size_t>(spots[i])] != no_payout);
        check(stakes[i] >= Money() && stakes[i] <= money_max);
    }
}

Result<Money> payable(const Layout& layout, Spot spot, Money stake) {
    const PayRow* row = find_row(layout, spot);
    if (!row) return failure("\"" + to_text(spot) + "\" is not offered on " + layout.id);
    if (stake <= Money()) return failure("a stake must be positive");
    if (stake > money_max) return failure("a stake is at most " + to_text(money_max));
    for (const Odds odds : row->payoff) {
        if (pays_exactly(odds, stake)) continue;
        return failure("a stake of " + to_text(stake) + " on " + to_text(spot) +
                       " can't be paid exactly at " + to_text(odds) + " to 1");
    }
    return stake;
}

}  // namespace sicbo::rules
