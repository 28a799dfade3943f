// SPDX-License-Identifier: MIT
#include "floor.h"

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "rules/documents.h"

namespace bench {

using namespace sicbo;
using namespace sicbo::table;
using rules::Role;

namespace {

constexpr Money chip = Money::of_cents(100);

Instant time_of_day() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<std::chrono::milliseconds>(since).count()};
}

Actor person(std::uint32_t id) { return {ActorKind::person, id}; }

}  // namespace

Floor::Floor(store::Store& journal, const Options& options)
    : options_(options),
      loop_(must(server::Loop::start(journal, {options.quarantine, time_of_day()}))) {
    const std::string text(rules::document_text("rws-etg"));
    give({}, Role::system, {}, AddPerson{PersonId{1}, "ada", Role::administrator});
    give(person(1), Role::administrator, {}, AddPerson{PersonId{2}, "sue", Role::supervisor});
    give(person(1), Role::administrator, {}, AdoptRules{text});
    for (std::uint32_t first = 0; first < options.bettors; first += options.at_table) {
        add_table(sha256(text), std::min(options.at_table, options.bettors - first));
    }
    // Their rounds do not end all at once.
    for (std::size_t i = 0; i < tables_.size(); ++i) {
        tables_[i].placed =
            tables_[i].terminals * (static_cast<std::uint32_t>(i) % options.bets_each);
    }
    must(loop_->commit());
    for (std::size_t i = 0; i < bettors_.size(); ++i) waiting_.push_back({i, Clock::now()});
}

std::size_t Floor::turn(const std::function<void(Clock::duration)>& answered) {
    begin_turn();
    for (std::size_t i = 0; i < tables_.size(); ++i) {
        if (tables_[i].placed >= tables_[i].terminals * options_.bets_each) next_round(i);
    }
    std::swap(waiting_, taken_);
    answers_.clear();
    for (const Arrival& arrival : taken_) answers_.push_back(bet(arrival.bettor));
    const std::vector<server::CommittedEvent> happened = must(loop_->commit());
    const Clock::time_point released = Clock::now();
    waiting_.clear();
    for (std::size_t i = 0; i < taken_.size(); ++i) {
        check(!answers_[i].refusal && answers_[i].answers.at(0).accepted == chip);
        answered(released - taken_[i].at);
        waiting_.push_back({taken_[i].bettor, released});  // has the answer, and bets again
    }
    return taken_.size();
}

server::Reply Floor::give(Actor actor, Role role, TableId table, Order order) {
    Command command{{{}, actor, role, ++requests_, table}, std::move(order)};
    server::Reply answer = loop_->execute(std::move(command));
    check(!answer.refusal);
    return answer;
}

void Floor::add_table(const Hash& rules, std::uint32_t terminals) {
    const TableId id{static_cast<std::uint32_t>(tables_.size()) + 1};
    const PersonId dealer{id.number + 100};
    const std::string name = std::to_string(id.number);
    const Actor admin = person(1);
    give(admin, Role::administrator, {}, AddPerson{dealer, "dealer " + name, Role::dealer});
    Configuration configuration;
    configuration.rules = rules;
    configuration.chip = chip;
    configuration.limit = {chip, Money::of_cents(100'000)};
    if (options_.rounds_kept) configuration.rounds_kept = *options_.rounds_kept;
    give(admin, Role::administrator, {}, AddTable{id, "table " + name, configuration});
    give(person(dealer.number), Role::dealer, id, LogOn{});
    give(person(2), Role::supervisor, id, LogOn{});
    const rules::Game& game = *loop_->state().rule_sets.at(rules).game;
    for (std::uint32_t i = 0; i < terminals; ++i) {
        const TerminalId terminal{static_cast<std::uint32_t>(bettors_.size()) + 1};
        const rules::Layout& layout = game.layouts[i % game.layouts.size()];
        give(admin, Role::administrator, id, AddTerminal{terminal, layout.id});
        give(person(2), Role::supervisor, id,
             PutCredit{terminal, {}, Money::of_cents(1'000'000'000)});
        Bettor bettor{tables_.size(), terminal, 0, {}};
        for (const rules::Spot spot : spots_of(layout)) bettor.spots.push_back(id_of(spot));
        bettors_.push_back(std::move(bettor));
    }
    give(person(dealer.number), Role::dealer, id,
         InstallDice{DiceId{id.number}, rules::MixerKind::tumbler, {}});
    give(person(2), Role::supervisor, id, OpenTable{});
    give(person(dealer.number), Role::dealer, id, OpenBetting{});
    tables_.push_back({id, terminals});
}

void Floor::begin_turn() { loop_->tick(time_of_day()); }

void Floor::next_round(std::size_t nth_table) {
    One& table = tables_[nth_table];
    const auto order = [&](Order one) {
        give(person(table.id.number + 100), Role::dealer, table.id, std::move(one));
    };
    const auto nth = static_cast<int>(table.id.number + table.rounds++ * 37);
    const rules::Roll roll = rules::nth_roll(nth % rules::roll_count);
    const auto& dice = roll.dice();
    order(CloseBetting{});
    order(StartMix{});
    order(EndMix{3});
    order(Uncover{true});
    order(KeyDice{{dice.begin(), dice.end()}});
    order(EnterResult{roll});
    order(OpenBetting{});
    table.placed = 0;
}

server::Reply Floor::bet(std::size_t nth_bettor) {
    Bettor& bettor = bettors_[nth_bettor];
    One& table = tables_[bettor.table];
    const std::size_t nth = std::size_t{bettor.terminal.number} * 7 + ++bettor.requests * 5;
    PlaceBets order{{}, {{bettor.spots[nth % bettor.spots.size()], chip}}, {}};
    ++table.placed;
    return loop_->execute({{{},
                            {ActorKind::terminal, bettor.terminal.number},
                            Role::player,
                            bettor.requests,
                            table.id},
                           std::move(order)});
}

}  // namespace bench
