// SPDX-License-Identifier: MIT
// Who may give which order, and which orders take two people.
//
// Nothing here depends on who is logged on: that is for decide() to ask (table/engine.h). The same
// functions answer decide() and the screens, so that a screen never offers what would be refused.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "table/state.h"

namespace sicbo::table {

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

// Who may give an order at all. The state of the table may narrow it: roles_for().
struct Authority {
    RoleSet roles;
    bool log_on = true;            // whether a person must be logged on at the table
    bool training_system = false;  // whether a training table gives it to itself
    bool of_round = false;         // whether it is meant for one round, and should name it
};

// The authority over the order; by its index in OrderChoice, for tables over all of them.
const Authority& authority_of(const Order& order);
const Authority& authority_of(std::size_t order);

// The rank in the line from dealer to shift manager, from 1; 0 for whoever stands beside it.
constexpr int rank(rules::Role role) {
    const int place = static_cast<int>(role);
    return role == rules::Role::player || role > rules::Role::shift_manager ? 0 : place;
}

// Whether whoever acts as `role` also counts as `wanted`.
constexpr bool counts_as(rules::Role role, rules::Role wanted) {
    return role == wanted || (rank(wanted) > 0 && rank(role) >= rank(wanted));
}

// Whether the person may act in that role then: by post, by standing higher, or by appointment.
bool may_act(const Person& person);  // neither disabled nor locked after failed log-ons
bool holds_role(const Person& person, rules::Role role, Instant at);

// Two people who must both stand behind a command.
struct Pair {
    rules::Role decides;
    rules::Role with;
};
constexpr bool satisfies(rules::Role first, rules::Role second, Pair pair) {
    return (counts_as(first, pair.decides) && counts_as(second, pair.with)) ||
           (counts_as(first, pair.with) && counts_as(second, pair.decides));
}
constexpr bool may_begin(rules::Role first, Pair pair) {
    return counts_as(first, pair.decides) || counts_as(first, pair.with);
}

// The two people whom the order takes on this table as it stands; nothing if one is enough.
std::optional<Pair> second_for(const State& state, const Table& table, const Order& order);

// The clauses that say who the two are; none where the document does not say.
std::vector<std::string> clauses_for(const State& state, const Table& table, const Order& order);

// The roles that may give the order on this table as it stands: alone, or as the first of two.
RoleSet roles_for(const State& state, const Table& table, const Order& order);

// What the game says of the cause as the round stands (none: no round), for the mixer in use.
struct Provision {
    const rules::Irregularity* rule = nullptr;  // in force now
    bool known = false;                         // whether the game provides for the cause at all
};
Provision provision(const RuleSet& rules, const Table& table, rules::Cause cause);

// The role that may act on the rule alone, and end the round in play for it.
rules::Role acts_alone(const rules::Irregularity& rule);

// Whether somebody in the role may end the round in play for what the rule says. The system may
// where a dealer could.
bool may_end_round(const rules::Irregularity& rule, rules::Role role);

// What the game provides for the cause, whatever the moment.
const rules::Irregularity* find_rule(const RuleSet& rules, rules::Cause cause);

}  // namespace sicbo::table
