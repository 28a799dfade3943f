// SPDX-License-Identifier: MIT
// sicbo takeover: asks the server that leads to hand over to one that stands by.
#include <fmt/format.h>

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <thread>

#include "commands.h"
#include "store/postgres_lease.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

struct Handover {
    store::Lease before;
    store::Lease after;
    milliseconds waited{0};   // for rounds to end
    milliseconds without{0};  // from the release of the lease until another server had it
};

Result<store::Lease> ask(const store::PostgresLease& lease, milliseconds wait_max) {
    const Result<store::Lease> before = lease.read();
    if (!before) return before;
    const auto nobody = [] { return failure("no server leads: there is nobody to ask"); };
    if (before->has_lapsed()) return nobody();
    const Result<bool> has_standby = lease.has_standby();
    if (!has_standby) return std::unexpected(has_standby.error());
    if (!*has_standby) {
        return failure(
            "no standby follows this journal: start sicbo serve --standby on another machine, or "
            "stop the server instead");
    }
    const Result<bool> asked = lease.request_hand_over(wait_max);
    if (!asked) return std::unexpected(asked.error());
    if (!*asked) return nobody();
    return before;
}

// Waits until another server leads.
Result<Handover> hand_over(const store::PostgresLease& lease, milliseconds wait_max) {
    constexpr milliseconds poll_interval{50};
    constexpr std::chrono::seconds takeover_max{60};
    const Result<store::Lease> before = ask(lease, wait_max);
    if (!before) return std::unexpected(before.error());
    const Clock::time_point asked_at = Clock::now();
    std::optional<Clock::time_point> released_at;
    while (Clock::now() < asked_at + wait_max + takeover_max) {
        const Result<store::Lease> now = lease.read();
        if (!now) return std::unexpected(now.error());
        const bool is_other = now->epoch != before->epoch;
        if (!released_at && (now->has_lapsed() || is_other)) released_at = Clock::now();
        if (is_other && !now->has_lapsed()) {
            const auto since = [](Clock::duration time) {
                return std::chrono::duration_cast<milliseconds>(time);
            };
            return Handover{*before, *now, since(*released_at - asked_at),
                            since(Clock::now() - *released_at)};
        }
        std::this_thread::sleep_for(poll_interval);
    }
    if (released_at) return failure("the server has handed over, but no other has taken over");
    return failure("the server at " + before->endpoint +
                   " has not handed over: its log says what it waits for");
}

}  // namespace

int run_takeover(const TakeoverOptions& options) {
    const auto address = store::parse_postgres_address(options.db);
    if (!address) return complain(address.error());
    const auto lease = store::PostgresLease::open(*address, true);
    if (!lease) return complain(lease.error(), exit_no);
    const auto done =
        hand_over(*lease, milliseconds(static_cast<std::int64_t>(options.wait * 1'000)));
    if (!done) return complain({done.error().what, address->text}, exit_no);
    if (options.format == "json") {
        namespace json = boost::json;
        return write_answer(
            json::serialize(json::object{{"from", done->before.endpoint},
                                         {"to", done->after.endpoint},
                                         {"epoch", done->after.epoch},
                                         {"waited_milliseconds", done->waited.count()},
                                         {"without_leader_milliseconds", done->without.count()}}) +
            "\n");
    }
    return write_answer(fmt::format(
        "{} leads instead of {}, after {} ms for rounds and {} ms "
        "without a leader\n",
        done->after.endpoint, done->before.endpoint, done->waited.count(), done->without.count()));
}

}  // namespace sicbo::app
