// SPDX-License-Identifier: MIT
// Figures about the server, in the text format that Prometheus reads. Every method may be called
// from any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "table/state.h"

namespace sicbo::server {

// What an operator must know of the property at this moment.
struct PropertyFigures {
    // Tables by state; one that is out of service counts as that, whatever its phase.
    std::map<std::string_view, std::uint32_t> tables;
    std::uint32_t rounds_held = 0;
    std::uint32_t terminals_offline = 0;
    std::uint32_t accounts_locked = 0;
    std::uint32_t tumblers_online = 0;
    std::uint32_t tumblers_offline = 0;
    std::uint64_t events_unsigned = 0;      // events that no signed note covers
    std::chrono::milliseconds note_age{0};  // since the last note, or since the start
    std::uint64_t disk_free_bytes = 0;
    bool disk_full = false;                              // bets are refused
    bool journal_verified = false;                       // the whole of it, since the start
    bool journal_damaged = false;                        // the verification has failed
    std::optional<std::int64_t> certificate_expires_at;  // seconds since 1970; none: no TLS
};

// Returns the figures that follow from the state; the others are left at zero.
PropertyFigures figures_of(const table::State& state);

class Metrics {
public:
    Metrics();
    ~Metrics();
    Metrics(const Metrics&) = delete;
    Metrics& operator=(const Metrics&) = delete;

    // Adds a turn that committed events: how long it took in all, and the commit alone.
    void turn(std::size_t events, std::chrono::nanoseconds all, std::chrono::nanoseconds commit);

    // Adds rounds that were settled or voided.
    void rounds_ended(std::uint64_t count);

    // Sets the totals of requests since the start, which never decrease.
    void requests(std::uint64_t executed, std::uint64_t refused, std::uint64_t malformed);

    // Sets the totals since the start of what limits have done, by name, and of attempts to sign
    // in, by result.
    using Totals = std::initializer_list<std::pair<const char*, std::uint64_t>>;
    void limited(Totals totals);
    void sign_ins(Totals totals);

    // Sets the number of open connections.
    void connections(std::size_t count);

    // Sets how many events reports and signatures are behind.
    void behind(std::uint64_t events);

    // Sets the figures of the property.
    void property(const PropertyFigures& figures);

    // Returns all figures.
    std::string text() const;

private:
    struct Families;
    std::unique_ptr<Families> families_;
};

}  // namespace sicbo::server
