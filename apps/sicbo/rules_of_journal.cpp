// SPDX-License-Identifier: MIT
// sicbo rules show --journal: the rule sets that a journal adopted.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "commands.h"
#include "journal.h"
#include "rules/load.h"
#include "store/recover.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

namespace json = boost::json;

struct Adopted {
    Hash hash;
    std::string text;
    std::string game;
    std::uint64_t event = 0;
    Instant at;
    bool is_own = false;  // the text is that of this program
};

Result<std::vector<Adopted>> adopted_in(const std::string& path) {
    const auto journal = store::open_to_read(path);
    if (!journal) return std::unexpected(journal.error());
    std::vector<Adopted> list;
    store::Recovered replayed;
    replayed.at = store::beginning_of((*journal)->origin());
    const auto observe = [&](const table::State& state, const table::Event& event,
                             const store::Position& at) {
        const auto* adopted = get_if<table::RulesAdopted>(&event.fact);
        if (!adopted) return;
        const std::string& game = state.rule_sets.at(adopted->hash).game->id;
        const auto& games = rules::documents();
        const bool is_own = std::ranges::find(games, game, &rules::Game::id) != games.end() &&
                            rules::document_text(game) == adopted->text;
        list.push_back({adopted->hash, adopted->text, game, at.sequence, event.stamp.at, is_own});
    };
    const Result<void> read = (*journal)->read(0, [&](const store::Record& record) -> Result<bool> {
        if (auto done = replay(replayed, record, observe); !done) {
            return std::unexpected(done.error());
        }
        return true;
    });
    if (!read) return std::unexpected(read.error());
    return list;
}

// The rule set whose hash begins with the word, or the last one of the game of that name.
const Adopted* find(const std::vector<Adopted>& list, const std::string& word) {
    const Adopted* found = nullptr;
    for (const Adopted& one : list) {
        constexpr std::size_t digits_min = 8;
        const bool by_hash = word.size() >= digits_min && to_text(one.hash).starts_with(word);
        if (by_hash || one.game == word) found = &one;
    }
    return found;
}

}  // namespace

int run_rules_of_journal(const RulesOptions& options) {
    const Result<std::vector<Adopted>> list = adopted_in(options.journal);
    if (!list) return complain(list.error(), exit_code_for_journal(options.journal));
    const std::string format = format_or_default(options.format);
    if (!options.layout.empty()) {
        const Adopted* one = find(*list, options.layout);
        if (!one) {
            return complain({fmt::format("the journal adopted no rule set \"{}\"; without a name "
                                         "all of them are listed",
                                         options.layout),
                             options.journal});
        }
        return write_answer(one->text);
    }
    if (format == "svg" || format == "toml") {
        return complain({"name a game or a hash to see the rule set itself", "--format"});
    }
    Rows rows = {{"hash", "game", "event", "at", "as_in_this_program"}};
    json::array array;
    for (const Adopted& one : *list) {
        rows.push_back({to_text(one.hash), one.game, std::to_string(one.event),
                        to_text_exact(one.at), one.is_own ? "yes" : "no"});
        array.push_back(json::object{{"hash", to_text(one.hash)},
                                     {"game", one.game},
                                     {"event", one.event},
                                     {"at", to_text_exact(one.at)},
                                     {"as_in_this_program", one.is_own}});
    }
    if (format == "json") return write_answer(json::serialize(array) + "\n");
    return write_answer(format == "csv" ? as_csv(rows) : as_columns(rows));
}

}  // namespace sicbo::app
