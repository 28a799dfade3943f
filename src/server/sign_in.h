// SPDX-License-Identifier: MIT
// Signing in of staff: who is signed in on which connection, and their passwords.
//
// Every method runs on the loop thread. Passwords are verified on the background thread, since
// Argon2id takes about 60 ms: a request starts a PasswordCheck, and on_password_checked() ends it.
#pragma once

#include <functional>

#include "server/accounts.h"
#include "server/background_worker.h"
#include "server/loop.h"
#include "server/publisher.h"
#include "server/session.h"

namespace sicbo::server {

// Limits of a client's messages, in bytes: players send bets, staff reasons and lists as well.
inline constexpr std::size_t player_message_max = 4 << 10;
inline constexpr std::size_t staff_message_max = 16 << 10;

// Returns true if the person may act now, and in this role.
bool holds_role_now(const table::State& state, PersonId person, rules::Role role);

// Returns true if the person may act in one of the roles now.
bool holds_one_now(const table::State& state, PersonId person, table::RoleSet roles);

class SignIn {
public:
    // Starts the check on the background thread. Returns false if too many checks are waiting.
    using StartCheck = std::function<bool(PasswordCheck)>;

    // All references must outlive this object.
    SignIn(Loop& loop, Accounts& accounts, SessionRegistry& registry, Publisher& publisher,
           Outbox& outbox, StartCheck start_check);

    // Handle one request and queue one reply, at once or when the password has been checked.
    void handle(ConnectionId connection, std::uint64_t id, const wire::SignIn& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::SignOut& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::SetPassword& request);

    // Ends a check that was started before, and queues the reply. The connection may be gone.
    void on_password_checked(const PasswordCheck& check, bool is_right);

    // Signs the person out wherever the person is signed in. The connection loses the topics that
    // only staff may watch. Does nothing if the person is signed in nowhere. Nothing is journalled:
    // PersonDisabled says it.
    void on_disabled(PersonId person);

    // Signs everybody out on a connection that is about to be removed, and journals it.
    void on_disconnect(ConnectionId connection);

private:
    PersonId find_person(std::string_view name) const;
    bool allow_reset(ConnectionId connection, std::uint64_t id, PersonId administrator,
                     PersonId person);
    void start(PasswordCheck check);
    void complete_sign_in(const PasswordCheck& check);
    void store_password(const PasswordCheck& check);
    void sign_out(PersonId person, table::SignOutCause cause);
    void limit_messages(ConnectionId connection, const Session& session);

    Loop& loop_;
    Accounts& accounts_;
    SessionRegistry& registry_;
    Publisher& publisher_;
    Outbox& outbox_;
    StartCheck start_check_;
};

}  // namespace sicbo::server
