// SPDX-License-Identifier: MIT
// How the server opens its journal and recovers from it.
#include "server/clock.h"
#include "server/dice_dates.h"
#include "server/keys.h"
#include "server/log.h"
#include "server/server.h"
#include "store/followed.h"

namespace sicbo::server {

using namespace table;

Result<void> Server::open_store() {
    const std::string path = options_.folder + "/journal";
    if (!journal_) {
        auto journal = open_journal(options_.folder, options_.database, options_.lease);
        if (!journal) return std::unexpected(journal.error());
        journal_ = std::move(*journal);
        if (auto done = start_lease(); !done) return done;
    }
    if (auto fine = store::verify_followed(*journal_); !fine) return fine;
    end_at_start_ = journal_->last();
    if (auto done = restore_secrets(*journal_); !done) return done;
    if (auto fine = verify_signing_key(*journal_, options_.folder); !fine) return fine;
    const auto progress = [&](std::uint64_t done, std::uint64_t all) {
        log(LogLevel::info, "recovering",
            {{"done", std::to_string(done)}, {"of", std::to_string(all)}});
    };
    wall_at_start_ = wall_clock();
    Loop::Options options{path + ".quarantine-", wall_at_start_};
    if (warm_follower_) {
        options.warm = std::make_shared<store::Recovered>(warm_follower_->recovered());
    }
    // The follower starts before the loop commits anything: it fails if the signing key or the
    // notes do not belong to this journal. The keys are compared first, since it opens one.
    options.verify = [&](const State& state) -> Result<void> {
        if (auto fine =
                verify_registered_keys(state, options_.folder, journal_->origin(), Finish::yes);
            !fine) {
            return fine;
        }
        if (auto fine = verify_secrets(state, options_.plan, options_.folder); !fine) return fine;
        auto follower = warm_follower_ ? store::FollowerThread::go_on(follower_options(),
                                                                      std::move(warm_follower_))
                                       : store::FollowerThread::start(follower_options(), progress);
        if (!follower) return std::unexpected(follower.error());
        follower_ = std::move(*follower);
        return check_clock(state);
    };
    auto loop = Loop::start(*journal_, options, progress);
    if (!loop) return std::unexpected(loop.error());
    loop_ = std::move(*loop);
    for (const std::string& why : loop_->untrusted_snapshots()) {
        log(LogLevel::warning, "a snapshot was not used: events were replayed instead",
            {{"why", why}});
    }
    loop_->set_completion([this](const table::State& state, table::Command& command) {
        date_dice(options_.plan, state, command);
        if (cabinets_) cabinets_->complete(state, command);
    });
    return {};
}

}  // namespace sicbo::server
