// SPDX-License-Identifier: MIT
#include "store/round_bundle.h"

#include <algorithm>

#include "wire/bytes.h"
#include "wire/json.h"

namespace sicbo::store {
namespace {

std::optional<std::string> from_hex(std::string_view text) {
    const auto digit = [](char one) -> int {
        if (one >= '0' && one <= '9') return one - '0';
        if (one >= 'a' && one <= 'f') return one - 'a' + 10;
        return -1;
    };
    if (text.size() % 2 != 0) return std::nullopt;
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int high = digit(text[i]);
        const int low = digit(text[i + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        bytes += static_cast<char>(high * 16 + low);
    }
    return bytes;
}

Hash read_hash(const wire::JsonNode& node) {
    const std::optional<Hash> hash = parse_hash(node.text());
    if (!hash) node.wrong("must be 64 hexadecimal digits");
    return hash.value_or(Hash());
}

RoundBundle::Link read_link(const wire::JsonNode& node) {
    const std::optional<std::string> bytes = from_hex(node.member("bytes").text());
    if (!bytes) node.member("bytes").wrong("must be bytes in hexadecimal");
    return {node.member("sequence").number(1, INT64_MAX), bytes.value_or("")};
}

// Follows the chain and collects the round on the way.
struct Follower {
    const RoundBundle& bundle;
    RoundCollector collector{bundle.table, bundle.round};
    std::map<std::uint64_t, Hash> hashes = {};
    Position last = {};

    std::optional<std::string> follow() {
        FirstPersonTracker first_people;
        last.hash = bundle.previous;
        if (bundle.chain.empty()) return "it has no events";
        last.sequence = bundle.chain.front().sequence - 1;
        for (const RoundBundle::Link& link : bundle.chain) {
            const std::string name = "event " + std::to_string(link.sequence);
            if (link.sequence != last.sequence + 1) return name + " does not follow the one before";
            Result<table::Event> event = wire::read_event(link.bytes);
            if (!event) return name + " can't be read: " + event.error().text();
            const Hash previous = last.hash;
            last = {link.sequence, wire::chain(previous, link.sequence, link.bytes)};
            hashes[link.sequence] = last.hash;
            const auto first_person = first_people.first_of(*event);
            JournalEvent read{last, previous, link.bytes, std::move(*event), first_person};
            // The chain is outside input: an event that makes no sense may fail a check.
            try {
                if (auto taken = collector.take(read); !taken) return taken.error().text();
            } catch (const std::exception&) {
                return name + " does not fit the round";
            }
        }
        return std::nullopt;
    }
};

// The events that the file lists must be those of the round, all of them, with the same hashes.
bool are_listed(const RoundBundle& bundle, const RoundHistory& history) {
    return std::ranges::equal(bundle.events, history.events, {}, {}, &RoundEvent::at);
}

}  // namespace

bool is_bundle(std::string_view text) {
    wire::JsonText source(text);
    if (source.error() || !source.root().has("format")) return false;
    return source.root().member("format").line().starts_with("sicbo-round-");
}

Result<RoundBundle> read_bundle(std::string_view text) {
    wire::JsonText source(text);
    if (source.error()) return std::unexpected(*source.error());
    const wire::JsonNode root = source.root();
    RoundBundle bundle;
    bundle.origin = root.member("journal").text();
    bundle.table = {static_cast<std::uint32_t>(root.member("table").number(1, UINT32_MAX))};
    bundle.round = root.member("round").number(1, INT64_MAX);
    bundle.previous = read_hash(root.member("previous_hash"));
    for (const wire::JsonNode& node : root.member("chain").elements()) {
        bundle.chain.push_back(read_link(node));
    }
    for (const wire::JsonNode& node : root.member("events").elements()) {
        bundle.events.push_back(
            {node.member("sequence").number(1, INT64_MAX), read_hash(node.member("hash"))});
    }
    if (root.has("people")) {
        for (const wire::JsonNode& node : root.member("people").elements()) {
            const auto number = node.member("person").number(1, UINT32_MAX);
            bundle.people[{static_cast<std::uint32_t>(number)}] = node.member("name").text();
        }
    }
    bundle.note = root.member("note").lines();
    if (source.error()) return std::unexpected(*source.error());
    return bundle;
}

BundleCheck verify_bundle(const RoundBundle& bundle, std::span<const NoteKey> keys) {
    BundleCheck check;
    Follower follower{bundle};
    const std::optional<std::string> wrong = follower.follow();
    const bool has_round = !wrong && follower.collector.history.round.number == bundle.round;
    check.claims.push_back({wrong ? "the events follow from each other: " + *wrong
                                  : "events " + std::to_string(bundle.chain.front().sequence) +
                                        " to " + std::to_string(follower.last.sequence) +
                                        " follow from each other",
                            !wrong});
    if (wrong) return check;
    check.claims.push_back({"the round's events are those of this chain",
                            has_round && are_listed(bundle, follower.collector.history)});
    if (has_round) check.history = std::move(follower.collector.history);
    if (bundle.note.empty()) {
        check.claims.push_back({"the journal was signed for up to here", std::nullopt});
        return check;
    }
    const Result<Checkpoint> note = parse_checkpoint(bundle.note);
    const bool fits = note && note->origin == bundle.origin && note->at == follower.last;
    check.claims.push_back({"the note signs for this chain", fits});
    std::optional<bool> is_signed;
    if (note && !keys.empty()) is_signed = is_signed_by(*note, keys);
    check.claims.push_back({"the note was signed with the key of the journal", is_signed});
    return check;
}

}  // namespace sicbo::store
