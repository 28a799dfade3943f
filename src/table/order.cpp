// The special members of an order, how it is made from each choice, and its bytes.
#include <utility>

#include "table/command.h"

namespace sicbo::table {

Order::Order() = default;
Order::Order(const Order&) = default;
Order::Order(Order&&) noexcept = default;
Order& Order::operator=(const Order&) = default;
Order& Order::operator=(Order&&) noexcept = default;
Order::~Order() = default;

template <class T>
    requires is_choice<T, OrderChoice>
Order::Order(T choice) : OrderChoice(std::in_place_type<T>, std::move(choice)) {}

template Order::Order(AdoptRules);
template Order::Order(AddPerson);
template Order::Order(DisablePerson);
template Order::Order(RestorePerson);
template Order::Order(ReportFailedLogOn);
template Order::Order(Appoint);
template Order::Order(AddTable);
template Order::Order(Configure);
template Order::Order(AddTerminal);
template Order::Order(LogOn);
template Order::Order(LogOff);
template Order::Order(LockConsole);
template Order::Order(UnlockConsole);
template Order::Order(OpenTable);
template Order::Order(CloseTable);
template Order::Order(AnnounceLastRound);
template Order::Order(TakeOutOfService);
template Order::Order(ReturnToService);
template Order::Order(RecordRepair);
template Order::Order(InstallDice);
template Order::Order(RemoveDice);
template Order::Order(MarkMixer);
template Order::Order(UseMixer);
template Order::Order(HandOverShaker);
template Order::Order(TestLights);
template Order::Order(TestMixer);
template Order::Order(SignInspection);
template Order::Order(TakeSeat);
template Order::Order(PutCredit);
template Order::Order(PayCredit);
template Order::Order(IssueTicket);
template Order::Order(RedeemTicket);
template Order::Order(CallAttendant);
template Order::Order(AnswerCall);
template Order::Order(UnlockTerminal);
template Order::Order(EnableTerminal);
template Order::Order(DisableTerminal);
template Order::Order(ReportTerminal);
template Order::Order(WalkAway);
template Order::Order(PayUnclaimed);
template Order::Order(CollectReceivable);
template Order::Order(WaiveReceivable);
template Order::Order(OpenBetting);
template Order::Order(PlaceBets);
template Order::Order(WithdrawBets);
template Order::Order(RejectExcess);
template Order::Order(AdvisePlayer);
template Order::Order(CloseBetting);
template Order::Order(StartMix);
template Order::Order(EndMix);
template Order::Order(ArmTumbler);
template Order::Order(ReportReading);
template Order::Order(Uncover);
template Order::Order(CoverDice);
template Order::Order(KeyDice);
template Order::Order(EnterResult);
template Order::Order(ReportLights);
template Order::Order(NotePresence);
template Order::Order(SettleRound);
template Order::Order(ClearLights);
template Order::Order(ReportLayout);
template Order::Order(Report);
template Order::Order(DecideHold);
template Order::Order(Certify);
template Order::Order(AmendRounds);
template Order::Order(ResolveIncident);
template Order::Order(Authorise);
template Order::Order(Restart);
template Order::Order(CommitDice);
template Order::Order(RevealDice);
template Order::Order(EnrolTerminal);
template Order::Order(NoteClock);
template Order::Order(CheckSoftware);

}  // namespace sicbo::table

namespace sicbo {

void Codec<table::Order>::write(ByteWriter& to, const table::Order& value) {
    ChoiceCodec<table::Order, table::OrderChoice>::write(to, value);
}
table::Order Codec<table::Order>::read(ByteReader& from) {
    return ChoiceCodec<table::Order, table::OrderChoice>::read(from);
}

}  // namespace sicbo
