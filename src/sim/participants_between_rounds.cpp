// SPDX-License-Identifier: MIT
// What happens between rounds: credit, tickets and debts, corrections of earlier rounds, and staff
// who come, go and change the configuration.
#include <algorithm>

#include "sim/participants.h"
#include "table/limits.h"
#include "table/settlement.h"

namespace sicbo::sim {

using namespace table;  // the orders, all of them
using rules::Cause;
using rules::Role;

void Participants::money(TableId table) {
    if (game(table).equipment.terminals && world_.has_cabinets()) {
        cash_at_terminals(table);
    } else if (game(table).equipment.terminals) {
        money_at_terminals(table);
    } else {
        money_at_felt(table);
    }
    if (happens(3000)) settle_debts(table);
    if (!world_.has_cabinets()) return;
    if (random_.chance(5000)) work_at_cage();
    if (!game(table).equipment.terminals) work_at_tray(table);
    close_disputes(table);
    if (happens(30)) dispute(table, {});
}

void Participants::money_at_terminals(TableId table) {
    const Table& t = at(table);
    for (const auto& [id, terminal] : t.terminals) {
        if (!terminal.online) give_system(table, ReportTerminal{id, true});
        if (!terminal.enabled) give(supervisor, table, EnableTerminal{id});
        if (terminal.locked && happens(5000)) {
            world_.execute(world_.command({ActorKind::terminal, id.number}, Role::player, table,
                                          IssueTicket{id, "123456789012345678"}));
        }
        if (terminal.locked) give(cashier, table, UnlockTerminal{id});
        const Actor actor{ActorKind::terminal, id.number};
        if (terminal.calling && happens(5000)) {
            send(world_.command(actor, Role::player, table, CancelCall{id}));
        } else if (terminal.calling) {
            give(cashier, table, AnswerCall{id});
        }
        const Money credit = world_.state().ledger.balance(ledger::credit(terminal.stay));
        if (credit < Money::of_cents(30'000) || happens(100)) {
            const bool ticket = !tickets_.empty() && random_.chance(5000);
            if (ticket) {
                send(world_.command(actor, Role::player, table,
                                    RedeemTicket{id, random_.pick(tickets_)}));
            } else {
                give(cashier, table, PutCredit{id, {}, Money::of_cents(100'000)});
            }
        } else if (happens(150)) {
            give(cashier, table, PayCredit{id, {}, {}});
        } else if (happens(150)) {
            const std::string number = std::to_string(100'000'000'000'000'000 + ++next_ticket_);
            tickets_.push_back(number);
            if (tickets_.size() > 20) tickets_.erase(tickets_.begin());
            send(world_.command(actor, Role::player, table, IssueTicket{id, number}));
        } else if (happens(50)) {
            send(world_.command(actor, Role::player, table, CallAttendant{id}));
        }
    }
    if (happens(100) && !tickets_.empty()) {
        give(cashier, {}, RedeemTicket{{}, random_.pick(tickets_)});
    }
}

void Participants::money_at_felt(TableId table) {
    if (is_untracked(world_.state().cage, table)) {
        if (happens(500)) give(dealer, table, TakeSeat{"player 0"});
        return;
    }
    int seated = 0;
    std::vector<StayId> here;
    for (const auto& [id, stay] : world_.state().stays) {
        if (stay.table == table && !stay.ended && !stay.away) ++seated;
        if (stay.table == table && !stay.ended) here.push_back(id);
    }
    if (seated < 3) give(dealer, table, TakeSeat{"player " + std::to_string(++next_player_)});
    for (const StayId id : here) {
        const Money credit = world_.state().ledger.balance(ledger::credit(id));
        const bool away = world_.state().stays.at(id).away;
        if (!away && credit < Money::of_cents(40'000)) {
            give(dealer, table, PutCredit{{}, id, Money::of_cents(100'000)});
        }
        if (world_.has_cabinets() && happens(1000)) carry_chips(table, id);
        if (away && happens(2500)) {
            give(dealer, table, ReturnPlayer{id});
        } else if (away && happens(5000)) {
            give(dealer, table, FreeSeat{id});
        } else if (away || happens(100)) {
            give(cashier, table, PayCredit{{}, id, {}});
        } else if (happens(50)) {
            give(dealer, table, ReturnPlayer{id});
        }
    }
}

void Participants::settle_debts(TableId table) {
    for (const auto& [account, amount] : world_.state().ledger.balances()) {
        const StayId stay{account.owner};
        if (account.kind != ledger::AccountKind::receivable) continue;
        if (world_.state().ledger.balance(ledger::credit(stay)) == Money()) continue;
        give(cashier, table, CollectReceivable{stay});
        return;
    }
    std::vector<StayId> owed;
    std::optional<StayId> debtor;
    for (const auto& [account, amount] : world_.state().ledger.balances()) {
        const StayId stay{account.owner};
        if (account.kind == ledger::AccountKind::unclaimed) owed.push_back(stay);
        if (account.kind == ledger::AccountKind::receivable) debtor = stay;
    }
    for (const StayId stay : owed) {
        if (random_.chance(2000)) settle_at_cage(stay);
        if (random_.chance(5000)) give(cashier, table, PayUnclaimed{stay});
    }
    if (!debtor) return;
    if (random_.chance(3000)) return settle_at_cage(*debtor);
    if (random_.chance(3000)) {
        give(cashier, table, CollectReceivable{*debtor});
    } else {
        give(shift_manager, table, WaiveReceivable{*debtor, "goodwill"});
        authorise(supervisor, table);
    }
}

// Rounds that the table no longer keeps are read back from the journal, and one of them is void.
void Participants::recall(TableId table) {
    const Table& t = at(table);
    const std::uint64_t oldest = t.past.empty() ? 0 : t.past.begin()->first;
    if (oldest < 2) return;
    world_.fault("damaged dice in rounds of long ago");
    RecallRounds order{{oldest - 1}, "found much later", ""};
    if (oldest > 2 && happens(5000)) order.rounds = {oldest - 2, oldest - 1};
    if (happens(2000)) order.rounds = {t.rounds};
    if (happens(1000)) order.rounds.assign(200, 1);
    give(shift_manager, table, order);
    authorise(supervisor, table);
    AmendRounds amend{{{oldest - 1, {}, {}}}, Cause::damaged_dice, "found much later"};
    give(shift_manager, table, amend);
    authorise(supervisor, table);
}

void Participants::amend(TableId table) {
    const Table& t = at(table);
    if (t.rounds == 0) return;
    if (happens(2000)) return recall(table);
    AmendRounds order;
    order.reason = "found later";
    const int count = random_.from_to(1, 3);
    for (int i = 0; i < count; ++i) {
        const std::uint64_t back = random_.below(8);
        const std::uint64_t number = t.rounds > back ? t.rounds - back : t.rounds;
        order.amendments.push_back({number, roll(), {}});
    }
    std::ranges::sort(order.amendments, {}, &Amendment::round);
    const auto same = std::ranges::unique(order.amendments, {}, &Amendment::round);
    order.amendments.erase(same.begin(), same.end());
    StaffMember first = dealer;
    if (random_.chance(5000)) {
        world_.fault("damaged dice in earlier rounds");
        order.cause = Cause::damaged_dice;
        for (Amendment& one : order.amendments) one.roll.reset();
        first = shift_manager;
    } else {
        world_.fault("wrong result found");
    }
    give(first, table, order);
    if (happens(1000)) authorise(first, table);  // two hats
    authorise(supervisor, table);
}

void Participants::staff(TableId table) {
    switch (random_.below(11)) {
        case 0:
            give(dealer2, table, LogOff{});
            give(dealer2, table, LogOn{});
            break;
        case 1: {
            world_.fault("console left alone");
            world_.advance_clock(310'000);
            world_.execute(world_.command_by(supervisor, table, OpenTable{}));
            break;
        }
        case 2: {
            Configuration changed = at(table).configuration;
            changed.limit.max = Money::of_cents(std::int64_t{500} * random_.from_to(80, 120));
            if (shares_boxes(game(table))) {
                changed.policy = random_.chance(5000) ? Policy::advise : Policy::enforce;
            }
            give(supervisor, table, Configure{changed});
            authorise(supervisor2, table);
            break;
        }
        case 3:
            give(shift_manager, {},
                 Appoint{PersonId{pit_manager}, Role::shift_manager, world_.clock(),
                         world_.clock() + 100'000});
            world_.execute(world_.command({ActorKind::person, pit_manager}, Role::shift_manager,
                                          table, AnnounceLastRound{}));
            break;
        case 4:
            for (int i = 0; i < 3; ++i) give_system({}, ReportFailedLogOn{PersonId{dealer2}});
            give(dealer2, table, OpenBetting{});
            give(administrator, {}, RestorePerson{PersonId{dealer2}});
            break;
        case 9:
        case 10: return configure_caps();
        case 7: return manage_accounts();
        case 8: return appoint_beyond(table);
        case 5:
            give(administrator, {}, DisablePerson{PersonId{supervisor2}});
            give(administrator, {}, RestorePerson{PersonId{supervisor2}});
            for (const TableId one : world_.tables()) give(supervisor2, one, LogOn{});
            break;
        default: {
            if (at(table).shaker_holder == PersonId{dealer}) {
                give(dealer, table, LogOff{});
                give(dealer, table, HandOverShaker{PersonId{dealer2}});
            } else if (at(table).shaker_holder) {
                give(dealer2, table, HandOverShaker{PersonId{dealer}});
            }
            const auto& incidents = at(table).incidents;
            for (int left = 20; left > 0 && !incidents.empty(); --left) {
                give(shift_manager, table, ResolveIncident{incidents.begin()->first, "seen"});
            }
        }
    }
}

}  // namespace sicbo::sim
