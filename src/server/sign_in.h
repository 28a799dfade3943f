// SPDX-License-Identifier: MIT
// Signing in of staff: who is signed in on which connection, their passwords and second factors.
//
// Staff sign in only where the configuration says that there is a console. Three failures there
// lock the account; attempts from anywhere else lock nobody. Whatever fails is answered alike and
// after the same time, whether the name exists, the account is locked or the password is wrong.
// Every method runs on the loop thread. Passwords are verified on the background thread, since
// Argon2id takes about 60 ms: a request starts a PasswordCheck, and on_password_checked() ends it.
#pragma once

#include <functional>
#include <map>
#include <set>

#include "server/access.h"
#include "server/accounts.h"
#include "server/background_worker.h"
#include "server/log_limiter.h"
#include "server/loop.h"
#include "server/publisher.h"
#include "server/session.h"
#include "server/sign_in_queue.h"
#include "server/sign_in_throttle.h"

namespace sicbo::server {

// Limits of a client's messages, in bytes: players send bets, staff reasons and lists as well.
inline constexpr std::size_t player_message_max = 4 << 10;
inline constexpr std::size_t staff_message_max = 16 << 10;

// Returns true if the person may act now, and in this role.
bool holds_role_now(const table::State& state, PersonId person, rules::Role role);

// Returns true if the person may act in one of the roles now.
bool holds_one_now(const table::State& state, PersonId person, table::RoleSet roles);

// Notes that the person has done something other than to give an order; a session for one act ends.
void note_act(Loop& loop, Session& session, PersonId person);

// Attempts to sign in or to set one's password, by what came of them. Failures with the name of a
// person who is not locked are in the journal too.
struct SignInCounts {
    std::uint64_t succeeded = 0;
    std::uint64_t failed = 0;      // at a console
    std::uint64_t incomplete = 0;  // the password was right, and something else was missing
    std::uint64_t elsewhere = 0;   // not at a console
    std::uint64_t delayed = 0;     // too soon after failures
    std::uint64_t busy = 0;        // too many were waiting
};

class SignIn {
public:
    // Starts the check on the background thread. Returns false if too many checks are waiting.
    using StartCheck = std::function<bool(PasswordCheck)>;
    // Returns the machine's clock, by which second factors go.
    using WallClock = std::function<Instant()>;

    // All references must outlive this object.
    SignIn(Loop& loop, Accounts& accounts, SessionRegistry& registry, Publisher& publisher,
           Outbox& outbox, const AccessPlan& access, StartCheck start_check, WallClock wall_clock,
           Instant now);

    // Handle one request and queue one reply, at once or when the password has been checked.
    void handle(ConnectionId connection, std::uint64_t id, const wire::SignIn& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::SignOut& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::SetPassword& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::EnrolSecondFactor& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::ResetSecondFactor& request);

    // Ends a check that was started before, and queues the reply. The connection may be gone.
    void on_password_checked(const PasswordCheck& check, bool is_right);

    // Signs the person out wherever the person is signed in, also for one act. The connection loses
    // the topics that only staff may watch. Does nothing if the person is signed in nowhere.
    // Nothing is journalled: PersonDisabled says it.
    void on_disabled(PersonId person);

    // Removes the second factor of the person from the accounts and signs the person out. Call it
    // once SecondFactorRemoved is committed; nothing else is journalled.
    void on_second_factor_removed(PersonId person);

    // Signs everybody out on a connection that is about to be removed, and journals it.
    void on_disconnect(ConnectionId connection);

    // Answers attempts that failed, when it is time, and ends sessions for one act that took too
    // long.
    void on_time(Instant now);

    // When on_time() has something to do, if anything.
    std::optional<Instant> next_due() const;

    const SignInCounts& counts() const { return counts_; }

    // The answer to an attempt that failed comes at a multiple of this time after the request, so
    // that the time says nothing about why it failed.
    static constexpr std::chrono::milliseconds answer_interval{250};
    // How long somebody may be signed in for one act: as long as an order waits for a second
    // person.
    static constexpr std::chrono::milliseconds single_act_max{75'000};
    static constexpr std::uint32_t undelayed_failures_max = 6;  // of one address, at a console

private:
    struct LateRefusal {
        ConnectionId connection;
        std::uint64_t id = 0;
        std::string_view reason;
        std::string_view detail;
    };

    PersonId find_person(std::string_view name) const;
    void start(PasswordCheck check, const std::string& name);
    bool may_attempt(const PasswordCheck& check, const std::string& name);
    void start_next();
    void fail(const PasswordCheck& check, std::string_view reason);
    void report_failure(const PasswordCheck& check);
    void note_incomplete(const PasswordCheck& check);
    static std::string key_of_address(std::uint64_t network);
    void lock_alert(PersonId person, const PasswordCheck& check);
    void refuse_late(const PasswordCheck& check, std::string_view reason, std::string_view detail);
    void forget_check(ConnectionId connection);
    bool needs_second_factor(PersonId person) const;
    bool passes_second_factor(const PasswordCheck& check);
    void complete(const PasswordCheck& check);
    bool allow_reset(ConnectionId connection, std::uint64_t id, PersonId administrator,
                     PersonId person);
    Reply execute_as_administrator(PersonId administrator, std::uint64_t request,
                                   const table::Order& order);
    bool end_single_acts(PersonId person);
    void complete_sign_in(const PasswordCheck& check);
    void complete_single_act(const PasswordCheck& check, Session& session);
    void reply_with_person(const PasswordCheck& check);
    void store_password(const PasswordCheck& check);
    void store_second_factor(const PasswordCheck& check);
    void sign_out(PersonId person, table::SignOutCause cause);
    void limit_messages(ConnectionId connection, const Session& session);

    Loop& loop_;
    Accounts& accounts_;
    SessionRegistry& registry_;
    Publisher& publisher_;
    Outbox& outbox_;
    const AccessPlan& access_;
    StartCheck start_check_;
    WallClock wall_clock_;
    Instant now_;
    SignInQueue queue_;
    std::size_t under_way_ = 0;  // checks that the background thread has
    SignInThrottle at_consoles_{undelayed_failures_max};
    SignInThrottle elsewhere_{0};
    std::multimap<Instant, LateRefusal> late_refusals_;
    // Connections at which somebody may be signed in for one act; of thousands, a few.
    std::set<std::uint64_t> with_single_acts_;
    Instant swept_at_;  // when sessions for one act that took too long were ended last
    SignInCounts counts_;
    std::map<PersonId, std::uint32_t> incomplete_;  // in a row, since the last success
    LogLimiter log_limiter_;
};

}  // namespace sicbo::server
