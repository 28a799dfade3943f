// SPDX-License-Identifier: MIT
// The words that rule sets are written in: steps, roles, causes, effects. Each has one spelling in
// files and on screens (`short-mix`) and one in code (`Cause::short_mix`).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/words.h"

namespace sicbo::rules {

// Whether the document fixes the odds, or only the least that must be paid.
enum class OddsRule : std::uint8_t { exact, minimum };

// The steps of a round. Games differ in their order, and not every game has all of them.
enum class Step : std::uint8_t {
    open,
    mix,
    close,
    uncover,
    enter,
    illuminate,
    collect,
    pay,
    clear,
};

// Who acts. From dealer to shift manager whoever stands higher may act for the lower; the others
// stand apart.
enum class Role : std::uint8_t {
    player,
    dealer,
    supervisor,
    pit_manager,
    shift_manager,
    cashier,
    technician,
    auditor,
    administrator,
    system,
};

enum class MixerKind : std::uint8_t { tumbler, manual_shaker, automated_shaker };

// Over whose bets on a spot a limit is measured.
enum class Reach : std::uint8_t { none, player, box };

enum class Cause : std::uint8_t {
    short_mix,
    not_flat,
    exposed,
    damaged_dice,
    broken,
    mixer_failed,
    mixer_unusable,
    worn_dice,
    lights_failed,
    lights_failed_early,
    display_wrong,
    wrong_result,
    late_error,
    interrupted_open,    // bets open, nothing seen
    interrupted_closed,  // bets closed, no result recorded
    interrupted_result,  // result recorded; at Maryland already the dice revealed or tossed
    terminal_with_bet,
    terminal_without_bet,
    terminal_undecided,
    late_bet,
    cash_bet,
    placed_in_error,
    moved_chips,
    excess_seen,
    excess_unseen,
    below_minimum_in_excess,
    below_minimum_seen,
    below_minimum_unseen,
    walked_away,
    inspection_failed,
    not_covered,
};

enum class Effect : std::uint8_t {
    void_,            // no result: stakes go back
    conclude,         // play goes on and the round is finished
    certify,          // two people certify whether the dice were seen; the rule follows
    continue_,        // the round does not wait
    settle_on_dice,   // whatever was shown or keyed
    settle_present,   // settled by hand with somebody present, then no play until repaired
    settle_as_stood,  // the bets as they stood at closing
    refuse,
    return_bet,
    reject_excess,
    apportion,
    advise,
    stands,
    no_effect_later,  // later rounds keep their outcome
    replace,          // the equipment is taken out of use first
    hold,             // waits for a decision
};

// What a document asks of equipment, bets and their handling, where a clause of its own says so.
enum class Duty : std::uint8_t {
    dice,
    dice_life_hours,
    dice_life_months,
    withdrawal,
    operator_name,
    layout_approval,
    mixer_approval,
    care,
    seal,
    cover,
    repair,
};

// What the effect reaches.
enum class Scope : std::uint8_t { bet, terminal, round, affected_rounds, table };

enum class SwitchName : std::uint8_t {
    double_on_triple,
    double_odds,
    mix_order,
    unseen_dice,
    accepted_not_closed,
    floors,
};

}  // namespace sicbo::rules

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<rules::OddsRule> =
    std::to_array<std::string_view>({"exact", "minimum"});
template <> inline constexpr std::array words_of<rules::Step> =
    std::to_array<std::string_view>({
    "open", "mix", "close", "uncover", "enter", "illuminate", "collect", "pay", "clear"});
template <> inline constexpr std::array words_of<rules::Role> =
    std::to_array<std::string_view>({
    "player", "dealer", "supervisor", "pit-manager", "shift-manager", "cashier", "technician",
    "auditor", "administrator", "system"});
template <> inline constexpr std::array words_of<rules::MixerKind> =
    std::to_array<std::string_view>({"tumbler", "manual-shaker", "automated-shaker"});
template <> inline constexpr std::array words_of<rules::Reach> =
    std::to_array<std::string_view>({"none", "player", "box"});
template <> inline constexpr std::array words_of<rules::Cause> =
    std::to_array<std::string_view>({
    "short-mix", "not-flat", "exposed", "damaged-dice", "broken", "mixer-failed", "mixer-unusable",
    "worn-dice", "lights-failed", "lights-failed-early", "display-wrong", "wrong-result",
    "late-error", "interrupted-open", "interrupted-closed", "interrupted-result",
    "terminal-with-bet", "terminal-without-bet", "terminal-undecided", "late-bet", "cash-bet",
    "placed-in-error", "moved-chips", "excess-seen", "excess-unseen", "below-minimum-in-excess",
    "below-minimum-seen", "below-minimum-unseen", "walked-away", "inspection-failed",
    "not-covered"});
template <> inline constexpr std::array words_of<rules::Effect> =
    std::to_array<std::string_view>({
    "void", "conclude", "certify", "continue", "settle-on-dice", "settle-present",
    "settle-as-stood", "refuse", "return-bet", "reject-excess", "apportion", "advise", "stands",
    "no-effect-later", "replace", "hold"});
template <> inline constexpr std::array words_of<rules::Duty> =
    std::to_array<std::string_view>({
    "dice", "dice-life-hours", "dice-life-months", "withdrawal", "operator-name", "layout-approval",
    "mixer-approval", "care", "seal", "cover", "repair"});
template <> inline constexpr std::array words_of<rules::Scope> =
    std::to_array<std::string_view>({"bet", "terminal", "round", "affected-rounds", "table"});
template <> inline constexpr std::array words_of<rules::SwitchName> =
    std::to_array<std::string_view>({
    "double-on-triple", "double-odds", "mix-order", "unseen-dice", "accepted-not-closed",
    "floors"});
// clang-format on

// A spelling left out would shift all that follow; then the last is not where it should be.
static_assert(to_word(rules::OddsRule::minimum) == "minimum");
static_assert(to_word(rules::Step::clear) == "clear");
static_assert(to_word(rules::Role::system) == "system");
static_assert(to_word(rules::MixerKind::automated_shaker) == "automated-shaker");
static_assert(to_word(rules::Reach::box) == "box");
static_assert(to_word(rules::Cause::not_covered) == "not-covered");
static_assert(to_word(rules::Effect::hold) == "hold");
static_assert(to_word(rules::Duty::repair) == "repair");
static_assert(to_word(rules::Scope::table) == "table");
static_assert(to_word(rules::SwitchName::floors) == "floors");

}  // namespace sicbo
