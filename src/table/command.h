// What people, terminals and devices may ask of the property. Each is an order; whether it is
// followed is for decide() to say (table/engine.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "table/configuration.h"
#include "table/words.h"

namespace sicbo::table {

// Who speaks: a person, a terminal, a player at a shared felt, a device, or the system itself.
struct Actor {
    ActorKind kind = ActorKind::system;
    std::uint32_t number = 0;  // of the person, terminal or stay

    static constexpr auto fields =
        std::tuple(Field{"kind", &Actor::kind}, Field{"number", &Actor::number});
    friend constexpr auto operator<=>(Actor, Actor) = default;
};

// What every command carries besides its order, and every event of what it led to.
struct Stamp {
    Instant at;
    Actor actor;
    rules::Role role = rules::Role::system;
    std::uint64_t request = 0;  // increases for each actor
    TableId table;              // 0 where the order is not about one table

    static constexpr auto fields = std::tuple(
        Field{"at", &Stamp::at}, Field{"actor", &Stamp::actor}, Field{"role", &Stamp::role},
        Field{"request", &Stamp::request}, Field{"table", &Stamp::table});
};

struct BetOrder {
    rules::SpotId spot{};
    Money amount;

    static constexpr auto fields =
        std::tuple(Field{"spot", &BetOrder::spot}, Field{"amount", &BetOrder::amount});
};

struct Position {
    StayId stay;
    rules::SpotId spot{};
    Money amount;

    static constexpr auto fields =
        std::tuple(Field{"stay", &Position::stay}, Field{"spot", &Position::spot},
                   Field{"amount", &Position::amount});
};

// What a round is to become: settled on the roll, or void; for one stay, its bets returned.
struct Amendment {
    std::uint64_t round = 0;
    std::optional<rules::Roll> roll;
    std::optional<StayId> stay;

    static constexpr auto fields =
        std::tuple(Field{"round", &Amendment::round}, Field{"roll", &Amendment::roll},
                   Field{"stay", &Amendment::stay});
};

struct AdoptRules {
    std::string text;

    static constexpr auto fields = std::tuple(Field{"text", &AdoptRules::text});
};

struct AddPerson {
    PersonId person;
    std::string name;
    rules::Role role = rules::Role::dealer;

    static constexpr auto fields =
        std::tuple(Field{"person", &AddPerson::person}, Field{"name", &AddPerson::name},
                   Field{"role", &AddPerson::role});
};

struct DisablePerson {
    PersonId person;

    static constexpr auto fields = std::tuple(Field{"person", &DisablePerson::person});
};

// After having been disabled, or after three failed log-ons.
struct RestorePerson {
    PersonId person;

    static constexpr auto fields = std::tuple(Field{"person", &RestorePerson::person});
};

struct ReportFailedLogOn {
    PersonId person;

    static constexpr auto fields = std::tuple(Field{"person", &ReportFailedLogOn::person});
};

// A post to be acted in for a period, under the person's own name.
struct Appoint {
    PersonId person;
    rules::Role role = rules::Role::dealer;
    Instant from;
    Instant until;

    static constexpr auto fields =
        std::tuple(Field{"person", &Appoint::person}, Field{"role", &Appoint::role},
                   Field{"from", &Appoint::from}, Field{"until", &Appoint::until});
};

struct AddTable {
    TableId table;
    std::string name;
    Configuration configuration;

    static constexpr auto fields =
        std::tuple(Field{"table", &AddTable::table}, Field{"name", &AddTable::name},
                   Field{"configuration", &AddTable::configuration});
};

struct Configure {
    Configuration configuration;

    static constexpr auto fields = std::tuple(Field{"configuration", &Configure::configuration});
};

struct AddTerminal {
    TerminalId terminal;
    std::string layout;

    static constexpr auto fields = std::tuple(Field{"terminal", &AddTerminal::terminal},
                                              Field{"layout", &AddTerminal::layout});
};

struct LogOn {
    static constexpr auto fields = std::tuple();
};

struct LogOff {
    static constexpr auto fields = std::tuple();
};

struct LockConsole {
    static constexpr auto fields = std::tuple();
};

struct UnlockConsole {
    static constexpr auto fields = std::tuple();
};

struct OpenTable {
    static constexpr auto fields = std::tuple();
};

struct CloseTable {
    static constexpr auto fields = std::tuple();
};

struct AnnounceLastRound {
    static constexpr auto fields = std::tuple();
};

struct TakeOutOfService {
    std::string reason;

