#include "sim/world.h"

#include <array>
#include <utility>

#include "rules/documents.h"
#include "table/invariants.h"
#include "table/settlement.h"
#include "wire/bytes.h"

namespace sicbo::sim {

using namespace table;  // the orders, all of them
using rules::Role;

namespace {

constexpr std::size_t tail_max = 4000;

std::string name_of(const Command& command) {
    return std::string(choice_names<OrderChoice>[command.order.index()]) + ": ";
}

}  // namespace

Role role_of(Post post) {
    switch (post) {
        case dealer:
        case dealer2: return Role::dealer;
        case supervisor:
        case supervisor2: return Role::supervisor;
        case pit_manager: return Role::pit_manager;
        case shift_manager: return Role::shift_manager;
        case cashier: return Role::cashier;
        case technician: return Role::technician;
        case auditor: return Role::auditor;
        case administrator: return Role::administrator;
    }
    unreachable();
}

World::World(const Options& options, Summary& summary)
    : clock_(parse_instant("2026-01-05T10:00+00:00").value()),
      summary_(summary),
      check_(options.check) {
    if (check_ == Check::step) replayed_.emplace();
    build(options);
    snapshot();
}

void World::must(const Command& command) {
    const Decision decision = deliver(command);
    if (decision.refusal) {
        fail("the world can't be built: " + std::string(to_word(decision.refusal->reason)) + " " +
             decision.detail);
    }
}

void World::build(const Options& options) {
    const TableId property;
    constexpr std::array names = {"dan", "dora", "sam",  "sue", "pat",
                                  "max", "cass", "theo", "ada", "amy"};
    const auto add = [&](Post post) {
        return AddPerson{PersonId{post}, names.at(post - 1), role_of(post)};
    };
    must(by_system(property, add(administrator)));
    for (std::uint32_t post = dealer; post < administrator; ++post) {
        must(by(administrator, property, add(static_cast<Post>(post))));
    }
    close_hashes_.resize(options.games.size() + 1);
    std::uint32_t number = 0;
    for (const std::string& name : options.games) {
        const TableId id{++number};
        const std::string text(rules::document_text(name));
        if (!state_.rule_sets.contains(sha256(text))) {
            must(by(administrator, property, AdoptRules{text}));
        }
        if (failed()) return;
        const rules::Game& game = *state_.rule_sets.at(sha256(text)).game;
        Configuration c;
        c.rules = sha256(text);
        c.operator_name = "House";
        c.layout_approval = "on file";
        c.chip = Money::of_cents(500);
        c.limit = {Money::of_cents(1000), Money::of_cents(50'000)};
        c.round_max = Money::of_cents(120'000);
        c.large_win = Money::of_cents(300'000);
        c.betting_seconds = 20;
        c.betting_seconds_min = 2;
        c.rounds_kept = 6;
        if (!game.limits.differential.empty()) {
            c.differential_max = Money::of_cents(40'000);
            c.policy = options.seed % 2 == 0 ? Policy::advise : Policy::enforce;
        }
        if (options.seed % 3 == 0) c.exposure_max = Money::of_cents(9'000'000);
        for (const rules::Mixer& mixer : game.equipment.mixers) {
            if (mixer.kind != rules::MixerKind::tumbler)
                c.approvals[mixer.kind] = {"on file", "on file"};
        }
        must(by(administrator, property, AddTable{id, "table " + name, c}));
        for (std::uint32_t post = dealer; post < auditor; ++post) {
            must(by(static_cast<Post>(post), id, LogOn{}));
        }
        if (game.equipment.terminals) {
            for (std::uint32_t i = 0; i < 5; ++i) {
                const std::string& layout = game.layouts.at(i % game.layouts.size()).id;
                must(by(administrator, id, AddTerminal{TerminalId{id.number * 10 + i}, layout}));
            }
        }
        tables_.push_back(id);
    }
}

void World::pass(std::int64_t milliseconds) {
    clock_ = clock_ + milliseconds;
    for (const Command& command : due(state_, clock_)) deliver(command);
}

Command World::command(Actor actor, Role role, TableId table, Order order) {
    const bool counted = actor.kind != ActorKind::system && actor.kind != ActorKind::device;
    return {{clock_, actor, role, counted ? ++requests_[actor] : 0, table}, std::move(order)};
}

Command World::by(Post post, TableId table, Order order) {
    return command({ActorKind::person, post}, role_of(post), table, std::move(order));
}

Command World::by_system(TableId table, Order order) {
    return command({}, Role::system, table, std::move(order));
}

void World::fail(std::string what) {
    if (!summary_.failure) {
        summary_.failure = what + " (event " + std::to_string(state_.sequence) + ")";
    }
}

Decision World::deliver(Command command) {
    command.stamp.at = clock_;
    Decision decision;
    try {
        decision = decide(state_, command);
        if (decision.refusal) {
            ++refusals_.at(static_cast<std::size_t>(decision.refusal->reason));
        } else {
            ++orders_.at(command.order.index());
        }
        if (check_ == Check::step) {
            if (const auto what = broken(state_, command, decision)) fail(name_of(command) + *what);
        }
        bool ended = false;
        for (const Event& event : decision.events) {
            apply(state_, event);
            keep(event);
            ended = ended || std::holds_alternative<RoundSettled>(event.fact) ||
                    std::holds_alternative<RoundVoided>(event.fact);
        }
        if (ended || (check_ == Check::step && !decision.events.empty())) {
            if (const auto what = broken(state_)) fail(name_of(command) + *what);
        }
        if (check_ == Check::step && !decision.events.empty()) compare();
    } catch (const std::exception& failure) {  // a check, or a look-up of what is not there
        fail(name_of(command) + failure.what());
    }
    for (const BetAnswer& answer : decision.answers) {
        if (answer.reason) ++refusals_.at(static_cast<std::size_t>(*answer.reason));
    }
    return decision;
}

void World::keep(const Event& event) {
    tail_.push_back(wire::write_event(event));
    hash_ = wire::chain(hash_, state_.sequence, tail_.back());
    ++summary_.events;
    ++facts_.at(event.fact.index());
    if (const auto* placed = std::get_if<BetsPlaced>(&event.fact)) {
        summary_.bets += placed->answers.size();
    }
    if (const auto* voided = std::get_if<RoundVoided>(&event.fact)) {
        ++summary_.voids[std::string(to_word(voided->cause))];
    }
    if (std::holds_alternative<RoundBegun>(event.fact)) ++summary_.rounds;
    if (std::holds_alternative<BettingClosed>(event.fact)) {
        close_hashes_.at(event.stamp.table.number) = hash_;
    }
    if (replayed_) {
        const Result<Event> again = wire::read_event(tail_.back());
        if (!again) {
            fail("an event can't be read back: " + again.error().text());
        } else {
            apply(*replayed_, *again);
        }
    }
    if (tail_.size() >= tail_max) snapshot();
}

void World::finish() {
    const auto write = [](Counts& to, const auto& counts, const auto& names) {
        for (std::size_t i = 0; i < counts.size(); ++i) {
            if (counts[i] > 0) to[std::string(names[i])] = counts[i];
        }
    };
    write(summary_.orders, orders_, choice_names<OrderChoice>);
    write(summary_.facts, facts_, choice_names<FactChoice>);
    write(summary_.refusals, refusals_, words_of<Reason>);
    for (const std::string_view kind : words_of<ledger::AccountKind>) {
        summary_.accounts[std::string(kind)] = Money();
    }
    for (const auto& [account, amount] : state_.ledger.balances()) {
        summary_.accounts[std::string(to_word(account.kind))] += amount;
    }
    summary_.chain = hash_;
    summary_.state = wire::state_hash(state_);
}

void World::compare() {
    if (wire::write_state(*replayed_) != wire::write_state(state_)) {
        fail("the replayed state is not the live one");
    }
}

void World::snapshot() {
    snapshot_ = wire::write_state(state_);
    snapshot_hash_ = hash_;
    tail_.clear();
}

void World::cut_power() {
    const Hash before = wire::state_hash(state_);
    Result<State> loaded = wire::read_state(snapshot_);
    if (!loaded) return fail("the snapshot can't be read: " + loaded.error().text());
    state_ = std::move(*loaded);
    hash_ = snapshot_hash_;
    for (const std::string& bytes : tail_) {
        const Result<Event> event = wire::read_event(bytes);
        if (!event) return fail("the journal can't be read: " + event.error().text());
        apply(state_, *event);
        hash_ = wire::chain(hash_, state_.sequence, bytes);
    }
    if (wire::state_hash(state_) != before) return fail("recovery gave another state");
    deliver(by_system({}, Restart{}));
}

}  // namespace sicbo::sim
