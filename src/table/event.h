// What happened. Events are facts: they carry all that apply() needs (table/engine.h), and the
// entry in the books that goes with them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

    static constexpr auto fields =
        std::tuple(Field{"spot", &BetAnswer::spot}, Field{"asked", &BetAnswer::asked},
                   Field{"accepted", &BetAnswer::accepted}, Field{"reason", &BetAnswer::reason});
};

struct Rejection {
    StayId stay;
    rules::SpotId spot{};
    Money amount;

    static constexpr auto fields =
        std::tuple(Field{"stay", &Rejection::stay}, Field{"spot", &Rejection::spot},
                   Field{"amount", &Rejection::amount});
};

// How the bets of one round came out anew: what each gets back, in the order of the slips.
struct Amended {
    std::uint64_t round = 0;
    std::optional<rules::Roll> roll;
    std::optional<StayId> stay;
    std::vector<Money> back;

    static constexpr auto fields =
        std::tuple(Field{"round", &Amended::round}, Field{"roll", &Amended::roll},
                   Field{"stay", &Amended::stay}, Field{"back", &Amended::back});
};

struct RulesAdopted {
    Hash hash;
    std::string text;

    static constexpr auto fields =
        std::tuple(Field{"hash", &RulesAdopted::hash}, Field{"text", &RulesAdopted::text});
};

struct PersonAdded {
    PersonId person;
    std::string name;
    rules::Role role = rules::Role::dealer;

    static constexpr auto fields =
        std::tuple(Field{"person", &PersonAdded::person}, Field{"name", &PersonAdded::name},
                   Field{"role", &PersonAdded::role});
};

struct PersonDisabled {
    PersonId person;

    static constexpr auto fields = std::tuple(Field{"person", &PersonDisabled::person});
};

struct PersonRestored {
    PersonId person;

    static constexpr auto fields = std::tuple(Field{"person", &PersonRestored::person});
};

struct LogOnFailed {
    PersonId person;
    bool locked = false;

    static constexpr auto fields =
        std::tuple(Field{"person", &LogOnFailed::person}, Field{"locked", &LogOnFailed::locked});
};

struct Appointed {
    PersonId person;
    rules::Role role = rules::Role::dealer;
    Instant from;
    Instant until;

    static constexpr auto fields =
        std::tuple(Field{"person", &Appointed::person}, Field{"role", &Appointed::role},
                   Field{"from", &Appointed::from}, Field{"until", &Appointed::until});
};

struct TableAdded {
    TableId table;
    std::string name;
    Configuration configuration;

    static constexpr auto fields =
        std::tuple(Field{"table", &TableAdded::table}, Field{"name", &TableAdded::name},
                   Field{"configuration", &TableAdded::configuration});
};

struct Configured {
    Configuration configuration;

    static constexpr auto fields = std::tuple(Field{"configuration", &Configured::configuration});
};

struct TerminalAdded {
    TerminalId terminal;
    std::uint8_t layout = 0;  // its place in the game

    static constexpr auto fields = std::tuple(Field{"terminal", &TerminalAdded::terminal},
                                              Field{"layout", &TerminalAdded::layout});
};

struct LoggedOn {
    static constexpr auto fields = std::tuple();
};

struct LoggedOff {
    static constexpr auto fields = std::tuple();
};

struct ConsoleLocked {
    static constexpr auto fields = std::tuple();
};

struct ConsoleUnlocked {
    static constexpr auto fields = std::tuple();
};

struct TableOpened {
    static constexpr auto fields = std::tuple();
};

struct TableClosed {
    static constexpr auto fields = std::tuple();
};

struct LastRoundAnnounced {
    static constexpr auto fields = std::tuple();
};

struct TakenOutOfService {
    std::string reason;
    bool repair = false;  // until it is repaired and inspected

    static constexpr auto fields = std::tuple(Field{"reason", &TakenOutOfService::reason},
                                              Field{"repair", &TakenOutOfService::repair});
};

struct ReturnedToService {
    static constexpr auto fields = std::tuple();
};

struct RepairRecorded {
    std::string what;

    static constexpr auto fields = std::tuple(Field{"what", &RepairRecorded::what});
};

struct DiceInstalled {
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    std::string seal;

    static constexpr auto fields =
        std::tuple(Field{"dice", &DiceInstalled::dice}, Field{"mixer", &DiceInstalled::mixer},
                   Field{"seal", &DiceInstalled::seal});
};

struct DiceRemoved {
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    bool damaged = false;

    static constexpr auto fields =
        std::tuple(Field{"dice", &DiceRemoved::dice}, Field{"mixer", &DiceRemoved::mixer},
                   Field{"damaged", &DiceRemoved::damaged});
};

struct MixerMarked {
    rules::MixerKind mixer = rules::MixerKind::automated_shaker;
    Mark mark = Mark::covered;

