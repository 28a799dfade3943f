// SPDX-License-Identifier: MIT
// The orders that are about people, tables, equipment, terminals and money. decide() says whether
// one is followed (table/engine.h); table/authority.cpp says who may give it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "table/configuration.h"
#include "table/words.h"

namespace sicbo::table {

struct AdoptRules {
    std::string text;
};

struct AddPerson {
    PersonId person;
    std::string name;
    rules::Role role = rules::Role::dealer;
};

struct DisablePerson {
    PersonId person;
};

// After having been disabled, or after three failed log-ons.
struct RestorePerson {
    PersonId person;
};

struct ReportFailedLogOn {
    PersonId person;
};

// A post to be acted in for a period, under the person's own name.
struct Appoint {
    PersonId person;
    rules::Role role = rules::Role::dealer;
    Instant from;
    Instant until;
};

struct AddTable {
    TableId table;
    std::string name;
    Configuration configuration;
};

struct Configure {
    Configuration configuration;
};

struct AddTerminal {
    TerminalId terminal;
    std::string layout;
};

struct LogOn {};

struct LogOff {};

struct LockConsole {};

struct UnlockConsole {};

struct OpenTable {};

struct CloseTable {};

struct AnnounceLastRound {};

struct TakeOutOfService {
    std::string reason;
};

struct ReturnToService {};

struct RecordRepair {
    std::string what;
};

struct InstallDice {
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    std::string seal;
};

struct RemoveDice {
    rules::MixerKind mixer = rules::MixerKind::tumbler;
};

struct MarkMixer {
    rules::MixerKind mixer = rules::MixerKind::automated_shaker;
    Mark mark = Mark::covered;
};

struct UseMixer {
    rules::MixerKind mixer = rules::MixerKind::manual_shaker;
};

struct HandOverShaker {
    PersonId to;
};

struct TestLights {
    rules::Roll roll = {1, 1, 1};
    std::vector<rules::SpotId> lit;
};

struct TestMixer {
    bool passed = false;
};

struct SignInspection {
    std::string seal;  // as it was found, where the shaker has one
};

struct TakeSeat {
    std::string player;
};

// Cash, at a terminal or at a seat of the felt.
struct PutCredit {
    TerminalId terminal;
    StayId stay;
    Money amount;
};

// Nothing as the amount: all of it.
struct PayCredit {
    TerminalId terminal;
    StayId stay;
    Money amount;
};

struct IssueTicket {
    TerminalId terminal;
    std::string number;
};

// At a terminal, or with none at the cage.
struct RedeemTicket {
    TerminalId terminal;
    std::string number;
};

struct CallAttendant {
    TerminalId terminal;
};

struct AnswerCall {
    TerminalId terminal;
};

struct UnlockTerminal {
    TerminalId terminal;
};

struct EnableTerminal {
    TerminalId terminal;
};

struct DisableTerminal {
    TerminalId terminal;
};

struct ReportTerminal {
    TerminalId terminal;
    bool online = false;
};

struct WalkAway {
    StayId stay;
};

struct PayUnclaimed {
    StayId stay;
};

struct CollectReceivable {
    StayId stay;
};

struct WaiveReceivable {
    StayId stay;
    std::string reason;
};

}  // namespace sicbo::table
