// SPDX-License-Identifier: MIT
#include "bundle.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <set>

#include "device/proof.h"
#include "round_text.h"
#include "store/people.h"
#include "typed_json.h"
#include "wire/event_json.h"
#include "wire/fields_json.h"

namespace sicbo::app {
namespace {

namespace json = boost::json;

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

json::value word(const auto& value) { return json::value(json::string(to_word(value))); }

json::value dice(const std::optional<rules::Roll>& roll) {
    return roll ? json::value(json::string(to_text(*roll))) : json::value(nullptr);
}

// Every event from the round's first to the one that the note signs for: those of other rounds and
// tables stand between them in the chain of hashes. Without a note, only the round's own events.
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

json::object actor_json(const table::State& later, const table::Actor& actor, rules::Role role) {
    return {{"kind", word(actor.kind)},
            {"number", actor.number},
            {"name", store::actor_name(later, actor)},
            {"role", word(role)}};
}

json::array events_json(const store::RoundHistory& history, const table::State& later) {
    json::array list;
    for (const store::RoundEvent& one : history.events) {
        json::object object = wire::event_json(one.event);
        object["sequence"] = one.at.sequence;
        object["previous_hash"] = to_text(one.previous);
        object["hash"] = to_text(one.at.hash);
        object["bytes"] = hex(one.bytes);
        object["by"] = store::describe_actor(later, one.event.stamp, one.first_person);
        list.push_back(std::move(object));
    }
    return list;
}

json::array amendments_json(const store::RoundSummary& round, const table::State& later) {
    json::array list;
    for (const store::AmendmentSummary& amendment : round.amendments) {
        const table::Stamp& stamp = amendment.stamp;
        const auto& first = amendment.first_person;
        json::array players;
        for (const auto& [stay, change] : amendment.back) {
            players.push_back(json::object{{"stay", stay.number},
                                           {"back_before", to_text(change.before)},
                                           {"back_after", to_text(change.after)},
                                           {"difference", to_text(change.after - change.before)}});
        }
        list.push_back(json::object{
            {"event", amendment.sequence},
            {"at", to_text_exact(stamp.at)},
            {"cause", word(amendment.cause)},
            {"reason", amendment.reason},
            {"first", first ? json::value(actor_json(later, first->actor, first->role))
                            : json::value(nullptr)},
            {"second", actor_json(later, stamp.actor, stamp.role)},
            {"rounds", json::array(amendment.rounds.begin(), amendment.rounds.end())},
            {"dice_before", dice(amendment.roll_before)},
            {"dice_after", dice(amendment.roll)},
            {"returned_stay",
             amendment.returned ? json::value(amendment.returned->number) : json::value(nullptr)},
            {"players", std::move(players)}});
    }
    return list;
}

// Everybody who gave an order of the round.
json::array people_json(const store::RoundHistory& history, const table::State& later) {
    std::set<std::uint32_t> numbers;
    const auto add = [&](const table::Actor& actor) {
        if (actor.kind == table::ActorKind::person) numbers.insert(actor.number);
    };
    for (const store::RoundEvent& one : history.events) {
        add(one.event.stamp.actor);
        if (one.first_person) add(one.first_person->actor);
    }
    json::array list;
    for (const std::uint32_t number : numbers) {
        const std::string name = store::actor_name(later, {table::ActorKind::person, number});
        list.push_back(json::object{{"person", number}, {"name", name}});
    }
    return list;
}

}  // namespace

json::value proof_json(const store::RoundHistory& history) {
    device::RoundProof proof;
    proof.table = history.round.table;
    proof.round = history.round.number;
    bool closed = false;
    bool read = false;
    for (const store::RoundEvent& one : history.events) {
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

Result<std::string> bundle_text(const store::Store& journal, const store::RoundHistory& history,
                                const table::State& later, const std::string& note,
                                std::uint64_t signed_to) {
    const auto& events = history.events;
    const store::RoundSummary& round = history.round;
    const std::uint64_t last = std::max(signed_to, events.back().at.sequence);
    Result<json::array> chain = chain_of(journal, events.front().at.sequence, last);
    if (!chain) return std::unexpected(chain.error());
    Rows entries = entries_of(history);
    entries.front().back() = "part_of_rounds";
    return json::serialize(json::object{{"format", "sicbo-round-v3"},
                                        {"journal", journal.origin()},
                                        {"table", round.table.number},
                                        {"round", round.number},
                                        {"result", state_text(round)},
                                        {"end", word(round.end)},
                                        {"dice", dice(round.roll)},
                                        {"dice_read", dice(round.read)},
                                        {"dice_first", dice(round.first_roll)},
                                        {"amended", !round.amendments.empty()},
                                        {"amendments", amendments_json(round, later)},
                                        {"people", people_json(history, later)},
                                        {"events", events_json(history, later)},
                                        {"proof", proof_json(history)},
                                        {"bets", as_objects(bets_of(round, later))},
                                        {"entries", as_objects(entries)},
                                        {"previous_hash", to_text(events.front().previous)},
                                        {"chain", std::move(*chain)},
                                        {"note", note}}) +
           "\n";
}

}  // namespace sicbo::app
