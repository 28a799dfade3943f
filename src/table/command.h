// SPDX-License-Identifier: MIT
// A command: an order, and who gives it, in which role, when, and as which request. decide()
// executes or refuses it (table/engine.h).
#pragma once

#include <cstdint>
#include <utility>

#include "table/actor.h"
#include "table/orders_access.h"
#include "table/orders_cage.h"
#include "table/orders_instruments.h"
#include "table/orders_inventory.h"
#include "table/orders_play.h"
#include "table/orders_property.h"
#include "table/orders_round.h"
#include "table/orders_safety.h"

namespace sicbo::table {

// Carried by every command, and copied to every event that the command leads to.
struct Stamp {
    Instant at;
    Actor actor;
    rules::Role role = rules::Role::system;
    std::uint64_t request = 0;  // idempotency key; increases for each actor, 0 for the system
    TableId table;              // 0 if the order is not about one table
    std::uint64_t round = 0;    // the command is refused unless this round is in play; 0: any
    // Number of the actor's stay or log-on at the table (session_of()) in which the request was
    // first sent; not a connection's session (server/session.h). A new request is refused once that
    // stay or log-on has ended. 0: none.
    std::uint64_t session = 0;
};

}  // namespace sicbo::table

// Version 1 of the format had neither round nor session.
template <>
struct sicbo::Codec<sicbo::table::Stamp> {
    static_assert(field_count<table::Stamp> == 7, "every field is written below");

    static void write(ByteWriter& to, const table::Stamp& stamp) {
        encode(to, stamp.at);
        encode(to, stamp.actor);
        encode(to, stamp.role);
        encode(to, stamp.request);
        encode(to, stamp.table);
        if (to.version() < 2) return;
        encode(to, stamp.round);
        encode(to, stamp.session);
    }
    static table::Stamp read(ByteReader& from) {
        table::Stamp stamp;
        stamp.at = decode<Instant>(from);
        stamp.actor = decode<table::Actor>(from);
        stamp.role = decode<rules::Role>(from);
        stamp.request = decode<std::uint64_t>(from);
        stamp.table = decode<TableId>(from);
        if (from.version() < 2) return stamp;
        stamp.round = decode<std::uint64_t>(from);
        stamp.session = decode<std::uint64_t>(from);
        return stamp;
    }
};

namespace sicbo::table {

using OrderChoice =
    Choice<AdoptRules, AddPerson, DisablePerson, RestorePerson, ReportFailedLogOn, Appoint,
           AddTable, Configure, AddTerminal, LogOn, LogOff, LockConsole, UnlockConsole, OpenTable,
           CloseTable, AnnounceLastRound, TakeOutOfService, ReturnToService, RecordRepair,
           InstallDice, RemoveDice, MarkMixer, UseMixer, HandOverShaker, TestLights, TestMixer,
           SignInspection, TakeSeat, PutCredit, PayCredit, IssueTicket, RedeemTicket, CallAttendant,
           AnswerCall, UnlockTerminal, EnableTerminal, DisableTerminal, ReportTerminal, WalkAway,
           PayUnclaimed, CollectReceivable, WaiveReceivable, OpenBetting, PlaceBets, WithdrawBets,
           RejectExcess, AdvisePlayer, CloseBetting, StartMix, EndMix, ArmTumbler, ReportReading,
           Uncover, CoverDice, KeyDice, EnterResult, ReportLights, NotePresence, SettleRound,
           ClearLights, ReportLayout, Report, DecideHold, Certify, AmendRounds, ResolveIncident,
           Authorise, Restart, CommitDice, RevealDice, EnrolTerminal, NoteClock, CheckSoftware,
           CertifyDice, ConcludeHold, RecordApproval, TickChecklist, InstallDatedDice,
           WithdrawOnBehalf, RetireTable, RetireTerminal, ReplaceKey, CancelCall, ReturnPlayer,
           FreeSeat, RequestEnrolment, EnrolByCode, ClearTerminal, NotePassword, NoteSignIn,
           NoteSignOut, NoteSelfCheck, NoteFault,

           StartCoveredMix, CollectBets, RecallRounds, BeginEdition, RepairEquipment,

           SetSafeguards, QuarantineCommand, FitReader, SwitchToManualEntry, DecideVoid,
           ResolveDispute, RevokeAppointment, ResetPassword,

           RaiseAlarm, NoteStartClock, CheckParts,

           SetCashPolicy, CashOut, ReportPrint, ResolvePrint, PresentTicket, ReportTicket,
           ResolveTicket, PresentBanknote, ReportBanknote, ResolveBanknote, ReportCabinet,
           UnlockReader, PayByHand, AcknowledgeHandPay, CancelHandPay, VoidTicket, ExpireTickets,

           SetCagePolicy, OpenShift, CloseShift, MoveFloat, AdjustCounter, SellTicket, CashTicket,
           UnlockCounter, CashHandPay, CashUnclaimed, TakeReceivable,

           SetChipMode, SellChips, BuyChips, BringChips, TakeChips, OpenInventory, FillTable,
           CreditTable, CountInventory, RemoveStacker, CountBox, OpenDispute, CloseDispute,

           RemoveSecondFactor, NoteSecondFactor,

           VoidSoldTicket, CashExpired,

           LimitLoss, LimitTime, TakeBreak>;

// One of the choices. Its special members are compiled once (order.cpp), since a variant of this
// size takes seconds in every file that copies one.
class Order : public OrderChoice {
public:
    Order();
    Order(const Order&);
    Order(Order&&) noexcept;
    Order& operator=(const Order&);
    Order& operator=(Order&&) noexcept;
    ~Order();

    template <class T>
        requires is_choice<T, OrderChoice>
    // NOLINTNEXTLINE(google-explicit-constructor): an order is any of them
    Order(T choice) : OrderChoice(std::move(choice)) {}

    const OrderChoice& choice() const { return *this; }
};
}  // namespace sicbo::table

template <>
struct sicbo::Codec<sicbo::table::Order> {
    static void write(ByteWriter& to, const table::Order& value);
    static table::Order read(ByteReader& from);
};

namespace sicbo::table {

// An order with its stamp.
struct Command {
    Stamp stamp;
    Order order;
};

}  // namespace sicbo::table
