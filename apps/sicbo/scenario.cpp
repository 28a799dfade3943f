// sicbo scenario: plays rounds written as text.
#include "scenario/scenario.h"

#include <fmt/format.h>

#include <map>

#include "commands.h"
#include "edge.h"
#include "scenario/line.h"

namespace sicbo::app {
namespace {

std::string joined(const std::vector<std::string>& phrases) { return join(phrases, "; "); }

// The text with what each line led to beside it; everything else as it stood.
std::string filled(std::string_view text, const scenario::Playthrough& report) {
    std::map<int, std::string> by_line;
    for (const scenario::Played& played : report.played) {
        by_line[played.line] = joined(played.phrases);
    }
    std::map<int, std::string> written;
    for (const scenario::Line& line : scenario::split_lines(text)) {
        const auto found = by_line.find(line.number);
        if (found == by_line.end() || found->second.empty()) continue;
        written[line.number] = fmt::format("{:<50}  {}", line.indent + line.command, found->second);
    }
    std::string out;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const auto found = written.find(number);
        out += found == written.end() ? std::string(text.substr(0, end)) : found->second;
        out += "\n";
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

}  // namespace

int run_scenario(const ScenarioOptions& options) {
    int result = 0;
    int fine = 0;
    for (const std::string& file : options.files) {
        const Result<std::string> text = read_input(file);
        if (!text) return complain(text.error());
        const std::string name = input_name(file);
        const auto until = options.fill ? scenario::Until::end : scenario::Until::difference;
        const Result<scenario::Playthrough> report = scenario::play(*text, until);
        if (!report) {
            return complain({report.error().what, name + ":" + report.error().place});
        }
        if (options.fill) {
            if (const int code = write_answer(filled(*text, *report)); code != 0) return code;
            continue;
        }
        if (options.verbose) {
            std::string lines;
            for (const scenario::Played& played : report->played) {
                if (played.phrases.empty()) continue;
                lines += fmt::format("{}:{}: {}\n", name, played.line, joined(played.phrases));
            }
            if (const int code = write_answer(lines); code != 0) return code;
        }
        if (report->difference) {
            const scenario::Difference& difference = *report->difference;
            fmt::print("{}:{}: expected {}\n{}:{}: but got  {}\n", name, difference.line,
                       difference.expected, name, difference.line, difference.got);
            result = 1;
            continue;
        }
        ++fine;
        fmt::print("{}: fine ({} commands, {} rounds, {} statements hold, {} events, hash {})\n",
                   name, report->commands, report->rounds, report->statements, report->events,
                   to_text(report->hash).substr(0, 16));
    }
    if (!options.fill && options.files.size() > 1) {
        fmt::print("{} of {} scenarios fine\n", fine, options.files.size());
    }
    return result;
}

}  // namespace sicbo::app
