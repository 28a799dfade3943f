// SPDX-License-Identifier: MIT
// Equipment: dice, shakers, the opening inspection, repairs.
#include <algorithm>

#include "sim/participants.h"
#include "table/settlement.h"

namespace sicbo::sim {

using namespace table;  // the orders, all of them

void Participants::back_in_service(TableId table) {
    const Table& t = at(table);
    if (t.repair_needed) {
        if (happens(3000)) give(supervisor, table, ReturnToService{});
        if (happens(5000)) give(technician, table, RepairEquipment{Repairable::lights, "lamps"});
        if (at(table).repair_needed) give(technician, table, RecordRepair{"done"});
        return;
    }
    const bool inspected = t.inspection.signed_off || !game(table).equipment.inspection;
    if (!inspected && !t.round) inspect(table);
    give(supervisor, table, ReturnToService{});
}

void Participants::inspect(TableId table) {
    equipment(table);
    const rules::Roll tested = roll();
    std::vector<rules::SpotId> lit = winning_spots(game(table), tested);
    if (happens(1000)) {
        world_.fault("dead lamp at inspection");
        lit.pop_back();
    }
    for (const rules::Roll wrong : std::vector(at(table).inspection.failed)) {
        give(supervisor, table, TestLights{wrong, winning_spots(game(table), wrong)});
    }
    give(supervisor, table, TestLights{tested, lit});
    for (int i = 0; i < 3; ++i) give(supervisor, table, TestMixer{!happens(500)});
    std::string seal;
    const auto mixer = at(table).mixers.find(at(table).mixer);
    if (mixer != at(table).mixers.end() && mixer->second.dice) seal = mixer->second.dice->seal;
    if (happens(300)) seal = "broken";
    std::vector<rules::CheckItem> items;
    for (const rules::Check& one : game(table).equipment.inspection->checklist) {
        if (!happens(100)) items.push_back(one.item);
    }
    if (happens(300)) give(dealer, table, TickChecklist{items});
    give(supervisor, table, TickChecklist{items});
    if (happens(300)) give(dealer, table, SignInspection{seal});
    give(supervisor, table, SignInspection{seal});
}

void Participants::open_table(TableId table) {
    if (happens(2000)) give(dealer, table, OpenBetting{});
    if (game(table).equipment.inspection && !at(table).inspection.signed_off) inspect(table);
    equipment(table);
    for (const Approvable what : {Approvable::lights, Approvable::clean_copy}) {
        if (at(table).approvals.contains(what)) continue;
        give(supervisor, table, OpenTable{});
        give(administrator, table, RecordApproval{what, "on file"});
    }
    give(supervisor, table, OpenTable{});
    const bool untaken = at(table).phase == Phase::closed && !at(table).shaker_holder;
    if (untaken && at(table).mixer == rules::MixerKind::manual_shaker) {
        give(dealer, table, HandOverShaker{PersonId{dealer}});
        give(supervisor, table, OpenTable{});
    }
}

// Dice where there are none, or where they are old.
void Participants::equipment(TableId table) {
    const Table& t = at(table);
    const auto found = t.mixers.find(t.mixer);
    if (found != t.mixers.end() && found->second.mark &&
        t.mixer == rules::MixerKind::automated_shaker) {
        give(dealer, table, UseMixer{rules::MixerKind::manual_shaker});
    }
    if (t.mixer == rules::MixerKind::manual_shaker && happens(800)) {
        give(dealer, table, UseMixer{rules::MixerKind::automated_shaker});
    }
    const rules::MixerKind kind = at(table).mixer;
    const auto mixer = at(table).mixers.find(kind);
    const bool empty = mixer == at(table).mixers.end() || !mixer->second.dice;
    if (mixer != at(table).mixers.end() && mixer->second.unusable && random_.chance(3000)) {
        give(supervisor, table, TestMixer{true});
        const auto part = *parse_word<Repairable>(to_word(kind));
        give(technician, table, RepairEquipment{part, "repaired"});
        return;
    }
    if (!empty && mixer->second.unusable && kind == rules::MixerKind::automated_shaker) {
        if (happens(2000)) give(dealer, table, UseMixer{rules::MixerKind::manual_shaker});
        give(dealer, table, RemoveDice{kind});
        give(dealer, table, MarkMixer{kind, random_.chance(5000) ? Mark::covered : Mark::signed_});
        if (happens(3000)) give(dealer, table, MarkMixer{kind, Mark::covered});
        give(dealer, table, UseMixer{rules::MixerKind::manual_shaker});
        return;
    }
    const bool old = !empty && world_.clock() > mixer->second.dice->installed_at + 80'000'000;
    if (old) give(dealer, table, RemoveDice{kind});
    if (empty || old) {
        const PersonId holder = at(table).shaker_holder;
        if (kind == rules::MixerKind::manual_shaker && holder && holder != PersonId{dealer}) {
            give(static_cast<StaffMember>(holder.number), table, HandOverShaker{PersonId{dealer}});
        }
        const std::string seal = kind == rules::MixerKind::manual_shaker ? "s1" : "";
        install(table, kind, seal);
    }
}

// Where the document counts months, mostly with the moment at which they end.
void Participants::install(TableId table, rules::MixerKind kind, const std::string& seal) {
    const DiceId dice{++next_dice_ + 1000};
    const auto& mixers = game(table).equipment.mixers;
    const auto rule = std::ranges::find(mixers, kind, &rules::Mixer::kind);
    if (!rule->dice_life_months || happens(1000)) {
        give(dealer, table, InstallDice{dice, kind, seal});
        return;
    }
    constexpr std::int64_t day = 86'400'000;
    const std::int64_t days =
        happens(500) ? 33 : static_cast<std::int64_t>(random_.from_to(28, 31));
    give(dealer, table, InstallDatedDice{dice, kind, seal, world_.clock() + days * day});
    if (happens(500)) give(dealer, table, InstallDice{dice, kind, seal});
}

}  // namespace sicbo::sim
