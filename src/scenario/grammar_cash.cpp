// SPDX-License-Identifier: MIT
// The grammar of betting instruments: notes, tickets, hand pays, and the cabinets of terminals.
//
// A ticket is named by the terminal that issued it and by the number of its print job there, so
// that scenarios need no numbers. Counters of devices are those that the engine expects next.
#include <algorithm>

#include "scenario/arguments_cash.h"
#include "scenario/grammar_cage.h"

namespace sicbo::scenario {
namespace {

using namespace table;  // the orders
using Ran = Result<Decision>;

TerminalId terminal_of(const Invocation& call) { return call.with.get<TerminalId>("terminal"); }

Cabinet cabinet_of(const Invocation& call, TerminalId terminal) {
    const auto& cabinets = call.fixture.state().instruments.cabinets;
    const auto found = cabinets.find(terminal);
    return found == cabinets.end() ? Cabinet() : found->second;
}

// Issues an order at the table of the terminal.
Ran perform_at(const Invocation& call, TerminalId terminal, Order order) {
    return call.perform(std::move(order), call.fixture.table_of(terminal));
}

// Issues what the cabinet of the terminal reports, whoever the line names.
Ran report_from_cabinet(const Invocation& call, TerminalId terminal, Order order) {
    return call.fixture.issue(*call.fixture.find_issuer("device"), std::move(order),
                              call.fixture.table_of(terminal));
}

Result<TerminalId> issuing_terminal(const Invocation& call) {
    if (call.issuer.actor.kind != ActorKind::terminal) {
        return failure("only a terminal has a cabinet");
    }
    return TerminalId{call.issuer.actor.number};
}

// The counter of the item that the cabinet holds, or else of the last one that it has reported.
std::uint64_t note_counter(const Cabinet& cabinet) {
    return cabinet.note ? cabinet.note->counter : cabinet.note_counter;
}
std::uint64_t ticket_counter(const Cabinet& cabinet) {
    return cabinet.ticket ? cabinet.ticket->counter : cabinet.ticket_counter;
}

// Notes.

Ran insert_note(const Invocation& call) {
    const auto terminal = issuing_terminal(call);
    if (!terminal) return std::unexpected(terminal.error());
    const std::uint64_t counter = cabinet_of(call, *terminal).note_counter + 1;
    return report_from_cabinet(call, *terminal,
                               PresentBanknote{*terminal, counter, call.with.get<Money>("amount")});
}

Ran report_note(const Invocation& call) {
    const TerminalId terminal = terminal_of(call);
    const Cabinet cabinet = cabinet_of(call, terminal);
    const Money amount = cabinet.note ? cabinet.note->amount : Money();
    return report_from_cabinet(
        call, terminal,
        ReportBanknote{terminal, note_counter(cabinet), amount, call.with.has_word("stacked")});
}

Ran report_unseen_note(const Invocation& call) {
    const TerminalId terminal = terminal_of(call);
    return report_from_cabinet(
        call, terminal,
        ReportBanknote{terminal, cabinet_of(call, terminal).note_counter + 1,
                       call.with.get<Money>("amount"), call.with.has_word("stacked")});
}

Ran resolve_note(const Invocation& call) {
    const TerminalId terminal = terminal_of(call);
    return perform_at(
        call, terminal,
        ResolveBanknote{terminal, note_counter(cabinet_of(call, terminal)),
                        call.with.has_word("stacked"), call.with.text_or("looked inside")});
}

// Tickets.

Ran cash_out(const Invocation& call) {
    const auto terminal = issuing_terminal(call);
    if (!terminal) return std::unexpected(terminal.error());
    const TicketName name = ticket_name(*terminal, cabinet_of(call, *terminal).job + 1);
    return perform_at(call, *terminal, CashOut{*terminal, name.hash, name.last_four});
}

Ran report_print(const Invocation& call, PrintResult result) {
    const TerminalId terminal = terminal_of(call);
    return report_from_cabinet(call, terminal,
                               ReportPrint{terminal, cabinet_of(call, terminal).job, result});
}
Ran ticket_printed(const Invocation& call) { return report_print(call, PrintResult::printed); }
Ran ticket_not_printed(const Invocation& call) {
    return report_print(call, PrintResult::not_printed);
}
Ran print_unknown(const Invocation& call) { return report_print(call, PrintResult::unknown); }

Ran resolve_print(const Invocation& call) {
    const TerminalId terminal = terminal_of(call);
    return perform_at(
        call, terminal,
        ResolvePrint{terminal, cabinet_of(call, terminal).job, call.with.has_word("printed"),
                     call.with.text_or("looked inside")});
}

// A ticket in the reader of the terminal that the line begins with.
Ran present_in_reader(const Invocation& call, const TicketName& name, bool closed = false) {
    const auto reader = issuing_terminal(call);
    if (!reader) return std::unexpected(reader.error());
    const std::uint64_t counter = cabinet_of(call, *reader).ticket_counter + 1;
    return report_from_cabinet(call, *reader,
                               PresentTicket{*reader, counter, name.hash, name.last_four, closed});
}

// A ticket that was issued and that the engine has dropped is known to the read model as closed.
Ran present_ticket(const Invocation& call) {
    const std::uint64_t job = job_of(call);
    const TicketName name = ticket_name(terminal_of(call), job);
    const bool issued = 0 < job && job <= cabinet_of(call, terminal_of(call)).job;
    return present_in_reader(
        call, name, issued && !call.fixture.state().instruments.tickets.contains(name.hash));
}
Ran present_sold(const Invocation& call) {
    const auto number = call.with.find<std::int64_t>("number");
    return present_in_reader(call, sold_ticket_name(number ? static_cast<std::uint64_t>(*number)
                                                           : call.fixture.sold_tickets()));
}
Ran insert_unknown(const Invocation& call) {
    return present_in_reader(call, {sha256("no ticket"), "0000"});
}
Ran insert_misread(const Invocation& call) { return present_in_reader(call, {}); }

Ran report_ticket(const Invocation& call) {
    const TerminalId reader = terminal_of(call);
    return report_from_cabinet(call, reader,
                               ReportTicket{reader, ticket_counter(cabinet_of(call, reader)),
                                            call.with.has_word("stacked")});
}

Ran resolve_ticket(const Invocation& call) {
    const TerminalId reader = terminal_of(call);
    return perform_at(
        call, reader,
        ResolveTicket{reader, ticket_counter(cabinet_of(call, reader)),
                      call.with.has_word("stacked"), call.with.text_or("looked inside")});
}

Ran void_ticket(const Invocation& call) {
    const TerminalId terminal = terminal_of(call);
    return perform_at(
        call, terminal,
        VoidTicket{ticket_name(terminal, job_of(call)).hash, call.with.text_or("found torn")});
}

Ran expire_tickets(const Invocation& call) { return call.perform(ExpireTickets{}, TableId{}); }

Ran unlock_reader(const Invocation& call) {
    return perform_at(call, terminal_of(call), UnlockReader{terminal_of(call)});
}

// Hand pays.

// The hand pay at the terminal; 0 if there is none.
HandPayId hand_pay_of(const Invocation& call) {
    for (const auto& [id, hand_pay] : call.fixture.state().instruments.hand_pays) {
        if (hand_pay.terminal == terminal_of(call)) return id;
    }
    return {};
}

Ran pay_by_hand(const Invocation& call) {
    return perform_at(call, terminal_of(call), PayByHand{hand_pay_of(call)});
}
Ran acknowledge_hand_pay(const Invocation& call) {
    return perform_at(call, terminal_of(call), AcknowledgeHandPay{hand_pay_of(call)});
}
Ran cancel_hand_pay(const Invocation& call) {
    return perform_at(call, terminal_of(call),
                      CancelHandPay{hand_pay_of(call), call.with.text_or("plays on")});
}

// Cabinets, and tables where tickets of this one are not good.

Ran report_cabinet(const Invocation& call) {
    const TerminalId terminal = terminal_of(call);
    CabinetStatus status = cabinet_of(call, terminal).status;
    for (const std::string& condition : call.with.get<std::vector<std::string>>("conditions")) {
        set_condition(status, condition);
    }
    return report_from_cabinet(call, terminal, ReportCabinet{terminal, status});
}

Ran add_other_table(const Invocation& call) {
    Fixture& fixture = call.fixture;
    std::uint32_t last_terminal = 0;
    for (const auto& [id, table] : fixture.state().tables) {
        for (const auto& [terminal, its] : table.terminals) {
            last_terminal = std::max(last_terminal, terminal.number);
        }
    }
    const TableId id{fixture.state().tables.rbegin()->first.number + 1};
    const TerminalId terminal{last_terminal + 1};
    Configuration configuration = fixture.table().configuration;
    configuration.training = call.with.has_word("training");
    configuration.currency =
        call.with.find<std::string>("currency").value_or(configuration.currency);
    Decision decision;
    const std::string name = "table " + std::to_string(id.number);
    if (!append(decision, call.perform(AddTable{id, name, configuration}, TableId{}))) {
        return decision;
    }
    if (!append(decision,
                call.perform(AddTerminal{terminal, call.with.get<std::string>("layout")}, id))) {
        return decision;
    }
    fixture.name_terminal(call.with.get<std::string>("new-name"), terminal);
    if (fixture.state().instruments.empty()) return decision;
    append(decision,
           *report_from_cabinet(call, terminal, ReportCabinet{terminal, {.connected = true}}));
    return decision;
}

// clang-format off
const std::vector<CommandForm> list_of_cash_commands = {
    {"insert(s) note <amount>", must_be_named, insert_note,
     {"T1 inserts note 50"}, "", "`note pending: 50.00`, or it is refused and given back"},
    {"note of <terminal> stacked|returned", "device", report_note,
     {"note of T1 stacked", "note of T1 returned"}, "",
     "`note in: 50.00`, which is credit from now on, or `note returned: T1`"},
    {"unseen note <amount> of <terminal> stacked|returned", "device", report_unseen_note,
     {"unseen note 50 of T1 stacked"}, "",
     "a note that the cabinet took while nobody could see it: `note in: 50.00`, or nothing"},
    {"resolve(s) note of <terminal> as stacked|returned [<text>]", "supervisor", resolve_note,
     {"resolve note of T1 as stacked \"why\""}, "dealer, to ask",
     "`item resolved: stacked; note in: 50.00`, of a cabinet that never reported; two people"},
    {"cash(es) out", must_be_named, cash_out,
     {"T1 cashes out"}, "",
     "`ticket issued: 50.00`, before anything prints; `hand pay requested: 50.00, "
     "cancelled-credit` if the policy or the printer wants one"},
    {"ticket of <terminal> printed", "device", ticket_printed,
     {"ticket of T1 printed"}, "", "`ticket printed: T1; stay ended: T1`"},
    {"ticket of <terminal> not printed", "device", ticket_not_printed,
     {"ticket of T1 not printed"}, "", "`ticket not printed: 50.00 back`"},
    {"ticket of <terminal> print unknown", "device", print_unknown,
     {"ticket of T1 print unknown"}, "",
     "`print unknown: T1`; the terminal is locked until two people have found out"},
    {"resolve(s) print of <terminal> as printed|void [<text>]", "supervisor", resolve_print,
     {"resolve print of T1 as void \"why\""}, "dealer, to ask",
     "`print resolved: printed`, or `print resolved: void, 50.00 paid by hand`; two people"},
    {"insert(s) ticket [<number>] of <terminal>", must_be_named, present_ticket,
     {"T2 inserts ticket of T1", "T2 inserts ticket 2 of T1"}, "",
     "`ticket pending: 50.00`; without a number the last one that T1 has issued. One that is "
     "refused is given back: `refused: ticket_redeemed; ticket rejected: ticket_redeemed`"},
    {"insert(s) sold ticket [<number>]", must_be_named, present_sold,
     {"T1 inserts sold ticket", "T1 inserts sold ticket 2"}, "",
     "the same for the last ticket that the [cage](#the-cage) has sold, or for that with the "
     "number"},
    {"insert(s) unknown ticket", must_be_named, insert_unknown,
     {"T1 inserts unknown ticket"}, "",
     "`refused: no_such_ticket`; the third in a row locks the reader"},
    {"insert(s) misread ticket", must_be_named, insert_misread,
     {"T1 inserts misread ticket"}, "", "`refused: ticket_misread`"},
    {"ticket in <terminal> stacked|returned", "device", report_ticket,
     {"ticket in T2 stacked", "ticket in T2 returned"}, "",
     "`ticket redeemed: 50.00`, or `ticket returned: T2`: of the reader of T2"},
    {"resolve(s) ticket in <terminal> as stacked|returned [<text>]", "supervisor", resolve_ticket,
     {"resolve ticket in T2 as returned \"why\""}, "dealer, to ask",
     "`item resolved: returned; ticket returned: T2`; two people"},
    {"void(s) ticket [<number>] of <terminal> [<text>]", "supervisor", void_ticket,
     {"void ticket of T1 \"why\""}, "dealer, to ask",
     "`ticket voided: 50.00`; two people. The amount is unclaimed money then"},
    {"expire(s) tickets", "system", expire_tickets,
     {}, "", "`ticket expired: 50.00`; happens by itself when it is due"},
    {"unlock(s) reader of <terminal>", "supervisor", unlock_reader,
     {"unlock reader of T1"}, "", "`reader unlocked: T1`"},
    {"pay(s) hand pay of <terminal>", "cashier", pay_by_hand,
     {"pay hand pay of T1"}, "supervisor",
     "`hand paid: 50.00`; two people from the amounts of the policy on"},
    {"acknowledge(s) hand pay of <terminal>", "cashier", acknowledge_hand_pay,
     {"acknowledge hand pay of T1"}, "supervisor",
     "`hand pay acknowledged`; the terminal is unlocked"},
    {"cancel(s) hand pay of <terminal> [<text>]", "cashier", cancel_hand_pay,
     {"cancel hand pay of T1 \"why\""}, "supervisor",
     "`hand pay cancelled`; the credit stays at the terminal"},
    {"cabinet of <terminal> <conditions>", "device", report_cabinet,
     {"cabinet of T1 door open", "cabinet of T1 disconnected"}, "",
     "`cabinet reported: T1`. Conditions: `connected` or `disconnected`, `door open` or `door "
     "closed`, `stacker full` or `stacker emptied`, `note jam`, `ticket jam` or `jam removed`, "
     "`acceptor failed` or `acceptor repaired`, `printer failed` or `printer repaired`, `paper "
     "low`, `paper out` or `paper ok`"},
    {"add(s) [training|real] table [in <currency>] with terminal <new-name> on <layout>",
     "administrator", add_other_table,
     {"add table in EUR with terminal T7 on rws-etg-1"}, "",
     "`table added: table 2; terminal added: T7`: a table like this one, real unless it says "
     "`training`, for tickets that are not good there"},
};
// clang-format on

}  // namespace

TicketName ticket_name(TerminalId terminal, std::uint64_t job) {
    const std::string text =
        "ticket " + std::to_string(job) + " of terminal " + std::to_string(terminal.number);
    const auto last_four = static_cast<std::uint16_t>(job % 10'000);
    return {sha256(text), table::four_digits(last_four)};
}

std::uint64_t job_of(const Invocation& call) {
    const auto number = call.with.find<std::int64_t>("number");
    return number ? static_cast<std::uint64_t>(*number) : cabinet_of(call, terminal_of(call)).job;
}

std::span<const CommandForm> cash_commands() { return list_of_cash_commands; }

}  // namespace sicbo::scenario
