// SPDX-License-Identifier: MIT
#include "store/journal_verifier.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

#include "store/open_store.h"

namespace sicbo::store {
namespace {

// The loop must wait for this thread neither at the processor nor at the disk. If the priorities
// can't be lowered, the thread runs all the same.
void lower_priority() {
    constexpr int niceness_max = 19;
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), niceness_max);
    constexpr int of_this_thread = 1;    // IOPRIO_WHO_PROCESS
    constexpr int idle_class = 3 << 13;  // IOPRIO_CLASS_IDLE
    ::syscall(SYS_ioprio_set, of_this_thread, 0, idle_class);
}

}  // namespace

Result<void> verify_journal(const Store& journal, const Position& end,
                            const std::function<bool()>& stopped) {
    Position at = beginning_of(journal.origin());
    const auto accept = [](const Position&, std::string_view) { return Result<void>(); };
    const Result<void> read = journal.read(0, [&](const Record& record) -> Result<bool> {
        if (stopped()) return failure("stopped");
        if (record.first > end.sequence) return false;
        if (auto done = read_record(record, at, accept); !done)
            return std::unexpected(done.error());
        at = record.last;
        return true;
    });
    if (!read) return read;
    if (at != end) {
        return failure("the journal has another event than at the start",
                       "event " + std::to_string(end.sequence));
    }
    return journal.quick_check(stopped);
}

JournalVerifier::JournalVerifier(const std::string& path, const Position& end,
                                 std::function<void()> on_done)
    : JournalVerifier([path] { return open_to_read(path); }, end, std::move(on_done)) {}

JournalVerifier::JournalVerifier(Open open, const Position& end, std::function<void()> on_done,
                                 bool is_remote)
    : open_(std::move(open)),
      end_(end),
      on_done_(std::move(on_done)),
      is_remote_(is_remote),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

JournalVerifier::~JournalVerifier() {
    thread_.request_stop();
    thread_.join();
}

// Returns nothing if the journal could not be reached. An error while it is read is one of the
// journal only if the same connection still answers.
std::optional<Result<void>> JournalVerifier::verify(const std::stop_token& stop) const {
    const auto journal = open_();
    if (!journal && is_remote_) return std::nullopt;
    if (!journal) return Result<void>(std::unexpected(journal.error()));
    const Result<void> done =
        verify_journal(**journal, end_, [&] { return stop.stop_requested(); });
    if (!done && is_remote_ && !(*journal)->quarantined_at()) return std::nullopt;
    return done;
}

void JournalVerifier::run(const std::stop_token& stop) {
    constexpr std::chrono::milliseconds pause{500};
    lower_priority();
    std::optional<Result<void>> done = verify(stop);
    while (!done && !stop.stop_requested()) {
        std::unique_lock lock(mutex_);
        stopped_.wait_for(lock, stop, pause, [] { return false; });
        lock.unlock();
        if (!stop.stop_requested()) done = verify(stop);
    }
    if (stop.stop_requested()) return;
    {
        const std::scoped_lock lock(mutex_);
        if (!*done) finding_ = done->error().text();
        status_.store(*done ? Status::sound : Status::damaged, std::memory_order_release);
    }
    done_.notify_all();
    on_done_();
}

JournalVerifier::Status JournalVerifier::wait_for(std::chrono::milliseconds wait_max) const {
    std::unique_lock lock(mutex_);
    done_.wait_for(lock, wait_max, [&] { return status() != Status::running; });
    return status();
}

std::string JournalVerifier::finding() const {
    const std::scoped_lock lock(mutex_);
    return finding_;
}

}  // namespace sicbo::store
