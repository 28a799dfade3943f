// The special members of a fact, how it is made from each choice, and its bytes.
#include <utility>

#include "table/event.h"

namespace sicbo::table {

Fact::Fact() = default;
Fact::Fact(const Fact&) = default;
Fact::Fact(Fact&&) noexcept = default;
Fact& Fact::operator=(const Fact&) = default;
Fact& Fact::operator=(Fact&&) noexcept = default;
Fact::~Fact() = default;

template <class T>
    requires is_choice<T, FactChoice>
Fact::Fact(T choice) : FactChoice(std::in_place_type<T>, std::move(choice)) {}

template Fact::Fact(RulesAdopted);
template Fact::Fact(PersonAdded);
template Fact::Fact(PersonDisabled);
template Fact::Fact(PersonRestored);
template Fact::Fact(LogOnFailed);
template Fact::Fact(Appointed);
template Fact::Fact(TableAdded);
template Fact::Fact(Configured);
template Fact::Fact(TerminalAdded);
template Fact::Fact(LoggedOn);
template Fact::Fact(LoggedOff);
template Fact::Fact(ConsoleLocked);
template Fact::Fact(ConsoleUnlocked);
template Fact::Fact(TableOpened);
template Fact::Fact(TableClosed);
template Fact::Fact(LastRoundAnnounced);
template Fact::Fact(TakenOutOfService);
template Fact::Fact(ReturnedToService);
template Fact::Fact(RepairRecorded);
template Fact::Fact(DiceInstalled);
template Fact::Fact(DiceRemoved);
template Fact::Fact(MixerMarked);
template Fact::Fact(MixerChosen);
template Fact::Fact(ShakerHandedOver);
template Fact::Fact(LightsTested);
template Fact::Fact(MixerTested);
template Fact::Fact(InspectionSigned);
template Fact::Fact(StayBegun);
template Fact::Fact(StayEnded);
template Fact::Fact(CreditPut);
template Fact::Fact(CreditPaid);
template Fact::Fact(TicketIssued);
template Fact::Fact(TicketRedeemed);
template Fact::Fact(AttendantCalled);
template Fact::Fact(CallAnswered);
template Fact::Fact(TerminalLocked);
template Fact::Fact(TerminalUnlocked);
template Fact::Fact(TerminalEnabled);
template Fact::Fact(TerminalDisabled);
template Fact::Fact(TerminalReported);
template Fact::Fact(WalkedAway);
template Fact::Fact(UnclaimedPaid);
template Fact::Fact(ReceivableCollected);
template Fact::Fact(ReceivableWaived);
template Fact::Fact(RoundBegun);
template Fact::Fact(BettingOpened);
template Fact::Fact(BetsPlaced);
template Fact::Fact(BetsWithdrawn);
template Fact::Fact(ExcessRejected);
template Fact::Fact(LimitWarned);
template Fact::Fact(BelowMinimumWarned);
template Fact::Fact(PlayerAdvised);
template Fact::Fact(LateAttempt);
template Fact::Fact(BettingClosed);
template Fact::Fact(MixStarted);
template Fact::Fact(MixEnded);
template Fact::Fact(TumblerArmed);
template Fact::Fact(ReadingTaken);
template Fact::Fact(DiceUncovered);
template Fact::Fact(DiceCovered);
template Fact::Fact(DiceKeyed);
template Fact::Fact(ResultEntered);
template Fact::Fact(LightsReported);
template Fact::Fact(LightsFailed);
template Fact::Fact(PresenceNoted);
template Fact::Fact(RoundSettled);
template Fact::Fact(LightsCleared);
template Fact::Fact(LayoutReported);
template Fact::Fact(RoundVoided);
template Fact::Fact(BetsReturned);
template Fact::Fact(IncidentRaised);
template Fact::Fact(IncidentResolved);
template Fact::Fact(HoldPlaced);
template Fact::Fact(HoldDecided);
template Fact::Fact(Certified);
template Fact::Fact(RoundsAmended);
template Fact::Fact(AuthorisationRequested);
template Fact::Fact(Authorised);
template Fact::Fact(Restarted);
template Fact::Fact(DiceCommitted);
template Fact::Fact(ReadingProved);
template Fact::Fact(DiceRevealed);
template Fact::Fact(TerminalEnrolled);
template Fact::Fact(ClockJumped);
template Fact::Fact(SoftwareChecked);

}  // namespace sicbo::table

namespace sicbo {

void Codec<table::Fact>::write(ByteWriter& to, const table::Fact& value) {
    ChoiceCodec<table::Fact, table::FactChoice>::write(to, value);
}
table::Fact Codec<table::Fact>::read(ByteReader& from) {
    return ChoiceCodec<table::Fact, table::FactChoice>::read(from);
}

}  // namespace sicbo
