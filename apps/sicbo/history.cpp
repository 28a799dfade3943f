// sicbo history: rounds as a list, one of them as a page, or all of one for a dispute.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "commands.h"
#include "edge.h"
#include "journal.h"
#include "store/export.h"
#include "store/files.h"
#include "wire/bytes.h"
#include "wire/event_json.h"

namespace sicbo::app {
namespace {

namespace json = boost::json;

// "BettingOpened" is "betting opened".
std::string in_words(std::string_view name) {
    std::string text;
    for (const char one : name) {
        const bool capital = 'A' <= one && one <= 'Z';
        if (capital && !text.empty()) text += ' ';
        text += capital ? static_cast<char>(one - 'A' + 'a') : one;
    }
    return text;
}

std::string plain(const json::value& value) {
    if (value.is_string()) return std::string(value.as_string());
    return json::serialize(value);
}

// "closes_at 2026-..., rules 3f2a...": the fields that say something.
std::string fields_text(const json::value& fact) {
    std::string text;
    if (!fact.is_object()) return text;
    for (const auto& [name, value] : fact.as_object()) {
        const bool empty = value.is_null() || (value.is_array() && value.as_array().empty());
        if (empty) continue;
        text +=
            fmt::format("{}{} {}", text.empty() ? "" : ", ", std::string_view(name), plain(value));
    }
    return text;
}

std::string who(const table::Stamp& stamp) {
    if (stamp.actor.kind == table::ActorKind::system) return "system";
    return fmt::format("{} {}{}", to_word(stamp.actor.kind), stamp.actor.number,
                       stamp.actor.kind == table::ActorKind::person
                           ? fmt::format(" ({})", to_word(stamp.role))
                           : std::string());
}

Result<Rows> query(const store::Reports& reports, const HistoryOptions& options,
                   std::string_view sql, std::size_t columns) {
    Result<store::Statement> rows = reports.database().prepare(sql);
    if (!rows) return std::unexpected(rows.error());
    rows->bind(1, options.table).bind(2, static_cast<std::int64_t>(options.round));
    Rows all;
    while (true) {
        const Result<bool> row = rows->step();
        if (!row) return std::unexpected(row.error());
        if (!*row) return all;
        std::vector<std::string> fields;
        for (std::size_t i = 0; i < columns; ++i) {
            fields.emplace_back(rows->text(static_cast<int>(i)));
        }
        all.push_back(std::move(fields));
    }
}

std::string cents_text(const std::string& cents) {
    return to_text(Money::of_cents(std::stoll(cents)));
}

Result<Rows> bets_of(const store::Reports& reports, const HistoryOptions& options) {
    Result<Rows> rows = query(reports, options,
                              "SELECT stay, terminal, layout, spot, stake, effective, back FROM "
                              "bet WHERE table_id = ? AND round = ? ORDER BY stay, spot",
                              7);
    if (!rows) return rows;
    for (std::vector<std::string>& row : *rows) {
        if (row[1] == "0") row[1] = "felt";
        row[3] = to_text(rules::spot_of(static_cast<rules::SpotId>(std::stoi(row[3]))));
        for (std::size_t i = 4; i < 7; ++i) row[i] = cents_text(row[i]);
    }
    rows->insert(rows->begin(),
                 {"stay", "terminal", "layout", "spot", "stake", "counted", "got back"});
    return rows;
}

Rows entries_of(const std::vector<store::RoundEvent>& events) {
    Rows rows = {{"event", "from", "to", "amount"}};
    const auto account = [](ledger::Account one) {
        return one.owner == 0 ? std::string(to_word(one.kind))
                              : fmt::format("{} {}", to_word(one.kind), one.owner);
    };
    for (const store::RoundEvent& one : events) {
        for (const ledger::Posting& posting : one.event.postings) {
            rows.push_back({fmt::format("{}", one.at.sequence), account(posting.from),
                            account(posting.to), to_text(posting.amount)});
        }
    }
    return rows;
}

// The first note that covers the event; empty if none does yet.
Result<std::string> note_after(const store::Store& journal, std::uint64_t sequence) {
    std::string text;
    const Result<void> read = journal.read_notes(sequence - 1, [&](const store::Note& note) {
        text = note.text;
        return Result<void>(failure("enough"));
    });
    if (!read && text.empty()) return std::unexpected(read.error());
    return text;
}

std::string result_of(const std::vector<store::RoundEvent>& events) {
    std::string text = "in play";
    for (const store::RoundEvent& one : events) {
        if (const auto* settled = std::get_if<table::RoundSettled>(&one.event.fact)) {
            text = "settled on " + to_text(settled->roll);
        }
        if (const auto* voided = std::get_if<table::RoundVoided>(&one.event.fact)) {
            text = fmt::format("void: {} {}", to_word(voided->cause), voided->reason);
        }
        if (const auto* amended = std::get_if<table::RoundsAmended>(&one.event.fact)) {
            text += fmt::format("; amended: {}", amended->reason);
        }
    }
    return text;
}

int list_rounds(OpenJournal& open, const HistoryOptions& options) {
    Result<Rows> rows =
        query(open.reports(), options,
              "SELECT table_id, number, strftime('%Y-%m-%d %H:%M:%S', begun_at / 1000, "
              "'unixepoch'), end, ifnull(roll, ''), ifnull(cause, ''), (SELECT "
              "ifnull(sum(stake), 0) FROM bet b WHERE b.table_id = r.table_id AND b.round = "
              "r.number), (SELECT ifnull(sum(back), 0) FROM bet b WHERE b.table_id = r.table_id "
              "AND b.round = r.number) FROM round r WHERE (?1 = 0 OR table_id = ?1) AND ?2 = 0 "
              "ORDER BY begun_at DESC, first_sequence DESC LIMIT 50",
              8);
    if (!rows) return complain(rows.error(), exit_no);
    for (std::vector<std::string>& row : *rows) {
        for (std::size_t i = 6; i < 8; ++i) row[i] = cents_text(row[i]);
    }
    rows->insert(rows->begin(),
                 {"table", "round", "begun (UTC)", "end", "dice", "cause", "staked", "back"});
    return write_answer(as_columns(*rows));
}

std::string page(const HistoryOptions& options, const std::vector<store::RoundEvent>& events,
                 const Rows& bets, const std::string& note) {
    std::string text = fmt::format("Round {} of table {}: {}\n\n", options.round, options.table,
                                   result_of(events));
    Rows rows = {{"event", "time (UTC)", "by", "what"}};
    for (const store::RoundEvent& one : events) {
        const json::object object = wire::event_json(one.event);
        std::string fields = fields_text(object.at("fact"));
        constexpr std::size_t longest = 100;
        if (fields.size() > longest) fields = fields.substr(0, longest) + "...";
        rows.push_back({fmt::format("{}", one.at.sequence), to_text_exact(one.event.stamp.at),
                        who(one.event.stamp),
                        in_words(std::string_view(object.at("event").as_string())) +
                            (fields.empty() ? "" : ": " + fields)});
    }
    text += as_columns(rows) + "\nBets\n" + as_columns(bets) + "\nEntries\n" +
            as_columns(entries_of(events)) + "\n";
    text += note.empty() ? "Not signed for yet.\n" : "Signed for by\n" + note;
    return text;
}

std::string hex(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char one : bytes) {
        const auto value = static_cast<unsigned char>(one);
        text += digits[value >> 4];
        text += digits[value & 15];
    }
    return text;
}

json::array as_objects(const Rows& rows) {
    json::array all;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        json::object object;
        for (std::size_t k = 0; k < rows[i].size(); ++k) object[rows[0][k]] = rows[i][k];
        all.push_back(std::move(object));
    }
    return all;
}

