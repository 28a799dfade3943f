// The world of a scenario: a property with one table, its people and players by name, a clock, and
// a journal of canonical bytes that a power cut leaves behind.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "table/engine.h"

namespace sicbo::scenario {

// Who acts, with the role that goes with the name.
struct Speaker {
    table::Actor actor;
    rules::Role role = rules::Role::system;
};

class World {
public:
    explicit World(Instant begin) : clock_(begin), begin_(begin) {}

    const table::State& state() const { return state_; }
    const table::Table& table() const { return state_.tables.at(table_id); }
    bool has_table() const { return state_.tables.contains(table_id); }
    Instant clock() const { return clock_; }
    Instant begin() const { return begin_; }

    // Lets time pass; what falls due on the way is done. The events that it led to are returned.
    std::vector<table::Event> pass_until(Instant at);

    // Gives the order, applies what it leads to and appends that to the journal. What broke an
    // invariant is noted in broken().
    table::Decision give(const Speaker& speaker, table::Order order, TableId table = table_id);

    // The last command once more, as it was.
    table::Decision resend();

    // The power is gone: all that is left is the journal, from which the state is rebuilt; then the
    // law of interruptions is followed.
    table::Decision cut_power();

    // The first invariant that did not hold, or nothing.
    const std::optional<std::string>& broken() const { return broken_; }

    // Names.
    void name_person(const std::string& name, PersonId person, rules::Role role);
    void name_terminal(const std::string& name, TerminalId terminal);
    void name_player(const std::string& name, StayId stay);
    std::optional<Speaker> find_speaker(std::string_view name) const;
    std::optional<PersonId> find_person(std::string_view name) const;
    std::optional<TerminalId> find_terminal(std::string_view name) const;
    std::optional<StayId> find_stay(std::string_view name) const;  // of a terminal too
    std::string name_of(PersonId person) const;
    std::string name_of(TerminalId terminal) const;
    std::string name_of(StayId stay) const;
    std::vector<std::string> names() const;  // of all of them

    // The hash of the event that closed betting, which arms the tumbler.
    const std::optional<Hash>& close_hash() const { return close_hash_; }
    const Hash& last_hash() const { return last_hash_; }

    static constexpr TableId table_id = {1};

private:
    table::Decision follow(const table::Command& command);
    void keep(const table::Event& event);

    table::State state_;
    std::vector<std::string> journal_;
    Hash last_hash_;
    std::optional<Hash> close_hash_;
    Instant clock_;
    Instant begin_;
    std::optional<table::Command> last_;
    std::map<table::Actor, std::uint64_t> requests_;
    std::optional<std::string> broken_;
    std::map<std::string, std::pair<PersonId, rules::Role>, std::less<>> people_;
    std::map<std::string, TerminalId, std::less<>> terminals_;
    std::map<std::string, StayId, std::less<>> players_;
    std::map<TerminalId, StayId> last_stay_;  // who sat there last, when nobody does
};

}  // namespace sicbo::scenario
