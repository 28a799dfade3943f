// SPDX-License-Identifier: MIT
#include "table/authority.h"

#include <algorithm>
#include <array>

#include "table/authority_rows.h"

namespace sicbo::table {
namespace {

using enum rules::Role;
using rows::all_staff;
using rows::authority;
using rules::Cause;

template <class Variant>
struct Authorities;
template <class... Orders>
struct Authorities<Choice<Orders...>> {
    static constexpr std::array value = {authority<Orders>...};
};

// The two people whom an order takes, and the rules of the document that name them.
struct RequiredPair {
    Pair pair;
    std::vector<const rules::Irregularity*> named_by = {};
};

Pair pair_of(const rules::Irregularity& rule) {
    // If the document names one person only, the second is a dealer; beside a dealer, a supervisor.
    const rules::Role with = rule.with.value_or(rank(rule.decides) > 1 ? dealer : supervisor);
    return {rule.decides, with};
}

// Returns the people who decide what the rules do not cover.
RequiredPair pair_for_uncovered(const RuleSet& rules) {
    const rules::Irregularity* uncovered = find_rule(rules, Cause::not_covered);
    if (!uncovered) return {{shift_manager, supervisor}};
    return {pair_of(*uncovered), {uncovered}};
}

RequiredPair pair_for_wrong_result(const RuleSet& rules) {
    const rules::Irregularity* wrong = find_rule(rules, Cause::wrong_result);
    if (!wrong) return {{dealer, supervisor}};
    return {pair_of(*wrong), {wrong}};
}

RequiredPair pair_for_amendment(const RuleSet& rules, const Table& table,
                                const AmendRounds& order) {
    const bool only_rolls = std::ranges::all_of(
        order.amendments, [](const Amendment& a) { return a.roll.has_value(); });
    if (only_rolls) return pair_for_wrong_result(rules);
    RequiredPair decided = pair_for_uncovered(rules);
    const rules::Irregularity* rule = find_rule(rules, order.cause);
    if (rule) decided.named_by.insert(decided.named_by.begin(), rule);
    if (!rule || rule->effect != rules::Effect::void_) return decided;
    const bool returns = std::ranges::any_of(order.amendments,
                                             [](const Amendment& a) { return a.stay.has_value(); });
    if (returns) return decided;
    if (rule->scope == rules::Scope::affected_rounds) return {pair_of(*rule), {rule}};
    const bool reaches_back = std::ranges::any_of(order.amendments, [&](const Amendment& a) {
        return !table.round || a.round != table.round->number;
    });
    // Without a result, the document's rule for the cause must apply at this step. With a result,
    // the two people attest the cause.
    const bool applies =
        (table.round && table.round->roll) || provision(rules, table, order.cause).rule;
    if (reaches_back || !applies) return decided;
    return {{dealer, supervisor}, {rule}};
}

// Returns an attendant and whoever the policy asks to sign for this amount; nothing below its first
// level.
std::optional<RequiredPair> pair_for_hand_pay(const State& state, HandPayId hand_pay) {
    const auto found = state.instruments.hand_pays.find(hand_pay);
    if (found == state.instruments.hand_pays.end()) return std::nullopt;
    const CashPolicy* policy = find_policy(state.instruments, found->second.table);
    check(policy);
    std::optional<RequiredPair> pair;
    for (const SignatureLevel& level : policy->signatures) {
        if (found->second.amount >= level.from) pair = RequiredPair{{level.role, cashier}};
    }
    return pair;
}

std::optional<RequiredPair> find_required_pair(const State& state, const Table& table,
                                               const Order& order) {
    const RuleSet& rules = rules_of(state, table);
    if (holds<Configure>(order)) return RequiredPair{{supervisor, supervisor}};
    if (holds<RecallRounds>(order)) {
        RequiredPair pair{{shift_manager, supervisor}};
        if (const auto* rule = find_rule(rules, Cause::damaged_dice)) pair.named_by.push_back(rule);
        return pair;
    }
    if (holds<WaiveReceivable>(order)) return RequiredPair{{shift_manager, supervisor}};
    if (holds<ClearTerminal>(order)) return RequiredPair{{supervisor, dealer}};
    if (holds<ResolvePrint>(order) || holds<ResolveTicket>(order) ||
        holds<ResolveBanknote>(order) || holds<VoidTicket>(order) || holds<OpenInventory>(order) ||
        holds<FillTable>(order) || holds<CreditTable>(order) || holds<CountInventory>(order) ||
        holds<RemoveStacker>(order)) {
        return RequiredPair{{supervisor, dealer}};
    }
    if (holds<CountBox>(order)) return RequiredPair{{supervisor, cashier}};
    if (const auto* pay = get_if<PayByHand>(&order)) return pair_for_hand_pay(state, pay->hand_pay);
    if (const auto* amend = get_if<AmendRounds>(&order)) {
        return pair_for_amendment(rules, table, *amend);
    }
    if (holds<ResolveDispute>(order)) return pair_for_wrong_result(rules);
    if (holds<DecideHold>(order) || holds<ConcludeHold>(order)) return pair_for_uncovered(rules);
    if ((holds<Certify>(order) || holds<CertifyDice>(order)) && table.held) {
        const Provision held = provision(rules, table, table.held->cause);
        if (held.rule && held.rule->with) return RequiredPair{pair_of(*held.rule), {held.rule}};
        return std::nullopt;
    }
    if (holds<EnterResult>(order) && table.round) {
        const Round& round = *table.round;
        const bool disputed = round.reading && round.keyed && *round.reading != *round.keyed;
        const bool keyed = round.keyed && !round.reading;
        if (disputed || (keyed && table.configuration.second_entry)) {
            return RequiredPair{{dealer, supervisor}};
        }
    }
    return std::nullopt;
}

void keep_at_least(RoleSet& roles, rules::Role rank_min) {
    for (const rules::Role role : all_staff) {
        if (!counts_as(role, rank_min)) roles.remove(role);
    }
}

// Removes the roles that may not give the order in this state of the table, or for what it names.
struct RemoveRoles {
    const State& state;
    const Table& table;
    RoleSet& roles;

