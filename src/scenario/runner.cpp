// SPDX-License-Identifier: MIT
#include "scenario/runner.h"

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "scenario/build.h"
#include "scenario/describe.h"
#include "scenario/expected.h"
#include "scenario/hint.h"

namespace sicbo::scenario {
namespace {

std::unexpected<Error> error_in(const Line& line, std::string what) {
    return failure(std::move(what), std::to_string(line.number));
}

constexpr const char* game_missing = "the first line says which game: game rws-etg";

}  // namespace

Result<Playthrough> Runner::play(const std::vector<Line>& lines, Until until) {
    for (const Line& line : lines) {
        if (std::ranges::count(line.command + line.expected.value_or(""), '"') % 2 != 0) {
            return error_in(line, "a quote is not closed");
        }
        if (!fixture_) {
            const Result<bool> was_setup = read_setup(line);
            if (!was_setup) return std::unexpected(was_setup.error());
            if (*was_setup) continue;
            if (const auto error = build_fixture()) return std::unexpected(*error);
            first_command_ = line.number;
        }
        if (const auto done = play_line(line); !done) return std::unexpected(done.error());
        if (fixture_->broken() || (report_.difference && until == Until::difference)) break;
    }
    if (!fixture_ && !setup_.empty()) {
        if (const auto error = build_fixture()) return std::unexpected(*error);
        fixture_.reset();
    }
    if (!fixture_) return failure("there is nothing to play", "1");
    report_.rounds = fixture_->table().rounds;
    report_.events = fixture_->state().sequence;
    report_.hash = fixture_->last_hash();
    return std::move(report_);
}

Result<bool> Runner::read_setup(const Line& line) {
    if (line.time) {
        if (settings_.game.empty()) return error_in(line, game_missing);
        return false;
    }
    const Result<bool> was_setup = read_setting(line.command, settings_, nullptr);
    if (!was_setup) return error_in(line, was_setup.error().text());
    if (*was_setup && line.expected) {
        return error_in(line, "nothing comes of a line of the setup, so \"" +
                                  shortened(*line.expected) + "\" can't be expected");
    }
    if (*was_setup) setup_.push_back(line);
    return was_setup;
}

std::optional<Error> Runner::build_fixture() {
    check(!fixture_ && !setup_.empty());
    Result<Fixture> built = build(settings_);
    if (!built) {
        return Error{built.error().text(), std::to_string(blamed_line(setup_, built.error()))};
    }
    fixture_ = *std::move(built);
    return std::nullopt;
}

// Sets the clock to the time of the line. Returns what fell due on the way.
Result<Runner::Phrases> Runner::pass_time(const Line& line) {
    Phrases phrases;
    if (!line.time) return phrases;
    const bool relative = line.time->starts_with('+');
    const auto duration = parse_duration(relative ? line.time->substr(1) : *line.time);
    check(duration.has_value());
    const Instant at = (relative ? fixture_->clock() : settings_.starts) + *duration;
    constexpr Instant at_max = {clock_max.milliseconds - 1};
    if (at > at_max) return error_in(line, "too far ahead");
    if (at < fixture_->clock()) return error_in(line, "time does not run backwards");
    for (const table::Event& event : fixture_->pass_until(at)) {
        phrases.push_back(describe(*fixture_, event.fact));
    }
    return phrases;
}

Result<void> Runner::play_line(const Line& line) {
    Result<Phrases> phrases = pass_time(line);
    if (!phrases) return std::unexpected(phrases.error());
    const Result<Outcome> outcome = run(line);
    if (!outcome) return error_in(line, outcome.error().text());
    if (outcome->decision) {
        ++report_.commands;
        const Phrases more = describe(*fixture_, *outcome->decision);
        const bool nothing_new = more.size() == 1 && more.front() == "nothing new";
        if (!nothing_new || phrases->empty()) {
            phrases->insert(phrases->end(), more.begin(), more.end());
        }
    }
    report_.played.push_back({line.number, *phrases});
    if (!outcome->decision && !outcome->wrong) ++report_.statements;
    compare(line, *outcome, *phrases);
    return {};
}

void Runner::compare(const Line& line, const Outcome& outcome, const Phrases& phrases) {
    const bool refused = outcome.decision && outcome.decision->refusal;
    if (fixture_->broken()) {
        differ(line, "every invariant to hold", *fixture_->broken());
    } else if (outcome.wrong) {
        differ(line, line.command, *outcome.wrong);
    } else if (line.expected && phrases.empty()) {
        differ(line, *line.expected, "nothing, since it is a statement; it holds");
    } else if (line.expected && !as_expected(*line.expected, phrases)) {
        differ(line, *line.expected, joined(phrases));
    } else if (!line.expected && refused) {
        differ(line, "not to be refused", joined(phrases));
    }
}

void Runner::differ(const Line& line, std::string_view expected, std::string_view got) {
    if (report_.difference) return;
    constexpr std::size_t length_max = 500;  // enough for what a whole table is paid
    report_.difference = {line.number, shortened(expected, length_max), shortened(got, length_max)};
}

Result<Runner::Outcome> Runner::run(const Line& line) {
    Words words(line.command);
    if (auto outcome = check_statement(words)) return *std::move(outcome);
    std::size_t verb = 0;
    auto decision = run_command(words, verb);
    if (!decision) return failure(not_understood(line, words, verb));
    if (!*decision) {
        return failure("can't understand \"" + shortened(line.command) +
                       "\": " + decision->error().text());
    }
    return Outcome{**std::move(decision), std::nullopt};
}

std::optional<Runner::Outcome> Runner::check_statement(Words& words) const {
    const Context context{settings_, &*fixture_};
    for (const Statement& statement : statements_grammar()) {
        if (const auto with = statement.pattern.match(words, context)) {
            return Outcome{std::nullopt, statement.check(*fixture_, *with)};
        }
    }
    // A statement about somebody who is not there, or of whom it can't be said, does not hold.
    Context any_name = context;
    any_name.any_name = true;
    Words trial = words;
    const bool introduced = trial.peek() == "terminal" || trial.peek() == "player";
    const std::string name(trial.peek(introduced ? 1 : 0));
    for (const Statement& statement : statements_grammar()) {
        if (!statement.pattern.match(trial, any_name)) continue;
        const bool exists = fixture_->find_issuer(name).has_value();
        return Outcome{std::nullopt,
                       (exists ? "nothing of that kind is known of \"" : "there is no \"") +
                           shortened(name) + "\""};
    }
    return std::nullopt;
}

// Takes "[terminal|player] NAME [as POST]", if the line names an issuer. Returns false if it names
// one wrongly; the words know what was expected.
bool Runner::take_issuer(Words& words, std::optional<Issuer>& issuer) const {
    const std::size_t begin = words.position();
    const bool introduced = words.take_word("terminal") || words.take_word("player");
    if (!words.at_end() && !words.peek_quoted()) issuer = fixture_->find_issuer(words.peek());
    if (!issuer && introduced) {
        words.expect({"the name of a terminal or player", Alternative::Sort::description,
                      fixture_->names()});
        return false;
    }
    if (!issuer) {
        words.back_to(begin);
        return true;
    }
    words.next();
    if (!words.take_word("as")) return true;
    const auto post = find_kind("post")->take(words, {settings_, &*fixture_});
    if (post) issuer->role = std::get<rules::Role>(*post);
    return post.has_value();
}

// Returns nothing if no command matches the words. `verb` is set to the position of the verb.
std::optional<Result<table::Decision>> Runner::run_command(Words& words, std::size_t& verb) {
    std::optional<Issuer> named;
    if (!take_issuer(words, named)) return std::nullopt;
    verb = words.position();
    const Context context{settings_, &*fixture_};
    bool issuer_missing = false;
    for (const Section& section : command_sections()) {
        for (const CommandForm& command : section.commands) {
            if (command.issuer == nobody && named) continue;
            const bool lacks_issuer = command.issuer == must_be_named && !named;
            issuer_missing = issuer_missing || (lacks_issuer && command.pattern.key_matches(words));
            const auto with = command.pattern.match(words, context);
            if (with && !lacks_issuer) {
                return command.run({*fixture_, settings_, issuer_of(command, named), *with});
            }
            words.back_to(verb);
        }
    }
    if (issuer_missing) return failure("say who does it, as in \"T1 bets 10 on big\"");
    return std::nullopt;
}

Issuer Runner::issuer_of(const CommandForm& command, const std::optional<Issuer>& named) const {
    if (named) return *named;
    if (command.issuer == nobody) return {};
    const auto issuer = fixture_->find_issuer(command.issuer);
    check(issuer.has_value());
    return *issuer;
}

// Whether a line that is no command would have been one of the setup.
bool Runner::is_setup(const Line& line, const Words& words) const {
    Settings trial = settings_;
    const Result<bool> was_setup = read_setting(line.command, trial, &*fixture_);
    return was_setup ? *was_setup : words.furthest() == 0;
}

std::string Runner::not_understood(const Line& line, const Words& words, std::size_t verb) const {
    if (line.command.empty()) return "a time alone says nothing; to let it pass, wait";
    if (is_setup(line, words)) {
        return "\"" + shortened(line.command) + "\" belongs to the setup, which has no times and " +
               "ends before the first command, in line " + std::to_string(first_command_);
    }
    const std::string begin = "can't understand \"" + shortened(line.command) + "\": ";
    if (words.furthest() > verb) return begin + words.what_is_wrong();
    Words from_verb = words;
    from_verb.back_to(verb);
    if (from_verb.at_end()) return begin + "expected a verb, but the line ends";
    const std::string word(from_verb.peek());
    std::vector<Alternative> alternatives = words.alternatives();
    if (verb == 0) alternatives.push_back({"", Alternative::Sort::description, fixture_->names()});
    const auto near = nearest(word, alternatives);
    return begin + "\"" + shortened(word) +
           (verb == 0 ? "\" is no name or verb" : "\" is no verb") +
           (near ? did_you_mean(*near) : "");
}

}  // namespace sicbo::scenario
