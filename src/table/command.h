// What people, terminals and devices may ask of the property. Each is an order; whether it is
// followed is for decide() to say (table/engine.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "table/configuration.h"
#include "table/words.h"

namespace sicbo::table {

// Who speaks: a person, a terminal, a player at a shared felt, a device, or the system itself.
struct Actor {
    ActorKind kind = ActorKind::system;
    std::uint32_t number = 0;  // of the person, terminal or stay

    friend constexpr auto operator<=>(Actor, Actor) = default;
};

// What every command carries besides its order, and every event of what it led to.
struct Stamp {
    Instant at;
    Actor actor;
    rules::Role role = rules::Role::system;
    std::uint64_t request = 0;  // increases for each actor
    TableId table;              // 0 where the order is not about one table
};

struct BetOrder {
    rules::SpotId spot{};
    Money amount;
};

// Chips of one player on one spot. Lists of them are in the order in which they were put down.
struct Placement {
    StayId stay;
    rules::SpotId spot{};
    Money amount;
};

// What a round is to become: settled on the roll, or void; for one stay, its bets returned.
struct Amendment {
    std::uint64_t round = 0;
    std::optional<rules::Roll> roll;
    std::optional<StayId> stay;
};

struct AdoptRules {
    std::string text;
};

struct AddPerson {
    PersonId person;
    std::string name;
    rules::Role role = rules::Role::dealer;
};

struct DisablePerson {
    PersonId person;
};

// After having been disabled, or after three failed log-ons.
struct RestorePerson {
    PersonId person;
};

struct ReportFailedLogOn {
    PersonId person;
};

// A post to be acted in for a period, under the person's own name.
struct Appoint {
    PersonId person;
    rules::Role role = rules::Role::dealer;
    Instant from;
    Instant until;
};

struct AddTable {
    TableId table;
    std::string name;
    Configuration configuration;
};

struct Configure {
    Configuration configuration;
};

struct AddTerminal {
    TerminalId terminal;
    std::string layout;
};

struct LogOn {};

struct LogOff {};

struct LockConsole {};

struct UnlockConsole {};

struct OpenTable {};

struct CloseTable {};

struct AnnounceLastRound {};

struct TakeOutOfService {
    std::string reason;
};

struct ReturnToService {};

struct RecordRepair {
    std::string what;
};

struct InstallDice {
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    std::string seal;
};

struct RemoveDice {
    rules::MixerKind mixer = rules::MixerKind::tumbler;
};

struct MarkMixer {
    rules::MixerKind mixer = rules::MixerKind::automated_shaker;
    Mark mark = Mark::covered;
};

struct UseMixer {
    rules::MixerKind mixer = rules::MixerKind::manual_shaker;
};

struct HandOverShaker {
    PersonId to;
};

struct TestLights {
    rules::Roll roll = {1, 1, 1};
    std::vector<rules::SpotId> lit;
};

struct TestMixer {
    bool passed = false;
};

struct SignInspection {
    std::string seal;  // as it was found, where the shaker has one
};

struct TakeSeat {
    std::string player;
};

// Cash, at a terminal or at a seat of the felt.
struct PutCredit {
    TerminalId terminal;
    StayId stay;
    Money amount;
};

// Nothing as the amount: all of it.
struct PayCredit {
    TerminalId terminal;
    StayId stay;
    Money amount;
};

struct IssueTicket {
    TerminalId terminal;
    std::string number;
};

// At a terminal, or with none at the cage.
struct RedeemTicket {
    TerminalId terminal;
    std::string number;
};

struct CallAttendant {
    TerminalId terminal;
};

struct AnswerCall {
    TerminalId terminal;
};

struct UnlockTerminal {
    TerminalId terminal;
};

struct EnableTerminal {
    TerminalId terminal;
};

struct DisableTerminal {
    TerminalId terminal;
};

struct ReportTerminal {
    TerminalId terminal;
    bool online = false;
};

struct WalkAway {
    StayId stay;
};

struct PayUnclaimed {
    StayId stay;
};

struct CollectReceivable {
    StayId stay;
};

struct WaiveReceivable {
    StayId stay;
    std::string reason;
};

struct OpenBetting {};

// A terminal bets for its own stay; at a felt the stay is named. Staff say what they were told.
struct PlaceBets {
    StayId stay;
    std::vector<BetOrder> bets;
    std::string instruction;
};

struct WithdrawBets {
    StayId stay;
    std::vector<BetOrder> bets;  // nothing as the amount: all that lies there
};

struct RejectExcess {};

struct AdvisePlayer {
    StayId stay;
    rules::SpotId spot{};
};

struct CloseBetting {};

struct StartMix {};

struct EndMix {
    std::uint32_t mixes = 0;
};

// The hash of the close, which the tumbler signs its reading over.
struct ArmTumbler {
    Hash close_hash;
};

// What the tumbler has signed besides the round, the hash and the dice. Whoever hands it in has
// checked the signature; the journal keeps it, so that anybody can.
struct Proof {
    Hash key;                   // the public half of the tumbler's
    std::uint64_t counter = 0;  // of its results; only ever grows
    std::uint32_t mixes = 0;
    std::string signature;  // 128 hexadecimal digits

    friend bool operator==(const Proof&, const Proof&) = default;
};

struct ReportReading {
    std::uint64_t round = 0;
    Hash close_hash;
    rules::Roll roll = {1, 1, 1};
    std::optional<Proof> proof = {};
};

struct Uncover {
    bool flat = true;
};

struct CoverDice {};

// Die by die, as they lie. Shown before it is entered.
struct KeyDice {
    std::vector<std::uint8_t> dice;
};

// What was shown, and is now meant: the digest for a second person holds the dice.
struct EnterResult {
    rules::Roll roll = {1, 1, 1};
};

struct ReportLights {
    std::vector<rules::SpotId> lit;
};

struct NotePresence {};

struct SettleRound {};

struct ClearLights {};

// Where the chips are seen to lie.
struct ReportLayout {
    Moment moment = Moment::call;
    std::vector<Placement> positions;
};

struct Report {
    rules::Cause cause = rules::Cause::not_covered;
    std::string note;
};

struct DecideHold {
    Verdict verdict = Verdict::resume;
    std::string reason;
};

// Whether the dice were seen flat, and how they lay.
struct Certify {
    std::optional<rules::Roll> seen;
};

struct AmendRounds {
    std::vector<Amendment> amendments;
    rules::Cause cause = rules::Cause::wrong_result;
    std::string reason;
};

struct ResolveIncident {
    IncidentId incident;
    std::string note;
};

struct Authorise {
    Hash digest;
};

// What recovery says first: the power was gone.
struct Restart {};

// The hash of the secret that a simulated tumbler makes the round's dice from; before bets open.
struct CommitDice {
    std::uint64_t round = 0;
    Hash commitment;
};

// The secret itself, after the round.
struct RevealDice {
    std::uint64_t round = 0;
    Hash secret;
};

// A terminal's own key, with which it proves from then on who it is.
struct EnrolTerminal {
    TerminalId terminal;
    Hash key;
};

// The machine's clock was set: it should have shown one moment, and showed the other.
struct NoteClock {
    Instant expected;
    Instant found;
};

// What program this is, by the hash of its file.
struct CheckSoftware {
    Hash program;
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

// What is asked for. Its special members are compiled once
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
    // NOLINTNEXTLINE(google-explicit-constructor): an order is any of them
    Order(T choice) : OrderChoice(std::in_place_type<T>, std::move(choice)) {}

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
};

}  // namespace sicbo::table
