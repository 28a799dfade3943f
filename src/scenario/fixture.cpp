// SPDX-License-Identifier: MIT
#include "scenario/fixture.h"

#include <utility>

#include "core/check.h"
#include "table/invariants.h"
#include "table/recall.h"
#include "wire/bytes.h"

namespace sicbo::scenario {

TableId Fixture::table_of(TerminalId terminal) const {
    for (const auto& [id, table] : state_.tables) {
        if (table.terminals.contains(terminal)) return id;
    }
    unreachable();
}

const table::Terminal& Fixture::terminal(TerminalId terminal) const {
    return state_.tables.at(table_of(terminal)).terminals.at(terminal);
}

CurrencyCode Fixture::currency() const { return table().configuration.currency_code(); }

std::vector<table::Event> Fixture::pass_until(Instant at) {
    std::vector<table::Event> events;
    check(at >= clock_);
    for (;;) {
        std::optional<Instant> next;
        for (const auto& [id, table] : state_.tables) {
            if (table.phase == table::Phase::playing && table.round->closes_at) {
                if (!next || *table.round->closes_at < *next) next = table.round->closes_at;
            }
        }
        if (!next || *next > at || *next < clock_) break;
        clock_ = *next;
        const std::vector<table::Command> commands = due(state_, clock_);
        bool changed = false;
        for (const table::Command& command : commands) {
            const table::Decision decision = execute(command);
            changed = changed || !decision.events.empty();
            events.insert(events.end(), decision.events.begin(), decision.events.end());
        }
        if (!changed) break;
    }
    clock_ = at;
    for (const table::Command& command : due(state_, clock_)) {
        const table::Decision decision = execute(command);
        events.insert(events.end(), decision.events.begin(), decision.events.end());
    }
    return events;
}

table::Decision Fixture::issue(const Issuer& issuer, table::Order order, TableId table) {
    table::Command command;
    command.stamp.at = clock_;
    command.stamp.actor = issuer.actor;
    command.stamp.role = issuer.role;
    command.stamp.request = ++requests_[issuer.actor];
    command.stamp.table = table;
    command.order = std::move(order);
    last_ = command;
    return execute(command);
}

table::Decision Fixture::perform(const Issuer& issuer, table::Order order, TableId table) {
    const bool person = issuer.actor.kind == table::ActorKind::person;
    const bool logged_on = this->table().staff.contains(PersonId{issuer.actor.number});
    const bool unlocks = this->table().console_locked && !strict_console_;
    table::Decision decision;
    if (person && logged_on && unlocks && table == table_id) {
        decision = issue(issuer, table::UnlockConsole{});
    }
    append(decision, issue(issuer, std::move(order), table));
    return decision;
}

table::Decision Fixture::resend() {
    if (!last_) return {};
    table::Command command = *last_;
    command.stamp.at = clock_;
    return execute(command);
}

table::Decision Fixture::cut_power() {
    state_ = {};
    last_hash_ = {};
    std::uint64_t sequence = 0;
    for (const std::string& bytes : journal_) {
        const Result<table::Event> event = wire::read_event(bytes);
        check(event.has_value());
        apply(state_, *event);
        last_hash_ = wire::chain(last_hash_, ++sequence, bytes);
    }
    table::Command restart;
    restart.stamp.at = clock_;
    restart.order = table::Restart{};
    return execute(restart);
}

std::string Fixture::find_records(const std::vector<std::uint64_t>& rounds) const {
    table::RoundFinder finder(table_id, rounds);
    table::State state;
    for (const std::string& bytes : journal_) {
        const Result<table::Event> event = wire::read_event(bytes);
        check(event.has_value());
        finder.before_event(state, *event);
        apply(state, *event);
    }
    return write_records(finder.records(state));
}

table::Decision Fixture::execute(const table::Command& command) {
    table::Decision decision = decide(state_, command);
    if (!broken_) broken_ = table::broken(state_, command, decision);
    for (const table::Event& event : decision.events) {
        apply(state_, event);
        append_to_journal(event);
    }
    // Invariants hold between commands; between two events of one command a limit may be exceeded.
    if (!broken_ && !decision.events.empty()) broken_ = table::broken(state_);
    for (const auto& [of, table] : state_.tables) {
        for (const auto& [id, terminal] : table.terminals) {
            if (terminal.stay) last_stay_[id] = terminal.stay;
        }
    }
    return decision;
}

void Fixture::append_to_journal(const table::Event& event) {
    journal_.push_back(wire::write_event(event));
    last_hash_ = wire::chain(last_hash_, state_.sequence, journal_.back());
    if (holds<table::BettingClosed>(event.fact)) close_hash_ = last_hash_;
    if (holds<table::TicketSold>(event.fact)) ++sold_tickets_;
}

void Fixture::name_person(const std::string& name, PersonId person, rules::Role role) {
    people_[name] = {person, role};
}
void Fixture::name_terminal(const std::string& name, TerminalId terminal) {
    terminals_[name] = terminal;
}
void Fixture::name_player(const std::string& name, StayId stay) { players_[name] = stay; }

std::optional<Issuer> Fixture::find_issuer(std::string_view name) const {
    using table::ActorKind;
    if (name == "system") return Issuer{{ActorKind::system, 0}, rules::Role::system};
    if (name == "tumbler" || name == "device") {
        return Issuer{{ActorKind::device, 0}, rules::Role::system};
    }
    if (const auto person = people_.find(name); person != people_.end()) {
        const auto& [id, role] = person->second;
        return Issuer{{ActorKind::person, id.number}, role};
    }
    if (const auto terminal = find_terminal(name)) {
        return Issuer{{ActorKind::terminal, terminal->number}, rules::Role::player};
    }
    if (const auto player = players_.find(name); player != players_.end()) {
        return Issuer{{ActorKind::seat, player->second.number}, rules::Role::player};
    }
    if (name == "cage") return find_issuer("cashier");
    return std::nullopt;
}

std::optional<PersonId> Fixture::find_person(std::string_view name) const {
    const auto person = people_.find(name);
    if (person == people_.end()) return std::nullopt;
    return person->second.first;
}

std::optional<TerminalId> Fixture::find_terminal(std::string_view name) const {
    const auto terminal = terminals_.find(name);
    if (terminal == terminals_.end()) return std::nullopt;
    return terminal->second;
}

std::optional<StayId> Fixture::find_stay(std::string_view name) const {
    if (const auto player = players_.find(name); player != players_.end()) return player->second;
    const auto terminal = find_terminal(name);
    if (!terminal) return std::nullopt;
    const auto stay = last_stay_.find(*terminal);
    return stay == last_stay_.end() ? StayId{} : stay->second;
}

std::string Fixture::name_of(PersonId id) const {
    for (const auto& [name, person] : people_) {
        if (person.first == id) return name;
    }
    return "person " + std::to_string(id.number);
}

std::string Fixture::name_of(TerminalId id) const {
    for (const auto& [name, terminal] : terminals_) {
        if (terminal == id) return name;
    }
    return "terminal " + std::to_string(id.number);
}

std::string Fixture::name_of(StayId id) const {
    for (const auto& [name, stay] : players_) {
        if (stay == id) return name;
    }
    const auto stay = state_.stays.find(id);
    if (stay != state_.stays.end() && stay->second.terminal) return name_of(stay->second.terminal);
    return "stay " + std::to_string(id.number);
}

std::vector<std::string> Fixture::names() const {
    std::vector<std::string> all;
    const auto add = [&](const auto& map) {
        for (const auto& [name, id] : map) all.push_back(name);
    };
    add(people_);
    add(terminals_);
    add(players_);
    return all;
}

bool append(table::Decision& all, table::Decision more) {
    all.answers = more.answers;
    if (more.refusal) {
        all.refusal = more.refusal;
        all.detail = more.detail;
    }
    const bool accepted = !more.refusal;
    all.add_all(std::move(more));
    return accepted;
}

}  // namespace sicbo::scenario
