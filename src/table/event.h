// SPDX-License-Identifier: MIT
// An event: a fact, its stamp and its postings. With the state it holds all that apply() needs
// (table/engine.h).
#pragma once

#include <utility>
#include <vector>

#include "ledger/account.h"
#include "table/facts_access.h"
#include "table/facts_cage.h"
#include "table/facts_instruments.h"
#include "table/facts_inventory.h"
#include "table/facts_machine.h"
#include "table/facts_play.h"
#include "table/facts_property.h"
#include "table/facts_round.h"
#include "table/facts_safety.h"

namespace sicbo::table {

using FactChoice = Choice<
    RulesAdopted, PersonAdded, PersonDisabled, PersonRestored, LogOnFailed, Appointed, TableAdded,
    Configured, TerminalAdded, LoggedOn, LoggedOff, ConsoleLocked, ConsoleUnlocked, TableOpened,
    TableClosed, LastRoundAnnounced, TakenOutOfService, ReturnedToService, RepairRecorded,
    DiceInstalled, DiceRemoved, MixerMarked, MixerChosen, ShakerHandedOver, LightsTested,
    MixerTested, InspectionSigned, StayBegun, StayEnded, CreditPut, CreditPaid, TicketIssued,
    TicketRedeemed, AttendantCalled, CallAnswered, TerminalLocked, TerminalUnlocked,
    TerminalEnabled, TerminalDisabled, TerminalReported, WalkedAway, UnclaimedPaid,
    ReceivableCollected, ReceivableWaived, RoundBegun, BettingOpened, BetsPlaced, BetsWithdrawn,
    ExcessRejected, LimitWarned, BelowMinimumWarned, PlayerAdvised, LateAttempt, BettingClosed,
    MixStarted, MixEnded, TumblerArmed, ReadingTaken, DiceUncovered, DiceCovered, DiceKeyed,
    ResultEntered, LightsReported, LightsFailed, PresenceNoted, RoundSettled, LightsCleared,
    LayoutReported, RoundVoided, BetsReturned, IncidentRaised, IncidentResolved, HoldPlaced,
    HoldDecided, Certified, RoundsAmended, AuthorisationRequested, Authorised, Restarted,
    DiceCommitted, ReadingProved, DiceRevealed, TerminalEnrolled, ClockJumped, SoftwareChecked,
    DiceCertified, HoldReferred, ApprovalRecorded, ChecklistTicked, DiceDated, InstructionRecorded,
    SharesRecomputed, TableRetired, TerminalRetired, KeyReplaced, CallCancelled, PlayerReturned,
    SeatFreed, EnrolmentRequested, EnrolmentCompleted, TerminalCleared, PasswordSet, SignedIn,
    SignedOut, SelfCheckRequested, FaultInjected,

    PastSharesRecomputed, CoverConfirmed, BetsCollected, RoundsRecalled, EditionBegun,
    EquipmentRepaired,

    SafeguardsSet, CommandQuarantined, ReaderFitted, ManualEntryStarted, ManualEntryEnded,
    VoidContested, VoidDecided, ReadingDisputed, DisputeResolved, AppointmentRevoked,
    PasswordResetAllowed,

    AlarmRaised, StartClockNoted, PartsChecked,

    CashPolicySet, TicketCreated, TicketPrinted, TicketNotPrinted, PrintUnknown, PrintResolved,
    TicketPending, TicketRejected, TicketCredited, TicketReturned, CabinetItemResolved,
    BanknotePending, BanknoteRejected, BanknoteStacked, BanknoteReturned, CabinetReported,
    ReaderUnlocked, HandPayRequested, HandPaid, HandPayAcknowledged, HandPayCancelled, TicketVoided,
    TicketExpired,

    CagePolicySet, ShiftOpened, ShiftClosed, FloatMoved, CounterAdjusted, TicketSold, TicketCashed,
    CounterTicketRejected, CounterUnlocked, HandPayCashed, UnclaimedCashed, ReceivableTaken,

    ChipModeSet, ChipsSold, ChipsBought, ChipsBrought, ChipsTaken, InventoryOpened, TableFilled,
    TableCredited, InventoryCounted, StackerRemoved, BoxCounted, PatronDisputeOpened,
    PatronDisputeClosed, CashAlertRaised,

    VoidRoundRead, SecondFactorSet, SecondFactorRemoved,

    ExpiredCashed,

    LossLimited, TimeLimited, BreakTaken>;

// One of the choices. Its special members are compiled once (fact.cpp), for a choice of so many
// types.
class Fact : public FactChoice {
public:
    Fact();
    Fact(const Fact&);
    Fact(Fact&&) noexcept;
    Fact& operator=(const Fact&);
    Fact& operator=(Fact&&) noexcept;
    ~Fact();

    template <class T>
        requires is_choice<T, FactChoice>
    // NOLINTNEXTLINE(google-explicit-constructor): a fact is any of them
    Fact(T choice) : FactChoice(std::move(choice)) {}

    const FactChoice& choice() const { return *this; }
};
}  // namespace sicbo::table

template <>
struct sicbo::Codec<sicbo::table::Fact> {
    static void write(ByteWriter& to, const table::Fact& value);
    static table::Fact read(ByteReader& from);
};

namespace sicbo::table {

// Returns whose screens the fact changes.
Audience audience_of(const Fact& fact);

// Something that happened, as it is journalled.
struct Event {
    Stamp stamp;
    Fact fact;
    std::vector<ledger::Posting> postings;  // all collections before all payments
};

}  // namespace sicbo::table
