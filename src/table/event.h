// What happened. Events are facts: they carry all that apply() needs (table/engine.h), and the
// entry in the books that goes with them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ledger/account.h"
#include "table/command.h"

namespace sicbo::table {

// What became of one bet of a batch: how much was taken, or why nothing or less was.
struct BetAnswer {
    rules::SpotId spot{};
    Money asked;
    Money accepted;
    std::optional<Reason> reason;
};

// How the bets of one round came out anew: what each gets back, in the order of the slips.
struct Amended {
    std::uint64_t round = 0;
    std::optional<rules::Roll> roll;
    std::optional<StayId> stay;
    std::vector<Money> back;
};

struct RulesAdopted {
    Hash hash;
    std::string text;
};

struct PersonAdded {
    PersonId person;
    std::string name;
    rules::Role role = rules::Role::dealer;
};

struct PersonDisabled {
    PersonId person;
};

struct PersonRestored {
    PersonId person;
};

struct LogOnFailed {
    PersonId person;
    bool locked = false;
};

struct Appointed {
    PersonId person;
    rules::Role role = rules::Role::dealer;
    Instant from;
    Instant until;
};

struct TableAdded {
    TableId table;
    std::string name;
    Configuration configuration;
};

struct Configured {
    Configuration configuration;
};

struct TerminalAdded {
    TerminalId terminal;
    std::uint8_t layout = 0;  // its place in the game
};

struct LoggedOn {};

struct LoggedOff {};

struct ConsoleLocked {};

struct ConsoleUnlocked {};

struct TableOpened {};

struct TableClosed {};

struct LastRoundAnnounced {};

struct TakenOutOfService {
    std::string reason;
    bool repair = false;  // until it is repaired and inspected
};

struct ReturnedToService {};

struct RepairRecorded {
    std::string what;
};

struct DiceInstalled {
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    std::string seal;
};

struct DiceRemoved {
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    bool damaged = false;
};

struct MixerMarked {
    rules::MixerKind mixer = rules::MixerKind::automated_shaker;
    Mark mark = Mark::covered;
};

struct MixerChosen {
    rules::MixerKind mixer = rules::MixerKind::manual_shaker;
};

struct ShakerHandedOver {
    PersonId to;
};

struct LightsTested {
    rules::Roll roll = {1, 1, 1};
    std::vector<rules::SpotId> lit;
    bool passed = false;
};

struct MixerTested {
    bool passed = false;
};

struct InspectionSigned {
    bool passed = false;
};

struct StayBegun {
    StayId stay;
    TerminalId terminal;
    std::string player;
};

struct StayEnded {
    StayId stay;
};

struct CreditPut {
    StayId stay;
    Money amount;
};

struct CreditPaid {
    StayId stay;
    Money amount;
};

struct TicketIssued {
    StayId stay;
    std::string number;
    Money amount;
};

struct TicketRedeemed {
    StayId stay;
    std::string number;
    Money amount;
};

struct AttendantCalled {
    TerminalId terminal;
};

struct CallAnswered {
    TerminalId terminal;
};

struct TerminalLocked {
    TerminalId terminal;
    Money win;
};

struct TerminalUnlocked {
    TerminalId terminal;
};

struct TerminalEnabled {
    TerminalId terminal;
};

struct TerminalDisabled {
    TerminalId terminal;
};

struct TerminalReported {
    TerminalId terminal;
    bool online = false;
};

struct WalkedAway {
    StayId stay;
};

struct UnclaimedPaid {
    StayId stay;
    Money amount;
};

struct ReceivableCollected {
    StayId stay;
    Money amount;
};

struct ReceivableWaived {
    StayId stay;
    Money amount;
    std::string reason;
};

struct RoundBegun {
    std::uint64_t round = 0;
    Hash rules;
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;
};

struct BettingOpened {
    std::optional<Instant> closes_at;
};

struct BetsPlaced {
    StayId stay;
    std::vector<BetAnswer> answers;
    std::string instruction;
};

struct BetsWithdrawn {
    StayId stay;
    std::vector<BetAnswer> answers;
};

struct ExcessRejected {
    std::vector<Placement> rejections;
};

// A box or a differential stands over its limit by this much.
struct LimitWarned {
    rules::SpotId spot{};
    Money over;
};

struct BelowMinimumWarned {
    StayId stay;
    rules::SpotId spot{};
};

struct PlayerAdvised {
    StayId stay;
    rules::SpotId spot{};
};

// Somebody tried after the close; refused, and kept on record.
struct LateAttempt {
    StayId stay;
    std::vector<BetOrder> bets;
    bool withdrawal = false;
};

// With the part of each bet that counts, in the order of the slips; none: all count in full.
struct BettingClosed {
    std::vector<Money> effective;
    std::vector<BetOrder> over;
};

struct MixStarted {};

struct MixEnded {
    std::uint32_t mixes = 0;
};

struct TumblerArmed {
    Hash close_hash;
};

struct ReadingTaken {
    rules::Roll roll = {1, 1, 1};
};

struct DiceUncovered {
    bool flat = true;
};

struct DiceCovered {};

struct DiceKeyed {
    rules::Roll roll = {1, 1, 1};
};

struct ResultEntered {
    rules::Roll roll = {1, 1, 1};
    bool manual = false;
};

struct LightsReported {
    std::vector<rules::SpotId> lit;
    bool right = false;
};

struct LightsFailed {};

struct PresenceNoted {};

// What each bet gets back, in the order of the slips.
struct RoundSettled {
    rules::Roll roll = {1, 1, 1};
    std::vector<Money> back;
};

struct LightsCleared {};

struct LayoutReported {
    Moment moment = Moment::call;
    std::vector<Placement> positions;
    bool agrees = false;
};

struct RoundVoided {
    rules::Cause cause = rules::Cause::not_covered;
    std::string reason;
};

struct BetsReturned {
    StayId stay;
    std::string reason;
};

struct IncidentRaised {
    IncidentId incident;
    std::uint64_t round = 0;
    rules::Cause cause = rules::Cause::not_covered;
    rules::Role resolves = rules::Role::supervisor;
    std::string note;
};

struct IncidentResolved {
    IncidentId incident;
    std::string note;
};

struct HoldPlaced {
    rules::Cause cause = rules::Cause::not_covered;
    std::string reason;
};

struct HoldDecided {
    Verdict verdict = Verdict::resume;
    std::string reason;
};

struct Certified {
    std::optional<rules::Roll> seen;
};

struct RoundsAmended {
    std::vector<Amended> rounds;
    rules::Cause cause = rules::Cause::wrong_result;
    std::string reason;
};

struct AuthorisationRequested {
    Hash digest;
    Command command;
    Instant expires_at;
};

struct Authorised {
    Hash digest;
    Actor first;
    rules::Role first_role = rules::Role::dealer;
};

struct Restarted {};

struct DiceCommitted {
    std::uint64_t round = 0;
    Hash commitment;
};

struct ReadingProved {
    Proof proof;
};

struct DiceRevealed {
    std::uint64_t round = 0;
    Hash secret;
};

struct TerminalEnrolled {
    TerminalId terminal;
    Hash key;
};

struct ClockJumped {
    Instant expected;
    Instant found;
};

struct SoftwareChecked {
    Hash program;
    Hash rules;         // over the hashes of all rule sets that were adopted
    bool same = false;  // as at the check before
};

using FactChoice = std::variant<
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
    DiceCommitted, ReadingProved, DiceRevealed, TerminalEnrolled, ClockJumped, SoftwareChecked>;

// What happened. Its special members are compiled once
// (fact.cpp): a variant of this size takes seconds in every file that copies one.
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
    Fact(T choice) : FactChoice(std::in_place_type<T>, std::move(choice)) {}

    const FactChoice& choice() const { return *this; }
};
}  // namespace sicbo::table

template <>
struct sicbo::Codec<sicbo::table::Fact> {
    static void write(ByteWriter& to, const table::Fact& value);
    static table::Fact read(ByteReader& from);
};

namespace sicbo::table {

struct Event {
    Stamp stamp;
    Fact fact;
    std::vector<ledger::Posting> postings;  // all collections before all payments
};

}  // namespace sicbo::table
