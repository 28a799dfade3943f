// SPDX-License-Identifier: MIT
// The facts of a round, and of what goes wrong in it. apply() changes the state as they say
// (table/engine.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "table/audience.h"
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

struct RoundBegun {
    std::uint64_t round = 0;
    Hash rules;
    DiceId dice;
    rules::MixerKind mixer = rules::MixerKind::tumbler;

    static constexpr Audience audience = Audience::table;
};

struct BettingOpened {
    std::optional<Instant> closes_at;

    static constexpr Audience audience = Audience::table;
};

struct BetsPlaced {
    StayId stay;
    std::vector<BetAnswer> answers;
    std::string instruction;

    static constexpr Audience audience = Audience::player;
};

struct BetsWithdrawn {
    StayId stay;
    std::vector<BetAnswer> answers;

    static constexpr Audience audience = Audience::player;
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

    static constexpr Audience audience = Audience::player;
};

// With the part of each bet that counts, in the order of the slips; none: all count in full.
struct BettingClosed {
    std::vector<Money> effective;
    std::vector<BetOrder> over;
};

struct MixStarted {
    static constexpr Audience audience = Audience::table;
};

struct MixEnded {
    std::uint32_t mixes = 0;

    static constexpr Audience audience = Audience::table;
};

struct TumblerArmed {
    Hash close_hash;

    static constexpr Audience audience = Audience::table;
};

struct ReadingTaken {
    rules::Roll roll = {1, 1, 1};

    static constexpr Audience audience = Audience::table;
};

struct DiceUncovered {
    bool flat = true;

    static constexpr Audience audience = Audience::table;
};

struct DiceCovered {
    static constexpr Audience audience = Audience::table;
};

struct DiceKeyed {
    rules::Roll roll = {1, 1, 1};

    static constexpr Audience audience = Audience::table;
};

struct ResultEntered {
    rules::Roll roll = {1, 1, 1};
    bool manual = false;

    static constexpr Audience audience = Audience::table;
};

struct LightsReported {
    std::vector<rules::SpotId> lit;
    bool right = false;

    static constexpr Audience audience = Audience::table;
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

    static constexpr Audience audience = Audience::table;
};

struct ReadingProved {
    Proof proof;

    static constexpr Audience audience = Audience::table;
};

struct DiceRevealed {
    std::uint64_t round = 0;
    Hash secret;

    static constexpr Audience audience = Audience::table;
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

}  // namespace sicbo::table
