// SPDX-License-Identifier: MIT
// Encodes values as canonical bytes and decodes them. The encoding is unique: equal values give
// equal bytes, and bytes that are not the encoding of their value are refused.
//
// Whole numbers are written with seven bits in each byte, lowest first, in as few bytes as
// possible; signed numbers are mapped to unsigned ones (0, -1, 1, -2 are 0, 1, 2, 3). Texts and
// lists begin with their length, a variant with the number of its choice, an optional value with 0
// or 1. Structs are their fields in order. docs/formats/bytes.md specifies the format.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/choice.h"
#include "core/fields.h"
#include "core/hash.h"
#include "core/id.h"
#include "core/money.h"
#include "core/result.h"
#include "core/text.h"
#include "core/time.h"
#include "core/words.h"

namespace sicbo {

template <class Enum>
concept HasWords = std::is_enum_v<Enum> && requires { words_of<Enum>.size(); };

template <class Tag>
inline constexpr bool is_single_value<Id<Tag>> = true;
template <>
inline constexpr bool is_single_value<Instant> = true;
template <>
inline constexpr bool is_single_value<Hash> = true;

// The newest version of the format. Bytes of earlier versions are still read; docs/formats/bytes.md
// says how they differ.
inline constexpr std::uint8_t format_version = 2;

// Collects bytes in one version of the format.
class ByteWriter {
public:
    explicit ByteWriter(std::uint8_t version = format_version) : version_(version) {
        check(1 <= version && version <= format_version);
    }

    std::uint8_t version() const { return version_; }
    std::string take() && { return std::move(bytes_); }
    const std::string& bytes() const { return bytes_; }
    void clear() { bytes_.clear(); }

    void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
    void number(std::uint64_t value) {
        while (value >= 0x80) {
            byte(static_cast<std::uint8_t>(value | 0x80));
            value >>= 7;
        }
        byte(static_cast<std::uint8_t>(value));
    }
    void raw(std::string_view bytes) { bytes_.append(bytes); }

private:
    std::uint8_t version_;
    std::string bytes_;
};

// Reads what a ByteWriter wrote. The first error is recorded, and all later reads return empty
// values; the values are valid only if no error was recorded.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes, std::uint8_t version = format_version)
        : bytes_(bytes), version_(version) {
        check(1 <= version && version <= format_version);
    }

    std::uint8_t version() const { return version_; }
    bool failed() const { return error_.has_value(); }
    std::size_t left() const { return bytes_.size() - at_; }

    std::uint8_t byte() {
        if (failed() || left() == 0) return wrong("the bytes end too early"), std::uint8_t{0};
        return static_cast<std::uint8_t>(bytes_[at_++]);
    }
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::uint8_t next = byte();
            const std::uint64_t bits = next & 0x7fu;
            if ((bits << shift) >> shift != bits) break;
            value |= bits << shift;
            if ((next & 0x80u) == 0) {
                if (next == 0 && shift > 0) wrong("a number longer than it need be");
                return value;
            }
        }
        return wrong("a number too large"), 0;
    }
    // Reads a length. One that exceeds the remaining bytes is an error.
    std::size_t length() {
        const std::uint64_t count = number();
        if (count > left()) return wrong("a length past the end"), 0;
        return static_cast<std::size_t>(count);
    }
    std::string_view raw(std::size_t count) {
        if (failed() || count > left()) return wrong("the bytes end too early"), std::string_view();
        at_ += count;
        return bytes_.substr(at_ - count, count);
    }
    void wrong(std::string what) {
        if (!failed()) error_ = Error{std::move(what), "byte " + std::to_string(at_)};
    }
    // Returns the first error. Remaining bytes are an error too.
    std::optional<Error> finish() {
        if (left() > 0) wrong("bytes left over");
        return error_;
    }

private:
    std::string_view bytes_;
    std::uint8_t version_;
    std::size_t at_ = 0;
    std::optional<Error> error_;
};

// How one type is encoded and decoded. Types without fields specialise it.
template <class T>
struct Codec;

template <class T>
void encode(ByteWriter& to, const T& value) {
    Codec<T>::write(to, value);
}
template <class T>
T decode(ByteReader& from) {
    return Codec<T>::read(from);
}

template <class T>
std::string to_bytes(const T& value) {
    ByteWriter writer;
    encode(writer, value);
    return std::move(writer).take();
}
template <class T>
Result<T> from_bytes(std::string_view bytes, std::uint8_t version = format_version) {
    ByteReader reader(bytes, version);
    T value = decode<T>(reader);
    if (std::optional<Error> error = reader.finish()) return std::unexpected(std::move(*error));
    return value;
}

template <HasFields T>
struct Codec<T> {
    static void write(ByteWriter& to, const T& value) {
        for_each_value(value, [&](const auto& field) { encode(to, field); });
    }
    static T read(ByteReader& from) {
        T value{};
        for_each_value(value, [&](auto& field) {
            field = decode<std::remove_cvref_t<decltype(field)>>(from);
        });
        return value;
    }
};

template <>
struct Codec<bool> {
    static void write(ByteWriter& to, bool value) { to.byte(value ? 1 : 0); }
    static bool read(ByteReader& from) {
        const std::uint8_t byte = from.byte();
        if (byte > 1) from.wrong("neither yes nor no");
        return byte == 1;
    }
};

