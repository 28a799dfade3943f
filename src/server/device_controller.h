// SPDX-License-Identifier: MIT
// Drives the devices of all tables, tumblers and lights: sends requests that the state of the table
// calls for, and turns the replies into orders.
//
// It remembers the requests that it sent, what it has logged of a connection, and the round whose
// dice did not lie flat. None of that is journalled: after a restart each tumbler is armed again
// and repeats its reading. Arm and Tumble are sent only after the event that allows them is in the
// journal; the request for a commitment to the dice (device::Commit) is sent ahead, for the next
// round. Every method runs on the loop thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "device/lights.h"
#include "device/tumbler_client.h"
#include "server/log.h"
#include "server/log_limiter.h"
#include "server/loop.h"
#include "server/property.h"

namespace sicbo::server {

class DeviceController {
public:
    struct Options {
        const PropertyPlan* plan = nullptr;
        Hash seed;                     // of the simulated tumblers
        device::SigningKey key;        // by which tumblers know this server
        std::function<Instant()> now;  // for the simulated tumblers
        std::function<void()> wake;    // called on another thread when a tumbler has sent something
    };
    // Starts to connect to the tumblers. The plan must outlive this object.
    explicit DeviceController(const Options& options);

    // Returns the next order that a message of the table's tumbler leads to; nothing when all
    // messages are read or the table has no tumbler. The table must exist in the state.
    std::optional<table::Order> receive(const table::State& state, TableId id, Instant now);

    // Asks the tumbler and the lights for what the table needs now. Returns an order that must be
    // executed and committed first, or that a device's state leads to. Fails if the journal cannot
    // be read. Call only once the events that earlier orders of this table led to are committed.
    // The table must exist in the state.
    Result<std::optional<table::Order>> next_order(const Loop& loop, TableId id, Instant now);

    // Logs each of these at most once a minute: a connection on which the tumbler was ready has
    // ended; the tumbler cannot be reached; the tumbler is back.
    void log_connection(TableId id, Instant now);

    // Clears the lights after a round. Called once per turn, after the commit.
    void on_committed(const std::vector<CommittedEvent>& events);

    // When the table's tumbler is due to be served, if it is known.
    std::optional<Instant> next_due(TableId id) const;

    // How many of the tables' tumblers can take requests now, and how many cannot.
    struct Connections {
        std::uint32_t online = 0;
        std::uint32_t offline = 0;
    };
    Connections connections() const;

    // The round whose dice the tumbler reported as not lying flat; 0 for none.
    std::uint64_t uneven_round(TableId id) const;

    // Makes the next action of a simulated tumbler or of the simulated lights fail. Returns false
    // if the table has no such device or there is no such fault.
    bool inject_fault(TableId table, std::string_view fault);

private:
    // A request that was sent to a tumbler, and when it is repeated if it has no effect.
    struct SentRequest {
        std::uint64_t connection = 0;
        std::uint64_t key = 0;  // the round; of an Arm, the round and whether the dice were mixed
        Instant repeat_at;
        int times = 0;
        std::uint64_t received = 0;  // messages of the tumbler when it was first sent
    };
    struct Devices {
        const TablePlan* plan = nullptr;
        std::unique_ptr<device::TumblerClient> tumbler;  // none without a tumbler
        std::optional<device::SimulatedLights> lights;
        std::optional<Instant> silent_since;  // since when the tumbler is not ready
        bool reported_silent = false;         // in the log
        std::uint64_t ready_connection = 0;   // the last one on which the tumbler was ready
        SentRequest commit;
        SentRequest tumble;
        SentRequest count;
        SentRequest arm;
        SentRequest reveal;
        // When the tumbler is asked for its count, if it has not reported the end of the tumble.
        Instant tumbling_until;
        std::uint64_t uneven_round = 0;  // whose dice do not lie flat
    };

    bool begin_request(SentRequest& request, Devices& devices, std::uint64_t key, bool answered,
                       Instant now);
    static std::optional<table::Order> order_of(const table::Table& t, Devices& devices,
                                                const device::FromTumbler& message);
    void request_commitment_and_secret(const table::State& state, const table::Table& t,
                                       Devices& devices, Instant now);
    Result<std::optional<table::Order>> arm(const Loop& loop, TableId id, Devices& devices,
                                            Instant now);
    void tumble(const table::Round& round, Devices& devices, Instant now);
    void ask_for_count(const table::Round& round, Devices& devices, Instant now);
    Result<std::optional<table::Order>> ask_tumbler(const Loop& loop, TableId id, Devices& devices,
                                                    Instant now);
    static std::optional<table::Order> report_uneven(const table::State& state, TableId id,
                                                     const table::Table& t, const Devices& devices);
    static std::optional<table::Order> set_lights(const table::State& state, const table::Table& t,
                                                  Devices& devices);

    void log_limited(LogLevel level, std::string_view message, TableId id, const std::string& why,
                     Instant now);

    std::map<TableId, Devices> tables_;
    LogLimiter limiter_;
};

}  // namespace sicbo::server
