// SPDX-License-Identifier: MIT
// The property that a scenario is played at: a table, its people and players by name, a clock, and
// a journal of canonical bytes that survives a power cut (scenario/journal.h).
//
// Orders are decided by the same engine that runs a real table, and the invariants are checked
// after each of them. Knows nothing of the text of a scenario. Single-threaded.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "scenario/journal.h"
#include "table/engine.h"

namespace sicbo::scenario {

// Who issues an order, and in which role.
struct Issuer {
    table::Actor actor;
    rules::Role role = rules::Role::system;
};

class Fixture {
public:
    // With `strict_console` a locked console stays locked until somebody unlocks it; otherwise
    // perform() unlocks it for whoever acts next. Without a journal the events are kept in memory;
    // a journal must outlive the fixture.
    explicit Fixture(Instant begin, bool strict_console = false, Journal* journal = nullptr)
        : journal_(journal), clock_(begin), begin_(begin), strict_console_(strict_console) {}

    const table::State& state() const { return state_; }
    const table::Table& table() const { return state_.tables.at(table_id); }
    bool has_table() const { return state_.tables.contains(table_id); }
    // The table of the terminal, which must exist; its state; and the code of the currency of the
    // table that the scenario is about.
    TableId table_of(TerminalId terminal) const;
    const table::Terminal& terminal(TerminalId terminal) const;
    CurrencyCode currency() const;
    Instant clock() const { return clock_; }
    Instant begin() const { return begin_; }

    // Sets the clock to `at`, which must not be earlier. What is due before is executed at its own
    // time. Returns the events that this led to.
    std::vector<table::Event> pass_until(Instant at);

    // Issues the order, applies what it leads to and appends that to the journal. The order's
    // command gets the issuer's next request number. Returns what the engine decided.
    table::Decision issue(const Issuer& issuer, table::Order order, TableId table = table_id);

    // The same for somebody who acts at the table: a console that locked itself is unlocked first
    // if the issuer is logged on there. Returns both decisions as one.
    table::Decision perform(const Issuer& issuer, table::Order order, TableId table = table_id);

    // Sends the last command of issue() once more with the same request number. Returns an empty
    // decision if there was none.
    table::Decision resend();
    const std::optional<table::Command>& last_command() const { return last_; }

    // Discards the state, rebuilds it from the journal and gives Restart, whose decision it
    // returns. Names, the clock and request numbers are the test's own and stay.
    table::Decision cut_power();

    // Returns what the journal has of these rounds of the table, for RecallRounds.
    std::string find_records(const std::vector<std::uint64_t>& rounds) const;

    // Returns how many tickets the cage has sold.
    std::uint64_t sold_tickets() const { return sold_tickets_; }

    // Returns the first violation of an invariant so far, as "I3: ...", or how the journal failed;
    // nothing if all is well.
    const std::optional<std::string>& broken() const { return broken_; }

    // Names. The functions that find one return nothing for a name that nobody has.
    void name_person(const std::string& name, PersonId person, rules::Role role);
    void name_terminal(const std::string& name, TerminalId terminal);
    void name_player(const std::string& name, StayId stay);
    // "cage" is the person named cashier, if nobody else has that name.
    std::optional<Issuer> find_issuer(std::string_view name) const;
    std::optional<PersonId> find_person(std::string_view name) const;
    std::optional<TerminalId> find_terminal(std::string_view name) const;
    // The stay of a player, or the current or else last one at a terminal; 0 if nobody sat there.
    std::optional<StayId> find_stay(std::string_view name) const;
    std::string name_of(PersonId person) const;
    std::string name_of(TerminalId terminal) const;
    std::string name_of(StayId stay) const;
    std::vector<std::string> names() const;  // all of them

    // The hash of the last event that closed betting: the tumbler is armed with it.
    const std::optional<Hash>& close_hash() const { return close_hash_; }
    const Hash& last_hash() const { return last_hash_; }

    static constexpr TableId table_id = {1};

private:
    table::Decision execute(const table::Command& command);
    std::string encode(const table::Event& event);
    void append_to_journal(std::vector<std::string> events);
    std::vector<std::string> read_journal() const;

    table::State state_;
    Journal* journal_;
    std::vector<std::string> in_memory_;  // the events, if there is no journal
    Hash last_hash_;
    std::optional<Hash> close_hash_;
    Instant clock_;
    Instant begin_;
    bool strict_console_;
    std::optional<table::Command> last_;
    std::map<table::Actor, std::uint64_t> requests_;
    std::uint64_t sold_tickets_ = 0;
    mutable std::optional<std::string> broken_;  // reading the journal can fail too
    std::map<std::string, std::pair<PersonId, rules::Role>, std::less<>> people_;
    std::map<std::string, TerminalId, std::less<>> terminals_;
    std::map<std::string, StayId, std::less<>> players_;
    std::map<TerminalId, StayId> last_stay_;  // the last one, while nobody sits there
};

// Appends what another command of the same line led to. Returns true unless that was refused.
bool append(table::Decision& all, table::Decision more);

}  // namespace sicbo::scenario
