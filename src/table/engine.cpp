// SPDX-License-Identifier: MIT
#include "table/engine.h"

#include <exception>

#include "table/basis.h"
#include "table/decide.h"

namespace sicbo::table {
namespace {

// True for orders about the property; all others are about one table.
template <class O>
constexpr bool concerns_property =
    std::is_same_v<O, AdoptRules> || std::is_same_v<O, AddPerson> ||
    std::is_same_v<O, DisablePerson> || std::is_same_v<O, RestorePerson> ||
    std::is_same_v<O, ReportFailedLogOn> || std::is_same_v<O, Appoint> ||
    std::is_same_v<O, AddTable> || std::is_same_v<O, Restart> || std::is_same_v<O, NoteClock> ||
    std::is_same_v<O, CheckSoftware> || std::is_same_v<O, ReplaceKey> ||
    std::is_same_v<O, NotePassword> || std::is_same_v<O, NoteSignIn> ||
    std::is_same_v<O, NoteSignOut> || std::is_same_v<O, NoteSelfCheck> ||
    std::is_same_v<O, BeginEdition> || std::is_same_v<O, SetSafeguards> ||
    std::is_same_v<O, RevokeAppointment> || std::is_same_v<O, ResetPassword> ||
    std::is_same_v<O, RemoveSecondFactor> || std::is_same_v<O, NoteSecondFactor> ||
    std::is_same_v<O, NoteStartClock> || std::is_same_v<O, CheckParts> ||
    std::is_same_v<O, ExpireTickets> || std::is_same_v<O, SetCagePolicy> || is_cage_order<O>;

// True for orders about a table that, without one, are about the property: at the cage, for all
// tables at once, or for duty and requests that no table has.
template <class O>
constexpr bool may_concern_property =
    std::is_same_v<O, RedeemTicket> || std::is_same_v<O, TakeOutOfService> ||
    std::is_same_v<O, LogOn> || std::is_same_v<O, LogOff> || std::is_same_v<O, Authorise> ||
    std::is_same_v<O, QuarantineCommand> || std::is_same_v<O, SetCashPolicy>;

bool is_property_command(const Command& command) {
    const bool no_table = !command.stamp.table;
    return visit(
        [&]<class O>(const O&) {
            return concerns_property<O> || (no_table && may_concern_property<O>);
        },
        command.order.choice());
}

// Returns true for the orders of the property that take a log-on there.
bool takes_duty(const Order& order) {
    return holds<LogOff>(order) || holds<Authorise>(order) || is_of_cage(order);
}

// Returns true if the person hands the shaker over in the role in which the person is logged on: a
// shaker must never stay with somebody whose appointment has ended or whose account is locked.
bool may_always_be_given(const Context& c, const Order& order) {
    if (!c.table_or_null || !holds<HandOverShaker>(order)) return false;
    const auto found = c.table().staff.find(c.person());
    return found != c.table().staff.end() && found->second.role == c.stamp.role;
}

// Returns why the person may not give the order in this role; nothing if the person may.
std::optional<Refusal> refusal_for_person(const Context& c, const Authority& authority,
                                          const Order& order) {
    const auto found = c.state.people.find(c.person());
    if (found == c.state.people.end()) return Refusal{Reason::no_such_person};
    const Person& person = found->second;
    const bool gives_back = may_always_be_given(c, order);
    if (!may_act(person) && !gives_back) return Refusal{Reason::person_disabled};
    if (!holds_role(person, c.stamp.role, c.stamp.at) && !gives_back) {
        return Refusal{Reason::role_not_held};
    }
    if (!authority.roles.has(c.stamp.role)) return Refusal{Reason::not_allowed};
    if (!c.table_or_null) {
        const bool absent = !c.state.safety.duty.contains(c.person());
        return absent && takes_duty(order) ? std::optional(Refusal{Reason::not_logged_on})
                                           : std::nullopt;
    }
    if (!authority.log_on) return std::nullopt;
    if (!c.table().staff.contains(c.person())) return Refusal{Reason::not_logged_on};
    if (c.table().console_locked && !holds<UnlockConsole>(order)) {
        return Refusal{Reason::console_locked};
    }
    return std::nullopt;
}

std::optional<Refusal> refusal_for_player(const Context& c, const Authority& authority) {
    if (c.stamp.role != rules::Role::player) return Refusal{Reason::role_not_held};
    if (!authority.roles.has(rules::Role::player)) return Refusal{Reason::not_allowed};
    if (!c.table_or_null) return Refusal{Reason::no_such_table};
    if (c.stamp.actor.kind == ActorKind::terminal) {
        const TerminalId terminal{c.stamp.actor.number};
        if (!c.table().terminals.contains(terminal)) return Refusal{Reason::no_such_terminal};
        return std::nullopt;
    }
    const auto stay = c.state.stays.find(StayId{c.stamp.actor.number});
    if (stay == c.state.stays.end() || stay->second.table != c.id() || stay->second.terminal) {
        return Refusal{Reason::no_such_stay};
    }
    return std::nullopt;
}

// Returns true for the orders that a device may give: reports of what it senses.
bool may_be_given_by_device(const Order& order) {
    return holds<EndMix>(order) || holds<ReportReading>(order) || holds<ReportLights>(order) ||
           holds<ReportLayout>(order) || holds<Report>(order) || holds<CommitDice>(order) ||
           holds<RevealDice>(order) || holds<RaiseAlarm>(order) || holds<ReportPrint>(order) ||
           holds<PresentTicket>(order) || holds<ReportTicket>(order) ||
           holds<PresentBanknote>(order) || holds<ReportBanknote>(order) ||
           holds<ReportCabinet>(order);
}

std::optional<Refusal> refusal_for_system(const Context& c, const Authority& authority,
                                          const Order& order) {
    if (c.stamp.role != rules::Role::system) return Refusal{Reason::role_not_held};
    if (c.stamp.actor.kind == ActorKind::device && !may_be_given_by_device(order)) {
        return Refusal{Reason::not_allowed};
    }
    if (authority.roles.has(rules::Role::system)) return std::nullopt;
    if (authority.training_system && c.table_or_null && c.configuration().training)
        return std::nullopt;
    return Refusal{Reason::not_allowed};
}

std::optional<Refusal> refusal_for_actor(const Context& c, const Order& order) {
    const Authority& authority = authority_of(order);
    switch (c.stamp.actor.kind) {
        case ActorKind::person: return refusal_for_person(c, authority, order);
        case ActorKind::terminal:
        case ActorKind::seat: return refusal_for_player(c, authority);
        case ActorKind::system:
        case ActorKind::device: return refusal_for_system(c, authority, order);
    }
    unreachable();
}

// Returns true if the command names a stay or log-on of its actor that has ended.
bool is_of_ended_session(const Context& c) {
    const Stamp& stamp = c.stamp;
    return stamp.session != 0 && stamp.session != session_of(c.state, stamp.actor, stamp.table);
}

// Returns the decision that the actor got when this request led to events before; nothing if the
// request is to be decided. Only the stay or log-on that sent it gets that answer: the number is
// spent for all later ones, so that it never has a second effect. Refusals without events are not
// remembered. Requests count from 1, so 0 is too old from the start.
std::optional<Decision> earlier_decision(const Context& c) {
    const ActorKind kind = c.stamp.actor.kind;
    if (kind == ActorKind::system || kind == ActorKind::device) return std::nullopt;
    if (c.stamp.request == 0) return Reason::request_too_old;
    const auto recent = c.state.recent.find(c.stamp.actor);
    if (recent == c.state.recent.end()) return std::nullopt;
    if (c.stamp.request > recent->second.highest) return std::nullopt;
    if (const Outcome* outcome = find_outcome(c.state, c.stamp.actor, c.stamp.request)) {
        if (outcome->session != c.stamp.session) return Reason::request_too_old;
        Decision same;
        same.answers = outcome->answers;
        if (outcome->late) {
            same.refusal =
                c.rules ? too_late(c, outcome->withdrawal) : Refusal{Reason::betting_closed};
        }
        return same;
    }
    if (c.stamp.request <= recent->second.forgotten) return Reason::request_too_old;
    return std::nullopt;
}

// Returns true if the round is the one in play, or 0: any round, or none.
bool is_in_play(const Context& c, std::uint64_t round) {
    return round == 0 || (c.table_or_null && c.table().round && c.table().round->number == round);
}

Decision wrong_round() {
    Decision decision = Reason::wrong_round;
    decision.detail = "that round is not in play";
    return decision;
}

// Decides the order without checking that the actor may give it at all. In authorise() the context
// has the stamp of the second person; in preview() nobody has been checked.
Decision decide_order(const Context& c, const Order& order) {
    return visit(
        [&]<class O>(const O& one) -> Decision {
            if constexpr (std::is_same_v<O, Authorise>) {
                unreachable();  // authorise() decides the order that it names
            } else {
                return decide_on(c, one);
            }
        },
        order.choice());
}

Decision make_request(const Context& c, const Command& command) {
    check(c.by_person());
    const Hash digest = digest_of(command);
    const Instant expires{c.stamp.at.milliseconds + authorisation_milliseconds};
    return AuthorisationRequested{digest, command, expires};
}

// The first of two people: the order waits for the second.
Decision request_second(const Context& c, const Command& command, Pair pair) {
    if (!may_begin(c.stamp.role, pair)) return Reason::not_allowed;
    return make_request(c, command);
}

// The same for an order of the property. Both people must be logged on there.
Decision request_second_for_property(const Context& c, const Command& command) {
    if (c.stamp.table) {
        Decision decision = Reason::no_such_table;
        decision.detail = "it takes a second person; an order about the property names no table";
        return decision;
    }
    if (!c.state.safety.duty.contains(c.person())) {
        Decision decision = Reason::not_logged_on;
        decision.detail = "it takes a second person; log on at the property first";
        return decision;
    }
    return make_request(c, command);
}

// Returns why these two people may not decide the order together; nothing if they may.
std::optional<Reason> refusal_for_pair(const Context& c, const Command& first) {
    if (!c.table_or_null) {
        if (const auto pair = second_at_cage(c.state, first.order)) {
            const bool both = satisfies(first.stamp.role, c.stamp.role, *pair);
            return both ? std::nullopt : std::optional(Reason::not_allowed);
        }
        const PersonId who{first.stamp.actor.number};
        if (!takes_second(c.state, who, first.order)) return Reason::no_such_request;
        return may_agree_to_account(c.stamp.role) ? std::nullopt
                                                  : std::optional(Reason::not_allowed);
    }
    const std::optional<Pair> pair = second_for(c.state, c.table(), first.order);
    if (!pair) return Reason::no_such_request;  // by now the order takes only one person
    if (!satisfies(first.stamp.role, c.stamp.role, *pair)) return Reason::not_allowed;
    return std::nullopt;
}

// The second of two people: the order of the first one is decided again, in the present state.
Decision authorise(const Context& c, const Authorise& order) {
    const auto& pending = c.table_or_null ? c.table().pending : c.state.safety.pending;
    const auto& logged_on = c.table_or_null ? c.table().staff : c.state.safety.duty;
    const auto found = pending.find(order.digest);
    if (found == pending.end()) return Reason::no_such_request;
    const Command& first = found->second.command;
    if (c.stamp.at >= found->second.expires_at) return Reason::request_expired;
    if (first.stamp.actor == c.stamp.actor) return Reason::same_person;
    if (!is_in_play(c, first.stamp.round)) return wrong_round();
    if (has_lapsed(c.state, found->second)) return Reason::request_lapsed;
    check(first.stamp.actor.kind == ActorKind::person);
    const Person& asked = c.state.people.at(PersonId{first.stamp.actor.number});
    if (!may_act(asked)) return Reason::person_disabled;
    if (!logged_on.contains(PersonId{first.stamp.actor.number})) return Reason::not_logged_on;
    if (!holds_role(asked, first.stamp.role, c.stamp.at)) return Reason::role_not_held;
    if (auto reason = refusal_for_pair(c, first)) return *reason;
    Context both = c;
    both.first = &first.stamp;
    Decision effects = decide_order(both, first.order);
    if (effects.refusal) return effects;
    Decision decision = Authorised{order.digest, first.stamp.actor, first.stamp.role};
    return decision.add_all(std::move(effects));
}

}  // namespace

Hash digest_of(const Command& command) { return sha256(to_bytes(command)); }

Decision decide(const State& state, const Command& command) {
    const Stamp& stamp = command.stamp;
    if (stamp.at < state.at || stamp.at >= clock_max) return Reason::clock_wrong;
    Context c{state, stamp};
    if (stamp.table) {
        c.table_or_null = find_table(state, stamp.table);
        if (c.table_or_null) c.rules = &rules_of(state, *c.table_or_null);
    }
    if (!c.table_or_null && !is_property_command(command)) return Reason::no_such_table;
    if (auto earlier = earlier_decision(c)) return std::move(*earlier);
    if (is_of_ended_session(c)) return Reason::session_ended;
    if (state.retired.tables.contains(stamp.table)) return Reason::retired;
    if (!is_in_play(c, stamp.round)) return wrong_round();
    if (auto refusal = refusal_for_actor(c, command.order)) return std::move(*refusal);
    Decision decision;
    if (const auto* order = get_if<Authorise>(&command.order)) {
        decision = authorise(c, *order);
    } else {
        decision = decide_order(c, command.order);
        const auto pair = c.table_or_null ? second_for(state, *c.table_or_null, command.order)
                                          : second_at_cage(state, command.order);
        // At a training table the system certifies, and there is no second person.
        const bool needs_no_second =
            stamp.role == rules::Role::system && holds<Certify>(command.order);
        if (pair && !needs_no_second && !decision.refusal)
            decision = request_second(c, command, *pair);
        if (!decision.refusal && c.by_person() && takes_second(state, c.person(), command.order)) {
            decision = request_second_for_property(c, command);
        }
    }
    check(!decision.events.empty() || decision.refusal || decision.answers.empty());
    for (Event& event : decision.events) {
        check(!decision.refusal || event.postings.empty());  // a refusal moves no money
        const TableId table = event.stamp.table ? event.stamp.table : stamp.table;
        event.stamp = stamp;
        event.stamp.table = table;
    }
    return decision;
}

Preview preview(const State& state, const Command& command) {
    check(!holds<Authorise>(command.order));
    const Table* table = find_table(state, command.stamp.table);
    check(table);
    const Context c{state, command.stamp, table, &rules_of(state, *table)};
    Preview result;
    result.roles = roles_for(state, *table, command.order);
    result.pair = second_for(state, *table, command.order);
    result.clauses = clauses_for(state, *table, command.order);
    // A screen that shows what an order would lead to must not end the process because the order
    // would be quarantined (docs/decisions/0016-quarantine.md).
    try {
        if (state.retired.tables.contains(command.stamp.table)) {
            result.decision = Reason::retired;
        } else if (!is_in_play(c, command.stamp.round)) {
            result.decision = wrong_round();
        } else {
            result.decision = decide_order(c, command.order);
        }
    } catch (const std::exception&) {
        result.decision = Reason::request_put_aside;
    }
    return result;
}

std::vector<Command> due(const State& state, Instant at) {
    std::vector<Command> commands;
    const auto give = [&](TableId table, Order order) {
        Command command;
        command.stamp.at = at;
        command.stamp.table = table;
        command.order = std::move(order);
        commands.push_back(std::move(command));
    };
    for (const auto& [id, table] : state.tables) {
        check(table.phase != Phase::playing || table.round);
        if (table.phase == Phase::playing && table.round->closes_at &&
            *table.round->closes_at <= at && !table.out_of_service) {
            const rules::StepRule* next = next_step(rules_of(state, table), *table.round);
            if (next && next->step == rules::Step::close) give(id, CloseBetting{});
        }
        const bool between = table.phase == Phase::idle || table.phase == Phase::closed;
        const bool silent =
            at.milliseconds - table.last_input_at.milliseconds >= console_milliseconds;
        if (between && silent && !table.staff.empty() && !table.console_locked) {
            give(id, LockConsole{});
        }
    }
    const auto& expiring = state.instruments.expiring;
    if (!expiring.empty() && expiring.begin()->first <= at) give({}, ExpireTickets{});
    return commands;
}

}  // namespace sicbo::table
