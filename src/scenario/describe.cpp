// SPDX-License-Identifier: MIT
#include "scenario/describe.h"

#include "scenario/describe_cage.h"
#include "scenario/describe_play.h"

namespace sicbo::scenario {
namespace {

using namespace table;  // the facts, all of them

std::string spot_text(rules::SpotId spot) { return to_text(rules::spot_of(spot)); }

std::string spots_text(const std::vector<rules::SpotId>& spots) {
    std::string text;
    for (const rules::SpotId spot : spots) text += (text.empty() ? "" : " ") + spot_text(spot);
    return text.empty() ? "nothing" : text;
}

std::string word(auto value) { return std::string(to_word(value)); }

std::string answers_text(const std::vector<BetAnswer>& answers) {
    std::string text;
    for (const BetAnswer& one : answers) {
        if (!text.empty()) text += ", ";
        text += to_text(one.accepted);
        if (one.accepted != one.asked) text += " of " + to_text(one.asked);
        text += " on " + spot_text(one.spot);
        if (one.reason) text += " (" + word(*one.reason) + ")";
    }
    return text;
}

std::string note_text(const std::string& note) { return note.empty() ? "" : " \"" + note + "\""; }

struct Describer {
    const Fixture& fixture;

    std::string name(auto id) const { return fixture.name_of(id); }

