// SPDX-License-Identifier: MIT
#include "rules/load.h"

#include <algorithm>
#include <span>

#include "rules/load_layout.h"

namespace sicbo::rules {
namespace {

// The clauses of something that the document may not have.
std::vector<std::string> read_clauses(const TomlTable& table) {
    return table.has("clauses") ? table.texts("clauses") : std::vector<std::string>{};
}

std::optional<Text> read_says(const TomlTable& table) {
    if (!table.has("says")) return std::nullopt;
    return read_text(table.table("says"));
}

bool is_id(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return ('a' <= c && c <= 'z') || ('0' <= c && c <= '9') || c == '-';
    });
}

template <class Items, class Key>
void check_unique(const TomlTable& table, std::string_view where, const Items& items, Key key) {
    for (std::size_t i = 0; i < items.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (key(items[i]) == key(items[j])) table.wrong(where, "one of them stands twice");
        }
    }
}

Document read_document(const TomlTable& table) {
    Document document;
    document.title = table.text("title");
    document.name = read_text(table.table("name"));
    document.edition = table.text("edition");
    document.authority = table.text("authority");
    document.note = table.text("note");
    if (table.has("effective_from")) {
        document.effective_text = table.text("effective_from");
        const Result<Instant> from = parse_instant(document.effective_text);
        if (!from) table.wrong("effective_from", from.error().what);
        document.effective_from = from.value_or(Instant{});
    }
    return document;
}

// The place of the step in the round, or past the end if it is not in it.
std::size_t place_of(const Procedure& procedure, Step step) {
    const auto found = std::ranges::find(procedure.steps, step, &StepRule::step);
    return static_cast<std::size_t>(found - procedure.steps.begin());
}

// What every order of steps must keep to, whatever the document: above all, the dice are not seen
// while bets are open.
void check_order(const TomlTable& table, const Procedure& procedure) {
    const auto before = [&](Step first, Step second) {
        const std::size_t absent = procedure.steps.size();
        const std::size_t place = place_of(procedure, first);
        if (place == absent || place < place_of(procedure, second)) return;
        table.wrong("step", "\"" + std::string(to_word(first)) + "\" must come before \"" +
                                std::string(to_word(second)) + "\"");
    };
    constexpr Step needed[] = {Step::open,  Step::mix,     Step::close, Step::uncover,
                               Step::enter, Step::collect, Step::pay};
    for (const Step step : needed) {
        if (place_of(procedure, step) == procedure.steps.size()) {
            table.wrong("step", "\"" + std::string(to_word(step)) + "\" is missing");
        }
    }
    before(Step::open, Step::close);
    before(Step::close, Step::uncover);
    before(Step::mix, Step::uncover);
    before(Step::uncover, Step::enter);
    before(Step::enter, Step::illuminate);
    before(Step::enter, Step::collect);
    before(Step::illuminate, Step::collect);
    before(Step::collect, Step::pay);
    before(Step::pay, Step::clear);
}

Procedure read_procedure(const TomlTable& table) {
    Procedure procedure;
    procedure.round_starts = table.word<Step>("round_starts");
    if (table.has("on_behalf")) {
        procedure.on_behalf = table.word<Role>("on_behalf");
        procedure.on_behalf_clauses = table.texts("on_behalf_clauses");
    }
    for (const TomlTable& step : table.tables("step")) {
        StepRule rule{step.word<Step>("step"), step.word<Role>("by"), read_clauses(step),
                      read_says(step)};
        if (place_of(procedure, rule.step) < procedure.steps.size()) {
            step.wrong("step", "stands twice in the round");
        }
        procedure.steps.push_back(std::move(rule));
    }
    check_order(table, procedure);
    if (place_of(procedure, procedure.round_starts) == procedure.steps.size()) {
        table.wrong("round_starts", "is not a step of this round");
    }
    return procedure;
}

