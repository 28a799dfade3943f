// SPDX-License-Identifier: MIT
#include "server/standby.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "core/check.h"
#include "server/log.h"
#include "store/followed.h"
#include "store/follower_thread.h"

namespace sicbo::server {
namespace {

constexpr std::chrono::milliseconds poll_interval{200};

}  // namespace

std::string describe_standby(const std::string& leader, const std::string& problem) {
    std::string text = "standby";
    text += leader.empty() ? "\nno server leads" : "\nleader " + leader;
    if (!problem.empty()) text += "\n" + problem;
    return text;
}

Standby::Standby(Options options)
    : options_(std::move(options)), watching_(store::to_watch(options_.address, options_.lease)) {}

Result<std::unique_ptr<Standby>> Standby::start(Options options, const store::Progress& progress) {
    std::unique_ptr<Standby> standby(new Standby(std::move(options)));
    const std::string& at = standby->options_.address.text;
    if (auto done = standby->connect(); !done) return std::unexpected(done.error());
    const auto secrets = standby->journal_->secrets();
    if (!secrets) return std::unexpected(secrets.error());
    if (standby->journal_->last().sequence == 0 || secrets->empty()) {
        return failure(
            "nobody has served this journal yet: start sicbo serve without --standby once", at);
    }
    if (auto done = standby->options_.restore_secrets(*standby->journal_); !done) {
        return std::unexpected(done.error());
    }
    const auto remembered = store::read_followed(standby->options_.address.files);
    if (!remembered) return std::unexpected(remembered.error());
    if (*remembered) {
        if (auto fits = standby->compare_journal(**remembered); !fits) {
            return std::unexpected(fits.error());
        }
        standby->remembered_ = *remembered;
        standby->is_remembered_there_ = false;
    }
    auto follower_options =
        store::FollowerThread::default_options(standby->options_.address.files).follower;
    follower_options.hold_signatures = true;
    auto follower = store::Follower::start(*standby->journal_, follower_options, progress);
    if (!follower) return std::unexpected(follower.error());
    standby->follower_ = std::move(*follower);
    if (auto done = standby->follower_->follow(); !done) return std::unexpected(done.error());
    const Result<store::Lease> lease = standby->lease_->read();
    if (!lease) return std::unexpected(lease.error());
    standby->on_lease(*lease);
    return standby;
}

// Does nothing for what is connected.
Result<void> Standby::connect() {
    if (!lease_) {
        Result<store::PostgresLease> lease = store::PostgresLease::open(watching_, false);
        if (!lease) return std::unexpected(lease.error());
        lease_.emplace(std::move(*lease));
        listens_ = lease_->listen().has_value();
        if (auto done = lease_->announce_standby(); !done) return done;
    }
    if (journal_) return {};
    auto journal = store::PostgresStore::open_to_read(watching_);
    if (!journal) return std::unexpected(journal.error());
    journal_ = std::move(*journal);
    if (follower_) follower_->read_from(*journal_);
    return {};
}

// What this server has read must still be there, after a failover of the database and after a start
// of this server. It may not be readable yet, since a reader learns late what is acknowledged.
Result<void> Standby::compare_journal(store::Position at) const {
    const auto end = journal_->end_of_record(at.sequence);
    if (!end) return std::unexpected(end.error());
    if (!*end || **end == at) return {};
    Error lost = store::lost_events_error(options_.address.files, at);
    lost.location = options_.address.text;
    return std::unexpected(std::move(lost));
}

// Writes down from time to time what was read, so that a restart does not forget it.
Result<void> Standby::remember_position(bool at_once) {
    constexpr std::chrono::seconds interval{5};
    const store::Position at = follower_->position();
    if (remembered_ && at.sequence < remembered_->sequence) return {};
    if (!is_remembered_there_) {
        if (auto fits = compare_journal(*remembered_); !fits) return fits;
        is_remembered_there_ = true;
    }
    const auto now = std::chrono::steady_clock::now();
    if (at == remembered_ || at.sequence == 0) return {};
    if (!at_once && now - remembered_at_ < interval) return {};
    remembered_at_ = now;
    if (auto done = store::remember_followed(options_.address.files, at); !done) {
        log(LogLevel::warning, "what this standby has read can't be written down",
            {{"why", done.error().text()}});
        return {};
    }
    remembered_ = at;
    return {};
}

// Returns false if the database can't be read now.
Result<bool> Standby::follow() {
    const bool is_new = !journal_;
    Result<void> done = connect();
    if (done && is_new) {
        if (auto fits = compare_journal(follower_->position()); !fits) {
            return std::unexpected(fits.error());
        }
    }
    if (done) done = follower_->follow();
    if (done) return true;
    if (!follower_->is_usable()) return std::unexpected(done.error());
    on_problem(done.error());
    journal_.reset();
    lease_.reset();
    return false;
}

Result<std::optional<Standby::Taken>> Standby::run(const std::function<bool()>& stopped) {
    while (!stopped()) {
        const Result<bool> followed = follow();
        if (!followed) return std::unexpected(followed.error());
        if (!*followed) {
            std::this_thread::sleep_for(poll_interval);
            continue;
        }
        if (auto fits = remember_position(false); !fits) return std::unexpected(fits.error());
        const Result<store::Lease> lease = lease_->read();
        if (!lease) {
            on_problem(lease.error());
            lease_.reset();
            continue;
        }
        on_lease(*lease);
        if (lease->has_lapsed()) {
            Result<std::optional<Taken>> taken = take_over();
            if (!taken || *taken) return taken;
        }
        wait(*lease);
    }
    if (journal_) {
        if (auto fits = remember_position(true); !fits) return std::unexpected(fits.error());
    }
    return std::optional<Taken>();
}

// Returns nothing if another server was faster, or if the database can't be written now.
Result<std::optional<Standby::Taken>> Standby::take_over() {
    if (auto fits = remember_position(true); !fits) return std::unexpected(fits.error());
    store::PostgresStore::Options options{.address =
                                              store::to_serve(options_.address, options_.lease)};
    options.take_over = {options_.endpoint, options_.lease};
    auto journal = store::PostgresStore::open(options);
    if (!journal) {
        if (journal.error().what != store::lease_held_error) on_problem(journal.error());
        return std::optional<Taken>();
    }
    log(LogLevel::warning, "the lease has lapsed: this server takes over",
        {{"epoch", std::to_string((*journal)->epoch())},
         {"followed", std::to_string(follower_->position().sequence)},
         {"events", std::to_string((*journal)->last().sequence)}});
    Taken taken{std::move(*journal), std::move(follower_)};
    taken.follower->read_from(*taken.journal);
    journal_.reset();
    lease_.reset();
    return taken;
}

void Standby::on_lease(const store::Lease& lease) {
    const std::string leader = lease.has_lapsed() ? "" : lease.endpoint;
    {
        const std::scoped_lock lock(mutex_);
        // While nobody leads, what prevents a takeover stays on record.
        if (!lease.has_lapsed()) problem_.clear();
        if (leader_ == leader) return;
        leader_ = leader;
    }
    if (!leader.empty()) log(LogLevel::info, "another server leads", {{"at", leader}});
}

// Logs a problem once, until there is another or none.
void Standby::on_problem(const Error& problem) {
    {
        const std::scoped_lock lock(mutex_);
        if (problem_ == problem.text()) return;
        problem_ = problem.text();
        leader_.clear();
    }
    log(LogLevel::warning, "this standby can neither follow nor take over",
        {{"why", problem.text()}});
}

void Standby::wait(const store::Lease& lease) {
    auto time = poll_interval;
    if (!lease.has_lapsed()) time = std::clamp(lease.left, std::chrono::milliseconds(1), time);
    if (!listens_) {
        std::this_thread::sleep_for(time);
    } else if (!lease_->wait_for_notification(time)) {
        lease_.reset();
    }
}

std::string Standby::leader() const {
    const std::scoped_lock lock(mutex_);
    return leader_;
}

std::string Standby::description() const {
    const std::scoped_lock lock(mutex_);
    return describe_standby(leader_, problem_);
}

}  // namespace sicbo::server
