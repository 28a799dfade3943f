// SPDX-License-Identifier: MIT
// The simulated property: its tables, staff, clock and journal. Only for the simulation itself.
//
// Commands go through the server's loop as in production; only advance_clock() changes the time.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "server/clock.h"
#include "server/loop.h"
#include "sim/cash_count.h"
#include "sim/random.h"
#include "sim/sim.h"
#include "store/follower.h"

namespace sicbo::sim {

// The staff, by person id. There are two dealers and two supervisors, for orders that take two
// people.
enum StaffMember : std::uint32_t {
    dealer = 1,
    dealer2,
    supervisor,
    supervisor2,
    pit_manager,
    shift_manager,
    cashier,
    technician,
    auditor,
    administrator,
    cashier2,  // in worlds with a cage
};
rules::Role role_of(StaffMember member);

class World {
public:
    World(const Options& options, Summary& summary);

    const table::State& state() const { return loop_->state(); }
    const std::vector<TableId>& tables() const { return tables_; }
    // Returns true if terminals have cabinets, under a cash policy.
    bool has_cabinets() const { return !state().instruments.empty(); }
    Instant clock() const { return clock_; }

    // Advances the clock and executes what is due then.
    void advance_clock(std::int64_t milliseconds);

    // Make a command with the sender's next request number.
    table::Command command(table::Actor actor, rules::Role role, TableId table, table::Order order);
    table::Command command_by(StaffMember member, TableId table, table::Order order);
    table::Command command_by_system(TableId table, table::Order order);

    // Executes the command at the current time and commits it, perhaps together with later ones.
    // Fails the simulation if the decision violates an invariant.
    server::Reply execute(table::Command command);

    // Commits, then starts again from the journal, as after a power failure between two commits,
    // and compares the states. What was not committed is never lost here: test/disk and test/power
    // test that. `clock_error` is how far the machine's clock is from the true time afterwards, in
    // milliseconds; a person accepts whatever clock the start doubts.
    void restart_from_journal(std::int64_t clock_error = 0);

    // Lets a check fail while the next command is decided.
    void fail_next_decision() { fails_next_decision_ = true; }

    // Counts a fault that a participant caused.
    void fault(const std::string& name) { ++summary_.faults[name]; }

    // The first failure ends the simulation and is kept in the summary.
    bool failed() const { return summary_.failure.has_value(); }
    void fail(const std::string& what);
    void fail(const Error& error);  // of the journal, or of its disk

    // Fails unless the live state equals the one that is built from the journal's bytes.
    void compare();

    // Commits the rest and writes the counts into the summary.
    void finish();

    // Returns the hash of the event that closed betting in the table's round; nothing if none did.
    std::optional<Hash> close_hash(TableId table);

private:
    void open(const Options& options);
    void start();
    void accept_clock();
    void resume();  // continues an existing journal
    void build(const Options& options);
    void execute_or_fail(const table::Command& command);
    void commit();
    void count(const table::Event& event);
    std::optional<std::string> find_cash_difference() const;
    void acknowledge();

    std::unique_ptr<store::Store> store_;
    std::unique_ptr<server::Loop> loop_;
    std::unique_ptr<store::Follower> follower_;
    std::optional<table::State> replayed_;
    std::optional<CashCount> cash_count_;  // from the first start on
    Instant begun_;                        // the property's time when this simulation began
    Instant clock_;                        // the property's time, which never goes back
    Instant true_clock_;                   // the time that a machine's clock without an error shows
    Instant wall_;                         // what the machine's clock showed at the last start
    server::StartClock start_clock_;       // what the last start made of it
    Instant last_event_;                   // the last event before that start
    Summary& summary_;
    Options options_;
    Random random_;
    int until_commit_ = 0;
    std::uint64_t snapshot_at_ = 0;
    bool fails_next_decision_ = false;
    std::string acks_;  // of commands that are not committed yet
    std::vector<TableId> tables_;
    std::map<table::Actor, std::uint64_t> requests_;
    std::array<std::uint64_t, table::OrderChoice::size> orders_ = {};
    std::array<std::uint64_t, table::FactChoice::size> facts_ = {};
    std::array<std::uint64_t, words_of<table::Reason>.size()> refusals_ = {};
};

}  // namespace sicbo::sim
