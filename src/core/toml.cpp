// SPDX-License-Identifier: MIT
#include "core/toml.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/text.h"

namespace {

// toml++ 3.3 asserts on some broken table headers ("[#"), and would run on in a release build. Its
// assertions are kept in every build and thrown, so that such a text is refused like any other.
struct ParserLost {};

constexpr void assert_parser(bool holds) {
    if (!holds) throw ParserLost{};
}

}  // namespace

#undef NDEBUG
#define TOML_ASSERT(condition) assert_parser(static_cast<bool>(condition))
#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

namespace sicbo {

struct TomlText::Parsed {
    std::string name;
    toml::table root;
    toml::table empty;  // in place of a table that does not exist
    std::optional<Error> first;
    std::set<const toml::node*> used;

    std::string location(const toml::source_region& source) const {
        return name + ":" + std::to_string(source.begin.line);
    }
    void note(const toml::source_region& source, std::string what) {
        if (!first) first = Error{std::move(what), location(source)};
    }

    // A key that was never asked for, anywhere below.
    std::optional<Error> unused(const toml::table& table) const {
        for (const auto& [key, node] : table) {
            if (!used.contains(&node)) {
                return Error{"unknown key \"" + std::string(key.str()) + "\"",
                             location(key.source())};
            }
            if (auto error = unused_below(node)) return error;
        }
        return std::nullopt;
    }
    std::optional<Error> unused_below(const toml::node& node) const {
        if (const auto* table = node.as_table()) return unused(*table);
        if (const auto* array = node.as_array()) {
            for (const toml::node& element : *array) {
                if (auto error = unused_below(element)) return error;
            }
        }
        return std::nullopt;
    }
};

namespace {

// TomlTable keeps its pointers untyped, so that toml++ stays in this file.
const toml::table& as_table(const void* table) { return *static_cast<const toml::table*>(table); }
const toml::node* as_node(const void* node) { return static_cast<const toml::node*>(node); }

const toml::node* find(const void* table, std::string_view key) { return as_table(table).get(key); }

bool loses_parser(std::string_view text) {
    try {
        (void)toml::parse(text);
    } catch (const ParserLost&) {
        return true;
    } catch (const toml::parse_error&) {
        return false;
    }
    return false;
}

// The line on which the parser is lost: it reads from front to back, so the shortest beginning that
// loses it ends there.
unsigned lost_line(std::string_view text) {
    std::vector<std::size_t> ends;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n') ends.push_back(i + 1);
    }
    const auto found = std::ranges::partition_point(
        ends, [&](std::size_t end) { return !loses_parser(text.substr(0, end)); });
    return static_cast<unsigned>(found - ends.begin()) + 1;
}

// The end of the quoted text or comment that begins here, or nothing if none does. A text that is
// not closed ends with its line, or with the file if it may have several lines.
std::optional<std::size_t> end_of_quote(std::string_view text, std::size_t begin) {
    const char quote = text[begin];
    if (quote == '#') return std::min(text.find('\n', begin), text.size());
    if (quote != '"' && quote != '\'') return std::nullopt;
    const std::string three(3, quote);
    const bool several_lines = text.substr(begin).starts_with(three);
    const std::string_view closing = several_lines ? three : std::string_view(three).substr(0, 1);
    for (std::size_t i = begin + closing.size(); i < text.size(); ++i) {
        if (text[i] == '\\' && quote == '"') {
            ++i;
        } else if (text[i] == '\n' && !several_lines) {
            return i;
        } else if (text.substr(i).starts_with(closing)) {
            return i + closing.size();
        }
    }
    return text.size();
}

// The line of a character that is not ASCII and stands outside quotes and comments: never valid,
// and toml++ 3.3 does undefined things with some.
std::optional<unsigned> stray_line(std::string_view text) {
    unsigned line = 1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (const auto end = end_of_quote(text, i)) {
            line += static_cast<unsigned>(std::ranges::count(text.substr(i, *end - i), '\n'));
            i = *end - 1;
        } else if (text[i] == '\n') {
            ++line;
        } else if (static_cast<unsigned char>(text[i]) >= 0x80) {
            return line;
        }
    }
    return std::nullopt;
}

}  // namespace

TomlText::TomlText(std::string_view text, std::string name)
    : parsed_(new Parsed{std::move(name), {}, {}, {}, {}}) {
    text = without_byte_order_mark(text);
    if (const auto line = stray_line(text)) {
        parsed_->note({{*line, 1}, {}, {}}, "a character that is not ASCII, outside quotes");
        return;
    }
    try {
        parsed_->root = toml::parse(text);
    } catch (const toml::parse_error& error) {
        parsed_->note(error.source(), std::string(error.description()));
    } catch (const ParserLost&) {
        parsed_->note({{lost_line(text), 1}, {}, {}}, "not valid TOML");
    }
}

