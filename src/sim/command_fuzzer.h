// SPDX-License-Identifier: MIT
// Makes orders with random contents: ids, rounds, amounts and texts that may or may not exist.
//
// Fills any order through its field list, so a new order needs nothing here. No clock of its own
// and no state of the tables: the caller passes what exists.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "sim/random.h"
#include "table/command.h"

namespace sicbo::sim {

// Values that exist, from which a fuzzed order draws besides random ones.
struct Known {
    Instant clock;
    Money chip;
    std::vector<Hash> hashes;  // digests of requests, the hash of the close, rule sets
    std::vector<std::string> texts;
    std::uint32_t ids = 12;
    std::uint64_t rounds = 0;
};

class CommandFuzzer {
public:
    // Both must outlive this object.
    CommandFuzzer(Random& random, const Known& known) : random_(random), known_(known) {}

    // Returns the order with this index in table::OrderChoice.
    table::Order order(std::size_t index) {
        return order_at(index, static_cast<const table::OrderChoice*>(nullptr));
    }

private:
    template <class T>
    void fill(T& value) {
        if constexpr (HasFields<T>) {
            for_each_field(value, [&](std::string_view name, auto& field) { member(name, field); });
        } else {
            one(value);
        }
    }
    template <class T>
    void member(std::string_view name, T& field) {
        if constexpr (std::is_same_v<T, std::uint64_t>) {
            // Rounds are near the last one.
            const std::uint64_t last = known_.rounds + 1;
            const std::uint64_t back = random_.below(10);
            field = name == "round" ? (back < last ? last - back : 0) : random_.below(100);
        } else {
            fill(field);
        }
    }

    void one(bool& value) { value = random_.chance(5000); }
    void one(std::uint8_t& value) { value = static_cast<std::uint8_t>(random_.below(4)); }
    void one(std::uint32_t& value) { value = static_cast<std::uint32_t>(random_.below(12)); }
    void one(std::uint64_t& value) { value = random_.below(known_.rounds + 2); }  // a round
    void one(Money& value) {
        const auto chips = static_cast<std::int64_t>(random_.below(30));
        value = Money::of_cents(chips * known_.chip.cents());
        if (random_.chance(300)) value += Money::of_cents(1);
        if (random_.chance(100)) value = -value;
        if (random_.chance(100)) value = money_max + Money::of_cents(1);
        if (random_.chance(200)) value = extreme();
    }
    // Amounts at the ends of the integer range and around the caps.
    Money extreme() {
        static constexpr std::array<std::int64_t, 8> all = {
            std::numeric_limits<std::int64_t>::max(),
            std::numeric_limits<std::int64_t>::min(),
            money_max.cents(),
            table::credit_ceiling.cents(),
            table::meter_ceiling.cents(),
            table::amended_meter_max.cents() + 1,
            std::int64_t{1} << 53,
            -money_max.cents()};
        return Money::of_cents(all.at(static_cast<std::size_t>(random_.below(all.size()))));
    }
    void one(Instant& value) {
        value = known_.clock + (static_cast<std::int64_t>(random_.below(200'000)) - 50'000);
        if (random_.chance(200)) value = {std::numeric_limits<std::int64_t>::max()};
        if (random_.chance(200)) value = {std::numeric_limits<std::int64_t>::min()};
    }
    void one(Hash& value) {
        value = known_.hashes.empty() || random_.chance(2000) ? sha256("nothing")
                                                              : random_.pick(known_.hashes);
    }
    void one(std::string& value) {
        value = known_.texts.empty() || random_.chance(2000) ? std::string()
                                                             : random_.pick(known_.texts);
    }
    void one(rules::SpotId& value) {
        value = rules::SpotId{static_cast<std::uint8_t>(random_.below(rules::spot_count))};
    }
    void one(rules::Roll& value) {
        value = rules::nth_roll(static_cast<int>(random_.below(rules::roll_count)));
    }
    template <class Tag>
    void one(Id<Tag>& value) {
        value.number = static_cast<std::uint32_t>(random_.below(known_.ids + 1));
    }
    template <HasWords Enum>
    void one(Enum& value) {
        value = static_cast<Enum>(random_.below(words_of<Enum>.size()));
    }
    void one(std::optional<rules::Roll>& value) {
        if (random_.chance(5000)) one(value.emplace(1, 1, 1));
    }
    template <class T>
    void one(std::optional<T>& value) {
        if (random_.chance(5000)) fill(value.emplace());
    }
    template <class T>
    void one(std::vector<T>& value) {
        value.resize(static_cast<std::size_t>(random_.below(4)));
        for (T& item : value) fill(item);
    }
    template <class Key, class T>
    void one(std::map<Key, T>& value) {
        for (std::uint64_t left = random_.below(2); left > 0; --left) {
            Key key{};
            fill(key);
            fill(value[key]);
        }
    }

    template <class T>
    table::Order filled() {
        T value{};
        fill(value);
        return value;
    }
    template <class... Ts>
    table::Order order_at(std::size_t index, const Choice<Ts...>*) {
        static constexpr std::array makers = {&CommandFuzzer::filled<Ts>...};
        return (this->*makers.at(index))();
    }

    Random& random_;
    const Known& known_;
};

}  // namespace sicbo::sim