    void operator()(const CertifyDice&) const { operator()(Certify{}); }
    void operator()(const TickChecklist&) const { operator()(SignInspection{}); }
    void operator()(const Certify&) const {
        if (!table.held) return;
        const Provision held = provision(rules_of(state, table), table, table.held->cause);
        if (held.rule && !held.rule->with) keep_at_least(roles, held.rule->decides);
    }
    void operator()(const SignInspection&) const {
        const auto& inspection = rules_of(state, table).game->equipment.inspection;
        if (inspection) keep_at_least(roles, inspection->by);
    }
    void operator()(const ResolveIncident& order) const {
        const auto found = table.incidents.find(order.incident);
        if (found != table.incidents.end()) keep_at_least(roles, found->second.resolves);
    }
    void operator()(const Report& order) const {
        const Provision found = provision(rules_of(state, table), table, order.cause);
        const bool ends = found.rule && found.rule->effect == rules::Effect::void_ && table.round &&
                          !table.round->bets_settled && !table.round->roll;
        if (!ends || is_mixed_enough(state, table, *found.rule)) return;
        for (const rules::Role role : all_staff) {
            if (!may_end_round(*found.rule, role)) roles.remove(role);
        }
    }
    // Beside the first person, who may have been of any rank.
    void operator()(const DecideVoid&) const {
        for (const auto& [id, reader] : state.safety.readers) {
            if (find_table(state, id) != &table || !reader.contested) continue;
            for (const rules::Role role : all_staff) {
                if (!satisfies(reader.contested->role, role, {dealer, supervisor})) {
                    roles.remove(role);
                }
            }
        }
    }
    // A dealer handles no money at a player's terminal.
    void operator()(const PutCredit& order) const {
        if (order.terminal) roles.remove(dealer);
    }
    void operator()(const PayCredit& order) const {
        if (order.terminal) roles.remove(dealer);
    }
    template <class O>
    void operator()(const O&) const {}
};

// Returns the last step, in the document's own order, such that it and all steps before it are
// completed; the first step if none is; nothing between rounds. The order that is played may differ
// from the document's: if a switch has the dice mixed before the close, a round with mixed dice
// still counts as open.
std::optional<rules::Step> document_step(const RuleSet& rules, const Table& table) {
    if (!table.round) return std::nullopt;
    const auto& order = rules.game->procedure.steps;
    rules::Step last = order.front().step;
    for (const rules::StepRule& rule : order) {
        if (!is_done(rules, *table.round, rule.step)) break;
        last = rule.step;
    }
    return last;
}

}  // namespace

const Authority& authority_of(std::size_t order) {
    return Authorities<OrderChoice>::value.at(order);
}
const Authority& authority_of(const Order& order) { return authority_of(order.index()); }

bool may_act(const Person& person) { return !person.disabled && person.failures < failures_max; }

bool holds_role(const Person& person, rules::Role role, Instant at) {
    if (counts_as(person.role, role)) return true;
    return std::ranges::any_of(person.appointments, [&](const Appointment& one) {
        return counts_as(one.role, role) && one.from <= at && at < one.until;
    });
}

const Appointment* acting_by(const Person& person, rules::Role role, Instant at) {
    if (counts_as(person.role, role)) return nullptr;
    const Appointment* by = nullptr;
    for (const Appointment& one : person.appointments) {
        if (!counts_as(one.role, role) || at < one.from || at >= one.until) continue;
        if (!by || one.until > by->until) by = &one;
    }
    return by;
}

bool is_mixed_enough(const State& state, const Table& table, const rules::Irregularity& rule) {
    return has_edition(state, 1) && rule.cause == Cause::short_mix && rule.clauses.empty() &&
           table.round && is_done(rules_of(state, table), *table.round, rules::Step::mix);
}

bool is_first_set_up(const State& state, PersonId first) {
    const bool played = std::ranges::any_of(state.tables, [](const auto& one) {
        return one.second.rounds > 0 && !one.second.configuration.training;
    });
    const bool alone = std::ranges::none_of(state.people, [&](const auto& one) {
        return one.first != first && may_agree_to_account(one.second.role);
    });
    return alone && !played;
}

bool takes_second(const State& state, PersonId first, const Order& order) {
    if (!state.safety.safeguards) return false;
    std::optional<rules::Role> role;
    if (const auto* add = get_if<AddPerson>(&order)) role = add->role;
    const auto* reset = get_if<ResetPassword>(&order);
    const auto* removal = get_if<RemoveSecondFactor>(&order);
    if (reset || removal) {
        const auto found = state.people.find(reset ? reset->person : removal->person);
        if (found != state.people.end()) role = found->second.role;
        if (role && holds_role(found->second, supervisor, state.at)) role = supervisor;  // acting
    }
    return role && takes_second_for_account(*role) && !is_first_set_up(state, first);
}

bool is_reader_in_use(const State& state, TableId id, const Table& table) {
    const Reader* reader = find_reader(state, id);
    return state.safety.safeguards && reader && reader->fitted && !reader->manual &&
           table.mixer == rules::MixerKind::tumbler;
}

std::optional<Pair> second_for(const State& state, const Table& table, const Order& order) {
    const std::optional<RequiredPair> required = find_required_pair(state, table, order);
    return required ? std::optional(required->pair) : std::nullopt;
}

bool is_of_cage(const Order& order) {
    return visit([]<class O>(const O&) { return is_cage_order<O>; }, order.choice());
}

bool is_report(const Order& order) {
    return visit([]<class O>(const O&) { return is_report_order<O>; }, order.choice());
}

std::optional<Pair> second_at_cage(const State& state, const Order& order) {
    if (holds<MoveFloat>(order) || holds<AdjustCounter>(order) || holds<VoidSoldTicket>(order) ||
        holds<CashExpired>(order)) {
        return Pair{supervisor, cashier};
    }
    if (const auto* pay = get_if<CashHandPay>(&order)) {
        const std::optional<RequiredPair> required = pair_for_hand_pay(state, pay->hand_pay);
        if (required) return required->pair;
    }
    return std::nullopt;
}

std::vector<std::string> clauses_for(const State& state, const Table& table, const Order& order) {
    std::vector<std::string> clauses;
    const std::optional<RequiredPair> required = find_required_pair(state, table, order);
    if (!required) return clauses;
    for (const rules::Irregularity* rule : required->named_by) {
        for (const std::string& clause : rule->clauses) {
            if (std::ranges::find(clauses, clause) == clauses.end()) clauses.push_back(clause);
        }
    }
    return clauses;
}

RoleSet roles_for(const State& state, const Table& table, const Order& order) {
    RoleSet roles = authority_of(order).roles;
    visit(RemoveRoles{state, table, roles}, order.choice());
    if (const std::optional<Pair> pair = second_for(state, table, order)) {
        for (const rules::Role role : all_staff) {
            if (!may_begin(role, *pair)) roles.remove(role);
        }
    }
    return roles;
}

bool may_end_round(const rules::Irregularity& rule, rules::Role role) {
    const rules::Role wanted = role_that_may_act_alone(rule);
    if (role == rules::Role::system) return rank(wanted) <= rank(dealer);
    return counts_as(role, wanted) || wanted == rules::Role::system;
}

Provision provision(const RuleSet& rules, const Table& table, rules::Cause cause) {
    Provision found;
    const std::optional<rules::Step> step = document_step(rules, table);
    // While the dice are being mixed, the rules for the step `mix` apply too, except those for
    // interruptions and lights.
    const bool lights = cause == Cause::lights_failed || cause == Cause::lights_failed_early;
    const bool mixing =
        table.round && table.round->mixing && !rules::is_interruption(cause) && !lights;
    for (const rules::Irregularity& rule : rules.game->irregularities) {
        if (rule.cause != cause) continue;
        found.known = true;
        if (rule.mixer && *rule.mixer != table.mixer) continue;
        const auto during = [&](rules::Step wanted) {
            return std::ranges::find(rule.during, wanted) != rule.during.end();
        };
        const bool anytime = rule.during.empty();
        if (anytime || (step && during(*step)) || (mixing && during(rules::Step::mix))) {
            found.rule = &rule;
            break;
        }
    }
    return found;
}

// For damaged dice a dealer may end the round in play; which earlier rounds are void takes the
// people whom the rule names.
rules::Role role_that_may_act_alone(const rules::Irregularity& rule) {
    const bool named = !rule.clauses.empty();  // the document has the rule, not only we
    if (rule.scope == rules::Scope::affected_rounds && named) return rules::Role::dealer;
    return rule.decides;
}

const rules::Irregularity* find_rule(const RuleSet& rules, rules::Cause cause) {
    const auto& all = rules.game->irregularities;
    const auto found = std::ranges::find(all, cause, &rules::Irregularity::cause);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace sicbo::table
