// SPDX-License-Identifier: MIT
#include "table/authority.h"

#include <algorithm>
#include <array>

namespace sicbo::table {
namespace {

using enum rules::Role;
using rules::Cause;

constexpr RoleSet dealer_up = {dealer, supervisor, pit_manager, shift_manager};
constexpr RoleSet supervisor_up = {supervisor, pit_manager, shift_manager};
constexpr RoleSet attendant = RoleSet{cashier} | supervisor_up;
constexpr RoleSet handles_cash = RoleSet{cashier} | dealer_up;
constexpr RoleSet machine = {rules::Role::system};
constexpr RoleSet technical = supervisor_up | RoleSet{technician};
constexpr RoleSet setup = RoleSet{administrator} | machine;
constexpr RoleSet staff = dealer_up | RoleSet{cashier, technician, auditor, administrator};

constexpr std::array all_staff = {dealer,  supervisor, pit_manager, shift_manager,
                                  cashier, technician, auditor,     administrator};

// Three kinds of authority: over an order that takes a person who is logged on at the table, over
// one that takes no log-on, and over one that takes a log-on and is meant for one round. With
// `also_training` a training table may give the order to itself.
constexpr bool also_training = true;
constexpr Authority at_table(RoleSet roles, bool training = false) {
    return {.roles = roles, .log_on = true, .training_system = training, .of_round = false};
}
constexpr Authority anywhere(RoleSet roles) { return {.roles = roles, .log_on = false}; }
constexpr Authority of_round(RoleSet roles, bool training = false) {
    return {.roles = roles, .log_on = true, .training_system = training, .of_round = true};
}

// An order that is missing here does not compile.
template <class O>
constexpr Authority authority = [] {
    static_assert(sizeof(O) == 0);
    return Authority{};
}();

// clang-format off
template <> constexpr Authority authority<AdoptRules> = anywhere(setup);
template <> constexpr Authority authority<AddPerson> = anywhere(setup);
template <> constexpr Authority authority<DisablePerson> = anywhere({administrator});
template <> constexpr Authority authority<RestorePerson> = anywhere(setup);
template <> constexpr Authority authority<ReportFailedLogOn> = at_table(machine);
template <> constexpr Authority authority<Appoint> = anywhere(supervisor_up);
template <> constexpr Authority authority<AddTable> = anywhere(setup);
template <> constexpr Authority authority<Configure> = at_table(supervisor_up);
template <> constexpr Authority authority<AddTerminal> = anywhere(setup | RoleSet{technician});
template <> constexpr Authority authority<LogOn> = anywhere(staff);
template <> constexpr Authority authority<LogOff> = at_table(staff);
template <> constexpr Authority authority<LockConsole> = at_table(machine);
template <> constexpr Authority authority<UnlockConsole> = at_table(handles_cash | technical);
template <> constexpr Authority authority<OpenTable> = at_table(supervisor_up, also_training);
template <> constexpr Authority authority<CloseTable> = at_table(supervisor_up);
template <> constexpr Authority authority<AnnounceLastRound> = at_table(dealer_up);
template <> constexpr Authority authority<TakeOutOfService> = at_table(technical | machine);
template <> constexpr Authority authority<ReturnToService> = at_table(supervisor_up, also_training);
template <> constexpr Authority authority<RecordRepair> = at_table({technician}, also_training);
template <> constexpr Authority authority<InstallDice> = at_table(dealer_up, also_training);
template <> constexpr Authority authority<RemoveDice> = at_table(dealer_up, also_training);
template <> constexpr Authority authority<MarkMixer> = at_table(dealer_up);
template <> constexpr Authority authority<UseMixer> = at_table(dealer_up);
template <> constexpr Authority authority<HandOverShaker> = at_table(dealer_up);
template <> constexpr Authority authority<TestLights> = at_table(supervisor_up, also_training);
template <> constexpr Authority authority<TestMixer> = at_table(supervisor_up, also_training);
template <> constexpr Authority authority<SignInspection> = at_table(supervisor_up, also_training);
template <> constexpr Authority authority<TakeSeat> = at_table(handles_cash, also_training);
template <> constexpr Authority authority<PutCredit> = at_table(handles_cash, also_training);
template <> constexpr Authority authority<PayCredit> = at_table(handles_cash, also_training);
template <> constexpr Authority authority<IssueTicket> = at_table({player});
template <> constexpr Authority authority<RedeemTicket> = anywhere({player, cashier});
template <> constexpr Authority authority<CallAttendant> = at_table({player});
template <> constexpr Authority authority<AnswerCall> = at_table(attendant);
template <> constexpr Authority authority<UnlockTerminal> = at_table(attendant);
template <> constexpr Authority authority<EnableTerminal> = at_table(technical);
template <> constexpr Authority authority<DisableTerminal> = at_table(technical);
template <> constexpr Authority authority<ReportTerminal> = at_table(machine);
template <> constexpr Authority authority<WalkAway> = at_table(dealer_up);
template <> constexpr Authority authority<PayUnclaimed> = at_table(attendant);
template <> constexpr Authority authority<CollectReceivable> = at_table(attendant);
template <> constexpr Authority authority<WaiveReceivable> = at_table(dealer_up);
template <> constexpr Authority authority<OpenBetting> = at_table(dealer_up, also_training);
template <> constexpr Authority authority<PlaceBets> = of_round(dealer_up | RoleSet{player});
template <> constexpr Authority authority<WithdrawBets> = of_round(dealer_up | RoleSet{player});
template <> constexpr Authority authority<RejectExcess> = of_round(dealer_up);
template <> constexpr Authority authority<AdvisePlayer> = of_round(dealer_up);
template <> constexpr Authority authority<CloseBetting> = of_round(dealer_up | machine);
template <> constexpr Authority authority<StartMix> = at_table(dealer_up, also_training);
template <> constexpr Authority authority<EndMix> = of_round(dealer_up | machine);
template <> constexpr Authority authority<ArmTumbler> = at_table(machine);
template <> constexpr Authority authority<ReportReading> = at_table(machine);
template <> constexpr Authority authority<Uncover> = of_round(dealer_up, also_training);
template <> constexpr Authority authority<CoverDice> = of_round(dealer_up);
template <> constexpr Authority authority<KeyDice> = of_round(dealer_up);
template <> constexpr Authority authority<EnterResult> = of_round(dealer_up, also_training);
template <> constexpr Authority authority<ReportLights> = of_round(dealer_up | machine);
template <> constexpr Authority authority<NotePresence> = of_round(supervisor_up, also_training);
template <> constexpr Authority authority<SettleRound> = of_round(dealer_up, also_training);
template <> constexpr Authority authority<ClearLights> = of_round(dealer_up, also_training);
template <> constexpr Authority authority<ReportLayout> = of_round(dealer_up | machine);
template <> constexpr Authority authority<Report> = of_round(dealer_up | technical | machine);
template <> constexpr Authority authority<DecideHold> = of_round(dealer_up);
template <> constexpr Authority authority<Certify> = of_round(dealer_up, also_training);
template <> constexpr Authority authority<AmendRounds> = at_table(dealer_up);
template <> constexpr Authority authority<ResolveIncident> = at_table(dealer_up);
template <> constexpr Authority authority<Authorise> = at_table(dealer_up);
template <> constexpr Authority authority<Restart> = at_table(machine);
template <> constexpr Authority authority<CommitDice> = at_table(machine);
template <> constexpr Authority authority<RevealDice> = at_table(machine);
template <> constexpr Authority authority<EnrolTerminal> = at_table(machine);
template <> constexpr Authority authority<NoteClock> = at_table(machine);
template <> constexpr Authority authority<CheckSoftware> = at_table(machine);
// clang-format on

template <class Variant>
struct Authorities;
template <class... Orders>
struct Authorities<Choice<Orders...>> {
    static constexpr std::array value = {authority<Orders>...};
};

// Two people, and the rules of the document that name them.
struct Second {
    Pair pair;
    std::vector<const rules::Irregularity*> by = {};
};

Pair pair_of(const rules::Irregularity& rule) {
    // Where the document names one person only, somebody of the table stands beside.
    const rules::Role with = rule.with.value_or(rank(rule.decides) > 1 ? dealer : supervisor);
    return {rule.decides, with};
}

// What the rules do not cover is decided by whom they name for that.
Second by_decision(const RuleSet& rules) {
    const rules::Irregularity* uncovered = find_rule(rules, Cause::not_covered);
    if (!uncovered) return {{shift_manager, supervisor}};
    return {pair_of(*uncovered), {uncovered}};
}

Second second_for_amendment(const RuleSet& rules, const Table& table, const AmendRounds& order) {
    const bool only_rolls = std::ranges::all_of(
        order.amendments, [](const Amendment& a) { return a.roll.has_value(); });
    if (only_rolls) {
        const rules::Irregularity* wrong = find_rule(rules, Cause::wrong_result);
        if (!wrong) return {{dealer, supervisor}};
        return {pair_of(*wrong), {wrong}};
    }
    Second decided = by_decision(rules);
    const rules::Irregularity* rule = find_rule(rules, order.cause);
    if (rule) decided.by.insert(decided.by.begin(), rule);
    if (!rule || rule->effect != rules::Effect::void_) return decided;
    const bool returns = std::ranges::any_of(order.amendments,
                                             [](const Amendment& a) { return a.stay.has_value(); });
    if (returns) return decided;
    if (rule->scope == rules::Scope::affected_rounds) return {pair_of(*rule), {rule}};
    const bool reaches_back = std::ranges::any_of(order.amendments, [&](const Amendment& a) {
        return !table.round || a.round != table.round->number;
    });
    // Before a result the cause must be met where the document has it; after one, two people say
    // so.
    const bool met =
        (table.round && table.round->roll) || provision(rules, table, order.cause).rule;
    if (reaches_back || !met) return decided;
    return {{dealer, supervisor}, {rule}};
}

std::optional<Second> find_second(const State& state, const Table& table, const Order& order) {
    const RuleSet& rules = rules_of(state, table);
    if (holds<Configure>(order)) return Second{{supervisor, supervisor}};
    if (holds<WaiveReceivable>(order)) return Second{{shift_manager, supervisor}};
    if (const auto* amend = get_if<AmendRounds>(&order)) {
        return second_for_amendment(rules, table, *amend);
    }
    if (holds<DecideHold>(order)) return by_decision(rules);
    if (holds<Certify>(order) && table.held) {
        const Provision held = provision(rules, table, table.held->cause);
        if (held.rule && held.rule->with) return Second{pair_of(*held.rule), {held.rule}};
        return std::nullopt;
    }
    if (holds<EnterResult>(order) && table.round) {
        const Round& round = *table.round;
        const bool disputed = round.reading && round.keyed && *round.reading != *round.keyed;
        const bool keyed = round.keyed && !round.reading;
        if (disputed || (keyed && table.configuration.second_entry)) {
            return Second{{dealer, supervisor}};
        }
    }
    return std::nullopt;
}

void keep_at_least(RoleSet& roles, rules::Role least) {
    for (const rules::Role role : all_staff) {
        if (!counts_as(role, least)) roles.remove(role);
    }
}

// Takes away the roles that the state of the table, or what the order names, leaves out.
struct Narrow {
    const State& state;
    const Table& table;
    RoleSet& roles;

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
        if (!ends) return;
        for (const rules::Role role : all_staff) {
            if (!may_end_round(*found.rule, role)) roles.remove(role);
        }
    }
    // A dealer touches no player's terminal.
    void operator()(const PutCredit& order) const {
        if (order.terminal) roles.remove(dealer);
    }
    void operator()(const PayCredit& order) const {
        if (order.terminal) roles.remove(dealer);
    }
    template <class O>
    void operator()(const O&) const {}
};

// Where the round stands, in the words of the document: the last of its steps up to which all are
// done, or the first one. With dice mixed before the close, though the document mixes them after
// it, bets are open still.
std::optional<rules::Step> place_in(const RuleSet& rules, const Table& table) {
    if (!table.round) return std::nullopt;
    const auto& order = rules.game->procedure.steps;
    rules::Step place = order.front().step;
    for (const rules::StepRule& one : order) {
        if (!is_done(rules, *table.round, one.step)) break;
        place = one.step;
    }
    return place;
}

}  // namespace

