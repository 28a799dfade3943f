// SPDX-License-Identifier: MIT
#include "store/command_audit.h"

#include "core/check.h"
#include "store/cage_orders.h"
#include "store/instrument_orders.h"
#include "table/engine.h"
#include "wire/bytes.h"

namespace sicbo::store {
namespace {

using namespace table;

// The orders that may have led to an event and those after it. Where the journal does not contain a
// field of the order because it had no effect, any value will do.
struct PossibleOrders : InstrumentOrders {
    using InstrumentOrders::operator();

    const Table& table() const { return state.tables.at(stamp().table); }
    TerminalId terminal_of(StayId stay) const {
        const auto found = state.stays.find(stay);
        return found == state.stays.end() ? TerminalId() : found->second.terminal;
    }
    static std::vector<BetOrder> asked(const std::vector<BetAnswer>& answers) {
        std::vector<BetOrder> bets;
        for (const BetAnswer& answer : answers) bets.push_back({answer.spot, answer.asked});
        return bets;
    }
    // A payment of all credit, or of the part that was paid.
    Orders paying(StayId stay) const {
        const TerminalId terminal = terminal_of(stay);
        PayCredit order{terminal, terminal ? StayId() : stay, {}};
        Orders orders = {order};
        if (const auto* paid = first_of<CreditPaid>()) {
            order.amount = paid->amount;
            orders.emplace_back(order);
        }
        return orders;
    }
    // From the event on; 0, which no order asks for, if it is no whole number of them.
    std::uint32_t minutes_until(Instant until) const {
        constexpr std::int64_t minute = 60'000;
        const std::int64_t left = until.milliseconds - stamp().at.milliseconds;
        const bool whole = left > 0 && left % minute == 0 && left / minute <= own_minutes_max;
        return whole ? static_cast<std::uint32_t>(left / minute) : 0;
    }
    Orders reported() const {
        const auto* raised = first_of<IncidentRaised>();
        return raised ? Orders{Report{raised->cause, raised->note}} : Orders();
    }

