// SPDX-License-Identifier: MIT
#include "device/cabinet.h"

#include <gtest/gtest.h>

#include "device/secure_line.h"

namespace sicbo::device::cabinet {
namespace {

TicketFace face_of(std::string number) {
    TicketFace face;
    face.heading = "Cash-out ticket 兑现票";
    face.house = "Casino";
    face.terminal = "Terminal 101";
    face.date = "2026-01-05";
    face.time = "18:04:09";
    face.expires = "2026-02-04";
    face.number = std::move(number);
    face.amount = Money::of_cents(3'750);
    face.currency = "SGD";
    face.checkpoint_size = 812;
    face.checkpoint_hash = "0a1b2c3d";
    return face;
}

TEST(CabinetMessages, AreReadAsTheyWereWritten) {
    for (const ToCabinet& message :
         {ToCabinet(Begin{{101}, 17, 4, 9, true}), ToCabinet(Stack{Item::note, 18}),
          ToCabinet(Return{Item::ticket, 5}), ToCabinet(Print{10, face_of("012345678901234567")}),
          ToCabinet(Acknowledge{Item::print, 10})}) {
        const std::string line = write_line(message);
        const Result<ToCabinet> read = read_to_cabinet(line);
        ASSERT_TRUE(read) << line << read.error().text();
        EXPECT_EQ(read->index(), message.index());
        EXPECT_EQ(write_line(*read), line);
    }
    for (const FromCabinet& message :
         {FromCabinet(Ready{true, 17, 4, 9}),
          FromCabinet(Status{.door_open = true, .paper = table::Paper::low}),
          FromCabinet(Note{18, Money::of_cents(5'000)}), FromCabinet(Ticket{5, ""}),
          FromCabinet(Ticket{5, "012345678901234567"}),
          FromCabinet(Done{Item::note, 18, Money::of_cents(5'000), true}),
          FromCabinet(Done{Item::ticket, 5, {}, false}),
          FromCabinet(Printed{10, table::PrintResult::unknown}), FromCabinet(Failure{"why"})}) {
        const std::string line = write_line(message);
        const Result<FromCabinet> read = read_from_cabinet(line);
        ASSERT_TRUE(read) << line << read.error().text();
        EXPECT_EQ(read->index(), message.index());
        EXPECT_EQ(write_line(*read), line);
    }
}

TEST(CabinetMessages, AreSpelledAsTheFormatSays) {
    EXPECT_EQ(write_line(ToCabinet(Begin{{101}, 17, 4, 9, false})),
              R"({"type":"begin","terminal":101,"note":17,"ticket":4,"print":9,"printing":false})");
    EXPECT_EQ(write_line(ToCabinet(Stack{Item::note, 18})),
              R"({"type":"stack","item":"note","counter":18})");
    EXPECT_EQ(write_line(FromCabinet(Done{Item::note, 18, Money::of_cents(5'000), true})),
              R"({"type":"done","item":"note","counter":18,"amount":5000,"stacked":true})");
    EXPECT_EQ(write_line(FromCabinet(Printed{10, table::PrintResult::not_printed})),
              R"({"type":"printed","counter":10,"result":"not-printed"})");
    EXPECT_EQ(write_line(FromCabinet(Status{})),
              R"({"type":"status","door_open":false,"stacker_full":false,"note_jam":false,)"
              R"("ticket_jam":false,"acceptor_failed":false,"printer_failed":false,"paper":"ok"})");
}

TEST(CabinetMessages, OfTheServerAreReadStrictly) {
    for (const std::string& line :
         {std::string(), std::string("{}"), std::string(R"({"type":"dance","counter":5})"),
          std::string(R"({"type":"stack","item":"note"})"),
          std::string(R"({"type":"stack","item":"note","counter":0})"),
          std::string(R"({"type":"stack","item":"print","counter":1})"),
          std::string(R"({"type":"stack","item":"note","counter":5,"more":1})"),
          std::string(R"({"type":"begin","terminal":0,"note":0,"ticket":0,"print":0,)"
                      R"("printing":false})"),
          std::string(R"({"type":"begin","terminal":1,"note":0,"ticket":0,"print":0,)"
                      R"("printing":true})"),
          std::string(R"({"type":"note","counter":1,"amount":5000})"),  // of the other side
          R"({"type":"stack","item":"note","counter":5})" + std::string(line_length_max, ' ')}) {
        EXPECT_FALSE(read_to_cabinet(line)) << line.substr(0, 60);
    }
}

TEST(CabinetMessages, OfTheCabinetAreReadStrictly) {
    for (const std::string& line :
         {std::string(R"({"type":"note","counter":1,"amount":0})"),
          std::string(R"({"type":"note","counter":1,"amount":-5})"),
          std::string(R"({"type":"note","counter":0,"amount":5000})"),
          std::string(R"({"type":"ticket","counter":1,"number":"12"})"),
          std::string(R"({"type":"ticket","counter":1,"number":"001234567890123456"})"),
          std::string(R"({"type":"ticket","counter":1})"),
          std::string(R"({"type":"done","item":"note","counter":1,"amount":0,"stacked":true})"),
          std::string(R"({"type":"done","item":"ticket","counter":1,"amount":5,"stacked":true})"),
          std::string(R"({"type":"done","item":"print","counter":1,"amount":0,"stacked":true})"),
          std::string(R"({"type":"printed","counter":1,"result":"maybe"})")}) {
        EXPECT_FALSE(read_from_cabinet(line)) << line;
    }
}

TEST(CabinetMessages, PrintOnlyWhatCanBeDrawn) {
    const auto is_read = [](const TicketFace& face) {
        return read_to_cabinet(write_line(ToCabinet(Print{1, face}))).has_value();
    };
    const TicketFace good = face_of("012345678901234567");
    EXPECT_TRUE(is_read(good));
    EXPECT_TRUE(is_read(face_of("1234567890123456")));
    EXPECT_FALSE(is_read(face_of("12")));
    EXPECT_FALSE(is_read(face_of("991234567890123456")));  // a specimen
    TicketFace face = good;
    face.amount = {};
    EXPECT_FALSE(is_read(face));
    face = good;
    face.currency = "dollars";
    EXPECT_FALSE(is_read(face));
    face = good;
    face.checkpoint_hash = "0a";
    EXPECT_FALSE(is_read(face));
    face = good;
    face.marking = Marking::specimen;
    EXPECT_FALSE(is_read(face));
    EXPECT_NO_THROW((void)draw(good));
}

}  // namespace
}  // namespace sicbo::device::cabinet
