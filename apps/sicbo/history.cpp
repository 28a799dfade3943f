// SPDX-License-Identifier: MIT
// sicbo history: rounds as a list, one of them as a page, or all of one for a dispute.
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>

#include "bundle.h"
#include "commands.h"
#include "journal.h"
#include "round_text.h"
#include "store/checkpoint.h"
#include "store/export.h"
#include "store/files.h"
#include "store/people.h"
#include "store/recover.h"
#include "store/round_history.h"
#include "subcommand.h"
#include "typed_json.h"
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

// The actor that the value is; nothing if it is another thing.
std::optional<table::Actor> actor_in(const json::value& value) {
    if (!value.is_object() || value.as_object().size() != 2) return std::nullopt;
    const json::value* kind = value.as_object().if_contains("kind");
    const json::value* number = value.as_object().if_contains("number");
    if (!kind || !kind->is_string() || !number || !number->is_number()) return std::nullopt;
    const auto parsed = parse_word<table::ActorKind>(std::string_view(kind->as_string()));
    if (!parsed) return std::nullopt;
    return table::Actor{*parsed, number->to_number<std::uint32_t>()};
}

// The value with names and roles instead of the numbers of people, at any depth. The role is that
// in which a person acted, where it stands beside the actor, or else the person's own.
json::value with_names(const json::value& value, const table::State& now) {
    if (value.is_array()) {
        json::array list;
        for (const json::value& one : value.as_array()) list.push_back(with_names(one, now));
        return list;
    }
    if (!value.is_object()) return value;
    const json::object& object = value.as_object();
    const auto role_beside = [&](const std::string& name) -> std::optional<rules::Role> {
        const json::value* own = object.if_contains(name + "_role");
        const json::value* as = own ? own : object.if_contains("role");
        if (!as || !as->is_string()) return std::nullopt;
        return parse_word<rules::Role>(std::string_view(as->as_string()));
    };
    const auto text_of = [&](const table::Actor& actor, std::optional<rules::Role> role) {
        const auto person = now.people.find({actor.number});
        const bool known = actor.kind == table::ActorKind::person && person != now.people.end();
        if (!role && known) role = person->second.role;
        return role ? store::describe_actor(now, actor, *role) : store::actor_name(now, actor);
    };
    json::object named;
    for (const auto& [name, member] : object) {
        const bool is_person = name == "person" || name == "by";
        const auto actor = actor_in(member);
        if (actor) {
            named[name] = json::string(text_of(*actor, role_beside(std::string(name))));
        } else if (is_person && member.is_number() && member.to_number<std::uint32_t>() != 0) {
            const table::Actor one{table::ActorKind::person, member.to_number<std::uint32_t>()};
            named[name] = json::string(text_of(one, std::nullopt));
        } else {
            named[name] = with_names(member, now);
        }
    }
    return named;
}

// "closes_at 2026-..., rules 3f2a...": the fields that say something.
std::string fields_text(const json::value& fact, const table::State& now) {
    std::string text;
    if (!fact.is_object()) return text;
    const json::value named = with_names(fact, now);
    for (const auto& [name, value] : named.as_object()) {
        const bool empty = value.is_null() || (value.is_array() && value.as_array().empty());
        if (empty) continue;
        text +=
            fmt::format("{}{} {}", text.empty() ? "" : ", ", std::string_view(name), plain(value));
    }
    return text;
}

Result<store::Recovered> recover_state(const store::Store& journal) {
    ProgressBar bar("reading the journal");
    return recover(journal, [&](std::uint64_t done, std::uint64_t all) { bar.show(done, all); });
}