    template <class F>
        requires is_choice<F, CageFacts> || is_choice<F, InventoryFacts>
    Orders operator()(const F& e) const {
        return CageOrders{state}(e);
    }
    Orders operator()(const RulesAdopted& e) const { return {AdoptRules{e.text}}; }
    Orders operator()(const PersonAdded& e) const { return {AddPerson{e.person, e.name, e.role}}; }
    Orders operator()(const PersonDisabled& e) const { return {DisablePerson{e.person}}; }
    Orders operator()(const PersonRestored& e) const { return {RestorePerson{e.person}}; }
    Orders operator()(const LogOnFailed& e) const { return {ReportFailedLogOn{e.person}}; }
    Orders operator()(const Appointed& e) const {
        return {Appoint{e.person, e.role, e.from, e.until}};
    }
    Orders operator()(const TableAdded& e) const {
        return {AddTable{e.table, e.name, e.configuration}};
    }
    Orders operator()(const Configured& e) const { return {Configure{e.configuration}}; }
    Orders operator()(const TerminalAdded& e) const {
        const auto& layouts = rules_of(state, table()).game->layouts;
        return {AddTerminal{e.terminal, layouts.at(e.layout).id}};
    }
    Orders operator()(const LoggedOn&) const { return {LogOn{}}; }
    Orders operator()(const LoggedOff&) const { return {LogOff{}}; }
    Orders operator()(const ConsoleLocked&) const { return {LockConsole{}}; }
    Orders operator()(const ConsoleUnlocked&) const { return {UnlockConsole{}}; }
    Orders operator()(const TableOpened&) const { return {OpenTable{}}; }
    Orders operator()(const TableClosed&) const { return {CloseTable{}}; }
    Orders operator()(const LastRoundAnnounced&) const { return {AnnounceLastRound{}}; }
    Orders operator()(const TakenOutOfService& e) const { return {TakeOutOfService{e.reason}}; }
    Orders operator()(const ReturnedToService&) const { return {ReturnToService{}}; }
    Orders operator()(const RepairRecorded& e) const { return {RecordRepair{e.what}}; }
    Orders operator()(const DiceInstalled& e) const {
        if (const auto* dated = first_of<DiceDated>()) {
            return {InstallDatedDice{e.dice, e.mixer, e.seal, dated->due_at}};
        }
        return {InstallDice{e.dice, e.mixer, e.seal}};
    }
    Orders operator()(const DiceRemoved& e) const { return {RemoveDice{e.mixer}}; }
    Orders operator()(const MixerMarked& e) const { return {MarkMixer{e.mixer, e.mark}}; }
    Orders operator()(const MixerChosen& e) const { return {UseMixer{e.mixer}}; }
    Orders operator()(const ShakerHandedOver& e) const { return {HandOverShaker{e.to}}; }
    Orders operator()(const LightsTested& e) const { return {TestLights{e.roll, e.lit}}; }
    Orders operator()(const MixerTested& e) const { return {TestMixer{e.passed}}; }
    Orders operator()(const InspectionSigned&) const {
        const auto mixer = table().mixers.find(table().mixer);
        const bool dice = mixer != table().mixers.end() && mixer->second.dice;
        return {SignInspection{dice ? mixer->second.dice->seal : std::string()}};
    }
    Orders operator()(const StayBegun& e) const {
        if (!e.terminal) return {TakeSeat{e.player}};
        if (const auto* ticket = first_of<TicketRedeemed>())
            return {RedeemTicket{e.terminal, ticket->number}};
        Orders orders = {instrument_into(e.terminal)};
        const auto* put = first_of<CreditPut>();
        orders.emplace_back(PutCredit{e.terminal, {}, put ? put->amount : Money()});
        return orders;
    }
    Orders operator()(const StayEnded& e) const { return paying(e.stay); }
    Orders operator()(const CreditPut& e) const {
        const TerminalId terminal = terminal_of(e.stay);
        return {PutCredit{terminal, terminal ? StayId() : e.stay, e.amount}};
    }
    Orders operator()(const CreditPaid& e) const { return paying(e.stay); }
    Orders operator()(const TicketIssued& e) const {
        return {IssueTicket{terminal_of(e.stay), e.number}};
    }
    Orders operator()(const TicketRedeemed& e) const {
        return {RedeemTicket{e.stay ? terminal_of(e.stay) : TerminalId(), e.number}};
    }
    Orders operator()(const AttendantCalled& e) const { return {CallAttendant{e.terminal}}; }
    Orders operator()(const CallAnswered& e) const { return {AnswerCall{e.terminal}}; }
    Orders operator()(const CallCancelled& e) const { return {CancelCall{e.terminal}}; }
    Orders operator()(const TerminalUnlocked& e) const { return {UnlockTerminal{e.terminal}}; }
    Orders operator()(const TerminalEnabled& e) const { return {EnableTerminal{e.terminal}}; }
    Orders operator()(const TerminalDisabled& e) const { return {DisableTerminal{e.terminal}}; }
    Orders operator()(const TerminalReported& e) const {
        return {ReportTerminal{e.terminal, e.online}};
    }
    Orders operator()(const WalkedAway& e) const { return {WalkAway{e.stay}}; }
    Orders operator()(const PlayerReturned& e) const { return {ReturnPlayer{e.stay}}; }
    Orders operator()(const LossLimited& e) const { return {LimitLoss{e.max}}; }
    Orders operator()(const TimeLimited& e) const {
        if (!e.until) return {LimitTime{}};
        return {LimitTime{minutes_until(*e.until)}};
    }
    Orders operator()(const BreakTaken& e) const { return {TakeBreak{minutes_until(e.until)}}; }
    Orders operator()(const SeatFreed& e) const { return {FreeSeat{e.stay}}; }
    Orders operator()(const UnclaimedPaid& e) const { return {PayUnclaimed{e.stay}}; }
    Orders operator()(const ReceivableCollected& e) const {
        Orders orders = paying(e.stay);
        // If the debt took all of the credit, no ticket was issued and its number is not known.
        const auto* ticket = first_of<TicketIssued>();
        const std::string any_number(24, '9');
        const std::string number = ticket ? ticket->number : any_number;
        orders.emplace_back(IssueTicket{terminal_of(e.stay), number});
        orders.emplace_back(cash_out(terminal_of(e.stay)));
        orders.emplace_back(PayUnclaimed{e.stay});
        CageOrders{state}.add_cashed(orders, stamp(), e.stay, first_of<UnclaimedCashed>());
        CageOrders{state}.add_taken(orders, e.stay, first_of<ChipsTaken>());
        orders.emplace_back(CollectReceivable{e.stay});
        orders.emplace_back(FreeSeat{e.stay});
        return orders;
    }
    Orders operator()(const ReceivableWaived& e) const {
        return {WaiveReceivable{e.stay, e.reason}};
    }
    Orders operator()(const RoundBegun&) const {
        return {OpenBetting{}, StartMix{}, StartCoveredMix{}};
    }
    Orders operator()(const BettingOpened&) const { return {OpenBetting{}}; }
    Orders operator()(const BetsPlaced& e) const {
        return {PlaceBets{e.stay, asked(e.answers), e.instruction}};
    }
    Orders operator()(const BetsWithdrawn& e) const {
        if (const auto* recorded = first_of<InstructionRecorded>()) {
            return {WithdrawOnBehalf{e.stay, asked(e.answers), recorded->instruction}};
        }
        return {WithdrawBets{e.stay, asked(e.answers)}};
    }
    Orders operator()(const ExcessRejected&) const { return {RejectExcess{}}; }
    Orders operator()(const PlayerAdvised& e) const { return {AdvisePlayer{e.stay, e.spot}}; }
    Orders operator()(const LateAttempt& e) const {
        const std::string any_instruction = "late";  // the event does not have the player's words
        if (e.withdrawal) {
            return {WithdrawBets{e.stay, e.bets},
                    WithdrawOnBehalf{e.stay, e.bets, any_instruction}};
        }
        return {PlaceBets{e.stay, e.bets, any_instruction}};
    }
    Orders operator()(const BettingClosed&) const { return {CloseBetting{}}; }
    Orders operator()(const MixStarted&) const { return {StartMix{}}; }
    Orders operator()(const MixEnded& e) const { return {EndMix{e.mixes}}; }
    Orders operator()(const TumblerArmed& e) const { return {ArmTumbler{e.close_hash}}; }
    Orders operator()(const ReadingTaken& e) const {
        const auto& round = table().round;
        if (!round || !round->armed) return {};
        const auto* proved = first_of<ReadingProved>();
        const auto proof = proved ? std::optional(proved->proof) : std::nullopt;
        return {ReportReading{round->number, *round->armed, e.roll, proof}};
    }
    Orders operator()(const DiceUncovered& e) const { return {Uncover{e.flat}}; }
    Orders operator()(const DiceCovered&) const { return {CoverDice{}}; }
    Orders operator()(const DiceKeyed& e) const {
        return {KeyDice{{e.roll.dice().begin(), e.roll.dice().end()}}};
    }
    Orders operator()(const ResultEntered& e) const { return {EnterResult{e.roll}}; }
    Orders operator()(const LightsReported& e) const {
        Orders orders = reported();
        orders.emplace_back(ReportLights{e.lit});
        return orders;
    }
    Orders operator()(const LightsFailed&) const { return reported(); }
    Orders operator()(const PresenceNoted&) const { return {NotePresence{}}; }
    Orders operator()(const RoundSettled&) const { return {SettleRound{}}; }
    Orders operator()(const LightsCleared&) const { return {ClearLights{}}; }
    Orders operator()(const LayoutReported& e) const {
        return {ReportLayout{e.moment, e.positions}};
    }
    Orders operator()(const RoundVoided& e) const { return {Report{e.cause, e.reason}}; }
    Orders operator()(const IncidentRaised& e) const { return {Report{e.cause, e.note}}; }
    Orders operator()(const IncidentResolved& e) const {
        return {ResolveIncident{e.incident, e.note}};
    }
    Orders operator()(const HoldPlaced& e) const { return {Report{e.cause, e.reason}}; }
    Orders operator()(const HoldDecided& e) const {
        const auto* entered = first_of<ResultEntered>();
        if (e.verdict == table::Verdict::conclude && entered) {
            return {ConcludeHold{entered->roll, e.reason}};
        }
        return {DecideHold{e.verdict, e.reason}};
    }
    Orders operator()(const DiceCertified& e) const {
        return {CertifyDice{e.dice, e.finding, e.note}};
    }
    Orders operator()(const ApprovalRecorded& e) const {
        return {RecordApproval{e.what, e.reference}};
    }
    Orders operator()(const ChecklistTicked& e) const { return {TickChecklist{e.items}}; }
    Orders operator()(const Certified& e) const { return {Certify{e.seen}}; }
    Orders operator()(const AuthorisationRequested& e) const { return {e.command.order}; }
    Orders operator()(const Authorised& e) const { return {Authorise{e.digest}}; }
    Orders operator()(const Restarted&) const { return {Restart{}}; }
    Orders operator()(const DiceCommitted& e) const { return {CommitDice{e.round, e.commitment}}; }
    Orders operator()(const DiceRevealed& e) const { return {RevealDice{e.round, e.secret}}; }
    Orders operator()(const TerminalEnrolled& e) const {
        return {EnrolTerminal{e.terminal, e.key}};
    }
    Orders operator()(const ClockJumped& e) const { return {NoteClock{e.expected, e.found}}; }
    Orders operator()(const SoftwareChecked& e) const { return {CheckSoftware{e.program}}; }
    Orders operator()(const TableRetired& e) const { return {RetireTable{e.reason}}; }
    Orders operator()(const TerminalRetired& e) const {
        return {RetireTerminal{e.terminal, e.reason}};
    }
    Orders operator()(const KeyReplaced& e) const {
        return {ReplaceKey{e.key, e.before, e.after, e.signature}};
    }

