// SPDX-License-Identifier: MIT
#include "device/tumbler_client.h"

#include <gtest/gtest.h>

namespace sicbo::device {
namespace {

const SigningKey server_key = key_of(sha256("the server"));

SimulatedTumbler::Options tumbler_options() {
    return {sha256("the tumbler"), server_key.public_key(), 0};
}

TumblerClient make_client(bool training = true) {
    const PublicKey expected = SimulatedTumbler(tumbler_options()).public_key();
    return {{TableId{1}, server_key, expected, training},
            make_simulated_transport(tumbler_options(), [] { return Instant(); })};
}

// The next message, which must be a T.
template <class T>
T next(TumblerClient& client) {
    const auto message = client.receive(0, {});
    EXPECT_TRUE(message && *message) << (message ? "nothing" : message.error().text());
    return message && *message ? std::get<T>(**message) : T();
}

TEST(TumblerClients, AuthenticateAndPlayARound) {
    TumblerClient client = make_client();
    EXPECT_FALSE(client.is_ready());
    EXPECT_FALSE(client.receive(41, {}).value());
    ASSERT_TRUE(client.is_ready());
    client.send(Commit{7});
    const auto committed = next<Committed>(client);
    client.send(Arm{7, sha256("close"), false, false});
    client.send(Tumble{7, 0});
    EXPECT_EQ(next<Tumbled>(client).tumbles, 3u);
    const auto reading = next<Reading>(client);
    EXPECT_EQ(reading.round, 7u);
    EXPECT_EQ(reading.counter, 42u);
    EXPECT_EQ(reading.close_hash, sha256("close"));
    client.send(End{7});
    client.send(Reveal{7});
    const auto revealed = next<Revealed>(client);
    EXPECT_EQ(commitment_of(revealed.secret), committed.commitment);
    EXPECT_EQ(roll_of(revealed.secret, 7, sha256("close")), reading.dice);
}

TEST(TumblerClients, GetTheSameAnswerWhenTheyAskAgain) {
    TumblerClient client = make_client();
    EXPECT_FALSE(client.receive(0, {}).value());
    client.send(Tumble{7, 0});
    EXPECT_EQ(next<Tumbled>(client).tumbles, 3u);
    client.send(Arm{7, sha256("close"), true, false});
    const auto reading = next<Reading>(client);
    client.send(Arm{7, sha256("close"), true, false});
    const auto again = next<Reading>(client);
    EXPECT_EQ(again.dice, reading.dice);
    EXPECT_EQ(again.counter, reading.counter + 1);
    client.send(Count{7, 0});
    EXPECT_EQ(next<Tumbled>(client).tumbles, 3u);
    client.send(Count{7, 3});  // of a second tumble, which was not asked for
    EXPECT_EQ(next<Tumbled>(client).tumbles, 0u);
    client.send(Tumble{7, 0});  // made already
    EXPECT_EQ(next<Tumbled>(client).tumbles, 3u);
}

// Whoever has the server's key, a thief included, is told no dice of a round in play; and what
// discloses them ends the round.
TEST(TumblerClients, RaiseAnAlarmWhenDiceOfARoundInPlayAreAskedFor) {
    TumblerClient client = make_client();
    EXPECT_FALSE(client.receive(0, {}).value());
    client.send(Commit{7});
    (void)next<Committed>(client);
    client.send(Tumble{7, 0});
    (void)next<Tumbled>(client);
    client.send(Reveal{7});
    auto alarm = next<Alarm>(client);
    EXPECT_EQ(alarm.trouble, Trouble::early_reveal);
    EXPECT_EQ(alarm.round, 7u);
    // The next connection, which may be the real server's, hears of it too.
    client.reconnect();
    EXPECT_EQ(next<Alarm>(client).trouble, Trouble::early_reveal);
    // Dice that were read for a made-up close can't be read for the true one.
    client.send(Arm{7, sha256("made up"), true, true});
    (void)next<Reading>(client);
    client.send(Arm{7, sha256("close"), true, true});
    EXPECT_EQ(next<Alarm>(client).trouble, Trouble::armed_twice);
    // A round that is over stays over.
    client.send(End{7});
    client.send(Arm{7, sha256("made up"), true, true});
    alarm = next<Alarm>(client);
    EXPECT_EQ(alarm.trouble, Trouble::ended_round);
    client.send(Reveal{7});
    EXPECT_EQ(next<Revealed>(client).round, 7u);
    client.send(Reveal{8});
    EXPECT_EQ(next<Alarm>(client).round, 8u);
}

TEST(TumblerClients, RefuseASimulatedTumblerOutsideTraining) {
    TumblerClient client = make_client(false);
    const auto refused = client.receive(0, {});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().what.find("training"), std::string::npos);
    EXPECT_FALSE(client.is_ready());
}

// A transport that receives the given lines.
class ScriptedTransport : public TumblerTransport {
public:
    explicit ScriptedTransport(std::vector<std::string> lines) : lines_(std::move(lines)) {}
    std::uint64_t connection() override { return 1; }
    void send(std::string) override {}
    std::optional<std::string> receive(Instant) override {
        if (lines_.empty()) return std::nullopt;
        std::string line = lines_.front();
        lines_.erase(lines_.begin());
        return line;
    }
    void disconnect() override { lines_.clear(); }

private:
    std::vector<std::string> lines_;
};

TEST(TumblerClients, DisconnectATumblerThatIsNotAuthenticated) {
    const PublicKey expected = SimulatedTumbler(tumbler_options()).public_key();
    const std::string zeros(64, '0');
    const std::string start = R"({"type":"welcome","key":")" + to_text(expected) +
                              R"(","fresh":")" + to_text(sha256("fresh")) + "\"";
    for (const std::vector<std::string>& lines : {
             std::vector<std::string>{write_line(FromTumbler(Ready{true}))},
             {write_line(FromTumbler(Tumbled{1, 3}))},
             {write_line(FromTumbler(Failure{"the lid is open"}))},
             {start + R"(,"signature":")" + zeros + zeros + "\"}"},
             {start + "}"},
             {"{"},
             {std::string(9'000, ' ')},
         }) {
        TumblerClient client({TableId{1}, server_key, expected, true},
                             std::make_unique<ScriptedTransport>(lines));
        EXPECT_FALSE(client.receive(0, {})) << lines.front();
        EXPECT_FALSE(client.is_ready());
        EXPECT_FALSE(client.receive(0, {}).value());  // what else comes is not looked at
    }
}

// Passes lines between a client and a simulated tumbler, as somebody in the middle might.
class MiddleTransport : public TumblerTransport {
public:
    using Meddle = std::function<std::vector<std::string>(std::string line)>;

