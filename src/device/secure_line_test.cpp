// SPDX-License-Identifier: MIT
#include "device/secure_line.h"

#include <gtest/gtest.h>

namespace sicbo::device {
namespace {

using Side = SecureLine::Side;

const SigningKey caller_key = key_of(sha256("the caller"));
const SigningKey called_key = key_of(sha256("the called"));

SecureLine end_of(Side side, const std::string& protocol = "test-v1") {
    const SigningKey& own = side == Side::initiator ? caller_key : called_key;
    const PublicKey other = (side == Side::initiator ? called_key : caller_key).public_key();
    const std::string fresh = side == Side::initiator ? "fresh of caller" : "fresh of called";
    return SecureLine({side, protocol, own, [other](const PublicKey& key) { return key == other; }},
                      sha256(fresh));
}

// Both ends of a connection, and what passes between them.
class SecureLines : public testing::Test {
protected:
    // Passes the three lines that open the connection.
    void open() {
        hello = caller.start();
        welcome = called.receive(hello).value().reply.value();
        EXPECT_FALSE(called.is_open());
        prove = caller.receive(welcome).value().reply.value();
        EXPECT_TRUE(caller.is_open());
        const auto last = called.receive(prove).value();
        EXPECT_FALSE(last.reply || last.text);
        EXPECT_TRUE(called.is_open());
    }
    static std::string text_of(SecureLine& end, const std::string& line) {
        const auto received = end.receive(line);
        return received && received->text ? *received->text : "refused";
    }

    SecureLine caller = end_of(Side::initiator);
    SecureLine called = end_of(Side::responder);
    std::string hello;
    std::string welcome;
    std::string prove;
};

TEST_F(SecureLines, CarryTextsBothWays) {
    open();
    EXPECT_EQ(caller.peer(), called_key.public_key());
    EXPECT_EQ(called.peer(), caller_key.public_key());
    for (const std::string& text : {std::string("one"), std::string(), std::string("one"),
                                    std::string(line_length_max, 'x')}) {
        const std::string there = caller.seal(text);
        EXPECT_LE(there.size(), sealed_length_max);
        EXPECT_EQ(text_of(called, there), text);
        EXPECT_EQ(text_of(caller, called.seal(text)), text);
    }
}

// docs/formats/line.md has the same vector.
TEST_F(SecureLines, AreThoseOfTheFormatsPage) {
    open();
    EXPECT_EQ(hello,
              R"({"type":"hello","protocol":"test-v1","key":"47fb9b80e9b85b6dcb2832e26ffe4c647dad)"
              R"(55192ecdbb8e0ac95db9ffd3365a","fresh":"475b0f14044b8643b9ce625cc96f209dcce3e1b38)"
              R"(5d8dde304c45e7d8be68957"})");
    EXPECT_EQ(welcome,
              R"({"type":"welcome","key":"5602c29ee0c7d7bde8ab7cfa3dafe94b516a176eaf704786d060445)"
              R"(f59b45b23","fresh":"7be705de226b4c8d80ee92f0898a5b928d649b530135a503269313a092ba)"
              R"(2272","signature":"b0d63e2ef4ecaf7a2a7edae7986767c4b3a16c870d734af00a171a0fcd183)"
              R"(c2ad9077a82931d7cf3f0bc86294d5a2a99cde6b5b6c10383a2c8488d4a397ddd05"})");
    EXPECT_EQ(prove,
              R"({"type":"prove","signature":"6a623e5ba7ddaf035fb7242c8e1915db9318c988ded3e37add5)"
              R"(16da270daf9eea8fc7caf98a65cd08ea57e0228a926b9495e6b950964509f626a490fa8394103"})");
    EXPECT_EQ(caller.seal(R"({"type":"commit","round":5})"),
              R"(Bmdy+gqvrsTpwy7WL9yrz1W4+BJpUp8j6B0RQ83DaQLYiyHi+d3bSVgtdw==)");
    EXPECT_EQ(called.seal(R"({"type":"tumbled","round":5,"tumbles":3})"),
              R"(JLbHxpo7eMD9PfTb8DMxX77Lx+bKlapR5u6mITIZAT/yFXbbwXKz9cMN0q2Wot2bFaSwttaRbHM=)");
}

TEST_F(SecureLines, BreakIfALineIsLostRepeatedReorderedOrSentBack) {
    open();
    const std::string first = called.seal("reading");
    const std::string second = called.seal("tumbled");
    const std::string own = caller.seal("arm");
    for (const auto& lines : std::vector<std::vector<std::string>>{
             {second}, {second, first}, {first, first}, {first, own}, {first, first, second}}) {
        SecureLine at_caller = caller;
        Result<SecureLine::Received> last = SecureLine::Received();
        for (const std::string& line : lines) last = at_caller.receive(line);
        ASSERT_FALSE(last);
        EXPECT_FALSE(at_caller.is_open());
        EXPECT_FALSE(at_caller.receive(first));  // for good
    }
    SecureLine in_order = caller;
    EXPECT_EQ(text_of(in_order, first), "reading");
    EXPECT_EQ(text_of(in_order, second), "tumbled");
}