// The first note that covers the event, of those in the database and beside the journal; none if
// nothing does yet. One that the journal does not fit is no witness of it.
Result<std::optional<store::Checkpoint>> note_after(const store::Store& journal,
                                                    std::uint64_t sequence, std::string& text) {
    std::optional<store::Note> first;
    const Result<void> read = journal.read_notes(sequence - 1, [&](const store::Note& note) {
        first = note;
        return Result<bool>(false);
    });
    if (!read) return std::unexpected(read.error());
    const std::string beside = journal.files() + ".notes";
    store::NoteReader outside(store::exists(beside) ? beside : std::string());
    while (true) {
        Result<std::optional<store::Note>> note = outside.next();
        if (!note) return std::unexpected(note.error());
        if (!*note) break;
        if ((*note)->size < sequence || (first && first->size <= (*note)->size)) continue;
        first = std::move(**note);
    }
    if (!first || first->size > journal.last().sequence) return std::nullopt;
    const Result<store::Checkpoint> checkpoint = store::parse_checkpoint(first->text);
    if (!checkpoint) return std::unexpected(checkpoint.error());
    if (auto done = store::verify_checkpoint(journal, *checkpoint); !done)
        return std::unexpected(done.error());
    text = first->text;
    return *checkpoint;
}

// "12" or "12-20".
bool read_rounds(const std::string& text, store::RoundFilter& filter) {
    const char* end = text.data() + text.size();
    auto [stop, error] = std::from_chars(text.data(), end, filter.first_round);
    if (error != std::errc()) return false;
    filter.last_round = filter.first_round;
    if (stop != end) {
        if (*stop != '-') return false;
        const auto last = std::from_chars(stop + 1, end, filter.last_round);
        if (last.ec != std::errc() || last.ptr != end) return false;
    }
    return filter.first_round >= 1 && filter.first_round <= filter.last_round;
}

std::string as_list(const Rows& rows) {
    // Of the columns of an export, those that fit on a screen.
    constexpr std::array shown = {0U, 1U, 2U, 5U, 6U, 16U, 14U, 8U, 10U, 11U, 17U};
    Rows list = {{"table", "round", "begun (UTC)", "end", "dice", "first dice", "amended", "cause",
                  "staked", "back", "decided by"}};
    for (std::size_t i = 1; i < rows.size(); ++i) {
        std::vector<std::string>& line = list.emplace_back();
        const bool amended = rows[i][14] == "yes";
        for (const unsigned column : shown) {
            const bool only_if_amended = column == 16 || column == 14;
            line.push_back(only_if_amended && !amended ? "" : rows[i][column]);
        }
    }
    return as_columns(list);
}

int list_rounds(const store::Store& journal, const HistoryOptions& options) {
    store::RoundFilter filter;
    filter.table = {options.table};
    filter.terminal = {options.terminal};
    filter.stay = {options.stay};
    if (!options.rounds.empty() && !read_rounds(options.rounds, filter)) {
        return complain({"--rounds: must be a round or a range of rounds, such as 12 or 12-20"});
    }
    if (auto wrong = read_period(options.from, options.to, filter.from, filter.to)) {
        return complain(*wrong);
    }
    const bool filtered = !options.rounds.empty() || !options.from.empty() || !options.to.empty() ||
                          options.terminal != 0 || options.stay != 0;
    constexpr std::size_t rounds_max = 50;  // unless a part of them was asked for
    const auto rounds = store::latest_rounds(journal, filter, filtered ? SIZE_MAX : rounds_max);
    if (!rounds) return complain(rounds.error(), exit_no);
    const auto now = recover_state(journal);
    if (!now) return complain(now.error(), exit_no);
    Rows rows = {store::round_heading()};
    for (const store::RoundSummary& round : *rounds) {
        rows.push_back(store::round_row(round, now->state));
    }
    const std::string format = format_or_default(options.format);
    if (format == "json") return write_answer(json::serialize(as_objects(rows)) + "\n");
    return write_answer(format == "csv" ? as_csv(rows) : as_list(rows));
}

