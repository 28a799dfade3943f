// SPDX-License-Identifier: MIT
#include "wire/orders_view.h"

#include <algorithm>
#include <array>

#include "table/sample_orders.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;
using namespace table;

constexpr TerminalId any_terminal{1};       // roles do not depend on which terminal it is
constexpr std::string_view any_note = "-";  // an order without a note would be refused
constexpr rules::Roll any_roll{1, 2, 3};    // for a certificate before anybody has seen dice

// Returns the roles that may give the order, PutCredit or PayCredit, for a terminal.
template <class O>
json::array roles_at_terminal(const State& state, const Table& table) {
    O order;
    order.terminal = any_terminal;
    return roles_json(roles_for(state, table, order));
}

// Previews the order as if a shift manager gave it, the highest rank at a table: the holder of the
// shaker if there is one. A round is settled by anybody but the supervisor who is present, and that
// supervisor may hold the shaker, so nobody in particular settles here.
Preview preview_of(const State& state, TableId table, Order order) {
    const bool by_anybody = holds<SettleRound>(order) || holds<NotePresence>(order);
    const PersonId holder = state.tables.at(table).shaker_holder;
    Command command;
    command.stamp.at = state.at;
    command.stamp.actor = {ActorKind::person, by_anybody ? 0 : holder.number};
    command.stamp.role = rules::Role::shift_manager;
    command.stamp.table = table;
    command.order = std::move(order);
    return preview(state, command);
}

json::array dice_json(rules::Roll roll) {
    json::array array;
    for (const std::uint8_t die : roll.dice()) array.emplace_back(die);
    return array;
}

json::value refused_json(const Decision& decision) {
    if (!decision.refusal) return nullptr;
    return json::value(json::string(to_word(decision.refusal->reason)));
}

json::array facts_json(const Decision& decision) {
    json::array facts;
    for (const Event& event : decision.events) {
        const std::string_view name = choice_names<FactChoice>[event.fact.index()];
        facts.emplace_back(json::string(name));
    }
    return facts;
}

// Returns the clauses that a certificate rests on. A rule with the effect `certify` names those of
// both outcomes; the rules for interruptions that leave no choice have the clauses of each.
const std::vector<std::string>& certified_clauses(const RuleSet& rules, const Table& table,
                                                  bool seen) {
    const rules::Irregularity* rule = provision(rules, table, table.held->cause).rule;
    check(rule);
    if (rule->effect != rules::Effect::certify) return rule->clauses;
    const rules::Irregularity* outcome =
        find_rule(rules, seen ? rules::Cause::interrupted_result : rules::Cause::interrupted_open);
    return outcome ? outcome->clauses : rule->clauses;
}

std::string seal_in_use(const Table& table) {
    const auto mixer = table.mixers.find(table.mixer);
    const bool has_dice = mixer != table.mixers.end() && mixer->second.dice;
    return has_dice ? mixer->second.dice->seal : std::string();
}

// Orders of which the arguments do not decide whether they are refused, and SignInspection with the
// seal that the dice have.
std::optional<Order> offered_order(const Table& table, std::size_t index) {
    static const std::array orders = {
        Order(OpenTable{}),
        Order(CloseTable{}),
        Order(AnnounceLastRound{}),
        Order(TakeOutOfService{std::string(any_note)}),
        Order(ReturnToService{}),
        Order(RecordRepair{std::string(any_note)}),
        Order(TestLights{any_roll, {}}),
        Order(TestMixer{true}),
        Order(OpenBetting{}),
        Order(CloseBetting{}),
        Order(StartMix{}),
        Order(StartCoveredMix{}),
        Order(CollectBets{}),
        Order(Uncover{true}),
        Order(CoverDice{}),
        Order(NotePresence{}),
        Order(SettleRound{}),
        Order(ClearLights{}),
        Order(SwitchToManualEntry{std::string(any_note)}),
    };
    const Order sign = SignInspection{seal_in_use(table)};
    if (index == sign.index()) return sign;
    const auto found = std::ranges::find(orders, index, &Order::index);
    if (found == orders.end()) return std::nullopt;
    return *found;
}

