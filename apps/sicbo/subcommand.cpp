// SPDX-License-Identifier: MIT
#include "subcommand.h"

#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <memory>

#include "core/csv.h"
#include "rules/conform.h"
#include "rules/load.h"

namespace sicbo::app {
namespace {

// How many columns a terminal gives the text: Chinese characters take two.
std::size_t width(std::string_view text) {
    std::size_t columns = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) columns += 1;  // control characters are shown as one
        if (byte >= 0xC0) columns += byte >= 0xE0 ? 2 : 1;
    }
    return columns;
}

// Without control characters, which could move the cursor or break a line.
std::string printable(std::string text) {
    const auto is_control = [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    };
    std::ranges::replace_if(text, is_control, '?');
    return text;
}

Result<std::string> read_all(std::FILE* file, const std::string& name) {
    std::string text;
    std::array<char, 65536> buffer;
    while (const std::size_t read = std::fread(buffer.data(), 1, buffer.size(), file)) {
        text.append(buffer.data(), read);
    }
    if (std::ferror(file) == 0) return text;
    return failure(fmt::format("can't be read: {}", std::strerror(errno)), name);
}

std::string known_layouts(std::span<const rules::Game> games) {
    std::vector<std::string> ids;
    for (const rules::Game& game : games) {
        for (const rules::Layout& layout : game.layouts) ids.push_back(layout.id);
    }
    return join(ids);
}

}  // namespace

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

Result<std::string> read_input(const std::string& path) {
    if (path == "-") return read_all(stdin, input_name(path));
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                               std::fclose);
    if (file) return read_all(file.get(), path);
    return failure(fmt::format("can't be opened: {}", std::strerror(errno)), path);
}

int write_answer(std::string_view answer) {
    const bool written = std::fwrite(answer.data(), 1, answer.size(), stdout) == answer.size();
    if (written && std::fflush(stdout) == 0) return exit_fine;
    return complain({fmt::format("can't be written: {}", std::strerror(errno)), "standard output"},
                    exit_no);
}

int complain(const Error& error, int exit_code) {
    fmt::print(stderr, "sicbo: {}\n", printable(error.text()));
    return exit_code;
}

void remark(std::string_view what) { fmt::print(stderr, "sicbo: note: {}\n", what); }

std::string ask_secret(const std::string& what) {
    const bool typed = isatty(STDIN_FILENO) == 1;
    termios usual = {};
    if (typed) {
        fmt::print(stderr, "{}: ", what);
        tcgetattr(STDIN_FILENO, &usual);
        termios silent = usual;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    }
    std::string line;
    std::getline(std::cin, line);
    if (typed) {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual);
        fmt::print(stderr, "\n");
    }
    return line;
}

std::string format_or_default(const std::string& format) {
    if (!format.empty()) return format;
    return isatty(STDOUT_FILENO) != 0 ? "text" : "csv";
}

Result<rules::Game> load_rules(std::string_view text, const std::string& path,
                               std::vector<std::string>& notes) {
    Result<rules::Game> game = rules::load_game(text, input_name(path));
    if (!game) return game;
    const auto conformed = rules::conform(*game);
    if (!conformed) {
        const Error& error = conformed.error();
        const std::string line = error.location.empty() ? "" : ":" + error.location;
        return failure(error.what, input_name(path) + line);
    }
    notes = *conformed;
    return game;
}

Result<ChosenLayout> choose_layout(const std::string& layout, const std::string& rules_file) {
    ChosenLayout chosen;
    std::span<const rules::Game> games = rules::documents();
    if (!rules_file.empty()) {
        const Result<std::string> text = read_input(rules_file);
        if (!text) return std::unexpected(text.error());
        std::vector<std::string> notes;
        Result<rules::Game> game = load_rules(*text, rules_file, notes);
        if (!game) return std::unexpected(game.error());
        chosen.loaded = std::make_shared<const std::vector<rules::Game>>(1, *std::move(game));
        games = *chosen.loaded;
    }
    const auto place = rules::find_layout(games, layout);
    if (!place) {
        return failure(
            fmt::format("unknown layout \"{}\"; there are {}", layout, known_layouts(games)));
    }
    chosen.game = place->game;
    chosen.layout = place->layout;
    return chosen;
}

std::string as_csv(const Rows& rows) {
    std::string text;
    for (const std::vector<std::string>& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) text += (i ? "," : "") + csv_field(row[i]);
        text += "\n";
    }
    return text;
}

std::string as_columns(const Rows& rows) {
    std::vector<std::size_t> widths;
    for (const std::vector<std::string>& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
    }
    std::string text;
    for (const std::vector<std::string>& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += printable(row[i]) + std::string(widths[i] - width(row[i]) + 2, ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string join(std::span<const std::string> parts, std::string_view between) {
    return fmt::format("{}", fmt::join(parts, between));
}

}  // namespace sicbo::app