    static constexpr auto fields = std::tuple(Field{"reason", &TakeOutOfService::reason});
};

struct ReturnToService {
    static constexpr auto fields = std::tuple();
};

struct RecordRepair {
    std::string what;

    static constexpr auto fields = std::tuple(Field{"what", &RecordRepair::what});
};

struct InstallDice {
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    std::string seal;

    static constexpr auto fields =
        std::tuple(Field{"dice", &InstallDice::dice}, Field{"mixer", &InstallDice::mixer},
                   Field{"seal", &InstallDice::seal});
};

struct RemoveDice {
    rules::MixerKind mixer = rules::MixerKind::tumbler;

    static constexpr auto fields = std::tuple(Field{"mixer", &RemoveDice::mixer});
};

struct MarkMixer {
    rules::MixerKind mixer = rules::MixerKind::automated_shaker;
    Mark mark = Mark::covered;

    static constexpr auto fields =
        std::tuple(Field{"mixer", &MarkMixer::mixer}, Field{"mark", &MarkMixer::mark});
};

struct UseMixer {
    rules::MixerKind mixer = rules::MixerKind::manual_shaker;

    static constexpr auto fields = std::tuple(Field{"mixer", &UseMixer::mixer});
};

struct HandOverShaker {
    PersonId to;

    static constexpr auto fields = std::tuple(Field{"to", &HandOverShaker::to});
};

struct TestLights {
    rules::Roll roll = {1, 1, 1};
    std::vector<rules::SpotId> lit;

    static constexpr auto fields =
        std::tuple(Field{"roll", &TestLights::roll}, Field{"lit", &TestLights::lit});
};

struct TestMixer {
    bool passed = false;

    static constexpr auto fields = std::tuple(Field{"passed", &TestMixer::passed});
};

struct SignInspection {
    std::string seal;  // as it was found, where the shaker has one

    static constexpr auto fields = std::tuple(Field{"seal", &SignInspection::seal});
};

struct TakeSeat {
    std::string player;

    static constexpr auto fields = std::tuple(Field{"player", &TakeSeat::player});
};

// Cash, at a terminal or at a seat of the felt.
struct PutCredit {
    TerminalId terminal;
    StayId stay;
    Money amount;

    static constexpr auto fields =
        std::tuple(Field{"terminal", &PutCredit::terminal}, Field{"stay", &PutCredit::stay},
                   Field{"amount", &PutCredit::amount});
};

// Nothing as the amount: all of it.
struct PayCredit {
    TerminalId terminal;
    StayId stay;
    Money amount;

    static constexpr auto fields =
        std::tuple(Field{"terminal", &PayCredit::terminal}, Field{"stay", &PayCredit::stay},
                   Field{"amount", &PayCredit::amount});
};

struct IssueTicket {
    TerminalId terminal;
    std::string number;

    static constexpr auto fields = std::tuple(Field{"terminal", &IssueTicket::terminal},
                                              Field{"number", &IssueTicket::number});
};

// At a terminal, or with none at the cage.
struct RedeemTicket {
    TerminalId terminal;
    std::string number;

    static constexpr auto fields = std::tuple(Field{"terminal", &RedeemTicket::terminal},
                                              Field{"number", &RedeemTicket::number});
};

struct CallAttendant {
    TerminalId terminal;

    static constexpr auto fields = std::tuple(Field{"terminal", &CallAttendant::terminal});
};

struct AnswerCall {
    TerminalId terminal;

    static constexpr auto fields = std::tuple(Field{"terminal", &AnswerCall::terminal});
};

struct UnlockTerminal {
    TerminalId terminal;

    static constexpr auto fields = std::tuple(Field{"terminal", &UnlockTerminal::terminal});
};

struct EnableTerminal {
    TerminalId terminal;

    static constexpr auto fields = std::tuple(Field{"terminal", &EnableTerminal::terminal});
};

struct DisableTerminal {
    TerminalId terminal;

    static constexpr auto fields = std::tuple(Field{"terminal", &DisableTerminal::terminal});
};

struct ReportTerminal {
    TerminalId terminal;
    bool online = false;

    static constexpr auto fields = std::tuple(Field{"terminal", &ReportTerminal::terminal},
                                              Field{"online", &ReportTerminal::online});
};

struct WalkAway {
    StayId stay;

    static constexpr auto fields = std::tuple(Field{"stay", &WalkAway::stay});
};

struct PayUnclaimed {
    StayId stay;

    static constexpr auto fields = std::tuple(Field{"stay", &PayUnclaimed::stay});
};

struct CollectReceivable {
    StayId stay;