const Authority& authority_of(std::size_t order) {
    return Authorities<OrderChoice>::value.at(order);
}
const Authority& authority_of(const Order& order) { return authority_of(order.index()); }

bool may_act(const Person& person) {
    constexpr int failures_most = 3;
    return !person.disabled && person.failures < failures_most;
}

bool holds_role(const Person& person, rules::Role role, Instant at) {
    if (counts_as(person.role, role)) return true;
    return std::ranges::any_of(person.acting, [&](const Appointment& acting) {
        return counts_as(acting.role, role) && acting.from <= at && at < acting.until;
    });
}

std::optional<Pair> second_for(const State& state, const Table& table, const Order& order) {
    const std::optional<Second> second = find_second(state, table, order);
    return second ? std::optional(second->pair) : std::nullopt;
}

std::vector<std::string> clauses_for(const State& state, const Table& table, const Order& order) {
    std::vector<std::string> clauses;
    const std::optional<Second> second = find_second(state, table, order);
    if (!second) return clauses;
    for (const rules::Irregularity* rule : second->by) {
        for (const std::string& clause : rule->clauses) {
            if (std::ranges::find(clauses, clause) == clauses.end()) clauses.push_back(clause);
        }
    }
    return clauses;
}

RoleSet roles_for(const State& state, const Table& table, const Order& order) {
    RoleSet roles = authority_of(order).roles;
    visit(Narrow{state, table, roles}, order.choice());
    if (const std::optional<Pair> pair = second_for(state, table, order)) {
        for (const rules::Role role : all_staff) {
            if (!may_begin(role, *pair)) roles.remove(role);
        }
    }
    return roles;
}

