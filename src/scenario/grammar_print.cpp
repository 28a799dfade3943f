// SPDX-License-Identifier: MIT
// The grammar for readers: as text, and as the tables of docs/formats/scenario.md.
#include <algorithm>

#include "scenario/grammar.h"
#include "scenario/scenario.h"

namespace sicbo::scenario {
namespace {

// One row for each entry. The first cell is code, the second a list of examples.
struct Row {
    std::string_view pattern;
    Examples examples;
    std::vector<std::string_view> cells;
};

struct Page {
    std::string_view id;
    std::string_view title;
    std::vector<std::string_view> heads;  // of all cells, examples included
    std::vector<Row> rows;
};

Examples split_samples(std::string_view samples) {
    constexpr std::string_view mark = "; ";
    Examples list;
    while (!samples.empty()) {
        const std::size_t end = std::min(samples.find(mark), samples.size());
        list.push_back(samples.substr(0, end));
        samples.remove_prefix(std::min(end + mark.size(), samples.size()));
    }
    return list;
}

std::vector<Page> pages() {
    std::vector<Page> all;
    Page setup{"setup", "Setup", {"line", "for example", "meaning", "default"}, {}};
    for (const Setting& entry : settings_grammar()) {
        setup.rows.push_back(
            {entry.pattern.text(), entry.examples, {entry.meaning, entry.otherwise}});
    }
    all.push_back(std::move(setup));
    for (const Section& section : command_sections()) {
        Page page{section.id,
                  section.title,
                  {"command", "for example", "default", "may", "leads to"},
                  {}};
        for (const CommandForm& entry : section.commands) {
            page.rows.push_back(
                {entry.pattern.text(), entry.examples, {entry.issuer, entry.may, entry.leads_to}});
        }
        all.push_back(std::move(page));
    }
    Page statements{
        "statements", "Statements", {"statement", "for example", "what is compared"}, {}};
    for (const Statement& entry : statements_grammar()) {
        statements.rows.push_back({entry.pattern.text(), entry.examples, {entry.compares}});
    }
    all.push_back(std::move(statements));
    return all;
}

Page arguments_page(std::vector<std::string>& names) {
    Page page{"arguments", "Arguments", {"argument", "for example", "meaning"}, {}};
    names.reserve(argument_kinds().size());  // the rows point into it
    for (const ArgumentKind& kind : argument_kinds()) {
        names.push_back("<" + std::string(kind.name) + ">");
        page.rows.push_back({names.back(), split_samples(kind.samples), {kind.meaning}});
    }
    return page;
}

// Code in a cell of a table, where a bar would end the cell.
std::string code(std::string_view text) {
    std::string escaped = "`";
    for (const char c : text) escaped += c == '|' ? "\\|" : std::string(1, c);
    return escaped + "`";
}

std::string markdown(const Page& page) {
    std::string text = "<!-- grammar: " + std::string(page.id) + " -->\n|";
    for (const std::string_view head : page.heads) text += " " + std::string(head) + " |";
    text += "\n|";
    for (std::size_t i = 0; i < page.heads.size(); ++i) text += "---|";
    for (const Row& row : page.rows) {
        text += "\n| " + code(row.pattern) + " | ";
        for (const std::string_view example : row.examples) {
            text += (example == row.examples.front() ? "" : ", ") + code(example);
        }
        for (const std::string_view cell : row.cells) text += " | " + std::string(cell);
        text += " |";
    }
    return text + "\n<!-- end of grammar -->\n";
}

// The text of a cell with "[name](address)" as "name".
std::string without_links(std::string_view cell) {
    std::string text(cell);
    for (std::size_t middle = 0; (middle = text.find("](", middle)) != std::string::npos;) {
        text.erase(middle, text.find(')', middle) + 1 - middle);
        text.erase(text.rfind('[', middle), 1);
    }
    return text;
}

std::string as_text(const Page& page) {
    std::string text(page.title);
    text += "\n";
    for (const Row& row : page.rows) {
        text += "  " + std::string(row.pattern) + "\n";
        for (const std::string_view example : row.examples) {
            text += "      " + std::string(example) + "\n";
        }
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            if (row.cells[i].empty()) continue;
            text += "      # " + std::string(page.heads[i + 2]) + ": " +
                    without_links(row.cells[i]) + "\n";
        }
    }
    return text + "\n";
}

constexpr std::string_view introduction =
    "The lines of a scenario. Words stand as they are, open(s) is open or opens, a|b is one of "
    "two,\n"
    "[...] may be left out, and <...> is an argument, see the end. A command may begin with who\n"
    "issues it, NAME or NAME as POST; otherwise the default does. Lines that begin with # are "
    "notes.\n"
    "docs/formats/scenario.md has the rest.\n\n";

}  // namespace

std::string grammar_text() {
    std::string text(introduction);
    for (const Page& page : pages()) text += as_text(page);
    std::vector<std::string> names;
    text += as_text(arguments_page(names));
    text.pop_back();
    return text;
}

std::string grammar_markdown() {
    std::vector<std::string> names;
    std::string text = markdown(arguments_page(names));
    for (const Page& page : pages()) text += markdown(page);
    return text;
}

}  // namespace sicbo::scenario
