// SPDX-License-Identifier: MIT
// A tumbler without dice, for training tables and tests: it speaks the protocol, derives its dice
// from a seed (device/dice.h), and fails on request in every way that a real tumbler might.
//
// It has no clock and no socket: the caller passes lines and times in and takes lines out. The same
// class serves inside the server and in `sicbo tumbler`. One thread at a time may use an object.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/time.h"
#include "device/dice.h"
#include "device/tumbler.h"

namespace sicbo::device {

enum class TumblerFault : std::uint8_t {
    no_tumble,     // it ignores the order to tumble
    fewer,         // it tumbles twice instead of three times
    not_flat,      // a die leans
    exposed,       // the cover lifts while bets are open
    damaged,       // a die is damaged
    dome_broken,   // the dome breaks
    no_answer,     // it never sends its reading
    nonsense,      // it sends an invalid message
    other_round,   // its reading names another round
    replay,        // it sends an old reading again
    early,         // it sends a reading before it is armed
    false_result,  // the dice it sends are not those that it signed
    lost_line,     // the line with its reading is lost on the way
};

class SimulatedTumbler {
public:
    struct Options {
        Hash seed;         // its key and its dice are derived from this
        PublicKey server;  // the only server that it obeys
        std::int64_t tumble_milliseconds = 3'000;
    };
    explicit SimulatedTumbler(const Options& options);

    PublicKey public_key() const { return key_.public_key(); }

    // Starts a new connection: both sides must prove their keys again, and queued lines are lost.
    void connect();
    // The same with a line that was made by new_line(), and on which the server may have proved its
    // key already.
    void connect(SecureLine line);
    // Returns the tumbler's end of a connection that has proved nothing yet.
    SecureLine new_line() const;
    // Returns true once the server has proved its key on this connection.
    bool is_authenticated() const { return line_ && line_->is_open(); }

    // Handles one line of the server, given without its line feed. Returns false if the caller must
    // send what next_line() still holds and end the connection: the line was invalid, or the other
    // side is not the server. A line that is not proved to be the server's changes nothing.
    bool handle_line(std::string_view line, Instant at);

    // The last round of each table that is over. A tumbler of its own keeps them over its restarts.
    using EndedRounds = std::map<TableId, std::uint64_t>;
    const EndedRounds& ended_rounds() const { return ended_; }
    void set_ended_rounds(EndedRounds rounds) { ended_ = std::move(rounds); }

    // Takes the next line that is due at `at`, without its line feed; nothing if none is.
    std::optional<std::string> next_line(Instant at);
    // When the next queued line is due; nothing if none is queued.
    std::optional<Instant> next_line_at() const;

    // The next action that can fail in this way does so, once.
    void inject_fault(TumblerFault fault) { fault_ = fault; }
    // Every `tumbles`th tumble fails in this way, without end. `tumbles` must be at least 1.
    void inject_fault_every(TumblerFault fault, std::uint64_t tumbles) {
        check(tumbles >= 1);
        recurring_fault_ = fault;
        recurring_every_ = tumbles;
    }

private:
    bool handle_text(std::string_view text, Instant at);
    bool handle(const Begin& message, Instant at);
    bool handle(const Commit& message, Instant at);
    bool handle(const Tumble& message, Instant at);
    bool handle(const Count& message, Instant at);
    bool handle(const Arm& message, Instant at);
    bool handle(const End& message, Instant at);
    bool handle(const Reveal& message, Instant at);
    bool is_over(std::uint64_t round) const;
    bool has_tumbled(std::uint64_t round, std::uint32_t before) const;
    bool refuse(std::uint64_t round, Trouble trouble, Instant at);
    bool take_fault(TumblerFault fault);  // true if that fault was injected, which uses it up
    void send_reading(Instant at);
    void enqueue(Instant due, const FromTumbler& message);
    void enqueue_text(Instant due, std::string text);

    struct QueuedLine {
        Instant due;
        std::string text;
        bool sealed = true;  // when it is sent; the lines that open a connection are not
        bool lost = false;   // on the way, by a fault
    };
    Options options_;
    Seed seed_;
    SigningKey key_;
    std::deque<QueuedLine> lines_;
    std::optional<TumblerFault> fault_;
    std::optional<TumblerFault> recurring_fault_;
    std::uint64_t recurring_every_ = 1;
    std::uint64_t tumble_count_ = 0;
    // Of the connection.
    std::optional<SecureLine> line_;
    TableId table_;              // 0 before Begin
    std::uint64_t counter_ = 0;  // of the last reading
    // Of the round.
    std::uint64_t tumbled_round_ = 0;   // the last round that it tumbled for
    std::uint32_t tumbled_before_ = 0;  // how many tumbles that round had by then
    std::uint32_t tumbles_ = 0;
    Instant at_rest_;
    std::optional<Arm> armed_;
    std::string last_reading_;
    // Over all connections.
    EndedRounds ended_;
    std::map<TableId, std::pair<std::uint64_t, Hash>> close_hashes_;  // of the last round armed
    std::vector<Alarm> refused_;  // reported on every connection until a later round begins
};

}  // namespace sicbo::device

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<device::TumblerFault> =
    std::to_array<std::string_view>({
        "no-tumble", "fewer", "not-flat", "exposed", "damaged", "dome-broken", "no-answer",
        "nonsense", "other-round", "replay", "early", "false-result", "lost-line"});
// clang-format on

}  // namespace sicbo
