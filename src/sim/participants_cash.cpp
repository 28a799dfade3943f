// SPDX-License-Identifier: MIT
// Notes, tickets and hand pays at terminals with cabinets: players who put in notes and tickets,
// cash out and lose their tickets; thieves who copy, guess, try twice and cut the power; cabinets
// that repeat and reorder their reports, or never return; attendants who pay by hand and resolve
// what a cabinet never reported.
#include <algorithm>

#include "sim/participants.h"

namespace sicbo::sim {

using namespace table;  // the orders, all of them
using rules::Role;

namespace {

constexpr Actor device = {ActorKind::device, 0};

// The report about the note or the ticket with the counter that the cabinet still has to make; null
// if it has none.
template <class Report>
const Report* find_report(const std::vector<Order>& reports, std::uint64_t counter) {
    for (const Order& order : reports) {
        const auto* report = get_if<Report>(&order);
        if (report && report->counter == counter) return report;
    }
    return nullptr;
}

}  // namespace

const Cabinet& Participants::cabinet(TerminalId id) const {
    static const Cabinet none;
    const auto found = world_.state().instruments.cabinets.find(id);
    return found == world_.state().instruments.cabinets.end() ? none : found->second;
}

server::Reply Participants::report(TableId table, Order order) {
    return world_.execute(world_.command(device, Role::system, table, std::move(order)));
}

// A thief pulls the plug, or it is an accident: between any two commits.
void Participants::maybe_cut_power(const char* when) {
    if (!happens(100)) return;
    world_.fault(std::string("power cut after ") + when);
    world_.restart_from_journal();
}

void Participants::cash_at_terminals(TableId table) {
    std::vector<TerminalId> ids;
    for (const auto& [id, terminal] : at(table).terminals) ids.push_back(id);
    for (const TerminalId id : ids) {
        const Terminal& terminal = at(table).terminals.at(id);
        if (!terminal.online) give_system(table, ReportTerminal{id, true});
        if (!terminal.enabled) give(supervisor, table, EnableTerminal{id});
        if (terminal.calling) give(cashier, table, AnswerCall{id});
        if (happens(50)) {
            send(world_.command({ActorKind::terminal, id.number}, Role::player, table,
                                CallAttendant{id}));
        }
        tend_cabinet(table, id);
        attend(table, id);
        play_with_cash(table, id);
        if (world_.failed()) return;
    }
    if (happens(100)) void_a_ticket(table);
    count_boxes(table);
    if (happens(200)) remove_stacker(table, random_.pick(ids));
    if (happens(30)) dispute(table, random_.pick(ids));
    if (happens(20)) {
        CashPolicy wrong;
        wrong.ticket_min = wrong.ticket_max + Money::of_cents(1);
        give_system({}, SetCashPolicy{wrong});
    }
}

// The cabinet connects, prints what it was given, and reports what became of its items.
void Participants::tend_cabinet(TableId table, TerminalId id) {
    CabinetModel& model = cabinets_[id];
    if (model.lost) {
        resolve_items(table, id);
        if (random_.chance(3000)) model.lost = false;
        return;
    }
    CabinetStatus status = cabinet(id).status;
    if (happens(150)) {
        status.door_open = random_.chance(3000);
        status.stacker_full = random_.chance(3000);
        status.ticket_jam = random_.chance(3000);
        status.paper = static_cast<Paper>(random_.below(3));
        status.printer_failed = random_.chance(1000);
        status.connected = random_.chance(8000);
        report(table, ReportCabinet{id, status});
    } else if (random_.chance(7000)) {
        report(table, ReportCabinet{id, {.connected = true}});
    }
    if (cabinet(id).printing && cabinet(id).job > model.job) print(id);
    if (model.reports.empty() || !cabinet(id).status.connected) return;
    std::size_t which = 0;
    if (model.reports.size() > 1 && happens(3000)) {
        world_.fault("device reports out of order");
        which = static_cast<std::size_t>(random_.below(model.reports.size()));
    }
    const Order order = model.reports[which];
    if (happens(1000)) {
        world_.fault("device report repeated");
        report(table, order);
    }
    if (report(table, order).refusal) return;  // it is kept until it is taken
    const bool repeats = happens(500);
    if (!repeats) model.reports.erase(model.reports.begin() + static_cast<std::ptrdiff_t>(which));
    maybe_cut_power("a report of a cabinet");
}

// Prints the last job, or fails to; the paper is the player's, who may lose or copy it.
void Participants::print(TerminalId id) {
    CabinetModel& model = cabinets_[id];
    const Cabinet& its = cabinet(id);
    model.job = its.job;
    PrintResult result = PrintResult::printed;
    if (happens(1000)) result = PrintResult::not_printed;
    if (happens(700)) result = PrintResult::unknown;
    model.paper_came_out =
        result == PrintResult::printed || (result == PrintResult::unknown && random_.chance(5000));
    model.reports.emplace_back(ReportPrint{id, its.job, result});
    if (!model.paper_came_out || happens(1000)) return;  // the player loses it
    papers_.push_back(*its.printing);
    if (papers_.size() > 40) papers_.erase(papers_.begin());
}

void Participants::lose_cabinet(TableId table, TerminalId id) {
    world_.fault("a cabinet never returns");
    cabinets_[id].lost = true;
    report(table, ReportCabinet{id, {.connected = false}});
}

// Two people open the cabinet and decide by what they see.
void Participants::resolve_items(TableId table, TerminalId id) {
    const CabinetModel& model = cabinets_[id];
    if (const auto note = cabinet(id).note) {
        const auto* truth = find_report<ReportBanknote>(model.reports, note->counter);
        give(supervisor, table,
             ResolveBanknote{id, note->counter, truth && truth->stacked, "opened it"});
        if (happens(1000)) authorise(supervisor, table);
        authorise(dealer, table);
    }
    if (const auto ticket = cabinet(id).ticket) {
        const auto* truth = find_report<ReportTicket>(model.reports, ticket->counter);
        give(dealer, table,
             ResolveTicket{id, ticket->counter, truth && truth->stacked, "opened it"});
        authorise(supervisor, table);
    }
    if (cabinet(id).printing) {
        if (cabinet(id).job > model.job) print(id);
        give(supervisor, table,
             ResolvePrint{id, cabinet(id).job, cabinets_[id].paper_came_out, "looked"});
        authorise(dealer, table);
    }
    if (happens(500)) give(supervisor, table, ResolveBanknote{id, 0, true, "nothing there"});
}

// What attendants do at the terminal: pay by hand, unlock the reader, resolve a print, look after
// items that no cabinet knows of.
void Participants::attend(TableId table, TerminalId id) {
    HandPayId hand_pay;
    for (const auto& [number, open] : world_.state().instruments.hand_pays) {
        if (open.terminal == id) hand_pay = number;
    }
    if (hand_pay) {
        if (happens(1000)) give(cashier, table, AcknowledgeHandPay{hand_pay});
        if (happens(1000)) give(cashier, table, UnlockTerminal{id});
        if (happens(1000)) give(cashier, table, CancelHandPay{hand_pay, "plays on"});
        const bool at_cage = random_.chance(3000) && pay_hand_pay_at_cage(hand_pay);
        if (!at_cage || happens(1000)) give(cashier, table, PayByHand{hand_pay});
        if (happens(500)) authorise(dealer, table);
        if (!at_cage) authorise(shift_manager, table);
        maybe_cut_power("a hand pay");
        if (happens(1000)) give(cashier, table, PayByHand{hand_pay});
        give(cashier, table, AcknowledgeHandPay{hand_pay});
        // A correction may have taken some of the credit; then it can't be paid.
        if (world_.state().instruments.hand_pays.contains(hand_pay)) {
            give(cashier, table, CancelHandPay{hand_pay, "a correction came first"});
        }
    }
    const Cabinet& its = cabinet(id);
    const bool stray_note =
        its.note && !find_report<ReportBanknote>(cabinets_[id].reports, its.note->counter);
    const bool stray_ticket =
        its.ticket && !find_report<ReportTicket>(cabinets_[id].reports, its.ticket->counter);
    const auto printing = its.printing;
    const bool unknown = printing && world_.state().instruments.tickets.at(*printing).state ==
                                         TicketState::print_unknown;
    if (stray_note || stray_ticket || unknown) resolve_items(table, id);
    if (happens(100)) give(supervisor, table, UnlockReader{id});
    if (cabinet(id).reader_locked && !happens(3000)) give(supervisor, table, UnlockReader{id});
    if (at(table).terminals.at(id).locked) give(cashier, table, UnlockTerminal{id});
}

// A player with little credit puts money in; one with enough may cash out.
void Participants::play_with_cash(TableId table, TerminalId id) {
    const StayId stay = at(table).terminals.at(id).stay;
    const Money credit = stay ? world_.state().ledger.balance(ledger::credit(stay)) : Money();
    if (credit < Money::of_cents(30'000) || happens(200)) {
        if (random_.chance(6000)) insert_note(table, id);
        if (!papers_.empty() && random_.chance(6000)) insert_ticket(table, id);
        if (random_.chance(1000)) {
            give(cashier, table, PutCredit{id, {}, Money::of_cents(100'000)});
        }
    } else if (happens(600)) {
        cash_out(table, id);
        maybe_cut_power("a cash-out");
    } else if (happens(50)) {
        give(cashier, table, PayCredit{id, {}, {}});
    }
    if (happens(100)) guess_tickets(table, id);
}

void Participants::insert_note(TableId table, TerminalId id) {
    const CashPolicy* policy = find_policy(world_.state().instruments, table);
    CabinetModel& model = cabinets_[id];
    const bool unreported = std::ranges::any_of(
        model.reports, [](const Order& order) { return holds<ReportBanknote>(order); });
    if (model.lost || unreported) return;  // notes are reported in the order of their counters
    Money amount = random_.pick(policy->notes);
    const std::uint64_t counter = std::max(model.notes, cabinet(id).note_counter) + 1;
    model.notes = counter;
    if (happens(200)) {
        world_.fault("note stacked while nobody could see it");
        model.stacked += amount;
        model.reports.emplace_back(ReportBanknote{id, counter, amount, true});
        return;
    }
    if (happens(300)) amount += Money::of_cents(34);
    const PresentBanknote order{id, counter, amount};
    const server::Reply reply = report(table, order);
    if (happens(1000)) report(table, order);
    if (reply.refusal) return;  // the player has it back
    maybe_cut_power("a note");
    const bool stacked = random_.chance(8500);
    if (stacked) model.stacked += amount;
    model.reports.emplace_back(ReportBanknote{id, counter, amount, stacked});
    if (happens(300)) lose_cabinet(table, id);
}

void Participants::insert_ticket(TableId table, TerminalId id) {
    CabinetModel& model = cabinets_[id];
    if (model.lost) return;
    const Hash paper = random_.pick(papers_);
    const auto& tickets = world_.state().instruments.tickets;
    const auto present = [&](TerminalId reader, std::string last_four) {
        CabinetModel& its = cabinets_[reader];
        its.tickets = std::max(its.tickets, cabinet(reader).ticket_counter) + 1;
        const PresentTicket order{reader, its.tickets, paper, std::move(last_four),
                                  !tickets.contains(paper)};
        const server::Reply reply = report(table, order);
        if (happens(1000)) report(table, order);
        return reply;
    };
    if (happens(500)) present(id, "");  // misread
    if (const auto refusal = present(id, "0001").refusal) {
        const bool worthless = !tickets.contains(paper) || is_closed(tickets.at(paper).state);
        const bool too_large = refusal->reason == Reason::ticket_cage_only;
        if ((worthless || too_large) && random_.chance(5000)) std::erase(papers_, paper);
        return;
    }
    if (happens(1000)) {
        world_.fault("copy of a ticket at another reader");
        for (const auto& [other, terminal] : at(table).terminals) {
            if (other == id || cabinets_[other].lost) continue;
            present(other, "0001");
            break;
        }
    }
    maybe_cut_power("a ticket");
    const bool stacked = random_.chance(8500);
    model.reports.emplace_back(ReportTicket{id, model.tickets, stacked});
    if (stacked && !happens(2000)) std::erase(papers_, paper);  // or there is a copy of it
    if (happens(300)) lose_cabinet(table, id);
}

void Participants::cash_out(TableId table, TerminalId id) {
    const Actor actor{ActorKind::terminal, id.number};
    const auto order = [&](const Hash& name, const char* last_four) {
        return world_.command(actor, Role::player, table, CashOut{id, name, last_four});
    };
    if (happens(200)) world_.execute(order(sha256("ticket"), "1"));
    if (happens(500) && !papers_.empty()) world_.execute(order(papers_.front(), "0001"));
    send(order(sha256("ticket " + std::to_string(++next_ticket_)), "0001"));
    if (happens(1000)) {
        send(order(sha256("ticket " + std::to_string(++next_ticket_)), "0001"));
    }
}

void Participants::guess_tickets(TableId table, TerminalId id) {
    world_.fault("ticket number guessed");
    CabinetModel& model = cabinets_[id];
    for (int i = random_.from_to(1, 4); i > 0; --i) {
        model.tickets = std::max(model.tickets, cabinet(id).ticket_counter) + 1;
        const Hash guess = sha256("guess " + std::to_string(random_.next()));
        report(table, PresentTicket{id, model.tickets, guess, "1234", false});
    }
}

void Participants::void_a_ticket(TableId table) {
    if (papers_.empty()) return;
    give(supervisor, table, VoidTicket{random_.pick(papers_), "torn"});
    authorise(dealer, table);
}

// The last reports of all cabinets are taken, then the notes that are really in the stackers must
// be those that the meters say.
void Participants::settle_cabinets() {
    Money stacked;
    Money metered;
    for (const TableId table : world_.tables()) {
        for (const auto& [id, terminal] : at(table).terminals) {
            CabinetModel& model = cabinets_[id];
            for (int turn = 0; turn < 3; ++turn) {
                for (const Order& order : std::vector<Order>(model.reports)) report(table, order);
            }
            stacked += model.stacked;
            metered += cabinet(id).meter.notes_in;
        }
    }
    if (stacked != metered) {
        world_.fail("notes of " + to_text(stacked) + " are in the stackers, the meters say " +
                    to_text(metered));
    }
}

}  // namespace sicbo::sim
