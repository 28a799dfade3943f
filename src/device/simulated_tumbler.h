// A tumbler without dice: it speaks the protocol, makes its dice from a seed (device/dice.h), and
// can be told to misbehave in every way that a real one might.
//
// It has no clock and no socket: lines come in, and lines go out when their time has come. The same
// object serves inside the server and in a process of its own.
#pragma once

#include <deque>
#include <optional>

#include "core/time.h"
#include "device/dice.h"
#include "device/tumbler.h"

namespace sicbo::device {

enum class Misdeed : std::uint8_t {
    no_tumble,     // it is told to, and nothing moves
    fewer,         // two tumbles
    not_flat,      // a die leans
    exposed,       // the cover lifts while bets are open
    damaged,       // a die is damaged
    dome_broken,   // the dome breaks
    no_answer,     // it reads and says nothing
    nonsense,      // it says what nobody says
    other_round,   // its result is of another round
    replay,        // it says an old result again
    early,         // it reads before it is armed
    false_result,  // its dice are not those that it signed
};

class SimulatedTumbler {
public:
    struct Options {
        Hash seed;         // of its key and of its dice
        PublicKey server;  // whom it obeys
        std::int64_t tumble_milliseconds = 3'000;
    };
    explicit SimulatedTumbler(const Options& options);

    PublicKey public_key() const { return key_.public_key(); }

    // A new connection: everything is to be proved again.
    void connect();
    // Whether the other end has shown that it is the server.
    bool is_greeted() const { return proved_; }

    // False if the connection should end: whoever speaks is not whom it obeys.
    bool hear(std::string_view line, Instant at);

    // The next line whose time has come, without its line feed.
    std::optional<std::string> say(Instant at);
    std::optional<Instant> next() const;

    // From the next thing it does, until it has happened once.
    void misbehave(Misdeed misdeed) { misdeed_ = misdeed; }
    // In one of so many tumbles, again and again.
    void misbehave_every(Misdeed misdeed, std::uint64_t tumbles) {
        habit_ = misdeed;
        habit_every_ = tumbles;
    }

private:
    bool on(const Hello& message, Instant at);
    bool on(const Prove& message, Instant at);
    bool on(const Commit& message, Instant at);
    bool on(const Tumble& message, Instant at);
    bool on(const Arm& message, Instant at);
    bool on(const Reveal& message, Instant at);
    bool does(Misdeed misdeed);  // and then it is done
    void read(Instant at);
    void later(Instant at, std::string line) { lines_.push_back({at, std::move(line)}); }

    struct Line {
        Instant at;
        std::string text;
    };
    Options options_;
    Seed seed_;
    SigningKey key_;
    std::deque<Line> lines_;
    std::optional<Misdeed> misdeed_;
    std::optional<Misdeed> habit_;
    std::uint64_t habit_every_ = 1;
    std::uint64_t tumbled_times_ = 0;
    // of the connection
    TableId table_;
    Hash nonce_;
    Hash nonce_of_server_;
    bool proved_ = false;
    std::uint64_t counter_ = 0;
    // of the round
    std::uint64_t tumbled_ = 0;  // the round that it has tumbled for
    std::uint32_t tumbles_ = 0;
    std::optional<Arm> armed_;
    std::string last_result_;
};

}  // namespace sicbo::device

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<device::Misdeed> =
    std::to_array<std::string_view>({"no-tumble", "fewer", "not-flat", "exposed", "damaged", "dome-broken", "no-answer",
                                     "nonsense", "other-round", "replay", "early", "false-result"});
// clang-format on

}  // namespace sicbo
