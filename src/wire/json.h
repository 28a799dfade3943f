// SPDX-License-Identifier: MIT
// A strict reader of JSON from outside: a repeated key, an unknown key and a number that is not
// whole are errors, and each error names the path to it (`bets[3].stake`).
//
// As with core/toml.h, the first error is recorded and reading continues with empty values. What
// was read counts only if no error was recorded.
#pragma once

#include <boost/json/value.hpp>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/money.h"
#include "core/result.h"

namespace sicbo::wire {

class JsonText;

// A value inside a JsonText, which must outlive it. A missing value is a node too; reading it
// records an error.
class JsonNode {
public:
    // Returns the members of an object in their order. A key that is not in `known` is an error;
    // with no `known`, any key is accepted.
    std::vector<std::pair<std::string, JsonNode>> members(
        std::initializer_list<std::string_view> known = {}) const;
    // Records an error unless the node is an object whose keys are all in `known`.
    void only(std::span<const std::string_view> known) const;
    // Returns true if the node is an object with this key.
    bool has(std::string_view key) const;
    // Returns the member with this key. A missing one is an error.
    JsonNode member(std::string_view key) const;
    // Returns the elements of a list.
    std::vector<JsonNode> elements() const;

    // Returns a text of one line that is not empty. Returns an empty text after an error.
    std::string text() const;
    // Returns a text of one line that may be empty. Returns an empty text after an error.
    std::string line() const;
    // Returns a text of any number of lines, which may be empty. Returns an empty text after an
    // error.
    std::string lines() const;
    // A whole number of cents from `min` to money_max.
    Money amount(Money min = Money()) const;
    // A whole number from `min` to `max`. Returns `min` after an error.
    std::uint64_t number(std::uint64_t min, std::uint64_t max) const;
    bool flag() const;
    bool is_null() const;
    bool is_list() const;

    // Records an error at this node.
    void wrong(std::string what) const;

private:
    friend class JsonText;
    JsonNode(JsonText& text, const boost::json::value* value, std::string path)
        : text_(&text), value_(value), path_(std::move(path)) {}

    JsonText* text_;
    const boost::json::value* value_;  // null if the value is missing
    std::string path_;
};

// A JSON text and the first error found in it.
class JsonText {
public:
    // Parses the text. An error of syntax names line and column.
    explicit JsonText(std::string_view text);

    JsonNode root() { return {*this, &value_, ""}; }

    // The first error. Ask for it when everything has been read.
    const std::optional<Error>& error() const { return first_; }

private:
    friend class JsonNode;
    void note(std::string what, std::string where);

    boost::json::value value_;
    std::optional<Error> first_;
};

}  // namespace sicbo::wire
