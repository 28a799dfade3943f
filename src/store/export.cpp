// SPDX-License-Identifier: MIT
#include "store/export.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <deque>
#include <map>
#include <utility>

#include "core/check.h"
#include "rules/spot_id.h"
#include "store/round_history.h"
#include "wire/bytes.h"
#include "wire/event_json.h"

namespace sicbo::store {
namespace {

// Calls `handle` with the rounds that began in the period, in that order, each as it stands at the
// end of the journal. Only rounds that may still be amended are kept in memory.
using RoundHandler = std::function<Result<void>(const RoundSummary&)>;
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
        if (period.table && at != period.table) return true;
        if (auto begun = started_by(read.event, read.at.sequence)) {
            in_play[at] = begun->number;
            if (begun->begun_at >= period.from && begun->begun_at < period.to) {
                rounds.push_back(std::move(*begun));
            }
        } else {
            for (RoundSummary& round : rounds) {
                const bool its_own = round.table == at && in_play[at] == round.number;
                if (!its_own && !amends(read.event, round)) continue;
                if (auto applied = apply_event(round, read.event, read.at.sequence); !applied) {
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

std::string moment(const std::optional<Instant>& at) {
    return at && at->milliseconds != 0 ? to_text_exact(*at) : std::string();
}

Result<void> export_rounds(const Store& journal, const Period& period, const RowHandler& handle) {
    if (auto done =
            handle({"table", "round", "begun_at", "opened_at", "ended_at", "end", "dice", "manual",
                    "cause", "bets", "staked", "back", "first_event", "last_event"});
        !done) {
        return done;
    }
    return rounds_of(journal, period, [&](const RoundSummary& round) {
        std::size_t count = 0;
        Money staked;
        Money back;
        for (const auto& [stay, bets] : round.slips) {
            for (const BetSummary& bet : bets) {
                ++count;
                staked += bet.stake;
                back += bet.back;
            }
        }
        return handle({std::to_string(round.table.number), std::to_string(round.number),
                       to_text_exact(round.begun_at), moment(round.opened_at),
                       moment(round.ended_at), std::string(to_word(round.end)),
                       round.roll ? to_text(*round.roll) : "", round.manual ? "yes" : "no",
                       round.cause ? std::string(to_word(*round.cause)) : "", std::to_string(count),
                       to_text(staked), to_text(back), std::to_string(round.first),
                       std::to_string(round.last)});
    });
}

Result<void> export_bets(const Store& journal, const Period& period, const RowHandler& handle,
                         const Progress& progress) {
    if (auto done = handle({"table", "round", "begun_at", "stay", "terminal", "layout", "spot",
                            "stake", "effective", "back"});
        !done) {
        return done;
    }
    const Result<Recovered> now = recover(journal, progress);
    if (!now) return std::unexpected(now.error());
    return rounds_of(journal, period, [&](const RoundSummary& round) -> Result<void> {
        for (const auto& [stay, bets] : round.slips) {
            for (const BetSummary& bet : bets) {
                const auto handled =
                    handle({std::to_string(round.table.number), std::to_string(round.number),
                            to_text_exact(round.begun_at), std::to_string(stay.number),
                            bet.terminal ? std::to_string(bet.terminal.number) : "",
                            layout_of(now->state, round, bet), to_text(rules::spot_of(bet.spot)),
                            to_text(bet.stake), to_text(bet.effective), to_text(bet.back)});
                if (!handled) return handled;
            }
        }
        return {};
    });
}

// The events of the period, of the table if one is given.
Result<void> events_of(const Store& journal, const Period& period,
                       const JournalEventHandler& handle) {
    const Result<std::uint64_t> before = last_before(journal, period.from);
    if (!before) return std::unexpected(before.error());
    return read_events(journal, *before + 1, [&](JournalEvent& read) -> Result<bool> {
        const table::Stamp& stamp = read.event.stamp;
        if (stamp.at >= period.to) return false;
        if (stamp.at < period.from || (period.table && stamp.table != period.table)) return true;
        return handle(read);
    });
}

Result<void> export_entries(const Store& journal, const Period& period, const RowHandler& handle) {
    if (auto done = handle({"event", "entry", "at", "table", "what", "from", "from_owner", "to",
                            "to_owner", "amount"});
        !done) {
        return done;
    }
    return events_of(journal, period, [&](const JournalEvent& read) -> Result<bool> {
        const table::Event& event = read.event;
        std::uint64_t number = 0;
        for (const ledger::Posting& posting : event.postings) {
            const auto handled =
                handle({std::to_string(read.at.sequence), std::to_string(++number),
                        to_text_exact(event.stamp.at), std::to_string(event.stamp.table.number),
                        std::string(choice_names<table::FactChoice>[event.fact.index()]),
                        std::string(to_word(posting.from.kind)), std::to_string(posting.from.owner),
                        std::string(to_word(posting.to.kind)), std::to_string(posting.to.owner),
                        to_text(posting.amount)});
            if (!handled) return std::unexpected(handled.error());
        }
        return true;
    });
}

// By how much the meter rose. Corrections may lower what was won or returned, never the rest.
ledger::Meter difference(const ledger::Meter& to, const ledger::Meter& from) {
    check(to.in >= from.in && to.out >= from.out);
    check(to.games >= from.games);
    return {to.in - from.in,      to.out - from.out,           to.staked - from.staked,
            to.won - from.won,    to.returned - from.returned, to.recovered - from.recovered,
            to.games - from.games};
}

Result<void> export_meters(const Store& journal, const Period& period, const RowHandler& handle,
                           const Progress& progress) {
    const Result<std::uint64_t> from = last_before(journal, period.from);
    if (!from) return std::unexpected(from.error());
    const Result<std::uint64_t> to = last_before(journal, period.to);
    if (!to) return std::unexpected(to.error());
    const Result<Recovered> start = recover(journal, progress, *from);
    if (!start) return std::unexpected(start.error());
    const Result<Recovered> end = recover(journal, progress, *to);
    if (!end) return std::unexpected(end.error());
    if (auto done = handle({"table", "meter", "of", "in", "out", "staked", "won", "returned",
                            "recovered", "games"});
        !done) {
        return done;
    }
    for (const auto& [id, table] : end->state.tables) {
        if (period.table && period.table != id) continue;
        const table::Table* before = find_table(start->state, id);
        const auto write = [&](const char* kind, const std::string& of, const ledger::Meter& now,
                               const ledger::Meter* then) {
            const ledger::Meter meter = difference(now, then ? *then : ledger::Meter());
            return handle({std::to_string(id.number), kind, of, to_text(meter.in),
                           to_text(meter.out), to_text(meter.staked), to_text(meter.won),
                           to_text(meter.returned), to_text(meter.recovered),
                           std::to_string(meter.games)});
        };
        for (const auto& [terminal, now] : table.terminals) {
            const ledger::Meter* then = before && before->terminals.contains(terminal)
                                            ? &before->terminals.at(terminal).meter
                                            : nullptr;
            if (auto done = write("terminal", std::to_string(terminal.number), now.meter, then);
                !done) {
                return done;
            }
        }
        if (table.terminals.empty()) {
            const ledger::Meter* then = before ? &before->felt_meter : nullptr;
            if (auto done = write("felt", "", table.felt_meter, then); !done) {
                return done;
            }
        }
        const auto write_all = [&](const char* kind, const auto& now, const auto* then,
                                   const auto& name) -> Result<void> {
            for (std::size_t i = 0; i < now.size(); ++i) {
                const ledger::Meter* old = then && i < then->size() ? &(*then)[i] : nullptr;
                if (auto done = write(kind, name(i), now[i], old); !done) return done;
            }
            return {};
        };
        const rules::Game& game = *rules_of(end->state, table).game;
        if (auto done =
                write_all("layout", table.layout_meters, before ? &before->layout_meters : nullptr,
                          [&](std::size_t i) { return game.layouts.at(i).id; });
            !done) {
            return done;
        }
        if (auto done = write_all(
                "kind", table.kind_meters, before ? &before->kind_meters : nullptr,
                [&](std::size_t i) { return std::string(to_word(static_cast<rules::Kind>(i))); });
            !done) {
            return done;
        }
    }
    return {};
}

Result<void> export_events(const Store& journal, const Period& period, const RowHandler& handle) {
    if (auto done = handle(
            {"event", "at", "table", "actor", "number", "role", "request", "what", "json", "hash"});
        !done) {
        return done;
    }
    return events_of(journal, period, [&](const JournalEvent& read) -> Result<bool> {
        const table::Event& event = read.event;
        const table::Stamp& stamp = event.stamp;
        const boost::json::object object = wire::event_json(event);
        const auto handled =
            handle({std::to_string(read.at.sequence), to_text_exact(stamp.at),
                    std::to_string(stamp.table.number), std::string(to_word(stamp.actor.kind)),
                    std::to_string(stamp.actor.number), std::string(to_word(stamp.role)),
                    std::to_string(stamp.request), std::string(object.at("event").as_string()),
                    boost::json::serialize(object.at("fact")), to_text(read.at.hash)});
        if (!handled) return std::unexpected(handled.error());
        return true;
    });
}

}  // namespace

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

Result<void> export_rows(const Store& journal, ExportKind what, const Period& period,
                         const RowHandler& handle, const Progress& progress) {
    switch (what) {
        case ExportKind::rounds: return export_rounds(journal, period, handle);
        case ExportKind::bets: return export_bets(journal, period, handle, progress);
        case ExportKind::entries: return export_entries(journal, period, handle);
        case ExportKind::meters: return export_meters(journal, period, handle, progress);
        case ExportKind::events: return export_events(journal, period, handle);
    }
    unreachable();
}

}  // namespace sicbo::store
