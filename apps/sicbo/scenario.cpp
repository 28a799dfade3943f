// SPDX-License-Identifier: MIT
// sicbo scenario: plays rounds written as text, and prints the grammar that they are written in.
#include "scenario/scenario.h"

#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <map>

#include "commands.h"
#include "scenario/line.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

// Returns the text with what each line led to beside it, and everything else as it was.
std::string filled(std::string_view text, const scenario::Playthrough& report) {
    std::map<int, std::string> by_line;
    for (const scenario::Played& played : report.played) {
        by_line[played.line] = join(played.phrases, "; ");
    }
    std::map<int, std::string> written;
    for (const scenario::Line& line : scenario::split_lines(text)) {
        const auto phrases = by_line.find(line.number);
        if (phrases == by_line.end() || phrases->second.empty()) continue;
        written[line.number] =
            fmt::format("{:<50}  {}", line.indent + line.command, phrases->second);
    }
    std::string out;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const auto line = written.find(number);
        out += line == written.end() ? std::string(text.substr(0, end)) : line->second;
        out += "\n";
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

// What each line led to, for --verbose.
std::string phrases_of(const std::string& name, const scenario::Playthrough& report) {
    std::string lines;
    for (const scenario::Played& played : report.played) {
        if (played.phrases.empty()) continue;
        lines += fmt::format("{}:{}: {}\n", name, played.line, join(played.phrases, "; "));
    }
    return lines;
}

// One line if the scenario is fine, otherwise what was expected and what came.
std::string verdict(const std::string& name, const scenario::Playthrough& report) {
    if (report.difference) {
        const auto& [line, expected, got] = *report.difference;
        return fmt::format("{}:{}: expected {}\n{}:{}: but got  {}\n", name, line, expected, name,
                           line, got);
    }
    return fmt::format(
        "{}: fine ({} commands, {} rounds, {} statements hold, {} events, hash {})\n", name,
        report.commands, report.rounds, report.statements, report.events,
        to_text(report.hash).substr(0, 16));
}

boost::json::object as_json(const std::string& name, const scenario::Playthrough& report,
                            bool verbose) {
    namespace json = boost::json;
    json::object object{{"file", name},
                        {"fine", !report.difference},
                        {"commands", report.commands},
                        {"rounds", report.rounds},
                        {"statements", report.statements},
                        {"events", report.events},
                        {"hash", to_text(report.hash)},
                        {"difference", nullptr}};
    if (report.difference) {
        const auto& [line, expected, got] = *report.difference;
        object["difference"] = json::object{{"line", line}, {"expected", expected}, {"got", got}};
    }
    if (!verbose) return object;
    json::array lines;
    for (const scenario::Played& played : report.played) {
        if (played.phrases.empty()) continue;
        lines.push_back(
            json::object{{"line", played.line},
                         {"phrases", json::array(played.phrases.begin(), played.phrases.end())}});
    }
    object["lines"] = std::move(lines);
    return object;
}

// The list that --format json writes, once every file was played.
int write_json(const boost::json::array& reports, int result) {
    if (const int code = write_answer(boost::json::serialize(reports) + "\n")) return code;
    return result;
}

}  // namespace

int run_scenario(const ScenarioOptions& options) {
    const bool json = options.format == "json";
    if (json && (options.fill || !options.grammar.empty())) {
        return complain({"json is for what scenarios led to: leave out --fill and --grammar"});
    }
    boost::json::array reports;
    if (!options.grammar.empty()) {
        const bool markdown = options.grammar == "markdown";
        return write_answer(markdown ? scenario::grammar_markdown() : scenario::grammar_text());
    }
    int result = 0;
    int fine = 0;
    for (const std::string& file : options.files) {
        const Result<std::string> text = read_input(file);
        if (!text) return complain(text.error());
        const std::string name = input_name(file);
        const auto until = options.fill ? scenario::Until::end : scenario::Until::difference;
        const Result<scenario::Playthrough> report = scenario::play(*text, until);
        if (!report) {
            return complain({report.error().what, name + ":" + report.error().location});
        }
        if (options.fill) {
            if (const int code = write_answer(filled(*text, *report)); code != 0) return code;
            continue;
        }
        if (report->difference) {
            result = 1;
        } else {
            ++fine;
        }
        if (json) {
            reports.push_back(as_json(name, *report, options.verbose));
            continue;
        }
        if (options.verbose) {
            if (const int code = write_answer(phrases_of(name, *report)); code != 0) return code;
        }
        fmt::print("{}", verdict(name, *report));
    }
    if (json) return write_json(reports, result);
    if (!options.fill && options.files.size() > 1) {
        fmt::print("{} of {} scenarios fine\n", fine, options.files.size());
    }
    return result;
}

}  // namespace sicbo::app
