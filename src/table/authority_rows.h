// SPDX-License-Identifier: MIT
// Who may give each order, one line for each. Private to src/table: included by authority.cpp only.
#pragma once

#include <array>

#include "table/authority.h"

namespace sicbo::table::rows {

using enum rules::Role;

constexpr RoleSet dealer_up = {dealer, supervisor, pit_manager, shift_manager};
constexpr RoleSet supervisor_up = {supervisor, pit_manager, shift_manager};
constexpr RoleSet cashier_or_supervisor = RoleSet{cashier} | supervisor_up;
constexpr RoleSet handles_cash = RoleSet{cashier} | dealer_up;
constexpr RoleSet system_only = {rules::Role::system};
constexpr RoleSet technical = supervisor_up | RoleSet{technician};
constexpr RoleSet setup = RoleSet{administrator} | system_only;

constexpr std::array all_staff = {dealer,  supervisor, pit_manager, shift_manager,
                                  cashier, technician, auditor,     administrator};
constexpr RoleSet staff = [] {
    RoleSet roles;
    for (const rules::Role role : all_staff) roles.add(role);
    return roles;
}();

// Four kinds of authority: over an order that takes a person who is logged on at the table, over
// one that takes no log-on, over one that takes a log-on and is meant for one round, and over one
// of the system alone. With `also_training` the system may give the order at a training table.
constexpr bool also_training = true;
constexpr Authority at_table(RoleSet roles, bool training = false) {
    return {.roles = roles, .log_on = true, .training_system = training, .of_round = false};
}
constexpr Authority anywhere(RoleSet roles) { return {.roles = roles, .log_on = false}; }
constexpr Authority of_round(RoleSet roles, bool training = false) {
    return {.roles = roles, .log_on = true, .training_system = training, .of_round = true};
}
constexpr Authority by_system() { return {.roles = system_only, .log_on = false}; }

// An order that is missing here does not compile.
template <class O>
constexpr Authority authority = [] {
    static_assert(sizeof(O) == 0);
    return Authority{};
}();

// clang-format off
template <> constexpr Authority authority<AdoptRules> = anywhere(setup);
template <> constexpr Authority authority<AddPerson> = anywhere(setup);
template <> constexpr Authority authority<DisablePerson> = anywhere({administrator});
template <> constexpr Authority authority<RestorePerson> = anywhere(setup);
template <> constexpr Authority authority<ReportFailedLogOn> = by_system();
template <> constexpr Authority authority<Appoint> = anywhere(supervisor_up);
template <> constexpr Authority authority<AddTable> = anywhere(setup);
template <> constexpr Authority authority<Configure> = at_table(supervisor_up);
template <> constexpr Authority authority<AddTerminal> = anywhere(setup | RoleSet{technician});
template <> constexpr Authority authority<LogOn> = anywhere(staff);
template <> constexpr Authority authority<LogOff> = at_table(staff);
template <> constexpr Authority authority<LockConsole> = by_system();
template <> constexpr Authority authority<UnlockConsole> = at_table(handles_cash | technical);
template <> constexpr Authority authority<OpenTable> = at_table(supervisor_up, also_training);
template <> constexpr Authority authority<CloseTable> = at_table(supervisor_up);
template <> constexpr Authority authority<AnnounceLastRound> = at_table(dealer_up);
template <> constexpr Authority authority<TakeOutOfService> = at_table(technical | system_only);
template <> constexpr Authority authority<ReturnToService> = at_table(supervisor_up, also_training);
template <> constexpr Authority authority<RecordRepair> = at_table({technician}, also_training);
template <> constexpr Authority authority<InstallDice> = at_table(dealer_up, also_training);
template <> constexpr Authority authority<RemoveDice> = at_table(dealer_up, also_training);
template <> constexpr Authority authority<MarkMixer> = at_table(dealer_up);
template <> constexpr Authority authority<UseMixer> = at_table(dealer_up);
template <> constexpr Authority authority<HandOverShaker> = at_table(dealer_up);
template <> constexpr Authority authority<TestLights> = at_table(supervisor_up, also_training);
template <> constexpr Authority authority<TestMixer> = at_table(supervisor_up, also_training);
template <> constexpr Authority authority<SignInspection> = at_table(supervisor_up, also_training);
template <> constexpr Authority authority<TakeSeat> = at_table(handles_cash, also_training);
template <> constexpr Authority authority<PutCredit> = at_table(handles_cash, also_training);
template <> constexpr Authority authority<PayCredit> = at_table(handles_cash, also_training);
template <> constexpr Authority authority<IssueTicket> = at_table({player});
template <> constexpr Authority authority<RedeemTicket> = anywhere({player, cashier});
template <> constexpr Authority authority<CallAttendant> = at_table({player});
template <> constexpr Authority authority<AnswerCall> = at_table(cashier_or_supervisor);
template <> constexpr Authority authority<UnlockTerminal> = at_table(cashier_or_supervisor);
template <> constexpr Authority authority<EnableTerminal> = at_table(technical);
template <> constexpr Authority authority<DisableTerminal> = at_table(technical);
template <> constexpr Authority authority<ReportTerminal> = by_system();
template <> constexpr Authority authority<WalkAway> = at_table(dealer_up);
template <> constexpr Authority authority<PayUnclaimed> = at_table(cashier_or_supervisor);
template <> constexpr Authority authority<CollectReceivable> = at_table(cashier_or_supervisor);
template <> constexpr Authority authority<WaiveReceivable> = at_table(dealer_up);
template <> constexpr Authority authority<OpenBetting> = at_table(dealer_up, also_training);
template <> constexpr Authority authority<PlaceBets> = of_round(dealer_up | RoleSet{player});
template <> constexpr Authority authority<WithdrawBets> = of_round(dealer_up | RoleSet{player});
template <> constexpr Authority authority<RejectExcess> = of_round(dealer_up);
template <> constexpr Authority authority<AdvisePlayer> = of_round(dealer_up);
template <> constexpr Authority authority<CloseBetting> = of_round(dealer_up | system_only);
template <> constexpr Authority authority<StartMix> = at_table(dealer_up, also_training);
template <> constexpr Authority authority<EndMix> = of_round(dealer_up | system_only);
template <> constexpr Authority authority<ArmTumbler> = by_system();
template <> constexpr Authority authority<ReportReading> = by_system();
template <> constexpr Authority authority<Uncover> = of_round(dealer_up, also_training);
template <> constexpr Authority authority<CoverDice> = of_round(dealer_up);
template <> constexpr Authority authority<KeyDice> = of_round(dealer_up);
template <> constexpr Authority authority<EnterResult> = of_round(dealer_up, also_training);
template <> constexpr Authority authority<ReportLights> = of_round(dealer_up | system_only);
template <> constexpr Authority authority<NotePresence> = of_round(supervisor_up, also_training);
template <> constexpr Authority authority<SettleRound> = of_round(dealer_up, also_training);
template <> constexpr Authority authority<ClearLights> = of_round(dealer_up, also_training);
template <> constexpr Authority authority<ReportLayout> = of_round(dealer_up | system_only);
template <> constexpr Authority authority<Report> = of_round(dealer_up | technical | system_only);
template <> constexpr Authority authority<DecideHold> = of_round(dealer_up);
template <> constexpr Authority authority<Certify> = of_round(dealer_up, also_training);
template <> constexpr Authority authority<AmendRounds> = at_table(dealer_up);
template <> constexpr Authority authority<ResolveIncident> = at_table(dealer_up);
template <> constexpr Authority authority<Authorise> = at_table(dealer_up | RoleSet{administrator});
template <> constexpr Authority authority<Restart> = by_system();
template <> constexpr Authority authority<CommitDice> = by_system();
template <> constexpr Authority authority<RevealDice> = by_system();
template <> constexpr Authority authority<EnrolTerminal> = by_system();
template <> constexpr Authority authority<NoteClock> = by_system();
template <> constexpr Authority authority<RetireTable> = anywhere(setup);
template <> constexpr Authority authority<RetireTerminal> = anywhere(setup | RoleSet{technician});
template <> constexpr Authority authority<ReplaceKey> = by_system();
template <> constexpr Authority authority<CheckSoftware> = by_system();
template <> constexpr Authority authority<CertifyDice> = of_round(dealer_up);
template <> constexpr Authority authority<ConcludeHold> = of_round(dealer_up);
template <> constexpr Authority authority<RecordApproval> = anywhere(setup);
template <> constexpr Authority authority<TickChecklist> = at_table(supervisor_up, also_training);
template <> constexpr Authority authority<InstallDatedDice> = at_table(dealer_up, also_training);
template <> constexpr Authority authority<WithdrawOnBehalf> = of_round(dealer_up);
template <> constexpr Authority authority<CancelCall> = at_table({player});
template <> constexpr Authority authority<ReturnPlayer> = at_table(dealer_up | RoleSet{player});
template <> constexpr Authority authority<FreeSeat> = at_table(handles_cash);
template <> constexpr Authority authority<RequestEnrolment> = at_table(technical);
template <> constexpr Authority authority<EnrolByCode> = by_system();
template <> constexpr Authority authority<ClearTerminal> = at_table(dealer_up);
template <> constexpr Authority authority<NotePassword> = by_system();
template <> constexpr Authority authority<NoteSignIn> = by_system();
template <> constexpr Authority authority<NoteSignOut> = by_system();
template <> constexpr Authority authority<NoteSelfCheck> = by_system();
template <> constexpr Authority authority<NoteFault> = by_system();
template <> constexpr Authority authority<StartCoveredMix> = at_table(dealer_up);
template <> constexpr Authority authority<CollectBets> = of_round(dealer_up);
template <> constexpr Authority authority<RecallRounds> = at_table(supervisor_up);
template <> constexpr Authority authority<BeginEdition> = by_system();
template <> constexpr Authority authority<RepairEquipment> = at_table({technician}, also_training);
template <> constexpr Authority authority<SetSafeguards> = by_system();
template <> constexpr Authority authority<QuarantineCommand> = by_system();
template <> constexpr Authority authority<FitReader> = by_system();
template <> constexpr Authority authority<SwitchToManualEntry> = at_table(supervisor_up);
template <> constexpr Authority authority<DecideVoid> = of_round(dealer_up);
template <> constexpr Authority authority<ResolveDispute> = at_table(dealer_up);
template <> constexpr Authority authority<RevokeAppointment> = anywhere(supervisor_up);
template <> constexpr Authority authority<ResetPassword> = anywhere({administrator});
template <> constexpr Authority authority<RaiseAlarm> = by_system();
template <> constexpr Authority authority<NoteStartClock> = by_system();
template <> constexpr Authority authority<CheckParts> = by_system();
template <> constexpr Authority authority<SetCashPolicy> = by_system();
template <> constexpr Authority authority<CashOut> = at_table({player});
template <> constexpr Authority authority<ReportPrint> = by_system();
template <> constexpr Authority authority<ResolvePrint> = at_table(dealer_up);
template <> constexpr Authority authority<PresentTicket> = by_system();
template <> constexpr Authority authority<ReportTicket> = by_system();
template <> constexpr Authority authority<ResolveTicket> = at_table(dealer_up);
template <> constexpr Authority authority<PresentBanknote> = by_system();
template <> constexpr Authority authority<ReportBanknote> = by_system();
template <> constexpr Authority authority<ResolveBanknote> = at_table(dealer_up);
template <> constexpr Authority authority<ReportCabinet> = by_system();
template <> constexpr Authority authority<UnlockReader> = at_table(supervisor_up);
template <> constexpr Authority authority<PayByHand> = at_table(cashier_or_supervisor);
template <> constexpr Authority authority<AcknowledgeHandPay> = at_table(cashier_or_supervisor);
template <> constexpr Authority authority<CancelHandPay> = at_table(cashier_or_supervisor);
template <> constexpr Authority authority<VoidTicket> = at_table(dealer_up);
template <> constexpr Authority authority<ExpireTickets> = by_system();
template <> constexpr Authority authority<SetCagePolicy> = by_system();
template <> constexpr Authority authority<OpenShift> = at_table({cashier});
template <> constexpr Authority authority<CloseShift> = at_table(cashier_or_supervisor);
template <> constexpr Authority authority<MoveFloat> = at_table({cashier});
template <> constexpr Authority authority<AdjustCounter> = at_table({cashier});
template <> constexpr Authority authority<SellTicket> = at_table({cashier});
template <> constexpr Authority authority<CashTicket> = at_table({cashier});
template <> constexpr Authority authority<UnlockCounter> = at_table(supervisor_up);
template <> constexpr Authority authority<CashHandPay> = at_table({cashier});
template <> constexpr Authority authority<CashUnclaimed> = at_table({cashier});
template <> constexpr Authority authority<TakeReceivable> = at_table({cashier});
template <> constexpr Authority authority<SetChipMode> = by_system();
template <> constexpr Authority authority<SellChips> = at_table({cashier});
template <> constexpr Authority authority<BuyChips> = at_table({cashier});
template <> constexpr Authority authority<BringChips> = at_table(dealer_up);
template <> constexpr Authority authority<TakeChips> = at_table(dealer_up);
template <> constexpr Authority authority<OpenInventory> = at_table(dealer_up);
template <> constexpr Authority authority<FillTable> = at_table(dealer_up);
template <> constexpr Authority authority<CreditTable> = at_table(dealer_up);
template <> constexpr Authority authority<CountInventory> = at_table(dealer_up);
template <> constexpr Authority authority<RemoveStacker> = at_table(dealer_up);
template <> constexpr Authority authority<CountBox> = at_table(cashier_or_supervisor);
template <> constexpr Authority authority<OpenDispute> = at_table(handles_cash);
template <> constexpr Authority authority<CloseDispute> = at_table(supervisor_up);
template <> constexpr Authority authority<RemoveSecondFactor> = anywhere(setup);
template <> constexpr Authority authority<NoteSecondFactor> = by_system();
template <> constexpr Authority authority<VoidSoldTicket> = at_table(cashier_or_supervisor);
template <> constexpr Authority authority<CashExpired> = at_table({cashier});
template <> constexpr Authority authority<LimitLoss> = at_table({player});
template <> constexpr Authority authority<LimitTime> = at_table({player});
template <> constexpr Authority authority<TakeBreak> = at_table({player});
// clang-format on

}  // namespace sicbo::table::rows
