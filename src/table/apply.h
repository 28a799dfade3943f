// What each fact changes, one function a fact. For apply.cpp alone.
#pragma once

#include "table/state.h"

namespace sicbo::table {

// What an event is applied in.
struct Target {
    State& state;
    const Event& event;
    Table* at = nullptr;  // the table, for events that have one

    Table& table() const {
        check(at);
        return *at;
    }
    Round& round() const {
        check(at && at->round);
        return *at->round;
    }
    Terminal& terminal(TerminalId id) const { return table().terminals.at(id); }
    Stay& stay(StayId id) const { return state.stays.at(id); }
    Instant time() const { return event.stamp.at; }

    // The meter that the stay's money passes.
    ledger::Meter& meter(StayId id) const {
        const TerminalId terminal_id = stay(id).terminal;
        return terminal_id ? terminal(terminal_id).meter : table().felt;
    }
};

void apply_to(const Target& target, const RulesAdopted& fact);
void apply_to(const Target& target, const PersonAdded& fact);
void apply_to(const Target& target, const PersonDisabled& fact);
void apply_to(const Target& target, const PersonRestored& fact);
void apply_to(const Target& target, const LogOnFailed& fact);
void apply_to(const Target& target, const Appointed& fact);
void apply_to(const Target& target, const TableAdded& fact);
void apply_to(const Target& target, const Configured& fact);
void apply_to(const Target& target, const TerminalAdded& fact);
void apply_to(const Target& target, const LoggedOn& fact);
void apply_to(const Target& target, const LoggedOff& fact);
void apply_to(const Target& target, const ConsoleLocked& fact);
void apply_to(const Target& target, const ConsoleUnlocked& fact);
void apply_to(const Target& target, const TableOpened& fact);
void apply_to(const Target& target, const TableClosed& fact);
void apply_to(const Target& target, const LastRoundAnnounced& fact);
void apply_to(const Target& target, const TakenOutOfService& fact);
void apply_to(const Target& target, const ReturnedToService& fact);
void apply_to(const Target& target, const RepairRecorded& fact);
void apply_to(const Target& target, const DiceInstalled& fact);
void apply_to(const Target& target, const DiceRemoved& fact);
void apply_to(const Target& target, const MixerMarked& fact);
void apply_to(const Target& target, const MixerChosen& fact);
void apply_to(const Target& target, const ShakerHandedOver& fact);
void apply_to(const Target& target, const LightsTested& fact);
void apply_to(const Target& target, const MixerTested& fact);
void apply_to(const Target& target, const InspectionSigned& fact);
void apply_to(const Target& target, const StayBegun& fact);
void apply_to(const Target& target, const StayEnded& fact);
void apply_to(const Target& target, const CreditPut& fact);
void apply_to(const Target& target, const CreditPaid& fact);
void apply_to(const Target& target, const TicketIssued& fact);
void apply_to(const Target& target, const TicketRedeemed& fact);
void apply_to(const Target& target, const AttendantCalled& fact);
void apply_to(const Target& target, const CallAnswered& fact);
void apply_to(const Target& target, const TerminalLocked& fact);
void apply_to(const Target& target, const TerminalUnlocked& fact);
void apply_to(const Target& target, const TerminalEnabled& fact);
void apply_to(const Target& target, const TerminalDisabled& fact);
void apply_to(const Target& target, const TerminalReported& fact);
void apply_to(const Target& target, const WalkedAway& fact);
void apply_to(const Target& target, const UnclaimedPaid& fact);
void apply_to(const Target& target, const ReceivableCollected& fact);
void apply_to(const Target& target, const ReceivableWaived& fact);
void apply_to(const Target& target, const RoundBegun& fact);
void apply_to(const Target& target, const BettingOpened& fact);
void apply_to(const Target& target, const BetsPlaced& fact);
void apply_to(const Target& target, const BetsWithdrawn& fact);
void apply_to(const Target& target, const ExcessRejected& fact);
void apply_to(const Target& target, const LimitWarned& fact);
void apply_to(const Target& target, const BelowMinimumWarned& fact);
void apply_to(const Target& target, const PlayerAdvised& fact);
void apply_to(const Target& target, const LateAttempt& fact);
void apply_to(const Target& target, const BettingClosed& fact);
void apply_to(const Target& target, const MixStarted& fact);
void apply_to(const Target& target, const MixEnded& fact);
void apply_to(const Target& target, const TumblerArmed& fact);
void apply_to(const Target& target, const ReadingTaken& fact);
void apply_to(const Target& target, const DiceUncovered& fact);
void apply_to(const Target& target, const DiceCovered& fact);
void apply_to(const Target& target, const DiceKeyed& fact);
void apply_to(const Target& target, const ResultEntered& fact);
void apply_to(const Target& target, const LightsReported& fact);
void apply_to(const Target& target, const LightsFailed& fact);
void apply_to(const Target& target, const PresenceNoted& fact);
void apply_to(const Target& target, const RoundSettled& fact);
void apply_to(const Target& target, const LightsCleared& fact);
void apply_to(const Target& target, const LayoutReported& fact);
void apply_to(const Target& target, const RoundVoided& fact);
void apply_to(const Target& target, const BetsReturned& fact);
void apply_to(const Target& target, const IncidentRaised& fact);
void apply_to(const Target& target, const IncidentResolved& fact);
void apply_to(const Target& target, const HoldPlaced& fact);
void apply_to(const Target& target, const HoldDecided& fact);
void apply_to(const Target& target, const Certified& fact);
void apply_to(const Target& target, const RoundsAmended& fact);
void apply_to(const Target& target, const AuthorisationRequested& fact);
void apply_to(const Target& target, const Authorised& fact);
void apply_to(const Target& target, const Restarted& fact);
void apply_to(const Target& target, const DiceCommitted& fact);
void apply_to(const Target& target, const ReadingProved& fact);
void apply_to(const Target& target, const DiceRevealed& fact);
void apply_to(const Target& target, const TerminalEnrolled& fact);
void apply_to(const Target& target, const ClockJumped& fact);
void apply_to(const Target& target, const SoftwareChecked& fact);

}  // namespace sicbo::table
