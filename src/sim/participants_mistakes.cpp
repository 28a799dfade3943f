// SPDX-License-Identifier: MIT
// Honest mistakes of the participants, by what they concern. The numbers are those that
// make_mistake() draws: a seed must give the same world as before.
#include "sim/command_fuzzer.h"
#include "sim/participants.h"
#include "table/authority.h"

namespace sicbo::sim {

using namespace table;  // the orders, all of them
using rules::Cause;
using rules::Role;

// Honest mistakes: orders given in good faith that the state does not allow.
void Participants::make_mistake(TableId table) {
    const std::uint64_t kind = random_.below(21);
    switch (kind) {
        case 0:
        case 1:
        case 4:
        case 20: return mistake_with_bets(table, kind);
        case 2:
        case 3:
        case 13:
        case 14:
        case 15:
        case 18:
        case 19: return mistake_with_equipment(table, kind);
        case 10:
        case 11:
        case 12:
        case 16: return mistake_with_configuration(table, kind);
        default: return mistake_with_money(table, kind);
    }
}

// Bets and corrections of rounds that cannot be so.
void Participants::mistake_with_bets(TableId table, std::uint64_t kind) {
    const Table& t = at(table);
    const auto terminal = t.terminals.empty() ? TerminalId{} : t.terminals.begin()->first;
    const auto by_terminal = [&](Order order) {
        if (!terminal) return;
        world_.execute(world_.command({ActorKind::terminal, terminal.number}, Role::player, table,
                                      std::move(order)));
    };
    switch (kind) {
        case 0: {
            if (!t.round || t.round->bet_slips.empty() || t.round->bets_settled) return;
            const StayId stay = t.round->bet_slips.begin()->first;
            world_.fault("bets returned by decision");
            give(shift_manager, table,
                 AmendRounds{{{t.round->number, {}, stay}}, Cause::not_covered, "returned"});
            return authorise(supervisor, table);
        }
        case 1: {
            if (t.past.empty() || t.past.rbegin()->second.bet_slips.empty()) return;
            const auto& [number, round] = *t.past.rbegin();
            give(shift_manager, table,
                 AmendRounds{
                     {{number, {}, round.bet_slips.begin()->first}}, Cause::not_covered, "so"});
            return authorise(supervisor, table);
        }
        case 4: {
            by_terminal(PlaceBets{{}, std::vector<BetOrder>(300), {}});
            give(dealer, table, WithdrawOnBehalf{{}, std::vector<BetOrder>(300), "all"});
            return;
        }
        default:
            give(dealer, table,
                 AmendRounds{{{t.rounds + 5, roll(), {}}}, Cause::wrong_result, "x"});
            give(dealer, table, AmendRounds{{{1, roll(), {}}}, Cause::wrong_result, ""});
            give(dealer, table, ResolveIncident{IncidentId{9999999}, "none"});
            if (!t.past.empty() && t.past.rbegin()->second.roll) {
                const auto& [number, round] = *t.past.rbegin();
                give(dealer, table,
                     AmendRounds{{{number, round.roll, {}}}, Cause::wrong_result, "x"});
            }
    }
}

// Credit, tickets and calls.
void Participants::mistake_with_money(TableId table, std::uint64_t kind) {
    const Table& t = at(table);
    const auto terminal = t.terminals.empty() ? TerminalId{} : t.terminals.begin()->first;
    const auto by_terminal = [&](Order order) {
        if (!terminal) return;
        world_.execute(world_.command({ActorKind::terminal, terminal.number}, Role::player, table,
                                      std::move(order)));
    };
    switch (kind) {
        case 5:
            give(cashier, table, UnlockTerminal{terminal});
            give(cashier, table, AnswerCall{terminal});
            return;
        case 6:
            give(cashier, table, PutCredit{terminal, {}, money_max + Money::of_cents(1)});
            for (const auto& [id, stay] : world_.state().stays) {
                if (stay.table != table || stay.terminal || stay.ended) continue;
                give(dealer, table, PutCredit{{}, id, -Money::of_cents(1)});
                return;
            }
            return;
        case 7: return by_terminal(IssueTicket{terminal, "12"});
        case 8:
            if (!tickets_.empty()) by_terminal(IssueTicket{terminal, tickets_.front()});
            return;
        case 9:
            for (const auto& [id, stay] : world_.state().stays) {
                if (stay.table != table) continue;
                give(cashier, table, CollectReceivable{id});
                give(cashier, table, PayUnclaimed{id});
                return;
            }
            return;
        default: give(cashier, {}, RedeemTicket{{}, "999999999999999999"}); return;
    }
}

// Dice, mixers, lights and the inspection.
void Participants::mistake_with_equipment(TableId table, std::uint64_t kind) {
    const Table& t = at(table);
    const rules::MixerKind mixer = t.mixer;
    switch (kind) {
        case 2:
            give(dealer, table, InstallDice{DiceId{next_dice_ + 1000}, mixer, ""});
            give(dealer, table, InstallDice{DiceId{++next_dice_ + 1000}, mixer, ""});
            return;
        case 3: give(dealer, table, RemoveDice{mixer}); return;
        case 13: {  // the table is left for more than a day
            if (t.round || t.phase != Phase::idle) return;
            world_.fault("dice left in the shaker for a day");
            world_.advance_clock(90'000'000);
            give(dealer, table, OpenBetting{});
            give(dealer, table, StartMix{});
            return;
        }
        case 14: give(supervisor, table, TestMixer{false}); return;
        case 15:
            give(dealer, table, TestLights{roll(), {}});
            give(supervisor, table, SignInspection{""});
            return;
        case 18:
            give(dealer, table, EndMix{3});
            give(dealer, table, Uncover{true});
            return;
        default: give(dealer, table, Report{Cause::damaged_dice, "chipped"}); return;
    }
}

// Limits, people, terminals and rule sets.
void Participants::mistake_with_configuration(TableId table, std::uint64_t kind) {
    const Table& t = at(table);
    const auto terminal = t.terminals.empty() ? TerminalId{} : t.terminals.begin()->first;
    switch (kind) {
        case 10: {
            Configuration changed = t.configuration;
            changed.chip = Money::of_cents(1);
            give(supervisor, table, Configure{changed});
            changed.rules = sha256("other rules");
            give(supervisor, table, Configure{changed});
            return;
        }
        case 11:
            give(shift_manager, {},
                 Appoint{PersonId{dealer2}, Role::supervisor, world_.clock(), world_.clock()});
            return;
        case 12:
            give(administrator, table, AddTerminal{terminal, "rws-etg-1"});
            give(administrator, table, AddTerminal{TerminalId{999}, "no-such-layout"});
            give(administrator, {}, AddPerson{PersonId{dealer}, "dan", Role::dealer});
            give(administrator, {}, AddPerson{PersonId{77}, "", Role::dealer});
            return;
        default: {
            const Known known{world_.clock(), Money::of_cents(500), {}, {}, 12, t.rounds};
            CommandFuzzer fuzzer(random_, known);
            give(administrator, {}, AdoptRules{"id = 1"});
            give(
                dealer, table,
                fuzzer.order(choice_index<ReportLayout>(static_cast<const OrderChoice*>(nullptr))));
            return;
        }
    }
}

}  // namespace sicbo::sim
