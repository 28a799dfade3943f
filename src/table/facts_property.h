// SPDX-License-Identifier: MIT
// The facts about people, tables, equipment, terminals and money. apply() changes the state as a
// fact says (table/engine.h). Fields without a comment are those of the order (orders_property.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "table/audience.h"
#include "table/configuration.h"
#include "table/words.h"

namespace sicbo::table {

// A rule set was added. `hash` is that of its text.
struct RulesAdopted {
    Hash hash;
    std::string text;
};

// A member of staff was added.
struct PersonAdded {
    PersonId person;
    std::string name;
    rules::Role role = rules::Role::dealer;
};

// A person was disabled and logged off at every table.
struct PersonDisabled {
    PersonId person;
};

// A person may act again; the count of failed sign-ins starts again.
struct PersonRestored {
    PersonId person;
};

// A sign-in failed. `locked` is true if the person is locked from now on. apply() counts the
// failures itself and does not read it.
struct LogOnFailed {
    PersonId person;
    bool locked = false;
};

// A person may act in the role from `from` until just before `until`.
struct Appointed {
    PersonId person;
    rules::Role role = rules::Role::dealer;
    Instant from;
    Instant until;
};

// A table was added, closed.
struct TableAdded {
    TableId table;
    std::string name;
    Configuration configuration;
};

// The table's configuration was replaced.
struct Configured {
    Configuration configuration;
};

// The regulator's reference for something that needs approval was recorded.
struct ApprovalRecorded {
    Approvable what = Approvable::drop_box;
    std::string reference;
};

// Items of the opening inspection were ticked.
struct ChecklistTicked {
    std::vector<rules::CheckItem> items;
};

// A terminal was added to the table.
struct TerminalAdded {
    TerminalId terminal;
    std::uint8_t layout = 0;  // index among the game's layouts
};

// The actor of the event logged on at the table, in the role of the stamp.
struct LoggedOn {
    static constexpr Audience audience = Audience::table;
};

// The actor of the event logged off at the table.
struct LoggedOff {
    static constexpr Audience audience = Audience::table;
};

// The table's console was locked.
struct ConsoleLocked {};

// The table's console was unlocked.
struct ConsoleUnlocked {};

// The table is open for play.
struct TableOpened {};

// The table is closed.
struct TableClosed {};

// The round in play, or the next one, is the last before the table closes.
struct LastRoundAnnounced {};

// The table is out of service. A round in play is kept.
struct TakenOutOfService {
    std::string reason;
    bool repair = false;  // a repair and an inspection are needed before it returns to service
};

// The table is in service again.
struct ReturnedToService {};

// A repair was recorded. `what` describes it.
struct RepairRecorded {
    std::string what;
};

// A part of the table's equipment was repaired.
struct EquipmentRepaired {
    Repairable part = Repairable::lights;
    std::string what;
};

// A set of dice was put into the mixer.
struct DiceInstalled {
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    std::string seal;

    static constexpr Audience audience = Audience::consoles;
};

// The set of dice that was put into the mixer is too old after `due_at`.
struct DiceDated {
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    Instant due_at;
};

// A set of dice was taken out of the mixer.
struct DiceRemoved {
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    bool damaged = false;
};

// A shaker was marked as out of use.
struct MixerMarked {
    rules::MixerKind mixer = rules::MixerKind::automated_shaker;
    Mark mark = Mark::covered;
};

// The table uses this mixer from now on.
struct MixerChosen {
    rules::MixerKind mixer = rules::MixerKind::manual_shaker;
};

// The manual shaker is with `to` now; 0: with nobody.
struct ShakerHandedOver {
    PersonId to;
};

// The lights were tested. `passed` is true if `lit` are the winning spots of `roll`.
struct LightsTested {
    rules::Roll roll = {1, 1, 1};
    std::vector<rules::SpotId> lit;
    bool passed = false;
};

// The mixer was tested.
struct MixerTested {
    bool passed = false;
};

// The opening inspection was signed. `passed` is always true: with a fault it can't be signed.
struct InspectionSigned {
    bool passed = false;
};

// A stay began: at a terminal, or with `terminal` 0 at the felt. `player` is empty at a terminal.
struct StayBegun {
    StayId stay;
    TerminalId terminal;
    std::string player;
};

// A stay ended: its credit was paid out.
struct StayEnded {
    StayId stay;
};

// Cash was added to the credit of the stay.
struct CreditPut {
    StayId stay;
    Money amount;

    static constexpr Audience audience = Audience::player;
};

// Credit of the stay was paid out in cash.
struct CreditPaid {
    StayId stay;
    Money amount;

    static constexpr Audience audience = Audience::player;
};

// Credit of the stay was paid out as a ticket.
struct TicketIssued {
    StayId stay;
    std::string number;
    Money amount;
};

// A ticket was redeemed: for credit of the stay, or with `stay` 0 for cash at the cage.
struct TicketRedeemed {
    StayId stay;
    std::string number;
    Money amount;
};

// The player at the terminal asks for an attendant.
struct AttendantCalled {
    TerminalId terminal;
};

// The call of the terminal was answered.
struct CallAnswered {
    TerminalId terminal;
};

// The terminal was locked. `win` is the winnings in one round, stakes not included, that caused it.
struct TerminalLocked {
    TerminalId terminal;
    Money win;
};

// The terminal was unlocked.
struct TerminalUnlocked {
    TerminalId terminal;
};

// The terminal takes bets and credit again.
struct TerminalEnabled {
    TerminalId terminal;
};

// The terminal takes no more bets and credit.
struct TerminalDisabled {
    TerminalId terminal;
};

// The terminal's connection was lost, or is back.
struct TerminalReported {
    TerminalId terminal;
    bool online = false;

    static constexpr Audience audience = Audience::player;
};

// The player of a stay at the felt has left. Payments to the stay are kept for the player.
struct WalkedAway {
    StayId stay;
};

// Money that was kept for the stay was paid out in cash.
struct UnclaimedPaid {
    StayId stay;
    Money amount;
};

// A debt of the stay was paid. The posting says from which of its accounts.
struct ReceivableCollected {
    StayId stay;
    Money amount;
};

// A debt of the stay was waived, at the cost of the house.
struct ReceivableWaived {
    StayId stay;
    Money amount;
    std::string reason;
};

// The player at the terminal no longer needs an attendant.
struct CallCancelled {
    TerminalId terminal;
};

// The player of a stay at the felt, who had left, is back.
struct PlayerReturned {
    StayId stay;
};

// The seat of a player who has left is free; the end of the stay follows. `kept` is the credit that
// was left, and is unclaimed money now.
struct SeatFreed {
    StayId stay;
    Money kept;
};

}  // namespace sicbo::table
