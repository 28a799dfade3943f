// SPDX-License-Identifier: MIT
// How fast the engine places and settles bets, and how far that is from settlement alone.
//
// A round of the electronic game with terminals on three layouts, ten bets each, sent as one batch
// a terminal, as a terminal does. Decided and applied with all checks of a release build, which
// include those at the round's end. The peer is the bulk settlement of the rules library on the
// same bets. The second part counts what decide(), apply() and the encoding of events allocate.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "allocations.h"
#include "process.h"
#include "rules/documents.h"
#include "rules/settle.h"
#include "table/engine.h"

namespace {

using namespace sicbo;
using namespace sicbo::table;
using rules::Role;
using Clock = std::chrono::steady_clock;

constexpr int bets_each = 10;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

class Property {
public:
    explicit Property(std::uint32_t terminals) : terminals_(terminals) {
        const std::string text(rules::document_text("rws-etg"));
        give({}, Role::system, {}, AddPerson{PersonId{1}, "ada", Role::administrator});
        const auto person = [](std::uint32_t id) { return Actor{ActorKind::person, id}; };
        const Actor admin = person(1);
        give(admin, Role::administrator, {}, AddPerson{PersonId{2}, "dan", Role::dealer});
        give(admin, Role::administrator, {}, AddPerson{PersonId{3}, "sue", Role::supervisor});
        give(admin, Role::administrator, {}, AdoptRules{text});
        Configuration configuration;
        configuration.rules = sha256(text);
        configuration.limit = {Money::of_cents(100), Money::of_cents(100'000)};
        configuration.rounds_kept = 4;
        give(admin, Role::administrator, {}, AddTable{table_, "bench", configuration});
        for (const auto& [id, role] :
             {std::pair(2u, Role::dealer), std::pair(3u, Role::supervisor)}) {
            give(person(id), role, table_, LogOn{});
        }
        const rules::Game& game = *state_.rule_sets.at(configuration.rules).game;
        for (std::uint32_t i = 1; i <= terminals; ++i) {
            const rules::Layout& layout = game.layouts[i % game.layouts.size()];
            give(admin, Role::administrator, table_, AddTerminal{TerminalId{i}, layout.id});
            give(person(3), Role::supervisor, table_,
                 PutCredit{TerminalId{i}, {}, Money::of_cents(1'000'000'000)});
            const std::vector<rules::Spot> spots = spots_of(layout);
            PlaceBets batch;
            for (std::uint32_t n = 0; n < bets_each; ++n) {
                const rules::Spot spot = spots[(i * 7 + n * 5) % spots.size()];
                batch.bets.push_back({id_of(spot), Money::of_cents(100 * (1 + (i + n) % 20))});
            }
            batches_.push_back(std::move(batch));
        }
        give(person(2), Role::dealer, table_,
             InstallDice{DiceId{1}, rules::MixerKind::tumbler, {}});
        give(person(3), Role::supervisor, table_, OpenTable{});
    }

    // Returns how long the settlement took.
    double round(rules::Roll roll) {
        const Actor dealer{ActorKind::person, 2};
        const auto order = [&](Order one) { give(dealer, Role::dealer, table_, std::move(one)); };
        order(OpenBetting{});
        for (std::uint32_t i = 0; i < terminals_; ++i) {
            give({ActorKind::terminal, i + 1}, Role::player, table_, batches_[i]);
        }
        order(CloseBetting{});
        return finish(roll);
    }

    struct Allocations {
        std::uint64_t decide = 0;
        std::uint64_t apply = 0;
        std::uint64_t encode = 0;
    };

    // Plays the betting of a round with orders of so many bets, as often as the limits allow, and
    // adds what each part allocated. Returns the number of orders.
    std::uint64_t count_allocations(std::size_t bets, Allocations& to) {
        const Actor dealer{ActorKind::person, 2};
        give(dealer, Role::dealer, table_, OpenBetting{});
        std::uint64_t orders = 0;
        for (int times = 0; times < 20; ++times) {
            for (std::uint32_t i = 0; i < terminals_; ++i, ++orders) {
                PlaceBets batch = batches_[i];
                batch.bets.resize(bets);
                const Command command =
                    make_command({ActorKind::terminal, i + 1}, Role::player, table_, batch);
                const std::uint64_t begin = bench::allocations();
                const Decision decision = decide(state_, command);
                const std::uint64_t decided = bench::allocations();
                check(!decision.refusal.has_value());
                for (const Event& event : decision.events) apply(state_, event);
                const std::uint64_t applied = bench::allocations();
                for (const Event& event : decision.events) encode(bytes_, event);
                to.decide += decided - begin;
                to.apply += applied - decided;
                to.encode += bench::allocations() - applied;
                check(!bytes_.bytes().empty());
                bytes_.clear();
            }
        }
        give(dealer, Role::dealer, table_, CloseBetting{});
        finish(rules::nth_roll(0));
        return orders;
    }

    const State& state() const { return state_; }
    const std::vector<PlaceBets>& batches() const { return batches_; }
    std::uint64_t bets() const { return std::uint64_t{terminals_} * bets_each; }

private:
    // Plays the rest of a round whose betting is closed. Returns how long the settlement took.
    double finish(rules::Roll roll) {
        const Actor dealer{ActorKind::person, 2};
        const auto order = [&](Order one) { give(dealer, Role::dealer, table_, std::move(one)); };
        order(StartMix{});
        order(EndMix{3});
        order(Uncover{true});
        const auto& dice = roll.dice();
        order(KeyDice{{dice.begin(), dice.end()}});
        const Clock::time_point begin = Clock::now();
        order(EnterResult{roll});
        return seconds_since(begin);
    }

    Command make_command(Actor actor, Role role, TableId table, Order order) {
        return {{Instant{1'767'600'000'000 + ++requests_}, actor, role,
                 static_cast<std::uint64_t>(requests_), table},
                std::move(order)};
    }

    void give(Actor actor, Role role, TableId table, Order order) {
        const Command command = make_command(actor, role, table, std::move(order));
        const Decision decision = decide(state_, command);
        check(!decision.refusal.has_value());
        for (const Event& event : decision.events) apply(state_, event);
    }

    State state_;
    ByteWriter bytes_;  // its memory is used again, as the loop of the server does
    TableId table_{1};
    std::uint32_t terminals_;
    std::int64_t requests_ = 0;
    std::vector<PlaceBets> batches_;
};

// The same bets through the bulk settlement alone.
class SettlementAlone {
public:
    explicit SettlementAlone(const Property& property)
        : game_(*property.state().rule_sets.begin()->second.game), returned_(bets_each) {
        for (const PlaceBets& batch : property.batches()) {
            spots_.emplace_back();
            stakes_.emplace_back();
            for (const BetOrder& bet : batch.bets) {
                spots_.back().push_back(bet.spot);
                stakes_.back().push_back(bet.amount);
            }
        }
    }

    // Returns the seconds that it takes on the roll.
    double measure(rules::Roll roll) {
        constexpr int times = 10;
        Money sum;
        const Clock::time_point begin = Clock::now();
        for (int n = 0; n < times; ++n) {
            std::vector<rules::Payouts> payouts;
            for (const rules::Layout& layout : game_.layouts) payouts.emplace_back(layout, roll);
            for (std::size_t i = 0; i < spots_.size(); ++i) {
                payouts[(i + 1) % payouts.size()].settle(spots_[i], stakes_[i], returned_);
                sum += returned_[0];
            }
        }
        const double seconds = seconds_since(begin) / times;
        check(sum >= Money());
        return seconds;
    }

private:
    const rules::Game& game_;
    std::vector<std::vector<rules::SpotId>> spots_;
    std::vector<std::vector<Money>> stakes_;
    std::vector<Money> returned_;
};

// The engine and its peer take turns, so that other work on the machine slows both down alike.
void measure(std::uint32_t terminals, int rounds) {
    Property property(terminals);
    SettlementAlone alone(property);
    property.round(rules::nth_roll(0));  // warm
    std::vector<double> settling;
    std::vector<double> peer;
    std::vector<double> ratios;
    double seconds = 0;
    for (int n = 0; n < rounds; ++n) {
        const rules::Roll roll = rules::nth_roll((n * 37) % rules::roll_count);
        const Clock::time_point begin = Clock::now();
        settling.push_back(property.round(roll));
        seconds += seconds_since(begin);
        peer.push_back(alone.measure(roll));
        ratios.push_back(settling.back() / peer.back());
    }
    const double slowest = *std::ranges::max_element(settling);
    const double whole = seconds / rounds / bench::median(peer);
    const double per_second = static_cast<double>(property.bets()) * rounds / seconds;
    fmt::print(
        "{} terminals with {} bets each: settling a round {:.3f} ms, {:.3f} ms of it alone "
        "(medians); the whole round {:.1f} times the settlement alone\n",
        terminals, bets_each, bench::median(settling) * 1e3, bench::median(peer) * 1e3, whole);
    bench::print_aim("million bets placed and settled a second", per_second / 1e6, 1);
    bench::print_aim("slowest settlement of a round, ms", slowest * 1e3, 10, false);
    // With few bets a round has costs of its own, which the settlement alone doesn't have.
    if (terminals >= 1000) {
        bench::print_aim("times settlement alone: with ledger, meters and checks",
                         bench::median(ratios), 20, false);
    }
}

void print_allocations() {
    for (const std::size_t bets : {std::size_t{1}, std::size_t{bets_each}}) {
        Property property(100);
        Property::Allocations warm_up;
        for (int n = 0; n < 4; ++n) property.count_allocations(bets, warm_up);
        Property::Allocations all;
        std::uint64_t orders = 0;
        for (int n = 0; n < 4; ++n) orders += property.count_allocations(bets, all);
        const auto each = [&](std::uint64_t count) {
            return static_cast<double>(count) / static_cast<double>(orders);
        };
        fmt::print(
            "allocations for an order of {} bet{}: decide {:.2f}, apply {:.2f}, encode "
            "{:.2f}; {:.2f} for each bet\n",
            bets, bets == 1 ? "" : "s", each(all.decide), each(all.apply), each(all.encode),
            each(all.decide + all.apply + all.encode) / static_cast<double>(bets));
        bench::print_aim("allocations for an order", each(all.decide + all.apply + all.encode), 0,
                         false);
    }
}

}  // namespace

// With arguments: so many terminals and rounds, for a profile.
int main(int argc, char** argv) {
    if (argc == 3) {
        measure(static_cast<std::uint32_t>(std::stoul(argv[1])), std::stoi(argv[2]));
        return 0;
    }
    bench::print_load();
    measure(10, 2000);
    measure(100, 400);
    measure(1000, 60);
    print_allocations();
}
