#include "journal.h"

#include <fmt/format.h>
#include <unistd.h>

#include "edge.h"
#include "store/files.h"

namespace sicbo::app {

ProgressBar::ProgressBar(std::string doing)
    : doing_(std::move(doing)), watched_(isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
    if (shown_) fmt::print(stderr, "\r\033[K");
}

void ProgressBar::show(std::uint64_t done, std::uint64_t all) {
    if (!watched_ || all == 0) return;
    shown_ = true;
    constexpr std::uint64_t width = 30;
    const std::uint64_t full = std::min(width, done * width / all);
    fmt::print(stderr, "\r{} [{:#<{}}{:.<{}}] {} of {}", doing_, "", full, "", width - full, done,
               all);
}

Result<OpenJournal> OpenJournal::open(const std::string& path) {
    OpenJournal open;
    Result<std::unique_ptr<store::SqliteStore>> journal =
        store::SqliteStore::open({path, store::Access::read});
    if (!journal) return std::unexpected(journal.error());
    open.journal_ = std::move(*journal);
    Result<store::File> lock = failure("not tried");
    if (::access(path.c_str(), W_OK) == 0) {
        lock = store::File::open(path + ".lock", store::File::Mode::append);
    }
    if (!lock) {
        Result<std::unique_ptr<store::Follower>> follower = open.follow(true);
        if (!follower) return std::unexpected(follower.error());
        open.follower_ = std::move(*follower);
        return open;
    }
    // Whoever holds the lock writes the reports: for the time it takes, that is us.
    if (lock->lock()) {
        const Result<std::unique_ptr<store::Follower>> follower = open.follow(false);
        if (!follower) return std::unexpected(follower.error());
    }
    lock = failure("given up");
    Result<std::unique_ptr<store::Reports>> reports =
        store::Reports::open_to_read(path + ".reports");
    if (!reports) return std::unexpected(reports.error());
    open.reports_ = std::move(*reports);
    const std::uint64_t to = open.reports_->position().sequence;
    if (to < open.journal_->last().sequence) {
        fmt::print(stderr, "note: the reports go to event {} of {}; another process writes them\n",
                   to, open.journal_->last().sequence);
    }
    return open;
}

Result<std::unique_ptr<store::Follower>> OpenJournal::follow(bool in_memory) {
    ProgressBar bar("reading the journal");
    const auto progress = [&](std::uint64_t done, std::uint64_t all) { bar.show(done, all); };
    store::Follower::Options options;
    options.reports_in_memory = in_memory;
    options.snapshot_every = UINT64_MAX;
    Result<std::unique_ptr<store::Follower>> follower =
        store::Follower::start(*journal_, options, progress);
    if (!follower) return follower;
    constexpr std::uint64_t piece = 100'000;
    const std::uint64_t all = journal_->last().sequence;
    while ((*follower)->position().sequence < all) {
        progress((*follower)->position().sequence, all);
        if (auto done = (*follower)->follow(piece); !done) return std::unexpected(done.error());
    }
    return follower;
}

}  // namespace sicbo::app