    static constexpr auto fields =
        std::tuple(Field{"mixer", &MixerMarked::mixer}, Field{"mark", &MixerMarked::mark});
};

struct MixerChosen {
    rules::MixerKind mixer = rules::MixerKind::manual_shaker;

    static constexpr auto fields = std::tuple(Field{"mixer", &MixerChosen::mixer});
};

struct ShakerHandedOver {
    PersonId to;

    static constexpr auto fields = std::tuple(Field{"to", &ShakerHandedOver::to});
};

struct LightsTested {
    rules::Roll roll = {1, 1, 1};
    std::vector<rules::SpotId> lit;
    bool passed = false;

    static constexpr auto fields =
        std::tuple(Field{"roll", &LightsTested::roll}, Field{"lit", &LightsTested::lit},
                   Field{"passed", &LightsTested::passed});
};

struct MixerTested {
    bool passed = false;

    static constexpr auto fields = std::tuple(Field{"passed", &MixerTested::passed});
};

struct InspectionSigned {
    bool passed = false;

    static constexpr auto fields = std::tuple(Field{"passed", &InspectionSigned::passed});
};

struct StayBegun {
    StayId stay;
    TerminalId terminal;
    std::string player;

    static constexpr auto fields =
        std::tuple(Field{"stay", &StayBegun::stay}, Field{"terminal", &StayBegun::terminal},
                   Field{"player", &StayBegun::player});
};

struct StayEnded {
    StayId stay;

    static constexpr auto fields = std::tuple(Field{"stay", &StayEnded::stay});
};

struct CreditPut {
    StayId stay;
    Money amount;

    static constexpr auto fields =
        std::tuple(Field{"stay", &CreditPut::stay}, Field{"amount", &CreditPut::amount});
};

struct CreditPaid {
    StayId stay;
    Money amount;

    static constexpr auto fields =
        std::tuple(Field{"stay", &CreditPaid::stay}, Field{"amount", &CreditPaid::amount});
};

struct TicketIssued {
    StayId stay;
    std::string number;
    Money amount;

    static constexpr auto fields =
        std::tuple(Field{"stay", &TicketIssued::stay}, Field{"number", &TicketIssued::number},
                   Field{"amount", &TicketIssued::amount});
};

struct TicketRedeemed {
    StayId stay;
    std::string number;
    Money amount;

    static constexpr auto fields =
        std::tuple(Field{"stay", &TicketRedeemed::stay}, Field{"number", &TicketRedeemed::number},
                   Field{"amount", &TicketRedeemed::amount});
};

struct AttendantCalled {
    TerminalId terminal;

    static constexpr auto fields = std::tuple(Field{"terminal", &AttendantCalled::terminal});
};

struct CallAnswered {
    TerminalId terminal;

    static constexpr auto fields = std::tuple(Field{"terminal", &CallAnswered::terminal});
};

struct TerminalLocked {
    TerminalId terminal;
    Money win;

    static constexpr auto fields = std::tuple(Field{"terminal", &TerminalLocked::terminal},
                                              Field{"win", &TerminalLocked::win});
};

struct TerminalUnlocked {
    TerminalId terminal;

    static constexpr auto fields = std::tuple(Field{"terminal", &TerminalUnlocked::terminal});
};

struct TerminalEnabled {
    TerminalId terminal;

    static constexpr auto fields = std::tuple(Field{"terminal", &TerminalEnabled::terminal});
};

struct TerminalDisabled {
    TerminalId terminal;

    static constexpr auto fields = std::tuple(Field{"terminal", &TerminalDisabled::terminal});
};

struct TerminalReported {
    TerminalId terminal;
    bool online = false;

    static constexpr auto fields = std::tuple(Field{"terminal", &TerminalReported::terminal},
                                              Field{"online", &TerminalReported::online});
};

struct WalkedAway {
    StayId stay;

    static constexpr auto fields = std::tuple(Field{"stay", &WalkedAway::stay});
};

struct UnclaimedPaid {
    StayId stay;
    Money amount;

    static constexpr auto fields =
        std::tuple(Field{"stay", &UnclaimedPaid::stay}, Field{"amount", &UnclaimedPaid::amount});
};

struct ReceivableCollected {
    StayId stay;
    Money amount;

    static constexpr auto fields = std::tuple(Field{"stay", &ReceivableCollected::stay},
                                              Field{"amount", &ReceivableCollected::amount});
};

struct ReceivableWaived {
    StayId stay;
    Money amount;
    std::string reason;

    static constexpr auto fields = std::tuple(Field{"stay", &ReceivableWaived::stay},
                                              Field{"amount", &ReceivableWaived::amount},
                                              Field{"reason", &ReceivableWaived::reason});
};

struct RoundBegun {
    std::uint64_t round = 0;
    Hash rules;
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;

