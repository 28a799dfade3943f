// What each order leads to, one function an order, and what they share. For engine.cpp alone.
#pragma once

#include "table/authority.h"
#include "table/decision.h"
#include "table/limits.h"

namespace sicbo::table {

// What an order is decided in. Who may give it has been asked before.
struct Context {
    const State& state;
    const Stamp& stamp;
    const Table* at = nullptr;  // the table; none for orders of the property
    const RuleSet* rules = nullptr;

    const Table& table() const { return *at; }
    TableId id() const { return stamp.table; }
    const rules::Game& game() const { return *rules->game; }
    const Configuration& configuration() const { return at->configuration; }
    bool by_person() const { return stamp.actor.kind == ActorKind::person; }
    PersonId person() const { return {by_person() ? stamp.actor.number : 0}; }
};

// A refusal that names the clause of a step, or of what the game says of a cause.
Refusal refuse(const Context& context, Reason reason, rules::Step step);
Refusal refuse(const Context& context, Reason reason, rules::Cause cause);
Refusal refuse(const Context& context, Reason reason, rules::Duty duty);
Refusal refuse(Reason reason, const std::vector<std::string>& clauses);

// A bet, or its withdrawal, after the close.
Refusal too_late(const Context& context, bool withdrawal);

// Why the table can't play a round at all, or nothing.
std::optional<Refusal> not_playing(const Context& context);

// Raises an incident; `already` were raised before it by the same decision.
IncidentRaised incident(const Context& context, rules::Cause cause, rules::Role resolves,
                        std::string note, std::uint32_t already = 0);

// Whether the text may be kept: one line, not too long, and not empty unless it may be.
bool is_note(const std::string& text, bool may_be_empty = false);

// Rejects what is over a shared limit, as the placements and their totals stand: a withdrawal from
// the lighter of two boxes can leave the heavier one with too much (decide_bets.cpp).
void reject_excess(Decision& decision, const Context& context,
                   const std::vector<Placement>& placements, const Totals& all);

// The mixer in use, and whether dice have been in it for longer than the document allows
// (decide_round.cpp).
const rules::Mixer& mixer_of(const Context& context);
bool dice_worn(const Context& context, const DiceSet& dice);

// Voids the round for a cause of the rules and tells a supervisor (decide_trouble.cpp).
void void_by_rule(Decision& decision, const Context& context, rules::Cause cause,
                  std::string reason);

Decision decide_on(const Context&, const AdoptRules&);
Decision decide_on(const Context&, const AddPerson&);
Decision decide_on(const Context&, const DisablePerson&);
Decision decide_on(const Context&, const RestorePerson&);
Decision decide_on(const Context&, const ReportFailedLogOn&);
Decision decide_on(const Context&, const Appoint&);
Decision decide_on(const Context&, const AddTable&);
Decision decide_on(const Context&, const Configure&);
Decision decide_on(const Context&, const AddTerminal&);
Decision decide_on(const Context&, const LogOn&);
Decision decide_on(const Context&, const LogOff&);
Decision decide_on(const Context&, const LockConsole&);
Decision decide_on(const Context&, const UnlockConsole&);
Decision decide_on(const Context&, const OpenTable&);
Decision decide_on(const Context&, const CloseTable&);
Decision decide_on(const Context&, const AnnounceLastRound&);
Decision decide_on(const Context&, const TakeOutOfService&);
Decision decide_on(const Context&, const ReturnToService&);
Decision decide_on(const Context&, const RecordRepair&);
Decision decide_on(const Context&, const InstallDice&);
Decision decide_on(const Context&, const RemoveDice&);
Decision decide_on(const Context&, const MarkMixer&);
Decision decide_on(const Context&, const UseMixer&);
Decision decide_on(const Context&, const HandOverShaker&);
Decision decide_on(const Context&, const TestLights&);
Decision decide_on(const Context&, const TestMixer&);
Decision decide_on(const Context&, const SignInspection&);
Decision decide_on(const Context&, const TakeSeat&);
Decision decide_on(const Context&, const PutCredit&);
Decision decide_on(const Context&, const PayCredit&);
Decision decide_on(const Context&, const IssueTicket&);
Decision decide_on(const Context&, const RedeemTicket&);
Decision decide_on(const Context&, const CallAttendant&);
Decision decide_on(const Context&, const AnswerCall&);
Decision decide_on(const Context&, const UnlockTerminal&);
Decision decide_on(const Context&, const EnableTerminal&);
Decision decide_on(const Context&, const DisableTerminal&);
Decision decide_on(const Context&, const ReportTerminal&);
Decision decide_on(const Context&, const WalkAway&);
Decision decide_on(const Context&, const PayUnclaimed&);
Decision decide_on(const Context&, const CollectReceivable&);
Decision decide_on(const Context&, const WaiveReceivable&);
Decision decide_on(const Context&, const OpenBetting&);
Decision decide_on(const Context&, const PlaceBets&);
Decision decide_on(const Context&, const WithdrawBets&);
Decision decide_on(const Context&, const RejectExcess&);
Decision decide_on(const Context&, const AdvisePlayer&);
Decision decide_on(const Context&, const CloseBetting&);
Decision decide_on(const Context&, const StartMix&);
Decision decide_on(const Context&, const EndMix&);
Decision decide_on(const Context&, const ArmTumbler&);
Decision decide_on(const Context&, const ReportReading&);
Decision decide_on(const Context&, const Uncover&);
Decision decide_on(const Context&, const CoverDice&);
Decision decide_on(const Context&, const KeyDice&);
Decision decide_on(const Context&, const EnterResult&);
Decision decide_on(const Context&, const ReportLights&);
Decision decide_on(const Context&, const NotePresence&);
Decision decide_on(const Context&, const SettleRound&);
Decision decide_on(const Context&, const ClearLights&);
Decision decide_on(const Context&, const ReportLayout&);
Decision decide_on(const Context&, const Report&);
Decision decide_on(const Context&, const DecideHold&);
Decision decide_on(const Context&, const Certify&);
Decision decide_on(const Context&, const AmendRounds&);
Decision decide_on(const Context&, const ResolveIncident&);
Decision decide_on(const Context&, const Restart&);
Decision decide_on(const Context&, const CommitDice&);
Decision decide_on(const Context&, const RevealDice&);
Decision decide_on(const Context&, const EnrolTerminal&);
Decision decide_on(const Context&, const NoteClock&);
Decision decide_on(const Context&, const CheckSoftware&);

}  // namespace sicbo::table
