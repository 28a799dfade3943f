// SPDX-License-Identifier: MIT
#include "rules/apportion.h"

#include <algorithm>
#include <cstdint>

namespace sicbo::rules {
namespace {

__extension__ using Wide = __int128;  // a product of two amounts

// All that follows counts in chips. A maximum is rounded down to them, a minimum up.
std::int64_t chips_down(Money amount, Money chip) { return amount.cents() / chip.cents(); }
std::int64_t chips_up(Money amount, Money chip) {
    return amount.cents() / chip.cents() + (amount.cents() % chip.cents() != 0 ? 1 : 0);
}
Money money_of(std::int64_t chips, Money chip) {
    const std::optional<Money> amount = times(chip, chips);
    check(amount.has_value());
    return *amount;
}

struct Box {
    std::vector<std::size_t> bets;  // their places in the order given
    std::vector<std::int64_t> stakes;
    std::vector<std::int64_t> effective;
    std::int64_t min = 0;
    std::optional<std::int64_t> max;
    std::int64_t over = 0;
};

std::int64_t sum(const std::vector<std::int64_t>& chips) {
    Money total;  // for its check against overflow
    for (const std::int64_t count : chips) total += Money::of_cents(count);
    return total.cents();
}

// Those who are pro-rated: every bet of at least the minimum whose share is not below it. The share
// of one bet is capacity * stake / staked, exactly.
struct ProRata {
    std::vector<std::size_t> active;
    std::int64_t capacity = 0;
    std::int64_t staked = 0;
    std::int64_t whole = 0;  // chips that the shares of the active come to
};

// Sets the protected (5.1.2: below the minimum as they stand) and the floored (5.1.1: would fall
// below it) and leaves the rest for proportion. Ends because each pass takes somebody out.
ProRata set_floors(Box& box, std::int64_t cap, Floors floors) {
    const bool others_bear = floors == Floors::others;
    ProRata rest{.active = {}, .capacity = cap, .staked = sum(box.stakes), .whole = 0};
    std::int64_t active_staked = rest.staked;
    const auto set = [&](std::size_t i, std::int64_t chips) {
        box.effective[i] = chips;
        active_staked -= box.stakes[i];
        if (!others_bear) return;
        rest.capacity -= chips;
        rest.staked -= box.stakes[i];
    };
    for (std::size_t i = 0; i < box.stakes.size(); ++i) {
        if (box.stakes[i] < box.min) {
            set(i, box.stakes[i]);
        } else {
            rest.active.push_back(i);
        }
    }
    for (bool moved = true; moved;) {
        const Wide capacity = rest.capacity;
        const Wide weight_min = Wide{box.min} * rest.staked;
        std::vector<std::size_t> active;
        for (const std::size_t i : rest.active) {
            if (capacity * box.stakes[i] >= weight_min) {
                active.push_back(i);
            } else {
                set(i, box.min);
            }
        }
        moved = active.size() < rest.active.size();
        rest.active = std::move(active);
    }
    if (!rest.active.empty()) {
        rest.whole = static_cast<std::int64_t>(Wide{rest.capacity} * active_staked / rest.staked);
    }
    return rest;
}

// Whole chips by largest remainder; ties go to the larger bet, then to the earlier.
void divide(Box& box, const ProRata& rest) {
    struct Spare {
        std::size_t bet;
        Wide remainder;
    };
    std::vector<Spare> spares;
    std::int64_t left = rest.whole;
    for (const std::size_t i : rest.active) {
        const Wide share = Wide{rest.capacity} * box.stakes[i];
        box.effective[i] = static_cast<std::int64_t>(share / rest.staked);
        left -= box.effective[i];
        spares.push_back({i, share % rest.staked});
    }
    std::ranges::sort(spares, [&](const Spare& a, const Spare& b) {
        if (a.remainder != b.remainder) return a.remainder > b.remainder;
        if (box.stakes[a.bet] != box.stakes[b.bet]) return box.stakes[a.bet] > box.stakes[b.bet];
        return a.bet < b.bet;
    });
    check(0 <= left && static_cast<std::size_t>(left) <= spares.size());
    for (std::size_t i = 0; i < static_cast<std::size_t>(left); ++i) ++box.effective[spares[i].bet];
}

void apportion_box(Box& box, std::int64_t cap, Floors floors) {
    box.effective = box.stakes;
    box.over = 0;
    if (sum(box.stakes) <= cap) return;
    const ProRata rest = set_floors(box, cap, floors);
    if (!rest.active.empty()) divide(box, rest);
    box.over = std::max<std::int64_t>(0, sum(box.effective) - cap);
}

std::map<Spot, Box> boxes_of(const TableLimits& limits, std::span<const BoxStake> bets) {
    check(limits.chip > Money());
    std::map<Spot, Box> boxes;
    for (std::size_t i = 0; i < bets.size(); ++i) {
        check(bets[i].stake > Money() && bets[i].stake.cents() % limits.chip.cents() == 0);
        Box& box = boxes[bets[i].spot];
        box.bets.push_back(i);
        box.stakes.push_back(chips_down(bets[i].stake, limits.chip));
    }
    for (const OpposingPair& pair : limits.pairs) {
        boxes[pair.first];
        boxes[pair.second];
    }
    for (auto& [spot, box] : boxes) {
        box.effective = box.stakes;
        check(times(limits.chip, sum(box.stakes)).has_value());
        const auto limit = limits.boxes.find(spot);
        if (limit == limits.boxes.end()) continue;
        box.min = chips_up(limit->second.min, limits.chip);
        if (limit->second.max) box.max = chips_down(*limit->second.max, limits.chip);
    }
    return boxes;
}

// The chips that the heavier box of a pair may hold against the lighter one.
std::int64_t pair_cap(const TableLimits& limits, const OpposingPair& pair, std::int64_t light) {
    return light + chips_down(pair.differential_max, limits.chip);
}

// Takes chips back from the box, the last placed first, until it holds no more than the cap.
void reject_down_to(Box& box, std::int64_t cap) {
    std::int64_t excess = sum(box.effective) - cap;
    for (std::size_t i = box.effective.size(); i-- > 0 && excess > 0;) {
        const std::int64_t rejected = std::min(excess, box.effective[i]);
        box.effective[i] -= rejected;
        excess -= rejected;
    }
}

// The pair's boxes with the heavier first, as they count now.
std::pair<Box*, Box*> by_weight(std::map<Spot, Box>& boxes, const OpposingPair& pair) {
    Box* first = &boxes.at(pair.first);
    Box* second = &boxes.at(pair.second);
    if (sum(first->effective) < sum(second->effective)) std::swap(first, second);
    return {first, second};
}

}  // namespace

Shares apportion(const TableLimits& limits, std::span<const BoxStake> bets, Floors floors) {
    std::map<Spot, Box> boxes = boxes_of(limits, bets);
    for (auto& [spot, box] : boxes) {
        if (box.max) apportion_box(box, *box.max, floors);
    }
    for (const OpposingPair& pair : limits.pairs) {
        const auto [heavy, light] = by_weight(boxes, pair);
        const std::int64_t cap = pair_cap(limits, pair, sum(light->effective));
        if (sum(heavy->effective) <= cap) continue;
        // Once, from the raw bets, to the tighter of the two limits: never pro-rated twice.
        apportion_box(*heavy, heavy->max ? std::min(*heavy->max, cap) : cap, floors);
    }
    Shares shares;
    shares.effective.resize(bets.size());
    for (const auto& [spot, box] : boxes) {
        for (std::size_t i = 0; i < box.bets.size(); ++i) {
            shares.effective[box.bets[i]] = money_of(box.effective[i], limits.chip);
        }
        if (box.over > 0) shares.over.emplace_back(spot, money_of(box.over, limits.chip));
    }
    return shares;
}

std::vector<Money> reject_excess(const TableLimits& limits, std::span<const BoxStake> stakes) {
    std::map<Spot, Box> boxes = boxes_of(limits, stakes);
    for (auto& [spot, box] : boxes) {
        if (box.max) reject_down_to(box, *box.max);
    }
    for (const OpposingPair& pair : limits.pairs) {
        const auto [heavy, light] = by_weight(boxes, pair);
        reject_down_to(*heavy, pair_cap(limits, pair, sum(light->effective)));
    }
    std::vector<Money> rejected(stakes.size());
    for (const auto& [spot, box] : boxes) {
        for (std::size_t i = 0; i < box.bets.size(); ++i) {
            rejected[box.bets[i]] = money_of(box.stakes[i] - box.effective[i], limits.chip);
        }
    }
    return rejected;
}

}  // namespace sicbo::rules
