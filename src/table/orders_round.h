// SPDX-License-Identifier: MIT
// The orders of a round and of its irregularities. decide() executes or refuses an order
// (table/engine.h); table/authority.cpp says who may give it, docs/authority.md lists it.
//
// The last orders, from Restart on, were added later. Some of them are about the property: a new
// order goes to the end of OrderChoice (table/command.h), whatever it is about.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "table/codecs.h"
#include "table/words.h"

namespace sicbo::table {

// An amount on a spot.
struct BetOrder {
    rules::SpotId spot{};
    Money amount;
};

// Chips of one player on one spot. Lists of placements are in the order in which the chips were put
// down.
struct Placement {
    StayId stay;
    rules::SpotId spot{};
    Money amount;
};

// What a round is to become: settled on `roll`, or with the bets of `stay` returned, or with
// neither: void. Never both.
struct Amendment {
    std::uint64_t round = 0;
    std::optional<rules::Roll> roll;
    std::optional<StayId> stay;
};

// Opens betting. Begins the round if this is the game's first step.
struct OpenBetting {};

// Places bets. `stay` is optional from a terminal, which bets for its own stay, and required at a
// felt. `instruction` is required from staff, who may bet only where the game allows it: the
// player's words.
struct PlaceBets {
    StayId stay;
    std::vector<BetOrder> bets;
    std::string instruction;
};

// Withdraws bets while betting is open. `stay` as in PlaceBets. Refused to staff, who record the
// player's words with WithdrawOnBehalf.
struct WithdrawBets {
    StayId stay;
    std::vector<BetOrder> bets;  // amount 0: the whole stake on the spot
};

// Rejects the chips that are over a shared limit, the last placed first.
struct RejectExcess {};

// Records that the dealer has advised a player about a bet below the minimum.
struct AdvisePlayer {
    StayId stay;
    rules::SpotId spot{};
};

// Closes betting. Given by the dealer, or by the system when the betting time is over.
struct CloseBetting {};

// Starts the tumble or shake. Begins the round if this is the game's first step.
struct StartMix {};

// Ends the tumble or shake. `mixes` is how many tumbles or shakes were counted since StartMix.
struct EndMix {
    std::uint32_t mixes = 0;
};

// Given by the server when betting has closed. `close_hash` is the hash of the event that closed
// it; the tumbler signs its reading over it.
struct ArmTumbler {
    Hash close_hash;
};

// What the tumbler has signed besides the round, the hash and the dice. The caller has verified the
// signature; the journal keeps it, so that anybody can verify it again.
struct Proof {
    Hash key;                   // the tumbler's public key
    std::uint64_t counter = 0;  // of the tumbler's results; never repeats or decreases
    std::uint32_t mixes = 0;    // tumbles that it counted
    std::string signature;      // 128 hexadecimal digits

    friend bool operator==(const Proof&, const Proof&) = default;
};

// The dice that the tumbler has read for the round. Must name the hash that it was armed with.
// `proof` is none if the tumbler does not sign.
struct ReportReading {
    std::uint64_t round = 0;
    Hash close_hash;
    rules::Roll roll = {1, 1, 1};
    std::optional<Proof> proof = {};
};

// Uncovers the dice. `flat` is false if a die does not lie flat.
struct Uncover {
    bool flat = true;
};

// Covers the dice again, after all bets are paid.
struct CoverDice {};

// The dice as the dealer keys them, in the order in which they lie. The console shows them;
// EnterResult makes them the result.
struct KeyDice {
    std::vector<std::uint8_t> dice;
};

// Makes the keyed dice, or else the reading, the result of the round. `roll` must equal them, so
// that the digest which a second person authorises contains the dice.
struct EnterResult {
    rules::Roll roll = {1, 1, 1};
};

// The spots that are lit after the result was entered.
struct ReportLights {
    std::vector<rules::SpotId> lit;
};

// Records that a supervisor is present, where a round may only then be settled.
struct NotePresence {};

// Settles the round on its result: collects, then pays.
struct SettleRound {};

// Clears the lights, which ends a settled round where the game has this step.
struct ClearLights {};

// Where the chips lie on the felt at the moment, as people or a camera see it; compared with the
// bets.
struct ReportLayout {
    Moment moment = Moment::call;
    std::vector<Placement> positions;
};

// Reports an irregularity. The rule of the game for the cause decides what follows. `note` may be
// empty, unless the rule holds the round.
struct Report {
    rules::Cause cause = rules::Cause::not_covered;
    std::string note;
};

// Decides what becomes of a round that is held for a cause that the rules do not cover. Takes two
// people.
struct DecideHold {
    Verdict verdict = Verdict::resume;
    std::string reason;
};

// Certifies what was seen of the dice of a round that an interruption has held. `seen`: the dice as
// they lay flat; none: nobody saw them.
struct Certify {
    std::optional<rules::Roll> seen;
};

// Corrects or voids rounds that have ended, or the round in play. Takes two people. All amendments
// are made, or none.
struct AmendRounds {
    std::vector<Amendment> amendments;
    rules::Cause cause = rules::Cause::wrong_result;
    std::string reason;
};

// Resolves an incident. `note` says how.
struct ResolveIncident {
    IncidentId incident;
    std::string note;
};

// Given by the second person for an order that takes two. `digest` is that of the first person's
// command.
struct Authorise {
    Hash digest;
};

// Given by the server once at every start, before any other command. Its decision applies the law
// of interruptions to each round in play (docs/interruptions.md).
struct Restart {};

// The hash of the secret from which a simulated tumbler makes the dice of the round. Refused once
// betting is open: a later commitment proves nothing.
struct CommitDice {
    std::uint64_t round = 0;
    Hash commitment;
};

// The secret of a round that has ended, settled or void. Its hash must be the commitment.
struct RevealDice {
    std::uint64_t round = 0;
    Hash secret;
};

// WithdrawBets by staff, who record the player's words as for PlaceBets.
struct WithdrawOnBehalf {
    StayId stay;
    std::vector<BetOrder> bets;  // amount 0: the whole stake on the spot
    std::string instruction;
};

// One die of an interrupted round, as people saw it.
struct SeenDie {
    Sight sight = Sight::not_seen;  // before the interruption
    std::uint8_t face = 0;          // 0: not known
    PersonId by;                    // who saw it; 0: nobody

