// SPDX-License-Identifier: MIT
#include "server/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

namespace sicbo::server {
namespace {

prometheus::Counter& counter(prometheus::Registry& registry, const char* name, const char* help,
                             const prometheus::Labels& labels = {}) {
    return prometheus::BuildCounter().Name(name).Help(help).Register(registry).Add(labels);
}

prometheus::Gauge& gauge(prometheus::Registry& registry, const char* name, const char* help) {
    return prometheus::BuildGauge().Name(name).Help(help).Register(registry).Add({});
}

prometheus::Histogram& seconds(prometheus::Registry& registry, const char* name, const char* help) {
    return prometheus::BuildHistogram().Name(name).Help(help).Register(registry).Add(
        {}, prometheus::Histogram::BucketBoundaries{0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1,
                                                    0.3, 1});
}

double as_seconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

// Sets a counter to a total that was counted elsewhere.
void grow_to(prometheus::Counter& total, std::uint64_t count) {
    const double more = static_cast<double>(count) - total.Value();
    if (more > 0) total.Increment(more);
}

constexpr const char* requests_help = "Requests of clients, by result.";

}  // namespace

struct Metrics::Families {
    prometheus::Registry registry;
    prometheus::Counter& events =
        counter(registry, "sicbo_events_total", "Events registered in the journal.");
    prometheus::Counter& rounds =
        counter(registry, "sicbo_rounds_total", "Rounds that ended, settled or void.");
    prometheus::Counter& executed =
        counter(registry, "sicbo_requests_total", requests_help, {{"result", "executed"}});
    prometheus::Counter& refused =
        counter(registry, "sicbo_requests_total", requests_help, {{"result", "refused"}});
    prometheus::Counter& malformed =
        counter(registry, "sicbo_requests_total", requests_help, {{"result", "malformed"}});
    prometheus::Histogram& turn =
        seconds(registry, "sicbo_turn_seconds", "Turns of the loop that registered something.");
    prometheus::Histogram& commit =
        seconds(registry, "sicbo_commit_seconds", "Commits of the journal, until durable.");
    prometheus::Gauge& connections =
        gauge(registry, "sicbo_connections", "Connections that are open.");
    prometheus::Gauge& behind = gauge(registry, "sicbo_follower_behind_events",
                                      "Events that reports and signatures have not reached yet.");
};

Metrics::Metrics() : families_(std::make_unique<Families>()) {}
Metrics::~Metrics() = default;

void Metrics::turn(std::size_t events, std::chrono::nanoseconds all,
                   std::chrono::nanoseconds commit) {
    families_->events.Increment(static_cast<double>(events));
    families_->turn.Observe(as_seconds(all));
    families_->commit.Observe(as_seconds(commit));
}

void Metrics::rounds_ended(std::uint64_t count) {
    families_->rounds.Increment(static_cast<double>(count));
}

void Metrics::requests(std::uint64_t executed, std::uint64_t refused, std::uint64_t malformed) {
    grow_to(families_->executed, executed);
    grow_to(families_->refused, refused);
    grow_to(families_->malformed, malformed);
}

void Metrics::connections(std::size_t count) {
    families_->connections.Set(static_cast<double>(count));
}

void Metrics::behind(std::uint64_t events) { families_->behind.Set(static_cast<double>(events)); }

std::string Metrics::text() const {
    return prometheus::TextSerializer().Serialize(families_->registry.Collect());
}

}  // namespace sicbo::server
