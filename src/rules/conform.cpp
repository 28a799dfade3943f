// SPDX-License-Identifier: MIT
#include "rules/conform.h"

#include <algorithm>

#include "rules/analysis.h"
#include "rules/documents.h"

namespace sicbo::rules {
namespace {

using Notes = std::vector<std::string>;

bool at_least(const Payoff& payoff, const Payoff& payoff_min) {
    return payoff[0] >= payoff_min[0] && payoff[1] >= payoff_min[1] && payoff[2] >= payoff_min[2];
}

// A stated edge must be the one that follows from the odds.
Result<Notes> conform_edges(const Layout& layout) {
    for (const PayRow& row : layout.rows) {
        for (const Spot spot : row.spots) {
            const Odds edge = edge_in_216(layout, spot);
            if (edge == row.edge) continue;
            return failure(layout.id + ": the edge of " + to_text(spot) + " is stated as " +
                               to_text(row.edge) + " in 216, but its odds come to " + to_text(edge),
                           std::to_string(row.line));
        }
    }
    return Notes{};
}

// What the document has the spot pay, with the switches as the game sets them.
Payoff fixed_payoff(const Game& game, const PayRow& document) {
    const auto odds = switch_value(game, SwitchName::double_odds);
    if (document.kind != Kind::double_ || !odds) return document.payoff;
    return {parse_odds(*odds).value()};
}

Result<Notes> conform_row(const Game& game, const Layout& layout, const Layout& document,
                          const PayRow& row) {
    const std::string line = std::to_string(row.line);
    for (const std::string& number : row.clauses) {
        const bool known = std::ranges::any_of(clauses(), [&](const Clause& clause) {
            return clause.game == game.id && clause.number == number;
        });
        if (!known) return failure("the document has no clause " + number, line);
    }
    Notes notes;
    for (const Spot spot : row.spots) {
        const std::string about = layout.id + ": " + to_text(spot);
        const PayRow* printed = find_row(document, spot);
        if (!printed) return failure(about + " is not in the document", line);
        const Payoff fixed = fixed_payoff(game, *printed);
        const std::string clause = " (" + printed->clauses.back() + ")";
        if (game.odds_rule == OddsRule::minimum && !at_least(row.payoff, fixed)) {
            return failure(about + " pays " + spell(row.payoff) + ", less than the least of " +
                               spell(fixed) + clause,
                           line);
        }
        if (game.odds_rule == OddsRule::exact && row.payoff != fixed) {
            return failure(about + " pays " + spell(row.payoff) + ", the document says " +
                               spell(fixed) + clause,
                           line);
        }
        const Odds edge = edge_in_216(layout, spot);
        if (row.payoff != printed->payoff || edge != edge_in_216(document, spot)) {
            notes.push_back(about + " pays " + spell(row.payoff) + " (document " +
                            spell(printed->payoff) + "), edge " + to_text(edge) + " in 216" +
                            (edge < Odds{} ? ": the house loses" : ""));
        } else if (row.edge != edge) {
            return failure(about + ": the edge is stated as " + to_text(row.edge) +
                               " in 216, but the odds come to " + to_text(edge),
                           line);
        }
    }
    return notes;
}

Result<Notes> conform_layout(const Game& game, const Layout& layout, const Layout& document) {
    Notes notes;
    for (const PayRow& row : layout.rows) {
        const Result<Notes> more = conform_row(game, layout, document, row);
        if (!more) return more;
        notes.insert(notes.end(), more->begin(), more->end());
    }
    const std::size_t offered = spots_of(layout).size();
    const std::size_t printed = spots_of(document).size();
    if (offered == printed) return notes;
    const std::string count = layout.id + ": offers " + std::to_string(offered) + " of the " +
                              std::to_string(printed) + " spots of the document";
    if (game.odds_rule == OddsRule::exact) return failure(count);
    notes.push_back(count);
    return notes;
}

// Dice used for longer than the document lets them, or mixed less.
bool keeps_to(const Mixer& mixer, const Mixer& document) {
    const auto within = [](std::optional<int> life, std::optional<int> max) {
        return !max || (life && *life <= *max);
    };
    return mixer.mixes_min >= document.mixes_min &&
           within(mixer.dice_life_hours, document.dice_life_hours) &&
           within(mixer.dice_life_months, document.dice_life_months);
}

// The first of the items that is not as the document has it, by its word; nothing if all are.
template <class Item, class Word>
std::optional<std::string> first_difference(const std::vector<Item>& items,
                                            const std::vector<Item>& document, Word Item::* word) {
    const auto [own, fixed] = std::ranges::mismatch(items, document);
    if (own != items.end()) return std::string(to_word((*own).*word));
    if (fixed != document.end()) return std::string(to_word((*fixed).*word));
    return std::nullopt;
}

Result<Notes> conform_procedure(const Game& game, const Game& document) {
    if (const auto step =
            first_difference(game.procedure.steps, document.procedure.steps, &StepRule::step)) {
        return failure("procedure.step: \"" + *step + "\" is not as in the document");
    }
    if (game.procedure != document.procedure) {
        return failure("procedure: differs from the document's");
    }
    if (game.limits != document.limits) return failure("limits: differ from the document's");
    if (const auto cause =
            first_difference(game.irregularities, document.irregularities, &Irregularity::cause)) {
        return failure("irregularity: \"" + *cause + "\" is not resolved as in the document");
    }
    return Notes{};
}

Result<Notes> conform_equipment(const Game& game, const Game& document) {
    const Equipment& own = game.equipment;
    const Equipment& fixed = document.equipment;
    if (own.terminals != fixed.terminals || own.lights != fixed.lights ||
        own.operator_name != fixed.operator_name || own.inspection != fixed.inspection ||
        own.duties != fixed.duties) {
        return failure("equipment: differs from the document's");
    }
    for (const Mixer& mixer : own.mixers) {
        const auto same = std::ranges::find(fixed.mixers, mixer.kind, &Mixer::kind);
        if (same == fixed.mixers.end() || !keeps_to(mixer, *same)) {
            return failure("equipment.mixer: the document does not allow this " +
                           std::string(to_word(mixer.kind)));
        }
    }
    return Notes{};
}

// An operator sets the document's switches; it has no others.
Result<Notes> conform_switches(const Game& game, const Game& document) {
    Notes notes;
    for (const Interpretation& each : game.interpretations) {
        if (!each.switch_name) continue;
        const std::string name(to_word(*each.switch_name));
        if (!switch_value(document, *each.switch_name)) {
            return failure("interpretation: the document has no switch " + name);
        }
        if (each.value == each.options.front()) continue;
        notes.push_back(each.id + ": " + name + " is " + each.value + ", the default is " +
                        each.options.front());
    }
    for (const Interpretation& each : document.interpretations) {
        if (!each.switch_name || switch_value(game, *each.switch_name)) continue;
        return failure("interpretation: the switch " + std::string(to_word(*each.switch_name)) +
                       " is missing");
    }
    return notes;
}

Result<Notes> conform_document(const Game& game, const Game& document) {
    const Document& own = game.document;
    const Document& fixed = document.document;
    if (own.title != fixed.title || own.name != fixed.name || own.edition != fixed.edition ||
        own.authority != fixed.authority || own.effective_from != fixed.effective_from) {
        return failure("document: not the title, edition, authority and date of " + game.id);
    }
    if (game.odds_rule != document.odds_rule) {
        return failure("odds: the document's are " + std::string(to_word(document.odds_rule)));
    }
    return Notes{};
}

// Each part in turn, until one does not conform.
Result<Notes> conform_to(const Game& game, const Game& document) {
    Notes notes;
    for (const auto part :
         {conform_document, conform_procedure, conform_equipment, conform_switches}) {
        const Result<Notes> more = part(game, document);
        if (!more) return more;
        notes.insert(notes.end(), more->begin(), more->end());
    }
    for (const Layout& layout : game.layouts) {
        const auto printed = std::ranges::find(document.layouts, layout.id, &Layout::id);
        if (printed == document.layouts.end()) {
            return failure("layout: the document has no " + layout.id);
        }
        const Result<Notes> more = conform_layout(game, layout, *printed);
        if (!more) return more;
        notes.insert(notes.end(), more->begin(), more->end());
    }
    for (const Layout& layout : document.layouts) {
        if (std::ranges::find(game.layouts, layout.id, &Layout::id) == game.layouts.end()) {
            notes.push_back("without " + layout.id);
        }
    }
    return notes;
}

}  // namespace

Result<Notes> conform(const Game& game) {
    const auto document = std::ranges::find(documents(), game.id, &Game::id);
    if (document != documents().end()) return conform_to(game, *document);
    for (const Layout& layout : game.layouts) {
        const Result<Notes> edges = conform_edges(layout);
        if (!edges) return edges;
    }
    return Notes{game.id + " is no document that the program knows; only its edges were checked"};
}

}  // namespace sicbo::rules
