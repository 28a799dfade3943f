// SPDX-License-Identifier: MIT
#include "scenario/arguments.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/check.h"
#include "rules/documents.h"
#include "scenario/arguments_cash.h"
#include "scenario/arguments_equipment.h"
#include "scenario/grammar.h"
#include "scenario/hint.h"
#include "scenario/line.h"

namespace sicbo::scenario {
namespace {

using rules::Role;
using Taken = std::optional<Value>;

template <class T>
Taken value_of(std::optional<T> value) {
    if (!value) return std::nullopt;
    return Value(*std::move(value));
}

template <class Enum>
Taken take_enum(Words& words, const Context&) {
    return value_of(words.take_enum<Enum>());
}

Taken take_amount(Words& words, const Context&) { return value_of(words.take_amount()); }
Taken take_number(Words& words, const Context&) { return value_of(words.take_number()); }
Taken take_dice(Words& words, const Context&) { return value_of(words.take_dice()); }
Taken take_spot(Words& words, const Context&) { return value_of(words.take_spot()); }
Taken take_text(Words& words, const Context&) { return value_of(words.take_quoted()); }
Taken take_time(Words& words, const Context&) { return value_of(words.take_duration()); }

Taken take_count(Words& words, const Context&) {
    return value_of(words.take_number(std::numeric_limits<std::uint32_t>::max()));
}

Taken take_seconds(Words& words, const Context&) {
    const std::size_t begin = words.position();
    const auto duration = words.take_duration();
    if (!duration || *duration % 1000 == 0) return value_of(duration);
    words.back_to(begin);
    words.reject("expected a time in whole seconds");
    return std::nullopt;
}

Taken take_moment_of_day(Words& words, const Context&) {
    const auto at = parse_instant(words.peek());
    if (at) {
        words.next();
        return *at;
    }
    if (words.at_end()) {
        words.expect({"a moment such as 2026-01-05T10:00+00:00", Alternative::Sort::description});
    } else {
        words.reject(at.error().text());
    }
    return std::nullopt;
}

// Any word, with or without quotes.
Taken take_any(Words& words, const char* what) {
    if (!words.at_end()) return words.next();
    words.expect({what, Alternative::Sort::description});
    return std::nullopt;
}
Taken take_value(Words& words, const Context&) { return take_any(words, "a value"); }
Taken take_name(Words& words, const Context&) { return take_any(words, "a name"); }
Taken take_currency(Words& words, const Context&) {
    return take_any(words, "three capital letters");
}
Taken take_ticket(Words& words, const Context&) {
    return take_any(words, "the number of a ticket");
}
Taken take_played(Words& words, const Context&) { return take_any(words, "a game"); }

// "automated-shaker", "automated shaker", "automated"
Taken take_mixer(Words& words, const Context&) {
    using rules::MixerKind;
    for (const MixerKind kind :
         {MixerKind::tumbler, MixerKind::manual_shaker, MixerKind::automated_shaker}) {
        if (words.take_word(to_word(kind))) return kind;
    }
    const auto kind = words.take_word("manual")      ? std::optional(MixerKind::manual_shaker)
                      : words.take_word("automated") ? std::optional(MixerKind::automated_shaker)
                                                     : std::nullopt;
    if (kind) words.take_word("shaker");
    return value_of(kind);
}

// Players and the system have no post.
Taken take_post(Words& words, const Context&) {
    for (const std::string_view word : words_of<Role>) {
        const bool post = word != "player" && word != "system";
        if (post && words.take_word(word)) return *parse_word<Role>(word);
    }
    return std::nullopt;
}

// Names.

// Takes a name that `find` knows. "terminal T1" and "player ann" are T1 and ann.
template <class Find>
Taken take_known(Words& words, const Context& context, const char* what, Find find) {
    check(context.fixture != nullptr);
    const bool introduced = words.peek() == "terminal" || words.peek() == "player";
    const std::size_t ahead = !words.peek_quoted() && introduced ? 1 : 0;
    const auto known = words.peek_quoted() ? std::nullopt : find(words.peek(ahead));
    const bool any = context.any_name && !words.peek_quoted() && !words.peek(ahead).empty();
    if (!known && !any) {
        words.expect({what, Alternative::Sort::description, context.fixture->names()});
        return std::nullopt;
    }
    words.back_to(words.position() + ahead + 1);
    return known ? Value(*known) : Value(std::string());
}

Taken take_player(Words& words, const Context& context) {
    return take_known(words, context, "the name of a player or terminal",
                      [&](std::string_view name) { return context.fixture->find_stay(name); });
}
Taken take_person(Words& words, const Context& context) {
    return take_known(words, context, "the name of a person",
                      [&](std::string_view name) { return context.fixture->find_person(name); });
}
Taken take_terminal(Words& words, const Context& context) {
    return take_known(words, context, "the name of a terminal",
                      [&](std::string_view name) { return context.fixture->find_terminal(name); });
}
Taken take_place(Words& words, const Context& context) {
    const Fixture& fixture = *context.fixture;
    return take_known(words, context, "the name of a player or terminal",
                      [&](std::string_view name) -> std::optional<MoneyTarget> {
                          if (const auto terminal = fixture.find_terminal(name)) {
                              return MoneyTarget{*terminal, {}};
                          }
                          const auto stay = fixture.find_stay(name);
                          return stay ? std::optional(MoneyTarget{{}, *stay}) : std::nullopt;
                      });
}

// Words between names and verbs: a line could not tell them from a name.
constexpr std::array reserved_words = {
    ",",       "(lost)", "->",   "terminal", "player", "as",    "for",    "from",
    "has",     "in",     "is",   "may",      "on",     "meter", "of",     "out",
    "nothing", "to",     "owes", "told",     "with",   "holds", "counts", "unclaimed"};

// Takes a name that somebody new can have.
Taken take_new_name(Words& words, const Context& context) {
    if (words.at_end()) {
        words.expect({"a name", Alternative::Sort::description});
        return std::nullopt;
    }
    const std::string name(words.peek());
    const auto refuse = [&](const char* why) {
        words.reject("the name \"" + shortened(name) + "\" " + why);
        return std::nullopt;
    };
    if (words.peek_quoted()) {
        words.reject("a name is one word and has no quotes");
        return std::nullopt;
    }
    if (context.settings.is_taken(name)) return refuse("is taken");
    const bool reserved = std::ranges::find(reserved_words, name) != reserved_words.end();
    if (reserved || begins_a_line(name)) return refuse("is a word of the language");
    if (parse_duration(name.starts_with('+') ? name.substr(1) : name)) return refuse("is a time");
    if (rules::parse_spot(name)) return refuse("is a spot");
    return words.next();
}

Taken take_new_person(Words& words, const Context& context) {
    if (!words.at_end() && words.peek(1).empty()) {
        words.reject(R"(expected a name and a post; "a", "an" and "the" are no names)");
        return std::nullopt;
    }
    return take_new_name(words, context);
}

// Takes the name of somebody who sits down: a new name, or a player's who comes back.
Taken take_seated(Words& words, const Context& context) {
    check(context.fixture != nullptr);
    const std::string name(words.peek());
    const bool known = context.fixture->find_stay(name) && !context.fixture->find_terminal(name);
    if (known && !words.peek_quoted()) return words.next();
    return take_new_name(words, context);
}

// The setup.

Taken take_game(Words& words, const Context& context) {
    if (!context.settings.game.empty()) {
        words.reject("the game is " + context.settings.game + " already");
        return std::nullopt;
    }
    for (const rules::Game& game : rules::documents()) {
        if (words.take_word(game.id)) return game.id;
    }
    return std::nullopt;
}

const rules::Game& game_of(const Context& context) {
    const auto game =
        std::ranges::find(rules::documents(), context.settings.game, &rules::Game::id);
    check(game != rules::documents().end());
    return *game;
}

Taken take_layout(Words& words, const Context& context) {
    for (const rules::Layout& layout : game_of(context).layouts) {
        if (words.take_word(layout.id)) return layout.id;
    }
    return std::nullopt;
}

// "rws-etg 3.5, rws-etg Appendix A"
Taken take_clauses(Words& words, const Context& context) {
    const rules::Game& game = game_of(context);
    std::vector<std::string> list;
    do {
        if (!words.take_word(game.id)) {
            words.reject("a scenario covers clauses of its own game, so " + words.what_is_wrong());
            return std::nullopt;
        }
        std::string number;
        while (!words.at_end() && words.peek() != ",") {
            number += (number.empty() ? "" : " ") + words.next();
        }
        const bool known = std::ranges::any_of(rules::clauses(), [&](const rules::Clause& one) {
            return one.game == game.id && one.number == number;
        });
        if (!known) {
            words.reject("\"" + game.document.title + "\" has no clause \"" + shortened(number) +
                         "\"; sicbo rules clauses " + game.id + " lists them");
            return std::nullopt;
        }
        list.push_back(number);
    } while (words.take_word(","));
    return list;
}

// A spot, or the name of a kind for all its spots that the game offers.
Taken take_limited(Words& words, const Context& context) {
    if (const auto spot = words.take_spot()) return std::vector{*spot};
    const auto kind = words.take_enum<rules::Kind>();
    if (!kind) return std::nullopt;
    const auto& layouts = game_of(context).layouts;
    std::vector<rules::SpotId> of_kind;
    for (const rules::Spot& spot : rules::all_spots()) {
        const bool offered = std::ranges::any_of(
            layouts, [&](const rules::Layout& layout) { return find_row(layout, spot); });
        if (spot.kind == *kind && offered) of_kind.push_back(id_of(spot));
    }
    return of_kind;
}

// "minimum 50 maximum 500"
Taken take_bounds(Words& words, const Context&) {
    Bounds bounds;
    while (!words.at_end()) {
        if (words.take_word(",")) continue;
        const bool minimum = words.take_word("minimum");
        if (!minimum && !words.take_word("maximum")) return std::nullopt;
        const auto amount = words.take_amount();
        if (!amount) return std::nullopt;
        (minimum ? bounds.min : bounds.max) = *amount;
    }
    return bounds;
}

// "maximum 500, operator "Harbour House"": one text for each setting.
Taken take_settings(Words& words, const Context&) {
    std::vector<std::string> list;
    bool ended = true;
    for (const std::string& word : words.rest()) {
        if (ended) list.emplace_back();
        ended = word == ",";
        if (!ended) list.back() += (list.back().empty() ? "" : " ") + word;
    }
    return list;
}

// Lists.

// "10.00 on big, 5 small"; with optional amounts also "big, 5 on small".
Taken take_bet_list(Words& words, bool amount_required) {
    std::vector<table::BetOrder> list;
    do {
        table::BetOrder bet;
        if (const auto amount = words.take_amount()) {
            bet.amount = *amount;
        } else if (amount_required) {
            return std::nullopt;
        }
        words.take_word("on");
        const auto spot = words.take_spot();
        if (!spot) return std::nullopt;
        bet.spot = *spot;
        list.push_back(bet);
    } while (words.take_word(","));
    return list;
}
Taken take_bets(Words& words, const Context&) { return take_bet_list(words, true); }
Taken take_withdrawals(Words& words, const Context&) { return take_bet_list(words, false); }

// "ann 100 on small, bob 20 on total-5", or "nothing"
Taken take_chips(Words& words, const Context& context) {
    Chips list;
    if (words.take_word("nothing")) return list;
    do {
        const auto stay = take_player(words, context);
        const auto amount = stay ? words.take_amount() : std::nullopt;
        if (!amount) return std::nullopt;
        words.take_word("on");
        const auto spot = words.take_spot();
        if (!spot) return std::nullopt;
        auto& chips = list.emplace_back();
        chips.stay = std::get<StayId>(*stay);
        chips.spot = *spot;
        chips.amount = *amount;
    } while (words.take_word(","));
    return list;
}

Taken take_spots(Words& words, const Context&) {
    std::vector<rules::SpotId> list;
    while (const auto spot = words.take_spot()) {
        list.push_back(*spot);
        words.take_word(",");
    }
    if (list.empty()) return std::nullopt;
    return list;
}

// Three dice, or any numbers: those that are not three dice are for the engine to refuse.
Taken take_keyed(Words& words, const Context&) {
    std::vector<std::uint8_t> keyed;
    if (const auto dice = words.take_dice()) {
        keyed.assign(dice->dice().begin(), dice->dice().end());
    }
    while (!words.at_end()) {
        const auto number = words.take_number();
        if (!number) break;
        keyed.push_back(static_cast<std::uint8_t>(std::min<std::int64_t>(*number, 255)));
    }
    if (keyed.empty()) return std::nullopt;
    return keyed;
}

// "1 to 1-2-4, round 2 to 6-5-3"
Taken take_corrections(Words& words, const Context&) {
    std::vector<table::Amendment> list;
    do {
        words.take_word("round");
        const auto round = words.take_number();
        if (!round) return std::nullopt;
        words.take_word("to");
        const auto dice = words.take_dice();
        if (!dice) return std::nullopt;
        table::Amendment& amendment = list.emplace_back();
        amendment.round = static_cast<std::uint64_t>(*round);
        amendment.roll = dice;
    } while (words.take_word(","));
    return list;
}

// "2 to 4, 7"
Taken take_rounds(Words& words, const Context&) {
    constexpr std::int64_t rounds_max = 1000;
    std::vector<RoundRange> list;
    do {
        const std::size_t begin = words.position();
        const auto first = words.take_number();
        const auto last = first && words.take_word("to") ? words.take_number() : first;
        if (!first || !last) return std::nullopt;
        if (*last < *first || *last - *first > rounds_max) {
            words.back_to(std::max(begin, words.furthest()));
            words.reject("from round " + std::to_string(*first) + " to " + std::to_string(*last) +
                         " is backwards, or too many");
            return std::nullopt;
        }
        list.push_back({*first, *last});
    } while (words.take_word(","));
    return list;
}

using K = ArgumentKind;

constexpr std::array kinds = {
    K{"amount", "money, with up to two decimals", "10; 0.50; 1,000.00", take_amount},
    K{"amounts", "amounts of money", "10, 50, 1,000; 100", take_amounts},
    K{"number", "a whole number", "1; 12", take_number},
    K{"count", "a whole number up to 4294967295", "3; 100", take_count},
    K{"dice", "three dice from 1 to 6", "5 1 2; 5-1-2; 512", take_dice},
    K{"keyed", "any numbers", "5 1 2; 5 1; 5 1 7", take_keyed},
    K{"spot", "a spot of the felt", "big; total-9; pair-113", take_spot},
    K{"spots", "one or more spots", "big; small, total-9", take_spots},
    K{"text", "a text in double quotes", "\"why\"", take_text},
    K{"time", "a duration", "20s; 1m30s; 2d", take_time},
    K{"player", "a player, or a terminal for who sits there", "ann; T1", take_player},
    K{"terminal", "a terminal", "T1", take_terminal},
    K{"person", "a person", "max; supervisor", take_person},
    K{"place", "a terminal, or a player at the felt", "T1; ann", take_place},
    K{"seated", "a new name, or a player's who comes back", "bob; ann", take_seated},
    K{"post", "a post of a person", "dealer; shift-manager", take_post},
    K{"bets", "amounts and spots; `on` may be left out", "10 on big, 5 on total-9; 10 big",
      take_bets},
    K{"withdrawals", "spots, with amounts or for all that lies there", "5 on big, small; big",
      take_withdrawals},
    K{"chips", "whose chips lie where, or `nothing`", "ann 100 on small, T1 5 on big; nothing",
      take_chips},
    K{"corrections", "rounds with the dice that count instead",
      "1 to 1-2-4, round 2 to 6-5-3; 1 5 1 2", take_corrections},
    K{"rounds", "rounds and ranges of at most 1000", "2; 2 to 4, 7", take_rounds},
    K{"cause", "a cause, see [trouble](#trouble)", "not-covered; damaged-dice",
      take_enum<rules::Cause>},
    K{"verdict", "`void` or `resume`", "void; resume", take_enum<table::Verdict>},
    K{"moment", "`call` or `illumination`", "call; illumination", take_enum<table::Moment>},
    K{"seen-dice",
      "three dice as they were seen: a value, `?` (flat, value not known), `x` (not seen), `(4)` "
      "(not seen, found to show 4), `leaning`",
      "2 3 ?; x x x; 5 leaning 1; (4) (4) (6)", take_seen_dice},
    K{"finding", "how the dice were found: `undisturbed`, `disturbed`, `damaged` or `broken`",
      "disturbed; damaged", take_enum<table::DiceCondition>},
    K{"approvable", "what the regulator approves", "drop-box; tip-box; lights; clean-copy",
      take_enum<table::Approvable>},
    K{"equipment", "what is repaired",
      "lights; tumbler; automated-shaker; manual-shaker; layout; other",
      take_enum<table::Repairable>},
    K{"items", "items of the opening inspection", "drop-box-placed; odds-posted, cover-opaque",
      take_items},
    K{"offset", "a time zone, as its offset from UTC", "+08:00; -05:00", take_offset},
    K{"mixer", "a tumbler or shaker", "tumbler; automated-shaker; manual shaker; automated",
      take_mixer},
    K{"ticket", "the number of a ticket, 18 to 24 digits", "000000000000000001", take_ticket},
    K{"ticket-state", "the state of a ticket", "printed; pending; redeemed; voided",
      take_enum<table::TicketState>},
    K{"conditions", "what the parts of a cabinet report", "door open; paper out, stacker full",
      take_conditions},
    K{"settings", "lines of the setup that can change, with commas between",
      "maximum 500, operator \"Harbour House\"; timer 20s", take_settings},
    K{"phase", "a phase of the table", "idle; playing; held; closed", take_enum<table::Phase>},
    K{"step", "a step of the round", "mix; open; collect", take_enum<rules::Step>},
    K{"meter", "a meter in money", "in; staked; recovered; notes-in", take_meter},
    K{"played-game", "a game, by its name", "rws-etg", take_played},
    K{"game", "a game", "rws-etg; rws-taisai; maryland; mbs-etg", take_game},
    K{"layout", "a layout of the game", "rws-etg-1", take_layout},
    K{"clauses", "clauses of the game's document", "rws-etg 3.5, rws-etg 5.7; rws-etg Appendix A",
      take_clauses},
    K{"switch", "a switch of the rule set", "mix-order", take_enum<rules::SwitchName>},
    K{"value", "any word", "before-close", take_value},
    K{"moment-of-day", "a date and time", "2026-01-05T10:00+00:00", take_moment_of_day},
    K{"new-name", "a name that is free", "T7; dan", take_new_name},
    K{"new-person", "a name that is free", "eve", take_new_person},
    K{"limited", "a spot, or all spots of a kind", "big; total", take_limited},
    K{"bounds", "`minimum`, `maximum` or both", "minimum 50 maximum 500; maximum 5", take_bounds},
    K{"policy", "`enforce` or `advise`", "enforce; advise", take_enum<table::Policy>},
    K{"seconds", "a duration in whole seconds", "20s; 1m30s", take_seconds},
    K{"name", "a name, in quotes if it has spaces", "\"Harbour House\"; Harbour", take_name},
    K{"currency", "three capital letters", "EUR", take_currency},
};

}  // namespace

std::span<const ArgumentKind> argument_kinds() { return kinds; }

const ArgumentKind* find_kind(std::string_view name) {
    const auto kind = std::ranges::find(kinds, name, &ArgumentKind::name);
    return kind == kinds.end() ? nullptr : &*kind;
}

}  // namespace sicbo::scenario