// The events as rows. `whole` is false if long fields are cut, so that a terminal can show them.
Rows events_of(const store::RoundHistory& history, const table::State& now, bool whole) {
    Rows rows = {{"event", "time (UTC)", "by", "what", "fields"}};
    for (const store::RoundEvent& one : history.events) {
        const json::object object = wire::event_json(one.event);
        std::string fields = fields_text(object.at("fact"), now);
        constexpr std::size_t fields_length_max = 100;
        if (!whole && fields.size() > fields_length_max) {
            fields = fields.substr(0, fields_length_max) + "...";
        }
        rows.push_back({fmt::format("{}", one.at.sequence), to_text_exact(one.event.stamp.at),
                        store::describe_actor(now, one.event.stamp, one.first_person),
                        in_words(std::string_view(object.at("event").as_string())), fields});
    }
    return rows;
}

std::string page(const store::RoundHistory& history, const table::State& now,
                 const std::string& note) {
    std::string text = fmt::format("Round {} of table {}: {}\n", history.round.number,
                                   history.round.table.number, state_text(history.round));
    for (const std::string& line : account_of(history.round, now)) text += "  " + line + "\n";
    const bool whole = isatty(STDOUT_FILENO) == 0;
    text += "\n" + as_columns(events_of(history, now, whole)) + "\nBets\n" +
            as_columns(bets_of(history.round, now)) + "\nEntries\n" +
            as_columns(entries_of(history)) + "\n";
    text += note.empty() ? "Not signed for yet.\n" : "Signed for by\n" + note;
    return text;
}

int write_bundle(const std::string& path, const std::string& text, const HistoryOptions& options) {
    if (path == "-") return write_answer(text);
    if (store::exists(path)) return complain({"the file exists already", path}, exit_no);
    if (auto done = store::write_file(path, text); !done) return complain(done.error(), exit_no);
    return write_answer(
        fmt::format("{}: round {} of table {}\n", path, options.round, options.table));
}

// Returns an error if options exclude each other or one lacks another; else nothing.
std::optional<Error> wrong_use(const HistoryOptions& options) {
    if (options.round == 0 && !options.bundle.empty()) {
        return Error{"--bundle needs --round: a bundle contains one round"};
    }
    if (options.round != 0 && options.table == 0) {
        return Error{"--round needs --table: each table counts its own rounds"};
    }
    const bool filtered = !options.rounds.empty() || !options.from.empty() || !options.to.empty() ||
                          options.terminal != 0 || options.stay != 0;
    if (options.round != 0 && filtered) {
        return Error{"--round shows one round: leave out what a list is chosen by"};
    }
    if (!options.bundle.empty() && !options.format.empty()) {
        return Error{"--bundle is JSON: leave out --format"};
    }
    return std::nullopt;
}

}  // namespace

int run_history(const HistoryOptions& options) {
    if (auto wrong = wrong_use(options)) return complain(*wrong);
    const auto journal = store::open_to_read(options.file);
    if (!journal) return complain(journal.error(), exit_code_for_journal(options.file));
    if (options.round == 0) return list_rounds(**journal, options);
    const auto history =
        store::read_round_history(**journal, TableId{options.table}, options.round);
    if (!history) return complain(history.error(), exit_no);
    const auto now = recover_state(**journal);
    if (!now) return complain(now.error(), exit_no);
    std::string note;
    const auto signed_for = note_after(**journal, history->events.back().at.sequence, note);
    if (!signed_for) return complain(signed_for.error(), exit_no);
    if (options.format == "csv") {
        return write_answer(as_csv(events_of(*history, now->state, true)));
    }
    if (options.bundle.empty() && options.format != "json") {
        return write_answer(page(*history, now->state, note));
    }
    const std::uint64_t signed_to = *signed_for ? (*signed_for)->at.sequence : 0;
    const auto text = bundle_text(**journal, *history, now->state, note, signed_to);
    if (!text) return complain(text.error(), exit_no);
    return write_bundle(options.bundle.empty() ? "-" : options.bundle, *text, options);
}

}  // namespace sicbo::app
