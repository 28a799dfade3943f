// A TOML text read strictly: what is missing, of the wrong type or unknown is an error with its
// line. The text is parsed here; files are read at the edge.
//
// The first thing that is wrong is noted and reading goes on with empty values, so that whoever
// fills a struct writes one line for each field. What comes out counts only if nothing was noted.
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

    std::string text(std::string_view key) const;
    std::int64_t number(std::string_view key, std::int64_t least, std::int64_t most) const;
    bool flag(std::string_view key) const;
    std::vector<std::string> texts(std::string_view key) const;
    std::vector<std::vector<std::string>> rows_of_texts(std::string_view key) const;
    TomlTable table(std::string_view key) const;
    std::vector<TomlTable> tables(std::string_view key) const;
    std::vector<std::string> keys() const;
    int line(
        std::string_view key) const;  // of what stands at the key; of the table if nothing does

    // A text that is a word of the enum.
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

    // Notes that what stands at the key is wrong; an empty key means the table itself.
    void wrong(std::string_view key, std::string what) const;

private:
    friend class TomlText;
    TomlTable(const TomlText& text, const void* table) : text_(&text), table_(table) {}

    const void* take(std::string_view key) const;  // what stands at the key; notes if nothing does

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
    // The name is what errors call the text, usually that of its file.
    TomlText(std::string_view text, std::string name);
    ~TomlText();
    TomlText(const TomlText&) = delete;
    TomlText& operator=(const TomlText&) = delete;

    TomlTable root() const;

    // The first thing that was wrong, or a key that nobody asked for. Ask it when all is read.
    std::optional<Error> error() const;

private:
    friend class TomlTable;
    struct Parsed;
    std::unique_ptr<Parsed> parsed_;
};

}  // namespace sicbo
