// SPDX-License-Identifier: MIT
#include "store/recover.h"

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "table/engine.h"
#include "table/recall.h"
#include "wire/bytes.h"

namespace sicbo::store {
namespace {

// Starts from the newest snapshot that the journal confirms; from the beginning if there is none.
Result<Recovered> start_from(const Store& store, std::uint64_t until) {
    std::vector<std::string> untrusted = store.damaged_snapshots();
    for (const Snapshot& snapshot : store.snapshots()) {
        if (snapshot.at.sequence > until) continue;
        if (!store.is_trusted(snapshot)) {
            untrusted.push_back("the snapshot of event " + std::to_string(snapshot.at.sequence) +
                                " is not signed with the key of this journal");
            continue;
        }
        if (snapshot.at.sequence > store.last().sequence) {
            return failure("the journal ends with event " + std::to_string(store.last().sequence) +
                           ", but there is a snapshot of event " +
                           std::to_string(snapshot.at.sequence) +
                           ": events are missing; if that is intended, remove the snapshot files");
        }
        const auto end = store.end_of_record(snapshot.at.sequence);
        if (!end) return std::unexpected(end.error());
        Result<table::State> state = wire::read_state(snapshot.state);
        if (*end != snapshot.at || !state || state->sequence != snapshot.at.sequence) {
            untrusted.push_back("the snapshot of event " + std::to_string(snapshot.at.sequence) +
                                " does not fit the journal");
            continue;
        }
        check(snapshot.at.sequence <= store.last().sequence);
        return Recovered{std::move(*state), snapshot.at, 0, std::move(untrusted)};
    }
    Recovered from_beginning;
    from_beginning.at = beginning_of(store.origin());
    from_beginning.untrusted = std::move(untrusted);
    return from_beginning;
}

Error at_event(std::uint64_t sequence, const std::string& what) {
    return {what, "event " + std::to_string(sequence)};
}

}  // namespace

Result<void> replay(Recovered& into, const Record& record, const ReplayObserver& observe) {
    const auto take = [&](const Position& at, std::string_view bytes) -> Result<void> {
        const Result<table::Event> event = wire::read_event(bytes);
        if (!event) return std::unexpected(at_event(at.sequence, event.error().text()));
        try {
            table::apply(into.state, *event);
        } catch (const std::exception& error) {  // a failed check, or a failed look-up
            return std::unexpected(at_event(at.sequence, error.what()));
        }
        check(at.sequence == into.at.sequence + 1);
        into.at = at;
        ++into.replayed;
        if (observe) observe(into.state, *event, at);
        return {};
    };
    const Position before = into.at;
    const std::uint64_t replayed = into.replayed;
    if (auto done = read_record(record, before, take); !done) return done;
    check(into.at == record.last);
    check(into.replayed - replayed == record.last.sequence - before.sequence);
    return {};
}

namespace {

// Replays from `recovered.at` to the event `until`.
Result<Recovered> replay_until(Recovered recovered, const Store& store, const Progress& progress,
                               std::uint64_t until) {
    const std::uint64_t start = recovered.at.sequence;
    const std::uint64_t before = recovered.replayed;
    const std::uint64_t end = std::min(until, store.last().sequence);
    constexpr std::uint64_t report_every = 50'000;  // events
    std::uint64_t reported = before;
    const Result<void> read = store.read(start, [&](const Record& record) -> Result<bool> {
        if (record.first > end) return false;
        if (auto done = replay(recovered, record); !done) return std::unexpected(done.error());
        if (progress && recovered.replayed >= reported + report_every) {
            reported = recovered.replayed;
            progress(reported - before, end - start);
        }
        return true;
    });
    if (!read) return std::unexpected(read.error());
    check(recovered.at.sequence == start + recovered.replayed - before);
    return recovered;
}

}  // namespace

Result<Recovered> recover(const Store& store, const Progress& progress, std::uint64_t until) {
    Result<Recovered> recovered = start_from(store, until);
    if (!recovered) return recovered;
    return replay_until(std::move(*recovered), store, progress, until);
}

Result<Recovered> recover_from(Recovered before, const Store& store, const Progress& progress) {
    if (before.at.sequence > 0) {
        const auto end = store.end_of_record(before.at.sequence);
        if (!end) return std::unexpected(end.error());
        if (*end != before.at) {
            return failure("the journal ends with event " + std::to_string(store.last().sequence) +
                           " and does not contain event " + std::to_string(before.at.sequence) +
                           " as this server has read it: acknowledged events were lost");
        }
    }
    before.replayed = 0;
    return replay_until(std::move(before), store, progress, UINT64_MAX);
}

Result<std::vector<table::RoundRecord>> find_records(const Store& store, TableId table,
                                                     const std::vector<std::uint64_t>& rounds,
                                                     std::uint64_t until,
                                                     std::span<const table::Event> more) {
    table::RoundFinder finder(table, rounds);
    table::State state;
    const auto take = [&](std::uint64_t sequence, const table::Event& event) -> Result<void> {
        try {
            finder.before_event(state, event);
            table::apply(state, event);
        } catch (const std::exception& error) {  // a failed check, or a failed look-up
            return std::unexpected(at_event(sequence, error.what()));
        }
        return {};
    };
    const auto split = [&](std::uint64_t sequence, std::string_view bytes) -> Result<void> {
        if (sequence > until) return {};
        const Result<table::Event> event = wire::read_event(bytes);
        if (!event) return std::unexpected(at_event(sequence, event.error().text()));
        return take(sequence, *event);
    };
    const Result<void> read = store.read(0, [&](const Record& record) -> Result<bool> {
        if (auto done = split_record(record, split); !done) return std::unexpected(done.error());
        return record.last.sequence < until;
    });
    if (!read) return std::unexpected(read.error());
    for (const table::Event& event : more) {
        if (auto done = take(state.sequence + 1, event); !done) {
            return std::unexpected(done.error());
        }
    }
    return finder.records(state);
}

Result<std::optional<Hash>> find_close_hash(const Store& store, TableId table) {
    // Most rounds have far fewer events than the first window; a larger one is rarely needed.
    constexpr std::uint64_t first_window = 1'000;  // events
    constexpr std::uint64_t growth = 8;
    const std::uint64_t last = store.last().sequence;
    for (std::uint64_t window = first_window;; window *= growth) {
        const std::uint64_t after = window < last ? last - window : 0;
        std::optional<Hash> close;
        bool begun = false;
        const auto look = [&](const Position& at, std::string_view bytes) -> Result<void> {
            const Result<table::Event> event = wire::read_event(bytes);
            if (!event) return std::unexpected(at_event(at.sequence, event.error().text()));
            if (event->stamp.table != table) return {};
            if (holds<table::RoundBegun>(event->fact)) {
                begun = true;
                close.reset();
            }
            if (holds<table::BettingClosed>(event->fact)) close = at.hash;
            return {};
        };
        // The first record read only provides the position before the second, unless it is the
        // first record of the journal.
        std::optional<Position> before;
        const Result<void> read = store.read(after, [&](const Record& record) -> Result<bool> {
            if (record.first == 1) before = beginning_of(store.origin());
            const std::optional<Position> from = std::exchange(before, record.last);
            const auto done = from ? read_record(record, *from, look) : Result<void>();
            if (!done) return std::unexpected(done.error());
            return true;
        });
        if (!read) return std::unexpected(read.error());
        if (begun || close || after == 0) return close;
    }
}

}  // namespace sicbo::store