json::value refused_until_an_event(const State& state, TableId id, const Order& order) {
    const Decision decision = preview_of(state, id, order).decision;
    const bool ends_with_time =
        decision.refusal && (decision.refusal->reason == Reason::window_too_short ||
                             decision.refusal->reason == Reason::rules_not_effective);
    return ends_with_time ? json::value(nullptr) : refused_json(decision);
}

// Returns a number that no set of dice has had; 0 if numbers of nine digits are used up.
DiceId free_dice_set(const State& state) {
    constexpr std::uint32_t number_max = 999'999'999;  // as a console takes it
    const std::uint32_t last = state.dice_used.empty() ? 0 : state.dice_used.rbegin()->first.number;
    return {last < number_max ? last + 1 : 0};
}

json::value shaker_json(const State& state, TableId id) {
    const Table& table = state.tables.at(id);
    if (!table.shaker_holder) return nullptr;
    const auto refused = [&](PersonId to) {
        return refused_json(preview_of(state, id, HandOverShaker{to}).decision);
    };
    json::array others;
    for (const auto& [person, as] : table.staff) {
        if (person == table.shaker_holder) continue;
        others.push_back(json::object{{"person", person.number}, {"refused", refused(person)}});
    }
    return json::object{{"put_back", refused({})}, {"hand_to", std::move(others)}};
}

template <class T>
json::value word_or_null(const std::optional<T>& value) {
    return value ? json::value(json::string(to_word(*value))) : json::value(nullptr);
}

bool stops_table(const Decision& decision) {
    return !decision.refusal && std::ranges::any_of(decision.events, [](const Event& event) {
        return holds<TakenOutOfService>(event.fact);
    });
}

}  // namespace

json::array roles_json(RoleSet roles) {
    json::array array;
    for (std::size_t i = 0; i < words_of<rules::Role>.size(); ++i) {
        const auto role = static_cast<rules::Role>(i);
        if (role == rules::Role::player || role == rules::Role::system) continue;
        if (roles.has(role)) array.emplace_back(json::string(to_word(role)));
    }
    return array;
}

json::object requests_json() {
    return {{"create_enrolment_code", json::object{{"roles", roles_json(enrolment_code_roles)}}},
            {"inject_fault", json::object{{"roles", roles_json(inject_fault_roles)}}}};
}

json::value pair_json(const std::optional<Pair>& pair) {
    if (!pair) return nullptr;
    return json::object{{"decides", json::string(to_word(pair->decides))},
                        {"with", json::string(to_word(pair->with))}};
}

json::array missing_json(const std::optional<Pair>& pair, rules::Role first) {
    RoleSet missing;
    for (std::size_t i = 0; pair && i < words_of<rules::Role>.size(); ++i) {
        const auto role = static_cast<rules::Role>(i);
        if (satisfies(first, role, *pair)) missing.add(role);
    }
    return roles_json(missing);
}

json::object preview_json(const Preview& preview) {
    json::array clauses(preview.clauses.begin(), preview.clauses.end());
    return {{"roles", roles_json(preview.roles)},
            {"second", pair_json(preview.pair)},
            {"clauses", std::move(clauses)},
            {"refused", refused_json(preview.decision)},
            {"leads_to", facts_json(preview.decision)}};
}

json::array incidents_json(const State& state, TableId table) {
    const Table& t = state.tables.at(table);
    json::array array;
    for (const auto& [id, one] : t.incidents) {
        const auto disputed = state.safety.disputes.find(id);
        json::value dispute = nullptr;
        if (disputed != state.safety.disputes.end()) {
            dispute = json::object{{"entered", dice_json(disputed->second.entered)},
                                   {"read", dice_json(disputed->second.read)}};
        }
        // A dispute of a patron ends with its own order.
        const bool of_patron = state.cage.disputes.contains(id);
        const Order ends = of_patron ? Order(CloseDispute{id, {}}) : Order(ResolveIncident{id, {}});
        array.push_back(json::object{{"incident", id.number},
                                     {"round", one.round},
                                     {"cause", json::string(to_word(one.cause))},
                                     {"roles", roles_json(roles_for(state, t, ends))},
                                     {"resolves", json::string(to_word(one.resolves))},
                                     {"note", one.note},
                                     {"of_patron", of_patron},
                                     {"dispute", std::move(dispute)}});
    }
    return array;
}