    Orders operator()(const CoverConfirmed&) const { return {StartCoveredMix{}}; }
    Orders operator()(const BetsCollected&) const { return {CollectBets{}}; }
    Orders operator()(const EditionBegun& e) const { return {BeginEdition{e.edition}}; }
    Orders operator()(const EquipmentRepaired& e) const {
        return {RepairEquipment{e.part, e.what}};
    }
    Orders operator()(const EnrolmentRequested& e) const {
        return {RequestEnrolment{e.terminal, e.code}};
    }
    Orders operator()(const EnrolmentCompleted& e) const {
        return {EnrolByCode{e.terminal, e.key, e.code}};
    }
    Orders operator()(const PasswordSet& e) const {
        return {NotePassword{e.person, e.by, e.one_time}};
    }
    Orders operator()(const SignedIn& e) const { return {NoteSignIn{e.person}}; }
    Orders operator()(const SignedOut& e) const { return {NoteSignOut{e.person, e.cause}}; }
    Orders operator()(const SelfCheckRequested& e) const { return {NoteSelfCheck{e.person}}; }
    Orders operator()(const FaultInjected& e) const { return {NoteFault{e.person, e.fault}}; }
    Orders operator()(const SafeguardsSet& e) const { return {SetSafeguards{e.safeguards}}; }
    Orders operator()(const CommandQuarantined& e) const {
        return {QuarantineCommand{e.actor, e.session, e.request, e.digest, e.order, e.why,
                                  e.hold_only}};
    }
    Orders operator()(const ReaderFitted& e) const { return {FitReader{e.fitted}}; }
    Orders operator()(const ManualEntryStarted& e) const { return {SwitchToManualEntry{e.reason}}; }
    // A reading of an earlier round that agrees with its result leaves no other trace; which round
    // it was makes no difference.
    Orders operator()(const ManualEntryEnded&) const {
        for (const auto& [number, round] : table().past) {
            if (!round.armed || !round.roll || round.reading) continue;
            if (is_disputed(state, stamp().table, number)) continue;
            return {ReportReading{number, *round.armed, *round.roll, std::nullopt}};
        }
        return {};
    }
    Orders operator()(const VoidContested& e) const { return {Report{e.cause, e.note}}; }
    Orders operator()(const VoidDecided& e) const { return {DecideVoid{e.confirmed, e.reason}}; }
    Orders operator()(const ReadingDisputed& e) const {
        const Table& t = table();
        const bool current = t.round && t.round->number == e.round;
        const Round& round = current ? *t.round : t.past.at(e.round);
        if (!round.armed) return {};
        return {ReportReading{e.round, *round.armed, e.roll, e.proof}};
    }
    Orders operator()(const VoidRoundRead& e) const {
        const Round& round = table().past.at(e.round);
        if (!round.armed) return {};
        return {ReportReading{e.round, *round.armed, e.roll, e.proof}};
    }
    Orders operator()(const DisputeResolved& e) const {
        return {ResolveDispute{e.incident, e.roll, e.note}};
    }
    Orders operator()(const AppointmentRevoked& e) const {
        return {RevokeAppointment{e.person, e.role}};
    }
    Orders operator()(const PasswordResetAllowed& e) const { return {ResetPassword{e.person}}; }
    Orders operator()(const SecondFactorSet& e) const {
        return {NoteSecondFactor{e.person, e.confirmed}};
    }
    Orders operator()(const SecondFactorRemoved& e) const { return {RemoveSecondFactor{e.person}}; }
    Orders operator()(const AlarmRaised& e) const { return {RaiseAlarm{e.kind, e.note}}; }
    Orders operator()(const StartClockNoted& e) const {
        return {NoteStartClock{e.last, e.found, e.accepted}};
    }
    Orders operator()(const PartsChecked& e) const { return {CheckParts{e.libraries, e.pages}}; }

