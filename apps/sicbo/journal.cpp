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
    ProgressBar bar("reading the journal");
    const auto progress = [&](std::uint64_t done, std::uint64_t all) { bar.show(done, all); };
    const bool writable = ::access(path.c_str(), W_OK) == 0;
    Result<store::File> lock = failure("not tried");
    if (writable) lock = store::File::open(path + ".lock", store::File::Mode::append);
    if (writable && lock && !lock->lock()) {
        Result<std::unique_ptr<store::Reports>> reports =
            store::Reports::open_to_read(path + ".reports");
        if (!reports) return std::unexpected(reports.error());
        open.reports_ = std::move(*reports);
        return open;
    }
    store::Follower::Options options;
    options.reports_in_memory = !writable || !lock;
    options.snapshot_every = UINT64_MAX;
    Result<std::unique_ptr<store::Follower>> follower =
        store::Follower::start(*open.journal_, options, progress);
    if (!follower) return std::unexpected(follower.error());
    open.follower_ = std::move(*follower);
    constexpr std::uint64_t piece = 100'000;
    const std::uint64_t all = open.journal_->last().sequence;
    while (open.follower_->position().sequence < all) {
        progress(open.follower_->position().sequence, all);
        if (auto done = open.follower_->follow(piece); !done) {
            return std::unexpected(done.error());
        }
    }
    return open;
}

}  // namespace sicbo::app
