// SPDX-License-Identifier: MIT
// The page /metrics: who may read it, and how often. Any thread may call it.
#pragma once

#include <functional>
#include <mutex>
#include <string>

#include "server/budget.h"
#include "server/network.h"

namespace sicbo::server {

class MetricsPage {
public:
    // `figures` returns the figures as Prometheus reads them; it must be callable from any thread.
    // It is called at most once per second: readers in between get the same text.
    explicit MetricsPage(std::function<std::string()> figures);

    // From now on a reader must send "Authorization: Bearer TOKEN"; empty: anybody may read. Called
    // before other threads start.
    void require(std::string token) { token_ = std::move(token); }

    // Returns the figures; status 429 if the address asks too often, 401 without the token. From
    // any thread.
    HttpResponse respond(const HttpRequest& request);

private:
    std::function<std::string()> figures_;
    std::string token_;
    std::mutex mutex_;                                                  // of what follows
    Budgets<std::uint64_t> budgets_{{.per_second = 20, .burst = 100}};  // of one address
    std::string text_;
    std::int64_t made_at_ = 0;
};

// A network of its own that has this page alone.
class MetricsListener : public ConnectionHandler {
public:
    explicit MetricsListener(MetricsPage& page) : page_(page) {}

    HttpResponse on_http_request(const HttpRequest& request) override;
    bool accepts_websockets() const override { return false; }
    void on_connect(ConnectionId, const Peer&) override {}
    Received on_message(ConnectionId, std::string_view) override { return Received::fine; }
    void on_disconnect(ConnectionId) override {}

private:
    MetricsPage& page_;
};

}  // namespace sicbo::server
