// SPDX-License-Identifier: MIT
#include "device/ticket_face.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cmath>

#include "core/amount_words.h"
#include "core/check.h"
#include "device/barcode.h"
#include "device/ticket_number.h"

namespace sicbo::device {
namespace {

constexpr double page_width = 156;
constexpr double page_height = 65;
constexpr double middle = page_width / 2;
constexpr double margin = 12;  // left and right of the texts
constexpr double right = page_width - margin;

// Three dots of a printer with 203 dots to the inch; the bars stand on whole dots.
constexpr double dot = 25.4 / 203;
constexpr double module_width = 3 * dot;
constexpr double bars_top = 17;
constexpr double bars_height = 14;

// A rough upper bound of the width of a text: characters of Chinese are square, others narrower.
double width_of(const TextRun& run) {
    double ems = 0;
    for (const char one : run.text) {
        const auto byte = static_cast<unsigned char>(one);
        if (byte < 0x80) {
            ems += run.font == Font::regular ? 0.53 : 0.6;
        } else if (byte >= 0xc0) {
            ems += 1;
        }
    }
    return ems * run.size;
}

// Adds the text, smaller if it would be wider than `width_max`.
void add_text(Drawing& page, TextRun run, double width_max) {
    if (run.text.empty()) return;
    const double width = width_of(run);
    if (width > width_max) run.size *= width_max / width;
    page.texts.push_back(std::move(run));
}

void add_barcode(Drawing& page, const std::string& number) {
    const std::vector<bool> bars = interleaved_2_of_5(number);
    const double width = static_cast<double>(bars.size()) * module_width;
    const double left = std::round((page_width - width) / 2 / dot) * dot;
    const double quiet = quiet_modules_min * module_width;
    // White below the bars keeps what is printed across the ticket away from them.
    page.boxes.push_back({left - quiet, bars_top - 1, width + 2 * quiet, bars_height + 2, 1});
    for (std::size_t i = 0; i < bars.size();) {
        const std::size_t begin = i;
        while (i < bars.size() && bars[i] == bars[begin]) ++i;
        if (!bars[begin]) continue;
        page.boxes.push_back({left + static_cast<double>(begin) * module_width, bars_top,
                              static_cast<double>(i - begin) * module_width, bars_height, 0});
    }
}

std::string_view marking_text(Marking marking) {
    switch (marking) {
        case Marking::none: return "";
        case Marking::specimen: return "SPECIMEN";
        case Marking::no_value: return "NO VALUE";
    }
    unreachable();
}

void add_marking(Drawing& page, Marking marking) {
    const std::string text(marking_text(marking));
    if (text.empty()) return;
    constexpr double light_grey = 0.85;
    page.background.push_back({middle, 52, 27, text, Font::bold, Anchor::middle, 12, light_grey});
    const std::string line = text + " \u00b7 " + text + " \u00b7 " + text;
    page.texts.push_back({middle, page_height - 1.4, 2.6, line, Font::bold, Anchor::middle});
}

void add_heading(Drawing& page, const TicketFace& face) {
    add_text(page, {middle, 6.5, 5.2, face.heading, Font::bold, Anchor::middle}, 120);
    std::string house = face.house;
    if (!face.location.empty()) house += ", " + face.location;
    add_text(page, {middle, 11.2, 3.4, house, Font::regular, Anchor::middle}, 120);
}

void add_amount(Drawing& page, const TicketFace& face) {
    add_text(
        page,
        {middle, 43.5, 6.6, face.currency + " " + to_text(face.amount), Font::bold, Anchor::middle},
        120);
    std::string words = amount_in_english(face.amount, face.currency);
    words.front() = static_cast<char>(words.front() - 'a' + 'A');
    add_text(page, {middle, 48, 3, words, Font::regular, Anchor::middle}, 130);
    add_text(page,
             {middle, 52.3, 3.2, amount_in_chinese(face.amount, face.currency), Font::regular,
              Anchor::middle},
             130);
}

void add_details(Drawing& page, const TicketFace& face) {
    const std::string issued = face.date + "  " + face.time;
    add_text(page, {margin, 56.5, 2.8, face.terminal, Font::regular}, 45);
    add_text(page, {middle, 56.5, 2.8, issued, Font::regular, Anchor::middle}, 45);
    const std::string expires =
        face.expires.empty() ? "Does not expire" : "Void after " + face.expires;
    add_text(page, {right, 56.5, 2.8, expires, Font::bold, Anchor::end}, 45);
    const std::string checkpoint =
        "Journal " + std::to_string(face.checkpoint_size) + ":" + face.checkpoint_hash;
    add_text(page, {margin, 60.1, 2.4, face.message, Font::regular}, 86);
    add_text(page, {right, 60.1, 2.4, checkpoint, Font::fixed, Anchor::end}, 45);
}

}  // namespace

Drawing draw(const TicketFace& face) {
    check(is_ticket_number(face.number));
    check(is_specimen(face.number) == (face.marking == Marking::specimen));
    check(face.checkpoint_hash.size() == 8);
    Drawing page{page_width, page_height, {}, {}, {}};
    add_marking(page, face.marking);
    add_heading(page, face);
    add_barcode(page, face.number);
    const std::string number = in_groups(face.number);
    add_text(page, {middle, 36, 3.8, number, Font::fixed, Anchor::middle}, 120);
    add_text(page, {7, page_height / 2, 3, number, Font::fixed, Anchor::middle, 90}, 60);
    add_amount(page, face);
    add_details(page, face);
    return page;
}

std::string to_json(const TicketFace& face) {
    namespace json = boost::json;
    const json::object barcode{{"symbology", "interleaved-2-of-5"}, {"digits", face.number}};
    const json::object words{{"en", amount_in_english(face.amount, face.currency)},
                             {"zh", amount_in_chinese(face.amount, face.currency)}};
    const auto text_or_null = [](std::string_view text) {
        return text.empty() ? json::value(nullptr) : json::value(text);
    };
    const json::object object{{"heading", face.heading},
                              {"house", face.house},
                              {"location", text_or_null(face.location)},
                              {"terminal", face.terminal},
                              {"date", face.date},
                              {"time", face.time},
                              {"expires", text_or_null(face.expires)},
                              {"message", text_or_null(face.message)},
                              {"number", face.number},
                              {"number_in_groups", in_groups(face.number)},
                              {"barcode", barcode},
                              {"amount", to_text(face.amount)},
                              {"currency", face.currency},
                              {"amount_in_words", words},
                              {"checkpoint", json::object{{"size", face.checkpoint_size},
                                                          {"hash", face.checkpoint_hash}}},
                              {"marking", text_or_null(marking_text(face.marking))}};
    return json::serialize(object) + "\n";
}

}  // namespace sicbo::device
