// SPDX-License-Identifier: MIT
// The server's part for several machines on one database: standing by, taking over, leading while
// the lease is held, and handing over.
#include <unistd.h>

#include <array>

#include "server/keys.h"
#include "server/log.h"
#include "server/server.h"

namespace sicbo::server {
namespace {

std::string name_of_this_machine() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data())
                                                            : "localhost";
}

}  // namespace

// Where clients reach this server, as the lease names it.
std::string Server::endpoint() const {
    if (!options_.endpoint.empty()) return options_.endpoint;
    std::string host = options_.plan.address;
    if (host == "0.0.0.0" || host == "::") host = name_of_this_machine();
    if (host.find(':') != std::string::npos) host = "[" + host + "]";
    return host + ":" + std::to_string(network_->port());
}

Result<void> Server::prepare_standby() {
    const auto address =
        store::parse_postgres_address(journal_location(options_.folder, options_.database));
    if (!address) return std::unexpected(address.error());
    const auto progress = [](std::uint64_t done, std::uint64_t all) {
        log(LogLevel::info, "catching up",
            {{"done", std::to_string(done)}, {"of", std::to_string(all)}});
    };
    auto standby =
        Standby::start({*address, endpoint(), options_.lease,
                        [this](const store::Store& journal) { return restore_secrets(journal); }},
                       progress);
    if (!standby) return std::unexpected(standby.error());
    standby_ = std::move(*standby);
    stands_by_ = true;
    log(LogLevel::info, "standing by", {{"endpoint", endpoint()}, {"leader", standby_->leader()}});
    return {};
}

// Returns false if stop() was called before this server could take over.
Result<bool> Server::stand_by() {
    auto taken = standby_->run([this] { return stops_ > 0; });
    if (!taken) return std::unexpected(taken.error());
    if (!*taken) {
        log(LogLevel::info, "stopped while standing by");
        return false;
    }
    journal_ = std::move((*taken)->journal);
    warm_follower_ = std::move((*taken)->follower);
    if (auto done = start_lease(); !done) return std::unexpected(done.error());
    try {
        if (auto done = open_property(); !done) return std::unexpected(done.error());
    } catch (const Quarantined& error) {  // an order of create_missing() failed a check
        return failure(error.what());
    }
    if (options_.on_serving) options_.on_serving(*this);
    return true;
}

// Does nothing for a journal in a file, or if the lease was started before.
Result<void> Server::start_lease() {
    const auto* journal = dynamic_cast<const store::PostgresStore*>(journal_.get());
    if (!journal || lease_) return {};
    store::LeaseKeeper::Options options{journal->address(), journal->epoch(), endpoint(),
                                        options_.lease, [this] { wake(); }};
    auto lease = store::LeaseKeeper::start(std::move(options));
    if (!lease) return std::unexpected(lease.error());
    lease_ = std::move(*lease);
    return {};
}

// Waits until this server certainly leads. Nothing is sent before.
Result<void> Server::confirm_lease() const {
    return lease_ ? lease_->wait_until_held() : Result<void>();
}

// Somebody has asked for a takeover: this server stops, once no round is in play or the time that
// was given is over.
void Server::hand_over_if_asked() {
    const auto wait_max = lease_ ? lease_->hand_over() : std::nullopt;
    if (!wait_max || graceful_stop_) return;
    log(LogLevel::warning, "asked to hand over to another server",
        {{"milliseconds_max", std::to_string(wait_max->count())}});
    stop_rounds(*wait_max);
}

// What a server that is not ready answers; the empty text if it is.
std::string Server::why_not_ready() const {
    if (stands_by_) return standby_->description();
    if (!ready_) return "recovering";
    return lease_ && !lease_->is_held() ? "the lease has lapsed" : "";
}

std::optional<HttpResponse> Server::redirect_to_leader(const HttpRequest& request) const {
    if (!stands_by_) return std::nullopt;
    const std::string leader = standby_->leader();
    if (leader.empty()) return std::nullopt;
    return redirect_page(request, (is_encrypted() ? "https://" : "http://") + leader);
}

}  // namespace sicbo::server
