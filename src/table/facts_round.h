// SPDX-License-Identifier: MIT
// The facts of a round and of its irregularities. apply() changes the state as a fact says
// (table/engine.h). Fields without a comment are those of the order (orders_round.h).
//
// The last facts, from Restarted on, were added later; some of them are about the property.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "table/audience.h"
#include "table/command.h"

namespace sicbo::table {

// The answer to one bet of a batch: how much was accepted. `reason` says why that is less than was
// asked; none if all was accepted.
struct BetAnswer {
    rules::SpotId spot{};
    Money asked;
    Money accepted;
    std::optional<Reason> reason;
};

// A round that was amended; `roll` and `stay` as in Amendment. `back` is what each bet gets now,
// stake included, in the order of the bet slips.
struct Amended {
    std::uint64_t round = 0;
    std::optional<rules::Roll> roll;
    std::optional<StayId> stay;
    std::vector<Money> back;
};

// A round began. `rules` is the hash of its rule set; `dice` is the set in the mixer.
struct RoundBegun {
    std::uint64_t round = 0;
    Hash rules;
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;

    static constexpr Audience audience = Audience::table;
};

// Betting is open. `closes_at` is none if the dealer closes it.
struct BettingOpened {
    std::optional<Instant> closes_at;

    static constexpr Audience audience = Audience::table;
};

// Bets of the stay were placed; at least one answer has an accepted amount.
struct BetsPlaced {
    StayId stay;
    std::vector<BetAnswer> answers;
    std::string instruction;

    static constexpr Audience audience = Audience::player;
};

// Bets of the stay were withdrawn; `accepted` of an answer is what was returned.
struct BetsWithdrawn {
    StayId stay;
    std::vector<BetAnswer> answers;

    static constexpr Audience audience = Audience::player;
};

// Chips over a shared limit were rejected and returned.
struct ExcessRejected {
    std::vector<Placement> rejections;
};

// A box, or the difference between two boxes, is over its limit by `over`; the limit is advisory.
struct LimitWarned {
    rules::SpotId spot{};
    Money over;
};

// The player's stake on the spot is below the minimum; the limit is advisory, or the excess above
// it was rejected.
struct BelowMinimumWarned {
    StayId stay;
    rules::SpotId spot{};
};

// The dealer has advised the player about the bet on the spot.
struct PlayerAdvised {
    StayId stay;
    rules::SpotId spot{};
};

// A bet, or its withdrawal, after the close. It was refused, and is recorded.
struct LateAttempt {
    StayId stay;
    std::vector<BetOrder> bets;
    bool withdrawal = false;

    static constexpr Audience audience = Audience::player;
};

// Betting is closed. `effective` is the part of each stake that counts, in the order of the slips;
// empty: all stakes count in full. `over` is by how much boxes stay over their limits.
struct BettingClosed {
    std::vector<Money> effective;
    std::vector<BetOrder> over;

    static constexpr Audience audience = Audience::bettors;
};

// The tumble or shake began.
struct MixStarted {
    static constexpr Audience audience = Audience::table;
};

// The tumble or shake ended.
struct MixEnded {
    std::uint32_t mixes = 0;

    static constexpr Audience audience = Audience::table;
};

// The tumbler was armed for the close with this hash.
struct TumblerArmed {
    Hash close_hash;

    static constexpr Audience audience = Audience::table;
};

// The tumbler has read the dice. The reading is not the result yet.
struct ReadingTaken {
    rules::Roll roll = {1, 1, 1};

    static constexpr Audience audience = Audience::table;
};

// The dice were uncovered.
struct DiceUncovered {
    bool flat = true;

    static constexpr Audience audience = Audience::table;
};

// The dice were covered again.
struct DiceCovered {
    static constexpr Audience audience = Audience::table;
};

// The dealer has keyed the dice. They are not the result yet.
struct DiceKeyed {
    rules::Roll roll = {1, 1, 1};

    static constexpr Audience audience = Audience::table;
};

// The round has a result. `manual` is true if people entered it, and not as it was read.
struct ResultEntered {
    rules::Roll roll = {1, 1, 1};
    bool manual = false;

    static constexpr Audience audience = Audience::table;
};

// The spots that are lit. `right` is true if they are the winning spots.
struct LightsReported {
    std::vector<rules::SpotId> lit;
    bool right = false;

    static constexpr Audience audience = Audience::table;
};

// The lights failed: the round goes on without them.
struct LightsFailed {
    static constexpr Audience audience = Audience::bettors;
};

// A supervisor is present.
struct PresenceNoted {
    static constexpr Audience audience = Audience::bettors;
};

// All bets are settled on the roll. `back` is what each bet gets, stake included, in the order of
// the bet slips.
struct RoundSettled {
    rules::Roll roll = {1, 1, 1};
    std::vector<Money> back;

    static constexpr Audience audience = Audience::bettors;
};

// The lights were cleared, and the round has ended.
struct LightsCleared {
    static constexpr Audience audience = Audience::bettors;
};

// Where chips were seen to lie. `agrees` is true if the bets say the same.
struct LayoutReported {
    Moment moment = Moment::call;
    std::vector<Placement> positions;
    bool agrees = false;
};

// The round ended without a result; all stakes were returned.
struct RoundVoided {
    rules::Cause cause = rules::Cause::not_covered;
    std::string reason;

