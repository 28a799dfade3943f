// SPDX-License-Identifier: MIT
#include "scenario/build.h"

#include <algorithm>

#include "core/check.h"
#include "rules/documents.h"
#include "scenario/grammar.h"
#include "table/settlement.h"

namespace sicbo::scenario {
namespace {

using namespace table;  // the orders
using rules::Role;

constexpr TableId property = {};

// Returns the text of the rule set with the switch set to the value.
Result<std::string> with_switch(std::string text, rules::SwitchName name,
                                const std::string& value) {
    const std::string mark = "switch = \"" + std::string(to_word(name)) + "\"";
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) {
        return failure("the game has no switch " + std::string(to_word(name)));
    }
    const std::string key = "value = \"";
    const std::size_t begin = text.find(key, at) + key.size();
    text.replace(begin, text.find('"', begin) - begin, value);
    return text;
}

Result<std::string> rules_text(const Settings& settings) {
    Result<std::string> text(std::string(rules::document_text(settings.game)));
    for (const auto& [name, value] : settings.switches) {
        if (text) text = with_switch(*std::move(text), name, value);
    }
    return text;
}

class Builder {
public:
    Builder(const Settings& settings, std::string rules_text)
        : settings_(settings),
          rules_text_(std::move(rules_text)),
          fixture_(settings.starts, settings.strict_console, settings.journal) {}

    Result<Fixture> build() {
        issue(Issuer(), BeginEdition{edition_now}, property);
        add_people();
        issue(named("administrator"), AdoptRules{rules_text_}, property);
        if (!refused_.empty()) return failure(refused_);
        add_table();
        if (!refused_.empty()) return failure(refused_);
        for (const Settings::Person& person : settings_.people) {
            if (person.role == Role::auditor || person.role == Role::administrator) continue;
            issue(named(person.name), LogOn{});
        }
        if (settings_.untracked) issue(Issuer(), SetChipMode{ChipMode::untracked});
        add_players();
        set_safeguards();
        set_cash_policy();
        if (settings_.mixer && *settings_.mixer != fixture_.table().mixer) {
            issue(named("dealer"), UseMixer{*settings_.mixer});
        }
        if (!settings_.closed) open_table();
        if (!refused_.empty()) return failure("the table can't be set up: " + refused_);
        return std::move(fixture_);
    }

private:
    // Issues an order that should be accepted; the first refusal is what build() returns.
    void issue(const Issuer& issuer, Order order, TableId table = Fixture::table_id) {
        const Decision decision = fixture_.issue(issuer, std::move(order), table);
        if (!decision.refusal || !refused_.empty()) return;
        refused_ = std::string(to_word(decision.refusal->reason));
        if (!decision.detail.empty()) refused_ += ": " + decision.detail;
    }

    Issuer named(std::string_view name) const {
        const auto issuer = fixture_.find_issuer(name);
        check(issuer.has_value());
        return *issuer;
    }

    // The system adds the administrator, who adds everybody else.
    void add_people() {
        std::uint32_t number = 0;
        const auto add = [&](const Settings::Person& person, const Issuer& by) {
            const PersonId id{++number};
            fixture_.name_person(person.name, id, person.role);
            issue(by, AddPerson{id, person.name, person.role}, property);
        };
        const auto administrator =
            std::ranges::find(settings_.people, Role::administrator, &Settings::Person::role);
        check(administrator != settings_.people.end());
        add(*administrator, Issuer());
        for (const Settings::Person& person : settings_.people) {
            if (&person != &*administrator) add(person, named("administrator"));
        }
    }

    const rules::Game& game() const {
        return *fixture_.state().rule_sets.at(sha256(rules_text_)).game;
    }

    void add_table() {
        Configuration configuration = settings_.configuration;
        configuration.rules = sha256(rules_text_);
        for (const rules::Mixer& mixer : game().equipment.mixers) {
            const bool unapproved =
                std::ranges::find(settings_.unapproved, mixer.kind) != settings_.unapproved.end();
            if (mixer.kind == rules::MixerKind::tumbler || unapproved) continue;
            configuration.approvals[mixer.kind] = {"on file", "on file"};
        }
        issue(named("administrator"), AddTable{Fixture::table_id, "table 1", configuration},
              property);
        for (const std::string_view word : words_of<Approvable>) {
            const Approvable what = *parse_word<Approvable>(word);
            const auto& missing = settings_.unapproved_equipment;
            if (std::ranges::find(missing, what) != missing.end()) continue;
            issue(named("administrator"), RecordApproval{what, "on file"});
        }
    }

