// SPDX-License-Identifier: MIT
#include "disk/house.h"

#include <array>
#include <stdexcept>
#include <utility>

#include "core/check.h"
#include "rules/documents.h"
#include "table/authority.h"
#include "table/settlement.h"

namespace sicbo::disk {

using namespace table;  // the orders
using rules::Role;
using rules::Step;

namespace {

constexpr TableId the_table = {1};
constexpr std::uint32_t players = 3;
constexpr std::array posts = {Role::administrator, Role::dealer,  Role::supervisor,
                              Role::shift_manager, Role::cashier, Role::technician};

Money cents(std::int64_t amount) { return Money::of_cents(amount); }

rules::SpotId spot_id(std::string_view name) { return id_of(rules::parse_spot(name).value()); }

PersonId person(Role role) { return {static_cast<std::uint32_t>(role) + 1}; }

}  // namespace

House::House(Options options)
    : options_(std::move(options)),
      random_(options_.seed.value_or(1)),
      at_(parse_instant("2026-01-05T10:00+00:00").value()) {}

const Table& House::table() const { return state().tables.at(the_table); }

void House::give(Actor actor, Role role, Order order) {
    const bool counted = actor.kind != ActorKind::system && actor.kind != ActorKind::device;
    Command command{{at_, actor, role, counted ? ++requests_[actor] : 0, the_table},
                    std::move(order)};
    const server::Reply answer = loop_->execute(std::move(command));
    if (answer.refusal) {
        throw std::logic_error("the house was refused: " +
                               std::string(to_word(answer.refusal->reason)) + " " + answer.detail);
    }
    for (const BetAnswer& bet : answer.answers) check(bet.accepted == bet.asked);
}

void House::give(Role role, Order order) {
    const bool person_speaks = role != Role::system;
    give(person_speaks ? Actor{ActorKind::person, person(role).number} : Actor{}, role,
         std::move(order));
}

void House::go_on_after(const server::Loop& loop) {
    requests_.clear();
    for (const auto& [actor, recent] : loop.state().recent) {
        std::uint64_t& last = requests_[actor];
        last = recent.forgotten;
        for (const Outcome& outcome : recent.outcomes) last = std::max(last, outcome.request);
    }
    at_ = std::max(at_, loop.state().at);
}

rules::Roll House::roll() {
    return {random_.from_to(1, 6), random_.from_to(1, 6), random_.from_to(1, 6)};
}

bool House::turn(server::Loop& loop) {
    loop_ = &loop;
    at_ = at_ + 1'000;
    loop.tick(at_);
    if (!state().tables.empty() && table().console_locked) {  // a restart can take its time
        give(Role::dealer, UnlockConsole{});
    }
    if (set_up()) return true;
    const Table& t = table();
    if (t.phase == Phase::held) {
        decide_hold();
        return true;
    }
    const RuleSet& rules = rules_of(state(), t);
    if (!t.round) {
        if (t.rounds >= options_.rounds) return false;
        step(rules.steps.front().step);
        return true;
    }
    const Step next = next_step(rules, *t.round)->step;
    if (is_done(rules, *t.round, Step::open) && next == Step::close && !has_bets()) {
        bet();
    } else {
        step(next);
    }
    return true;
}

bool House::set_up() {
    if (state().people.empty()) {
        add_people();
    } else if (state().rule_sets.empty()) {
        give(Role::administrator, AdoptRules{std::string(rules::document_text(options_.game))});
    } else if (state().tables.empty()) {
        add_table();
    } else if (state().stays_begun == 0) {
        seat_players();
    } else if (table().phase == Phase::closed) {
        open_table();
    } else {
        return false;
    }
    return true;
}

void House::add_people() {
    for (const Role role : posts) {
        const AddPerson add{person(role), std::string(to_word(role)), role};
        give(role == Role::administrator ? Role::system : Role::administrator, add);
    }
}

void House::add_table() {
    Configuration c;
    c.rules = state().rule_sets.begin()->first;
    c.operator_name = "The House";
    c.layout_approval = "on file";
    c.rounds_kept = 3;
    give(Role::administrator, AddTable{the_table, "table 1", c});
    for (const std::string_view word : words_of<Approvable>) {
        give(Role::administrator, RecordApproval{*parse_word<Approvable>(word), "on file"});
    }
    for (const Role role : posts) give(role, LogOn{});
}

void House::seat_players() {
    const rules::Game& game = *rules_of(state(), table()).game;
    for (std::uint32_t n = 1; n <= players; ++n) {
        if (game.equipment.terminals) {
            give(Role::technician, AddTerminal{TerminalId{n}, game.layouts.front().id});
            give(Role::cashier, PutCredit{TerminalId{n}, {}, cents(1'000'000)});
        } else {
            give(Role::dealer, TakeSeat{"player " + std::to_string(n)});
            give(Role::dealer, PutCredit{{}, StayId{n}, cents(1'000'000)});
        }
    }
}

void House::open_table() {
    give(Role::dealer, InstallDice{DiceId{1}, table().mixer, {}});
    const rules::Game& game = *rules_of(state(), table()).game;
    if (game.equipment.inspection) {
        const rules::Roll test{2, 2, 5};
        give(Role::supervisor, TestLights{test, winning_spots(game, test)});
        for (int i = 0; i < 3; ++i) give(Role::supervisor, TestMixer{true});
        give(Role::supervisor, TickChecklist{checklist_of(game)});
        give(Role::supervisor, SignInspection{});
    }
    give(Role::supervisor, OpenTable{});
}

void House::decide_hold() {
    const Order order =
        table().held->cause == rules::Cause::not_covered
            ? Order(DecideHold{Verdict::void_, "decided"})
            : Order(Certify{is_done(rules_of(state(), table()), *table().round, Step::uncover)
                                ? std::optional(roll())
                                : std::nullopt});
    const bool two = second_for(state(), table(), order).has_value();
    give(two ? Role::shift_manager : Role::supervisor, order);
    if (two) give(Role::supervisor, Authorise{table().pending.begin()->first});
}

bool House::has_bets() const {
    std::size_t bets = 0;
    for (const auto& [stay, slip] : table().round->bet_slips) bets += slip.bets.size();
    return bets >= options_.bets;
}

void House::bet() {
    constexpr std::array spots = {"big", "triple-3", "total-9", "single-5", "small", "domino-12"};
    std::size_t placed = 0;
    for (const auto& [stay, slip] : table().round->bet_slips) placed += slip.bets.size();
    const auto player = static_cast<std::uint32_t>(placed % players) + 1;
    const auto spot = spot_id(spots.at((placed + placed / spots.size()) % spots.size()));
    const std::int64_t chips = options_.seed ? random_.from_to(1, 20) : 5;
    const bool terminals = rules_of(state(), table()).game->equipment.terminals;
    give({terminals ? ActorKind::terminal : ActorKind::seat, player}, Role::player,
         PlaceBets{{}, {{spot, cents(1'000 * chips)}}, {}});
}

void House::read_dice() {
    const Hash close = loop_->close_hash(the_table).value().value();
    give(Role::system, ArmTumbler{close});
    give({ActorKind::device, 0}, Role::system, ReportReading{table().round->number, close, roll()});
}

void House::enter() {
    const std::optional<rules::Roll> reading = table().round->reading;
    const rules::Roll seen = reading.value_or(roll());
    if (!reading) {
        const auto [first, second, third] = seen.dice();
        give(Role::dealer, KeyDice{{first, second, third}});
    }
    give(Role::dealer, EnterResult{seen});
}

void House::step(Step step) {
    switch (step) {
        case Step::open: return give(Role::dealer, OpenBetting{});
        case Step::close: return give(Role::dealer, CloseBetting{});
        case Step::mix: give(Role::dealer, StartMix{}); return give(Role::dealer, EndMix{3});
        case Step::uncover: {
            // Every second round a tumbler reads its dice first.
            const Round& round = *table().round;
            if (round.number % 2 == 0 && !round.reading) return read_dice();
            return give(Role::dealer, Uncover{});
        }
        case Step::enter: return enter();
        case Step::illuminate:
            return give(Role::system, ReportLights{winning_spots(*rules_of(state(), table()).game,
                                                                 *table().round->roll)});
        case Step::collect:
        case Step::pay: return give(Role::dealer, SettleRound{});
        case Step::clear: return give(Role::dealer, ClearLights{});
    }
    unreachable();
}

}  // namespace sicbo::disk
