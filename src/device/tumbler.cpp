// SPDX-License-Identifier: MIT
#include "device/tumbler.h"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>

#include "wire/fields_json.h"

namespace sicbo::device {
namespace {

namespace json = boost::json;

// The type of a message is the name of its struct in lower case: "Welcome" is "welcome".
std::string word_of(std::string_view name) {
    std::string word(name);
    std::ranges::transform(word, word.begin(), [](char letter) {
        return 'A' <= letter && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return word;
}

template <class Variant>
std::string write(const Variant& message) {
    return std::visit(
        []<class M>(const M& body) {
            json::object object{{"type", word_of(type_name<M>())}};
            const json::value fields = wire::Write::of(body);
            for (const auto& [key, value] : fields.as_object()) object[key] = value;
            return json::serialize(object);
        },
        message);
}

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
Result<std::variant<Choices...>> read(std::string_view line, const std::variant<Choices...>*) {
    if (line.size() > line_length_max) return failure("the line is too long");
    wire::JsonText source(line);
    const wire::JsonNode root = source.root();
    std::optional<std::variant<Choices...>> message;
    if (!source.error()) {
        const wire::JsonNode node = root.member("type");
        const std::string word = node.text();
        ((word == word_of(type_name<Choices>()) ? void(message = read_body<Choices>(root))
                                                : void()),
         ...);
        if (!message) node.wrong("is not the type of any message");
    }
    if (source.error()) return std::unexpected(*source.error());
    return *std::move(message);
}

}  // namespace

std::string write_line(const ToTumbler& message) { return write(message); }
std::string write_line(const FromTumbler& message) { return write(message); }

Result<ToTumbler> read_to_tumbler(std::string_view line) {
    return read(line, static_cast<const ToTumbler*>(nullptr));
}
Result<FromTumbler> read_from_tumbler(std::string_view line) {
    return read(line, static_cast<const FromTumbler*>(nullptr));
}

std::string signed_part(const Reading& reading, TableId table) {
    std::string dice;
    for (const std::uint8_t die : reading.dice.dice()) dice += static_cast<char>(die);
    return "sicbo-result-v1" + as_bytes(table.number) + as_bytes(reading.round) +
           as_bytes(reading.close_hash) + as_bytes(reading.counter) + dice +
           as_bytes(reading.tumbles) + static_cast<char>(reading.flat);
}

}  // namespace sicbo::device
