// sicbo scenario: plays rounds written as text.
#include "scenario/scenario.h"

#include <fmt/format.h>

#include <map>

#include "commands.h"
#include "edge.h"

namespace sicbo::app {
namespace {

std::string joined(const std::vector<std::string>& phrases) { return join(phrases, "; "); }

// The text with what each line led to beside it.
std::string filled(const std::string& text, const scenario::Playthrough& report) {
    std::map<int, std::string> by_line;
    for (const scenario::Played& played : report.played) {
        by_line[played.line] = joined(played.phrases);
    }
    std::string out;
    int number = 0;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string line = text.substr(begin, end - begin);
        begin = end + 1;
        const auto found = by_line.find(++number);
        if (found != by_line.end() && !found->second.empty()) {
            const std::size_t word = line.find_first_not_of(' ');
            std::size_t command = word;
            const std::size_t gap = line.find("  ", word);
            // A time stands in a column of its own.
            if (gap != std::string::npos &&
                line.substr(word, gap - word).find(' ') == std::string::npos) {
                command = line.find_first_not_of(' ', gap);
            }
            const std::size_t cut = line.find("  ", command);
            if (cut != std::string::npos) line.resize(cut);
            line = fmt::format("{:<50}  {}", line, found->second);
        }
        out += line + "\n";
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
        const Result<scenario::Playthrough> report = scenario::play(*text);
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
