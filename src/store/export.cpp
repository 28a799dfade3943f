#include "store/export.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <utility>

#include "rules/spot_id.h"
#include "wire/bytes.h"
#include "wire/event_json.h"

namespace sicbo::store {
namespace {

std::string money(std::int64_t cents) { return to_text(Money::of_cents(cents)); }

std::string moment(const Statement& row, int column) {
    return row.is_nothing(column) ? std::string() : to_text_exact(Instant{row.number(column)});
}

std::string number(const Statement& row, int column) { return std::to_string(row.number(column)); }

std::string text(const Statement& row, int column) { return std::string(row.text(column)); }

// Rows of the reports: the statement takes table (0 is all), from and to.
Result<void> rows_of(const Reports& reports, std::string_view sql, const Period& period,
                     const std::function<Row(const Statement&)>& read, const TakeRow& take) {
    Result<Statement> rows = reports.database().prepare(sql);
    if (!rows) return std::unexpected(rows.error());
    rows->bind(1, period.table.number)
        .bind(2, period.from.milliseconds)
        .bind(3, period.to.milliseconds);
    while (true) {
        const Result<bool> row = rows->step();
        if (!row) return std::unexpected(row.error());
        if (!*row) return {};
        if (auto taken = take(read(*rows)); !taken) return taken;
    }
}

Result<void> export_rounds(const Reports& reports, const Period& period, const TakeRow& take) {
    if (auto done =
            take({"table", "round", "begun_at", "opened_at", "ended_at", "end", "dice", "manual",
                  "cause", "bets", "staked", "back", "first_event", "last_event"});
        !done) {
        return done;
    }
    constexpr std::string_view sql =
        "SELECT table_id, number, begun_at, opened_at, ended_at, end, roll, manual, cause, "
        "first_sequence, last_sequence, "
        "(SELECT count(*) FROM bet b WHERE b.table_id = r.table_id AND b.round = r.number), "
        "(SELECT ifnull(sum(stake), 0) FROM bet b WHERE b.table_id = r.table_id AND b.round = "
        "r.number), "
        "(SELECT ifnull(sum(back), 0) FROM bet b WHERE b.table_id = r.table_id AND b.round = "
        "r.number) "
        "FROM round r WHERE (?1 = 0 OR table_id = ?1) AND begun_at >= ?2 AND begun_at < ?3 "
        "ORDER BY begun_at, first_sequence";
    return rows_of(
        reports, sql, period,
        [](const Statement& row) -> Row {
            return {number(row, 0),        number(row, 1),
                    moment(row, 2),        row.number(3) == 0 ? "" : moment(row, 3),
                    moment(row, 4),        text(row, 5),
                    text(row, 6),          row.number(7) != 0 ? "yes" : "no",
                    text(row, 8),          number(row, 11),
                    money(row.number(12)), money(row.number(13)),
                    number(row, 9),        number(row, 10)};
        },
        take);
}

Result<void> export_bets(const Reports& reports, const Period& period, const TakeRow& take) {
    if (auto done = take({"table", "round", "begun_at", "stay", "terminal", "layout", "spot",
                          "stake", "effective", "back"});
        !done) {
        return done;
    }
    constexpr std::string_view sql =
        "SELECT b.table_id, b.round, r.begun_at, b.stay, b.terminal, b.layout, b.spot, b.stake, "
        "b.effective, b.back FROM round r JOIN bet b ON b.table_id = r.table_id AND b.round = "
        "r.number WHERE (?1 = 0 OR r.table_id = ?1) AND r.begun_at >= ?2 AND r.begun_at < ?3 "
        "ORDER BY r.begun_at, r.first_sequence, b.stay, b.spot";
    return rows_of(
        reports, sql, period,
        [](const Statement& row) -> Row {
            return {number(row, 0),
                    number(row, 1),
                    moment(row, 2),
                    number(row, 3),
                    row.number(4) == 0 ? "" : number(row, 4),
                    text(row, 5),
                    to_text(rules::spot_of(static_cast<rules::SpotId>(row.number(6)))),
                    money(row.number(7)),
                    money(row.number(8)),
                    money(row.number(9))};
        },
        take);
}

Result<void> export_entries(const Reports& reports, const Period& period, const TakeRow& take) {
    if (auto done = take({"event", "entry", "at", "table", "what", "from", "from_owner", "to",
                          "to_owner", "amount"});
        !done) {
        return done;
    }
    constexpr std::string_view sql =
        "SELECT sequence, place, at, table_id, event, from_kind, from_owner, to_kind, to_owner, "
        "amount FROM entry WHERE (?1 = 0 OR table_id = ?1) AND at >= ?2 AND at < ?3 "
        "ORDER BY sequence, place";
    return rows_of(
        reports, sql, period,
        [](const Statement& row) -> Row {
            return {number(row, 0), number(row, 1),      moment(row, 2), number(row, 3),
                    text(row, 4),   text(row, 5),        number(row, 6), text(row, 7),
                    number(row, 8), money(row.number(9))};
        },
        take);
}

ledger::Meter difference(const ledger::Meter& to, const ledger::Meter& from) {
    return {to.in - from.in,      to.out - from.out,           to.staked - from.staked,
            to.won - from.won,    to.returned - from.returned, to.recovered - from.recovered,
            to.games - from.games};
}

Result<void> export_meters(const Store& journal, const Period& period, const TakeRow& take,
                           const Progress& progress) {
    const Result<std::uint64_t> from = last_before(journal, period.from);
    if (!from) return std::unexpected(from.error());
    const Result<std::uint64_t> to = last_before(journal, period.to);
    if (!to) return std::unexpected(to.error());
    const Result<Recovered> start = recover(journal, progress, *from);
    if (!start) return std::unexpected(start.error());
    const Result<Recovered> end = recover(journal, progress, *to);
    if (!end) return std::unexpected(end.error());
    if (auto done = take({"table", "meter", "of", "in", "out", "staked", "won", "returned",
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
            return take({std::to_string(id.number), kind, of, to_text(meter.in), to_text(meter.out),
                         to_text(meter.staked), to_text(meter.won), to_text(meter.returned),
                         to_text(meter.recovered), std::to_string(meter.games)});
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
            if (auto done = write("felt", "", table.felt, before ? &before->felt : nullptr);
                !done) {
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
        if (auto done = write_all("layout", table.layouts, before ? &before->layouts : nullptr,
                                  [&](std::size_t i) { return game.layouts.at(i).id; });
            !done) {
            return done;
        }
        if (auto done = write_all(
                "kind", table.kinds, before ? &before->kinds : nullptr,
                [&](std::size_t i) { return std::string(to_word(static_cast<rules::Kind>(i))); });
            !done) {
            return done;
        }
    }
    return {};
}

// The record that holds the event.
Result<Record> record_with(const Store& journal, std::uint64_t sequence) {
    std::optional<Record> found;
    const Result<void> read = journal.read(sequence - 1, [&](const Record& record) -> Result<void> {
        found = record;
        return failure("enough");
    });
    if (found) return std::move(*found);
    return failure(read ? "there is none" : read.error().text(),
                   "event " + std::to_string(sequence));
}

// Calls with each event from the record on that holds `first`, until there is enough.
struct Read {
    Position at;
    Hash previous;
    std::string_view bytes;
    table::Event event;
};
using TakeOne = std::function<Result<bool>(Read&)>;
Result<void> each_event(const Store& journal, std::uint64_t first, const TakeOne& take) {
    const Result<Record> record = record_with(journal, first);
    if (!record) return std::unexpected(record.error());
    const std::uint64_t after = record->first - 1;
    const Result<std::optional<Position>> end = journal.end_of_record(after);
    if (!end) return std::unexpected(end.error());
    Position before = *end ? **end : beginning_of(journal.origin());
    bool enough = false;
    const auto take_record = [&](const Record& one) -> Result<void> {
        const auto take_event = [&](const Position& at, std::string_view bytes) -> Result<void> {
            Result<table::Event> event = wire::read_event(bytes);
            if (!event) return std::unexpected(event.error());
            Read read{at, std::exchange(before.hash, at.hash), bytes, std::move(*event)};
            const Result<bool> more = take(read);
            if (!more) return std::unexpected(more.error());
            enough = !*more;
            return enough ? Result<void>(failure("enough")) : Result<void>();
        };
        if (auto done = read_record(one, Position(before), take_event); !done) return done;
        before = one.last;
        return {};
    };
    const Result<void> read = journal.read(after, take_record);
    return enough ? Result<void>() : read;
}

Result<void> export_events(const Store& journal, const Period& period, const TakeRow& take) {
    if (auto done = take(
            {"event", "at", "table", "actor", "number", "role", "request", "what", "json", "hash"});
        !done) {
        return done;
    }
    const Result<std::uint64_t> before = last_before(journal, period.from);
    if (!before) return std::unexpected(before.error());
    if (*before >= journal.last().sequence) return {};
    return each_event(journal, *before + 1, [&](const Read& read) -> Result<bool> {
        const table::Event& event = read.event;
        const table::Stamp& stamp = event.stamp;
        if (stamp.at >= period.to) return false;
        if (stamp.at < period.from || (period.table && stamp.table != period.table)) return true;
        const boost::json::object object = wire::event_json(event);
        const auto taken =
            take({std::to_string(read.at.sequence), to_text_exact(stamp.at),
                  std::to_string(stamp.table.number), std::string(to_word(stamp.actor.kind)),
                  std::to_string(stamp.actor.number), std::string(to_word(stamp.role)),
                  std::to_string(stamp.request), std::string(object.at("event").as_string()),
                  boost::json::serialize(object.at("fact")), to_text(read.at.hash)});
        if (!taken) return std::unexpected(taken.error());
        return true;
    });
}

}  // namespace

Result<std::uint64_t> last_before(const Store& journal, Instant at) {
    // Times never go back, so halves will do.
    std::uint64_t low = 0;  // before it, or nothing
    std::uint64_t high = journal.last().sequence + 1;
    while (high - low > 1) {
        const Result<Record> record = record_with(journal, low + (high - low) / 2);
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
    return low;
}

Result<void> export_rows(const Store& journal, const Reports& reports, What what,
                         const Period& period, const TakeRow& take, const Progress& progress) {
    switch (what) {
        case What::rounds: return export_rounds(reports, period, take);
        case What::bets: return export_bets(reports, period, take);
        case What::entries: return export_entries(reports, period, take);
        case What::meters: return export_meters(journal, period, take, progress);
        case What::events: return export_events(journal, period, take);
    }
    unreachable();
}

Result<std::vector<RoundEvent>> events_of_round(const Store& journal, const Reports& reports,
                                                TableId table, std::uint64_t round) {
    Result<Statement> row = reports.database().prepare(
        "SELECT first_sequence, last_sequence FROM round WHERE table_id = ? AND number = ?");
    if (!row) return std::unexpected(row.error());
    row->bind(1, table.number).bind(2, static_cast<std::int64_t>(round));
    const Result<bool> there = row->step();
    if (!there) return std::unexpected(there.error());
    if (!*there) {
        return failure("there is no round " + std::to_string(round) + " at table " +
                       std::to_string(table.number));
    }
    const auto first = static_cast<std::uint64_t>(row->number(0));
    const auto last = static_cast<std::uint64_t>(row->number(1));
    std::vector<RoundEvent> events;
    bool in_round = false;
    const auto read = each_event(journal, first, [&](Read& one) -> Result<bool> {
        if (one.event.stamp.table != table) return one.at.sequence < journal.last().sequence;
        if (const auto* begun = std::get_if<table::RoundBegun>(&one.event.fact)) {
            in_round = begun->round == round;
        }
        bool names_it = in_round;
        if (const auto* amended = std::get_if<table::RoundsAmended>(&one.event.fact)) {
            names_it =
                names_it || std::ranges::find(amended->rounds, round, &table::Amended::round) !=
                                amended->rounds.end();
        }
        if (names_it) {
            events.push_back({one.at, one.previous, std::string(one.bytes), std::move(one.event)});
        }
        return in_round || one.at.sequence < last;
    });
    if (!read) return std::unexpected(read.error());
    return events;
}

}  // namespace sicbo::store