    static constexpr auto fields = std::tuple(Field{"stay", &CollectReceivable::stay});
};

struct WaiveReceivable {
    StayId stay;
    std::string reason;

    static constexpr auto fields = std::tuple(Field{"stay", &WaiveReceivable::stay},
                                              Field{"reason", &WaiveReceivable::reason});
};

struct OpenBetting {
    static constexpr auto fields = std::tuple();
};

// A terminal bets for its own stay; at a felt the stay is named. Staff say what they were told.
struct PlaceBets {
    StayId stay;
    std::vector<BetOrder> bets;
    std::string instruction;

    static constexpr auto fields =
        std::tuple(Field{"stay", &PlaceBets::stay}, Field{"bets", &PlaceBets::bets},
                   Field{"instruction", &PlaceBets::instruction});
};

struct WithdrawBets {
    StayId stay;
    std::vector<BetOrder> bets;  // nothing as the amount: all that lies there

    static constexpr auto fields =
        std::tuple(Field{"stay", &WithdrawBets::stay}, Field{"bets", &WithdrawBets::bets});
};

struct RejectExcess {
    static constexpr auto fields = std::tuple();
};

struct AdvisePlayer {
    StayId stay;
    rules::SpotId spot{};

    static constexpr auto fields =
        std::tuple(Field{"stay", &AdvisePlayer::stay}, Field{"spot", &AdvisePlayer::spot});
};

struct CloseBetting {
    static constexpr auto fields = std::tuple();
};

struct StartMix {
    static constexpr auto fields = std::tuple();
};

struct EndMix {
    std::uint32_t mixes = 0;

    static constexpr auto fields = std::tuple(Field{"mixes", &EndMix::mixes});
};

// The hash of the close, which the tumbler signs its reading over.
struct ArmTumbler {
    Hash close_hash;

    static constexpr auto fields = std::tuple(Field{"close_hash", &ArmTumbler::close_hash});
};

// What the tumbler has signed besides the round, the hash and the dice. Whoever hands it in has
// checked the signature; the journal keeps it, so that anybody can.
struct Proof {
    Hash key;                   // the public half of the tumbler's
    std::uint64_t counter = 0;  // of its results; only ever grows
    std::uint32_t mixes = 0;
    std::string signature;  // 128 hexadecimal digits

    static constexpr auto fields =
        std::tuple(Field{"key", &Proof::key}, Field{"counter", &Proof::counter},
                   Field{"mixes", &Proof::mixes}, Field{"signature", &Proof::signature});
    friend bool operator==(const Proof&, const Proof&) = default;
};

struct ReportReading {
    std::uint64_t round = 0;
    Hash close_hash;
    rules::Roll roll = {1, 1, 1};
    std::optional<Proof> proof = {};

    static constexpr auto fields = std::tuple(
        Field{"round", &ReportReading::round}, Field{"close_hash", &ReportReading::close_hash},
        Field{"roll", &ReportReading::roll}, Field{"proof", &ReportReading::proof});
};

struct Uncover {
    bool flat = true;

    static constexpr auto fields = std::tuple(Field{"flat", &Uncover::flat});
};

struct CoverDice {
    static constexpr auto fields = std::tuple();
};

// Die by die, as they lie. Shown before it is entered.
struct KeyDice {
    std::vector<std::uint8_t> dice;

    static constexpr auto fields = std::tuple(Field{"dice", &KeyDice::dice});
};

// What was shown, and is now meant: the digest for a second person holds the dice.
struct EnterResult {
    rules::Roll roll = {1, 1, 1};

    static constexpr auto fields = std::tuple(Field{"roll", &EnterResult::roll});
};

struct ReportLights {
    std::vector<rules::SpotId> lit;

    static constexpr auto fields = std::tuple(Field{"lit", &ReportLights::lit});
};

struct NotePresence {
    static constexpr auto fields = std::tuple();
};

struct SettleRound {
    static constexpr auto fields = std::tuple();
};

struct ClearLights {
    static constexpr auto fields = std::tuple();
};

// Where the chips are seen to lie.
struct ReportLayout {
    Moment moment = Moment::call;
    std::vector<Position> positions;

    static constexpr auto fields = std::tuple(Field{"moment", &ReportLayout::moment},
                                              Field{"positions", &ReportLayout::positions});
};

struct Report {
    rules::Cause cause = rules::Cause::not_covered;
    std::string note;

    static constexpr auto fields =
        std::tuple(Field{"cause", &Report::cause}, Field{"note", &Report::note});
};

struct DecideHold {
    Verdict verdict = Verdict::resume;
    std::string reason;

