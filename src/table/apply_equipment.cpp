// SPDX-License-Identifier: MIT
// What events of dice, shakers, repairs and the opening inspection change.
#include <algorithm>

#include "table/apply.h"

namespace sicbo::table {
namespace {

// The mixer that the part is; nothing for the other parts.
std::optional<rules::MixerKind> mixer_among(Repairable part) {
    switch (part) {
        case Repairable::tumbler: return rules::MixerKind::tumbler;
        case Repairable::automated_shaker: return rules::MixerKind::automated_shaker;
        case Repairable::manual_shaker: return rules::MixerKind::manual_shaker;
        case Repairable::lights:
        case Repairable::layout:
        case Repairable::other: return std::nullopt;
    }
    unreachable();
}

// Returns true if the repair of the part is what the table waits for. A table that stopped for its
// lights, or for its power, waits for the electrical device.
bool ends_repair(const Table& table, Repairable part) {
    if (!table.out_of_service || part == Repairable::lights) return true;
    const std::optional<rules::Cause> cause = parse_word<rules::Cause>(*table.out_of_service);
    if (!cause) return true;
    const bool electrical = *cause == rules::Cause::lights_failed ||
                            *cause == rules::Cause::lights_failed_early ||
                            rules::is_interruption(*cause);
    return !electrical;
}

}  // namespace

template <>
void apply_to(const Target& t, const RepairRecorded&) {
    Table& table = t.table();
    const auto failed = [](const auto& one) { return one.second.unusable; };
    check(table.out_of_service || std::ranges::any_of(table.mixers, failed));
    // From edition 1 on it covers what the table is out of service for, or else its failed mixers.
    const bool mixers = !has_edition(t.state, 1) || !table.out_of_service;
    table.repair_needed = false;
    for (auto& [kind, mixer] : table.mixers) mixer.unusable = mixer.unusable && !mixers;
    if (table.round) return;
    table.lights_on = false;
    table.inspection = {};  // what was tested before does not count
}

template <>
void apply_to(const Target& t, const EquipmentRepaired& e) {
    Table& table = t.table();
    if (const auto kind = mixer_among(e.part)) table.mixers[*kind].unusable = false;
    if (ends_repair(table, e.part)) table.repair_needed = false;
    if (table.round) return;
    if (e.part == Repairable::lights) table.lights_on = false;
    if (!table.repair_needed) table.inspection = {};  // what was tested before does not count
}

template <>
void apply_to(const Target& t, const DiceInstalled& e) {
    check(e.dice && !t.state.dice_used.contains(e.dice));
    MixerState& mixer = t.table().mixers[e.mixer];
    check(!mixer.dice);
    mixer.dice = DiceSet{e.dice, e.seal, t.time(), {}};
    mixer.mark.reset();
    t.state.dice_used[e.dice] = false;
    if (t.table().round && t.round().mixer == e.mixer) t.round().dice = e.dice;
    // The manual shaker is in somebody's care from then on.
    const Actor actor = t.event.stamp.actor;
    const bool by_hand = e.mixer == rules::MixerKind::manual_shaker;
    if (by_hand && actor.kind == ActorKind::person && !t.table().shaker_holder) {
        t.table().shaker_holder = {actor.number};
    }
}

template <>
void apply_to(const Target& t, const DiceDated& e) {
    std::optional<DiceSet>& dice = t.table().mixers.at(e.mixer).dice;
    check(dice && e.due_at > dice->installed_at);
    dice->due_at = e.due_at;
}

template <>
void apply_to(const Target& t, const DiceRemoved& e) {
    check(t.table().mixers.at(e.mixer).dice && t.table().mixers.at(e.mixer).dice->dice == e.dice);
    t.table().mixers.at(e.mixer).dice.reset();
    if (e.damaged) t.state.dice_used.at(e.dice) = true;
}

template <>
void apply_to(const Target& t, const MixerMarked& e) {
    MixerState& mixer = t.table().mixers[e.mixer];
    check(!mixer.mark && !mixer.dice);
    mixer.mark = e.mark;
}

template <>
void apply_to(const Target& t, const MixerChosen& e) {
    check(t.table().mixer != e.mixer && !t.table().round);
    Table& table = t.table();
    table.mixer = e.mixer;
    const bool inspected_anew = has_edition(t.state, 1);
    if (inspected_anew) {  // what was seen of the other mixer proves nothing about this one
        const auto& inspection = rules_of(t.state, table).game->equipment.inspection;
        for (const rules::Check& one :
             inspection ? inspection->checklist : std::vector<rules::Check>()) {
            if (one.mixer) std::erase(table.inspection.ticked, one.item);
        }
    }
    if (!inspected_anew && e.mixer != rules::MixerKind::automated_shaker) return;
    table.inspection.signed_off = false;  // its tosses are to be tested first
    table.inspection.mixer_passed = 0;
}

template <>
void apply_to(const Target& t, const ShakerHandedOver& e) {
    check(!e.to || t.state.people.contains(e.to));
    t.table().shaker_holder = e.to;
}

template <>
void apply_to(const Target& t, const LightsTested& e) {
    check(!t.table().round);
    Inspection& inspection = t.table().inspection;
    std::erase(inspection.failed, e.roll);
    if (e.passed) ++inspection.lights_passed;
    if (!e.passed) inspection.failed.push_back(e.roll);
}

template <>
void apply_to(const Target& t, const MixerTested& e) {
    check(!t.table().round);
    Inspection& inspection = t.table().inspection;
    inspection.mixer_passed = e.passed ? inspection.mixer_passed + 1 : 0;
    if (e.passed) t.table().mixers[t.table().mixer].unusable = false;
}

template <>
void apply_to(const Target& t, const InspectionSigned& e) {
    check(!t.table().round && !t.table().repair_needed);
    check(!e.passed || t.table().inspection.failed.empty());
    t.table().inspection.signed_off = e.passed;
}

}  // namespace sicbo::table
