// SPDX-License-Identifier: MIT
// A property with one table that is open for play, for tests that give orders to the engine and
// look at what came of them. Two people of every post are logged on; players 1, 2, ... sit at
// terminals, or at the felt where the game has one. Every step is held to the invariants.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/documents.h"
#include "table/engine.h"
#include "table/invariants.h"
#include "table/settlement.h"

namespace sicbo::test {

using rules::Role;
using table::Decision;
using table::Order;

inline Money cents(std::int64_t amount) { return Money::of_cents(amount); }

inline rules::SpotId spot_id(std::string_view name) {
    return id_of(rules::parse_spot(name).value());
}

struct Speaker {
    table::Actor actor;
    Role role = Role::system;
};

// The people of a post are numbered by it; the second of them stands apart.
constexpr PersonId person(Role post, bool second = false) {
    return {static_cast<std::uint32_t>(post) + (second ? 10u : 0u)};
}
constexpr Speaker speaker(Role post, bool second = false) {
    return {{table::ActorKind::person, person(post, second).number}, post};
}
constexpr Speaker machine = {};
constexpr Speaker administrator = speaker(Role::administrator);

// What a person can be.
inline std::vector<Role> posts() {
    return {Role::dealer,  Role::supervisor, Role::pit_manager, Role::shift_manager,
            Role::cashier, Role::technician, Role::auditor,     Role::administrator};
}

// Somebody of the post who claims to act in another role.
constexpr Speaker speaker_as(Role post, Role claimed) { return {speaker(post).actor, claimed}; }

inline table::PlaceBets bet_on(std::string_view spot, std::int64_t amount) {
    return {{}, {{spot_id(spot), cents(amount)}}, {}};
}

inline std::string reason_of(const Decision& decision) {
    return decision.refusal ? std::string(to_word(decision.refusal->reason)) : "";
}

struct Settings {
    table::Configuration configuration = {};
    int players = 3;
    Money credit = cents(10'000'000);
    std::map<rules::SwitchName, std::string> switches = {};
};

class Property {
public:
    using Settings = test::Settings;

    explicit Property(std::string_view game, Settings settings = {}) {
        at = parse_instant("2026-01-05T10:00+00:00").value();
        const std::string text = text_of(game, settings.switches);
        must(machine, table::BeginEdition{table::edition_now});
        add_person(machine, Role::administrator, false);
        for (const Role post : posts()) {
            if (post != Role::administrator) add_person(administrator, post, false);
            add_person(administrator, post, true);
        }
        must(administrator, table::AdoptRules{text});
        table::Configuration configuration = settings.configuration;
        configuration.rules = sha256(text);
        configuration.operator_name = "The House";
        configuration.layout_approval = "on file";
        for (const rules::Mixer& mixer : this->game(configuration.rules).equipment.mixers) {
            if (mixer.kind == rules::MixerKind::tumbler) continue;
            configuration.approvals[mixer.kind] = {"on file", "on file"};
        }
        must(administrator, table::AddTable{id, "table 1", configuration});
        for (const std::string_view word : words_of<table::Approvable>) {
            const auto what = *parse_word<table::Approvable>(word);
            must(administrator, table::RecordApproval{what, "on file"});
        }
        for (const Role post : posts()) {
            must(speaker(post), table::LogOn{});
            must(speaker(post, true), table::LogOn{});
        }
        for (int n = 1; n <= settings.players; ++n) seat(n, settings.credit);
        must(Role::dealer, table::InstallDice{DiceId{1}, table().mixer, {}});
        if (this->game().equipment.inspection) {
            const rules::Roll roll{2, 2, 5};
            must(Role::supervisor,
                 table::TestLights{roll, table::winning_spots(this->game(), roll)});
            for (int i = 0; i < 3; ++i) must(Role::supervisor, table::TestMixer{true});
            must(Role::supervisor, table::TickChecklist{checklist_of(this->game())});
            must(Role::supervisor, table::SignInspection{});
        }
        must(Role::supervisor, table::OpenTable{});
    }

    // What there is.
    const table::Table& table() const { return state.tables.at(id); }
    table::Table& table() { return state.tables.at(id); }
    const table::RuleSet& rules() const { return rules_of(state, table()); }
    const rules::Game& game() const { return *rules().game; }
    const rules::Layout& layout(int player) const {
        const bool terminals = game().equipment.terminals;
        return game().layouts[terminals ? table().terminals.at(terminal(player)).layout : 0];
    }
    static constexpr TerminalId terminal(int player) {
        return {static_cast<std::uint32_t>(player)};
    }
    StayId stay(int player) const { return stays_.at(static_cast<std::size_t>(player) - 1); }
    Speaker player(int n) const {
        const bool terminals = game().equipment.terminals;
        const table::ActorKind kind =
            terminals ? table::ActorKind::terminal : table::ActorKind::seat;
        return {{kind, terminals ? terminal(n).number : stay(n).number}, Role::player};
    }
    Money balance(ledger::Account account) const { return state.ledger.balance(account); }
    Money credit(int player) const { return balance(ledger::credit(stay(player))); }

