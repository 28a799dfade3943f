// SPDX-License-Identifier: MIT
#include "table/configuration.h"

#include <algorithm>

#include "core/text.h"
#include "ledger/account.h"
#include "rules/settle.h"

namespace sicbo::table {
namespace {

std::optional<Error> find_error(const SpotLimit& limit, Money chip, const std::string& key) {
    if (limit.min < Money() || limit.min > money_max) return Error{"is out of range", key + ".min"};
    if (!limit.max) return std::nullopt;
    if (*limit.max < limit.min) return Error{"the maximum is below the minimum", key + ".max"};
    if (*limit.max < chip || *limit.max > money_max) return Error{"is out of range", key + ".max"};
    return std::nullopt;
}

std::optional<Error> find_error(const std::optional<Money>& amount, const char* key) {
    if (amount && (*amount <= Money() || *amount > money_max)) return Error{"is out of range", key};
    return std::nullopt;
}

// Returns an error unless every spot of every layout pays whole cents on one chip, and so on any
// number of chips.
std::optional<Error> find_error_of_chip(Money chip, const rules::Game& game) {
    if (chip <= Money() || chip > money_max) return Error{"is out of range", "chip"};
    for (const rules::Layout& layout : game.layouts) {
        for (const rules::Spot& spot : spots_of(layout)) {
            if (auto pays = payable(layout, spot, chip); !pays) {
                return Error{"on " + to_text(spot) + " of " + layout.id + ": " + pays.error().what,
                             "chip"};
            }
        }
    }
    return std::nullopt;
}

}  // namespace

const SpotLimit& Configuration::limit_on(rules::SpotId spot) const {
    if (limit_of.empty()) return limit;
    const auto found = limit_of.find(spot);
    return found == limit_of.end() ? limit : found->second;
}

CurrencyCode Configuration::currency_code() const {
    return ledger::currency_code(currency, training);
}

std::optional<Error> find_error(const Configuration& c, const rules::Game& game) {
    if (c.currency.size() != 3 ||
        !std::ranges::all_of(c.currency, [](char l) { return 'A' <= l && l <= 'Z'; })) {
        return Error{"is not three capital letters, such as SGD", "currency"};
    }
    if (!is_line(c.operator_name)) return Error{"is not one line of text", "operator_name"};
    if (auto error = find_error_of_chip(c.chip, game)) return error;
    if (auto error = find_error(c.limit, c.chip, "limit")) return error;
    for (const auto& [id, limit] : c.limit_of) {
        const rules::Spot spot = spot_of(id);
        const bool offered = std::ranges::any_of(
            game.layouts, [&](const rules::Layout& layout) { return find_row(layout, spot); });
        if (!offered) return Error{"the game does not offer " + to_text(spot), "limit_of"};
        if (auto error = find_error(limit, c.chip, "limit_of." + to_text(spot))) return error;
    }
    if (auto error = find_error(c.round_max, "round_max")) return error;
    if (c.round_max && *c.round_max < c.limit.min) {
        return Error{"is below the minimum of a single bet", "round_max"};
    }
    if (auto error = find_error(c.differential_max, "differential_max")) return error;
    if (c.differential_max && game.limits.differential.empty()) {
        return Error{"this game limits no difference between boxes", "differential_max"};
    }
    if (c.policy == Policy::advise && game.limits.maximum != rules::Reach::box) {
        return Error{"only a game whose players share boxes may advise", "policy"};
    }
    if (auto error = find_error(c.exposure_max, "exposure_max")) return error;
    if (auto error = find_error(c.large_win, "large_win")) return error;
    constexpr std::uint32_t hour = 3600;
    if (c.betting_seconds > hour) return Error{"is more than an hour", "betting_seconds"};
    if (c.betting_seconds_min > hour) return Error{"is more than an hour", "betting_seconds_min"};
    if (c.betting_seconds > 0 && c.betting_seconds < c.betting_seconds_min) {
        return Error{"is shorter than the least betting window", "betting_seconds"};
    }
    if (c.rounds_kept < 1 || c.rounds_kept > 100'000) {
        return Error{"is not from 1 to 100000", "rounds_kept"};
    }
    if (!is_line(c.layout_approval)) return Error{"is not one line of text", "layout_approval"};
    for (const auto& [mixer, approval] : c.approvals) {
        for (const std::string& reference : {approval.mixing, approval.location}) {
            if (!is_line(reference) || reference.empty()) {
                return Error{"a reference is not one line of text", "approvals"};
            }
        }
        if (std::ranges::find(game.equipment.mixers, mixer, &rules::Mixer::kind) ==
            game.equipment.mixers.end()) {
            return Error{"the game has no " + std::string(to_word(mixer)), "approvals"};
        }
    }
    return std::nullopt;
}

}  // namespace sicbo::table