    MiddleTransport(SimulatedTumbler& tumbler, Meddle to_tumbler, Meddle from_tumbler)
        : tumbler_(tumbler), to_(std::move(to_tumbler)), from_(std::move(from_tumbler)) {
        tumbler_.connect();
    }
    std::uint64_t connection() override { return connection_; }
    void send(std::string line) override {
        for (const std::string& sent : to_(std::move(line))) {
            if (!tumbler_.handle_line(sent, {})) return disconnect();
            while (const auto answer = tumbler_.next_line({})) {
                for (std::string& passed : from_(*answer)) lines_.push_back(std::move(passed));
            }
        }
    }
    std::optional<std::string> receive(Instant) override {
        if (lines_.empty()) return std::nullopt;
        std::string line = lines_.front();
        lines_.erase(lines_.begin());
        return line;
    }
    void disconnect() override {
        ++connection_;
        lines_.clear();
        tumbler_.connect();
    }

private:
    SimulatedTumbler& tumbler_;
    Meddle to_;
    Meddle from_;
    std::uint64_t connection_ = 1;
    std::vector<std::string> lines_;
};

// Plays a round with somebody in the middle who acts on the lines of the tumbler once it is open.
// Returns what the client received, and counts the connections.
struct Outcome {
    std::vector<FromTumbler> messages;
    int broken = 0;
};
Outcome play_with(const std::function<std::vector<std::string>(int number, std::string)>& meddle) {
    SimulatedTumbler tumbler(tumbler_options());
    int number = 0;  // of the tumbler's lines; the first two open the connection
    const auto pass = [](std::string line) { return std::vector{std::move(line)}; };
    TumblerClient client({TableId{1}, server_key, tumbler.public_key(), true},
                         std::make_unique<MiddleTransport>(tumbler, pass, [&](std::string line) {
                             return meddle(++number, std::move(line));
                         }));
    Outcome outcome;
    const auto collect = [&] {
        while (true) {
            auto message = client.receive(0, {});
            if (!message) {
                ++outcome.broken;
                continue;  // it connects again
            }
            if (!*message) return;
            outcome.messages.push_back(std::move(**message));
        }
    };
    collect();
    for (int attempts = 0; attempts < 4; ++attempts) {
        if (client.is_ready()) client.send(Tumble{7, 0});
        collect();
        if (client.is_ready()) client.send(Arm{7, sha256("close"), true, false});
        collect();
    }
    return outcome;
}

template <class T>
int count_of(const Outcome& outcome) {
    return static_cast<int>(std::ranges::count_if(outcome.messages, [](const FromTumbler& message) {
        return std::holds_alternative<T>(message);
    }));
}

TEST(TumblerClients, LoseNothingToSomebodyInTheMiddle) {
    const auto plain = [](const FromTumbler& message) { return write_line(message); };
    std::vector<std::string> seen;
    using Lines = std::vector<std::string>;
    // Lines 1 and 2 are the welcome and Ready, 3 is Tumbled, 4 is the reading.
    const std::vector<std::function<Lines(int, std::string)>> attacks = {
        [&](int n, std::string line) { return n == 4 ? Lines() : Lines{std::move(line)}; },
        [&](int n, std::string line) {
            return n == 4 ? Lines{plain(Alarm{7, Trouble::damaged_dice})} : Lines{std::move(line)};
        },
        [&](int n, std::string line) {
            return n == 3 ? Lines{plain(Tumbled{7, 0})} : Lines{std::move(line)};
        },
        [&](int n, std::string line) {
            seen.push_back(line);
            return n == 4 ? Lines{seen[2]} : Lines{std::move(line)};
        },
        [&](int n, std::string line) { return n == 4 ? Lines{line, line} : Lines{line}; },
        [&](int n, std::string line) {
            return n == 4 ? Lines{line.substr(0, line.size() / 2)} : Lines{line};
        },
    };
    for (std::size_t i = 0; i < attacks.size(); ++i) {
        seen.clear();
        const Outcome outcome = play_with(attacks[i]);
        EXPECT_GE(outcome.broken, 1) << i;
        EXPECT_GE(count_of<Reading>(outcome), 1) << i;
        EXPECT_EQ(count_of<Alarm>(outcome), 0) << i;
        for (const FromTumbler& message : outcome.messages) {
            if (const auto* tumbled = std::get_if<Tumbled>(&message))
                EXPECT_EQ(tumbled->tumbles, 3u) << i;
        }
    }
    EXPECT_EQ(play_with([](int, std::string line) { return Lines{std::move(line)}; }).broken, 0);
}

TEST(SimulatedTumblers, ObeyTheirOwnServerAlone) {
    SimulatedTumbler tumbler(tumbler_options());
    tumbler.connect();
    EXPECT_FALSE(tumbler.handle_line(write_line(ToTumbler(Tumble{1, 0})), {}));
    tumbler.connect();
    SecureLine stranger({SecureLine::Side::initiator, std::string(tumbler_protocol),
                         key_of(sha256("another")), [](const PublicKey&) { return true; }});
    EXPECT_FALSE(tumbler.handle_line(stranger.start(), {}));
    EXPECT_FALSE(tumbler.next_line({}));
}

// Nobody who has not proved to be the server changes anything, not even the counter.
TEST(SimulatedTumblers, AreNotPoisonedByAnUnprovedCounter) {
    SimulatedTumbler tumbler(tumbler_options());
    const std::string huge = std::to_string((std::uint64_t{1} << 53) - 1);
    const std::string server = to_text(server_key.public_key());
    for (const std::string& line :
         {R"({"type":"hello","table":1,"key":")" + server + R"(","nonce":")" + server +
              R"(","results":)" + huge + "}",
          R"({"type":"hello","protocol":"sicbo-tumbler-v2","key":")" + server + R"(","fresh":")" +
              server + R"(","results":)" + huge + "}",
          R"({"type":"begin","table":1,"results":)" + huge + "}"}) {
        tumbler.connect();
        EXPECT_FALSE(tumbler.handle_line(line, {})) << line;
        // Nor after a hello that is taken, which proves nothing yet.
        tumbler.connect();
        SecureLine line_of_thief({SecureLine::Side::initiator, std::string(tumbler_protocol),
                                  server_key, [](const PublicKey&) { return true; }});
        EXPECT_TRUE(tumbler.handle_line(line_of_thief.start(), {}));
        EXPECT_FALSE(tumbler.is_authenticated());
        EXPECT_FALSE(tumbler.handle_line(line, {})) << line;
    }
    const auto pass = [](std::string line) { return std::vector{std::move(line)}; };
    TumblerClient client({TableId{1}, server_key, tumbler.public_key(), true},
                         std::make_unique<MiddleTransport>(tumbler, pass, pass));
    EXPECT_FALSE(client.receive(41, {}).value());
    ASSERT_TRUE(client.is_ready());
    client.send(Arm{7, sha256("close"), true, false});
    EXPECT_EQ(next<Reading>(client).counter, 42u);
}

}  // namespace
}  // namespace sicbo::device
