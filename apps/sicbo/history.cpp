// SPDX-License-Identifier: MIT
// sicbo history: rounds as a list, one of them as a page, or all of one for a dispute.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "commands.h"
#include "device/proof.h"
#include "edge.h"
#include "journal.h"
#include "store/checkpoint.h"
#include "store/files.h"
#include "store/recover.h"
#include "store/round_history.h"
#include "wire/bytes.h"
#include "wire/event_json.h"
#include "wire/fields_json.h"

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

Rows bets_of(const store::RoundSummary& round, const table::State& now) {
    Rows rows = {{"stay", "terminal", "layout", "spot", "stake", "counted", "got back"}};
    for (const auto& [stay, bets] : round.slips) {
        for (const store::BetSummary& bet : bets) {
            rows.push_back({fmt::format("{}", stay.number),
                            bet.terminal ? fmt::format("{}", bet.terminal.number) : "felt",
                            layout_of(now, round, bet), to_text(rules::spot_of(bet.spot)),
                            to_text(bet.stake), to_text(bet.effective), to_text(bet.back)});
        }
    }
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

// The first note that covers the event, of those in the database and beside the journal; none if
// nothing does yet. One that the journal does not fit is no witness of it.
Result<std::optional<store::Checkpoint>> note_after(const store::SqliteStore& journal,
                                                    std::uint64_t sequence, std::string& text) {
    std::optional<store::Note> first;
    const Result<void> read = journal.read_notes(sequence - 1, [&](const store::Note& note) {
        first = note;
        return Result<bool>(false);
    });
    if (!read) return std::unexpected(read.error());
    const std::string beside = journal.path() + ".notes";
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

std::string result_of(const std::vector<store::RoundEvent>& events) {
    std::string text = "in play";
    for (const store::RoundEvent& one : events) {
        if (const auto* settled = get_if<table::RoundSettled>(&one.event.fact)) {
            text = "settled on " + to_text(settled->roll);
        }
        if (const auto* voided = get_if<table::RoundVoided>(&one.event.fact)) {
            text = fmt::format("void: {} {}", to_word(voided->cause), voided->reason);
        }
        if (const auto* amended = get_if<table::RoundsAmended>(&one.event.fact)) {
            text += fmt::format("; amended: {}", amended->reason);
        }
    }
    return text;
}

int list_rounds(const store::Store& journal, const HistoryOptions& options) {
    constexpr std::size_t rounds_max = 50;
    const auto rounds = store::latest_rounds(journal, TableId{options.table}, rounds_max);
    if (!rounds) return complain(rounds.error(), exit_no);
    Rows rows = {{"table", "round", "begun (UTC)", "end", "dice", "cause", "staked", "back"}};
    for (const store::RoundSummary& round : *rounds) {
        Money staked;
        Money back;
        for (const auto& [stay, bets] : round.slips) {
            for (const store::BetSummary& bet : bets) {
                staked += bet.stake;
                back += bet.back;
            }
        }
        rows.push_back({fmt::format("{}", round.table.number), fmt::format("{}", round.number),
                        to_text_exact(round.begun_at), std::string(to_word(round.end)),
                        round.roll ? to_text(*round.roll) : "",
                        round.cause ? std::string(to_word(*round.cause)) : "", to_text(staked),
                        to_text(back)});
    }
    return write_answer(as_columns(rows));
}

std::string page(const HistoryOptions& options, const std::vector<store::RoundEvent>& events,
                 const Rows& bets, const std::string& note) {
    std::string text = fmt::format("Round {} of table {}: {}\n\n", options.round, options.table,
                                   result_of(events));
    Rows rows = {{"event", "time (UTC)", "by", "what"}};
    for (const store::RoundEvent& one : events) {
        const json::object object = wire::event_json(one.event);
        std::string fields = fields_text(object.at("fact"));
        constexpr std::size_t fields_length_max = 100;
        if (fields.size() > fields_length_max) {
            fields = fields.substr(0, fields_length_max) + "...";
        }
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

// Every event from the round's first to the one that the note signs for: those of other rounds and
// tables stand between them in the chain of hashes. None more than the round's own without a note.
Result<json::array> chain_of(const store::Store& journal, std::uint64_t first, std::uint64_t last) {
    json::array chain;
    const auto done =
        read_events(journal, first, [&](const store::JournalEvent& read) -> Result<bool> {
            chain.push_back(
                json::object{{"sequence", read.at.sequence}, {"bytes", hex(read.bytes)}});
            return read.at.sequence < last;
        });
    if (!done) return std::unexpected(done.error());
    return chain;
}

// What `sicbo verify` checks, as far as the round's events have it.
json::value proof_of(const store::RoundHistory& whole) {
    device::RoundProof proof;
    proof.table = whole.round.table;
    proof.round = whole.round.number;
    bool closed = false;
    bool read = false;
    for (const store::RoundEvent& one : whole.events) {
        const table::Fact& fact = one.event.fact;
        if (const auto* e = get_if<table::DiceCommitted>(&fact)) {
            if (e->round == proof.round) proof.commitment = e->commitment;
        } else if (const auto* revealed = get_if<table::DiceRevealed>(&fact)) {
            if (revealed->round == proof.round) proof.secret = revealed->secret;
        } else if (holds<table::BettingClosed>(fact)) {
            closed = true;
        } else if (holds<table::MixEnded>(fact)) {
            proof.mixed_first = !closed;
        } else if (const auto* armed = get_if<table::TumblerArmed>(&fact)) {
            proof.close_hash = armed->close_hash;
        } else if (const auto* reading = get_if<table::ReadingTaken>(&fact)) {
            proof.roll = reading->roll;
            read = true;
        } else if (const auto* proved = get_if<table::ReadingProved>(&fact)) {
            proof.key = proved->proof.key;
            proof.counter = proved->proof.counter;
            proof.tumbles = proved->proof.mixes;
            proof.signature = proved->proof.signature;
        }
    }
    return read ? wire::Write::of(proof) : json::value(nullptr);
}

// Everything about the round in one self-contained file: a reader with the public key needs
// nothing else to see that this was registered.
Result<std::string> bundle(const store::Store& journal, const store::RoundHistory& whole,
                           const Rows& bets, const std::string& note, std::uint64_t signed_to) {
    const auto& events = whole.events;
    json::array list;
    for (const store::RoundEvent& one : events) {
        json::object object = wire::event_json(one.event);
        object["sequence"] = one.at.sequence;
        object["previous_hash"] = to_text(one.previous);
        object["hash"] = to_text(one.at.hash);
        object["bytes"] = hex(one.bytes);
        list.push_back(std::move(object));
    }
    const std::uint64_t last = std::max(signed_to, events.back().at.sequence);
    Result<json::array> chain = chain_of(journal, events.front().at.sequence, last);
    if (!chain) return std::unexpected(chain.error());
    return json::serialize(json::object{{"format", "sicbo-round-v2"},
                                        {"journal", journal.origin()},
                                        {"table", whole.round.table.number},
                                        {"round", whole.round.number},
                                        {"result", result_of(events)},
                                        {"events", list},
                                        {"proof", proof_of(whole)},
                                        {"bets", as_objects(bets)},
                                        {"entries", as_objects(entries_of(events))},
                                        {"previous_hash", to_text(events.front().previous)},
                                        {"chain", std::move(*chain)},
                                        {"note", note}}) +
           "\n";
}

int write_bundle(const std::string& path, const std::string& text, const HistoryOptions& options) {
    if (path == "-") return write_answer(text);
    if (store::exists(path)) return complain({"the file exists already", path}, exit_no);
    if (auto done = store::write_file(path, text); !done) return complain(done.error(), exit_no);
    return write_answer(
        fmt::format("{}: round {} of table {}\n", path, options.round, options.table));
}

}  // namespace

int run_history(const HistoryOptions& options) {
    if (options.round == 0 && !options.bundle.empty()) {
        return complain({"--bundle needs --round: a bundle contains one round"});
    }
    if (options.round != 0 && options.table == 0) {
        return complain({"--round needs --table: each table counts its own rounds"});
    }
    const auto journal = store::SqliteStore::open_to_read(options.file);
    if (!journal) return complain(journal.error(), exit_code_for_journal(options.file));
    if (options.round == 0) return list_rounds(**journal, options);
    const auto whole = store::read_round_history(**journal, TableId{options.table}, options.round);
    if (!whole) return complain(whole.error(), exit_no);
    ProgressBar bar("reading the journal");
    const auto now =
        recover(**journal, [&](std::uint64_t done, std::uint64_t all) { bar.show(done, all); });
    bar.clear();
    if (!now) return complain(now.error(), exit_no);
    const Rows bets = bets_of(whole->round, now->state);
    std::string note;
    const auto signed_for = note_after(**journal, whole->events.back().at.sequence, note);
    if (!signed_for) return complain(signed_for.error(), exit_no);
    if (options.bundle.empty()) return write_answer(page(options, whole->events, bets, note));
    const std::uint64_t signed_to = *signed_for ? (*signed_for)->at.sequence : 0;
    const auto text = bundle(**journal, *whole, bets, note, signed_to);
    if (!text) return complain(text.error(), exit_no);
    return write_bundle(options.bundle, *text, options);
}

}  // namespace sicbo::app
