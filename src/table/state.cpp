#include "table/state.h"

#include <algorithm>

#include "rules/conform.h"
#include "rules/documents.h"
#include "rules/load.h"

namespace sicbo::table {

Result<RuleSet> read_rules(std::string text) {
    // The documents that the program carries are read already, and live as long as it does.
    for (const rules::Game& game : rules::documents()) {
        if (text != rules::document_text(game.id)) continue;
        RuleSet rules;
        rules.steps = steps_of(game);
        rules.game = {std::shared_ptr<void>(), &game};
        rules.text = std::move(text);
        return rules;
    }
    Result<rules::Game> game = rules::load_game(text, "rules");
    if (!game) return std::unexpected(game.error());
    if (const auto notes = conform(*game); !notes) return std::unexpected(notes.error());
    RuleSet rules;
    rules.text = std::move(text);
    rules.steps = steps_of(*game);
    rules.game = std::make_shared<const rules::Game>(std::move(*game));
    return rules;
}

const Table* find_table(const State& state, TableId id) {
    const auto found = state.tables.find(id);
    return found == state.tables.end() ? nullptr : &found->second;
}

const RuleSet& rules_of(const State& state, const Table& table) {
    return state.rule_sets.at(table.configuration.rules);
}

const RuleSet& rules_of(const State& state, const Round& round) {
    return state.rule_sets.at(round.rules);
}

std::optional<rules::Step> last_step(const RuleSet& rules, const Round& round) {
    if (round.done == 0) return std::nullopt;
    return rules.steps.at(round.done - 1u).step;
}

const rules::StepRule* next_step(const RuleSet& rules, const Round& round) {
    return round.done < rules.steps.size() ? &rules.steps[round.done] : nullptr;
}

bool is_done(const RuleSet& rules, const Round& round, rules::Step step) {
    const auto begin = rules.steps.begin();
    const auto done = begin + round.done;
    return std::ranges::find(begin, done, step, &rules::StepRule::step) != done;
}

ledger::Account payee(const State& state, StayId id) {
    const Stay& stay = state.stays.at(id);
    return stay.away || stay.ended ? ledger::unclaimed(id) : ledger::credit(id);
}

Money stake_on(const Slip& slip, rules::SpotId spot) {
    const auto found = std::ranges::find(slip.bets, spot, &Bet::spot);
    return found == slip.bets.end() ? Money() : found->stake;
}

Money stakes_of(const Slip& slip) {
    Money total;
    for (const Bet& bet : slip.bets) total += bet.stake;
    return total;
}

}  // namespace sicbo::table

namespace sicbo {

table::RuleSet Codec<table::RuleSet>::read(ByteReader& from) {
    auto text = decode<std::string>(from);
    if (from.failed()) return {};
    Result<table::RuleSet> rules = table::read_rules(std::move(text));
    if (!rules) return from.wrong("a rule set that can't be used"), table::RuleSet{};
    return std::move(*rules);
}

}  // namespace sicbo
