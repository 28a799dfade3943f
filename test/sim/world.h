// The property that the simulation plays in, with the journal around it. For sim.cpp and
// driver.cpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "server/loop.h"
#include "sim/random.h"
#include "sim/sim.h"
#include "store/follower.h"

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

    const table::State& state() const { return loop_->state(); }
    const std::vector<TableId>& tables() const { return tables_; }
    Instant clock() const { return clock_; }
    void pass(std::int64_t milliseconds);

    // A command by its sender, who numbers it anew.
    table::Command command(table::Actor actor, rules::Role role, TableId table, table::Order order);
    table::Command by(Post post, TableId table, table::Order order);
    table::Command by_system(TableId table, table::Order order);

    // Has it decided and registered. The time is when it arrives.
    server::Answer deliver(table::Command command);

    void cut_power();
    void fault(const std::string& name) { ++summary_.faults[name]; }
    bool failed() const { return summary_.failure.has_value(); }
    void fail(std::string what);
    void fail(const Error& error);  // of the journal, or of its disk
    void compare();                 // the state against the one kept from bytes alone
    void finish();                  // registers the rest and writes the counts into the summary
    std::optional<Hash> close_hash(TableId table);

private:
    void open(const Options& options);
    void start();
    void go_on();  // from where a journal that was there before ends
    void build(const Options& options);
    void must(const table::Command& command);
    void commit();
    void count(const table::Event& event);
    void acknowledge();

    std::unique_ptr<store::Store> store_;
    std::unique_ptr<server::Loop> loop_;
    std::unique_ptr<store::Follower> follower_;
    std::optional<table::State> replayed_;
    Instant clock_;
    Summary& summary_;
    Options options_;
    Random random_;
    int until_commit_ = 0;
    std::uint64_t snapshot_at_ = 0;
    std::string acks_;  // of what is not registered yet
    std::vector<TableId> tables_;
    std::map<table::Actor, std::uint64_t> requests_;
    std::array<std::uint64_t, std::variant_size_v<table::OrderChoice>> orders_ = {};
    std::array<std::uint64_t, std::variant_size_v<table::FactChoice>> facts_ = {};
    std::array<std::uint64_t, words_of<table::Reason>.size()> refusals_ = {};
};

}  // namespace sicbo::sim
