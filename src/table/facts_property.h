// SPDX-License-Identifier: MIT
// The facts about people, tables, equipment, terminals and money. apply() changes the state as they
// say (table/engine.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "table/audience.h"
#include "table/configuration.h"
#include "table/words.h"

namespace sicbo::table {

struct RulesAdopted {
    Hash hash;
    std::string text;
};

struct PersonAdded {
    PersonId person;
    std::string name;
    rules::Role role = rules::Role::dealer;
};

struct PersonDisabled {
    PersonId person;
};

struct PersonRestored {
    PersonId person;
};

struct LogOnFailed {
    PersonId person;
    bool locked = false;
};

struct Appointed {
    PersonId person;
    rules::Role role = rules::Role::dealer;
    Instant from;
    Instant until;
};

struct TableAdded {
    TableId table;
    std::string name;
    Configuration configuration;
};

struct Configured {
    Configuration configuration;
};

struct TerminalAdded {
    TerminalId terminal;
    std::uint8_t layout = 0;  // its place in the game
};

struct LoggedOn {
    static constexpr Audience audience = Audience::table;
};

struct LoggedOff {
    static constexpr Audience audience = Audience::table;
};

struct ConsoleLocked {};

struct ConsoleUnlocked {};

struct TableOpened {};

struct TableClosed {};

struct LastRoundAnnounced {};

struct TakenOutOfService {
    std::string reason;
    bool repair = false;  // until it is repaired and inspected
};

struct ReturnedToService {};

struct RepairRecorded {
    std::string what;
};

struct DiceInstalled {
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    std::string seal;
};

struct DiceRemoved {
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    bool damaged = false;
};

struct MixerMarked {
    rules::MixerKind mixer = rules::MixerKind::automated_shaker;
    Mark mark = Mark::covered;
};

struct MixerChosen {
    rules::MixerKind mixer = rules::MixerKind::manual_shaker;
};

struct ShakerHandedOver {
    PersonId to;
};

struct LightsTested {
    rules::Roll roll = {1, 1, 1};
    std::vector<rules::SpotId> lit;
    bool passed = false;
};

struct MixerTested {
    bool passed = false;
};

struct InspectionSigned {
    bool passed = false;
};

struct StayBegun {
    StayId stay;
    TerminalId terminal;
    std::string player;
};

struct StayEnded {
    StayId stay;
};

struct CreditPut {
    StayId stay;
    Money amount;

    static constexpr Audience audience = Audience::player;
};

struct CreditPaid {
    StayId stay;
    Money amount;

    static constexpr Audience audience = Audience::player;
};

struct TicketIssued {
    StayId stay;
    std::string number;
    Money amount;
};

struct TicketRedeemed {
    StayId stay;
    std::string number;
    Money amount;
};

struct AttendantCalled {
    TerminalId terminal;
};

struct CallAnswered {
    TerminalId terminal;
};

struct TerminalLocked {
    TerminalId terminal;
    Money win;
};

struct TerminalUnlocked {
    TerminalId terminal;
};

struct TerminalEnabled {
    TerminalId terminal;
};

struct TerminalDisabled {
    TerminalId terminal;
};

struct TerminalReported {
    TerminalId terminal;
    bool online = false;

    static constexpr Audience audience = Audience::player;
};

struct WalkedAway {
    StayId stay;
};

struct UnclaimedPaid {
    StayId stay;
    Money amount;
};

struct ReceivableCollected {
    StayId stay;
    Money amount;
};

struct ReceivableWaived {
    StayId stay;
    Money amount;
    std::string reason;
};

}  // namespace sicbo::table
