// Plays the parts that no person plays: hears and orders the tumblers, and deals at training tables
// that run by themselves.
//
// It looks at the state before each turn and says what is to be done now; the loop decides as it
// decides for anybody. It remembers only when each table may go on, so that players see every step,
// and what it has asked of a tumbler: after a restart it asks again.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "device/lights.h"
#include "device/link.h"
#include "server/loop.h"
#include "server/property.h"

namespace sicbo::server {

class Driver {
public:
    struct Options {
        const PropertyPlan* plan = nullptr;
        Hash seed;               // of the simulated tumblers
        device::SigningKey key;  // by which tumblers know this server
        std::function<Instant()> now;
        std::function<void()> wake;
    };
    explicit Driver(const Options& options);

    // What is to be done by then, one order after the other, until there is none. Ask when all that
    // came before is registered.
    Result<std::optional<table::Command>> due(const Loop& loop, Instant at);

    // What has happened: the next step waits until it could be seen.
    void told(const std::vector<CommittedEvent>& happened);

    // What it ordered was refused: it tries again later.
    void refused(TableId table, Instant at);

    // When there may be something to do again.
    Instant next() const;

    // No more rounds begin.
    void finish() { finishing_ = true; }

    // The next thing that the table's simulated tumbler or lights do goes wrong; false if there is
    // no such device or misdeed.
    bool misbehave(TableId table, std::string_view misdeed);

private:
    // What was asked of a tumbler, and when it is asked again if nothing came of it.
    struct Asked {
        std::uint64_t connection = 0;
        std::uint64_t round = 0;
        Instant again;
        int times = 0;
    };
    struct Driven {
        const TablePlan* plan = nullptr;
        std::unique_ptr<device::Link> link;  // none without a tumbler
        std::optional<device::SimulatedLights> lights;
        std::optional<Instant> silent_since;  // the tumbler, since it was last ready
        bool missed = false;                  // and the log says so
        Instant not_before;
        Asked commit;
        Asked tumble;
        Asked arm;
        Asked reveal;
        Instant tumbling_until;     // then it counts as not having tumbled
        std::uint64_t leaning = 0;  // the round whose dice do not lie flat
    };
    std::optional<table::Command> heard(const table::State& state, TableId id, Driven& driven,
                                        Instant at);
    std::optional<table::Order> order_of(const table::Table& t, Driven& driven,
                                         const device::FromTumbler& message);
    Result<std::optional<table::Order>> arm(const Loop& loop, TableId id, Driven& driven,
                                            Instant at);
    Result<std::optional<table::Order>> ask(const Loop& loop, TableId id, Driven& driven,
                                            Instant at);
    static void miss(TableId id, Driven& driven, Instant at);
    static bool may_ask(Asked& asked, const Driven& driven, std::uint64_t round, Instant at);
    static std::optional<table::Order> alarm(const table::State& state, const table::Table& t,
                                             const Driven& driven);
    std::optional<table::Order> light(const table::State& state, const table::Table& t,
                                      Driven& driven) const;
    std::optional<table::Order> own_order(const table::State& state, TableId id,
                                          const Driven& driven);
    std::optional<table::Order> next_step_of(const table::State& state, const table::Table& t,
                                             const Driven& driven);

    std::map<TableId, Driven> tables_;
    bool finishing_ = false;
};

}  // namespace sicbo::server
