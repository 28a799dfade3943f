// SPDX-License-Identifier: MIT
#include "commands/property.h"

#include <cstdio>
#include <cstdlib>

#include "rules/documents.h"
#include "table/engine.h"
#include "table/invariants.h"
#include "table/settlement.h"

namespace sicbo::table::fuzz {
namespace {

using rules::Role;

class Builder {
public:
    Builder() {
        state_.at = parse_instant("2026-01-05T10:00+00:00").value();
        give({}, Role::system, AddPerson{administrator, "1", Role::administrator}, {});
        for (const auto& [role, id] : staff) {
            if (id == administrator) continue;
            ask(AddPerson{id, std::to_string(id.number), role}, {});
        }
        add_table(terminals, "rws-etg");
        add_table(lights, "maryland");
        add_table(boxes, "rws-taisai");
        add_table(advised, "rws-taisai");
        for (std::uint32_t n = 1; n <= 2; ++n) {
            ask(AddTerminal{TerminalId{n}, n == 1 ? "rws-etg-1" : "rws-etg-2"}, terminals);
            give(person({6}), Role::cashier, PutCredit{TerminalId{n}, {}, Money::of_cents(50'000)},
                 terminals);
        }
        for (const TableId table : {lights, boxes, advised}) {
            for (const char* player : {"ann", "bob"}) {
                give(person({2}), Role::dealer, TakeSeat{player}, table);
                const StayId stay{state_.stays_begun};
                give(person({2}), Role::dealer, PutCredit{{}, stay, Money::of_cents(50'000)},
                     table);
            }
        }
        for (const TableId table : {terminals, lights, boxes, advised}) open(table);
        give({}, Role::system, SetSafeguards{}, {});
        give({}, Role::system, FitReader{true}, boxes);
    }

    State take() { return std::move(state_); }

private:
    void add_table(TableId id, const char* name) {
        const std::string text(rules::document_text(name));
        if (!state_.rule_sets.contains(sha256(text))) ask(AdoptRules{text}, {});
        Configuration configuration;
        configuration.rules = sha256(text);
        configuration.operator_name = "The House";
        configuration.layout_approval = "on file";
        configuration.rounds_kept = 3;
        configuration.large_win = Money::of_cents(100'000);
        const rules::Game& game = *state_.rule_sets.at(configuration.rules).game;
        for (const rules::Mixer& mixer : game.equipment.mixers) {
            configuration.approvals[mixer.kind] = {"on file", "on file"};
        }
        if (game.equipment.terminals) configuration.betting_seconds = 30;
        if (id == advised) configuration.policy = Policy::advise;
        if (id == boxes || id == advised) {
            configuration.limit = {Money::of_cents(500), Money::of_cents(10'000)};
            configuration.differential_max = Money::of_cents(5'000);
        }
        ask(AddTable{id, std::to_string(id.number), configuration}, {});
        for (const std::string_view word : words_of<Approvable>) {
            ask(RecordApproval{*parse_word<Approvable>(word), "on file"}, id);
        }
        for (const auto& [role, who] : staff) give(person(who), role, LogOn{}, id);
    }
    void open(TableId id) {
        const Table& table = state_.tables.at(id);
        const rules::Game& game = *rules_of(state_, table).game;
        give(person({2}), Role::dealer, InstallDice{DiceId{id.number}, table.mixer, {}}, id);
        if (game.equipment.inspection) {
            const rules::Roll roll{2, 2, 5};
            ask_supervisor(TestLights{roll, winning_spots(game, roll)}, id);
            for (int i = 0; i < 3; ++i) ask_supervisor(TestMixer{true}, id);
            ask_supervisor(TickChecklist{checklist_of(game)}, id);
            ask_supervisor(SignInspection{}, id);
        }
        ask_supervisor(OpenTable{}, id);
    }
    void ask(Order order, TableId table) {
        give(person(administrator), Role::administrator, std::move(order), table);
    }
    void ask_supervisor(Order order, TableId table) {
        give(person({3}), Role::supervisor, std::move(order), table);
    }
    void give(Actor actor, Role role, Order order, TableId table) {
        Command command;
        command.stamp = {state_.at, actor, role, ++request_, table};
        command.order = std::move(order);
        const Decision decision = decide(state_, command);
        if (decision.refusal) {
            std::fprintf(stderr, "the property can't be built: %s\n",
                         std::string(to_word(decision.refusal->reason)).c_str());
            std::abort();
        }
        for (const Event& event : decision.events) apply(state_, event);
        must_hold(broken(state_));
    }

    State state_;
    std::uint64_t request_ = 0;
};

}  // namespace

void must_hold(const std::optional<std::string>& broken) {
    if (!broken) return;
    std::fprintf(stderr, "broken: %s\n", broken->c_str());
    std::abort();
}

State build_property() { return Builder().take(); }

}  // namespace sicbo::table::fuzz
