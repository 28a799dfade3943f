// SPDX-License-Identifier: MIT
#include "scenario/arguments_cash.h"

#include <algorithm>
#include <array>

#include "core/check.h"

namespace sicbo::scenario {
namespace {

using table::CabinetStatus;
using table::Paper;

struct Condition {
    std::string_view text;
    void (*set)(CabinetStatus& status);
};

constexpr std::array conditions = {
    Condition{"connected", [](CabinetStatus& s) { s.connected = true; }},
    Condition{"disconnected", [](CabinetStatus& s) { s.connected = false; }},
    Condition{"door open", [](CabinetStatus& s) { s.door_open = true; }},
    Condition{"door closed", [](CabinetStatus& s) { s.door_open = false; }},
    Condition{"stacker full", [](CabinetStatus& s) { s.stacker_full = true; }},
    Condition{"stacker emptied", [](CabinetStatus& s) { s.stacker_full = false; }},
    Condition{"note jam", [](CabinetStatus& s) { s.note_jam = true; }},
    Condition{"ticket jam", [](CabinetStatus& s) { s.ticket_jam = true; }},
    Condition{"jam removed", [](CabinetStatus& s) { s.note_jam = s.ticket_jam = false; }},
    Condition{"acceptor failed", [](CabinetStatus& s) { s.acceptor_failed = true; }},
    Condition{"acceptor repaired", [](CabinetStatus& s) { s.acceptor_failed = false; }},
    Condition{"printer failed", [](CabinetStatus& s) { s.printer_failed = true; }},
    Condition{"printer repaired", [](CabinetStatus& s) { s.printer_failed = false; }},
    Condition{"paper low", [](CabinetStatus& s) { s.paper = Paper::low; }},
    Condition{"paper out", [](CabinetStatus& s) { s.paper = Paper::out; }},
    Condition{"paper ok", [](CabinetStatus& s) { s.paper = Paper::ok; }},
};

// Takes the one or two words of a condition.
std::optional<std::string> take_condition(Words& words) {
    const std::size_t begin = words.position();
    for (const Condition& condition : conditions) {
        const std::size_t space = condition.text.find(' ');
        const bool first = words.take_word(condition.text.substr(0, space));
        const bool whole = first && (space == std::string_view::npos ||
                                     words.take_word(condition.text.substr(space + 1)));
        if (whole) return std::string(condition.text);
        words.back_to(begin);
    }
    return std::nullopt;
}

// Calls `use` with the name and the value of each meter in money, as scenarios spell it.
template <class Meters, class Use>
void for_each_meter(const Meters& meters, Use use) {
    for_each_field(meters, [&](std::string_view field, const auto& value) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, Money>) {
            std::string name(field);
            std::ranges::replace(name, '_', '-');
            use(name, value);
        }
    });
}

}  // namespace

std::optional<Value> take_amounts(Words& words, const Context&) {
    std::vector<Money> list;
    do {
        const auto amount = words.take_amount();
        if (!amount) return std::nullopt;
        list.push_back(*amount);
    } while (words.take_word(","));
    return list;
}

std::optional<Value> take_conditions(Words& words, const Context&) {
    std::vector<std::string> list;
    do {
        auto condition = take_condition(words);
        if (!condition) return std::nullopt;
        list.push_back(*std::move(condition));
    } while (words.take_word(","));
    return list;
}

std::optional<Value> take_meter(Words& words, const Context&) {
    std::optional<Value> taken;
    const auto take = [&](const std::string& name, Money) {
        if (!taken && words.take_word(name)) taken = name;
    };
    for_each_meter(ledger::Meter(), take);
    for_each_meter(table::InstrumentMeter(), take);
    for_each_meter(table::CashMeter(), take);
    return taken;
}

void set_condition(CabinetStatus& status, std::string_view condition) {
    const auto found = std::ranges::find(conditions, condition, &Condition::text);
    check(found != conditions.end());
    found->set(status);
}

Money meter_named(std::string_view name, const ledger::Meter& meter,
                  const table::InstrumentMeter& instruments, const table::CashMeter& cash) {
    Money shown;
    const auto look = [&](const std::string& one, Money value) {
        if (one == name) shown = value;
    };
    for_each_meter(meter, look);
    for_each_meter(instruments, look);
    for_each_meter(cash, look);
    return shown;
}

}  // namespace sicbo::scenario
