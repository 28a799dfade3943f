// SPDX-License-Identifier: MIT
#include "wire/json.h"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/text.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;

std::string position(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const auto line = 1 + std::ranges::count(before, '\n');
    const std::size_t last = before.rfind('\n');
    const std::size_t column = last == std::string_view::npos ? offset + 1 : offset - last;
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

// Looks only for a key that stands twice in one object: the parser proper would keep the last.
class KeyWatcher {
public:
    static constexpr std::size_t max_object_size = json::object::max_size();
    static constexpr std::size_t max_array_size = json::array::max_size();
    static constexpr std::size_t max_key_size = json::string::max_size();
    static constexpr std::size_t max_string_size = json::string::max_size();

    std::optional<Error> repeated;

    bool on_object_begin(json::error_code&) { return open_.emplace_back(), true; }
    bool on_object_end(std::size_t, json::error_code&) { return close(); }
    bool on_array_begin(json::error_code&) { return open_.emplace_back().index = 0, true; }
    bool on_array_end(std::size_t, json::error_code&) { return close(); }
    bool on_key_part(json::string_view part, std::size_t, json::error_code&) {
        key_.append(part.data(), part.size());
        return true;
    }
    bool on_key(json::string_view part, std::size_t, json::error_code&) {
        key_.append(part.data(), part.size());
        if (!open_.back().keys.insert(key_).second && !repeated) {
            repeated = Error{"the key \"" + key_ + "\" stands twice", path()};
        }
        open_.back().key = std::exchange(key_, {});
        return true;
    }
    bool on_string(json::string_view, std::size_t, json::error_code&) { return next(); }
    bool on_int64(std::int64_t, json::string_view, json::error_code&) { return next(); }
    bool on_uint64(std::uint64_t, json::string_view, json::error_code&) { return next(); }
    template <class Number>  // the parser's own, which we never look at
    bool on_double(Number, json::string_view, json::error_code&) {
        return next();
    }
    bool on_bool(bool, json::error_code&) { return next(); }
    bool on_null(json::error_code&) { return next(); }

    bool on_document_begin(json::error_code&) { return true; }
    bool on_document_end(json::error_code&) { return true; }
    bool on_string_part(json::string_view, std::size_t, json::error_code&) { return true; }
    bool on_number_part(json::string_view, json::error_code&) { return true; }
    bool on_comment_part(json::string_view, json::error_code&) { return true; }
    bool on_comment(json::string_view, json::error_code&) { return true; }

private:
    // An object or array that is open, and where in it the parser stands.
    struct Open {
        std::optional<std::size_t> index;  // of an array
        std::string key;
        std::set<std::string> keys;
    };

    bool next() {
        if (!open_.empty() && open_.back().index) ++*open_.back().index;
        return true;
    }
    bool close() {
        open_.pop_back();
        return next();
    }
    // To the object that is open now.
    std::string path() const {
        std::string path;
        for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
            const Open& open = open_[i];
            path += open.index ? "[" + std::to_string(*open.index) + "]"
                               : (path.empty() ? "" : ".") + open.key;
        }
        return path;
    }

    std::vector<Open> open_;
    std::string key_;  // the parts so far
};

}  // namespace

JsonText::JsonText(std::string_view text) {
    text = without_byte_order_mark(text);
    json::basic_parser<KeyWatcher> watch{json::parse_options()};
    json::error_code error;
    const std::size_t read = watch.write_some(false, text.data(), text.size(), error);
    if (!error && read < text.size()) error = json::error::extra_data;
    if (!error) value_ = json::parse({text.data(), text.size()}, error);
    if (error) note("not JSON: " + error.message(), position(text, read));
    if (const auto& repeated = watch.handler().repeated) note(repeated->what, repeated->location);
}

void JsonText::note(std::string what, std::string where) {
    check(!what.empty());
    if (!first_) first_ = Error{std::move(what), std::move(where)};
}

void JsonNode::wrong(std::string what) const { text_->note(std::move(what), path_); }