    static constexpr auto fields =
        std::tuple(Field{"verdict", &DecideHold::verdict}, Field{"reason", &DecideHold::reason});
};

// Whether the dice were seen flat, and how they lay.
struct Certify {
    std::optional<rules::Roll> seen;

    static constexpr auto fields = std::tuple(Field{"seen", &Certify::seen});
};

struct AmendRounds {
    std::vector<Amendment> amendments;
    rules::Cause cause = rules::Cause::wrong_result;
    std::string reason;

    static constexpr auto fields =
        std::tuple(Field{"amendments", &AmendRounds::amendments},
                   Field{"cause", &AmendRounds::cause}, Field{"reason", &AmendRounds::reason});
};

struct ResolveIncident {
    IncidentId incident;
    std::string note;

    static constexpr auto fields = std::tuple(Field{"incident", &ResolveIncident::incident},
                                              Field{"note", &ResolveIncident::note});
};

struct Authorise {
    Hash digest;

    static constexpr auto fields = std::tuple(Field{"digest", &Authorise::digest});
};

// What recovery says first: the power was gone.
struct Restart {
    static constexpr auto fields = std::tuple();
};

// The hash of the secret that a simulated tumbler makes the round's dice from; before bets open.
struct CommitDice {
    std::uint64_t round = 0;
    Hash commitment;

    static constexpr auto fields = std::tuple(Field{"round", &CommitDice::round},
                                              Field{"commitment", &CommitDice::commitment});
};

// The secret itself, after the round.
struct RevealDice {
    std::uint64_t round = 0;
    Hash secret;

    static constexpr auto fields =
        std::tuple(Field{"round", &RevealDice::round}, Field{"secret", &RevealDice::secret});
};

// A terminal's own key, with which it proves from then on who it is.
struct EnrolTerminal {
    TerminalId terminal;
    Hash key;

    static constexpr auto fields =
        std::tuple(Field{"terminal", &EnrolTerminal::terminal}, Field{"key", &EnrolTerminal::key});
};

// The machine's clock was set: it should have shown one moment, and showed the other.
struct NoteClock {
    Instant expected;
    Instant found;

    static constexpr auto fields =
        std::tuple(Field{"expected", &NoteClock::expected}, Field{"found", &NoteClock::found});
};

// What program this is, by the hash of its file.
struct CheckSoftware {
    Hash program;

    static constexpr auto fields = std::tuple(Field{"program", &CheckSoftware::program});
};

using OrderChoice =
    std::variant<AdoptRules, AddPerson, DisablePerson, RestorePerson, ReportFailedLogOn, Appoint,
                 AddTable, Configure, AddTerminal, LogOn, LogOff, LockConsole, UnlockConsole,
                 OpenTable, CloseTable, AnnounceLastRound, TakeOutOfService, ReturnToService,
                 RecordRepair, InstallDice, RemoveDice, MarkMixer, UseMixer, HandOverShaker,
                 TestLights, TestMixer, SignInspection, TakeSeat, PutCredit, PayCredit, IssueTicket,
                 RedeemTicket, CallAttendant, AnswerCall, UnlockTerminal, EnableTerminal,
                 DisableTerminal, ReportTerminal, WalkAway, PayUnclaimed, CollectReceivable,
                 WaiveReceivable, OpenBetting, PlaceBets, WithdrawBets, RejectExcess, AdvisePlayer,
                 CloseBetting, StartMix, EndMix, ArmTumbler, ReportReading, Uncover, CoverDice,
                 KeyDice, EnterResult, ReportLights, NotePresence, SettleRound, ClearLights,
                 ReportLayout, Report, DecideHold, Certify, AmendRounds, ResolveIncident, Authorise,
                 Restart, CommitDice, RevealDice, EnrolTerminal, NoteClock, CheckSoftware>;

// What is asked for. Its special members, and making it from each choice, are compiled once
// (order.cpp): a variant of this size takes seconds in every file that copies one.
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
    Order(T choice);  // NOLINT(google-explicit-constructor): an order is any of them

    const OrderChoice& choice() const { return *this; }
};
}  // namespace sicbo::table

template <>
struct sicbo::Codec<sicbo::table::Order> {
    static void write(ByteWriter& to, const table::Order& value);
    static table::Order read(ByteReader& from);
};

namespace sicbo::table {

struct Command {
    Stamp stamp;
    Order order;

    static constexpr auto fields =
        std::tuple(Field{"stamp", &Command::stamp}, Field{"order", &Command::order});
};

}  // namespace sicbo::table
