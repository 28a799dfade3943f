// SPDX-License-Identifier: MIT
#include "server/enrolment.h"

#include "device/key.h"
#include "server/accounts.h"
#include "server/sign_in.h"

namespace sicbo::server {

using namespace table;

Enrolment::Enrolment(Loop& loop, SessionRegistry& registry, Places& places, Outbox& outbox)
    : loop_(loop), registry_(registry), places_(places), outbox_(outbox) {}

void Enrolment::handle(ConnectionId connection, std::uint64_t id,
                       const wire::CreateEnrolmentCode& request, Instant now) {
    const State& state = loop_.state();
    if (!registry_.at(connection).has(request.person)) {
        return outbox_.refuse(connection, id, "not_signed_in", sign_in_first);
    }
    if (!holds_one_now(state, request.person, enrolment_code_roles)) {
        return outbox_.refuse(connection, id, "not_allowed");
    }
    const Table* t = find_table(state, request.table);
    if (!t) return outbox_.refuse(connection, id, "no_such_table");
    if (!t->terminals.contains(request.terminal)) {
        return outbox_.refuse(connection, id, "no_such_terminal");
    }
    if (state.retired.tables.contains(request.table) ||
        state.retired.terminals.contains(request.terminal)) {
        return outbox_.refuse(connection, id, "retired");
    }
    std::erase_if(codes_, [&](const auto& entry) {
        return entry.second.terminal == request.terminal || entry.second.expires_at <= now;
    });
    const std::string code = new_password();
    const bool is_new =
        codes_.emplace(code, Code{request.table, request.terminal, now + code_lifetime.count()})
            .second;
    check(is_new);
    registry_.at(connection).on_act(request.person);
    outbox_.reply(connection, id, {{"code", wire::quoted(code)}});
}

void Enrolment::handle(ConnectionId connection, std::uint64_t id, const wire::Enrol& request,
                       Instant now) {
    const auto at = codes_.find(request.code);
    if (at == codes_.end() || at->second.expires_at <= now) {
        return outbox_.refuse(connection, id, "wrong_code");
    }
    const Code code = at->second;
    codes_.erase(at);
    const Reply reply = loop_.execute_system(code.table, EnrolTerminal{code.terminal, request.key});
    if (reply.refusal) return outbox_.refuse(connection, id, to_word(reply.refusal->reason));
    // A guest, or a client with an older key, loses the terminal.
    places_.displace({ActorKind::terminal, code.terminal.number}, now);
    places_.expect_terminal(code.table, code.terminal, now);
    outbox_.reply(connection, id,
                  {{"table", std::to_string(code.table.number)},
                   {"number", std::to_string(code.terminal.number)}});
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
