// Who is who in a scenario, what nobody can be called, and what to say of a line that is not
// understood.
#include <algorithm>
#include <array>

#include "scenario/hint.h"
#include "scenario/player.h"

namespace sicbo::scenario {
namespace {

using rules::Role;

// Words between names and verbs. A line could not tell them from a name.
constexpr std::array small_words = {",",     "(lost)",  "->",   "terminal", "player", "as",
                                    "for",   "from",    "has",  "in",       "is",     "may",
                                    "meter", "nothing", "of",   "on",       "out",    "owes",
                                    "to",    "told",    "with", "holds",    "counts", "unclaimed"};

}  // namespace

std::optional<StayId> Player::stay(Words& words) const {
    const auto found = words.peek_quoted() ? std::nullopt : world_->find_stay(words.peek());
    if (found) {
        words.next();
    } else {
        words.expect({"the name of a player or terminal", Choice::Sort::other, world_->names()});
    }
    return found;
}

std::optional<PersonId> Player::person(Words& words) const {
    const auto found = words.peek_quoted() ? std::nullopt : world_->find_person(words.peek());
    if (found) {
        words.next();
    } else {
        words.expect({"the name of a person", Choice::Sort::other, world_->names()});
    }
    return found;
}

std::optional<TerminalId> Player::terminal(Words& words) const {
    const auto found = words.peek_quoted() ? std::nullopt : world_->find_terminal(words.peek());
    if (found) {
        words.next();
    } else {
        words.expect({"the name of a terminal", Choice::Sort::other, world_->names()});
    }
    return found;
}

// Players and the system have no post.
std::optional<Role> Player::post(Words& words) const {
    for (const std::string_view word : words_of<Role>) {
        const bool none = word == "player" || word == "system";
        if (!none && words.take_word(word)) return parse_word<Role>(word);
    }
    return std::nullopt;
}

bool Player::says_who(const Speaker* who) {
    if (!who) unknown_ = "say who does it, as in \"T1 bets 10 on big\"";
    return who != nullptr;
}

bool Player::is_taken(const std::string& name) const {
    const auto has = [&](const auto& list) {
        return std::ranges::any_of(list, [&](const auto& one) { return one.name == name; });
    };
    return has(settings_.people) || has(settings_.terminals) || has(settings_.players) ||
           name == "system" || name == "device" || name == "tumbler";
}

Result<std::string> Player::new_name(Words& words) const {
    if (words.at_end()) return failure("expected a name, but the line ends");
    if (words.peek_quoted()) return failure("a name is one word and has no quotes");
    const std::string name = words.next();
    const auto refused = [&](const char* why) {
        return failure("the name \"" + shortened(name) + "\" " + why);
    };
    if (is_taken(name)) return refused("is taken");
    const bool small = std::ranges::find(small_words, name) != small_words.end();
    if (small) return refused("is a word of the language");
    if (parse_duration(name.starts_with('+') ? name.substr(1) : name)) return refused("is a time");
    if (rules::parse_spot(name)) return refused("is a spot");
    return name;
}

std::optional<std::string> Player::unfit(const std::string& name) {
    // A line that says nothing is asked for everything a line can begin with.
    const std::string unknown = unknown_;
    const std::size_t verb = verb_;
    Words nothing("");
    state(nothing);
    act(nothing);
    unknown_ = unknown;
    verb_ = verb;
    const auto means = [&](const Choice& one) {
        return one.sort == Choice::Sort::verb ? is_form_of(name, one.text) : name == one.text;
    };
    if (std::ranges::none_of(nothing.choices(), means)) return std::nullopt;
    return "the name \"" + shortened(name) + "\" is a word of the language";
}

// Whether a line that is no command would have been one of the setup.
bool Player::is_setup(const Line& line, const Words& words) {
    const Settings kept = settings_;
    Words again(line.command);
    const Result<bool> done = set(again);
    settings_ = kept;
    return done ? *done : words.furthest() == 0;
}

std::string Player::not_understood(const Line& line, const Words& words) {
    if (line.command.empty()) return "a time alone says nothing; to let it pass, wait";
    if (is_setup(line, words)) {
        return "\"" + shortened(line.command) + "\" belongs to the setup, which has no times and " +
               "ends before the first command, in line " + std::to_string(first_command_);
    }
    const std::string begin = "can't understand \"" + shortened(line.command) + "\": ";
    if (!unknown_.empty()) return begin + unknown_;
    if (words.furthest() > verb_ || words.place() > verb_) return begin + words.what_is_wrong();
    Words from_verb = words;
    from_verb.back_to(verb_);
    if (from_verb.at_end()) return begin + "expected a verb, but the line ends";
    const std::string word(from_verb.peek());
    std::vector<Choice> choices = words.choices();
    if (verb_ == 0) choices.push_back({"", Choice::Sort::other, world_->names()});
    const auto near = nearest(word, choices);
    return begin + "\"" + shortened(word) +
           (verb_ == 0 ? "\" is no name or verb" : "\" is no verb") +
           (near ? did_you_mean(*near) : "");
}

}  // namespace sicbo::scenario
