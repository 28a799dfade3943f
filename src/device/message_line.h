// SPDX-License-Identifier: MIT
// Messages of a device as JSON objects, each the text of one line: a std::variant of structs in,
// one line out, and back. The key "type" holds the name of the struct in lower case, and every
// field is a key of its own. Private to src/device: included by the files that implement protocols.
#pragma once

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "device/secure_line.h"
#include "wire/fields_json.h"

namespace sicbo::device {

// Returns the type of a message: the name of its struct in lower case ("Begin" is "begin").
inline std::string message_type(std::string_view struct_name) {
    std::string word(struct_name);
    std::ranges::transform(word, word.begin(), [](char letter) {
        return 'A' <= letter && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return word;
}

// Returns the message as the text of a line.
template <class... Choices>
std::string write_message(const std::variant<Choices...>& message) {
    return std::visit(
        []<class M>(const M& body) {
            boost::json::object object{{"type", message_type(type_name<M>())}};
            const boost::json::value fields = wire::Write::of(body);
            for (const auto& [key, value] : fields.as_object()) object[key] = value;
            return boost::json::serialize(object);
        },
        message);
}

namespace detail {

// Every key of the message itself is required.
template <class M>
M read_body(const wire::JsonNode& root) {
    M message;
    std::array<std::string_view, field_count<M> + 1> names = {"type"};
    std::ranges::copy(field_names<M>, names.begin() + 1);
    root.only(names);
    for_each_field(message, [&](std::string_view name, auto& field) {
        wire::Read::into(root.member(name), field);
    });
    return message;
}

template <class... Choices>
Result<std::variant<Choices...>> read_message(std::string_view line,
                                              std::type_identity<std::variant<Choices...>>) {
    if (line.size() > line_length_max) return failure("the line is too long");
    wire::JsonText source(line);
    const wire::JsonNode root = source.root();
    std::optional<std::variant<Choices...>> message;
    if (!source.error()) {
        const wire::JsonNode node = root.member("type");
        const std::string word = node.text();
        ((word == message_type(type_name<Choices>()) ? void(message = read_body<Choices>(root))
                                                     : void()),
         ...);
        if (!message) node.wrong("is not the type of any message");
    }
    if (source.error()) return std::unexpected(*source.error());
    return *std::move(message);
}

}  // namespace detail

// Reads the text of a line as one of the variant's structs. Strict: an unknown type, an unknown or
// a missing key and a line longer than line_length_max are errors.
template <class Variant>
Result<Variant> read_message(std::string_view line) {
    return detail::read_message(line, std::type_identity<Variant>());
}

}  // namespace sicbo::device
