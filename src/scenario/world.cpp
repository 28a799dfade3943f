#include "scenario/world.h"

#include <utility>

#include "table/invariants.h"
#include "wire/bytes.h"

namespace sicbo::scenario {

std::vector<table::Event> World::pass_until(Instant at) {
    std::vector<table::Event> events;
    // Deadlines on the way are met when they are due, not when somebody looks.
    for (;;) {
        std::optional<Instant> next;
        for (const auto& [id, one] : state_.tables) {
            if (one.phase == table::Phase::playing && one.round->closes_at) {
                if (!next || *one.round->closes_at < *next) next = one.round->closes_at;
            }
        }
        if (!next || *next > at || *next < clock_) break;
        clock_ = *next;
        const std::vector<table::Command> commands = due(state_, clock_);
        bool changed = false;
        for (const table::Command& command : commands) {
            const table::Decision decision = follow(command);
            changed = changed || !decision.events.empty();
            events.insert(events.end(), decision.events.begin(), decision.events.end());
        }
        if (!changed) break;
    }
    clock_ = at;
    for (const table::Command& command : due(state_, clock_)) {
        const table::Decision decision = follow(command);
        events.insert(events.end(), decision.events.begin(), decision.events.end());
    }
    return events;
}

table::Decision World::give(const Speaker& speaker, table::Order order, TableId table) {
    table::Command command;
    const std::uint64_t request = ++requests_[speaker.actor];
    command.stamp = {clock_, speaker.actor, speaker.role, request, table};
    command.order = std::move(order);
    last_ = command;
    return follow(command);
}

table::Decision World::resend() {
    if (!last_) return {};
    table::Command command = *last_;
    command.stamp.at = clock_;
    return follow(command);
}

table::Decision World::cut_power() {
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
    restart.stamp = {clock_, {}, rules::Role::system, 0, {}};
    restart.order = table::Restart{};
    return follow(restart);
}

table::Decision World::follow(const table::Command& command) {
    table::Decision decision = decide(state_, command);
    if (!broken_) broken_ = table::broken(state_, command, decision);
    for (const table::Event& event : decision.events) {
        apply(state_, event);
        keep(event);
    }
    // Events of one command belong together: between them a limit may be passed for a moment.
    if (!broken_ && !decision.events.empty()) broken_ = table::broken(state_);
    for (const auto& [id, terminal] :
         has_table() ? this->table().terminals : std::map<TerminalId, table::Terminal>()) {
        if (terminal.stay) last_stay_[id] = terminal.stay;
    }
    return decision;
}

void World::keep(const table::Event& event) {
    journal_.push_back(wire::write_event(event));
    last_hash_ = wire::chain(last_hash_, state_.sequence, journal_.back());
    if (std::holds_alternative<table::BettingClosed>(event.fact)) close_hash_ = last_hash_;
}

void World::name_person(const std::string& name, PersonId person, rules::Role role) {
    people_[name] = {person, role};
}
void World::name_terminal(const std::string& name, TerminalId terminal) {
    terminals_[name] = terminal;
}
void World::name_player(const std::string& name, StayId stay) { players_[name] = stay; }

std::optional<Speaker> World::find_speaker(std::string_view name) const {
    using table::ActorKind;
    if (name == "system") return Speaker{{ActorKind::system, 0}, rules::Role::system};
    if (name == "tumbler" || name == "device") {
        return Speaker{{ActorKind::device, 0}, rules::Role::system};
    }
    if (const auto person = people_.find(name); person != people_.end()) {
        const auto& [id, role] = person->second;
        return Speaker{{ActorKind::person, id.number}, role};
    }
    if (const auto terminal = find_terminal(name)) {
        return Speaker{{ActorKind::terminal, terminal->number}, rules::Role::player};
    }
    if (const auto player = players_.find(name); player != players_.end()) {
        return Speaker{{ActorKind::seat, player->second.number}, rules::Role::player};
    }
    return std::nullopt;
}

std::optional<PersonId> World::find_person(std::string_view name) const {
    const auto found = people_.find(name);
    if (found == people_.end()) return std::nullopt;
    return found->second.first;
}

std::optional<TerminalId> World::find_terminal(std::string_view name) const {
    const auto found = terminals_.find(name);
    if (found == terminals_.end()) return std::nullopt;
    return found->second;
}

std::optional<StayId> World::find_stay(std::string_view name) const {
    if (const auto player = players_.find(name); player != players_.end()) return player->second;
    const auto terminal = find_terminal(name);
    if (!terminal) return std::nullopt;
    const auto stay = last_stay_.find(*terminal);
    return stay == last_stay_.end() ? StayId{} : stay->second;
}

std::string World::name_of(PersonId id) const {
    for (const auto& [name, person] : people_) {
        if (person.first == id) return name;
    }
    return "person " + std::to_string(id.number);
}

std::string World::name_of(TerminalId id) const {
    for (const auto& [name, terminal] : terminals_) {
        if (terminal == id) return name;
    }
    return "terminal " + std::to_string(id.number);
}

std::string World::name_of(StayId id) const {
    for (const auto& [name, stay] : players_) {
        if (stay == id) return name;
    }
    const auto stay = state_.stays.find(id);
    if (stay != state_.stays.end() && stay->second.terminal) return name_of(stay->second.terminal);
    return "stay " + std::to_string(id.number);
}

std::vector<std::string> World::names() const {
    std::vector<std::string> all;
    const auto add = [&](const auto& map) {
        for (const auto& [name, whose] : map) all.push_back(name);
    };
    add(people_);
    add(terminals_);
    add(players_);
    return all;
}

}  // namespace sicbo::scenario
