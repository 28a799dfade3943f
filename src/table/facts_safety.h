// SPDX-License-Identifier: MIT
// The facts that the orders of orders_safety.h lead to. apply() changes the state as a fact says
// (table/engine.h). Fields without a comment are those of the order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "table/audience.h"
#include "table/command.h"

namespace sicbo::table {

// The caps of the property are these from now on.
struct SafeguardsSet {
    Safeguards safeguards;
};

// A command failed a check and is refused from now on. What becomes of its table follows.
struct CommandQuarantined {
    Actor actor;
    std::uint64_t session = 0;
    std::uint64_t request = 0;
    Hash digest;
    std::string order;
    std::string why;
    bool hold_only = false;
};

// A device that reads the dice is fitted at the table, or was removed.
struct ReaderFitted {
    bool fitted = false;
};

// The dealer keys the dice from now on, although a reader is fitted.
struct ManualEntryStarted {
    std::string reason;
};

// The reader has answered again.
struct ManualEntryEnded {};

// A person reported a cause that voids the round, although the journal has a signed reading of the
// dice, or a reader is still to answer for them. The round is held, and nothing is returned, until
// a second person decides (DecideVoid).
struct VoidContested {
    rules::Cause cause = rules::Cause::not_flat;
    std::string note;
};

// A second person decided about a contested void. If it is confirmed, the void follows.
struct VoidDecided {
    bool confirmed = false;
    std::string reason;
};

// The reader has read other dice than those that the round was settled, or is to be settled, on.
// The incident follows.
struct ReadingDisputed {
    std::uint64_t round = 0;
    rules::Roll roll = {1, 1, 1};  // as read
    std::optional<Proof> proof;
};

// Two people resolved the incident of a disputed result. An amendment follows if the dice were not
// as entered.
struct DisputeResolved {
    IncidentId incident;
    rules::Roll roll = {1, 1, 1};
    std::string note;
};

// The reader has read the dice of a round that was void before the reading came. The round stays
// void; the incident follows, and two people resolve it (ResolveDispute).
struct VoidRoundRead {
    std::uint64_t round = 0;
    rules::Roll roll = {1, 1, 1};  // as read
    Proof proof;
};

// An appointment ended before its time.
struct AppointmentRevoked {
    PersonId person;
    rules::Role role = rules::Role::dealer;
    Instant from;
    Instant until;
};

// The person may be given a new one-time password until just before `until`.
struct PasswordResetAllowed {
    PersonId person;
    Instant until;
};

// The person was given the secret of a second factor; `confirmed` once a code has proved it.
struct SecondFactorSet {
    PersonId person;
    bool confirmed = false;
};

// The person has no second factor any more.
struct SecondFactorRemoved {
    PersonId person;
};

}  // namespace sicbo::table