Limits read_limits(const TomlTable& table) {
    Limits limits;
    limits.minimum = table.word<Reach>("minimum");
    limits.maximum = table.word<Reach>("maximum");
    limits.clauses = read_clauses(table);
    for (const std::vector<std::string>& pair : table.rows_of_texts("differential")) {
        if (pair.size() != 2 || pair[0] == pair[1]) {
            table.wrong("differential", "must list pairs of two different spots");
            continue;
        }
        const auto first = read_spot(table, "differential", pair[0]);
        const auto second = read_spot(table, "differential", pair[1]);
        if (first && second) limits.differential.emplace_back(*first, *second);
    }
    return limits;
}

Inspection read_inspection(const TomlTable& table) {
    Inspection inspection{
        table.word<Role>("by"), static_cast<int>(table.number("light_tests", 0, 100)),
        static_cast<int>(table.number("mixer_tests", 0, 100)), read_clauses(table)};
    if (!table.has("check")) return inspection;
    for (const TomlTable& from : table.tables("check")) {
        Check item{from.word<CheckItem>("item"), std::nullopt, read_clauses(from)};
        if (from.has("mixer")) item.mixer = from.word<MixerKind>("mixer");
        inspection.checklist.push_back(std::move(item));
    }
    check_unique(table, "check", inspection.checklist, [](const Check& one) { return one.item; });
    return inspection;
}

