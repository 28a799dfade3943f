// SPDX-License-Identifier: MIT
// The HTTP side of the server: pages, rule sets as JSON, health and metrics.
//
// Every method may be called from any thread. It knows no sessions and no sockets.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "server/metrics_page.h"
#include "server/network.h"
#include "table/state.h"

namespace sicbo::server {

class HttpPages {
public:
    // `metrics` returns the figures as Prometheus reads them; it must be callable from any thread.
    explicit HttpPages(std::function<std::string()> metrics);

    // The page /metrics, which a network of its own may show too.
    MetricsPage& metrics() { return metrics_; }

    // From now on /metrics is not among these pages. Called before other threads start.
    void hide_metrics() { has_metrics_ = false; }

    // Pages may show videos and pictures from these origins, separated by blanks. Called before
    // other threads start.
    void allow_media(std::string origins) { media_origins_ = std::move(origins); }

    // Pages may connect to these origins besides their own, separated by blanks. Called before
    // other threads start.
    void allow_connections(std::string origins) { connect_origins_ = std::move(origins); }

    // Publishes rule sets under /api/rules/HASH. Those that are published already stay as they are.
    void add_rules(const std::map<Hash, table::RuleSet>& rule_sets);

    // Returns the response to a request. /readyz reports `not_ready`: why the server can't take
    // bets; empty: it is ready.
    HttpResponse respond(const HttpRequest& request, std::string_view not_ready);

private:
    HttpResponse respond_with_rules(std::string_view hash) const;

    MetricsPage metrics_;
    bool has_metrics_ = true;
    std::string media_origins_;
    std::string connect_origins_;
    mutable std::mutex mutex_;
    std::map<std::string, std::string> rules_;  // JSON by hash
};

// Sends a person who opens a page to the same page of another server, whose scheme, host and port
// are `origin`. Returns nothing for other requests: programs decide for themselves.
std::optional<HttpResponse> redirect_page(const HttpRequest& request, const std::string& origin);

}  // namespace sicbo::server
