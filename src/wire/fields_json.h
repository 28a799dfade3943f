// SPDX-License-Identifier: MIT
// Reads and writes any struct with fields as JSON, in the form that clients and devices use:
// amounts are whole numbers of cents, dice are lists of three, words are texts, hashes are
// hexadecimal. (wire/event_json.h is the form for people: amounts with a point, readable times.)
//
// When reading, a text, an id, an amount or an optional value may be missing and is then empty;
// every other field is required, and an unknown key is an error.
#pragma once

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/check.h"
#include "core/codec.h"
#include "rules/spot_id.h"
#include "wire/json.h"

namespace sicbo::wire {

inline constexpr std::uint64_t number_max = std::uint64_t{1} << 53;  // exact in a browser
inline constexpr std::size_t list_length_max = 1'000;

template <class T>
inline constexpr bool may_be_missing = std::is_same_v<T, std::string> || std::is_same_v<T, Money>;
template <class Tag>
inline constexpr bool may_be_missing<Id<Tag>> = true;
template <class T>
inline constexpr bool may_be_missing<std::optional<T>> = true;

// The overloads are in one struct, so that each can call any other.
struct Read {
    // Reads the node into the value. Errors are noted in the node's JsonText; the value counts only
    // if none was noted.
    template <class T>
    static void into(const JsonNode& node, T& value) {
        if constexpr (HasFields<T>) {
            fields(node, value);
        } else if constexpr (HasWords<T>) {
            const std::string text = node.text();
            const std::optional<T> word = parse_word<T>(text);
            if (!word) node.wrong("must be one of " + list_words<T>());
            value = word.value_or(T{});
        } else if constexpr (std::is_same_v<T, bool>) {
            value = node.flag();
        } else if constexpr (std::is_unsigned_v<T>) {
            const std::uint64_t max =
                std::min<std::uint64_t>(std::numeric_limits<T>::max(), number_max);
            value = static_cast<T>(node.number(0, max));
        } else {
            read_value(node, value);
        }
    }

    // The same for a struct: reads each field from the member of the same name.
    template <class T>
    static void fields(const JsonNode& node, T& value) {
        node.only(field_names<T>);
        for_each_field(value, [&]<class F>(std::string_view name, F& field) {
            if (may_be_missing<F> && !node.has(name)) return;
            into(node.member(name), field);
        });
    }

private:
    static void read_value(const JsonNode& node, std::string& value) { value = node.line(); }
    static void read_value(const JsonNode& node, Money& value) { value = node.amount(); }
    static void read_value(const JsonNode& node, Instant& value) {
        value.milliseconds = static_cast<std::int64_t>(node.number(0, number_max));
    }
    static void read_value(const JsonNode& node, Hash& value) {
        const std::optional<Hash> hash = parse_hash(node.text());
        if (!hash) return node.wrong("must be 64 hexadecimal digits");
        value = *hash;
    }
    static void read_value(const JsonNode& node, rules::SpotId& value) {
        const std::optional<rules::Spot> spot = rules::parse_spot(node.text());
        if (!spot) return node.wrong("is not a spot");
        value = id_of(*spot);
    }
    static void read_value(const JsonNode& node, rules::Roll& value) {
        const std::vector<JsonNode> dice = node.elements();
        if (dice.size() != 3) return node.wrong("must be a list of three dice");
        std::array<int, 3> faces = {1, 1, 1};
        for (std::size_t i = 0; i < 3; ++i) faces.at(i) = static_cast<int>(dice[i].number(1, 6));
        for (const int face : faces) check(1 <= face && face <= 6);
        value = {faces[0], faces[1], faces[2]};
    }
    template <class Tag>
    static void read_value(const JsonNode& node, Id<Tag>& value) {
        value.number = static_cast<std::uint32_t>(node.number(0, UINT32_MAX));
    }
    template <class T>
    static void read_value(const JsonNode& node, std::optional<T>& value) {
        if (node.is_null()) return;
        if constexpr (std::is_same_v<T, rules::Roll>) {
            value = rules::Roll{1, 1, 1};
        } else {
            value.emplace();
        }
        into(node, *value);
    }
    template <class T>
    static void read_value(const JsonNode& node, std::vector<T>& value) {
        const std::vector<JsonNode> elements = node.elements();
        if (elements.size() > list_length_max) return node.wrong("is too long");
        value.resize(elements.size());
        for (std::size_t i = 0; i < elements.size(); ++i) into(elements[i], value[i]);
        check(value.size() == elements.size());
    }
    // A map is an object: {"big": {...}}. Its keys are spots or words.
    template <class Key, class T>
    static void read_value(const JsonNode& node, std::map<Key, T>& value) {
        for (const auto& [name, member] : node.members()) {
            std::optional<Key> key;
            if constexpr (std::is_same_v<Key, rules::SpotId>) {
                if (const auto spot = rules::parse_spot(name)) key = id_of(*spot);
            } else {
                key = parse_word<Key>(name);
            }
            if (!key) {
                member.wrong("is an unknown key");
                continue;
            }
            into(member, value[*key]);
        }
    }
};

// The inverse of Read.
struct Write {
    // Returns the value as JSON.
    template <class T>
    static boost::json::value of(const T& value) {
        if constexpr (HasFields<T>) {
            boost::json::object object;
            for_each_field(value, [&](std::string_view name, const auto& field) {
                object[{name.data(), name.size()}] = of(field);
            });
            return object;
        } else if constexpr (HasWords<T>) {
            return boost::json::value(boost::json::string(to_word(value)));
        } else if constexpr (std::is_arithmetic_v<T>) {
            return value;
        } else {
            return write_value(value);
        }
    }

private:
    static boost::json::value write_value(const std::string& text) {
        return boost::json::string(text);
    }
    static boost::json::value write_value(const Hash& hash) {
        return boost::json::string(to_text(hash));
    }
    static boost::json::value write_value(Money amount) { return amount.cents(); }
    static boost::json::value write_value(Instant at) { return at.milliseconds; }
    static boost::json::value write_value(rules::SpotId spot) {
        return boost::json::string(to_text(rules::spot_of(spot)));
    }
    static boost::json::value write_value(const rules::Roll& roll) {
        boost::json::array dice;
        for (const std::uint8_t die : roll.dice()) dice.emplace_back(die);
        check(dice.size() == 3);
        return dice;
    }
    template <class Tag>
    static boost::json::value write_value(Id<Tag> id) {
        return id.number;
    }
    template <class T>
    static boost::json::value write_value(const std::optional<T>& value) {
        return value ? of(*value) : boost::json::value(nullptr);
    }
    template <class T>
    static boost::json::value write_value(const std::vector<T>& list) {
        boost::json::array array;
        for (const T& value : list) array.push_back(of(value));
        check(array.size() == list.size());
        return array;
    }
    template <class Key, class T>
    static boost::json::value write_value(const std::map<Key, T>& map) {
        boost::json::object object;
        for (const auto& [key, value] : map) object[of(key).as_string()] = of(value);
        check(object.size() == map.size());  // no two keys have the same spelling
        return object;
    }
};

}  // namespace sicbo::wire
