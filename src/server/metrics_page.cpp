// SPDX-License-Identifier: MIT
#include "server/metrics_page.h"

#include <sodium.h>

#include "core/check.h"
#include "core/hash.h"
#include "server/token_bucket.h"

namespace sicbo::server {

MetricsPage::MetricsPage(std::function<std::string()> figures) : figures_(std::move(figures)) {
    check(bool{figures_});
}

HttpResponse MetricsPage::respond(const HttpRequest& request) {
    constexpr std::string_view scheme = "Bearer ";
    const std::lock_guard lock(mutex_);
    const auto elapsed = SteadyClock::now().time_since_epoch();
    const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count();
    if (!budgets_.of(request.network, now).take(1, now)) {
        return {.status = 429, .body = "too many requests\n"};
    }
    if (!token_.empty()) {
        const bool has_token = request.authorization.starts_with(scheme);
        const Hash given =
            sha256(has_token ? request.authorization.substr(scheme.size()) : std::string_view());
        const Hash wanted = sha256(token_);
        if (!has_token ||
            sodium_memcmp(given.bytes.data(), wanted.bytes.data(), wanted.bytes.size()) != 0) {
            return {.status = 401, .body = "these figures are behind a token\n"};
        }
    }
    constexpr std::int64_t interval = 1'000;
    if (text_.empty() || now >= made_at_ + interval) {
        text_ = figures_();
        made_at_ = now;
    }
    return {200, "text/plain; version=0.0.4; charset=utf-8", text_, false};
}

HttpResponse MetricsListener::on_http_request(const HttpRequest& request) {
    if (request.method != "GET" && request.method != "HEAD") {
        return {.status = 405, .body = "only GET and HEAD are supported\n"};
    }
    if (request.target.substr(0, request.target.find('?')) != "/metrics") {
        return {.status = 404, .body = "here is /metrics and nothing else\n"};
    }
    return page_.respond(request);
}

}  // namespace sicbo::server
