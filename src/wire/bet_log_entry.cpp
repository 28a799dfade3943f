// SPDX-License-Identifier: MIT
#include "wire/bet_log_entry.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <map>
#include <ranges>

#include "core/check.h"
#include "rules/spot_id.h"
#include "wire/player_view.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;
using namespace table;

using Add = std::function<void(StayId, std::string)>;

json::object bet(rules::SpotId spot, Money amount) {
    check(amount > Money());
    return {{"spot", to_text(rules::spot_of(spot))}, {"amount", amount.cents()}};
}

// Facts that change no bet of a player, or that come with another fact which has the entry. A fact
// that is neither here nor handled below does not compile.
using FactsWithoutEntry =
    Choice<RulesAdopted, PersonAdded, PersonDisabled, PersonRestored, LogOnFailed, Appointed,
           TableAdded, Configured, TerminalAdded, LoggedOn, LoggedOff, ConsoleLocked,
           ConsoleUnlocked, TableOpened, TableClosed, LastRoundAnnounced, TakenOutOfService,
           ReturnedToService, RepairRecorded, DiceInstalled, DiceRemoved, MixerMarked, MixerChosen,
           ShakerHandedOver, LightsTested, MixerTested, InspectionSigned, StayBegun, StayEnded,
           CreditPut, CreditPaid, TicketIssued, TicketRedeemed, AttendantCalled, CallAnswered,
           TerminalLocked, TerminalUnlocked, TerminalEnabled, TerminalDisabled, TerminalReported,
           WalkedAway, UnclaimedPaid, ReceivableCollected, ReceivableWaived, RoundBegun,
           BettingOpened, LimitWarned, BelowMinimumWarned, LateAttempt, MixStarted, MixEnded,
           TumblerArmed, ReadingTaken, DiceUncovered, DiceCovered, DiceKeyed, ResultEntered,
           LightsReported, LightsFailed, PresenceNoted, LightsCleared, LayoutReported,
           IncidentRaised, IncidentResolved, HoldPlaced, HoldDecided, Certified,
           AuthorisationRequested, Authorised, Restarted, DiceCommitted, ReadingProved,
           DiceRevealed, TerminalEnrolled, ClockJumped, SoftwareChecked, DiceCertified,
           HoldReferred, ApprovalRecorded, ChecklistTicked, DiceDated, InstructionRecorded,
           TableRetired, TerminalRetired, KeyReplaced, CallCancelled, PlayerReturned, SeatFreed,
           EnrolmentRequested, EnrolmentCompleted, TerminalCleared, PasswordSet, SignedIn,
           SignedOut, SelfCheckRequested, FaultInjected, PastSharesRecomputed, CoverConfirmed,
           BetsCollected, RoundsRecalled, EditionBegun, EquipmentRepaired, SafeguardsSet,
           CommandQuarantined, ReaderFitted, ManualEntryStarted, ManualEntryEnded, VoidContested,
           VoidDecided, ReadingDisputed, DisputeResolved, AppointmentRevoked, PasswordResetAllowed,
           AlarmRaised, StartClockNoted, PartsChecked, CashPolicySet, TicketCreated, TicketPrinted,
           TicketNotPrinted, PrintUnknown, PrintResolved, TicketPending, TicketRejected,
           TicketCredited, TicketReturned, CabinetItemResolved, BanknotePending, BanknoteRejected,
           BanknoteStacked, BanknoteReturned, CabinetReported, ReaderUnlocked, HandPayRequested,
           HandPaid, HandPayAcknowledged, HandPayCancelled, TicketVoided, TicketExpired,
           VoidRoundRead, SecondFactorSet, SecondFactorRemoved>;

// Makes the entries of one event: one overload for each fact that has some.
class EntryMaker {
public:
    EntryMaker(const State& state, const Event& event, std::uint64_t sequence, const Add& add)
        : table_(state.tables.at(event.stamp.table)),
          event_(event),
          sequence_(sequence),
          add_(add) {}

    void operator()(const BetsPlaced& e) const { add_answers("placed", e.stay, e.answers); }
    void operator()(const BetsWithdrawn& e) const { add_answers("withdrawn", e.stay, e.answers); }

    void operator()(const ExcessRejected& e) const {
        std::map<StayId, json::array> rejected;
        for (const Placement& one : e.rejections) {
            rejected[one.stay].push_back(bet(one.spot, one.amount));
        }
        for (auto& [stay, bets] : rejected) add("rejected", stay, number(), {{"bets", bets}});
    }

    void operator()(const PlayerAdvised& e) const {
        json::array spots{to_text(rules::spot_of(e.spot))};
        add("advised", e.stay, number(), {{"spots", std::move(spots)}});
    }

