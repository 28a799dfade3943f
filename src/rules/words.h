// SPDX-License-Identifier: MIT
// The words of rule sets: steps, roles, causes, effects. Each has one spelling in files and on
// screens (`short-mix`) and one in code (`Cause::short_mix`).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/words.h"

namespace sicbo::rules {

// The document fixes the odds, or only the lowest odds that may be paid.
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

// Who acts. From dealer to shift manager, a higher role may act in a lower one; the other roles are
// not ranked.
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

// Returns true if a person on the staff can have the role.
constexpr bool is_staff(Role role) { return role != Role::player && role != Role::system; }

// What mixes the dice.
enum class MixerKind : std::uint8_t { tumbler, manual_shaker, automated_shaker };

// Whose bets on a spot a limit is about: those of one player, or of all players in the box.
enum class Reach : std::uint8_t { none, player, box };

// Irregularities. docs/formats/ruleset.md says what each means.
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
    interrupted_open,    // nothing was seen yet: bets open; Maryland, manual shaker: also closed
    interrupted_closed,  // bets closed, no result recorded
    interrupted_result,  // result recorded; Maryland: from when the dice were revealed or tossed
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

// Returns true if the cause is an interruption by a power failure or restart.
constexpr bool is_interruption(Cause cause) {
    return cause == Cause::interrupted_open || cause == Cause::interrupted_closed ||
           cause == Cause::interrupted_result;
}

// What follows from a cause.
enum class Effect : std::uint8_t {
    void_,            // the round has no result: stakes are returned
    conclude,         // play goes on and the round is finished
    certify,          // people certify whether the dice were seen; that decides the round
    continue_,        // the round goes on
    settle_on_dice,   // the round is settled on the dice, whatever was shown or keyed
    settle_present,   // settled with a second person present; then out of service until repaired
    settle_as_stood,  // settled on the bets as they were at the close
    refuse,           // the bet is refused
    return_bet,       // the bet is returned
    reject_excess,    // what is over the limit is returned before the close
    apportion,        // what is over the limit is apportioned at the close
    advise,           // the dealer advises the player
    stands,           // the bet counts as it is
    no_effect_later,  // later rounds keep their results
    replace,          // the equipment is taken out of use before the next round
    hold,             // the round is held until people decide
};

// Duties about equipment and bets for which a document has a clause of its own.
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
    drop_box_approval,
    tip_box_approval,
    lights_approval,
    clean_copy,
};

// What a person verifies by eye in the opening inspection.
enum class CheckItem : std::uint8_t {
    drop_box_placed,
    tip_box_placed,
    odds_posted,
    compartment_transparent,
    cover_opaque,
    shaker_secured,
    layout_named,
    shaker_named,
};

// What the effect applies to.
enum class Scope : std::uint8_t { bet, terminal, round, affected_rounds, table };

// Interpretations that an operator may change.
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
    "mixer-approval", "care", "seal", "cover", "repair", "drop-box-approval", "tip-box-approval",
    "lights-approval", "clean-copy"});
template <> inline constexpr std::array words_of<rules::CheckItem> =
    std::to_array<std::string_view>({
    "drop-box-placed", "tip-box-placed", "odds-posted", "compartment-transparent", "cover-opaque",
    "shaker-secured", "layout-named", "shaker-named"});
template <> inline constexpr std::array words_of<rules::Scope> =
    std::to_array<std::string_view>({"bet", "terminal", "round", "affected-rounds", "table"});
template <> inline constexpr std::array words_of<rules::SwitchName> =
    std::to_array<std::string_view>({
    "double-on-triple", "double-odds", "mix-order", "unseen-dice", "accepted-not-closed",
    "floors"});
// clang-format on

// If a spelling were missing, the last one would be shifted.
static_assert(to_word(rules::OddsRule::minimum) == "minimum");
static_assert(to_word(rules::Step::clear) == "clear");
static_assert(to_word(rules::Role::system) == "system");
static_assert(to_word(rules::MixerKind::automated_shaker) == "automated-shaker");
static_assert(to_word(rules::Reach::box) == "box");
static_assert(to_word(rules::Cause::not_covered) == "not-covered");
static_assert(to_word(rules::Effect::hold) == "hold");
static_assert(to_word(rules::Duty::clean_copy) == "clean-copy");
static_assert(to_word(rules::CheckItem::shaker_named) == "shaker-named");
static_assert(to_word(rules::Scope::table) == "table");
static_assert(to_word(rules::SwitchName::floors) == "floors");

}  // namespace sicbo