TomlText::~TomlText() = default;

TomlTable TomlText::root() const { return {*this, &parsed_->root}; }

std::optional<Error> TomlText::error() const {
    if (parsed_->first) return parsed_->first;
    return parsed_->unused(parsed_->root);
}

bool TomlTable::has(std::string_view key) const { return find(table_, key) != nullptr; }

void TomlTable::wrong(std::string_view key, std::string what) const {
    const toml::node* node = key.empty() ? nullptr : find(table_, key);
    const toml::source_region& source = node ? node->source() : as_table(table_).source();
    text_->parsed_->note(source, (key.empty() ? "" : std::string(key) + ": ") + std::move(what));
}

const void* TomlTable::take(std::string_view key) const {
    const toml::node* node = find(table_, key);
    if (node) {
        text_->parsed_->used.insert(node);
    } else {
        wrong("", "\"" + std::string(key) + "\" is missing");
    }
    return node;
}

std::string TomlTable::text(std::string_view key) const {
    const toml::node* node = as_node(take(key));
    if (!node) return {};
    if (const auto value = node->value_exact<std::string>()) return *value;
    wrong(key, "must be a text in quotes");
    return {};
}

std::int64_t TomlTable::number(std::string_view key, std::int64_t min, std::int64_t max) const {
    const toml::node* node = as_node(take(key));
    if (!node) return min;
    const auto value = node->value_exact<std::int64_t>();
    if (value && min <= *value && *value <= max) return *value;
    wrong(key, "must be a whole number from " + std::to_string(min) + " to " + std::to_string(max));
    return min;
}

bool TomlTable::flag(std::string_view key) const {
    const toml::node* node = as_node(take(key));
    if (!node) return false;
    if (const auto value = node->value_exact<bool>()) return *value;
    wrong(key, "must be true or false");
    return false;
}

std::vector<std::string> TomlTable::texts(std::string_view key) const {
    const toml::node* node = as_node(take(key));
    if (!node) return {};
    std::vector<std::string> values;
    const toml::array* array = node->as_array();
    if (!array) wrong(key, "must be a list of texts");
    for (std::size_t i = 0; array && i < array->size(); ++i) {
        const auto value = array->get(i)->value_exact<std::string>();
        if (!value) wrong(key, "must be a list of texts");
        values.push_back(value.value_or(""));
    }
    return values;
}

std::vector<std::vector<std::string>> TomlTable::rows_of_texts(std::string_view key) const {
    const toml::node* node = as_node(take(key));
    if (!node) return {};
    std::vector<std::vector<std::string>> rows;
    const toml::array* outer = node->as_array();
    if (!outer) wrong(key, "must be a list of lists of texts");
    for (std::size_t i = 0; outer && i < outer->size(); ++i) {
        const toml::array* inner = outer->get(i)->as_array();
        if (!inner) wrong(key, "must be a list of lists of texts");
        rows.emplace_back();
        for (std::size_t j = 0; inner && j < inner->size(); ++j) {
            const auto value = inner->get(j)->value_exact<std::string>();
            if (!value) wrong(key, "must be a list of lists of texts");
            rows.back().push_back(value.value_or(""));
        }
    }
    return rows;
}

TomlTable TomlTable::table(std::string_view key) const {
    const toml::node* node = as_node(take(key));
    if (!node) return {*text_, &text_->parsed_->empty};
    if (const toml::table* table = node->as_table()) return {*text_, table};
    wrong(key, "must be a table");
    return {*text_, &text_->parsed_->empty};
}

std::vector<TomlTable> TomlTable::tables(std::string_view key) const {
    const toml::node* node = as_node(take(key));
    if (!node) return {};
    std::vector<TomlTable> values;
    const toml::array* array = node->as_array();
    if (!array) wrong(key, "must be a list of tables");
    for (std::size_t i = 0; array && i < array->size(); ++i) {
        const toml::table* table = array->get(i)->as_table();
        if (table) {
            values.push_back({*text_, table});
        } else {
            wrong(key, "must be a list of tables");
        }
    }
    return values;
}

int TomlTable::line(std::string_view key) const {
    const toml::node* node = find(table_, key);
    const toml::source_region& source = node ? node->source() : as_table(table_).source();
    return static_cast<int>(source.begin.line);
}

std::vector<std::string> TomlTable::keys() const {
    std::vector<std::string> names;
    for (const auto& [key, node] : as_table(table_)) names.emplace_back(key.str());
    return names;
}

}  // namespace sicbo