Equipment read_equipment(const TomlTable& table) {
    Equipment equipment;
    equipment.dice = static_cast<int>(table.number("dice", 3, 3));
    equipment.terminals = table.flag("terminals");
    equipment.lights = table.flag("lights");
    equipment.operator_name = table.flag("operator_name");
    equipment.clauses = read_clauses(table);
    if (table.has("duties")) {
        const TomlTable duties = table.table("duties");
        for (const std::string& key : duties.keys()) {
            const std::optional<Duty> duty = parse_word<Duty>(key);
            if (!duty) duties.wrong(key, "\"" + key + "\" is none of " + list_words<Duty>());
            std::vector<std::string> clauses = duties.texts(key);
            if (duty) equipment.duties[*duty] = std::move(clauses);
        }
    }
    for (const TomlTable& from : table.tables("mixer")) {
        Mixer mixer;
        mixer.kind = from.word<MixerKind>("kind");
        mixer.mixes_min = static_cast<int>(from.number("mixes_min", 1, 100));
        if (from.has("dice_life_hours")) {
            mixer.dice_life_hours = static_cast<int>(from.number("dice_life_hours", 1, 100'000));
        }
        if (from.has("dice_life_months")) {
            mixer.dice_life_months = static_cast<int>(from.number("dice_life_months", 1, 1'000));
        }
        mixer.clauses = read_clauses(from);
        equipment.mixers.push_back(std::move(mixer));
    }
    if (equipment.mixers.empty()) table.wrong("mixer", "must list at least one");
    check_unique(table, "mixer", equipment.mixers, [](const Mixer& mixer) { return mixer.kind; });
    if (table.has("inspection")) {
        equipment.inspection = read_inspection(table.table("inspection"));
    }
    return equipment;
}

Irregularity read_irregularity(const TomlTable& table) {
    Irregularity irregularity{};
    irregularity.cause = table.word<Cause>("cause");
    irregularity.effect = table.word<Effect>("effect");
    irregularity.scope = table.word<Scope>("scope");
    if (table.has("during")) irregularity.during = table.words<Step>("during");
    if (table.has("mixer")) irregularity.mixer = table.word<MixerKind>("mixer");
    irregularity.decides = table.word<Role>("decides");
    if (table.has("with")) irregularity.with = table.word<Role>("with");
    irregularity.clauses = read_clauses(table);
    irregularity.says = read_says(table);
    return irregularity;
}

// The values a switch can have; the first is the default. The code that asks knows no others.
std::span<const std::string_view> switch_options(SwitchName name) {
    using List = std::string_view[];
    static constexpr List double_on_triple = {"two-or-three", "exactly-two"};
    static constexpr List double_odds = {"11", "10", "11.5"};
    static constexpr List mix_order = {"after-close", "before-close"};
    static constexpr List unseen_dice = {"void", "conclude"};
    static constexpr List accepted_not_closed = {"stands", "returned"};
    static constexpr List floors = {"others", "house"};
    switch (name) {
        case SwitchName::double_on_triple: return double_on_triple;
        case SwitchName::double_odds: return double_odds;
        case SwitchName::mix_order: return mix_order;
        case SwitchName::unseen_dice: return unseen_dice;
        case SwitchName::accepted_not_closed: return accepted_not_closed;
        case SwitchName::floors: return floors;
    }
    unreachable();
}

Interpretation read_interpretation(const TomlTable& table) {
    Interpretation interpretation;
    interpretation.id = table.text("id");
    interpretation.about = table.text("about");
    interpretation.reading = table.text("reading");
    interpretation.why = table.text("why");
    if (!table.has("switch")) return interpretation;

    const auto name = table.word<SwitchName>("switch");
    interpretation.switch_name = name;
    interpretation.options = table.texts("options");
    interpretation.value = table.text("value");
    if (!std::ranges::equal(interpretation.options, switch_options(name))) {
        std::string list;
        for (const std::string_view option : switch_options(name)) {
            list += (list.empty() ? "" : ", ") + std::string(option);
        }
        table.wrong("options", "must be " + list + ", the default first");
    }
    if (std::ranges::find(interpretation.options, interpretation.value) ==
        interpretation.options.end()) {
        table.wrong("value", "\"" + interpretation.value + "\" is not one of the options");
    }
    return interpretation;
}

Game read_game(const TomlTable& root) {
    Game game;
    game.id = root.text("id");
    if (!is_id(game.id)) root.wrong("id", "must be of small letters, digits and hyphens");
    game.document = read_document(root.table("document"));
    game.odds_rule = root.word<OddsRule>("odds");
    const TomlTable titles = root.table("titles");
    for (const std::string& key : titles.keys()) {
        const std::optional<Role> role = parse_word<Role>(key);
        if (!role) titles.wrong(key, "is no role");
        game.titles.emplace_back(role.value_or(Role{}), titles.text(key));
    }
    game.procedure = read_procedure(root.table("procedure"));
    game.limits = read_limits(root.table("limits"));
    game.equipment = read_equipment(root.table("equipment"));
    for (const TomlTable& table : root.tables("irregularity")) {
        game.irregularities.push_back(read_irregularity(table));
    }
    check_unique(root, "irregularity", game.irregularities,
                 [](const auto& i) { return std::pair(i.cause, i.mixer); });
    for (const TomlTable& table : root.tables("interpretation")) {
        game.interpretations.push_back(read_interpretation(table));
    }
    check_unique(root, "interpretation", game.interpretations, [](const auto& i) { return i.id; });
    std::vector<SwitchName> switches;
    for (const Interpretation& each : game.interpretations) {
        if (each.switch_name) switches.push_back(*each.switch_name);
    }
    check_unique(root, "interpretation", switches, [](SwitchName name) { return name; });
    for (const TomlTable& table : root.tables("layout")) {
        game.layouts.push_back(read_layout(table, game));
        if (!is_id(game.layouts.back().id)) {
            table.wrong("id", "must be of small letters, digits and hyphens");
        }
    }
    if (game.layouts.empty()) root.wrong("layout", "must list at least one");
    check_unique(root, "layout", game.layouts, [](const auto& layout) { return layout.id; });
    return game;
}

}  // namespace

Result<Game> load_game(std::string_view text, std::string name) {
    const TomlText toml(text, std::move(name));
    Game game = read_game(toml.root());
    if (const std::optional<Error> error = toml.error()) return std::unexpected(*error);
    return game;
}

}  // namespace sicbo::rules
