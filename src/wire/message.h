// SPDX-License-Identifier: MIT
// The requests that clients send and the replies of the server: protocol `sicbo.v1`, JSON texts
// over a WebSocket. docs/formats/protocol.md describes all of it. No session, socket or time in
// here.
//
// A client sends one request per frame: {"id": 7, "type": "order", ...}. The server sends lists of
// messages: exactly one reply for each request id, and for each topic that the client watches a
// snapshot, then the changes.
#pragma once

#include <span>
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
    cage,       // what cashiers see: counters, what waits to be paid, inventories
};
// clang-format on

// Something that clients can watch, written "table/3"; the property and its cage have no number.
struct Topic {
    TopicKind kind = TopicKind::property;
    std::uint32_t number = 0;

    friend constexpr auto operator<=>(Topic, Topic) = default;
};
std::string to_text(Topic topic);

// Returns true if there is only one topic of the kind, which has no number.
constexpr bool is_single(TopicKind kind) {
    return kind == TopicKind::property || kind == TopicKind::cage;
}

// Returns nothing unless the text is exactly what to_text() writes of a topic.
std::optional<Topic> parse_topic(std::string_view text);

// Takes a free place at a training table, with play credit.
struct Join {
    TableId table;
    std::string layout;  // empty: any layout of the table
    std::string token;   // from an earlier join, to get the same place again
};
// Asks for a code with which a terminal is enrolled once.
struct CreateEnrolmentCode {
    TableId table;
    TerminalId terminal;
    PersonId person;
    std::uint64_t request = 0;  // number of the person's request; 0: the server's choice
};
// Registers the public key of a terminal.
struct Enrol {
    std::string code;
    Hash key;
};
// Proves with a signature over terminal_proof() that the client is an enrolled terminal.
struct AuthenticateTerminal {
    TerminalId terminal;
    std::string signature;
};
struct Leave {};  // gives up the place of the connection
struct TopUp {};  // fills up play credit, at a training table
// Turns the credit at the place of the connection into a ticket, or into a hand pay.
struct RequestCashOut {};
// Puts a note or a ticket into the simulated cabinet of the place of the connection.
struct InsertNote {
    Money amount;
};
struct InsertTicket {
    std::string number;
};
// What requests of a cashier about a ticket have in common. Each becomes an order of the person at
// the counter; `request` and `session` are those of an OrderRequest.
struct CashierRequest {
    CounterId counter;
    PersonId person;  // none: the only person who is signed in
    std::uint64_t request = 0;
    std::uint64_t session = 0;
    table::Patron patron;
};
// Sells a ticket for cash. The server draws its number, which only the reply has.
struct SellTicketRequest {
    CashierRequest by;
    Money amount;
};
// Asks for the amount of a ticket. A number that is refused is on record, as if it was to be
// redeemed.
struct ReadTicket {
    CashierRequest by;
    std::string number;
};
// Redeems a ticket for cash.
struct CashTicketRequest {
    CashierRequest by;
    std::string number;
};
struct SignIn {
    std::string name;
    std::string password;
    std::string code = {};    // of the second factor; empty: none
    bool single_act = false;  // for one act on somebody else's connection, and it ends with the act
};
struct SignOut {
    PersonId person;
};
// Sets one's own password, with the old one; or anybody's, by an administrator who is signed in.
struct SetPassword {
    std::string name;
    std::string new_password;
    std::string old_password;  // empty if an administrator sets it
    PersonId person;           // the administrator, or none
    std::string code = {};     // of the second factor; empty: none
};
// Makes a new secret for one-time codes, which is shown once. A code of it confirms it, in SignIn.
struct EnrolSecondFactor {
    std::string name;
    std::string password;
};
// Removes a person's second factor, by an administrator who is signed in.
struct ResetSecondFactor {
    PersonId person;  // the administrator
    std::string name;
};
struct Watch {
    Topic topic;
};
struct Unwatch {
    Topic topic;
};
// The last rounds of a table; from a place at that table, with the bets of its player.
struct ListRounds {
    TableId table;
    std::uint32_t limit = 10;
    std::uint64_t before = 0;  // a round number; 0: from the newest
};
// Asks for the names of those who are logged on at a table, for a form to log on. Only where staff
// may sign in.
struct ListOnDuty {
    TableId table;
};
// Asks how much more the player at the place of the connection may stake on the spot.
struct AskHeadroom {
    TableId table;
    rules::SpotId spot{};
};
// Asks the server to hash its program file now and to register the result.
struct SelfCheck {
    PersonId person;
};
// Makes a simulated device of a training table fail once, to train staff.
struct InjectFault {
    TableId table;
    PersonId person;
    std::string fault;
};
// An order, from the place of the connection or from a person who is signed in on it.
struct OrderRequest {
    TableId table;    // none: that of the connection's place; for staff, the property
    PersonId person;  // none: the player at the place, or the only person who is signed in
    std::optional<rules::Role> role;  // the role to act in; none: the person's own
    std::uint64_t round = 0;          // the round that must be in play; 0: whichever is
    std::uint64_t request = 0;        // number of the actor's request; 0: the message's id
    std::uint64_t session = 0;  // stay or log-on in which it was first sent; 0: the present one
    table::Order order;
};
// Asks what an order would lead to if it were given now, who may give it and who must agree.
// Nothing happens. Only staff may ask.
struct PreviewRequest {
    OrderRequest order;
};
// Asks what became of tickets: of the one with the number, or of those with the last four digits.
// Exactly one of the two is given. Only staff may ask.
struct FindTickets {
    std::string number;     // 16 or 18 digits
    std::string last_four;  // digits
    PersonId person;        // none: the only person who is signed in
};
// The client has read the notice that it is suspended: what it sends after this belongs to its next
// session. A gateway answers it (docs/formats/gateway.md).
struct Resume {};
using RequestBody =
    std::variant<Join, CreateEnrolmentCode, Enrol, AuthenticateTerminal, Leave, TopUp, SignIn,
                 SignOut, SetPassword, Watch, Unwatch, ListRounds, ListOnDuty, SelfCheck,
                 InjectFault, OrderRequest, PreviewRequest, AskHeadroom, EnrolSecondFactor,
                 ResetSecondFactor, RequestCashOut, InsertNote, InsertTicket, SellTicketRequest,
                 ReadTicket, CashTicketRequest, FindTickets, Resume>;