json::array irregularities_json(const State& state, TableId id) {
    const Table& table = state.tables.at(id);
    const RuleSet& rules = rules_of(state, table);
    const bool in_play = table.round && !table.round->bets_settled;
    json::array causes;
    for (const rules::Irregularity& rule : rules.game->irregularities) {
        const rules::Irregularity* in_force = provision(rules, table, rule.cause).rule;
        // Between rounds no rule for a step is in force, but equipment that failed stops the table.
        const bool between_rounds =
            !in_force && !table.round && find_rule(rules, rule.cause) == &rule;
        if (in_force != &rule && !between_rounds) continue;
        const Preview reported = preview_of(state, id, Report{rule.cause, std::string(any_note)});
        if (between_rounds && !stops_table(reported.decision)) continue;
        causes.push_back(
            json::object{{"cause", json::string(to_word(rule.cause))},
                         {"effect", json::string(to_word(rule.effect))},
                         {"scope", json::string(to_word(rule.scope))},
                         {"decides", json::string(to_word(rule.decides))},
                         {"with", word_or_null(rule.with)},
                         {"reported_by", json::string(to_word(role_that_may_act_alone(rule)))},
                         {"takes_effect", in_play},
                         {"clauses", json::array(rule.clauses.begin(), rule.clauses.end())},
                         {"roles", roles_json(reported.roles)},
                         {"refused", refused_json(reported.decision)},
                         {"leads_to", facts_json(reported.decision)}});
    }
    return causes;
}

json::value certify_json(const State& state, TableId id) {
    const Table& table = state.tables.at(id);
    if (!table.held || table.held->cause == rules::Cause::not_covered) return nullptr;
    const auto& roll = table.round->roll ? table.round->roll : table.round->reading;
    const RuleSet& rules = rules_of(state, table);
    const auto choice = [&](const Certify& order) -> json::value {
        const Decision decision = preview_of(state, id, order).decision;
        if (decision.refusal) return nullptr;
        const auto& clauses = certified_clauses(rules, table, order.seen.has_value());
        return json::object{{"clauses", json::array(clauses.begin(), clauses.end())},
                            {"leads_to", facts_json(decision)}};
    };
    return json::object{{"seen", choice({roll.value_or(any_roll)})},
                        {"not_seen", choice({std::nullopt})}};
}

json::object orders_json(const State& state, TableId id) {
    const Table& table = state.tables.at(id);
    json::object orders;
    for (std::size_t i = 0; i < choice_names<OrderChoice>.size(); ++i) {
        const Order& order = sample_orders()[i];
        json::array roles = roles_json(roles_for(state, table, order));
        if (roles_json(authority_of(i).roles).empty()) continue;  // for players and devices alone
        json::object one{{"roles", std::move(roles)}, {"of_round", authority_of(i).of_round}};
        if (auto pair = second_for(state, table, order)) one["second"] = pair_json(pair);
        if (holds<PutCredit>(order)) {
            one["roles_at_terminal"] = roles_at_terminal<PutCredit>(state, table);
        }
        if (holds<PayCredit>(order)) {
            one["roles_at_terminal"] = roles_at_terminal<PayCredit>(state, table);
        }
        if (const std::optional<Order> offered = offered_order(table, i)) {
            one["refused"] = refused_until_an_event(state, id, *offered);
        }
        const std::string_view name = choice_names<OrderChoice>[i];
        orders[{name.data(), name.size()}] = std::move(one);
    }
    return orders;
}

json::object equipment_orders_json(const State& state, TableId id) {
    const DiceId free = free_dice_set(state);
    json::array mixers;
    for (const rules::Mixer& mixer : rules_of(state, state.tables.at(id)).game->equipment.mixers) {
        const auto refused = [&](Order order) {
            return refused_json(preview_of(state, id, std::move(order)).decision);
        };
        mixers.push_back(
            json::object{{"mixer", json::string(to_word(mixer.kind))},
                         {"InstallDice", refused(InstallDice{free, mixer.kind, {}})},
                         {"RemoveDice", refused(RemoveDice{mixer.kind})},
                         {"UseMixer", refused(UseMixer{mixer.kind})},
                         {"MarkMixer", refused(MarkMixer{mixer.kind, Mark::covered})}});
    }
    return {{"mixers", std::move(mixers)},
            {"free_dice_set", free.number},
            {"shaker", shaker_json(state, id)}};
}

}  // namespace sicbo::wire
