#include "device/link.h"

#include <gtest/gtest.h>

namespace sicbo::device {
namespace {

const SigningKey server_key = key_of(sha256("the server"));

SimulatedTumbler::Options tumbler_options() {
    return {sha256("the tumbler"), server_key.public_key(), 0};
}

Link make_link(bool training = true) {
    const PublicKey expected = SimulatedTumbler(tumbler_options()).public_key();
    return {{TableId{1}, server_key, expected, training},
            simulated_line(tumbler_options(), [] { return Instant(); })};
}

// What it says next.
template <class T>
T next(Link& link) {
    const auto message = link.receive(0, {});
    EXPECT_TRUE(message && *message) << (message ? "nothing" : message.error().text());
    return message && *message ? std::get<T>(**message) : T();
}

TEST(Links, GreetByThemselvesAndPlayARound) {
    Link link = make_link();
    EXPECT_FALSE(link.is_ready());
    EXPECT_FALSE(link.receive(41, {}).value());
    ASSERT_TRUE(link.is_ready());
    link.send(Commit{7});
    const auto committed = next<Committed>(link);
    link.send(Arm{7, sha256("close"), false, false, {}});
    link.send(Tumble{7});
    EXPECT_EQ(next<Tumbled>(link).tumbles, 3u);
    const auto reading = next<Reading>(link);
    EXPECT_EQ(reading.round, 7u);
    EXPECT_EQ(reading.counter, 42u);
    EXPECT_EQ(reading.close_hash, sha256("close"));
    link.send(Reveal{7});
    const auto revealed = next<Revealed>(link);
    EXPECT_EQ(commitment_of(revealed.secret), committed.commitment);
    EXPECT_EQ(roll_of(revealed.secret, 7, sha256("close")), reading.dice);
    // Asked again, it answers the same.
    link.send(Arm{7, sha256("close"), true, false, {}});
    const auto again = next<Reading>(link);
    EXPECT_EQ(again.dice, reading.dice);
    EXPECT_EQ(again.counter, 43u);
}

TEST(Links, AreForTrainingIfTheTumblerIsSimulated) {
    Link link = make_link(false);
    const auto refused = link.receive(0, {});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().what.find("training"), std::string::npos);
    EXPECT_FALSE(link.is_ready());
}

// Lines that a test writes.
class Written : public Line {
public:
    explicit Written(std::vector<std::string> lines) : lines_(std::move(lines)) {}
    std::uint64_t connection() override { return 1; }
    void send(std::string) override {}
    std::optional<std::string> receive(Instant) override {
        if (lines_.empty()) return std::nullopt;
        std::string line = lines_.front();
        lines_.erase(lines_.begin());
        return line;
    }
    void drop() override { lines_.clear(); }

private:
    std::vector<std::string> lines_;
};

TEST(Links, BelieveNobodyWhoHasNotGreeted) {
    const PublicKey expected = SimulatedTumbler(tumbler_options()).public_key();
    const std::string zeros(64, '0');
    const std::string welcome = write_line(Welcome{expected, sha256("nonce"), true, zeros + zeros});
    for (const std::vector<std::string>& lines : {
             std::vector<std::string>{write_line(FromTumbler(Ready{}))},
             {write_line(FromTumbler(Tumbled{1, 3}))},
             {welcome},
             {write_line(FromTumbler(Welcome{sha256("other"), {}, true, {}}))},
             {"{"},
             {R"({"say":"reading"})"},
             {R"({"say":"ready","more":1})"},
             {std::string(5'000, ' ')},
         }) {
        Link link({TableId{1}, server_key, expected, true}, std::make_unique<Written>(lines));
        EXPECT_FALSE(link.receive(0, {})) << lines.front();
        EXPECT_FALSE(link.is_ready());
    }
}

TEST(SimulatedTumblers, ObeyTheirOwnServerAlone) {
    SimulatedTumbler tumbler(tumbler_options());
    tumbler.connect();
    EXPECT_FALSE(tumbler.hear(write_line(ToTumbler(Tumble{1})), {}));  // before the greeting
    const SigningKey other = key_of(sha256("another"));
    EXPECT_FALSE(tumbler.hear(write_line(ToTumbler(Hello{{1}, other.public_key(), {}, 0})), {}));
    EXPECT_TRUE(
        tumbler.hear(write_line(ToTumbler(Hello{{1}, server_key.public_key(), {}, 0})), {}));
    const auto welcome = std::get<Welcome>(read_from_tumbler(*tumbler.say({})).value());
    const std::string text = greeting("server", {1}, {}, welcome.nonce);
    EXPECT_FALSE(tumbler.hear(write_line(ToTumbler(Prove{sign(other, text)})), {}));
    EXPECT_TRUE(tumbler.hear(write_line(ToTumbler(Prove{sign(server_key, text)})), {}));
    // An order to arm that somebody else signed, or that is of another connection.
    Arm arm{1, sha256("close"), true, true, {}};
    arm.signature = sign(other, signed_part(arm, {1}, welcome.nonce));
    EXPECT_FALSE(tumbler.hear(write_line(ToTumbler(arm)), {}));
    arm.signature = sign(server_key, signed_part(arm, {1}, sha256("an older nonce")));
    EXPECT_FALSE(tumbler.hear(write_line(ToTumbler(arm)), {}));
}

}  // namespace
}  // namespace sicbo::device
