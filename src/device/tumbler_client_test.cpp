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
    client.send(Arm{7, sha256("close"), false, false, {}});
    client.send(Tumble{7});
    EXPECT_EQ(next<Tumbled>(client).tumbles, 3u);
    const auto reading = next<Reading>(client);
    EXPECT_EQ(reading.round, 7u);
    EXPECT_EQ(reading.counter, 42u);
    EXPECT_EQ(reading.close_hash, sha256("close"));
    client.send(Reveal{7});
    const auto revealed = next<Revealed>(client);
    EXPECT_EQ(commitment_of(revealed.secret), committed.commitment);
    EXPECT_EQ(roll_of(revealed.secret, 7, sha256("close")), reading.dice);
    // Asked again, it answers the same.
    client.send(Arm{7, sha256("close"), true, false, {}});
    const auto again = next<Reading>(client);
    EXPECT_EQ(again.dice, reading.dice);
    EXPECT_EQ(again.counter, 43u);
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
    const std::string welcome = write_line(Welcome{expected, sha256("nonce"), true, zeros + zeros});
    for (const std::vector<std::string>& lines : {
             std::vector<std::string>{write_line(FromTumbler(Ready{}))},
             {write_line(FromTumbler(Tumbled{1, 3}))},
             {welcome},
             {write_line(FromTumbler(Welcome{sha256("other"), {}, true, {}}))},
             {"{"},
             {R"({"type":"reading"})"},
             {R"({"type":"ready","more":1})"},
             {std::string(5'000, ' ')},
         }) {
        TumblerClient client({TableId{1}, server_key, expected, true},
                             std::make_unique<ScriptedTransport>(lines));
        EXPECT_FALSE(client.receive(0, {})) << lines.front();
        EXPECT_FALSE(client.is_ready());
    }
}

TEST(TumblerClients, KeepATumblerConnectedThatReportsAFailure) {
    const PublicKey expected = SimulatedTumbler(tumbler_options()).public_key();
    TumblerClient client({TableId{1}, server_key, expected, true},
                         std::make_unique<ScriptedTransport>(
                             std::vector{write_line(FromTumbler(Failure{"the lid is open"})),
                                         write_line(FromTumbler(Failure{"no dice"}))}));
    EXPECT_EQ(next<Failure>(client).reason, "the lid is open");
    EXPECT_EQ(next<Failure>(client).reason, "no dice");  // of the same connection
}

TEST(SimulatedTumblers, ObeyTheirOwnServerAlone) {
    SimulatedTumbler tumbler(tumbler_options());
    tumbler.connect();
    EXPECT_FALSE(tumbler.handle_line(write_line(ToTumbler(Tumble{1})), {}));  // before the greeting
    const SigningKey other = key_of(sha256("another"));
    EXPECT_FALSE(
        tumbler.handle_line(write_line(ToTumbler(Hello{{1}, other.public_key(), {}, 0})), {}));
    EXPECT_TRUE(
        tumbler.handle_line(write_line(ToTumbler(Hello{{1}, server_key.public_key(), {}, 0})), {}));
    const auto welcome = std::get<Welcome>(read_from_tumbler(*tumbler.next_line({})).value());
    const std::string text = greeting("server", {1}, {}, welcome.nonce);
    EXPECT_FALSE(tumbler.handle_line(write_line(ToTumbler(Prove{sign(other, text)})), {}));
    EXPECT_TRUE(tumbler.handle_line(write_line(ToTumbler(Prove{sign(server_key, text)})), {}));
    // An order to arm that somebody else signed, or that is of another connection.
    Arm arm{1, sha256("close"), true, true, {}};
    arm.signature = sign(other, signed_part(arm, {1}, welcome.nonce));
    EXPECT_FALSE(tumbler.handle_line(write_line(ToTumbler(arm)), {}));
    arm.signature = sign(server_key, signed_part(arm, {1}, sha256("an older nonce")));
    EXPECT_FALSE(tumbler.handle_line(write_line(ToTumbler(arm)), {}));
}

}  // namespace
}  // namespace sicbo::device
