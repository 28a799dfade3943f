#include "scenario/scenario.h"

#include <algorithm>

#include "core/text.h"
#include "scenario/describe.h"
#include "scenario/hint.h"
#include "scenario/player.h"

namespace sicbo::scenario {
namespace {

std::string joined(const std::vector<std::string>& phrases) {
    std::string text;
    for (const std::string& phrase : phrases) text += (text.empty() ? "" : "; ") + phrase;
    return text;
}

std::vector<std::string> split_phrases(const std::string& text) {
    std::vector<std::string> phrases;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(';', begin), text.size());
        std::string phrase = text.substr(begin, end - begin);
        phrase.erase(0, phrase.find_first_not_of(' '));
        phrase.erase(phrase.find_last_not_of(' ') + 1);
        if (!phrase.empty()) phrases.push_back(phrase);
        begin = end + 1;
    }
    return phrases;
}

// A phrase is expected by its beginning, up to the end of a word.
bool begins_with(const std::string& phrase, const std::string& expected) {
    if (!phrase.starts_with(expected)) return false;
    if (phrase.size() == expected.size()) return true;
    const char next = phrase[expected.size()];
    return next == ' ' || next == ':' || next == ',' || next == ';';
}

// Whether all that is expected came, in that order; other things may have come between, unless the
// line says "only".
bool as_expected(const std::string& text, const std::vector<std::string>& phrases) {
    const bool only = text.starts_with("only ");
    const std::vector<std::string> expected = split_phrases(only ? text.substr(5) : text);
    if (only && expected.size() != phrases.size()) return false;
    auto at = phrases.begin();
    for (const std::string& one : expected) {
        at = std::find_if(at, phrases.end(),
                          [&](const std::string& phrase) { return begins_with(phrase, one); });
        if (at == phrases.end()) return false;
        ++at;
    }
    return true;
}

Error misunderstood(const Line& line, const std::string& why) {
    return {why, std::to_string(line.number)};
}

}  // namespace

Result<Playthrough> Player::play(const std::vector<Line>& lines, Until until) {
    Playthrough report;
    const auto cannot_be_built = [&](const Error& error) {
        return failure(error.text(), std::to_string(blamed(setup_, error)));
    };
    for (const Line& line : lines) {
        if (std::ranges::count(line.command + line.expected.value_or(""), '"') % 2 != 0) {
            return std::unexpected(misunderstood(line, "a quote is not closed"));
        }
        if (!world_) {
            Words words(line.command);
            const Result<bool> was_setting = line.time ? Result<bool>(false) : set(words);
            if (!was_setting)
                return std::unexpected(misunderstood(line, was_setting.error().text()));
            if (*was_setting && line.expected) {
                return std::unexpected(
                    misunderstood(line, "nothing comes of a line of the setup, so \"" +
                                            shortened(*line.expected) + "\" can't be expected"));
            }
            if (*was_setting) {
                setup_.push_back(line);
                continue;
            }
            if (settings_.game.empty()) {
                return std::unexpected(
                    misunderstood(line, "the first line says which game: game rws-etg"));
            }
            if (const auto error = build()) return cannot_be_built(*error);
            first_command_ = line.number;
        }
        std::vector<std::string> phrases;
        if (line.time) {
            const bool later = line.time->starts_with('+');
            const auto duration = parse_duration(later ? line.time->substr(1) : *line.time);
            const Instant at = (later ? world_->clock() : settings_.starts) + *duration;
            constexpr Instant end_of_time = {table::clock_max.milliseconds - 1};
            if (at > end_of_time) return std::unexpected(misunderstood(line, "too far ahead"));
            if (at < world_->clock()) {
                return std::unexpected(misunderstood(line, "time does not run backwards"));
            }
            for (const table::Event& event : world_->pass_until(at)) {
                phrases.push_back(describe(*world_, event.fact));
            }
        }
        Words words(line.command);
        unknown_.clear();
        verb_ = 0;
        Answer answer = state(words);
        const bool statement = answer.has_value();
        if (!answer) {
            words.back_to(0);
            answer = act(words);
        }
        if (!answer || !words.at_end()) {
            if (!answer) words.back_to(0);
            return std::unexpected(misunderstood(line, not_understood(line, words)));
        }
        if (answer->decision) {
            ++report.commands;
            const std::vector<std::string> more = describe(*world_, *answer->decision);
            const bool nothing = more.size() == 1 && more.front() == "nothing new";
            if (!nothing || phrases.empty())
                phrases.insert(phrases.end(), more.begin(), more.end());
        }
        report.played.push_back({line.number, phrases});
        const auto differ = [&](const std::string& expected, const std::string& got) {
            if (report.difference) return;
            constexpr std::size_t most = 500;  // enough for what a whole table is paid
            report.difference = {line.number, shortened(expected, most), shortened(got, most)};
        };
        if (world_->broken()) {
            differ("every invariant to hold", *world_->broken());
        } else if (answer->wrong) {
            differ(line.command, *answer->wrong);
        } else if (line.expected && phrases.empty()) {
            differ(*line.expected, "nothing, since it is a statement; it holds");
        } else if (line.expected && !as_expected(*line.expected, phrases)) {
            differ(*line.expected, joined(phrases));
        } else if (!line.expected && answer->decision && answer->decision->refusal) {
            differ("not to be refused", joined(phrases));
        }
        if (world_->broken() || (report.difference && until == Until::difference)) break;
        if (statement && !answer->wrong) ++report.statements;
    }
    if (!world_ && !setup_.empty()) {
        if (const auto error = build()) return cannot_be_built(*error);
        world_.reset();
    }
    if (!world_) return failure("there is nothing to play", "1");
    report.rounds = world_->table().rounds;
    report.events = world_->state().sequence;
    report.hash = world_->last_hash();
    return report;
}

Result<Playthrough> play(std::string_view text, Until until) {
    text = without_byte_order_mark(text);
    if (!is_utf8(text)) return failure("not UTF-8", "1");
    Player player;
    return player.play(split_lines(text), until);
}

}  // namespace sicbo::scenario
