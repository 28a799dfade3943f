// SPDX-License-Identifier: MIT
#include "device/tumbler.h"

#include <gtest/gtest.h>

namespace sicbo::device {
namespace {

TEST(TumblerMessages, AreReadAsTheyWereWritten) {
    const std::string signature(128, 'a');
    for (const ToTumbler& message :
         {ToTumbler(Begin{{1}, 17}), ToTumbler(Commit{5}), ToTumbler(Tumble{5, 0}),
          ToTumbler(Count{5, 3}), ToTumbler(Arm{5, sha256("close"), true, false}),
          ToTumbler(End{5}), ToTumbler(Reveal{5})}) {
        const std::string line = write_line(message);
        const Result<ToTumbler> read = read_to_tumbler(line);
        ASSERT_TRUE(read) << line;
        EXPECT_EQ(read->index(), message.index());
        EXPECT_EQ(write_line(*read), line);
    }
    for (const FromTumbler& message :
         {FromTumbler(Ready{true}), FromTumbler(Committed{5, sha256("c")}),
          FromTumbler(Tumbled{5, 3}),
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

// As docs/formats/tumbler.md has it; the signature was made by another implementation.
TEST(TumblerMessages, SignAReadingAsTheFormatSays) {
    Reading reading{5, sha256("close"), 18, {5, 1, 2}, 3, true, {}};
    reading.signature = sign(key_of(sha256("the tumbler")), signed_part(reading, {1}));
    EXPECT_EQ(write_line(FromTumbler(reading)),
              R"({"type":"reading","round":5,"close_hash":"310ff200149b44a32f124023d7caba19a1a890)"
              R"(763a980606813d3a3d4a085d36","counter":18,"dice":[5,1,2],"tumbles":3,"flat":true,)"
              R"("signature":"a497fbbd1186787c83ed1e2e07c9653490162c6473f52975f35e217eb668b2dec42)"
              R"(0e34e34f119ea6903040e2a20e7d0c1e99bfa917223ba1e760d919255e704"})");
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
