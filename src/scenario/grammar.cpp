// SPDX-License-Identifier: MIT
#include "scenario/grammar.h"

#include <algorithm>
#include <array>

#include "scenario/hint.h"
#include "table/settlement.h"

namespace sicbo::scenario {
namespace {

// Adds the words that the sequence can begin with. Returns true if it can also be empty.
bool add_first_words(const Pattern::Sequence& sequence, std::vector<Alternative>& all) {
    using Sort = Pattern::Item::Sort;
    for (const Pattern::Item& item : sequence) {
        if (item.sort == Sort::word) all.push_back({item.text, Alternative::Sort::word});
        if (item.sort == Sort::verb) all.push_back({item.text, Alternative::Sort::verb});
        for (const Pattern::Sequence& branch : item.branches) add_first_words(branch, all);
        if (item.sort != Sort::optional) return false;
    }
    return true;
}

std::vector<Alternative> first_words() {
    std::vector<Alternative> all;
    for (const Section& section : command_sections()) {
        for (const CommandForm& command : section.commands) {
            add_first_words(command.pattern.items(), all);
        }
    }
    for (const Statement& statement : statements_grammar()) {
        add_first_words(statement.pattern.items(), all);
    }
    return all;
}

// "terminal T1 bets 10 on big" is a command if there is a T1, and a setting if there is none.
bool is_about_somebody_known(const Words& words, const Settings& settings, const Fixture* fixture) {
    const bool terminal = words.peek() == "terminal";
    if (!terminal && words.peek() != "player") return false;
    const bool is_new = !fixture && !settings.is_taken(words.peek(1));
    return !is_new && words.peek(2) != (terminal ? "on" : "with");
}

}  // namespace

std::span<const Section> command_sections() {
    static const std::array sections = {
        Section{"round", "The round", round_commands()},
        Section{"bets", "Bets", bet_commands()},
        Section{"trouble", "Trouble", trouble_commands()},
        Section{"table", "The table and its people", table_commands()},
        Section{"money", "Money", money_commands()},
        Section{"cash", "Notes, tickets, hand pays", cash_commands()},
        Section{"cage", "The cage", cage_commands()},
        Section{"inventory", "Chips, table inventory, counts, disputes", inventory_commands()},
        Section{"equipment", "Dice, shakers, inspection", equipment_commands()},
    };
    return sections;
}

Result<bool> read_setting(std::string_view line, Settings& settings, const Fixture* fixture,
                          bool changeable_only) {
    Words words(line);
    if (settings.game.empty() && words.peek() != "game") {
        return failure("the first line says which game: game rws-etg");
    }
    if (is_about_somebody_known(words, settings, fixture)) return false;
    const Context context{settings, fixture};
    bool key_matches = false;
    for (const Setting& setting : settings_grammar()) {
        if (changeable_only && !setting.changeable) continue;
        key_matches = key_matches || setting.pattern.key_matches(words);
        const auto with = setting.pattern.match(words, context);
        if (!with) continue;
        if (const auto error = setting.apply(settings, *with)) return std::unexpected(*error);
        return true;
    }
    if (key_matches) return failure(words.what_is_wrong());
    return false;
}

bool begins_a_line(std::string_view word) {
    static const std::vector<Alternative> first = first_words();
    return std::ranges::any_of(first, [&](const Alternative& one) {
        return one.sort == Alternative::Sort::verb ? is_form_of(word, one.text) : word == one.text;
    });
}

std::vector<rules::SpotId> winning(const Fixture& fixture, rules::Roll roll) {
    return table::winning_spots(*rules_of(fixture.state(), fixture.table()).game, roll);
}

}  // namespace sicbo::scenario
