// SPDX-License-Identifier: MIT
#include "device/simulated_tumbler.h"

#include <gtest/gtest.h>

#include "device/tumbler_client.h"

namespace sicbo::device {
namespace {

const SigningKey simulation_key = key_of(sha256("the server"));

// A client and a simulated tumbler of three seconds a tumble, with a clock that the test moves.
class FaultyTumblers : public testing::Test {
protected:
    FaultyTumblers() {
        const SimulatedTumbler::Options options{sha256("the tumbler"), simulation_key.public_key(),
                                                3'000};
        const PublicKey tumbler_key = SimulatedTumbler(options).public_key();
        client_ = std::make_unique<TumblerClient>(
            TumblerClient::Options{TableId{1}, simulation_key, tumbler_key, true},
            make_simulated_transport(options, [this] { return now_; }));
        EXPECT_FALSE(client_->receive(0, now_).value());
        EXPECT_TRUE(client_->is_ready());
    }

    // Plays the next round with the fault, and returns what the client received; an error ends it.
    std::vector<FromTumbler> play(std::optional<TumblerFault> fault) {
        ++round_;
        if (fault) client_->inject_fault(*fault);
        client_->send(Tumble{round_, 0});
        std::vector<FromTumbler> received;
        collect(received);  // nothing is due before the dice are at rest
        EXPECT_TRUE(received.empty());
        now_ = now_ + 3'000;
        collect(received);
        if (error_.empty()) client_->send(Arm{round_, sha256("close"), true, false});
        collect(received);
        return received;
    }
    void collect(std::vector<FromTumbler>& received) {
        while (error_.empty()) {
            auto message = client_->receive(0, now_);
            if (!message) error_ = message.error().text();
            if (!message || !*message) return;
            received.push_back(std::move(**message));
        }
    }
    template <class T>
    static std::optional<T> find(const std::vector<FromTumbler>& received) {
        for (const FromTumbler& message : received) {
            if (const T* found = std::get_if<T>(&message)) return *found;
        }
        return std::nullopt;
    }

    Instant now_{1'000'000};
    std::uint64_t round_ = 0;
    std::unique_ptr<TumblerClient> client_;
    std::string error_;
};

TEST_F(FaultyTumblers, ReadWhenTheyAreArmed) {
    const auto received = play(std::nullopt);
    ASSERT_EQ(received.size(), 2u);
    EXPECT_EQ(find<Tumbled>(received)->tumbles, 3u);
    EXPECT_TRUE(find<Reading>(received)->flat);
    EXPECT_EQ(error_, "");
}

TEST_F(FaultyTumblers, FailAsTheyAreTold) {
    EXPECT_FALSE(find<Tumbled>(play(TumblerFault::no_tumble)));
    EXPECT_EQ(find<Tumbled>(play(TumblerFault::fewer))->tumbles, 2u);
    EXPECT_FALSE(find<Reading>(play(TumblerFault::not_flat))->flat);
    EXPECT_EQ(find<Alarm>(play(TumblerFault::exposed))->trouble, Trouble::exposed);
    EXPECT_EQ(find<Alarm>(play(TumblerFault::damaged))->trouble, Trouble::damaged_dice);
    EXPECT_EQ(find<Alarm>(play(TumblerFault::dome_broken))->trouble, Trouble::broken);
    EXPECT_FALSE(find<Reading>(play(TumblerFault::no_answer)));
    const auto other = play(TumblerFault::other_round);
    EXPECT_EQ(find<Reading>(other)->round, round_ - 1);
    EXPECT_EQ(find<Reading>(play(TumblerFault::early))->close_hash, Hash());
    EXPECT_EQ(error_, "");
    // Each fault happens once.
    EXPECT_TRUE(find<Reading>(play(std::nullopt))->flat);
}

TEST_F(FaultyTumblers, ThatSendAnInvalidMessageAreDisconnected) {
    play(TumblerFault::nonsense);
    EXPECT_NE(error_.find("invalid message"), std::string::npos) << error_;
    EXPECT_FALSE(client_->is_ready());
}

TEST_F(FaultyTumblers, ThatSendOtherDiceThanTheySignedAreDisconnected) {
    play(TumblerFault::false_result);
    EXPECT_NE(error_.find("signature"), std::string::npos) << error_;
    EXPECT_FALSE(client_->is_ready());
}

TEST_F(FaultyTumblers, RepeatAnOldReadingWhenTheyReplay) {
    const auto first = play(std::nullopt);
    const auto second = play(TumblerFault::replay);
    EXPECT_EQ(find<Reading>(second)->round, round_ - 1);
    EXPECT_EQ(find<Reading>(second)->counter, find<Reading>(first)->counter);
}

TEST_F(FaultyTumblers, WhoseLineIsLostAreHeardAfterTheNextConnection) {
    EXPECT_FALSE(find<Reading>(play(TumblerFault::lost_line)));
    EXPECT_EQ(error_, "");  // nothing has come yet that could be out of place
    client_->send(Arm{round_, sha256("close"), true, false});
    std::vector<FromTumbler> received;
    collect(received);
    EXPECT_NE(error_.find("lines were lost"), std::string::npos) << error_;
    error_.clear();
    collect(received);
    client_->send(Arm{round_, sha256("close"), true, false});
    collect(received);
    EXPECT_TRUE(find<Reading>(received));
}

TEST(RecurringFaults, HappenInEveryNthTumble) {
    SimulatedTumbler tumbler({sha256("the tumbler"), simulation_key.public_key(), 0});
    tumbler.inject_fault_every(TumblerFault::fewer, 2);
    tumbler.connect();
    SecureLine line({SecureLine::Side::initiator, std::string(tumbler_protocol), simulation_key,
                     [](const PublicKey&) { return true; }});
    const auto next = [&] {
        return read_from_tumbler(line.receive(*tumbler.next_line({})).value().text.value()).value();
    };
    ASSERT_TRUE(tumbler.handle_line(line.start(), {}));
    const auto prove = line.receive(*tumbler.next_line({})).value().reply.value();
    ASSERT_TRUE(tumbler.handle_line(prove, {}));
    EXPECT_TRUE(tumbler.is_authenticated());
    ASSERT_TRUE(tumbler.handle_line(line.seal(write_line(ToTumbler(Begin{{1}, 0}))), {}));
    ASSERT_TRUE(std::holds_alternative<Ready>(next()));
    std::uint32_t before = 0;
    for (const std::uint32_t expected : {3u, 2u, 3u, 2u}) {
        ASSERT_TRUE(tumbler.handle_line(line.seal(write_line(ToTumbler(Tumble{1, before}))), {}));
        EXPECT_EQ(std::get<Tumbled>(next()).tumbles, expected);
        before += expected;
    }
}

}  // namespace
}  // namespace sicbo::device
