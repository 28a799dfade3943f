// SPDX-License-Identifier: MIT
// Any value of a type that has canonical bytes, made from a seed; and whether two such values are
// the same, field by field and without a look at their bytes.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/random.h"
#include "table/event.h"

namespace sicbo::test {

using sim::Random;

// How a value of one type is made up. What the codec knows beyond these specialises it.
template <class T>
struct Arbitrary;

template <class T>
T arbitrary(Random& random) {
    return Arbitrary<T>::make(random);
}

template <HasFields T>
struct Arbitrary<T> {
    static T make(Random& random) {
        T value{};
        for_each_value(value, [&](auto& field) {
            field = arbitrary<std::remove_cvref_t<decltype(field)>>(random);
        });
        return value;
    }
};

template <>
struct Arbitrary<bool> {
    static bool make(Random& random) { return random.one_in(2); }
};

// Small ones mostly; at times any, and the ends.
template <std::integral T>
struct Arbitrary<T> {
    static T make(Random& random) {
        switch (random.below(8)) {
            case 0: return std::numeric_limits<T>::max();
            case 1: return std::numeric_limits<T>::min();
            case 2:
            case 3: return static_cast<T>(random.next());
            default: return static_cast<T>(random.below(100));
        }
    }
};

template <HasWords T>
struct Arbitrary<T> {
    static T make(Random& random) { return static_cast<T>(random.below(words_of<T>.size())); }
};

template <>
struct Arbitrary<Money> {
    static Money make(Random& random) {
        const std::int64_t most = random.one_in(4) ? money_max.cents() : 100'000;
        const auto cents =
            static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(most) + 1));
        return Money::of_cents(random.one_in(4) ? -cents : cents);
    }
};

template <>
struct Arbitrary<Instant> {
    static Instant make(Random& random) { return {arbitrary<std::int64_t>(random)}; }
};

template <class Tag>
struct Arbitrary<Id<Tag>> {
    static Id<Tag> make(Random& random) { return {arbitrary<std::uint32_t>(random)}; }
};

template <>
struct Arbitrary<Hash> {
    static Hash make(Random& random) {
        Hash hash;
        for (std::uint8_t& byte : hash.bytes) byte = static_cast<std::uint8_t>(random.next());
        return hash;
    }
};

template <>
struct Arbitrary<std::string> {
    static std::string make(Random& random) {
        static constexpr std::string_view pieces[] = {"a", "Z", "7", " ", "\n", "é", "骰", "🎲"};
        const std::uint64_t length = random.one_in(10) ? 100 : random.below(6);
        std::string text;
        for (std::uint64_t i = 0; i < length; ++i) {
            text += pieces[random.below(std::size(pieces))];
        }
        if (random.one_in(8)) text.push_back('\0');
        return text;
    }
};

template <class T>
struct Arbitrary<std::optional<T>> {
    static std::optional<T> make(Random& random) {
        if (random.one_in(3)) return std::nullopt;
        return arbitrary<T>(random);
    }
};

template <class List>
struct ArbitraryList {
    static List make(Random& random) {
        List list;
        for (std::uint64_t left = random.below(4); left > 0; --left) {
            list.push_back(arbitrary<typename List::value_type>(random));
        }
        return list;
    }
};
template <class T>
struct Arbitrary<std::vector<T>> : ArbitraryList<std::vector<T>> {};
template <class T>
struct Arbitrary<std::deque<T>> : ArbitraryList<std::deque<T>> {};

template <class Key, class T>
struct Arbitrary<std::map<Key, T>> {
    static std::map<Key, T> make(Random& random) {
        std::map<Key, T> map;
        for (std::uint64_t left = random.below(4); left > 0; --left) {
            Key key = arbitrary<Key>(random);
            map.insert_or_assign(std::move(key), arbitrary<T>(random));
        }
        return map;
    }
};

template <class Whole, class Choices>
struct ArbitraryChoice;
template <class Whole, class... Ts>
struct ArbitraryChoice<Whole, Choice<Ts...>> {
    static Whole make(Random& random) { return nth(random.below(sizeof...(Ts)), random); }
    static Whole nth(std::size_t index, Random& random) {
        static constexpr std::array makers = {&make_as<Ts>...};
        return makers.at(index)(random);
    }

private:
    template <class T>
    static Whole make_as(Random& random) {
        return arbitrary<T>(random);
    }
};
template <class... Ts>
struct Arbitrary<Choice<Ts...>> : ArbitraryChoice<Choice<Ts...>, Choice<Ts...>> {};
template <>
struct Arbitrary<table::Order> : ArbitraryChoice<table::Order, table::OrderChoice> {};
template <>
struct Arbitrary<table::Fact> : ArbitraryChoice<table::Fact, table::FactChoice> {};

template <>
struct Arbitrary<rules::SpotId> {
    static rules::SpotId make(Random& random) {
        return static_cast<rules::SpotId>(random.below(rules::spot_count));
    }
};

template <>
struct Arbitrary<rules::Roll> {
    static rules::Roll make(Random& random) {
        return rules::nth_roll(static_cast<int>(random.below(rules::roll_count)));
    }
};

// The choice with that number, with arbitrary contents.
template <class Choices>
Choices arbitrary_choice(std::size_t index, Random& random) {
    return Arbitrary<Choices>::nth(index, random);
}

// How values of one type are compared; most can do it themselves.
template <class T>
struct Same {
    static bool ask(const T& a, const T& b) { return a == b; }
};

template <class T>
bool same(const T& a, const T& b) {
    return Same<T>::ask(a, b);
}

template <HasFields T>
struct Same<T> {
    static bool ask(const T& a, const T& b) {
        return all_fields(a, b, [](const auto& x, const auto& y) { return same(x, y); });
    }
};

template <class T>
struct Same<std::optional<T>> {
    static bool ask(const std::optional<T>& a, const std::optional<T>& b) {
        return a.has_value() == b.has_value() && (!a || same(*a, *b));
    }
};

template <class List>
struct SameList {
    static bool ask(const List& a, const List& b) {
        if (a.size() != b.size()) return false;
        auto other = b.begin();
        for (const auto& one : a) {
            if (!same(one, *other++)) return false;
        }
        return true;
    }
};
template <class T>
struct Same<std::vector<T>> : SameList<std::vector<T>> {};
template <class T>
struct Same<std::deque<T>> : SameList<std::deque<T>> {};
template <class Key, class T>
struct Same<std::map<Key, T>> : SameList<std::map<Key, T>> {};

template <class A, class B>
struct Same<std::pair<A, B>> {
    static bool ask(const std::pair<A, B>& a, const std::pair<A, B>& b) {
        return same(a.first, b.first) && same(a.second, b.second);
    }
};

template <class Whole, class Choices>
struct SameChoice;
template <class Whole, class... Ts>
struct SameChoice<Whole, Choice<Ts...>> {
    static bool ask(const Whole& a, const Whole& b) {
        static constexpr std::array askers = {&ask_as<Ts>...};
        return a.index() == b.index() && askers.at(a.index())(a, b);
    }

private:
    template <class T>
    static bool ask_as(const Whole& a, const Whole& b) {
        return same(a.template get<T>(), b.template get<T>());
    }
};
template <class... Ts>
struct Same<Choice<Ts...>> : SameChoice<Choice<Ts...>, Choice<Ts...>> {};
template <>
struct Same<table::Order> : SameChoice<table::Order, table::OrderChoice> {};
template <>
struct Same<table::Fact> : SameChoice<table::Fact, table::FactChoice> {};

}  // namespace sicbo::test
