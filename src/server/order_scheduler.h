// SPDX-License-Identifier: MIT
// Decides when devices and the automatic dealer give their orders. Messages of a tumbler become
// orders at once; orders that the server itself gives come at most once per table and turn, at a
// pace at which players can follow every step.
//
// It remembers only when each table may go on. Every method runs on the loop thread.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "server/auto_dealer.h"
#include "server/device_controller.h"
#include "server/loop.h"
#include "server/property.h"

namespace sicbo::server {

class OrderScheduler {
public:
    // All must outlive this object.
    OrderScheduler(const PropertyPlan& plan, DeviceController& devices, AutoDealer& dealer);

    // Returns the next command that is due, or nothing if there is none. Call in a loop at the
    // start of a turn, and execute each command before the next call. A device is sent only what
    // earlier turns have committed: after a command, its table waits for the next turn. Fails if
    // the journal cannot be read.
    Result<std::optional<table::Command>> next_command(const Loop& loop, Instant now);

    // Delays the next step of each table until players could see what happened. Called once per
    // turn, after the commit.
    void on_committed(const std::vector<CommittedEvent>& events);

    // The last command of this table was refused: nothing is tried there for a while.
    void on_refused(TableId table, Instant now);

    // When there may be a command again.
    Instant next_due() const;

private:
    struct Pace {
        const TablePlan* plan = nullptr;
        Instant not_before;
    };

    DeviceController& devices_;
    AutoDealer& dealer_;
    std::map<TableId, Pace> tables_;
};

}  // namespace sicbo::server