    // These facts never come first among the events of a command.
    Orders operator()(const TerminalCleared&) const { return {}; }
    Orders operator()(const PastSharesRecomputed&) const { return {}; }
    Orders operator()(const RoundsRecalled&) const { return {}; }
    Orders operator()(const ReadingProved&) const { return {}; }
    Orders operator()(const TerminalLocked&) const { return {}; }
    Orders operator()(const LimitWarned&) const { return {}; }
    Orders operator()(const BelowMinimumWarned&) const { return {}; }
    Orders operator()(const BetsReturned&) const { return {}; }
    Orders operator()(const RoundsAmended&) const { return {}; }
    Orders operator()(const HoldReferred&) const { return {}; }
    Orders operator()(const DiceDated&) const { return {}; }
    Orders operator()(const InstructionRecorded&) const { return {}; }
    Orders operator()(const SharesRecomputed&) const { return {}; }
};

// Returns how many of the expected events the journal has, from the first one on.
std::size_t matching(const std::vector<std::string>& expected,
                     std::span<const DecodedEvent> events) {
    std::size_t count = 0;
    while (count < expected.size() && count < events.size() &&
           expected[count] == events[count].bytes) {
        ++count;
    }
    return count;
}

// Earlier versions accepted it if the supervisor who was noted as present was noted again. Returns
// the state in which such an order is decided as the first was; nothing for any other event.
std::optional<State> state_before_witness(const State& before, const Event& event) {
    if (!holds<PresenceNoted>(event.fact) || event.stamp.actor.kind != ActorKind::person) return {};
    const auto found = before.tables.find(event.stamp.table);
    if (found == before.tables.end() || !found->second.round) return {};
    const Round& round = *found->second.round;
    if (!round.present || round.witness != PersonId{event.stamp.actor.number}) return {};
    State state = before;
    state.tables.at(event.stamp.table).round->present = false;
    return state;
}

std::string name_of(const Event& event) {
    return std::string(choice_names<FactChoice>[event.fact.index()]);
}

}  // namespace

std::optional<std::string> CommandAudit::audit_event(const State& before,
                                                     std::span<const DecodedEvent> events) {
    check(!events.empty());
    check(next_ <= expected_.size());
    const Event& event = events.front().event;
    if (next_ < expected_.size()) {
        if (expected_[next_++] == events.front().bytes) return std::nullopt;
        return name_of(event) + " is not what the command before it led to";
    }
    expected_.clear();
    next_ = 0;
    std::optional<Reason> refused;
    std::size_t best = 0;
    bool all = false;
    const Orders orders = visit(PossibleOrders{{before, events}}, event.fact.choice());
    std::vector<Command> commands;
    for (const Order& order : orders) {
        commands.push_back({event.stamp, order});
        // An order of the cage names no table, even if it pays a player of one.
        if (is_of_cage(order)) commands.back().stamp.table = {};
        // An order for all tables leads to an event at each table.
        if (!holds<TakeOutOfService>(order)) continue;
        commands.push_back(commands.back());
        commands.back().stamp.table = {};
    }
    const std::optional<State> earlier = state_before_witness(before, event);
    for (const Command& command : commands) {
        const Decision decision = decide(earlier ? *earlier : before, command);
        if (decision.refusal) refused = decision.refusal->reason;
        std::vector<std::string> made;
        for (const Event& decided : decision.events) made.push_back(wire::write_event(decided));
        const std::size_t count = matching(made, events);
        const bool whole = count > 0 && count == made.size();
        // A command whose events are all there is preferred; else the one with the most of them.
        const bool is_better = whole != all ? whole : count > best;
        if (!is_better) continue;
        all = whole;
        best = count;
        expected_ = std::move(made);
    }
    if (best == 0) {
        expected_.clear();
        return name_of(event) + (refused
                                     ? " would have been refused: " + std::string(to_word(*refused))
                                     : " is not what any command leads to");
    }
    ++next_;
    check(next_ <= expected_.size());
    return std::nullopt;
}

std::optional<std::string> CommandAudit::audit_record_end() {
    check(next_ <= expected_.size());
    const bool whole = next_ == expected_.size();
    expected_.clear();
    next_ = 0;
    if (whole) return std::nullopt;
    return "events of a command are missing";
}

}  // namespace sicbo::store
