// SPDX-License-Identifier: MIT
#include "typed_json.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace sicbo::app {
namespace {

constexpr std::array numbers = std::to_array<std::string_view>(
    {"table",        "round",        "stay",           "terminal",       "event",
     "entry",        "from_owner",   "to_owner",       "bets",           "first_event",
     "last_event",   "games",        "number",         "request",        "first_number",
     "incident",     "person",       "raised_event",   "resolved_event", "on_event",
     "off_event",    "issued_event", "redeemed_event", "counter",        "opened_event",
     "closed_event", "hand_pay"});
constexpr std::array booleans =
    std::to_array<std::string_view>({"manual", "amended", "resolved", "redeemed", "paid"});

bool has(const auto& list, std::string_view column) {
    return std::ranges::find(list, column) != list.end();
}

boost::json::value as_json(std::string_view column, const std::string& text) {
    if (text.empty()) return nullptr;
    if (has(booleans, column)) return text == "yes";
    if (column == "rounds") {  // several numbers
        boost::json::array list;
        for (const char* at = text.data(); at < text.data() + text.size(); ++at) {
            std::uint64_t number = 0;
            at = std::from_chars(at, text.data() + text.size(), number).ptr;
            list.emplace_back(number);
        }
        return list;
    }
    // A meter is of a terminal, by its number, or of a layout or kind.
    const bool counts = column == "of" && text.find_first_not_of("0123456789") == std::string::npos;
    if (!has(numbers, column) && !counts) return boost::json::value(text);
    std::uint64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace

boost::json::object as_object(const std::vector<std::string>& heading,
                              const std::vector<std::string>& row) {
    boost::json::object object;
    for (std::size_t i = 0; i < row.size(); ++i) object[heading[i]] = as_json(heading[i], row[i]);
    return object;
}

boost::json::array as_objects(const Rows& rows) {
    boost::json::array all;
    for (std::size_t i = 1; i < rows.size(); ++i) all.push_back(as_object(rows[0], rows[i]));
    return all;
}

}  // namespace sicbo::app
