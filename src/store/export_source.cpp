// SPDX-License-Identifier: MIT
#include "store/export_source.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "core/check.h"
#include "wire/bytes.h"

namespace sicbo::store {

Result<void> rounds_of(const Store& journal, const Period& period, const RoundHandler& handle) {
    const Result<std::uint64_t> before = last_before(journal, period.from);
    if (!before) return std::unexpected(before.error());
    // The first pass finds where each round is amended for the last time, the second the rounds.
    std::map<std::pair<TableId, std::uint64_t>, std::uint64_t> amended_at;
    const auto look = [&](const JournalEvent& read) -> Result<bool> {
        if (const auto* amended = get_if<table::RoundsAmended>(&read.event.fact)) {
            for (const table::Amended& each : amended->rounds) {
                amended_at[{read.event.stamp.table, each.round}] = read.at.sequence;
            }
        }
        return true;
    };
    if (auto done = read_events(journal, *before + 1, look); !done) return done;
    std::deque<RoundSummary> rounds;
    std::map<TableId, std::uint64_t> in_play;
    const auto is_final = [&](const RoundSummary& round, std::uint64_t at) {
        const auto amended = amended_at.find({round.table, round.number});
        return in_play[round.table] != round.number &&
               (amended == amended_at.end() || amended->second <= at);
    };
    const auto read_one = [&](const JournalEvent& read) -> Result<bool> {
        const TableId at = read.event.stamp.table;
        if (!period.includes(at)) return true;
        if (auto begun = started_by(read.event, read.at.sequence)) {
            in_play[at] = begun->number;
            if (begun->begun_at >= period.from && begun->begun_at < period.to) {
                rounds.push_back(std::move(*begun));
            }
        } else {
            for (RoundSummary& round : rounds) {
                const bool its_own = round.table == at && in_play[at] == round.number;
                if (!its_own && !amends(read.event, round)) continue;
                if (auto applied = apply_event(round, read); !applied) {
                    return std::unexpected(applied.error());
                }
            }
        }
        while (!rounds.empty() && is_final(rounds.front(), read.at.sequence)) {
            if (auto handled = handle(rounds.front()); !handled)
                return std::unexpected(handled.error());
            rounds.pop_front();
        }
        return !rounds.empty() || read.event.stamp.at < period.to;
    };
    if (auto done = read_events(journal, *before + 1, read_one); !done) return done;
    for (const RoundSummary& round : rounds) {
        if (auto handled = handle(round); !handled) return handled;
    }
    return {};
}

Result<void> events_of(const Store& journal, const Period& period,
                       const JournalEventHandler& handle) {
    const Result<std::uint64_t> before = last_before(journal, period.from);
    if (!before) return std::unexpected(before.error());
    return read_events(journal, *before + 1, [&](JournalEvent& read) -> Result<bool> {
        const table::Stamp& stamp = read.event.stamp;
        if (stamp.at >= period.to) return false;
        if (stamp.at < period.from || !period.includes(stamp.table)) return true;
        return handle(read);
    });
}

Result<std::uint64_t> last_before(const Store& journal, Instant at) {
    // The times of events never decrease, so a binary search finds it.
    std::uint64_t low = 0;  // an event before `at`, or 0
    std::uint64_t high = journal.last().sequence + 1;
    while (high - low > 1) {
        const Result<Record> record = find_record(journal, low + (high - low) / 2);
        if (!record) return std::unexpected(record.error());
        const auto look = [&](std::uint64_t sequence, std::string_view bytes) -> Result<void> {
            const Result<table::Event> event = wire::read_event(bytes);
            if (!event) return std::unexpected(event.error());
            if (event->stamp.at < at) {
                low = std::max(low, sequence);
            } else {
                high = std::min(high, sequence);
            }
            return {};
        };
        if (auto done = split_record(*record, look); !done) return std::unexpected(done.error());
    }
    check(low + 1 == high && low <= journal.last().sequence);
    return low;
}

Result<PeriodStates> recover_period(const Store& journal, const Period& period,
                                    const Progress& progress) {
    const Result<std::uint64_t> from = last_before(journal, period.from);
    if (!from) return std::unexpected(from.error());
    Result<Recovered> before = recover(journal, progress, *from);
    if (!before) return std::unexpected(before.error());
    Result<Recovered> now = recover(journal, progress);
    if (!now) return std::unexpected(now.error());
    check(before->at.sequence >= *from && before->at.sequence <= now->at.sequence);
    return PeriodStates{std::move(*before), std::move(*now)};
}

}  // namespace sicbo::store
