// SPDX-License-Identifier: MIT
// The orders about people, tables, equipment, terminals and money. decide() executes or refuses an
// order (table/engine.h); table/authority.cpp says who may give it, docs/authority.md lists it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "table/configuration.h"
#include "table/words.h"

namespace sicbo::table {

// Adds a rule set, so that tables can be configured with it. `text` is the TOML of the rule set.
struct AdoptRules {
    std::string text;
};

// Adds a member of staff under a number and a name that nobody has. The system gives it once, for
// the first administrator.
struct AddPerson {
    PersonId person;
    std::string name;
    rules::Role role = rules::Role::dealer;
};

// Disables a person, who is logged off everywhere and may give no order until restored.
struct DisablePerson {
    PersonId person;
};

// Restores a person who was disabled, or locked after failed sign-ins (failures_max).
struct RestorePerson {
    PersonId person;
};

// Given by the server when somebody failed to sign in with the person's name.
struct ReportFailedLogOn {
    PersonId person;
};

// Appoints a person to act in a post from `from` until just before `until`, under the person's own
// name.
struct Appoint {
    PersonId person;
    rules::Role role = rules::Role::dealer;
    Instant from;
    Instant until;
};

// Adds a table under a number that is not in use. The table is closed.
struct AddTable {
    TableId table;
    std::string name;
    Configuration configuration;
};

// Replaces the table's configuration between rounds. Takes two people.
struct Configure {
    Configuration configuration;
};

// Records the regulator's reference for something that needs approval; replaces an earlier one.
struct RecordApproval {
    Approvable what = Approvable::drop_box;
    std::string reference;
};

// Ticks items of the opening inspection that people verify by eye.
struct TickChecklist {
    std::vector<rules::CheckItem> items;
};

// Adds a terminal to the table. `terminal` must be a number that no table uses; `layout` is the id
// of a layout of the table's game.
struct AddTerminal {
    TerminalId terminal;
    std::string layout;
};

// Logs the person who gives it on at the table, in the role of the command.
struct LogOn {};

// Logs the person who gives it off at the table.
struct LogOff {};

// Locks the table's console. Given by the system when the console was not used for
// console_milliseconds.
struct LockConsole {};

// Unlocks the table's console. Given by a person who is logged on at the table.
struct UnlockConsole {};

// Opens the table for play. It must be in service, and inspected if the game asks for an
// inspection.
struct OpenTable {};

// Closes the table between rounds. The next opening takes a new inspection.
struct CloseTable {};

// Announces that the round in play, or the next one, is the last before the table closes.
struct AnnounceLastRound {};

// Takes the table out of service; a command without a table takes all of them.
struct TakeOutOfService {
    std::string reason;
};

// Returns the table to service, once it is repaired and inspected if that is needed.
struct ReturnToService {};

// Records that what the table is out of service for was repaired; in service, that its failed
// mixers were. `what` describes the repair. RepairEquipment says which part it was.
struct RecordRepair {
    std::string what;
};

// Records that a part of the table's equipment was repaired. A repair covers this part alone.
struct RepairEquipment {
    Repairable part = Repairable::lights;
    std::string what;
};

// Puts a new set of dice into a mixer. `dice` is the number of the set, which must not have been
// used before; `seal` is the mark on its seal and may be empty.
struct InstallDice {
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    std::string seal;
};

// InstallDice with the moment at which the set is too old, where the document counts calendar
// months: the server computes it from the table's time zone.
struct InstallDatedDice {
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    std::string seal;
    Instant due_at;
};

// Takes the set of dice out of a mixer. No round in play may depend on it.
struct RemoveDice {
    rules::MixerKind mixer = rules::MixerKind::tumbler;
};

// Marks a shaker as out of use: covered, or with a signed notice. Its dice must be out.
struct MarkMixer {
    rules::MixerKind mixer = rules::MixerKind::automated_shaker;
    Mark mark = Mark::covered;
};

// Makes another mixer the one that the table uses, between rounds.
struct UseMixer {
    rules::MixerKind mixer = rules::MixerKind::manual_shaker;
};

// Hands the manual shaker over to another person at the table; `to` 0 stores it. A person who names
// themselves takes a shaker that nobody has.
struct HandOverShaker {
    PersonId to;
};

// A test of the opening inspection: the dice that were keyed, and the spots that lit.
struct TestLights {
    rules::Roll roll = {1, 1, 1};
    std::vector<rules::SpotId> lit;
};

// A test of the opening inspection: whether the mixer worked.
struct TestMixer {
    bool passed = false;
};

// Signs the opening inspection.
struct SignInspection {
    std::string seal;  // the mark that was found on the seal, if the shaker has one; may be empty
};

// Begins a stay at the felt. `player` is a name that no other player at the table has.
struct TakeSeat {
    std::string player;
};

// Adds cash to the credit at a terminal (`terminal`), or at a seat of the felt (`stay`).
struct PutCredit {
    TerminalId terminal;
    StayId stay;
    Money amount;
};

// Pays credit out in cash at a terminal (`terminal`) or at a seat of the felt (`stay`). Amount 0:
// the whole credit.
struct PayCredit {
    TerminalId terminal;
    StayId stay;
    Money amount;
};

// Pays the whole credit of the terminal out as a ticket. `number` has from 18 to 24 digits and must
// be new.
struct IssueTicket {
    TerminalId terminal;
    std::string number;
};

// Redeems a ticket: for credit at the terminal, or for cash at the cage if the command has no
// table; `terminal` is 0 then.
struct RedeemTicket {
    TerminalId terminal;
    std::string number;
};

// Given by the terminal when its player asks for an attendant.
struct CallAttendant {
    TerminalId terminal;
};

// Given by staff when the call of the terminal was answered.
struct AnswerCall {
    TerminalId terminal;
};

// Unlocks a terminal that a large win has locked.
struct UnlockTerminal {
    TerminalId terminal;
};

// Allows bets and credit at the terminal again.
struct EnableTerminal {
    TerminalId terminal;
};

// Allows no more bets and credit at the terminal. Bets in play stand.
struct DisableTerminal {
    TerminalId terminal;
};

// Given by the server when a terminal's connection was lost, or is back.
struct ReportTerminal {
    TerminalId terminal;
    bool online = false;
};

// Records that the player of a stay at the felt has left. Payments to the stay are kept as
// unclaimed money from then on.
struct WalkAway {
    StayId stay;
};

// Pays out in cash what is kept for a stay, less what the stay owes.
struct PayUnclaimed {
    StayId stay;
};

// Collects what the stay owes from its credit, as far as the credit covers it.
struct CollectReceivable {
    StayId stay;
};

// Waives what the stay owes, at the cost of the house. Takes two people.
struct WaiveReceivable {
    StayId stay;
    std::string reason;
};

// Given by the terminal when its player no longer needs the attendant who was called.
struct CancelCall {
    TerminalId terminal;
};

// Records that the player of a stay at the felt, who had left, is back: the stay goes on. Money
// that was kept meanwhile stays unclaimed until it is paid out.
struct ReturnPlayer {
    StayId stay;
};

// Ends the stay of a player who has left the felt. Credit that is left is kept as unclaimed money.
struct FreeSeat {
    StayId stay;
};

}  // namespace sicbo::table
