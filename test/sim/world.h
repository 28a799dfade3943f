// The property that the simulation plays in, with the journal around it. For sim.cpp and
// driver.cpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "sim/random.h"
#include "sim/sim.h"
#include "table/engine.h"

namespace sicbo::sim {

// People by post; two of those that must sometimes be two.
enum Post : std::uint32_t {
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
};
rules::Role role_of(Post post);

class World {
public:
    World(const Options& options, Summary& summary);

    const table::State& state() const { return state_; }
    const std::vector<TableId>& tables() const { return tables_; }
    Instant clock() const { return clock_; }
    void pass(std::int64_t milliseconds);

    // A command by its sender, who numbers it anew.
    table::Command command(table::Actor actor, rules::Role role, TableId table, table::Order order);
    table::Command by(Post post, TableId table, table::Order order);
    table::Command by_system(TableId table, table::Order order);

    // Decides, applies, writes down. The time is when it arrives.
    table::Decision deliver(table::Command command);

    void cut_power();
    void fault(const std::string& name) { ++summary_.faults[name]; }
    bool failed() const { return summary_.failure.has_value(); }
    void fail(std::string what);
    void compare();  // the state against the one kept from bytes alone
    void finish();   // writes the counts into the summary
    Hash last_hash() const { return hash_; }
    const std::optional<Hash>& close_hash(TableId table) const {
        return close_hashes_.at(table.number);
    }

private:
    void keep(const table::Event& event);
    void snapshot();
    void build(const Options& options);
    void must(const table::Command& command);

    table::State state_;
    std::optional<table::State> replayed_;
    std::string snapshot_;
    Hash snapshot_hash_;
    std::vector<std::string> tail_;
    Hash hash_;
    Instant clock_;
    Summary& summary_;
    Check check_;
    std::vector<TableId> tables_;
    std::map<table::Actor, std::uint64_t> requests_;
    std::vector<std::optional<Hash>> close_hashes_;
    std::array<std::uint64_t, std::variant_size_v<table::OrderChoice>> orders_ = {};
    std::array<std::uint64_t, std::variant_size_v<table::FactChoice>> facts_ = {};
    std::array<std::uint64_t, words_of<table::Reason>.size()> refusals_ = {};
};

}  // namespace sicbo::sim