std::vector<std::pair<std::string, JsonNode>> JsonNode::members(
    std::initializer_list<std::string_view> known) const {
    std::vector<std::pair<std::string, JsonNode>> members;
    const json::object* object = value_ ? value_->if_object() : nullptr;
    if (!object) wrong("must be an object");
    if (!object) return members;
    for (const auto& [key, value] : *object) {
        const std::string name(key.data(), key.size());
        if (known.size() > 0 && std::ranges::find(known, name) == known.end()) {
            wrong("unknown key \"" + name + "\"");
        }
        members.emplace_back(name, member(name));
    }
    check(members.size() == object->size());
    return members;
}

void JsonNode::only(std::span<const std::string_view> known) const {
    const json::object* object = value_ ? value_->if_object() : nullptr;
    if (!object) return wrong("must be an object");
    for (const auto& [key, value] : *object) {
        if (std::ranges::find(known, std::string_view(key.data(), key.size())) == known.end()) {
            wrong("unknown key \"" + std::string(key.data(), key.size()) + "\"");
        }
    }
}

bool JsonNode::has(std::string_view key) const {
    const json::object* object = value_ ? value_->if_object() : nullptr;
    return object && object->contains({key.data(), key.size()});
}

JsonNode JsonNode::member(std::string_view key) const {
    const json::object* object = value_ ? value_->if_object() : nullptr;
    const json::value* value = object ? object->if_contains({key.data(), key.size()}) : nullptr;
    if (!value) wrong("\"" + std::string(key) + "\" is missing");
    return {*text_, value, (path_.empty() ? "" : path_ + ".") + std::string(key)};
}

std::vector<JsonNode> JsonNode::elements() const {
    std::vector<JsonNode> elements;
    const json::array* array = value_ ? value_->if_array() : nullptr;
    if (!array) wrong("must be a list");
    for (std::size_t i = 0; array && i < array->size(); ++i) {
        elements.push_back({*text_, &(*array)[i], path_ + "[" + std::to_string(i) + "]"});
    }
    check(elements.size() == (array ? array->size() : 0));
    return elements;
}

std::string JsonNode::text() const {
    const json::string* text = value_ ? value_->if_string() : nullptr;
    if (text && !text->empty() && is_line({text->data(), text->size()})) {
        return {text->data(), text->size()};
    }
    wrong("must be a text that is not empty and has no control characters");
    return {};
}

std::string JsonNode::line() const {
    const json::string* text = value_ ? value_->if_string() : nullptr;
    if (text && is_line({text->data(), text->size()})) return {text->data(), text->size()};
    wrong("must be a text without control characters");
    return {};
}

std::string JsonNode::lines() const {
    const json::string* text = value_ ? value_->if_string() : nullptr;
    std::string joined(text ? std::string_view(text->data(), text->size()) : std::string_view());
    std::ranges::replace(joined, '\n', ' ');
    if (text && is_line(joined)) return {text->data(), text->size()};
    wrong("must be a text without control characters other than line feeds");
    return {};
}

std::uint64_t JsonNode::number(std::uint64_t min, std::uint64_t max) const {
    check(min <= max);
    std::optional<std::uint64_t> number;
    if (value_ && value_->is_uint64()) number = value_->get_uint64();
    if (value_ && value_->is_int64() && value_->get_int64() >= 0) {
        number = static_cast<std::uint64_t>(value_->get_int64());
    }
    if (number && min <= *number && *number <= max) return *number;
    wrong("must be a whole number from " + std::to_string(min) + " to " + std::to_string(max));
    return min;
}

bool JsonNode::flag() const {
    if (value_ && value_->is_bool()) return value_->get_bool();
    wrong("must be true or false");
    return false;
}

bool JsonNode::is_null() const { return value_ && value_->is_null(); }

bool JsonNode::is_list() const { return value_ && value_->is_array(); }

Money JsonNode::amount(Money min) const {
    check(Money() <= min && min <= money_max);
    const std::int64_t* number = value_ ? value_->if_int64() : nullptr;
    if (number && min.cents() <= *number && *number <= money_max.cents()) {
        return Money::of_cents(*number);
    }
    wrong("must be a whole number from " + std::to_string(min.cents()) + " to " +
          std::to_string(money_max.cents()) +
          (value_ && value_->is_number() ? ", not " + json::serialize(*value_) : ""));
    return min;
}

}  // namespace sicbo::wire
