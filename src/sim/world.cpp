// SPDX-License-Identifier: MIT
#include "sim/world.h"

#include <unistd.h>

#include <array>
#include <limits>
#include <utility>

#include "rules/documents.h"
#include "store/memory.h"
#include "store/open_store.h"
#include "store/postgres_address.h"
#include "store/sqlite_store.h"
#include "table/invariants.h"
#include "table/revenue.h"
#include "table/settlement.h"
#include "wire/bytes.h"

namespace sicbo::sim {

using namespace table;  // the orders, all of them
using rules::Role;

namespace {

std::string name_of(const Command& command) {
    return std::string(choice_names<OrderChoice>[command.order.index()]) + ": ";
}

// A clock that is ahead is doubted soon, so that dice and appointments outlast what is accepted.
constexpr server::ClockLimits clock_limits{std::chrono::seconds(5), std::chrono::hours(1)};

// Tickets expire and are dropped soon, and limits are low, so that each of them is met.
CashPolicy cash_policy() {
    CashPolicy policy;
    policy.ticket_min = Money::of_cents(500);
    policy.ticket_max = Money::of_cents(250'000);
    policy.ticket_in_max = Money::of_cents(150'000);
    policy.expiry_days = 2;
    policy.closed_days = 1;
    for (const int note : {10, 50, 100, 1000}) {
        policy.notes.push_back(Money::of_cents(std::int64_t{note} * 100));
    }
    policy.credit_max = Money::of_cents(400'000);
    policy.signatures = {{Money::of_cents(100'000), Role::supervisor},
                         {Money::of_cents(300'000), Role::shift_manager}};
    return policy;
}

// Identity is asked for, and alerts are raised, from low amounts on.
CagePolicy cage_policy() {
    CagePolicy policy;
    policy.identity_from = Money::of_cents(100'000);
    policy.identity_day_from = Money::of_cents(300'000);
    policy.day_begins_at = 360;
    policy.alert_from = Money::of_cents(50'000);
    policy.alert_percent = 50;
    return policy;
}

}  // namespace

Role role_of(StaffMember member) {
    switch (member) {
        case dealer:
        case dealer2: return Role::dealer;
        case supervisor:
        case supervisor2: return Role::supervisor;
        case pit_manager: return Role::pit_manager;
        case shift_manager: return Role::shift_manager;
        case cashier:
        case cashier2: return Role::cashier;
        case technician: return Role::technician;
        case auditor: return Role::auditor;
        case administrator: return Role::administrator;
    }
    unreachable();
}

World::World(const Options& options, Summary& summary)
    : clock_(parse_instant("2026-01-05T10:00+00:00").value()),
      wall_(clock_),
      summary_(summary),
      options_(options),
      random_(options.seed) {
    if (options.check == Check::step) replayed_.emplace();
    open(options);
    if (failed()) return;
    start();
    if (failed()) return;
    true_clock_ = clock_;
    begun_ = clock_;
    if (state().tables.empty()) {
        // Committed as one record: a partly built property could not be resumed.
        until_commit_ = std::numeric_limits<int>::max();
        build(options);
        until_commit_ = 0;
    } else {
        resume();
    }
    commit();
}

void World::open(const Options& options) {
    if (options.db.empty()) {
        store_ = std::make_unique<store::MemoryStore>("simulation", true);
        return;
    }
    if (store::is_postgres(options.db)) {
        Result<std::unique_ptr<store::Store>> store = store::open_to_write(options.db);
        if (!store) return fail(store.error());
        store_ = std::move(*store);
        return;
    }
    store::SqliteStore::Options wanted;
    wanted.path = options.db;
    wanted.synchronous = options.synchronous;
    Result<std::unique_ptr<store::SqliteStore>> store = store::SqliteStore::open(wanted);
    if (!store) return fail(store.error());
    store_ = std::move(*store);
}

void World::start() {
    if (!options_.db.empty()) {
        // Before anything is committed: a wrong key or wrong notes end the start.
        const store::Follower::Options following = {store_->files() + ".key",
                                                    store_->files() + ".notes", 4'000};
        Result<std::unique_ptr<store::Follower>> follower =
            store::Follower::start(*store_, following, options_.recovering);
        if (!follower) return fail(follower.error());
        follower_ = std::move(*follower);
        if (follower_->notary()->is_new()) {
            summary_.remarks.push_back("a new signing key was made: make " + store_->files() +
                                       ".key.pub known to the auditors");
        }
    }
    server::Loop::Options options{
        options_.db.empty() ? std::string() : store_->files() + ".quarantine-", wall_};
    options.decide = [this](const State& state, const Command& command) {
        check(!std::exchange(fails_next_decision_, false));
        return decide(state, command);
    };
    options.verify = [&](const State& recovered) {
        last_event_ = recovered.at;
        start_clock_ = server::start_clock(recovered, wall_, clock_limits);
        return Result<void>();
    };
    Result<std::unique_ptr<server::Loop>> loop =
        server::Loop::start(*store_, options, options_.recovering);
    if (!loop) return fail(loop.error());
    loop_ = std::move(*loop);
    clock_ = std::max(wall_, state().at);
    if (!cash_count_) cash_count_.emplace(state());
    ++orders_.at(Order(Restart{}).index());
    for (const server::CommittedEvent& one : loop_->restart_events()) count(one.event);
    if (replayed_) {
        const Result<store::Recovered> again = store::recover(*store_);
        if (!again) return fail(again.error());
        replayed_ = again->state;
    }
}

void World::resume() {
    for (const auto& [id, table] : state().tables) tables_.push_back(id);
    for (const auto& [actor, recent] : state().recent) {
        std::uint64_t& last = requests_[actor];
        last = recent.forgotten;
        for (const Outcome& outcome : recent.outcomes) last = std::max(last, outcome.request);
    }
    execute_or_fail(command_by_system({}, BeginEdition{edition_now}));
}

void World::execute_or_fail(const Command& command) {
    const server::Reply answer = execute(command);
    if (answer.refusal) {
        fail("the property can't be built: " + std::string(to_word(answer.refusal->reason)) + " " +
             answer.detail);
    }
}

void World::build(const Options& options) {
    const TableId property;
    constexpr std::array names = {"dan",  "dora", "sam", "sue", "pat", "max",
                                  "cass", "theo", "ada", "amy", "cleo"};
    const auto add = [&](StaffMember member) {
        return AddPerson{PersonId{member}, names.at(member - 1), role_of(member)};
    };
    execute_or_fail(command_by_system(property, BeginEdition{edition_now}));
    execute_or_fail(command_by_system(property, add(administrator)));
    for (std::uint32_t member = dealer; member < administrator; ++member) {
        execute_or_fail(command_by(administrator, property, add(static_cast<StaffMember>(member))));
    }
    std::uint32_t number = 0;
    for (const std::string& name : options.games) {
        const TableId id{++number};
        const std::string text(rules::document_text(name));
        if (!state().rule_sets.contains(sha256(text))) {
            execute_or_fail(command_by(administrator, property, AdoptRules{text}));
        }
        if (failed()) return;
        const rules::Game& game = *state().rule_sets.at(sha256(text)).game;
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
        execute_or_fail(command_by(administrator, property, AddTable{id, "table " + name, c}));
        // The others are recorded when the table is to open without them (participants).
        for (const Approvable what : {Approvable::drop_box, Approvable::tip_box}) {
            execute_or_fail(command_by(administrator, id, RecordApproval{what, "on file"}));
        }
        for (std::uint32_t member = dealer; member < auditor; ++member) {
            execute_or_fail(command_by(static_cast<StaffMember>(member), id, LogOn{}));
        }
        if (game.equipment.terminals) {
            for (std::uint32_t i = 0; i < 5; ++i) {
                const std::string& layout = game.layouts.at(i % game.layouts.size()).id;
                execute_or_fail(command_by(administrator, id,
                                           AddTerminal{TerminalId{id.number * 10 + i}, layout}));
            }
        }
        if (game.equipment.mixers.front().kind == rules::MixerKind::tumbler) {
            execute_or_fail(command_by_system(id, FitReader{true}));
        }
        tables_.push_back(id);
    }
    execute_or_fail(command_by(administrator, property, add(cashier2)));
    execute_or_fail(command_by_system(property, SetSafeguards{}));
    if (options.cabinets.value_or(options.seed % 4 >= 2)) {
        execute_or_fail(command_by_system(property, SetCashPolicy{cash_policy()}));
        execute_or_fail(command_by_system(property, SetCagePolicy{cage_policy()}));
    }
}

void World::advance_clock(std::int64_t milliseconds) {
    clock_ = clock_ + milliseconds;
    true_clock_ = true_clock_ + milliseconds;
    try {
        loop_->tick(clock_);
    } catch (const server::Quarantined& wrong) {
        fail(wrong.what());
    }
}

Command World::command(Actor actor, Role role, TableId table, Order order) {
    const bool counted = actor.kind != ActorKind::system && actor.kind != ActorKind::device;
    Command command;
    command.stamp.at = clock_;
    command.stamp.actor = actor;
    command.stamp.role = role;
    command.stamp.request = counted ? ++requests_[actor] : 0;
    command.stamp.table = table;
    command.stamp.session = session_of(state(), actor, table);
    // Some clients name the round that an order is meant for, so that a late one is refused.
    const Table* t = find_table(state(), table);
    const bool names_round = counted && authority_of(order).of_round && random_.one_in(2);
    if (names_round && t && t->round) command.stamp.round = t->round->number;
    command.order = std::move(order);
    return command;
}

Command World::command_by(StaffMember member, TableId table, Order order) {
    return command({ActorKind::person, member}, role_of(member), table, std::move(order));
}

Command World::command_by_system(TableId table, Order order) {
    return command({}, Role::system, table, std::move(order));
}

void World::fail(const std::string& what) {
    if (summary_.failure) return;
    summary_.failure =
        what + (loop_ ? " (event " + std::to_string(state().sequence) + ")" : std::string());
}

void World::fail(const Error& error) {
    if (summary_.failure) return;
    summary_.store_failed = true;
    fail(error.text());
}

server::Reply World::execute(Command command) {
    command.stamp.at = clock_;
    const std::size_t order = command.order.index();
    const Stamp stamp = command.stamp;
    server::Reply answer;
    try {
        if (replayed_) {
            const Decision decision = decide(state(), command);
            if (const auto what = broken(state(), command, decision)) {
                fail(name_of(command) + *what);
            }
        }
        answer = loop_->execute(std::move(command));
    } catch (const server::Quarantined& wrong) {
        fail(wrong.what());
        return answer;
    }
    if (answer.refusal) {
        ++refusals_.at(static_cast<std::size_t>(answer.refusal->reason));
    } else {
        ++orders_.at(order);
    }
    for (const BetAnswer& bet : answer.answers) {
        if (bet.reason) ++refusals_.at(static_cast<std::size_t>(*bet.reason));
    }
    if (options_.acks >= 0 && answer.changed) {
        acks_ += std::to_string(loop_->position().sequence) + " " +
                 to_text(loop_->position().hash) + " " + std::string(to_word(stamp.actor.kind)) +
                 " " + std::to_string(stamp.actor.number) + " " + std::to_string(stamp.request) +
                 "\n";
    }
    // Several commands that arrive together are committed together.
    if (--until_commit_ <= 0) {
        commit();
        until_commit_ = options_.db.empty() ? 0 : random_.from_to(1, 6);
    }
    return answer;
}

void World::commit() {
    if (failed()) return;
    const std::uint64_t before = store_->last().sequence;
    if (options_.acknowledge_early) acknowledge();
    Result<std::vector<server::CommittedEvent>> happened = loop_->commit();
    if (!happened) return fail(happened.error());
    acknowledge();
    if (store_->last().sequence == before) return;
    bool ended = false;
    for (const server::CommittedEvent& one : *happened) {
        count(one.event);
        ended = ended || holds<RoundSettled>(one.event.fact) || holds<RoundVoided>(one.event.fact);
        if (!replayed_) continue;
        const Result<Event> again = wire::read_event(wire::write_event(one.event));
        if (!again) return fail("an event can't be read back: " + again.error().text());
        apply(*replayed_, *again);
    }
    if (ended || options_.check != Check::round) {
        if (const auto what = broken(state())) return fail(*what);
        if (const auto what = find_cash_difference()) return fail(*what);
    }
    if (replayed_) compare();
    constexpr std::uint64_t snapshot_every = 4'000;
    if (!follower_ && state().sequence >= snapshot_at_ + snapshot_every) {
        snapshot_at_ = state().sequence;
        store_->save_snapshot({loop_->position(), wire::write_state(state())}).value();
    }
    if (follower_ && ended) {
        if (auto done = follower_->follow(); !done) return fail(done.error());
        loop_->add_notes(follower_->take_notes());
    }
    if (auto done = loop_->compact(); !done) return fail(done.error());
}

void World::acknowledge() {
    std::string_view text = acks_;
    while (!text.empty()) {
        const ssize_t written = ::write(options_.acks, text.data(), text.size());
        if (written <= 0) {
            fail("acknowledgements can't be written");
            break;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    acks_.clear();
}

// Returns what contradicts the count of notes, tickets and hand pays, or how the two formulas of
// revenue differ, of the property and of each terminal; nothing if all agree.
std::optional<std::string> World::find_cash_difference() const {
    if (auto what = cash_count_->find_difference(state())) return what;
    const auto differ = [](Money by_wagers, Money by_drop) -> std::optional<std::string> {
        if (by_wagers == by_drop) return std::nullopt;
        return "revenue by wagers is " + to_text(by_wagers) + ", by drop " + to_text(by_drop);
    };
    if (auto what = differ(cash_count_->by_wagers(state()), CashCount::by_drop(state()))) {
        return what;
    }
    for (const auto& [id, table] : state().tables) {
        for (const auto& [terminal, its] : table.terminals) {
            const TerminalRevenue revenue = revenue_of(state(), table, terminal);
            if (auto what = differ(revenue.by_play, revenue.by_cash)) {
                return "terminal " + std::to_string(terminal.number) + ": " + *what;
            }
        }
    }
    return std::nullopt;
}

void World::count(const Event& event) {
    if (cash_count_) cash_count_->on_event(event);
    ++summary_.events;
    ++facts_.at(event.fact.index());
    if (const auto* placed = get_if<BetsPlaced>(&event.fact)) {
        summary_.bets += placed->answers.size();
    }
    if (const auto* voided = get_if<RoundVoided>(&event.fact)) {
        ++summary_.voids[std::string(to_word(voided->cause))];
    }
    if (holds<RoundBegun>(event.fact)) ++summary_.rounds;
}

std::optional<Hash> World::close_hash(TableId table) {
    const Result<std::optional<Hash>> hash = loop_->close_hash(table);
    if (!hash) fail(hash.error());
    return hash ? *hash : std::nullopt;
}

void World::finish() {
    if (!loop_) return;
    commit();
    if (follower_ && !failed()) {
        if (auto done = follower_->follow(); !done) return fail(done.error());
        if (auto done = follower_->sign_now(); !done) return fail(done.error());
    }
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
    for (const auto& [account, amount] : state().ledger.balances()) {
        summary_.accounts[std::string(to_word(account.kind))] += amount;
    }
    summary_.by_wagers = cash_count_->by_wagers(state());
    summary_.by_drop = CashCount::by_drop(state());
    summary_.days = static_cast<std::uint64_t>((clock_.milliseconds - begun_.milliseconds) /
                                               std::int64_t{86'400'000});
    summary_.chain = loop_->position().hash;
    summary_.state = wire::state_hash(state());
}

void World::compare() {
    if (wire::write_state(*replayed_) != wire::write_state(state())) {
        fail("the replayed state is not the live one");
    }
}

// As the server does after a start whose clock it doubts, or whose clock is right again.
void World::accept_clock() {
    if (!start_clock_.is_news) return;
    const bool accepted = !start_clock_.doubt.empty();
    fault(!accepted                ? "clock right again at the start"
          : start_clock_.ahead > 0 ? "clock behind at the start"
                                   : "clock ahead at the start");
    execute(command_by_system({}, NoteStartClock{last_event_, wall_, accepted}));
    if (!accepted) return;
    for (const TableId table : tables_) {
        execute(
            command_by_system(table, RaiseAlarm{AlarmKind::clock_accepted, start_clock_.doubt}));
    }
    const server::StartClock again = server::start_clock(state(), wall_, clock_limits);
    if (start_clock_.ahead > 0 && !again.doubt.empty()) fail("an accepted clock is doubted again");
}

void World::restart_from_journal(std::int64_t clock_error) {
    commit();
    if (failed()) return;
    const Hash before = wire::state_hash(state());
    const Result<store::Recovered> recovered = store::recover(*store_);
    if (!recovered) return fail("recovery: " + recovered.error().text());
    if (wire::state_hash(recovered->state) != before) return fail("recovery gave another state");
    follower_.reset();
    const Instant before_start = state().at;
    wall_ = true_clock_ + clock_error;
    start();  // if it fails, the old loop still answers state()
    if (failed()) return;
    if (clock_ < before_start) return fail("time went back");
    accept_clock();
}

}  // namespace sicbo::sim