    static constexpr Audience audience = Audience::bettors;
};

// All bets of one stay were returned; the round goes on.
struct BetsReturned {
    StayId stay;
    std::string reason;
};

// An incident was raised. `round` is 0 between rounds; `resolves` is the least role that may
// resolve it.
struct IncidentRaised {
    IncidentId incident;
    std::uint64_t round = 0;
    rules::Cause cause = rules::Cause::not_covered;
    rules::Role resolves = rules::Role::supervisor;
    std::string note;
};

// An incident was resolved.
struct IncidentResolved {
    IncidentId incident;
    std::string note;
};

// The round is held until people decide (DecideHold) or certify (Certify).
struct HoldPlaced {
    rules::Cause cause = rules::Cause::not_covered;
    std::string reason;
};

// People decided about a round that was held.
struct HoldDecided {
    Verdict verdict = Verdict::resume;
    std::string reason;
};

// What was seen of the dice was certified, by people or, at a training table, by the system. `seen`
// is none if nothing was.
struct Certified {
    std::optional<rules::Roll> seen;
};

// Rounds whose bets were settled were amended; the last of them may still be in play (its lights
// are not cleared). The postings move the differences.
struct RoundsAmended {
    std::vector<Amended> rounds;
    rules::Cause cause = rules::Cause::wrong_result;
    std::string reason;
};

// The first person gave an order that takes two. Nothing of it is executed until a second person
// names the digest, before `expires_at`.
struct AuthorisationRequested {
    Hash digest;
    Command command;
    Instant expires_at;
};

// A second person authorised the command; the events that follow are those of the command. `first`
// gave it.
struct Authorised {
    Hash digest;
    Actor first;
    rules::Role first_role = rules::Role::dealer;
};

// The server started. Orders that waited for a second person are dropped.
struct Restarted {};

// A simulated tumbler has committed itself to the dice of the round.
struct DiceCommitted {
    std::uint64_t round = 0;
    Hash commitment;

    static constexpr Audience audience = Audience::table;
};

// The proof of the reading.
struct ReadingProved {
    Proof proof;

    static constexpr Audience audience = Audience::table;
};

// The secret behind the commitment was published.
struct DiceRevealed {
    std::uint64_t round = 0;
    Hash secret;

    static constexpr Audience audience = Audience::table;
};

// Staff withdrew bets of the stay at the player's instruction; BetsWithdrawn precedes it.
struct InstructionRecorded {
    StayId stay;
    std::string instruction;

    static constexpr Audience audience = Audience::player;
};

// Bets were returned after the close, so that other shares of the stakes count; the fields are
// those of BettingClosed.
struct SharesRecomputed {
    std::vector<Money> effective;
    std::vector<BetOrder> over;
};

// The same for a round that is settled already; its amendment follows.
struct PastSharesRecomputed {
    std::uint64_t round = 0;
    std::vector<Money> effective;
    std::vector<BetOrder> over;
};

// Whoever starts the mix confirmed that the cover or lid is on.
struct CoverConfirmed {
    static constexpr Audience audience = Audience::table;
};

// The losing bets were collected; the payment follows.
struct BetsCollected {
    static constexpr Audience audience = Audience::table;
};

// Rounds were read back from the journal. The fields are those of RecallRounds.
struct RoundsRecalled {
    std::vector<std::uint64_t> rounds;
    std::string reason;
    std::string found;
};

// From here on orders are decided by this edition of the program's rules.
struct EditionBegun {
    std::uint32_t edition = 0;
};

// How the dice were seen and found after an interruption was certified.
struct DiceCertified {
    std::vector<SeenDie> dice;
    DiceCondition finding = DiceCondition::undisturbed;
    std::string note;
};

// The certified dice do not decide the round: the people who decide what the rules do not cover
// decide it. `cause` is the interruption.
struct HoldReferred {
    rules::Cause cause = rules::Cause::interrupted_closed;
};

// The terminal has this key from now on; an earlier one is replaced.
struct TerminalEnrolled {
    TerminalId terminal;
    Hash key;
};

// The machine's clock was set.
struct ClockJumped {
    Instant expected;
    Instant found;
};

// The program's file was hashed.
struct SoftwareChecked {
    Hash program;
    Hash rules;         // over the hashes of all adopted rule sets
    bool same = false;  // the program is the one of the previous check, or this is the first
};

// The table is retired: no order at it is accepted any more.
struct TableRetired {
    std::string reason;

    static constexpr Audience audience = Audience::table;
};

// The terminal is retired: it takes no bets, no credit and no key any more.
struct TerminalRetired {
    TerminalId terminal;
    std::string reason;
};

// The server uses a new key. The fields are those of ReplaceKey.
struct KeyReplaced {
    Key key = Key::journal;
    std::string before;
    std::string after;
    std::string signature;
};

}  // namespace sicbo::table