    void add_players() {
        std::uint32_t number = 0;
        for (const Settings::Seat& seat : settings_.terminals) {
            const TerminalId id{++number};
            fixture_.name_terminal(seat.name, id);
            issue(named("administrator"), AddTerminal{id, seat.layout});
            if (seat.credit > Money()) issue(named("cashier"), PutCredit{id, {}, seat.credit});
        }
        for (const Settings::Seat& seat : settings_.players) {
            issue(named("dealer"), TakeSeat{seat.name});
            const StayId stay{fixture_.state().stays_begun};
            fixture_.name_player(seat.name, stay);
            if (seat.credit > Money()) issue(named("dealer"), PutCredit{{}, stay, seat.credit});
        }
    }

    void set_safeguards() {
        if (!settings_.safeguards) return;
        issue(Issuer(), SetSafeguards{*settings_.safeguards}, property);
        if (settings_.reader) issue(Issuer(), FitReader{true});
    }

    // The policy of the property, and a cabinet at every terminal.
    void set_cash_policy() {
        if (!settings_.cash_policy) return;
        issue(Issuer(), SetCashPolicy{*settings_.cash_policy}, property);
        if (settings_.cage_policy) {
            issue(Issuer(), SetCagePolicy{*settings_.cage_policy}, property);
        }
        for (const Settings::Seat& seat : settings_.terminals) {
            issue(named("device"),
                  ReportCabinet{*fixture_.find_terminal(seat.name), {.connected = true}});
        }
    }

    void open_table() {
        const Issuer supervisor = named("supervisor");
        issue(named("dealer"), InstallDice{DiceId{1}, fixture_.table().mixer, {}});
        if (game().equipment.inspection) {
            const rules::Roll roll{2, 2, 5};
            issue(supervisor, TestLights{roll, winning_spots(game(), roll)});
            for (int toss = 0; toss < 3; ++toss) issue(supervisor, TestMixer{true});
            issue(supervisor, TickChecklist{checklist_of(game())});
            issue(supervisor, SignInspection{});
        }
        issue(supervisor, OpenTable{});
    }

    const Settings& settings_;
    std::string rules_text_;
    Fixture fixture_;
    std::string refused_;
};

}  // namespace

Settings::Settings() : starts(parse_instant("2026-01-05T10:00+00:00").value()) {
    configuration.operator_name = "The House";
    configuration.layout_approval = "on file";
    configuration.rounds_kept = 100;
    for (const std::string_view role : words_of<Role>) {
        if (role == "player" || role == "system") continue;
        people.push_back({std::string(role), *parse_word<Role>(role)});
    }
}

bool Settings::is_taken(std::string_view name) const {
    const auto has = [&](const auto& list) {
        return std::ranges::any_of(list, [&](const auto& one) { return one.name == name; });
    };
    return has(people) || has(terminals) || has(players) || name == "system" || name == "device" ||
           name == "tumbler";
}

Result<Fixture> build(const Settings& settings) {
    check(!settings.game.empty());
    Result<std::string> text = rules_text(settings);
    if (!text) return std::unexpected(text.error());
    return Builder(settings, *std::move(text)).build();
}

int blamed_line(const std::vector<Line>& setup, const Error& error) {
    check(!setup.empty());
    const auto fails = [&](std::size_t lines) {
        Settings settings;
        for (std::size_t i = 0; i < lines; ++i) {
            check(read_setting(setup[i].command, settings, nullptr).value_or(false));
        }
        const Result<Fixture> built = build(settings);
        return !built && built.error() == error;
    };
    std::size_t works = 1;  // lines that build without the error; the first names the game
    std::size_t failing = setup.size();
    while (failing > works + 1) {
        const std::size_t middle = (works + failing) / 2;
        (fails(middle) ? failing : works) = middle;
    }
    return setup[failing - 1].number;
}

}  // namespace sicbo::scenario
