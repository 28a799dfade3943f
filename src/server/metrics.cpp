// SPDX-License-Identifier: MIT
#include "server/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include "table/authority.h"

namespace sicbo::server {
namespace {

prometheus::Counter& counter(prometheus::Registry& registry, const char* name, const char* help,
                             const prometheus::Labels& labels = {}) {
    return prometheus::BuildCounter().Name(name).Help(help).Register(registry).Add(labels);
}

prometheus::Gauge& gauge(prometheus::Registry& registry, const char* name, const char* help,
                         const prometheus::Labels& labels = {}) {
    return prometheus::BuildGauge().Name(name).Help(help).Register(registry).Add(labels);
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

constexpr const char* tumblers_help = "Tumblers of the configuration, by state.";
constexpr const char* tables_help = "Tables, by state.";
constexpr std::string_view out_of_service = "out-of-service";
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
    prometheus::Gauge& held =
        gauge(registry, "sicbo_rounds_held", "Rounds that wait for a decision of people.");
    prometheus::Gauge& tumblers_online =
        gauge(registry, "sicbo_tumblers", tumblers_help, {{"state", "online"}});
    prometheus::Gauge& tumblers_offline =
        gauge(registry, "sicbo_tumblers", tumblers_help, {{"state", "offline"}});
    prometheus::Gauge& terminals_offline =
        gauge(registry, "sicbo_terminals_offline", "Terminals that are reported offline.");
    prometheus::Gauge& accounts_locked =
        gauge(registry, "sicbo_accounts_locked", "Accounts that failed sign-ins have locked.");
    prometheus::Gauge& events_unsigned =
        gauge(registry, "sicbo_unsigned_events", "Events that no signed note covers yet.");
    prometheus::Gauge& note_age =
        gauge(registry, "sicbo_note_age_seconds",
              "Since the last signed note, or since the start if there was none.");
    prometheus::Gauge& disk_free =
        gauge(registry, "sicbo_disk_free_bytes", "Free space on the disk of the journal.");
    prometheus::Gauge& disk_full =
        gauge(registry, "sicbo_disk_full", "1 while bets are refused for lack of disk space.");
    prometheus::Gauge& journal_verified =
        gauge(registry, "sicbo_journal_verified",
              "1 once the whole journal was verified since the start; nothing is signed before.");
    prometheus::Gauge& journal_damaged =
        gauge(registry, "sicbo_journal_damaged",
              "1 if the verification found the journal damaged: all tables stop.");
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

void Metrics::limited(Totals totals) {
    for (const auto& [limit, count] : totals) {
        grow_to(counter(families_->registry, "sicbo_limited_total",
                        "Requests that a limit refused, delayed or left out of the journal.",
                        {{"limit", limit}}),
                count);
    }
}

void Metrics::sign_ins(Totals totals) {
    for (const auto& [result, count] : totals) {
        grow_to(counter(families_->registry, "sicbo_sign_ins_total",
                        "Attempts to sign in or to set one's password, by result.",
                        {{"result", result}}),
                count);
    }
}

void Metrics::connections(std::size_t count) {
    families_->connections.Set(static_cast<double>(count));
}

void Metrics::behind(std::uint64_t events) { families_->behind.Set(static_cast<double>(events)); }

void Metrics::property(const PropertyFigures& figures) {
    Families& f = *families_;
    for (const auto& [state, count] : figures.tables) {
        gauge(f.registry, "sicbo_tables", tables_help, {{"state", std::string(state)}}).Set(count);
    }
    f.held.Set(figures.rounds_held);
    f.tumblers_online.Set(figures.tumblers_online);
    f.tumblers_offline.Set(figures.tumblers_offline);
    f.terminals_offline.Set(figures.terminals_offline);
    f.accounts_locked.Set(figures.accounts_locked);
    f.events_unsigned.Set(static_cast<double>(figures.events_unsigned));
    f.note_age.Set(as_seconds(figures.note_age));
    f.disk_free.Set(static_cast<double>(figures.disk_free_bytes));
    f.disk_full.Set(figures.disk_full ? 1 : 0);
    f.journal_verified.Set(figures.journal_verified ? 1 : 0);
    f.journal_damaged.Set(figures.journal_damaged ? 1 : 0);
    if (figures.certificate_expires_at) {
        gauge(f.registry, "sicbo_certificate_expiry_timestamp_seconds",
              "When the certificate for new connections expires, in seconds since 1970.")
            .Set(static_cast<double>(*figures.certificate_expires_at));
    }
}

PropertyFigures figures_of(const table::State& state) {
    PropertyFigures figures;
    for (const std::string_view phase : words_of<table::Phase>) figures.tables[phase] = 0;
    figures.tables[out_of_service] = 0;
    for (const auto& [id, t] : state.tables) {
        ++figures.tables.at(t.out_of_service ? out_of_service : to_word(t.phase));
        if (t.held) ++figures.rounds_held;
        for (const auto& [number, terminal] : t.terminals) {
            if (!terminal.online) ++figures.terminals_offline;
        }
    }
    for (const auto& [id, person] : state.people) {
        if (person.failures >= table::failures_max) ++figures.accounts_locked;
    }
    return figures;
}

std::string Metrics::text() const {
    return prometheus::TextSerializer().Serialize(families_->registry.Collect());
}

}  // namespace sicbo::server
