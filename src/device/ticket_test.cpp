// SPDX-License-Identifier: MIT
// Numbers of tickets, their barcodes and their paper. test/cli/ticket_test.py reads printed ones
// back with a barcode reader.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <set>

#include "device/barcode.h"
#include "device/ticket_face.h"
#include "device/ticket_number.h"

namespace sicbo::device {
namespace {

TicketFace specimen() {
    TicketFace face;
    face.heading = "Cash-out ticket 兑现票";
    face.house = "Test & House <1>";
    face.terminal = "Terminal 101";
    face.date = "2026-01-05";
    face.time = "18:04:09";
    face.expires = "2026-02-04";
    face.number = "991234567890123456";
    face.amount = Money::of_cents(3'750);
    face.currency = "SGD";
    face.checkpoint_size = 12'345;
    face.checkpoint_hash = "0123abcd";
    face.marking = Marking::specimen;
    return face;
}

TEST(TicketNumbers, HaveTheSystemAndSixteenRandomDigits) {
    std::set<std::string> drawn;
    std::array<int, 10> digits = {};
    for (int i = 0; i < 2'000; ++i) {
        const std::string number = new_ticket_number(7);
        ASSERT_EQ(number.size(), 18u);
        EXPECT_TRUE(number.starts_with("07"));
        EXPECT_TRUE(is_ticket_number(number));
        EXPECT_FALSE(is_specimen(number));
        for (const char digit : number.substr(2))
            ++digits.at(static_cast<std::size_t>(digit - '0'));
        drawn.insert(number);
    }
    EXPECT_EQ(drawn.size(), 2'000u);
    // 3,200 of each are expected; 320 away is six standard deviations.
    for (const int count : digits) EXPECT_NEAR(count, 3'200, 320);
    EXPECT_EQ(new_ticket_number(0).size(), 16u);
    EXPECT_TRUE(is_specimen(new_ticket_number(99)));
    EXPECT_THROW(new_ticket_number(100), CheckFailed);
}

// The value was computed by another implementation.
TEST(TicketNumbers, NameTheirTicketUnderAKey) {
    EXPECT_EQ(to_text(ticket_name(sha256("tickets"), "012345678901234567")),
              "ec2a4744c853737e4224914f68a34e13"
              "2d0e9caffd32a7c4efe55c7dd559416d");
    EXPECT_NE(ticket_name(sha256("tickets"), "012345678901234568"),
              ticket_name(sha256("tickets"), "012345678901234567"));
    EXPECT_THROW(ticket_name(sha256("tickets"), "12"), CheckFailed);
}

TEST(TicketNumbers, AreReadInGroups) {
    EXPECT_EQ(in_groups("012345678901234567"), "01 2345 6789 0123 4567");
    EXPECT_EQ(in_groups("0123456789012345"), "0123 4567 8901 2345");
    EXPECT_FALSE(is_ticket_number("001234567890123456"));
    EXPECT_FALSE(is_ticket_number("12345678901234567"));
    EXPECT_FALSE(is_ticket_number("12345678901234567x"));
    EXPECT_FALSE(is_ticket_number(""));
}

// Start 1010, stop 11101 (three modules wide, one gap, one), and 18 modules for each pair of
// digits.
TEST(Barcode, HasStartStopAndEighteenModulesAPair) {
    const std::vector<bool> bars = interleaved_2_of_5("991234567890123456");
    EXPECT_EQ(bars.size(), 4u + 9u * 18u + 5u);
    const std::vector<bool> start(bars.begin(), bars.begin() + 4);
    const std::vector<bool> stop(bars.end() - 5, bars.end());
    EXPECT_EQ(start, (std::vector<bool>{true, false, true, false}));
    EXPECT_EQ(stop, (std::vector<bool>{true, true, true, false, true}));
    EXPECT_NE(bars, interleaved_2_of_5("991234567890123457"));
    EXPECT_THROW(interleaved_2_of_5("123"), CheckFailed);
}

TEST(TicketFace, HasItsNumberTwiceAndAllElseOnThePaper) {
    const Drawing page = draw(specimen());
    EXPECT_EQ(std::ranges::count(page.texts, "99 1234 5678 9012 3456", &TextRun::text), 2);
    for (const std::string text : {"SGD 37.50", "Thirty-seven Singapore dollars and fifty cents",
                                   "新加坡元叁拾柒元伍角整", "Terminal 101", "2026-01-05  18:04:09",
                                   "Void after 2026-02-04", "Journal 12345:0123abcd"}) {
        EXPECT_EQ(std::ranges::count(page.texts, text, &TextRun::text), 1) << text;
    }
    for (const TextRun& run : page.texts) {
        EXPECT_GT(run.x, 0);
        EXPECT_LT(run.x, page.width);
        EXPECT_GT(run.y - run.size, 0) << run.text;
        EXPECT_LT(run.y, page.height) << run.text;
    }
    for (const Box& box : page.boxes) {
        EXPECT_GT(box.x, 0);
        EXPECT_LT(box.x + box.width, page.width);
    }
}

TEST(TicketFace, OfASpecimenSaysSoAndNoOtherTicketDoes) {
    TicketFace face = specimen();
    EXPECT_EQ(draw(face).background.front().text, "SPECIMEN");
    face.marking = Marking::none;
    EXPECT_THROW(draw(face), CheckFailed);
    face.number = "011234567890123456";
    EXPECT_TRUE(draw(face).background.empty());
    face.marking = Marking::specimen;
    EXPECT_THROW(draw(face), CheckFailed);
    face.marking = Marking::no_value;
    EXPECT_EQ(draw(face).background.front().text, "NO VALUE");
}

TEST(TicketFace, SetsLongTextsSmaller) {
    TicketFace face = specimen();
    face.message = std::string(300, 'm');
    const Drawing page = draw(face);
    const auto message = std::ranges::find(page.texts, face.message, &TextRun::text);
    ASSERT_NE(message, page.texts.end());
    EXPECT_LT(message->size, 1);
}

TEST(TicketFace, IsWrittenAsSvgPdfAndJson) {
    const TicketFace face = specimen();
    const Drawing page = draw(face);
    const std::string svg = to_svg(page);
    EXPECT_NE(svg.find("Test &amp; House &lt;1&gt;"), std::string::npos);
    EXPECT_EQ(svg.find("<1>"), std::string::npos);
    const Drawing pages[] = {page, page};
    const Result<std::string> pdf = to_pdf(pages);
    ASSERT_TRUE(pdf.has_value()) << pdf.error().text();
    EXPECT_TRUE(pdf->starts_with("%PDF-"));
    const boost::json::value json = boost::json::parse(to_json(face));
    EXPECT_EQ(json.at("number_in_groups"), "99 1234 5678 9012 3456");
    EXPECT_EQ(json.at("location"), nullptr);
    EXPECT_EQ(json.at("checkpoint").at("size"), 12'345);
}

}  // namespace
}  // namespace sicbo::device
