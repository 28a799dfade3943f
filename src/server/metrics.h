// Figures for whoever watches the server, in the form that Prometheus reads.
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

    // Of a turn of the loop that registered something.
    void turn(std::size_t events, std::chrono::nanoseconds all, std::chrono::nanoseconds commit);
    void rounds_ended(std::uint64_t count);
    void requests(std::uint64_t followed, std::uint64_t refused, std::uint64_t nonsense);
    void connections(std::size_t count);
    void behind(std::uint64_t events);  // how far reports and signatures are

    std::string text() const;

private:
    struct Families;
    std::unique_ptr<Families> families_;
};

}  // namespace sicbo::server
