// JSON from outside, read strictly: a key that stands twice, a key that nobody knows and a number
// that is not whole are errors, and each error names the path to what is wrong (`bets[3].stake`).
//
// As with core/toml.h the first thing that is wrong is noted and reading goes on with empty values;
// what comes out counts only if nothing was noted.
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

// A value inside a JsonText, which must outlive it.
class JsonNode {
public:
    // The members of an object, whose keys must be among the known; with none given, any key.
    std::vector<std::pair<std::string, JsonNode>> members(
        std::initializer_list<std::string_view> known = {}) const;
    void only(std::span<const std::string_view> known) const;  // an object with no other keys
    bool has(std::string_view key) const;
    JsonNode member(std::string_view key) const;
    std::vector<JsonNode> elements() const;

    std::string text() const;                   // one line, not empty
    std::string line() const;                   // one line, may be empty
    Money amount(Money least = Money()) const;  // a whole number of units, at most money_max
    std::uint64_t number(std::uint64_t least, std::uint64_t most) const;
    bool flag() const;
    bool is_null() const;
    bool is_list() const;

    void wrong(std::string what) const;

private:
    friend class JsonText;
    JsonNode(JsonText& text, const boost::json::value* value, std::string path)
        : text_(&text), value_(value), path_(std::move(path)) {}

    JsonText* text_;
    const boost::json::value* value_;  // none where something was missing
    std::string path_;
};

class JsonText {
public:
    explicit JsonText(std::string_view text);

    JsonNode root() { return {*this, &value_, ""}; }

    // The first thing that was wrong. Ask it when all is read.
    const std::optional<Error>& error() const { return first_; }

private:
    friend class JsonNode;
    void note(std::string what, std::string place);

    boost::json::value value_;
    std::optional<Error> first_;
};

}  // namespace sicbo::wire
