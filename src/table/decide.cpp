// SPDX-License-Identifier: MIT
// Helpers shared by decide_*.cpp.
#include "table/decide.h"

namespace sicbo::table {

Refusal refuse(Reason reason, const std::vector<std::string>& clauses) {
    return {reason, clauses.empty() ? std::string() : clauses.front()};
}

Refusal refuse(const Context& context, Reason reason, rules::Step step) {
    for (const rules::StepRule& rule : context.rules->steps) {
        if (rule.step == step) return refuse(reason, rule.clauses);
    }
    return {reason};
}

Refusal refuse(const Context& context, Reason reason, rules::Cause cause) {
    const rules::Irregularity* rule = find_rule(*context.rules, cause);
    return rule ? refuse(reason, rule->clauses) : Refusal{reason};
}

Refusal refuse(const Context& context, Reason reason, rules::Duty duty) {
    const auto& duties = context.game().equipment.duties;
    const auto found = duties.find(duty);
    return found == duties.end() ? Refusal{reason} : refuse(reason, found->second);
}

Refusal too_late(const Context& c, bool withdrawal) {
    const bool own_clause = c.game().equipment.duties.contains(rules::Duty::withdrawal);
    if (withdrawal && own_clause) {
        return refuse(c, Reason::betting_closed, rules::Duty::withdrawal);
    }
    return refuse(c, Reason::betting_closed, rules::Cause::late_bet);
}

bool may_give(const Context& c, const Order& order) {
    return roles_for(c.state, c.table(), order).has(c.stamp.role);
}

std::optional<Refusal> refusal_unless_playable(const Context& c) {
    if (c.table().out_of_service) return Refusal{Reason::out_of_service};
    if (c.table().phase == Phase::held) return Refusal{Reason::table_held};
    if (c.table().phase == Phase::closed) return Refusal{Reason::table_closed};
    return std::nullopt;
}

IncidentRaised incident(const Context& c, rules::Cause cause, rules::Role resolves,
                        std::string note, std::uint32_t already) {
    const std::uint64_t round = c.table().round ? c.table().round->number : 0;
    return {IncidentId{c.state.incidents_raised + 1 + already}, round, cause, resolves,
            std::move(note)};
}

bool is_valid_note(const std::string& text, bool may_be_empty) {
    constexpr std::size_t note_max = 500;  // bytes
    return (may_be_empty || !text.empty()) && text.size() <= note_max && is_line(text);
}

}  // namespace sicbo::table
