// SPDX-License-Identifier: MIT
#include "ours.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "../floor.h"
#include "core/check.h"
#include "raw.h"
#include "store/files.h"
#include "store/follower_thread.h"
#include "store/memory.h"
#include "store/open_store.h"

namespace durable {
namespace {

using namespace sicbo;
using bench::must;

// The journal, and what went into it.
class Watched : public store::Store {
public:
    explicit Watched(const std::string& location) : store_(must(store::open_to_write(location))) {}

    const std::string& origin() const override { return store_->origin(); }
    store::Position last() const override { return store_->last(); }
    Result<void> append(const store::Record& record, std::span<const store::Note> notes) override {
        bytes_ = record.bytes.size();
        const Clock::time_point begin = Clock::now();
        Result<void> done = store_->append(record, notes);
        storing_ += Clock::now() - begin;
        return done;
    }
    Result<void> read(std::uint64_t after, const store::RecordHandler& take) const override {
        return store_->read(after, take);
    }
    Result<void> read_notes(std::uint64_t after, const store::NoteHandler& take) const override {
        return store_->read_notes(after, take);
    }
    Result<void> quarantine(const store::Quarantine& command) override {
        return store_->quarantine(command);
    }
    Result<std::vector<store::Quarantine>> quarantined() const override {
        return store_->quarantined();
    }
    Result<std::vector<std::uint64_t>> quarantined_at() const override {
        return store_->quarantined_at();
    }
    Result<std::optional<store::Note>> last_note() const override { return store_->last_note(); }
    Result<std::optional<store::Position>> end_of_record(std::uint64_t sequence) const override {
        return store_->end_of_record(sequence);
    }
    Result<void> save_snapshot(const store::Snapshot& snapshot) override {
        return store_->save_snapshot(snapshot);
    }
    std::vector<store::Snapshot> snapshots() const override { return store_->snapshots(); }
    bool is_trusted(const store::Snapshot& snapshot) const override {
        return store_->is_trusted(snapshot);
    }
    Result<std::unique_ptr<store::Reports>> open_reports() override {
        return store_->open_reports();
    }
    std::uint64_t wal_bytes() const override { return store_->wal_bytes(); }
    std::uint64_t wal_bytes_max() const override { return store_->wal_bytes_max(); }
    Result<void> checkpoint_wal() override {
        const Clock::time_point begin = Clock::now();
        Result<void> done = store_->checkpoint_wal();
        storing_ += Clock::now() - begin;
        return done;
    }
    Result<std::unique_ptr<store::Store>> open_reader() const override {
        return store_->open_reader();
    }
    std::string files() const override { return store_->files(); }
    Result<void> publish_acknowledged() override { return store_->publish_acknowledged(); }
    int free_percent() const override { return store_->free_percent(); }
    void restore_reserve() override { store_->restore_reserve(); }

    std::uint64_t bytes() const { return bytes_; }  // of the last record
    Clock::duration storing() const { return storing_; }

private:
    std::unique_ptr<store::Store> store_;
    std::uint64_t bytes_ = 0;
    Clock::duration storing_{};
};

}  // namespace

OurRun run_ours(const std::string& folder, std::uint32_t bettors, Following following,
                const Span& span, const std::string& database) {
    const std::string path = folder + "/journal";
    OurRun run;
    {
        Watched journal(database.empty() ? path : store::with_files(database, path));
        bench::Floor floor(journal, {path + ".quarantine-", bettors});
        std::unique_ptr<store::FollowerThread> follower;
        if (following == Following::yes) {
            follower =
                must(store::FollowerThread::start(store::FollowerThread::default_options(journal)));
        }
        Latencies latencies;
        Watch watch(span);
        Clock::duration stored{};
        while (watch.goes_on(latencies)) {
            if (!watch.warm()) stored = journal.storing();
            constexpr std::size_t batches_kept = 100'000;
            const auto bets = floor.turn([&](Clock::duration time) { latencies.add(time); });
            if (follower) floor.loop().add_notes(follower->take_notes());
            must(floor.loop().compact());
            const Batch batch{bets, journal.bytes()};
            if (watch.warm() && run.batches.size() < batches_kept) run.batches.push_back(batch);
        }
        run.measured = measured(latencies, watch.counted());
        run.storing = std::chrono::duration<double>(journal.storing() - stored).count() /
                      std::chrono::duration<double>(watch.counted()).count();
        run.events = journal.last().sequence;
        if (follower) {
            follower->stop();
            check(!follower->error());
            run.not_followed = run.events - follower->sequence();
        }
        // Another connection finds what was acknowledged.
        const auto again = must(journal.open_reader());
        check(again->last() == journal.last());
    }
    for (const std::string& file : store::files_with_prefix(path)) store::remove_file(file);
    return run;
}

Measured run_on_memory(std::uint32_t bettors, const Span& span) {
    store::MemoryStore journal;
    bench::Floor floor(journal, {"", bettors});
    Latencies latencies;
    Watch watch(span);
    while (watch.goes_on(latencies)) {
        floor.turn([&](Clock::duration time) { latencies.add(time); });
        must(floor.loop().compact());
    }
    return measured(latencies, watch.counted());
}

Ratios run_in_turns(const std::string& folder, std::uint32_t bettors, const Span& span) {
    constexpr int commits = 20;
    const std::string path = folder + "/journal";
    std::vector<double> of_memory;
    std::vector<double> of_raw;
    {
        Watched journal(path);
        bench::Floor floor(journal, {path + ".quarantine-", bettors});
        const auto follower =
            must(store::FollowerThread::start(store::FollowerThread::default_options(journal)));
        store::MemoryStore nothing_durable;
        bench::Floor on_memory(nothing_durable, {"", bettors});
        RawFile raw(folder + "/raw");
        std::string bytes;
        std::vector<std::uint64_t> batches;
        const auto time = [](const auto& step) {
            const Clock::time_point begin = Clock::now();
            for (int i = 0; i < commits; ++i) step(i);
            return std::chrono::duration<double>(Clock::now() - begin).count();
        };
        Latencies latencies;
        Watch watch(span);
        while (watch.goes_on(latencies)) {
            batches.clear();
            const double ours = time([&](int) {
                floor.turn([&](Clock::duration one) { latencies.add(one); });
                floor.loop().add_notes(follower->take_notes());
                must(floor.loop().compact());
                batches.push_back(journal.bytes());
            });
            const double memory = time([&](int) {
                on_memory.turn([&](Clock::duration one) { latencies.add(one); });
                must(on_memory.loop().compact());
            });
            bytes.assign(std::ranges::max(batches), 'x');
            const double file = time(
                [&](int i) { raw.append(bytes.data(), batches[static_cast<std::size_t>(i)]); });
            if (!watch.warm()) continue;
            of_memory.push_back(memory / ours);
            of_raw.push_back(file / ours);
        }
        follower->stop();
        check(!follower->error());
    }
    for (const std::string& file : store::files_with_prefix(path)) store::remove_file(file);
    return {median(std::move(of_memory)), median(std::move(of_raw))};
}

}  // namespace durable