    friend bool operator==(const SeenDie&, const SeenDie&) = default;
};

// Returns true if the face of the die counts: the die was seen flat, or nobody has moved the dice.
constexpr bool counts_as_seen(const SeenDie& die, DiceCondition finding) {
    return die.sight == Sight::flat || finding == DiceCondition::undisturbed;
}

// Certifies how the three dice of a round that an interruption has held were seen and found. The
// rules decide what follows: the round is settled on the dice, void, or referred to the people who
// decide what the rules do not cover. `note` says how the dice were established; may be empty.
struct CertifyDice {
    std::vector<SeenDie> dice;
    DiceCondition finding = DiceCondition::undisturbed;
    std::string note;
};

// Decides that a round which CertifyDice has referred is settled on these dice. Takes two people.
struct ConcludeHold {
    rules::Roll roll = {1, 1, 1};
    std::string reason;
};

// Gives the terminal a key, with which it authenticates from then on. Programs before EnrolByCode
// gave it; it is refused once anybody has asked for an enrolment (RequestEnrolment).
struct EnrolTerminal {
    TerminalId terminal;
    Hash key;
};

// Given by the server when the machine's clock was set: the time that it should have shown, and the
// time that it showed.
struct NoteClock {
    Instant expected;
    Instant found;
};

// Given by the server with the hash of the program's file: at the start, every day, and when staff
// ask for it.
struct CheckSoftware {
    Hash program;
};

// Retires the table for good: no order at it is accepted any more. The table must be closed, with
// no money of players, no open incident and no order that waits for a second person.
struct RetireTable {
    std::string reason;
};

// Retires the terminal for good: it takes no bets, no credit and no key any more. Nobody may have
// bets, credit, unclaimed money or a debt there. Its number is not used again.
struct RetireTerminal {
    TerminalId terminal;
    std::string reason;
};

// StartMix by a person who confirms that the cover or lid is on the dice.
struct StartCoveredMix {};

// Records that the dealer has collected the losing bets; SettleRound pays then. The books move all
// money at the payment.
struct CollectBets {};

// Reads rounds that the state no longer has back from the journal, so that they can be amended.
// Takes two people. `found` is what the journal has of them, as write_records() writes it
// (table/recall.h); the server fills it in, whatever the client sent.
struct RecallRounds {
    std::vector<std::uint64_t> rounds;  // in ascending order
    std::string reason;
    std::string found;
};

// Given by the server when it begins to decide by a later edition of the program's rules
// (edition_now in table/state.h). Orders are audited by the edition in force when they were given.
struct BeginEdition {
    std::uint32_t edition = 0;
};

// Given by the server when it begins to use a new key. `before` and `after` are the public halves;
// `before` and `signature` are empty if the old key was lost. docs/formats/journal.md says what the
// old key signs.
struct ReplaceKey {
    Key key = Key::journal;
    std::string before;
    std::string after;
    std::string signature;
};

// Given by the server or a device: somebody must look into this at the table. `note` says what was
// found. The same alarm is not raised again while its incident is not resolved.
struct RaiseAlarm {
    AlarmKind kind = AlarmKind::early_reveal;
    std::string note;
};

// Given by the server at a start whose clock contradicts the journal, or no longer does: the time
// of the last event, and the time that the machine showed. `accepted`: a person has said that the
// table goes on with it.
struct NoteStartClock {
    Instant last;
    Instant found;
    bool accepted = false;
};

// A file that the program consists of besides its own: a shared library, by its name.
struct SoftwarePart {
    std::string name;
    Hash hash;

    friend bool operator==(const SoftwarePart&, const SoftwarePart&) = default;
};

// Given by the server with CheckSoftware: the hashes of the shared libraries that are loaded,
// sorted by name, and of the pages that the program serves.
struct CheckParts {
    std::vector<SoftwarePart> libraries;
    Hash pages;
};

}  // namespace sicbo::table
