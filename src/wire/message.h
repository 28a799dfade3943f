// What clients say to the server and what it answers: `sicbo.v1`, JSON texts over a WebSocket.
// docs/formats/protocol.md has all of it.
//
// A client sends one message a frame: {"id": 7, "ask": "give", ...}. The server sends lists of
// messages: one answer for each id, and for each topic that the client watches a snapshot, then
// what changed.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "table/decision.h"

namespace sicbo::wire {

inline constexpr std::string_view protocol = "sicbo.v1";

// clang-format off
enum class TopicKind : std::uint8_t {
    property,   // all tables at a glance
    table,      // what everybody at a table may see
    terminal,   // what belongs to one terminal
    seat,       // what belongs to one player at a felt
    console,    // what the staff of a table sees
    places,     // the terminals or seats of a table, for its staff
};
// clang-format on

// What can be watched, written "table/3"; the property has no number.
struct Topic {
    TopicKind kind = TopicKind::property;
    std::uint32_t number = 0;

    friend constexpr auto operator<=>(Topic, Topic) = default;
};
std::string to_text(Topic topic);
std::optional<Topic> parse_topic(std::string_view text);

// Takes a free place at a training table, with play credit.
struct Sit {
    TableId table;
    std::string layout;  // any of the table's if empty
    std::string token;   // of a place that the client had before
};
// A code that enrols a terminal once, for whoever sets it up.
struct NewCode {
    TableId table;
    TerminalId terminal;
    PersonId person;
};
// The terminal's own key, with such a code.
struct Enrol {
    std::string code;
    Hash key;
};
// That it has the secret half of the key: its place.
struct ProveTerminal {
    TerminalId terminal;
    std::string signature;
};
struct Rise {};   // gives the place up
struct TopUp {};  // play credit again, at a training table
struct Enter {    // a person
    std::string name;
    std::string password;
};
struct Leave {
    PersonId person;
};
// One's own password, with the old one; or somebody's, by an administrator who has entered.
struct SetPassword {
    std::string name;
    std::string fresh;
    std::string old;
    PersonId person;
};
struct Watch {
    Topic topic;
};
struct Unwatch {
    Topic topic;
};
// The last rounds of a table; at a place, with what the player had in them.
struct Rounds {
    TableId table;
    std::uint32_t most = 10;
    std::uint64_t before = 0;  // a round; none: the newest
};
// The program is checked now, and the result registered.
struct SelfCheck {
    PersonId person;
};
// Makes a simulated tumbler of a training table misbehave once, for whoever trains staff.
struct Misbehave {
    TableId table;
    PersonId person;
    std::string misdeed;
};
// An order, as the place that the client has, or as a person who has entered.
struct Give {
    TableId table;
    PersonId person;
    std::optional<rules::Role> role;  // to be claimed; the person's own if none
    std::uint64_t round = 0;          // that must be in play; none: whichever is
    table::Order order;
};
using Ask = std::variant<Sit, NewCode, Enrol, ProveTerminal, Rise, TopUp, Enter, Leave, SetPassword,
                         Watch, Unwatch, Rounds, SelfCheck, Misbehave, Give>;

struct Message {
    std::uint64_t id = 0;  // for orders it is also the request number of whoever gives them
    Ask ask;
};

// The id is set as soon as it is known, so that an error can be answered too.
Result<Message> read_message(std::string_view text, std::uint64_t& id);

// The first thing that is said on a connection. The nonce is for proofs.
std::string write_hello(const Hash& nonce);
// What a terminal signs.
std::string terminal_proof(const Hash& nonce, TerminalId terminal);

// The text as JSON.
std::string quoted(std::string_view text);

// Answers, as texts of one message each. More fields may be given, as name and JSON.
using Extras = std::vector<std::pair<std::string_view, std::string>>;
std::string write_answer(std::uint64_t id, const Extras& extras = {});
std::string write_answer(std::uint64_t id, const std::vector<table::BetAnswer>& bets,
                         const Extras& extras = {});
std::string write_refusal(std::uint64_t id, std::string_view reason, std::string_view clause = {},
                          std::string_view detail = {},
                          const std::vector<table::BetAnswer>& bets = {});
// Of a message that could not be read, or is not for this client to send.
std::string write_error(std::uint64_t id, const Error& error);

}  // namespace sicbo::wire

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<wire::TopicKind> = std::to_array<std::string_view>({
    "property", "table", "terminal", "seat", "console", "places"});
// clang-format on

}  // namespace sicbo