template <std::unsigned_integral T>
struct Codec<T> {
    static void write(ByteWriter& to, T value) { to.number(value); }
    static T read(ByteReader& from) {
        const std::uint64_t value = from.number();
        if (!std::in_range<T>(value)) from.wrong("a number too large");
        return static_cast<T>(value);
    }
};

template <std::signed_integral T>
struct Codec<T> {
    static void write(ByteWriter& to, T value) {
        const auto wide = static_cast<std::int64_t>(value);
        to.number((static_cast<std::uint64_t>(wide) << 1) ^ static_cast<std::uint64_t>(wide >> 63));
    }
    static T read(ByteReader& from) {
        const std::uint64_t folded = from.number();
        const auto value = static_cast<std::int64_t>((folded >> 1) ^ (~(folded & 1) + 1));
        if (!std::in_range<T>(value)) from.wrong("a number too large");
        return static_cast<T>(value);
    }
};

template <HasWords T>
struct Codec<T> {
    static void write(ByteWriter& to, T value) { to.byte(static_cast<std::uint8_t>(value)); }
    static T read(ByteReader& from) {
        const std::uint8_t byte = from.byte();
        if (byte >= words_of<T>.size()) return from.wrong("a word that does not exist"), T{};
        return static_cast<T>(byte);
    }
};

template <>
struct Codec<Money> {
    static void write(ByteWriter& to, Money value) { encode(to, value.cents()); }
    static Money read(ByteReader& from) { return Money::of_cents(decode<std::int64_t>(from)); }
};

template <>
struct Codec<Instant> {
    static void write(ByteWriter& to, Instant value) { encode(to, value.milliseconds); }
    static Instant read(ByteReader& from) { return {decode<std::int64_t>(from)}; }
};

template <class Tag>
struct Codec<Id<Tag>> {
    static void write(ByteWriter& to, Id<Tag> value) { encode(to, value.number); }
    static Id<Tag> read(ByteReader& from) { return {decode<std::uint32_t>(from)}; }
};

template <>
struct Codec<Hash> {
    static void write(ByteWriter& to, const Hash& value) {
        for (const std::uint8_t byte : value.bytes) to.byte(byte);
    }
    static Hash read(ByteReader& from) {
        Hash hash;
        for (std::uint8_t& byte : hash.bytes) byte = from.byte();
        return hash;
    }
};

template <>
struct Codec<std::string> {
    static void write(ByteWriter& to, const std::string& value) {
        to.number(value.size());
        to.raw(value);
    }
    static std::string read(ByteReader& from) {
        const std::string_view text = from.raw(from.length());
        if (!is_utf8(text)) from.wrong("not UTF-8");
        return std::string(text);
    }
};

template <class T>
struct Codec<std::optional<T>> {
    static void write(ByteWriter& to, const std::optional<T>& value) {
        encode(to, value.has_value());
        if (value) encode(to, *value);
    }
    static std::optional<T> read(ByteReader& from) {
        if (!decode<bool>(from)) return std::nullopt;
        return decode<T>(from);
    }
};

template <class T, class List>
struct ListCodec {
    static void write(ByteWriter& to, const List& list) {
        to.number(list.size());
        for (const T& one : list) encode(to, one);
    }
    static List read(ByteReader& from) {
        List list;
        for (std::size_t left = from.length(); left > 0 && !from.failed(); --left) {
            list.push_back(decode<T>(from));
        }
        return list;
    }
};
template <class T>
struct Codec<std::vector<T>> : ListCodec<T, std::vector<T>> {};
template <class T>
struct Codec<std::deque<T>> : ListCodec<T, std::deque<T>> {};

// Keys are in ascending order, so that the encoding is unique.
template <class Key, class T>
struct Codec<std::map<Key, T>> {
    static void write(ByteWriter& to, const std::map<Key, T>& map) {
        to.number(map.size());
        for (const auto& [key, value] : map) {
            encode(to, key);
            encode(to, value);
        }
    }
    static std::map<Key, T> read(ByteReader& from) {
        std::map<Key, T> map;
        for (std::size_t left = from.length(); left > 0 && !from.failed(); --left) {
            Key key = decode<Key>(from);
            if (!map.empty() && !(map.rbegin()->first < key)) from.wrong("keys out of order");
            map.emplace_hint(map.end(), std::move(key), decode<T>(from));
        }
        return map;
    }
};

// A value that is one of several types: a Choice, or a class derived from one.
template <class Whole, class Choices>
struct ChoiceCodec;
template <class Whole, class... Ts>
struct ChoiceCodec<Whole, Choice<Ts...>> {
    static void write(ByteWriter& to, const Whole& value) {
        static constexpr std::array writers = {&write_as<Ts>...};
        to.byte(static_cast<std::uint8_t>(value.index()));
        writers.at(value.index())(to, value);
    }
    static Whole read(ByteReader& from) {
        static constexpr std::array readers = {&read_as<Ts>...};
        const std::uint8_t index = from.byte();
        if (index >= readers.size()) return from.wrong("a choice that does not exist"), Whole();
        return readers.at(index)(from);
    }

private:
    template <class T>
    static void write_as(ByteWriter& to, const Whole& value) {
        encode(to, value.template get<T>());
    }
    template <class T>
    static Whole read_as(ByteReader& from) {
        return decode<T>(from);
    }
};
template <class... Ts>
struct Codec<Choice<Ts...>> : ChoiceCodec<Choice<Ts...>, Choice<Ts...>> {};

}  // namespace sicbo