    void operator()(const BettingClosed& e) const {
        if (e.effective.empty()) return;
        const Round* round = find_round([](const Round&) { return true; });
        if (!round) return;
        for (const auto& [stay, slip] : round->bet_slips) {
            json::array excess = excess_of(slip);
            if (!excess.empty()) add("reduced", stay, round->number, {{"bets", std::move(excess)}});
        }
    }

    // An earlier entry about a part that goes back no longer holds, so everybody gets a new one.
    void operator()(const SharesRecomputed&) const {
        const Round* round = find_round([](const Round&) { return true; });
        if (!round) return;
        for (const auto& [stay, slip] : round->bet_slips) {
            json::array excess = excess_of(slip);
            const std::string_view what = excess.empty() ? "in_full" : "reduced";
            add(what, stay, round->number, {{"bets", std::move(excess)}});
        }
    }

    void operator()(const RoundSettled& e) const {
        const Round* round =
            find_round([&](const Round& one) { return one.bets_settled && one.roll == e.roll; });
        if (!round) return;
        for (const auto& [stay, slip] : round->bet_slips) {
            add("settled", stay, round->number,
                {{"amount", payout_of(slip).cents()}, {"staked", stakes_of(slip).cents()}});
        }
    }

    void operator()(const RoundVoided& e) const {
        const Round* round =
            find_round([](const Round& one) { return one.ended == RoundEnd::void_; });
        if (!round) return;
        for (const auto& [stay, slip] : round->bet_slips) {
            add("void", stay, round->number,
                {{"amount", stakes_of(slip).cents()}, {"cause", to_word(e.cause)}});
        }
    }

    void operator()(const BetsReturned& e) const {
        add("returned", e.stay, number(), {{"amount", net_of(e.stay).cents()}});
    }

    void operator()(const RoundsAmended& e) const {
        for (const Amended& amended : e.rounds) {
            const Round* round =
                find_round([&](const Round& one) { return one.number == amended.round; });
            if (!round) continue;
            for (const auto& [stay, slip] : round->bet_slips) {
                add("corrected", stay, round->number,
                    {{"amount", payout_of(slip).cents()},
                     {"staked", stakes_of(slip).cents()},
                     {"cause", to_word(e.cause)}});
            }
        }
    }

    template <class Fact>
        requires is_choice<Fact, FactsWithoutEntry> || is_choice<Fact, CageFacts> ||
                 is_choice<Fact, InventoryFacts> || is_choice<Fact, PlayFacts>
    void operator()(const Fact&) const {}

private:
    bool by_staff() const { return event_.stamp.actor.kind == ActorKind::person; }

    std::uint64_t number() const { return table_.rounds; }

    // The newest round that fits: the one in play, or one that has ended.
    template <class Fits>
    const Round* find_round(const Fits& fits) const {
        if (table_.round && fits(*table_.round)) return &*table_.round;
        for (const auto& [number, round] : table_.past | std::views::reverse) {
            if (fits(round)) return &round;
        }
        return nullptr;
    }

    // The parts of the slip's stakes that do not count.
    static json::array excess_of(const BetSlip& slip) {
        json::array bets;
        for (const Bet& one : slip.bets) {
            if (one.effective < one.stake) {
                bets.push_back(bet(one.spot, one.stake - one.effective));
            }
        }
        return bets;
    }

    // What the postings of the event add to the stay, over all of its accounts.
    Money net_of(StayId stay) const {
        Money net;
        const auto is_of = [&](ledger::Account account) {
            return is_of_stay(account.kind) && account.owner == stay.number;
        };
        for (const ledger::Posting& posting : event_.postings) {
            if (is_of(posting.to)) net += posting.amount;
            if (is_of(posting.from)) net -= posting.amount;
        }
        return net;
    }

    // Only what staff did: a player's own order has a reply.
    void add_answers(std::string_view what, StayId stay,
                     const std::vector<BetAnswer>& answers) const {
        if (!by_staff()) return;
        json::array bets;
        for (const BetAnswer& answer : answers) {
            if (answer.accepted > Money()) bets.push_back(bet(answer.spot, answer.accepted));
        }
        add(what, stay, number(), {{"bets", std::move(bets)}});
    }

    void add(std::string_view what, StayId stay, std::uint64_t round, json::object more) const {
        check(stay && round > 0);
        json::object entry{{"seq", sequence_},
                           {"at", event_.stamp.at.milliseconds},
                           {"round", round},
                           {"what", what},
                           {"by_staff", by_staff()}};
        for (auto& [name, value] : more) entry[name] = std::move(value);
        add_(stay, json::serialize(entry));
    }

    const Table& table_;
    const Event& event_;
    std::uint64_t sequence_;
    const Add& add_;
};

}  // namespace

void for_each_bet_log_entry(const State& state, const Event& event, std::uint64_t sequence,
                            const Add& add) {
    if (!find_table(state, event.stamp.table)) return;
    visit(EntryMaker(state, event, sequence, add), event.fact.choice());
}

}  // namespace sicbo::wire
