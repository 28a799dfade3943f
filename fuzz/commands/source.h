// SPDX-License-Identifier: MIT
// Values of any type, drawn from the bytes of the fuzzer. They are small, and most of them name
// what there is at the table that is spoken of.
#pragma once

#include <concepts>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "commands/property.h"
#include "table/command.h"
#include "table/state.h"

namespace sicbo::table::fuzz {

// The bytes of the input; nothing but 0 after the last.
class Source {
public:
    Source(const std::uint8_t* data, std::size_t size, const State& state)
        : data_(data), size_(size), state_(&state) {}

    bool at_end() const { return at_ >= size_; }
    std::uint8_t byte() { return at_end() ? std::uint8_t{0} : data_[at_++]; }
    std::uint8_t below(std::uint8_t end) { return static_cast<std::uint8_t>(byte() % end); }

    TableId on = terminals;  // the table that is spoken of
    const State& state() const { return *state_; }
    const Table& table() const { return state_->tables.at(on); }

private:
    const std::uint8_t* data_;
    std::size_t size_;
    const State* state_;
    std::size_t at_ = 0;
};

// A small value of any type; now and then one that is out of all proportion.
template <class T>
struct Draw;

template <class T>
T draw(Source& from) {
    return Draw<T>::any(from);
}

template <HasFields T>
struct Draw<T> {
    static T any(Source& from) {
        T value{};
        for_each_value(
            value, [&](auto& field) { field = draw<std::remove_cvref_t<decltype(field)>>(from); });
        return value;
    }
};
template <std::integral T>
struct Draw<T> {
    static T any(Source& from) {
        const std::uint8_t byte = from.byte();
        return byte == 255 ? std::numeric_limits<T>::max() : static_cast<T>(byte % 8);
    }
};
// A round of late.
template <>
struct Draw<std::uint64_t> {
    static std::uint64_t any(Source& from) {
        const std::uint8_t byte = from.byte();
        if (byte == 255) return std::numeric_limits<std::uint64_t>::max();
        return from.table().rounds - byte % 4;
    }
};
template <>
struct Draw<bool> {
    static bool any(Source& from) { return from.below(2) == 0; }
};
template <HasWords T>
struct Draw<T> {
    static T any(Source& from) { return static_cast<T>(from.byte() % words_of<T>.size()); }
};
template <>
struct Draw<Money> {
    static Money any(Source& from) {
        const std::uint8_t byte = from.byte();
        switch (byte) {
            case 255: return Money::of_cents(std::numeric_limits<std::int64_t>::max());
            case 254: return Money::of_cents(std::numeric_limits<std::int64_t>::min());
            case 253: return money_max;
            case 252: return Money::of_cents(-100);
            case 251: return Money::of_cents(50);
            case 250: return credit_ceiling;
            case 249: return stakes_ceiling - Money::of_cents(100);
            case 248: return amended_meter_max;
            default: return Money::of_cents(byte % 64 * (byte < 128 ? 100 : 1000));
        }
    }
};
template <>
struct Draw<Instant> {
    static Instant any(Source& from) {
        const std::uint8_t byte = from.byte();
        if (byte == 255) return {std::numeric_limits<std::int64_t>::max()};
        if (byte == 254) return {std::numeric_limits<std::int64_t>::min()};
        return from.state().at + 60'000 * (std::int64_t{byte} - 8);
    }
};
template <class Tag>
struct Draw<Id<Tag>> {
    static Id<Tag> any(Source& from) { return {from.below(12)}; }
};
template <>
struct Draw<TerminalId> {
    static TerminalId any(Source& from) { return {from.below(4)}; }
};
template <>
struct Draw<DiceId> {
    static DiceId any(Source& from) { return {from.byte()}; }
};
// Mostly somebody of this table.
template <>
struct Draw<StayId> {
    static StayId any(Source& from) {
        const std::uint8_t byte = from.byte();
        StayId found{byte};
        int nth = byte % 8;
        for (const auto& [id, stay] : from.state().stays) {
            if (byte < 240 && stay.table == from.on && nth-- >= 0) found = id;
        }
        return found;
    }
};
template <>
struct Draw<IncidentId> {
    static IncidentId any(Source& from) { return {from.state().incidents_raised - from.below(4)}; }
};
template <>
struct Draw<Hash> {
    static Hash any(Source& from) {
        const std::uint8_t which = from.byte();
        const Table& table = from.table();
        if (which % 2 == 0 && !table.pending.empty()) {
            return std::next(table.pending.begin(),
                             which / 2 % static_cast<int>(table.pending.size()))
                ->first;
        }
        if (which % 4 == 1) return table.configuration.rules;
        if (which % 4 == 2 && table.round && table.round->armed) return *table.round->armed;
        return {};
    }
};
template <>
struct Draw<std::string> {
    static std::string any(Source& from) {
        static const std::string texts[] = {
            "",
            "a note",
            "ann",
            "cat",
            "rws-etg-1",
            "rws-etg-3",
            "000000000000000001",
            "000000000000000002",
            "two\nlines",
            std::string(600, 'x'),
        };
        return texts[from.below(static_cast<std::uint8_t>(std::size(texts)))];
    }
};
template <class T>
struct Draw<std::optional<T>> {
    static std::optional<T> any(Source& from) {
        if (from.below(3) == 0) return std::nullopt;
        return draw<T>(from);
    }
};
template <class T>
struct Draw<std::vector<T>> {
    static std::vector<T> any(Source& from) {
        std::vector<T> list;
        for (int left = from.below(4); left > 0; --left) list.push_back(draw<T>(from));
        return list;
    }
};
template <>
struct Draw<rules::SpotId> {
    static rules::SpotId any(Source& from) {
        const std::uint8_t byte = from.byte();
        const auto& round = from.table().round;
        if (byte >= 128 && round && !round->bet_slips.empty()) {  // one that has a bet on it
            const auto nth = byte / 8 % static_cast<int>(round->bet_slips.size());
            const std::vector<Bet>& slip = std::next(round->bet_slips.begin(), nth)->second.bets;
            return slip[byte % slip.size()].spot;
        }
        return rules::SpotId{static_cast<std::uint8_t>(byte % rules::spot_count)};
    }
};
template <>
struct Draw<rules::Roll> {
    static rules::Roll any(Source& from) { return rules::nth_roll(from.below(rules::roll_count)); }
};
// One thing about the table as it is changed.
template <>
struct Draw<Configuration> {
    static Configuration any(Source& from) {
        Configuration configuration = from.table().configuration;
        const int which = from.below(static_cast<int>(field_count<Configuration>));
        int field = 0;
        for_each_value(configuration, [&](auto& value) {
            using T = std::remove_cvref_t<decltype(value)>;
            if (field++ != which) return;
            if constexpr (requires { typename T::mapped_type; }) {
                value[draw<typename T::key_type>(from)] = draw<typename T::mapped_type>(from);
            } else {
                value = draw<T>(from);
            }
        });
        return configuration;
    }
};
template <class Variant>
struct DrawOrder;
template <class... Ts>
struct DrawOrder<Choice<Ts...>> {
    static Order any(Source& from) {
        using Maker = Order (*)(Source&);
        static constexpr Maker makers[] = {
            [](Source& source) -> Order { return draw<Ts>(source); }...};
        return makers[from.below(sizeof...(Ts))](from);
    }
};
template <>
struct Draw<Order> : DrawOrder<OrderChoice> {};

}  // namespace sicbo::table::fuzz