struct Request {
    std::uint64_t id = 0;  // of the message; also an order's request number if it names none
    RequestBody body;
};

// Reads one request. `id` is set as soon as it is known, so that a reply to a malformed request can
// name it. Returns an error that names the path to the first thing that is wrong.
Result<Request> read_request(std::string_view text, std::uint64_t& id);

// The first message on a connection. A terminal authenticates itself with the nonce.
std::string write_hello(const Hash& nonce, std::span<const std::string> servers = {});

// The text that a terminal signs to authenticate itself on the connection with that nonce.
std::string terminal_proof(const Hash& nonce, TerminalId terminal);

// The text as a JSON string, with its quotes.
std::string quoted(std::string_view text);

// More members of a reply, as name and JSON text.
using Extras = std::vector<std::pair<std::string_view, std::string>>;

// The reply to a request that was executed.
std::string write_reply(std::uint64_t id, const Extras& extras = {});
std::string write_reply(std::uint64_t id, const std::vector<table::BetAnswer>& bets,
                        const Extras& extras = {});

// The reply to a request that was refused. `reason` is a word of the protocol, which pages show in
// their own language; `detail` is an English sentence for those who write a client.
std::string write_refusal(std::uint64_t id, std::string_view reason, std::string_view clause = {},
                          std::string_view detail = {},
                          const std::vector<table::BetAnswer>& bets = {});

// The reply to a request that could not be read; `id` is 0 if not even its id could be.
std::string write_error(std::uint64_t id, const Error& error);

// The notice that the person has signed in on another one and is signed out here.
std::string write_signed_in_elsewhere(PersonId person);

// The notice to staff that failed sign-ins have locked a person's account.
std::string write_account_locked(PersonId person, std::string_view name);

// The notice of a gateway that it has lost the server. The client answers with Resume, and a hello
// follows as soon as there is a server again.
std::string write_suspended();

// The notice that another connection has taken over the place of this one, or that the terminal was
// enrolled again with another key. The server closes the connection afterwards.
std::string write_taken_over(bool enrolled_anew = false);

}  // namespace sicbo::wire

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<wire::TopicKind> =
    std::to_array<std::string_view>({"property", "table", "terminal", "seat", "console", "places",
                                     "cage"});
// clang-format on

}  // namespace sicbo