    std::string operator()(const RulesAdopted&) const { return "rules adopted"; }
    std::string operator()(const PersonAdded& e) const {
        return "person added: " + e.name + ", " + word(e.role);
    }
    std::string operator()(const PersonDisabled& e) const {
        return "person disabled: " + name(e.person);
    }
    std::string operator()(const PersonRestored& e) const {
        return "person restored: " + name(e.person);
    }
    std::string operator()(const LogOnFailed& e) const {
        return "log-on failed: " + name(e.person) + (e.locked ? ", locked" : "");
    }
    std::string operator()(const Appointed& e) const {
        return "appointed: " + name(e.person) + " as " + word(e.role) + " until " +
               time_text(fixture, e.until);
    }
    std::string operator()(const TableAdded& e) const { return "table added: " + e.name; }
    std::string operator()(const Configured&) const { return "table configured"; }
    std::string operator()(const TerminalAdded& e) const {
        return "terminal added: " + name(e.terminal);
    }
    std::string operator()(const LoggedOn&) const { return "logged on"; }
    std::string operator()(const LoggedOff&) const { return "logged off"; }
    std::string operator()(const ConsoleLocked&) const { return "console locked"; }
    std::string operator()(const ConsoleUnlocked&) const { return "console unlocked"; }
    std::string operator()(const TableOpened&) const { return "table opened"; }
    std::string operator()(const TableClosed&) const { return "table closed"; }
    std::string operator()(const LastRoundAnnounced&) const { return "last round announced"; }
    std::string operator()(const TakenOutOfService& e) const {
        return "out of service: " + e.reason;
    }
    std::string operator()(const ReturnedToService&) const { return "back in service"; }
    std::string operator()(const RepairRecorded& e) const { return "repaired: " + e.what; }
    std::string operator()(const DiceInstalled& e) const {
        return "dice installed: " + std::to_string(e.dice.number) + " in the " + word(e.mixer);
    }
    std::string operator()(const DiceRemoved& e) const {
        return std::string(e.damaged ? "dice withdrawn: " : "dice removed: ") +
               std::to_string(e.dice.number) + " from the " + word(e.mixer);
    }
    std::string operator()(const MixerMarked& e) const {
        return "out of use: " + word(e.mixer) + ", " + word(e.mark);
    }
    std::string operator()(const MixerChosen& e) const { return "in use: " + word(e.mixer); }
    std::string operator()(const ShakerHandedOver& e) const {
        return "shaker handed over" + (e.to ? ": " + name(e.to) : std::string());
    }
    std::string operator()(const LightsTested& e) const {
        return std::string("lights tested: ") + dice_text(e.roll) +
               (e.passed ? ", passed" : ", failed");
    }
    std::string operator()(const MixerTested& e) const {
        return e.passed ? "shaker tested: passed" : "shaker tested: failed";
    }
    std::string operator()(const InspectionSigned&) const { return "inspection signed"; }
    std::string operator()(const StayBegun& e) const {
        return e.player.empty() ? "stay begun" : "seat taken: " + e.player;
    }
    std::string operator()(const StayEnded& e) const { return "stay ended: " + name(e.stay); }
    std::string operator()(const CreditPut& e) const { return "credit in: " + to_text(e.amount); }
    std::string operator()(const CreditPaid& e) const { return "credit out: " + to_text(e.amount); }
    std::string operator()(const TicketIssued& e) const {
        return "ticket issued: " + to_text(e.amount);
    }
    std::string operator()(const TicketRedeemed& e) const {
        return "ticket redeemed: " + to_text(e.amount);
    }
    std::string operator()(const AttendantCalled& e) const {
        return "attendant called: " + name(e.terminal);
    }
    std::string operator()(const CallAnswered& e) const {
        return "call answered: " + name(e.terminal);
    }
    std::string operator()(const TerminalLocked& e) const {
        return "terminal locked: " + name(e.terminal) + " won " + to_text(e.win);
    }
    std::string operator()(const TerminalUnlocked& e) const {
        return "terminal unlocked: " + name(e.terminal);
    }
    std::string operator()(const TerminalEnabled& e) const {
        return "terminal enabled: " + name(e.terminal);
    }
    std::string operator()(const TerminalDisabled& e) const {
        return "terminal disabled: " + name(e.terminal);
    }
    std::string operator()(const TerminalReported& e) const {
        return std::string(e.online ? "terminal online: " : "terminal offline: ") +
               name(e.terminal);
    }
    std::string operator()(const WalkedAway& e) const { return "walked away: " + name(e.stay); }
    std::string operator()(const PlayerReturned& e) const { return "returned: " + name(e.stay); }
    std::string operator()(const SeatFreed& e) const {
        const std::string kept = e.kept > Money() ? ", kept " + to_text(e.kept) : "";
        return "seat freed: " + name(e.stay) + kept;
    }
    std::string operator()(const CallCancelled& e) const {
        return "call cancelled: " + name(e.terminal);
    }
    std::string operator()(const UnclaimedPaid& e) const {
        return "unclaimed paid: " + to_text(e.amount);
    }
    std::string operator()(const ReceivableCollected& e) const {
        return "debt collected: " + to_text(e.amount);
    }
    std::string operator()(const ReceivableWaived& e) const {
        return "debt waived: " + to_text(e.amount);
    }
    std::string operator()(const RoundBegun& e) const {
        return "round begun: " + std::to_string(e.round);
    }
    std::string operator()(const BettingOpened& e) const {
        return "betting opened" +
               (e.closes_at ? ": closes at " + time_text(fixture, *e.closes_at) : std::string());
    }
    std::string operator()(const BetsPlaced& e) const {
        return std::string(e.answers.size() == 1 ? "bet placed: " : "bets placed: ") +
               answers_text(e.answers);
    }
    std::string operator()(const BetsWithdrawn& e) const {
        return std::string(e.answers.size() == 1 ? "bet withdrawn: " : "bets withdrawn: ") +
               answers_text(e.answers);
    }
    std::string operator()(const ExcessRejected& e) const {
        std::string text;
        for (const Placement& rejection : e.rejections) {
            text += (text.empty() ? "" : ", ") + name(rejection.stay) + " " +
                    to_text(rejection.amount) + " on " + spot_text(rejection.spot);
        }
        return "excess rejected: " + text;
    }
    std::string operator()(const LimitWarned& e) const {
        return "warned: " + spot_text(e.spot) + " over by " + to_text(e.over);
    }
    std::string operator()(const BelowMinimumWarned& e) const {
        return "warned: " + name(e.stay) + " below the minimum on " + spot_text(e.spot);
    }
    std::string operator()(const PlayerAdvised& e) const {
        return "advised: " + name(e.stay) + " on " + spot_text(e.spot);
    }
    std::string operator()(const LateAttempt&) const { return "late attempt recorded"; }
    std::string operator()(const BettingClosed& e) const {
        return e.effective.empty() ? "betting closed" : "betting closed: excess apportioned";
    }
    std::string operator()(const MixStarted&) const { return "mixing started"; }
    std::string operator()(const MixEnded& e) const { return "mixed: " + std::to_string(e.mixes); }
    std::string operator()(const TumblerArmed&) const { return "tumbler armed"; }
    std::string operator()(const ReadingTaken& e) const { return "read: " + dice_text(e.roll); }
    std::string operator()(const DiceUncovered& e) const {
        return e.flat ? "uncovered: flat" : "uncovered: not flat";
    }
    std::string operator()(const DiceCovered&) const { return "covered"; }
    std::string operator()(const DiceKeyed& e) const { return "keyed: " + dice_text(e.roll); }
    std::string operator()(const ResultEntered& e) const {
        return "result entered: " + dice_text(e.roll);
    }
    std::string operator()(const LightsReported& e) const {
        return std::string("lit: ") + spots_text(e.lit) + (e.right ? "" : " (wrong)");
    }
    std::string operator()(const LightsFailed&) const { return "lights failed"; }
    std::string operator()(const PresenceNoted&) const { return "presence noted"; }
    std::string operator()(const RoundSettled& e) const {
        std::string text = "round settled: " + dice_text(e.roll);
        for (const auto& [stay, paid] : payments(e.back)) {
            text += ", " + name(stay) + " paid " + to_text(paid);
        }
        return text;
    }
    std::string operator()(const LightsCleared&) const { return "lights cleared"; }
    std::string operator()(const LayoutReported& e) const {
        return "layout seen at the " + word(e.moment) + (e.agrees ? "" : ": differs");
    }
    std::string operator()(const RoundVoided& e) const { return "round void: " + word(e.cause); }
    std::string operator()(const BetsReturned& e) const { return "bets returned: " + name(e.stay); }
    std::string operator()(const IncidentRaised& e) const {
        return "incident " + std::to_string(e.incident.number) + ": " + word(e.cause) + ", for " +
               word(e.resolves);
    }
    std::string operator()(const IncidentResolved& e) const {
        return "incident resolved: " + std::to_string(e.incident.number);
    }
    std::string operator()(const HoldPlaced& e) const { return "held: " + word(e.cause); }
    std::string operator()(const HoldDecided& e) const {
        return "decided: " + word(e.verdict) + note_text(e.reason);
    }
    std::string operator()(const Certified& e) const {
        return e.seen ? "certified: seen " + dice_text(*e.seen) : "certified: not seen";
    }
    std::string operator()(const DiceCertified& e) const {
        std::string text = "dice certified:";
        for (const SeenDie& die : e.dice) {
            const std::string face = die.face == 0 ? "" : std::to_string(die.face);
            switch (die.sight) {
                case Sight::not_seen: text += face.empty() ? " x" : " (" + face + ")"; break;
                case Sight::flat: text += " " + (face.empty() ? "?" : face); break;
                case Sight::not_flat: text += " leaning"; break;
            }
        }
        return text + ", " + word(e.finding);
    }
    std::string operator()(const HoldReferred& e) const { return "referred: " + word(e.cause); }
    std::string operator()(const ApprovalRecorded& e) const {
        return "approval recorded: " + word(e.what);
    }
    std::string operator()(const ChecklistTicked& e) const {
        std::string text;
        for (const rules::CheckItem item : e.items) text += (text.empty() ? "" : ", ") + word(item);
        return "ticked: " + text;
    }
    std::string operator()(const DiceDated& e) const { return "due " + to_text(e.due_at); }
    std::string operator()(const InstructionRecorded& e) const {
        return "instructed by " + name(e.stay);
    }
    std::string operator()(const SharesRecomputed&) const { return "shares recomputed"; }
    std::string operator()(const PastSharesRecomputed& e) const {
        return "shares of round " + std::to_string(e.round) + " recomputed";
    }
    std::string operator()(const CoverConfirmed&) const { return "cover on"; }
    std::string operator()(const BetsCollected&) const { return "bets collected"; }
    std::string operator()(const RoundsRecalled& e) const {
        std::string text;
        for (const std::uint64_t round : e.rounds) {
            text += (text.empty() ? "" : ", ") + std::to_string(round);
        }
        return "recalled: round " + text;
    }
    std::string operator()(const EditionBegun& e) const {
        return "edition begun: " + std::to_string(e.edition);
    }
    std::string operator()(const EquipmentRepaired& e) const {
        return "repaired: " + word(e.part) + ", " + e.what;
    }
    std::string operator()(const RoundsAmended& e) const {
        std::string text;
        for (const Amended& one : e.rounds) {
            text += (text.empty() ? "" : ", ") + std::to_string(one.round);
            if (one.roll) {
                text += " to " + dice_text(*one.roll);
            } else if (one.stay) {
                text += " bets of " + name(*one.stay) + " returned";
            } else {
                text += " void";
            }
        }
        return "amended: round " + text;
    }
    std::string operator()(const AuthorisationRequested&) const { return "second person needed"; }
    std::string operator()(const Authorised&) const { return "authorised"; }
    std::string operator()(const Restarted&) const { return "restarted"; }
    std::string operator()(const DiceCommitted& e) const {
        return "dice committed: round " + std::to_string(e.round);
    }
    std::string operator()(const ReadingProved& e) const {
        return "reading proved: result " + std::to_string(e.proof.counter);
    }
    std::string operator()(const TerminalEnrolled& e) const {
        return "terminal enrolled: " + name(e.terminal);
    }
    std::string operator()(const ClockJumped&) const { return "clock jumped"; }
    std::string operator()(const SoftwareChecked& e) const {
        return std::string("software checked") + (e.same ? "" : ": it is another");
    }
    std::string operator()(const TableRetired& e) const { return "table retired: " + e.reason; }
    std::string operator()(const TerminalRetired& e) const {
        return "terminal retired: " + name(e.terminal);
    }
    std::string operator()(const KeyReplaced& e) const {
        return "key replaced: " + std::string(to_word(e.key));
    }
    std::string operator()(const EnrolmentRequested& e) const {
        return "enrolment requested: " + name(e.terminal);
    }
    std::string operator()(const EnrolmentCompleted& e) const {
        return "terminal enrolled: " + name(e.terminal);
    }
    std::string operator()(const TerminalCleared& e) const {
        const std::string kept = e.kept > Money() ? ", kept " + to_text(e.kept) : "";
        return "terminal cleared: " + name(e.terminal) + kept;
    }
    std::string operator()(const PasswordSet&) const { return "password set"; }
    std::string operator()(const SignedIn&) const { return "signed in"; }
    std::string operator()(const SignedOut&) const { return "signed out"; }
    std::string operator()(const SelfCheckRequested&) const { return "self check requested"; }
    std::string operator()(const FaultInjected& e) const { return "fault injected: " + e.fault; }
    std::string operator()(const is_cage_fact auto& e) const { return CageDescriber{}(e); }
    std::string operator()(const is_play_fact auto& e) const { return PlayDescriber{fixture}(e); }
    std::string operator()(const CashPolicySet&) const { return "cash policy set"; }
    std::string operator()(const TicketCreated& e) const {
        return "ticket issued: " + to_text(e.amount);
    }
    std::string operator()(const TicketPrinted& e) const {
        return "ticket printed: " + name(e.terminal);
    }
    std::string operator()(const TicketNotPrinted& e) const {
        return "ticket not printed: " + to_text(e.amount) + " back";
    }
    std::string operator()(const PrintUnknown& e) const {
        return "print unknown: " + name(e.terminal);
    }
    std::string operator()(const PrintResolved& e) const {
        return "print resolved: " +
               (e.printed ? "printed" : "void, " + to_text(e.paid) + " paid by hand");
    }
    std::string operator()(const TicketPending& e) const {
        return "ticket pending: " + to_text(e.amount);
    }
    std::string operator()(const TicketRejected& e) const {
        return "ticket rejected: " + word(e.reason) + (e.locked ? ", reader locked" : "");
    }
    std::string operator()(const TicketCredited& e) const {
        return "ticket redeemed: " + to_text(e.amount);
    }
    std::string operator()(const TicketReturned& e) const {
        return "ticket returned: " + name(e.terminal);
    }
    std::string operator()(const CabinetItemResolved& e) const {
        return "item resolved: " + std::string(e.stacked ? "stacked" : "returned");
    }
    std::string operator()(const BanknotePending& e) const {
        return "note pending: " + to_text(e.amount);
    }
    std::string operator()(const BanknoteRejected& e) const {
        return "note rejected: " + to_text(e.amount) + ", " + word(e.reason);
    }
    std::string operator()(const BanknoteStacked& e) const {
        return "note in: " + to_text(e.amount);
    }
    std::string operator()(const BanknoteReturned& e) const {
        return "note returned: " + name(e.terminal);
    }
    std::string operator()(const CabinetReported& e) const {
        return "cabinet reported: " + name(e.terminal);
    }
    std::string operator()(const ReaderUnlocked& e) const {
        return "reader unlocked: " + name(e.terminal);
    }
    std::string operator()(const HandPayRequested& e) const {
        return "hand pay requested: " + to_text(e.amount) + ", " + word(e.kind);
    }
    std::string operator()(const HandPaid& e) const { return "hand paid: " + to_text(e.amount); }
    std::string operator()(const HandPayAcknowledged&) const { return "hand pay acknowledged"; }
    std::string operator()(const HandPayCancelled&) const { return "hand pay cancelled"; }
    std::string operator()(const TicketVoided& e) const {
        return "ticket voided: " + to_text(e.amount);
    }
    std::string operator()(const TicketExpired& e) const {
        return "ticket expired: " + to_text(e.amount);
    }
    std::string operator()(const SafeguardsSet&) const { return "safeguards set"; }
    std::string operator()(const CommandQuarantined& e) const { return "quarantined: " + e.order; }
    std::string operator()(const ReaderFitted& e) const {
        return e.fitted ? "reader fitted" : "reader removed";
    }
    std::string operator()(const ManualEntryStarted& e) const {
        return "manual entry" + note_text(e.reason);
    }
    std::string operator()(const ManualEntryEnded&) const { return "manual entry ended"; }
    std::string operator()(const VoidContested& e) const {
        return "void contested: " + word(e.cause);
    }
    std::string operator()(const VoidDecided& e) const {
        return std::string(e.confirmed ? "void confirmed" : "void rejected") + note_text(e.reason);
    }
    std::string operator()(const ReadingDisputed& e) const {
        return "disputed: round " + std::to_string(e.round) + " read " + dice_text(e.roll);
    }
    std::string operator()(const VoidRoundRead& e) const {
        return "void round " + std::to_string(e.round) + " read: " + dice_text(e.roll);
    }
    std::string operator()(const DisputeResolved& e) const {
        return "dispute resolved: " + dice_text(e.roll);
    }
    std::string operator()(const AppointmentRevoked& e) const {
        return "appointment revoked: " + name(e.person) + " as " + word(e.role);
    }
    std::string operator()(const PasswordResetAllowed& e) const {
        return "password reset allowed: " + name(e.person);
    }
    std::string operator()(const SecondFactorSet& e) const {
        return std::string(e.confirmed ? "second factor confirmed: " : "second factor made: ") +
               name(e.person);
    }
    std::string operator()(const SecondFactorRemoved& e) const {
        return "second factor removed: " + name(e.person);
    }
    std::string operator()(const AlarmRaised& e) const {
        return "alarm raised: " + std::string(to_word(e.kind)) + ", " + e.note;
    }
    std::string operator()(const StartClockNoted& e) const {
        return std::string("start clock noted") + (e.accepted ? ": accepted" : "");
    }
    std::string operator()(const PartsChecked& e) const {
        return std::string("parts checked") + (e.same ? "" : ": they are others");
    }
    std::string operator()(const DiceRevealed& e) const {
        return "dice revealed: round " + std::to_string(e.round);
    }

private:
    // What each stay was paid. At this point the round is among the past ones, or still waits for
    // its lights to be cleared.
    std::vector<std::pair<StayId, Money>> payments(const std::vector<Money>& back) const {
        const Table& at = fixture.table();
        const Round* round = at.round && at.round->bets_settled ? &*at.round : nullptr;
        if (!round && !at.past.empty()) round = &at.past.rbegin()->second;
        std::vector<std::pair<StayId, Money>> list;
        std::size_t i = 0;
        if (!round) return list;
        for (const auto& [stay, slip] : round->bet_slips) {
            Money paid;
            for (std::size_t n = 0; n < slip.bets.size() && i < back.size(); ++n) paid += back[i++];
            list.emplace_back(stay, paid);
        }
        return list;
    }
};

}  // namespace

std::string describe(const Fixture& fixture, const Fact& fact) {
    return visit(Describer{fixture}, fact.choice());
}

std::string describe(const Refusal& refusal) {
    const std::string clause = refusal.clause.empty() ? "" : " (" + refusal.clause + ")";
    return "refused: " + word(refusal.reason) + clause;
}

std::vector<std::string> describe(const Fixture& fixture, const Decision& decision) {
    std::vector<std::string> phrases;
    if (decision.refusal) phrases.push_back(describe(*decision.refusal));
    for (const Event& event : decision.events) phrases.push_back(describe(fixture, event.fact));
    if (phrases.empty()) phrases.emplace_back("nothing new");
    return phrases;
}

std::string time_text(const Fixture& fixture, Instant at) {
    std::int64_t left = at.milliseconds - fixture.begin().milliseconds;
    std::string text;
    const auto part = [&](std::int64_t unit, const char* name) {
        if (left / unit == 0) return;
        text += std::to_string(left / unit) + name;
        left %= unit;
    };
    part(3'600'000, "h");
    part(60'000, "m");
    part(1000, "s");
    part(1, "ms");
    return text.empty() ? "0s" : text;
}

std::string dice_text(rules::Roll roll) {
    const auto& dice = roll.dice();
    return std::to_string(dice[0]) + "-" + std::to_string(dice[1]) + "-" + std::to_string(dice[2]);
}

}  // namespace sicbo::scenario
