// SPDX-License-Identifier: MIT
#include "commands/orders.h"

#include "table/authority.h"
#include "table/engine.h"
#include "table/settlement.h"

namespace sicbo::table::fuzz {
namespace {

using rules::Role;
using rules::Step;

// Lights as they should be, most of the time.
void light(Source& from, std::vector<rules::SpotId>& lit, const std::optional<rules::Roll>& roll) {
    if (!roll || from.below(4) == 3) return;
    lit = winning_spots(*rules_of(from.state(), from.table()).game, *roll);
}

KeyDice key(rules::Roll roll) { return {{roll.dice().begin(), roll.dice().end()}}; }

}  // namespace

Order any_order(Source& from) {
    Order order = draw<Order>(from);
    if (auto* test = get_if<TestLights>(&order)) light(from, test->lit, test->roll);
    if (auto* report = get_if<ReportLights>(&order)) {
        if (from.table().round) light(from, report->lit, from.table().round->roll);
    }
    return order;
}

Order bet_order(Source& from) {
    std::vector<BetOrder> list(1 + from.below(3));
    for (BetOrder& bet : list) bet = draw<BetOrder>(from);
    const auto kind = from.below(8);
    if (kind >= 6) return WithdrawBets{{}, std::move(list)};
    if (kind == 5) return WithdrawOnBehalf{draw<StayId>(from), std::move(list), "as told"};
    return PlaceBets{{}, std::move(list), {}};
}

Order next_order(Source& from) {
    const Table& table = from.table();
    const RuleSet& rules = rules_of(from.state(), table);
    const auto& inspection = rules.game->equipment.inspection;
    if (table.console_locked) return UnlockConsole{};
    if (!table.pending.empty()) return Authorise{draw<Hash>(from)};
    if (table.phase == Phase::held) {
        const Reader* reader = find_reader(from.state(), from.on);
        if (reader && reader->contested) return DecideVoid{from.below(2) == 0, "because"};
        if (table.held->referred && from.below(2) == 0) {
            return ConcludeHold{draw<rules::Roll>(from), "because"};
        }
        if (table.held->cause == rules::Cause::not_covered) {
            return DecideHold{draw<Verdict>(from), "because"};
        }
        if (from.below(2) == 0) return draw<CertifyDice>(from);
        return draw<Certify>(from);
    }
    if (table.out_of_service && table.repair_needed) return RecordRepair{"mended"};
    if (table.out_of_service || table.phase == Phase::closed) {
        if (inspection && !table.inspection.signed_off && !table.round) {
            const rules::Roll roll{2, 2, 5};
            if (table.inspection.lights_passed == 0 || !table.inspection.failed.empty()) {
                return TestLights{roll, winning_spots(*rules.game, roll)};
            }
            if (table.inspection.ticked.empty()) return TickChecklist{checklist_of(*rules.game)};
            return SignInspection{};
        }
        if (table.out_of_service) return ReturnToService{};
        return OpenTable{};
    }
    if (table.last_round_played) return CloseTable{};
    const rules::StepRule* next =
        table.round ? next_step(rules, *table.round) : &rules.steps.front();
    check(next);
    switch (next->step) {
        case Step::open: return OpenBetting{};
        case Step::close: return CloseBetting{};
        case Step::mix:
            if (table.round && table.round->mixing) return EndMix{3};
            if (!table.mixers.contains(table.mixer) || !table.mixers.at(table.mixer).dice) {
                return draw<InstallDice>(from);
            }
            return StartCoveredMix{};
        case Step::uncover: return Uncover{from.below(8) != 7};
        case Step::enter:
            if (table.round->keyed) return EnterResult{*table.round->keyed};
            if (table.round->reading) return EnterResult{*table.round->reading};
            if (from.below(4) == 0) return SwitchToManualEntry{"silent"};
            return key(draw<rules::Roll>(from));
        case Step::illuminate: {
            ReportLights report;
            light(from, report.lit, table.round->roll);
            return report;
        }
        case Step::collect:
        case Step::pay: return SettleRound{};
        case Step::clear: return ClearLights{};
    }
    unreachable();
}

void choose_actor(Source& from, Command& command) {
    Stamp& stamp = command.stamp;
    const RoleSet roles = authority_of(command.order).roles;
    const std::uint8_t choice = from.byte();
    if (choice == 255) {
        stamp.actor = draw<Actor>(from);
        stamp.role = draw<Role>(from);
        return;
    }
    if (roles.has(Role::player) && choice < 160) {
        stamp.role = Role::player;
        if (stamp.table == terminals) {
            stamp.actor = {ActorKind::terminal, 1u + choice % 2};
            return;
        }
        stamp.actor = {ActorKind::seat, 0};
        int nth = choice % 4;
        for (const auto& [id, stay] : from.state().stays) {
            if (stay.table == stamp.table && !stay.terminal && nth-- >= 0) {
                stamp.actor.number = id.number;
            }
        }
        return;
    }
    if (roles.has(Role::system) && choice % 2 == 1) {
        stamp.actor = {choice % 4 == 1 ? ActorKind::system : ActorKind::device, 0};
        stamp.role = Role::system;
        return;
    }
    for (std::size_t i = 0; i < std::size(staff); ++i) {
        const auto& [role, id] = staff[(choice / 2 + i) % std::size(staff)];
        if (!roles.has(role)) continue;
        stamp.actor = person(id);
        stamp.role = role;
        return;
    }
    stamp.role = Role::system;
}

Instant later(Source& from) {
    constexpr std::int64_t second = 1000;
    constexpr std::int64_t day = 86'400 * second;
    const Instant at = from.state().at;
    switch (from.byte()) {
        case 1: return at + second;
        case 2: return at + 31 * second;
        case 3: return at + 301 * second;
        case 4: return at + day + second;
        case 5: return at + 32 * day;
        case 255: return at + -1;
        default: return at;
    }
}

}  // namespace sicbo::table::fuzz
