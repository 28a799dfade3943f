// SPDX-License-Identifier: MIT
// Figures about the server, in the text format that Prometheus reads. Every method may be called
// from any thread. No state of tables in here.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace sicbo::server {

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

    // Sets the number of open connections.
    void connections(std::size_t count);

    // Sets how many events reports and signatures are behind.
    void behind(std::uint64_t events);

    // Returns all figures.
    std::string text() const;

private:
    struct Families;
    std::unique_ptr<Families> families_;
};

}  // namespace sicbo::server
