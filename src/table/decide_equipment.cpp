// SPDX-License-Identifier: MIT
// Dice, shakers and the opening inspection.
#include <algorithm>

#include "table/decide.h"
#include "table/settlement.h"

namespace sicbo::table {
namespace {

const rules::Mixer* find_mixer(const rules::Game& game, rules::MixerKind kind) {
    const auto& mixers = game.equipment.mixers;
    const auto found = std::ranges::find(mixers, kind, &rules::Mixer::kind);
    return found == mixers.end() ? nullptr : &*found;
}

const MixerState* state_of(const Table& table, rules::MixerKind kind) {
    const auto found = table.mixers.find(kind);
    return found == table.mixers.end() ? nullptr : &found->second;
}

// Returns true if the round in play depends on the dice in the mixer. Dice that are too old to be
// mixed may be replaced before they are mixed.
bool dice_fixed(const Context& c, rules::MixerKind kind) {
    const std::optional<Round>& round = c.table().round;
    if (!round || round->mixer != kind) return false;
    if (round->mixing || round->mixes > 0) return true;
    const MixerState* state = state_of(c.table(), kind);
    return state && state->dice && !is_worn(c, *state->dice);
}

// Returns true if this many calendar months from `at` on can end at `due`, in some time zone: a
// month has from 28 to 31 days, and clocks may be set by an hour in it.
bool is_plausible_due(Instant at, Instant due, int months) {
    constexpr std::int64_t hour = 3'600'000;
    constexpr std::int64_t day = 24 * hour;
    return at + (28 * day * months - hour) <= due && due <= at + (31 * day * months + hour);
}

// Returns the first item of the checklist that is not ticked; null if all are.
const rules::Check* find_unticked(const Context& c) {
    const std::vector<rules::CheckItem>& ticked = c.table().inspection.ticked;
    for (const rules::Check& one : c.game().equipment.inspection->checklist) {
        if (one.mixer && *one.mixer != c.table().mixer) continue;
        if (!std::ranges::binary_search(ticked, one.item)) return &one;
    }
    return nullptr;
}

}  // namespace

template <>
Decision decide_on(const Context& c, const InstallDice& o) {
    if (!find_mixer(c.game(), o.mixer)) return Reason::no_such_mixer;
    if (dice_fixed(c, o.mixer)) return Reason::round_in_play;
    if (!o.dice) return Reason::no_dice;
    if (c.state.dice_used.contains(o.dice)) return Reason::dice_used_before;
    const MixerState* state = state_of(c.table(), o.mixer);
    if (state && state->dice) return Reason::dice_in_place;
    // A shaker that has failed stays without dice until it is repaired.
    if (state && state->unusable) {
        return refuse(c, Reason::not_repaired, rules::Cause::mixer_unusable);
    }
    const PersonId holder = c.table().shaker_holder;
    const bool by_hand = o.mixer == rules::MixerKind::manual_shaker;
    if (by_hand && holder && holder != c.person()) {
        return refuse(c, Reason::shaker_not_yours, rules::Duty::care);
    }
    if (!is_valid_note(o.seal, true)) return Reason::bad_text;
    return DiceInstalled{o.dice, o.mixer, o.seal};
}

template <>
Decision decide_on(const Context& c, const InstallDatedDice& o) {
    Decision decision = decide_on(c, InstallDice{o.dice, o.mixer, o.seal});
    if (decision.refusal) return decision;
    const std::optional<int> months = find_mixer(c.game(), o.mixer)->dice_life_months;
    if (!months) return Reason::amount_out_of_range;
    if (!is_plausible_due(c.stamp.at, o.due_at, *months)) return Reason::amount_out_of_range;
    return decision.add(DiceDated{o.mixer, o.due_at});
}

template <>
Decision decide_on(const Context& c, const RepairEquipment& o) {
    if (!has_edition(c.state, 1)) return Reason::not_allowed;
    if (!is_valid_note(o.what)) return Reason::reason_missing;
    const auto kind = parse_word<rules::MixerKind>(to_word(o.part));
    if (kind && !find_mixer(c.game(), *kind)) return Reason::no_such_mixer;
    const MixerState* mixer = kind ? state_of(c.table(), *kind) : nullptr;
    if (!c.table().out_of_service && !(mixer && mixer->unusable)) return Reason::in_service;
    return EquipmentRepaired{o.part, o.what};
}

template <>
Decision decide_on(const Context& c, const RemoveDice& o) {
    if (!find_mixer(c.game(), o.mixer)) return Reason::no_such_mixer;
    if (dice_fixed(c, o.mixer)) return Reason::round_in_play;
    const MixerState* state = state_of(c.table(), o.mixer);
    if (!state || !state->dice) return refuse(c, Reason::no_dice, rules::Duty::dice);
    return DiceRemoved{state->dice->dice, o.mixer, false};
}

template <>
Decision decide_on(const Context& c, const MarkMixer& o) {
    const rules::Irregularity* rule = find_rule(*c.rules, rules::Cause::mixer_unusable);
    if (!find_mixer(c.game(), o.mixer) || !rule) return Reason::no_such_mixer;
    if (c.table().round && c.table().mixer == o.mixer) return Reason::round_in_play;
    const MixerState* state = state_of(c.table(), o.mixer);
    if (state && state->mark) return Reason::mixer_marked;
    // The dice come out first.
    if (state && state->dice) return refuse(Reason::dice_in_place, rule->clauses);
    return MixerMarked{o.mixer, o.mark};
}

template <>
Decision decide_on(const Context& c, const UseMixer& o) {
    const Table& t = c.table();
    if (!find_mixer(c.game(), o.mixer)) return Reason::no_such_mixer;
    if (t.round) return Reason::round_in_play;
    if (t.mixer == o.mixer) return Reason::in_service;
    const bool approved = c.configuration().approvals.contains(o.mixer);
    if (!approved) return refuse(c, Reason::mixer_not_approved, rules::Duty::mixer_approval);
    if (t.mixer == rules::MixerKind::automated_shaker) {
        // 7.E: dice removed, device covered or signed, then the manual shaker.
        const MixerState* old = state_of(t, t.mixer);
        const bool out_of_use = old && !old->dice && old->mark;
        if (!out_of_use) return refuse(c, Reason::mixer_not_ready, rules::Cause::mixer_unusable);
    }
    return MixerChosen{o.mixer};
}

template <>
Decision decide_on(const Context& c, const HandOverShaker& o) {
    const bool takes =
        has_edition(c.state, 1) && !c.table().shaker_holder && o.to && o.to == c.person();
    if (c.table().shaker_holder != c.person() && !takes) return Reason::shaker_not_yours;
    if (o.to == c.person() && !takes) return Reason::same_person;
    if (!o.to && c.table().round) return refuse(c, Reason::round_in_play, rules::Duty::care);
    // With dice in it somebody has the shaker whenever the table is open.
    const MixerState* shaker = state_of(c.table(), rules::MixerKind::manual_shaker);
    const bool open = c.table().phase != Phase::closed;
    if (!o.to && open && shaker && shaker->dice && has_edition(c.state, 1)) {
        return refuse(c, Reason::dice_in_place, rules::Duty::care);
    }
    if (!o.to) return ShakerHandedOver{};
    const auto receiver = c.table().staff.find(o.to);
    if (receiver == c.table().staff.end()) return Reason::not_logged_on;
    // Only somebody who deals, and who can give the shaker back.
    const bool deals = authority_of(Order(o)).roles.has(receiver->second.role) &&
                       holds_role(c.state.people.at(o.to), receiver->second.role, c.stamp.at);
    if (!deals) return refuse(c, Reason::not_allowed, rules::Duty::care);
    return ShakerHandedOver{o.to};
}

template <>
Decision decide_on(const Context& c, const TestLights& o) {
    const auto& inspection = c.game().equipment.inspection;
    if (!inspection) return Reason::inspection_not_needed;
    if (c.table().round) return Reason::round_in_play;
    std::vector<rules::SpotId> lit = o.lit;
    std::ranges::sort(lit);
    const bool passed = lit == winning_spots(c.game(), o.roll);
    return LightsTested{o.roll, std::move(lit), passed};
}

template <>
Decision decide_on(const Context& c, const TestMixer& o) {
    if (!c.game().equipment.inspection) return Reason::inspection_not_needed;
    if (c.table().round) return Reason::round_in_play;
    const MixerState* state = state_of(c.table(), c.table().mixer);
    if (!state || !state->dice) return Reason::no_dice;
    if (state->unusable) return refuse(c, Reason::not_repaired, rules::Cause::mixer_unusable);
    return MixerTested{o.passed};
}

template <>
Decision decide_on(const Context& c, const TickChecklist& o) {
    const auto& inspection = c.game().equipment.inspection;
    if (!inspection) return Reason::inspection_not_needed;
    if (c.table().round) return Reason::round_in_play;
    const bool by_itself = c.stamp.role == rules::Role::system;  // on a training table
    if (!by_itself && !may_give(c, o)) return refuse(Reason::not_allowed, inspection->clauses);
    if (o.items.empty()) return Reason::checklist_incomplete;
    for (const rules::CheckItem item : o.items) {
        const auto found = std::ranges::find(inspection->checklist, item, &rules::Check::item);
        if (found == inspection->checklist.end()) return Reason::inspection_not_needed;
    }
    return ChecklistTicked{o.items};
}

template <>
Decision decide_on(const Context& c, const SignInspection& o) {
    const Table& t = c.table();
    const auto& wanted = c.game().equipment.inspection;
    if (!wanted) return Reason::inspection_not_needed;
    if (t.round) return Reason::round_in_play;
    const bool by_itself = c.stamp.role == rules::Role::system;  // on a training table
    if (!by_itself && !may_give(c, o)) return refuse(Reason::not_allowed, wanted->clauses);
    if (t.repair_needed) return refuse(c, Reason::not_repaired, rules::Duty::repair);
    const MixerState* state = state_of(t, t.mixer);
    if (!state || !state->dice) return Reason::no_dice;
    if (state->dice->seal != o.seal) return refuse(c, Reason::seal_broken, rules::Duty::seal);
    const bool automated = t.mixer == rules::MixerKind::automated_shaker;
    const auto lights = static_cast<std::uint32_t>(wanted->light_tests);
    const auto mixes = static_cast<std::uint32_t>(automated ? wanted->mixer_tests : 0);
    const bool passed = t.inspection.failed.empty() && t.inspection.lights_passed >= lights &&
                        t.inspection.mixer_passed >= mixes;
    if (!passed) return refuse(c, Reason::inspection_missing, rules::Cause::inspection_failed);
    if (const rules::Check* unticked = find_unticked(c)) {
        Decision decision = refuse(Reason::checklist_incomplete, unticked->clauses);
        decision.detail = std::string(to_word(unticked->item));
        return decision;
    }
    return InspectionSigned{true};
}

}  // namespace sicbo::table
