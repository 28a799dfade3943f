// SPDX-License-Identifier: MIT
// A strict reader of TOML: a missing key, a wrong type and an unknown key are errors with their
// line. It parses text and reads no files.
//
// The first error is recorded and reading continues with empty values, so that filling a struct
// takes one line for each field. The values are valid only if no error was recorded.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/words.h"

namespace sicbo {

class TomlText;

// A table inside a TomlText, which must outlive it.
class TomlTable {
public:
    bool has(std::string_view key) const;

    // Each reads the value at the key. If it is missing, of another type or out of range, records
    // an error and returns an empty value.
    std::string text(std::string_view key) const;
    std::int64_t number(std::string_view key, std::int64_t min, std::int64_t max) const;
    bool flag(std::string_view key) const;
    std::vector<std::string> texts(std::string_view key) const;
    std::vector<std::vector<std::string>> rows_of_texts(std::string_view key) const;
    TomlTable table(std::string_view key) const;
    std::vector<TomlTable> tables(std::string_view key) const;
    std::vector<std::string> keys() const;

    // Returns the line of the value at the key; of the table if there is none.
    int line(std::string_view key) const;

    // Reads a text that is a word of the enum.
    template <class Enum>
    Enum word(std::string_view key) const {
        return as_word<Enum>(key, text(key));
    }
    template <class Enum>
    std::vector<Enum> words(std::string_view key) const {
        std::vector<Enum> values;
        for (const std::string& one : texts(key)) values.push_back(as_word<Enum>(key, one));
        return values;
    }

    // Records an error at the key; an empty key means the table itself.
    void wrong(std::string_view key, std::string what) const;

private:
    friend class TomlText;
    TomlTable(const TomlText& text, const void* table) : text_(&text), table_(table) {}

    // Returns the value at the key and marks it as read; records an error if there is none.
    const void* take(std::string_view key) const;

    template <class Enum>
    Enum as_word(std::string_view key, const std::string& text) const {
        const std::optional<Enum> value = parse_word<Enum>(text);
        if (!value) wrong(key, "\"" + text + "\" is none of " + list_words<Enum>());
        return value.value_or(Enum{});
    }

    const TomlText* text_;
    const void* table_;
};

class TomlText {
public:
    // `name` is the name of the text in error messages, usually that of its file.
    TomlText(std::string_view text, std::string name);
    ~TomlText();
    TomlText(const TomlText&) = delete;
    TomlText& operator=(const TomlText&) = delete;

    TomlTable root() const;

    // Returns the first error; a key that was never read is one. Call it when everything is read.
    std::optional<Error> error() const;

private:
    friend class TomlTable;
    struct Parsed;
    std::unique_ptr<Parsed> parsed_;
};

}  // namespace sicbo
