// SPDX-License-Identifier: MIT
// The grammar of statements: what is the case with players, rounds, the table and its people.
#include <algorithm>

#include "scenario/arguments_cash.h"
#include "scenario/describe.h"
#include "scenario/grammar_statements.h"
#include "table/limits.h"

namespace sicbo::scenario {
namespace {

using namespace table;  // the state

// Players.

Checked credit_is(const Fixture& fixture, const Arguments& with) {
    return equals(balance(fixture, ledger::credit(with.get<StayId>("player"))), with);
}
Checked unclaimed_is(const Fixture& fixture, const Arguments& with) {
    return equals(balance(fixture, ledger::unclaimed(with.get<StayId>("player"))), with);
}
Checked debt_is(const Fixture& fixture, const Arguments& with) {
    return equals(-balance(fixture, ledger::receivable(with.get<StayId>("player"))), with);
}

template <auto part>  // of a bet: its stake, or what of it counts
Checked bet_is(const Fixture& fixture, const Arguments& with) {
    const StayId stay = with.get<StayId>("player");
    const auto& round = fixture.table().round;
    Money amount;
    if (round && round->bet_slips.contains(stay)) {
        for (const Bet& bet : round->bet_slips.at(stay).bets) {
            if (bet.spot == with.get<rules::SpotId>("spot")) amount = bet.*part;
        }
    }
    return equals(amount, with);
}

Checked headroom_is(const Fixture& fixture, const Arguments& with) {
    const State& state = fixture.state();
    const StayId id = with.get<StayId>("player");
    const auto stay = state.stays.find(id);
    const TerminalId terminal = stay == state.stays.end() ? TerminalId{} : stay->second.terminal;
    const std::uint8_t layout = terminal ? fixture.terminal(terminal).layout : std::uint8_t{0};
    const auto headroom =
        headroom_for(state, fixture.table(), id, layout, with.get<rules::SpotId>("spot")).amount;
    if (!headroom) return "there is no limit";
    return equals(*headroom, with);
}

// Terminals.

const Terminal& terminal_of(const Fixture& fixture, const Arguments& with) {
    return fixture.terminal(with.get<TerminalId>("terminal"));
}

Checked is_locked(const Fixture& fixture, const Arguments& with) {
    return holds(terminal_of(fixture, with).locked, "it is not locked");
}
Checked is_unlocked(const Fixture& fixture, const Arguments& with) {
    return holds(!terminal_of(fixture, with).locked, "it is locked");
}
Checked is_offline(const Fixture& fixture, const Arguments& with) {
    return holds(!terminal_of(fixture, with).online, "it is online");
}
Checked is_online(const Fixture& fixture, const Arguments& with) {
    return holds(terminal_of(fixture, with).online, "it is offline");
}
Checked is_disabled(const Fixture& fixture, const Arguments& with) {
    return holds(!terminal_of(fixture, with).enabled, "it is enabled");
}
Checked is_enabled(const Fixture& fixture, const Arguments& with) {
    return holds(terminal_of(fixture, with).enabled, "it is disabled");
}
Checked is_free(const Fixture& fixture, const Arguments& with) {
    return holds(!terminal_of(fixture, with).stay, "somebody sits there");
}

Checked meter_is(const Fixture& fixture, const Arguments& with) {
    const TerminalId id = with.get<TerminalId>("terminal");
    const auto& cabinets = fixture.state().instruments.cabinets;
    const auto cabinet = cabinets.find(id);
    const auto& meters = fixture.state().meters.terminals;
    const auto cash = meters.find(id);
    const InstrumentMeter none;
    const CashMeter no_cash;
    return equals(meter_named(with.get<std::string>("meter"), terminal_of(fixture, with).meter,
                              cabinet == cabinets.end() ? none : cabinet->second.meter,
                              cash == meters.end() ? no_cash : cash->second),
                  with);
}
Checked games_are(const Fixture& fixture, const Arguments& with) {
    const auto games = static_cast<std::int64_t>(terminal_of(fixture, with).meter.games);
    return holds(games == with.get<std::int64_t>("number"), "it is " + std::to_string(games));
}

// Notes, tickets and hand pays.

const Cabinet* find_cabinet(const Fixture& fixture, TerminalId terminal) {
    const auto& cabinets = fixture.state().instruments.cabinets;
    const auto found = cabinets.find(terminal);
    return found == cabinets.end() ? nullptr : &found->second;
}

Checked stacker_holds(const Fixture& fixture, const Arguments& with) {
    return equals(-balance(fixture, ledger::stacker(with.get<TerminalId>("terminal"))), with);
}

// The terminal's tickets are known by the number of their print job, the last one by default.
Checked ticket_is(const Fixture& fixture, const Arguments& with) {
    const TerminalId terminal = with.get<TerminalId>("terminal");
    const Cabinet* cabinet = find_cabinet(fixture, terminal);
    const auto job = with.find<std::int64_t>("number").value_or(
        cabinet ? static_cast<std::int64_t>(cabinet->job) : std::int64_t{0});
    for (const auto& [name, ticket] : fixture.state().instruments.tickets) {
        if (ticket.terminal != terminal || static_cast<std::int64_t>(ticket.job) != job) continue;
        return holds(ticket.state == with.get<TicketState>("ticket-state"),
                     "it is " + std::string(to_word(ticket.state)));
    }
    return "there is no such ticket";
}

Checked expired_are(const Fixture& fixture, const Arguments& with) {
    return equals(balance(fixture, ledger::expired(fixture.currency())), with);
}

Checked reader_is(const Fixture& fixture, const Arguments& with) {
    const Cabinet* cabinet = find_cabinet(fixture, with.get<TerminalId>("terminal"));
    const bool locked = cabinet && cabinet->reader_locked;
    return holds(locked == with.has_word("locked"), locked ? "it is locked" : "it is not locked");
}

Checked hand_pays_are(const Fixture& fixture, const Arguments& with) {
    return equals_count(static_cast<std::int64_t>(fixture.state().instruments.hand_pays.size()),
                        with);
}

// People.

bool is_on_staff(const Fixture& fixture, const Arguments& with) {
    return fixture.table().staff.contains(with.get<PersonId>("person"));
}
Checked is_logged_on(const Fixture& fixture, const Arguments& with) {
    return holds(is_on_staff(fixture, with), "nobody of that name is");
}
Checked is_logged_off(const Fixture& fixture, const Arguments& with) {
    return holds(!is_on_staff(fixture, with), "still logged on");
}
Checked holds_shaker(const Fixture& fixture, const Arguments& with) {
    return holds(fixture.table().shaker_holder == with.get<PersonId>("person"),
                 "somebody else does, or nobody");
}

// An account that three failed log-ons locked counts as disabled.
bool has_disabled_account(const Fixture& fixture, const Arguments& with) {
    const Person& person = fixture.state().people.at(with.get<PersonId>("person"));
    return person.disabled || person.failures >= 3;
}
Checked person_is_disabled(const Fixture& fixture, const Arguments& with) {
    return holds(has_disabled_account(fixture, with), "the account is in use");
}
Checked person_is_enabled(const Fixture& fixture, const Arguments& with) {
    return holds(!has_disabled_account(fixture, with), "the account is disabled");
}

// Rounds. A statement about a round that is not there does not hold.

template <class Judge>
Checked check_round(const Fixture& fixture, const Arguments& with, Judge judge) {
    const Table& table = fixture.table();
    const auto number = static_cast<std::uint64_t>(with.get<std::int64_t>("number"));
    if (const auto past = table.past.find(number); past != table.past.end()) {
        return judge(past->second);
    }
    if (table.round && table.round->number == number) return judge(*table.round);
    const bool was_played = 0 < number && number <= table.rounds;
    return (was_played ? "no longer kept: round " : "there is no round ") + std::to_string(number);
}

Checked round_ended(const Fixture& fixture, const Arguments& with, std::string_view wanted) {
    return check_round(fixture, with, [&](const Round& round) {
        const bool held = fixture.table().phase == Phase::held;
        const std::string_view end = round.ended != RoundEnd::none ? to_word(round.ended)
                                     : held                        ? "held"
                                                                   : "in play";
        return holds(end == wanted, "it is " + std::string(end));
    });
}
Checked round_in_play(const Fixture& fixture, const Arguments& with) {
    return round_ended(fixture, with, "in play");
}
Checked round_state(const Fixture& fixture, const Arguments& with) {
    const char* state = with.has_word("void")      ? "void"
                        : with.has_word("settled") ? "settled"
                                                   : "held";
    return round_ended(fixture, with, state);
}

Checked round_shows(const Fixture& fixture, const Arguments& with) {
    return check_round(fixture, with, [&](const Round& round) {
        return holds(round.roll == with.find<rules::Roll>("dice"),
                     round.roll ? "it shows " + dice_text(*round.roll) : "it shows nothing");
    });
}

Checked round_by_hand(const Fixture& fixture, const Arguments& with) {
    return check_round(fixture, with,
                       [](const Round& round) { return holds(round.manual, "it was read"); });
}
Checked round_was_read(const Fixture& fixture, const Arguments& with) {
    return check_round(fixture, with, [](const Round& round) {
        return holds(!round.manual, "it was entered by hand");
    });
}

Checked round_played_by(const Fixture& fixture, const Arguments& with) {
    return check_round(fixture, with, [&](const Round& round) {
        const rules::Game& game = *rules_of(fixture.state(), round).game;
        const std::string& edition = game.document.edition;
        return holds(
            game.id == with.get<std::string>("played-game") && with.text_or(edition) == edition,
            "it was " + game.id + " \"" + edition + "\"");
    });
}

// The table.

Checked house_has(const Fixture& fixture, const Arguments& with) {
    return equals(balance(fixture, ledger::house(Fixture::table_id)), with);
}
Checked cash_in_is(const Fixture& fixture, const Arguments& with) {
    return equals(-balance(fixture, ledger::cash(Fixture::table_id)), with);
}
Checked tickets_are(const Fixture& fixture, const Arguments& with) {
    return equals(
        balance(fixture, ledger::tickets()) + balance(fixture, ledger::tickets(fixture.currency())),
        with);
}
Checked in_play_is(const Fixture& fixture, const Arguments& with) {
    return equals(balance(fixture, ledger::escrow(Fixture::table_id)), with);
}

Money total_on(const Fixture& fixture, rules::SpotId spot) {
    const auto& round = fixture.table().round;
    return round ? totals_of(*round).at(static_cast<std::size_t>(spot)) : Money();
}
Checked spot_holds(const Fixture& fixture, const Arguments& with) {
    return equals(total_on(fixture, with.get<rules::SpotId>("spot")), with);
}
Checked differential_is(const Fixture& fixture, const Arguments& with) {
    const auto on = [&](const char* spot) {
        return total_on(fixture, id_of(*rules::parse_spot(spot)));
    };
    const Money difference = on("big") - on("small");
    return equals(difference < Money() ? -difference : difference, with);
}

Checked incidents_are(const Fixture& fixture, const Arguments& with) {
    return equals_count(static_cast<std::int64_t>(fixture.table().incidents.size()), with);
}
Checked requests_are(const Fixture& fixture, const Arguments& with) {
    return equals_count(
        std::ranges::count_if(
            fixture.table().pending,
            [&](const auto& request) { return request.second.expires_at > fixture.clock(); }),
        with);
}

Checked table_is_out(const Fixture& fixture, const Arguments&) {
    return holds(fixture.table().out_of_service.has_value(), "it is in service");
}
Checked table_is_in(const Fixture& fixture, const Arguments&) {
    return holds(!fixture.table().out_of_service, "it is out of service");
}
Checked table_is(const Fixture& fixture, const Arguments& with) {
    const Phase phase = fixture.table().phase;
    return holds(phase == with.get<Phase>("phase"), "it is " + std::string(to_word(phase)));
}
Checked console_is_locked(const Fixture& fixture, const Arguments&) {
    return holds(fixture.table().console_locked, "it is not locked");
}
Checked console_is_unlocked(const Fixture& fixture, const Arguments&) {
    return holds(!fixture.table().console_locked, "it is locked");
}
Checked inspection_is_signed(const Fixture& fixture, const Arguments&) {
    return holds(fixture.table().inspection.signed_off, "it is not signed");
}
Checked inspection_is_missing(const Fixture& fixture, const Arguments&) {
    return holds(!fixture.table().inspection.signed_off, "it is signed");
}

Checked next_step_is(const Fixture& fixture, const Arguments& with) {
    const Table& table = fixture.table();
    const RuleSet& rules = rules_of(fixture.state(), table);
    const rules::StepRule* next =
        table.round ? next_step(rules, *table.round) : &rules.steps.front();
    if (!next) return "the round is over";
    return holds(next->step == with.get<rules::Step>("step"),
                 "it is " + std::string(to_word(next->step)));
}

// clang-format off
const std::vector<Statement> statements = {
    {"<player> has <amount>", credit_is,
     {"T1 has 100.00"}, "credit"},
    {"<player> has <amount> on <spot>", bet_is<&Bet::stake>,
     {"T1 has 10.00 on big"}, "stake on a spot in the round in play; 0.00 without one"},
    {"<player> count(s) <amount> on <spot>", bet_is<&Bet::effective>,
     {"ann counts 4,175 on total-9"},
     "the part that wins or loses, from the close on; 0.00 before"},
    {"<player> may bet <amount> [on] <spot>", headroom_is,
     {"ann may bet 40.00 on big"}, "how much more all limits but the credit leave on the spot"},
    {"<player> is owed <amount>", unclaimed_is,
     {"ann is owed 50.00"}, "unclaimed money"},
    {"<player> owe(s) <amount>", debt_is,
     {"ann owes 115.00"}, "debt"},
    {"<terminal> is locked", is_locked,
     {"T1 is locked"}, "the terminal, after a large win"},
    {"<terminal> is unlocked", is_unlocked,
     {"T1 is unlocked"}, ""},
    {"<terminal> is offline", is_offline,
     {"T1 is offline"}, "its connection"},
    {"<terminal> is online", is_online,
     {"T1 is online"}, ""},
    {"<terminal> is disabled", is_disabled,
     {"T1 is disabled"}, "whether staff let it play"},
    {"<terminal> is enabled", is_enabled,
     {"T1 is enabled"}, ""},
    {"<terminal> is free", is_free,
     {"T1 is free"}, "nobody sits there"},
    {"<terminal> meter <meter> [is] <amount>", meter_is,
     {"T1 meter staked is 50.00"},
     "a meter of the terminal, which only goes up: `in`, `out` (cash and tickets), `staked`, "
     "`won` (with the stakes), `returned` (stakes given back), `recovered` (taken back by "
     "corrections). Of these, by instruments: `notes-in`, `tickets-in`, `tickets-out`, "
     "`tickets-unprinted` (back in the credit), `hand-paid-credit`, `hand-paid-wins`. Counted a "
     "second time, once there is a cash policy: `drop` (notes and tickets that were stacked), "
     "`drop-counted` (notes of it in boxes that were counted), `cashable-tickets-in`, "
     "`cashable-tickets-out`, `promotional-tickets-in`, `promotional-tickets-out` (both 0), "
     "`tickets-back`, `attendant-in`, `attendant-out` (cash), `hand-paid`, `kept-out` (unclaimed), "
     "`debts-out`, `machine-paid-wins`; `earlier-in`, `earlier-out` are what was counted before"},
    {"<terminal> meter games [is] <number>", games_are,
     {"T1 meter games is 3"},
     "the number of games: rounds that were settled with a bet from here; void rounds and bets "
     "that were returned before do not count"},
    {"stacker of <terminal> hold(s) <amount>", stacker_holds,
     {"stacker of T1 holds 50.00"}, "notes in the stacker"},
    {"ticket [<number>] of <terminal> is <ticket-state>", ticket_is,
     {"ticket of T1 is printed", "ticket 2 of T1 is redeemed"},
     "the last ticket of a terminal, or that with the number: `issued`, `printed`, "
     "`print-unknown`, `pending`, `redeemed`, `expired`, `voided`"},
    {"expired tickets are <amount>", expired_are,
     {"expired tickets are 50.00"}, "tickets that were not redeemed in time"},
    {"ticket reader of <terminal> is locked|unlocked", reader_is,
     {"ticket reader of T1 is locked"}, "whether unknown numbers have locked it"},
    {"hand pays <number>", hand_pays_are,
     {"hand pays 1"}, "those that are not acknowledged"},
    {"<person> is logged on", is_logged_on,
     {"max is logged on"}, "a person, at this table"},
    {"<person> is logged off", is_logged_off,
     {"max is logged off"}, ""},
    {"<person> is enabled", person_is_enabled,
     {"max is enabled"}, "an account"},
    {"<person> is disabled", person_is_disabled,
     {"max is disabled"}, "an account; one that locked itself is disabled too"},
    {"<person> hold(s) shaker", holds_shaker,
     {"max holds the shaker"}, "whose care the manual shaker is in"},
    {"round <number> is in play", round_in_play,
     {"round 1 is in play"}, "the round in play, not held"},
    {"round <number> is void|settled|held", round_state,
     {"round 1 is void", "round 1 is settled"}, "how it ended, or that it is held"},
    {"round <number> show(s) <dice>", round_shows,
     {"round 1 shows 5-1-2"}, "the result in the history"},
    {"round <number> show(s) nothing", round_shows,
     {"round 1 shows nothing"}, "there is no result"},
    {"round <number> was entered by hand", round_by_hand,
     {"round 1 was entered by hand"}, "where the result came from"},
    {"round <number> was read", round_was_read,
     {"round 1 was read"}, ""},
    {"round <number> was played by <played-game> [<text>]", round_played_by,
     {"round 1 was played by rws-etg \"Version 8\""},
     "the document and its edition; the edition may be left out"},
    {"house has <amount>", house_has,
     {"house has -235.00"}, "what the house has won"},
    {"cash in is <amount>", cash_in_is,
     {"cash in is 100.00"}, "cash at this table, in less out"},
    {"tickets are <amount>", tickets_are,
     {"tickets are 50.00"}, "tickets not yet redeemed, in the currency of the table"},
    {"in play is <amount>", in_play_is,
     {"in play is 150.00"}, "stakes of the round in play"},
    {"<spot> hold(s) <amount>", spot_holds,
     {"total-9 holds 10,000"}, "all players' stakes on a spot"},
    {"differential is <amount>", differential_is,
     {"differential is 5,000"}, "between big and small"},
    {"incidents <number>", incidents_are,
     {"incidents 1"}, "open ones"},
    {"requests <number>", requests_are,
     {"requests 1"}, "those that wait for a second person and have not lapsed"},
    {"inspection is signed", inspection_is_signed,
     {}, "for this opening"},
    {"inspection is missing", inspection_is_missing,
     {}, ""},
    {"table is <phase>", table_is,
     {"table is idle"}, "`closed`, `idle`, `playing` or `held`"},
    {"table is out of service", table_is_out,
     {}, ""},
    {"table is in service", table_is_in,
     {}, ""},
    {"console is locked", console_is_locked,
     {}, ""},
    {"console is unlocked", console_is_unlocked,
     {}, ""},
    {"next step is <step>", next_step_is,
     {"next step is mix"}, "one of `open mix close uncover enter illuminate collect pay clear`"},
};
// clang-format on

}  // namespace

std::span<const Statement> statements_grammar() {
    static const std::vector<Statement> all = [] {
        std::vector<Statement> list = statements;
        const std::span<const Statement> more = cage_statements();
        list.insert(list.end(), more.begin(), more.end());
        return list;
    }();
    return all;
}

}  // namespace sicbo::scenario