    // A command with the speaker's next request id, as yet undecided.
    table::Command command(const Speaker& by, Order order) {
        return {{at, by.actor, by.role, ++requests_[by.actor], id}, std::move(order)};
    }
    // Decides, and applies what came of it.
    Decision follow(const table::Command& command) {
        Decision decision = decide(state, command);
        hold(broken(state, command, decision));
        commands.push_back(command);
        for (const table::Event& event : decision.events) apply(state, event);
        hold(broken(state));
        hold(compare_ended_stays());
        return decision;
    }
    Decision give(const Speaker& by, Order order) { return follow(command(by, std::move(order))); }
    Decision give(Role post, Order order) { return give(speaker(post), std::move(order)); }
    Decision must(const Speaker& by, Order order) {
        Decision decision = give(by, std::move(order));
        if (decision.refusal) throw std::runtime_error(reason_of(decision) + decision.detail);
        return decision;
    }
    Decision must(Role post, Order order) { return must(speaker(post), std::move(order)); }

    // Asked for by the first, authorised by the second.
    Decision by_two(Order order, Role first = Role::shift_manager, Role second = Role::supervisor) {
        const Decision asked = give(first, std::move(order));
        if (asked.refusal) return asked;
        const auto& request = get<table::AuthorisationRequested>(asked.events.at(0).fact);
        return give(second, table::Authorise{request.digest});
    }

    Decision bet(int n, std::string_view spot, std::int64_t amount) {
        return give(player(n), bet_on(spot, amount));
    }
    Decision withdraw(int n, std::string_view spot, std::int64_t amount = 0) {
        return give(player(n), table::WithdrawBets{{}, {{spot_id(spot), cents(amount)}}});
    }

    // The next step of the round, whichever it is.
    void go_on(rules::Roll roll = {1, 2, 4}) {
        using rules::Step;
        const table::RuleSet& rules = this->rules();
        const Step step =
            table().round ? next_step(rules, *table().round)->step : rules.steps.front().step;
        switch (step) {
            case Step::open: must(Role::dealer, table::OpenBetting{}); break;
            case Step::close: must(Role::dealer, table::CloseBetting{}); break;
            case Step::mix:
                must(Role::dealer, table::StartCoveredMix{});
                must(is_reader_in_use(state, id, table()) ? machine : speaker(Role::dealer),
                     table::EndMix{3});
                break;
            case Step::uncover: must(Role::dealer, table::Uncover{}); break;
            case Step::enter: {
                const auto [first, second, third] = roll.dice();
                must(Role::dealer, table::KeyDice{{first, second, third}});
                must(Role::dealer, table::EnterResult{roll});
                break;
            }
            case Step::illuminate:
                must(machine,
                     table::ReportLights{table::winning_spots(game(), *table().round->roll)});
                break;
            case Step::collect:
            case Step::pay: must(Role::dealer, table::SettleRound{}); break;
            case Step::clear: must(Role::dealer, table::ClearLights{}); break;
        }
    }
    // Until the step is done.
    void go_past(rules::Step step, rules::Roll roll = {1, 2, 4}) {
        do go_on(roll);
        while (table().round && !is_done(rules(), *table().round, step));
    }
    // Until the round has ended.
    void finish(rules::Roll roll) {
        while (table().round) go_on(roll);
    }

    static constexpr TableId id = {1};
    table::State state;
    Instant at;
    std::vector<table::Command> commands;  // all that were given

private:
    static std::string text_of(std::string_view game,
                               const std::map<rules::SwitchName, std::string>& switches) {
        std::string text(rules::document_text(game));
        for (const auto& [name, value] : switches) {
            const std::string key = "value = \"";
            const std::size_t place = text.find("switch = \"" + std::string(to_word(name)) + "\"");
            const std::size_t begin = text.find(key, place) + key.size();
            text.replace(begin, text.find('"', begin) - begin, value);
        }
        return text;
    }
    std::optional<std::string> compare_ended_stays() const {
        auto kept = state.ended_stays.tables;
        std::erase_if(kept, [](const auto& one) { return one.second.empty(); });
        if (kept == find_ended_stays(state).tables) return std::nullopt;
        return "the stays that have ended are not those that are indexed";
    }
    static void hold(const std::optional<std::string>& broken) {
        if (broken) throw std::logic_error(*broken);
    }
    const rules::Game& game(const Hash& hash) const { return *state.rule_sets.at(hash).game; }
    void add_person(const Speaker& by, Role post, bool second) {
        const std::string name = std::string(to_word(post)) + (second ? " 2" : "");
        must(by, table::AddPerson{person(post, second), name, post});
    }
    void seat(int n, Money credit) {
        if (game().equipment.terminals) {
            const auto& layouts = game().layouts;
            const std::size_t place = static_cast<std::size_t>(n - 1) % layouts.size();
            must(Role::technician, table::AddTerminal{terminal(n), layouts[place].id});
            must(Role::cashier, table::PutCredit{terminal(n), {}, credit});
        } else {
            must(Role::dealer, table::TakeSeat{"player " + std::to_string(n)});
            must(Role::dealer, table::PutCredit{{}, StayId{state.stays_begun}, credit});
        }
        stays_.push_back(StayId{state.stays_begun});
    }

    std::map<table::Actor, std::uint64_t> requests_;
    std::vector<StayId> stays_;
};

}  // namespace sicbo::test