    static constexpr auto fields =
        std::tuple(Field{"round", &RoundBegun::round}, Field{"rules", &RoundBegun::rules},
                   Field{"dice", &RoundBegun::dice}, Field{"mixer", &RoundBegun::mixer});
};

struct BettingOpened {
    std::optional<Instant> closes_at;

    static constexpr auto fields = std::tuple(Field{"closes_at", &BettingOpened::closes_at});
};

struct BetsPlaced {
    StayId stay;
    std::vector<BetAnswer> answers;
    std::string instruction;

    static constexpr auto fields =
        std::tuple(Field{"stay", &BetsPlaced::stay}, Field{"answers", &BetsPlaced::answers},
                   Field{"instruction", &BetsPlaced::instruction});
};

struct BetsWithdrawn {
    StayId stay;
    std::vector<BetAnswer> answers;

    static constexpr auto fields =
        std::tuple(Field{"stay", &BetsWithdrawn::stay}, Field{"answers", &BetsWithdrawn::answers});
};

struct ExcessRejected {
    std::vector<Rejection> rejections;

    static constexpr auto fields = std::tuple(Field{"rejections", &ExcessRejected::rejections});
};

// A box or a differential stands over its limit by this much.
struct LimitWarned {
    rules::SpotId spot{};
    Money over;

    static constexpr auto fields =
        std::tuple(Field{"spot", &LimitWarned::spot}, Field{"over", &LimitWarned::over});
};

struct BelowMinimumWarned {
    StayId stay;
    rules::SpotId spot{};

    static constexpr auto fields = std::tuple(Field{"stay", &BelowMinimumWarned::stay},
                                              Field{"spot", &BelowMinimumWarned::spot});
};

struct PlayerAdvised {
    StayId stay;
    rules::SpotId spot{};

    static constexpr auto fields =
        std::tuple(Field{"stay", &PlayerAdvised::stay}, Field{"spot", &PlayerAdvised::spot});
};

// Somebody tried after the close; refused, and kept on record.
struct LateAttempt {
    StayId stay;
    std::vector<BetOrder> bets;
    bool withdrawal = false;

    static constexpr auto fields =
        std::tuple(Field{"stay", &LateAttempt::stay}, Field{"bets", &LateAttempt::bets},
                   Field{"withdrawal", &LateAttempt::withdrawal});
};

// With the part of each bet that counts, in the order of the slips; none: all count in full.
struct BettingClosed {
    std::vector<Money> effective;
    std::vector<BetOrder> over;

    static constexpr auto fields = std::tuple(Field{"effective", &BettingClosed::effective},
                                              Field{"over", &BettingClosed::over});
};

struct MixStarted {
    static constexpr auto fields = std::tuple();
};

struct MixEnded {
    std::uint32_t mixes = 0;

    static constexpr auto fields = std::tuple(Field{"mixes", &MixEnded::mixes});
};

struct TumblerArmed {
    Hash close_hash;

    static constexpr auto fields = std::tuple(Field{"close_hash", &TumblerArmed::close_hash});
};

struct ReadingTaken {
    rules::Roll roll = {1, 1, 1};

    static constexpr auto fields = std::tuple(Field{"roll", &ReadingTaken::roll});
};

struct DiceUncovered {
    bool flat = true;

    static constexpr auto fields = std::tuple(Field{"flat", &DiceUncovered::flat});
};

struct DiceCovered {
    static constexpr auto fields = std::tuple();
};

struct DiceKeyed {
    rules::Roll roll = {1, 1, 1};

    static constexpr auto fields = std::tuple(Field{"roll", &DiceKeyed::roll});
};

struct ResultEntered {
    rules::Roll roll = {1, 1, 1};
    bool manual = false;

    static constexpr auto fields =
        std::tuple(Field{"roll", &ResultEntered::roll}, Field{"manual", &ResultEntered::manual});
};

struct LightsReported {
    std::vector<rules::SpotId> lit;
    bool right = false;

    static constexpr auto fields =
        std::tuple(Field{"lit", &LightsReported::lit}, Field{"right", &LightsReported::right});
};

struct LightsFailed {
    static constexpr auto fields = std::tuple();
};

struct PresenceNoted {
    static constexpr auto fields = std::tuple();
};

// What each bet gets back, in the order of the slips.
struct RoundSettled {
    rules::Roll roll = {1, 1, 1};
    std::vector<Money> back;

    static constexpr auto fields =
        std::tuple(Field{"roll", &RoundSettled::roll}, Field{"back", &RoundSettled::back});
};

struct LightsCleared {
    static constexpr auto fields = std::tuple();
};

struct LayoutReported {
    Moment moment = Moment::call;
    std::vector<Position> positions;
    bool agrees = false;

