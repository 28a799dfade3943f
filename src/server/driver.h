// Plays the parts that no person plays: the simulated tumbler of a training table, and the dealer
// of one that runs by itself.
//
// It looks at the state before each turn and says what is to be done now; the loop decides as it
// decides for anybody. It remembers only when each table may go on, so that players see every step.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "device/dice.h"
#include "server/loop.h"
#include "server/property.h"

namespace sicbo::server {

class Driver {
public:
    Driver(const PropertyPlan& plan, const device::Seed& seed);

    // What is to be done by then, one order after the other and at most one for each table, until
    // there is none. Ask when all that came before is registered.
    Result<std::optional<table::Command>> due(const Loop& loop, Instant at);

    // What has happened: the next step waits until it could be seen.
    void told(const std::vector<Happened>& happened);

    // What it ordered was refused: it tries again later.
    void refused(TableId table, Instant at);

    // When there may be something to do again.
    Instant next() const;

    // No more rounds begin.
    void finish() { finishing_ = true; }

private:
    struct Driven {
        const TablePlan* plan = nullptr;
        Instant not_before;
    };
    std::optional<table::Order> device_order(const Loop& loop, TableId id, Result<void>& wrong);
    std::optional<table::Order> own_order(const table::State& state, TableId id,
                                          const TablePlan& plan);
    std::optional<table::Order> next_step_of(const table::State& state, const table::Table& t);

    device::Seed seed_;
    std::map<TableId, Driven> tables_;
    bool finishing_ = false;
};

}  // namespace sicbo::server