// Everything about the round in one file. Each event carries its bytes and the hash before it, so
// that its own hash can be worked out by anybody.
std::string bundle(const store::Store& journal, const HistoryOptions& options,
                   const std::vector<store::RoundEvent>& events, const Rows& bets,
                   const std::string& note) {
    json::array list;
    for (const store::RoundEvent& one : events) {
        json::object object = wire::event_json(one.event);
        object["sequence"] = one.at.sequence;
        object["previous_hash"] = to_text(one.previous);
        object["hash"] = to_text(one.at.hash);
        object["bytes"] = hex(one.bytes);
        list.push_back(std::move(object));
    }
    return json::serialize(json::object{{"format", "sicbo-round-v1"},
                                        {"journal", journal.origin()},
                                        {"table", options.table},
                                        {"round", options.round},
                                        {"result", result_of(events)},
                                        {"events", list},
                                        {"bets", as_objects(bets)},
                                        {"entries", as_objects(entries_of(events))},
                                        {"note", note}}) +
           "\n";
}

}  // namespace

int run_history(const HistoryOptions& options) {
    Result<OpenJournal> open = OpenJournal::open(options.file);
    if (!open) return complain(open.error());
    if (options.round == 0) {
        if (!options.bundle.empty())
            return complain({"a bundle is of one round: --round is missing"});
        return list_rounds(*open, options);
    }
    if (options.table == 0) return complain({"which table's round? --table is missing"});
    const auto events = store::events_of_round(open->journal(), open->reports(),
                                               TableId{options.table}, options.round);
    if (!events) return complain(events.error(), exit_no);
    const Result<Rows> bets = bets_of(open->reports(), options);
    if (!bets) return complain(bets.error(), exit_no);
    const Result<std::string> note = note_after(open->journal(), events->back().at.sequence);
    if (!note) return complain(note.error(), exit_no);
    if (options.bundle.empty()) return write_answer(page(options, *events, *bets, *note));
    if (options.bundle == "-") {
        return write_answer(bundle(open->journal(), options, *events, *bets, *note));
    }
    if (store::exists(options.bundle)) {
        return complain({"there is a file already", options.bundle}, exit_no);
    }
    const auto written =
        store::write_file(options.bundle, bundle(open->journal(), options, *events, *bets, *note));
    if (!written) return complain(written.error(), exit_no);
    return write_answer(fmt::format("{}: round {} of table {}, {} events\n", options.bundle,
                                    options.round, options.table, events->size()));
}

}  // namespace sicbo::app
