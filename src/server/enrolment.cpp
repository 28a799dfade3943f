// SPDX-License-Identifier: MIT
#include "server/enrolment.h"

#include "device/key.h"
#include "server/accounts.h"
#include "server/sign_in.h"

namespace sicbo::server {

using namespace table;

namespace {

// Returns the role in which the person asks: that of the log-on at the table, if it may; otherwise
// the first one that may and that the person holds. RequestEnrolment is refused in any other.
rules::Role role_for_code(const State& state, TableId table, PersonId person) {
    const Table* t = find_table(state, table);
    const auto on_duty = t ? t->staff.find(person) : std::map<PersonId, LoggedOnAs>::const_iterator();
    if (t && on_duty != t->staff.end() && enrolment_code_roles.has(on_duty->second.role)) {
        return on_duty->second.role;
    }
    for (std::size_t i = 0; i < words_of<rules::Role>.size(); ++i) {
        const auto role = static_cast<rules::Role>(i);
        if (enrolment_code_roles.has(role) && holds_role_now(state, person, role)) return role;
    }
    return state.people.at(person).role;
}

struct OpenRequest {
    TableId table;
    TerminalId terminal;
};

// Returns the terminal for which this code can be used now; nothing if there is none.
std::optional<OpenRequest> find_request(const State& state, const Hash& code) {
    for (const auto& [terminal, request] : state.access.enrolments) {
        if (request.code != code || request.completed_at) continue;
        for (const auto& [id, table] : state.tables) {
            if (table.terminals.contains(terminal)) return OpenRequest{id, terminal};
        }
    }
    return std::nullopt;
}

}  // namespace

Enrolment::Enrolment(Loop& loop, SessionRegistry& registry, Places& places, Outbox& outbox)
    : loop_(loop), registry_(registry), places_(places), outbox_(outbox) {}

void Enrolment::handle(ConnectionId connection, std::uint64_t id,
                       const wire::CreateEnrolmentCode& request) {
    const State& state = loop_.state();
    if (!registry_.at(connection).people.contains(request.person)) {
        return outbox_.refuse(connection, id, "not_signed_in", sign_in_first);
    }
    const std::string code = new_password();
    const Hash hash = sha256(code);
    Command command;
    command.stamp.actor = {ActorKind::person, request.person.number};
    command.stamp.role = role_for_code(state, request.table, request.person);
    command.stamp.request = id;
    command.stamp.table = request.table;
    command.stamp.session = session_of(state, command.stamp.actor, request.table);
    command.order = RequestEnrolment{request.terminal, hash};
    const Reply reply = loop_.execute(std::move(command));
    if (reply.refusal) {
        return outbox_.refuse(connection, id, to_word(reply.refusal->reason), reply.detail);
    }
    // A resend of an older request leads to nothing, and the code that was made for it is gone.
    if (!find_request(state, hash)) {
        return outbox_.refuse(connection, id, to_word(Reason::request_too_old));
    }
    outbox_.reply(connection, id, {{"code", wire::quoted(code)}});
}

void Enrolment::handle(ConnectionId connection, std::uint64_t id, const wire::Enrol& request,
                       Instant now) {
    const Hash code = sha256(request.code);
    const std::optional<OpenRequest> found = find_request(loop_.state(), code);
    if (!found) return outbox_.refuse(connection, id, "wrong_code");
    const Reply reply =
        loop_.execute_system(found->table, EnrolByCode{found->terminal, request.key, code});
    if (reply.refusal) {
        const bool expired = reply.refusal->reason == Reason::request_expired;
        return outbox_.refuse(connection, id,
                              expired ? "wrong_code" : to_word(reply.refusal->reason),
                              reply.detail);
    }
    // A guest, or a client with an older key, loses the terminal.
    places_.displace({ActorKind::terminal, found->terminal.number}, now, Displaced::enrolled_anew);
    places_.expect_terminal(found->table, found->terminal, now);
    outbox_.reply(connection, id,
                  {{"table", std::to_string(found->table.number)},
                   {"number", std::to_string(found->terminal.number)}});
}

void Enrolment::handle(ConnectionId connection, std::uint64_t id,
                       const wire::AuthenticateTerminal& request, Instant now) {
    const Session& session = registry_.at(connection);
    if (session.place) {
        return outbox_.refuse(connection, id, "already_has_place",
                              "this connection has a place already");
    }
    for (const auto& [table, t] : loop_.state().tables) {
        const auto at = t.terminals.find(request.terminal);
        if (at == t.terminals.end() || !at->second.key) continue;
        const std::string text = wire::terminal_proof(session.nonce, request.terminal);
        if (!device::is_signed(*at->second.key, text, request.signature)) break;
        const Place place{{ActorKind::terminal, request.terminal.number}, table, request.terminal};
        places_.occupy(connection, place, now);
        return places_.reply_with_place(connection, id, place, false);
    }
    outbox_.refuse(connection, id, "wrong_key", "no terminal with this key is enrolled");
}

}  // namespace sicbo::server