TEST_F(SecureLines, BreakIfAnythingInALineIsChanged) {
    open();
    const std::string line = called.seal("{\"type\":\"tumbled\",\"round\":5,\"tumbles\":3}");
    for (std::size_t i = 0; i < line.size(); ++i) {
        std::string changed = line;
        changed[i] = changed[i] == 'A' ? 'B' : 'A';
        SecureLine at_caller = caller;
        EXPECT_FALSE(at_caller.receive(changed)) << i;
    }
    for (const std::string& changed :
         {line.substr(0, line.size() - 1), line.substr(4), line + "AAAA", " " + line, line + "\r",
          std::string(), std::string("{\"type\":\"tumbled\",\"round\":5,\"tumbles\":0}"),
          std::string(sealed_length_max + 1, 'A')}) {
        SecureLine at_caller = caller;
        EXPECT_FALSE(at_caller.receive(changed)) << changed.substr(0, 40);
    }
}

// Each of the three opening lines, changed anywhere, opens nothing.
TEST_F(SecureLines, OpenOnlyIfEveryByteOfTheOpeningIsTheOtherEnds) {
    open();
    for (std::size_t i = 0; i < hello.size(); ++i) {
        SecureLine at_called = end_of(Side::responder);
        SecureLine at_caller = end_of(Side::initiator);
        (void)at_caller.start();
        std::string changed = hello;
        changed[i] = changed[i] == '0' ? '1' : '0';
        const auto answer = at_called.receive(changed);
        if (!answer) continue;
        EXPECT_FALSE(at_caller.receive(*answer->reply)) << i;
        EXPECT_FALSE(at_called.receive(prove)) << i;
    }
    for (std::size_t i = 0; i < welcome.size(); ++i) {
        SecureLine at_caller = end_of(Side::initiator);
        (void)at_caller.start();
        std::string changed = welcome;
        changed[i] = changed[i] == '0' ? '1' : '0';
        EXPECT_FALSE(at_caller.receive(changed)) << i;
    }
    for (std::size_t i = 0; i < prove.size(); ++i) {
        SecureLine at_called = end_of(Side::responder);
        (void)at_called.receive(hello);
        std::string changed = prove;
        changed[i] = changed[i] == '0' ? '1' : '0';
        EXPECT_FALSE(at_called.receive(changed)) << i;
    }
}

TEST_F(SecureLines, DoNotOpenForAnotherConnectionProtocolKeyOrSide) {
    open();
    // The lines of an earlier connection, sent again: the fresh keys differ.
    SecureLine again(
        {Side::responder, "test-v1", called_key, [](const PublicKey&) { return true; }});
    ASSERT_TRUE(again.receive(hello));
    EXPECT_FALSE(again.receive(prove));
    EXPECT_FALSE(end_of(Side::responder, "test-v2").receive(hello));
    // A caller who states another key, or a key of which the secret half is not at hand.
    SecureLine stranger({Side::initiator, "test-v1", key_of(sha256("a stranger")),
                         [](const PublicKey&) { return true; }});
    EXPECT_FALSE(end_of(Side::responder).receive(stranger.start()));
    SecureLine mirror(
        {Side::responder, "test-v1", called_key, [](const PublicKey&) { return true; }});
    const std::string answer =
        mirror.receive(end_of(Side::initiator).start()).value().reply.value();
    SecureLine other = end_of(Side::initiator);
    (void)other.start();
    EXPECT_TRUE(other.receive(answer));
    EXPECT_FALSE(mirror.receive(answer));  // its own line
}

TEST_F(SecureLines, RefuseAFreshKeyThatGivesEverybodyTheSameSecret) {
    const std::string weak = R"({"type":"hello","protocol":"test-v1","key":")" +
                             to_text(caller_key.public_key()) + R"(","fresh":")" + to_text(Hash()) +
                             "\"}";
    SecureLine at_called = end_of(Side::responder);
    const auto refused = at_called.receive(weak);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().what.find("weak"), std::string::npos);
}

// The former protocol, in which lines were plain, is no way in.
TEST_F(SecureLines, HaveNoFormerVersionToFallBackTo) {
    const std::string former = R"({"type":"hello","table":1,"key":")" +
                               to_text(caller_key.public_key()) + R"(","nonce":")" +
                               to_text(sha256("nonce")) + R"(","results":17})";
    EXPECT_FALSE(end_of(Side::responder).receive(former));
    SecureLine at_caller = end_of(Side::initiator);
    (void)at_caller.start();
    EXPECT_FALSE(at_caller.receive(
        R"({"type":"welcome","key":")" + to_text(called_key.public_key()) + R"(","nonce":")" +
        to_text(sha256("nonce")) + R"(","simulated":true,"signature":"00"})"));
}

}  // namespace
}  // namespace sicbo::device