    static constexpr auto fields = std::tuple(Field{"moment", &LayoutReported::moment},
                                              Field{"positions", &LayoutReported::positions},
                                              Field{"agrees", &LayoutReported::agrees});
};

struct RoundVoided {
    rules::Cause cause = rules::Cause::not_covered;
    std::string reason;

    static constexpr auto fields =
        std::tuple(Field{"cause", &RoundVoided::cause}, Field{"reason", &RoundVoided::reason});
};

struct BetsReturned {
    StayId stay;
    std::string reason;

    static constexpr auto fields =
        std::tuple(Field{"stay", &BetsReturned::stay}, Field{"reason", &BetsReturned::reason});
};

struct IncidentRaised {
    IncidentId incident;
    std::uint64_t round = 0;
    rules::Cause cause = rules::Cause::not_covered;
    rules::Role resolves = rules::Role::supervisor;
    std::string note;

    static constexpr auto fields = std::tuple(
        Field{"incident", &IncidentRaised::incident}, Field{"round", &IncidentRaised::round},
        Field{"cause", &IncidentRaised::cause}, Field{"resolves", &IncidentRaised::resolves},
        Field{"note", &IncidentRaised::note});
};

struct IncidentResolved {
    IncidentId incident;
    std::string note;

    static constexpr auto fields = std::tuple(Field{"incident", &IncidentResolved::incident},
                                              Field{"note", &IncidentResolved::note});
};

struct HoldPlaced {
    rules::Cause cause = rules::Cause::not_covered;
    std::string reason;

    static constexpr auto fields =
        std::tuple(Field{"cause", &HoldPlaced::cause}, Field{"reason", &HoldPlaced::reason});
};

struct HoldDecided {
    Verdict verdict = Verdict::resume;
    std::string reason;

    static constexpr auto fields =
        std::tuple(Field{"verdict", &HoldDecided::verdict}, Field{"reason", &HoldDecided::reason});
};

struct Certified {
    std::optional<rules::Roll> seen;

    static constexpr auto fields = std::tuple(Field{"seen", &Certified::seen});
};

struct RoundsAmended {
    std::vector<Amended> rounds;
    rules::Cause cause = rules::Cause::wrong_result;
    std::string reason;

    static constexpr auto fields =
        std::tuple(Field{"rounds", &RoundsAmended::rounds}, Field{"cause", &RoundsAmended::cause},
                   Field{"reason", &RoundsAmended::reason});
};

struct AuthorisationRequested {
    Hash digest;
    Command command;
    Instant expires_at;

    static constexpr auto fields =
        std::tuple(Field{"digest", &AuthorisationRequested::digest},
                   Field{"command", &AuthorisationRequested::command},
                   Field{"expires_at", &AuthorisationRequested::expires_at});
};

struct Authorised {
    Hash digest;
    Actor first;
    rules::Role first_role = rules::Role::dealer;

    static constexpr auto fields =
        std::tuple(Field{"digest", &Authorised::digest}, Field{"first", &Authorised::first},
                   Field{"first_role", &Authorised::first_role});
};

struct Restarted {
    static constexpr auto fields = std::tuple();
};

struct DiceCommitted {
    std::uint64_t round = 0;
    Hash commitment;

    static constexpr auto fields = std::tuple(Field{"round", &DiceCommitted::round},
                                              Field{"commitment", &DiceCommitted::commitment});
};

struct ReadingProved {
    Proof proof;

    static constexpr auto fields = std::tuple(Field{"proof", &ReadingProved::proof});
};

struct DiceRevealed {
    std::uint64_t round = 0;
    Hash secret;

    static constexpr auto fields =
        std::tuple(Field{"round", &DiceRevealed::round}, Field{"secret", &DiceRevealed::secret});
};

struct TerminalEnrolled {
    TerminalId terminal;
    Hash key;

    static constexpr auto fields = std::tuple(Field{"terminal", &TerminalEnrolled::terminal},
                                              Field{"key", &TerminalEnrolled::key});
};

struct ClockJumped {
    Instant expected;
    Instant found;

    static constexpr auto fields =
        std::tuple(Field{"expected", &ClockJumped::expected}, Field{"found", &ClockJumped::found});
};

struct SoftwareChecked {
    Hash program;
    Hash rules;         // over the hashes of all rule sets that were adopted
    bool same = false;  // as at the check before

    static constexpr auto fields =
        std::tuple(Field{"program", &SoftwareChecked::program},
                   Field{"rules", &SoftwareChecked::rules}, Field{"same", &SoftwareChecked::same});
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

// What happened. Its special members, and making it from each choice, are compiled once
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
    Fact(T choice);  // NOLINT(google-explicit-constructor): a fact is any of them

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

    static constexpr auto fields =
        std::tuple(Field{"stamp", &Event::stamp}, Field{"fact", &Event::fact},
                   Field{"postings", &Event::postings});
};

}  // namespace sicbo::table
