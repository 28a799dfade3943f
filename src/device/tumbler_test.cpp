// SPDX-License-Identifier: MIT
#include "device/tumbler.h"

#include <gtest/gtest.h>

namespace sicbo::device {
namespace {

TEST(TumblerMessages, AreReadAsTheyWereWritten) {
    const std::string signature(128, 'a');
    for (const ToTumbler& message :
         {ToTumbler(Hello{{1}, sha256("key"), sha256("nonce"), 17}), ToTumbler(Prove{signature}),
          ToTumbler(Commit{5}), ToTumbler(Tumble{5}),
          ToTumbler(Arm{5, sha256("close"), true, false, signature}), ToTumbler(Reveal{5})}) {
        const std::string line = write_line(message);
        const Result<ToTumbler> read = read_to_tumbler(line);
        ASSERT_TRUE(read) << line;
        EXPECT_EQ(read->index(), message.index());
        EXPECT_EQ(write_line(*read), line);
    }
    for (const FromTumbler& message :
         {FromTumbler(Welcome{sha256("key"), sha256("nonce"), true, signature}),
          FromTumbler(Ready{}), FromTumbler(Committed{5, sha256("c")}), FromTumbler(Tumbled{5, 3}),
          FromTumbler(Reading{5, sha256("close"), 9, {1, 2, 3}, 3, true, signature}),
          FromTumbler(Revealed{5, sha256("s")}), FromTumbler(Alarm{5, Trouble::exposed}),
          FromTumbler(Failure{"no dice"})}) {
        const std::string line = write_line(message);
        const Result<FromTumbler> read = read_from_tumbler(line);
        ASSERT_TRUE(read) << line;
        EXPECT_EQ(read->index(), message.index());
        EXPECT_EQ(write_line(*read), line);
    }
}

TEST(TumblerMessages, AreSpelledAsTheFormatSays) {
    EXPECT_EQ(write_line(ToTumbler(Commit{5})), R"({"type":"commit","round":5})");
    EXPECT_EQ(write_line(FromTumbler(Failure{"no dice"})),
              R"({"type":"failure","reason":"no dice"})");
}

TEST(TumblerMessages, AreReadStrictly) {
    for (const std::string& line :
         {std::string(), std::string("{}"), std::string(R"({"type":"dance","round":5})"),
          std::string(R"({"type":"commit"})"), std::string(R"({"type":"commit","round":-1})"),
          std::string(R"({"type":"commit","round":5,"more":1})"),
          std::string(R"({"type":"ready"})"),  // a message of the other side
          R"({"type":"commit","round":5})" + std::string(line_length_max, ' ')}) {
        EXPECT_FALSE(read_to_tumbler(line)) << line.substr(0, 60);
    }
}

}  // namespace
}  // namespace sicbo::device
