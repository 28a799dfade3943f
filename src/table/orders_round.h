// SPDX-License-Identifier: MIT
// The orders that move a round on, and those for what goes wrong in it. decide() says whether one
// is followed (table/engine.h); table/authority.cpp says who may give it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "table/codecs.h"
#include "table/words.h"

namespace sicbo::table {

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

}  // namespace sicbo::table