bool may_end_round(const rules::Irregularity& rule, rules::Role role) {
    const rules::Role wanted = acts_alone(rule);
    if (role == rules::Role::system) return rank(wanted) <= rank(dealer);
    return counts_as(role, wanted) || wanted == rules::Role::system;
}

Provision provision(const RuleSet& rules, const Table& table, rules::Cause cause) {
    Provision found;
    const std::optional<rules::Step> step = place_in(rules, table);
    // What befalls the mixer or the dice while they are mixed is met in that step already.
    const bool interruption =
        cause >= Cause::interrupted_open && cause <= Cause::interrupted_result;
    const bool lights = cause == Cause::lights_failed || cause == Cause::lights_failed_early;
    const bool mixing = table.round && table.round->mixing && !interruption && !lights;
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

// Which earlier rounds damaged dice reach is a decision of others; the one in play a dealer may
// end.
rules::Role acts_alone(const rules::Irregularity& rule) {
    const bool named = !rule.clauses.empty();  // by the document, not only by us
    if (rule.scope == rules::Scope::affected_rounds && named) return rules::Role::dealer;
    return rule.decides;
}

const rules::Irregularity* find_rule(const RuleSet& rules, rules::Cause cause) {
    const auto& all = rules.game->irregularities;
    const auto found = std::ranges::find(all, cause, &rules::Irregularity::cause);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace sicbo::table
