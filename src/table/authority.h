// SPDX-License-Identifier: MIT
// Who may give which order, and which orders take two people.
//
// Nothing here depends on who is logged on: decide() checks that (table/engine.h). decide() and the
// screens call the same functions, so that a screen offers an order only to roles that may give it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "table/state.h"

namespace sicbo::table {

// A set of roles.
class RoleSet {
public:
    constexpr RoleSet() = default;
    constexpr RoleSet(std::initializer_list<rules::Role> roles) {
        for (const rules::Role role : roles) bits_ |= bit(role);
    }
    constexpr bool has(rules::Role role) const { return (bits_ & bit(role)) != 0; }
    constexpr void add(rules::Role role) { bits_ |= bit(role); }
    constexpr void remove(rules::Role role) { bits_ &= ~bit(role); }

    friend constexpr RoleSet operator|(RoleSet a, RoleSet b) {
        RoleSet both;
        both.bits_ = a.bits_ | b.bits_;
        return both;
    }

private:
    static constexpr std::uint32_t bit(rules::Role role) {
        return 1u << static_cast<unsigned>(role);
    }
    std::uint32_t bits_ = 0;
};

// Who may give an order at all. The state of the table may exclude roles: roles_for().
struct Authority {
    RoleSet roles;
    bool log_on = true;            // a person must be logged on at the table
    bool training_system = false;  // the system may give it at a training table
    bool of_round = false;         // the order is meant for one round, and should name it
};

// Returns the authority over the order; or over the order with this index in OrderChoice.
const Authority& authority_of(const Order& order);
const Authority& authority_of(std::size_t order);

// Returns the rank: 1 for a dealer to 4 for a shift manager; 0 for all other roles.
constexpr int rank(rules::Role role) {
    const int number = static_cast<int>(role);
    return role == rules::Role::player || role > rules::Role::shift_manager ? 0 : number;
}
static_assert(rank(rules::Role::dealer) == 1 && rank(rules::Role::shift_manager) == 4);

// Returns true if `role` is `wanted` or outranks it.
constexpr bool counts_as(rules::Role role, rules::Role wanted) {
    return role == wanted || (rank(wanted) > 0 && rank(role) >= rank(wanted));
}

// The number of failed sign-ins in a row that locks a person.
inline constexpr int failures_max = 3;

// Returns false if the person is disabled, or locked after failed sign-ins.
bool may_act(const Person& person);

// Returns true if the person may act in the role at that time: by post, by a higher post, or by
// appointment.
bool holds_role(const Person& person, rules::Role role, Instant at);

// Returns the appointment by which the person acts in the role, the one that ends last; null if the
// person's own post is enough, or if there is none.
const Appointment* acting_by(const Person& person, rules::Role role, Instant at);

// The roles of the two people who must both give an order, in either sequence. The document names
// `decides` as the one who decides, `with` as the one who must agree.
struct Pair {
    rules::Role decides;
    rules::Role with;
};

// Returns true if somebody in the role can be one of a pair that asks for `wanted`. A cashier
// stands for an attendant, who is a cashier or a supervisor.
constexpr bool fits(rules::Role role, rules::Role wanted) {
    const bool attends = wanted == rules::Role::cashier && counts_as(role, rules::Role::supervisor);
    return attends || counts_as(role, wanted);
}

// Returns true if people in these two roles are enough, whichever of them comes first.
constexpr bool satisfies(rules::Role first, rules::Role second, Pair pair) {
    return (fits(first, pair.decides) && fits(second, pair.with)) ||
           (fits(first, pair.with) && fits(second, pair.decides));
}

// Returns true if somebody in the role may be the first of the two.
constexpr bool may_begin(rules::Role first, Pair pair) {
    return fits(first, pair.decides) || fits(first, pair.with);
}

// Returns the roles of the two people whom the order takes on this table in its present state;
// nothing if one person is enough.
std::optional<Pair> second_for(const State& state, const Table& table, const Order& order);

// True for the orders of the cage, which name no table and take a log-on at the property.
template <class O>
constexpr bool is_cage_order =
    is_choice<O, Choice<OpenShift, CloseShift, MoveFloat, AdjustCounter, SellTicket, CashTicket,
                        UnlockCounter, CashHandPay, CashUnclaimed, TakeReceivable, SellChips,
                        BuyChips, VoidSoldTicket, CashExpired>>;
bool is_of_cage(const Order& order);

// True for the orders by which somebody reports what went wrong: the incident that they raise is no
// news to whoever gives them.
template <class O>
constexpr bool is_report_order =
    is_choice<O, Choice<Report, EndMix, Uncover, ReportLights, ReportLayout>>;
bool is_report(const Order& order);

// The same as second_for(), for an order of the cage.
std::optional<Pair> second_at_cage(const State& state, const Order& order);

// Returns the clauses that name the two people; none if the document does not.
std::vector<std::string> clauses_for(const State& state, const Table& table, const Order& order);

// Returns true if new accounts and passwords in this role take a second person: for a supervisor or
// above, and for an administrator.
constexpr bool takes_second_for_account(rules::Role role) {
    return role == rules::Role::administrator || rank(role) >= rank(rules::Role::supervisor);
}

// Returns true if somebody in the role may be the second person for the account of another one:
// another administrator, or a shift manager.
constexpr bool may_agree_to_account(rules::Role role) {
    return role == rules::Role::administrator || role == rules::Role::shift_manager;
}

// Returns true if the round in play has as many shakes as the document asks for, in a game in which
// our interpretation and not the document voids a round with too few (Maryland). A report of too
// few shakes is then only recorded, anybody may give it, and people decide.
bool is_mixed_enough(const State& state, const Table& table, const rules::Irregularity& rule);

// Returns true if an order about the property, given by this person, takes a second one.
bool takes_second(const State& state, PersonId first, const Order& order);

// Returns true as long as no round was played for money and nobody but `first` could be a second
// person for an account: the person who sets the property up is alone.
bool is_first_set_up(const State& state, PersonId first);

// Returns true if one person alone may not key the dice of the table's round: a tumbler reads them,
// and nobody has switched to manual entry. A shaker has the dealer enter the dice whatever a device
// reads.
bool is_reader_in_use(const State& state, TableId id, const Table& table);

// The roles for two things that staff ask of the server: a code to enrol a terminal with, which the
// server turns into RequestEnrolment, and a fault of a simulated device at a training table.
inline constexpr RoleSet enrolment_code_roles = {rules::Role::technician, rules::Role::supervisor,
                                                 rules::Role::pit_manager,
                                                 rules::Role::shift_manager};
inline constexpr RoleSet inject_fault_roles = {rules::Role::technician};

// The roles that may close the shift of another person. A cashier closes only an own shift.
inline constexpr RoleSet shift_of_another_roles = {
    rules::Role::supervisor, rules::Role::pit_manager, rules::Role::shift_manager};

// The roles that may ask what became of a ticket; and those of them that are told its name without
// knowing its number, since they may void it.
inline constexpr RoleSet ticket_name_roles = {rules::Role::dealer, rules::Role::supervisor,
                                              rules::Role::pit_manager, rules::Role::shift_manager};
inline constexpr RoleSet find_ticket_roles = {rules::Role::dealer,      rules::Role::supervisor,
                                              rules::Role::pit_manager, rules::Role::shift_manager,
                                              rules::Role::cashier,     rules::Role::auditor};

// Returns the roles that may give the order on this table in its present state: alone, or as the
// first of two people.
RoleSet roles_for(const State& state, const Table& table, const Order& order);

// The rule of a game for a cause.
struct Provision {
    const rules::Irregularity* rule = nullptr;  // that applies at the current step; null: none
    bool known = false;                         // the game has a rule for the cause, at some step
};

// Returns the rule for the cause at the current step of the table's round (or between rounds), for
// the mixer in use.
Provision provision(const RuleSet& rules, const Table& table, rules::Cause cause);

// Returns the least role that may act on the rule alone, and end the round in play for it.
rules::Role role_that_may_act_alone(const rules::Irregularity& rule);

// Returns true if somebody in the role may end the round in play by the rule. The system may if a
// dealer could.
bool may_end_round(const rules::Irregularity& rule, rules::Role role);

// Returns the game's first rule for the cause, whatever the step; null if it has none.
const rules::Irregularity* find_rule(const RuleSet& rules, rules::Cause cause);

}  // namespace sicbo::table
