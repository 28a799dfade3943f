// SPDX-License-Identifier: MIT
#include "wire/access_view.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <vector>

#include "table/authority.h"
#include "wire/orders_view.h"

namespace sicbo::wire {
namespace {

using namespace table;
namespace json = boost::json;

// The name of a person; null for the owner of the machine.
json::value name_of(const State& state, PersonId person) {
    const auto found = state.people.find(person);
    return found == state.people.end() ? json::value() : json::value(found->second.name);
}

// The person whose account the order is about.
json::value subject_of(const State& state, const Order& order) {
    const auto known = [&](PersonId id) -> json::value {
        const auto found = state.people.find(id);
        if (found == state.people.end()) return nullptr;
        return json::object{{"name", found->second.name},
                            {"role", json::string(to_word(found->second.role))}};
    };
    if (const auto* add = get_if<AddPerson>(&order)) {
        return json::object{{"name", add->name}, {"role", json::string(to_word(add->role))}};
    }
    if (const auto* reset = get_if<ResetPassword>(&order)) return known(reset->person);
    if (const auto* removal = get_if<RemoveSecondFactor>(&order)) return known(removal->person);
    return nullptr;
}

// The roles of which one must agree to the account of another person.
RoleSet agreeing_roles() {
    RoleSet roles;
    for (std::size_t i = 0; i < words_of<rules::Role>.size(); ++i) {
        const auto role = static_cast<rules::Role>(i);
        if (may_agree_to_account(role)) roles.add(role);
    }
    return roles;
}

}  // namespace

json::array property_pending_json(const State& state) {
    json::array array;
    for (const auto& [digest, one] : state.safety.pending) {
        const Command& command = one.command;
        const PersonId by{command.stamp.actor.number};
        array.push_back(
            json::object{{"digest", to_text(digest)},
                         {"order", json::string(choice_names<OrderChoice>[command.order.index()])},
                         {"by", by.number},
                         {"name", name_of(state, by)},
                         {"role", json::string(to_word(command.stamp.role))},
                         {"subject", subject_of(state, command.order)},
                         {"missing", roles_json(agreeing_roles())},
                         {"expires_at", one.expires_at.milliseconds}});
    }
    return array;
}

json::array on_duty_json(const State& state, TableId table) {
    json::array people;
    for (const auto& [person, as] : state.tables.at(table).staff) {
        people.push_back(json::object{{"name", state.people.at(person).name}});
    }
    return people;
}

json::array enrolments_json(const State& state, TableId table) {
    json::array array;
    for (const auto& [terminal, at] : state.tables.at(table).terminals) {
        const auto found = state.access.enrolments.find(terminal);
        if (found == state.access.enrolments.end()) continue;
        const EnrolmentRequest& request = found->second;
        array.push_back(json::object{
            {"terminal", terminal.number},
            {"person", request.person.number},
            {"name", name_of(state, request.person)},
            {"requested_at", request.requested_at.milliseconds},
            {"expires_at", request.expires_at.milliseconds},
            {"completed_at", request.completed_at ? json::value(request.completed_at->milliseconds)
                                                  : json::value()},
            {"replaced", request.replaced}});
    }
    return array;
}

json::value password_reset_json(const State& state, PersonId person) {
    const auto found = state.access.passwords.find(person);
    if (found == state.access.passwords.end() || !found->second.reset) return nullptr;
    const PasswordReset& reset = *found->second.reset;
    return json::object{{"at", reset.at.milliseconds}, {"by", name_of(state, reset.by)}};
}

json::array password_resets_json(const State& state) {
    constexpr std::int64_t shown_milliseconds = 7LL * 24 * 60 * 60 * 1'000;
    std::vector<std::pair<Instant, PersonId>> resets;
    for (const auto& [person, record] : state.access.passwords) {
        if (record.reset && state.at < record.reset->at + shown_milliseconds) {
            resets.emplace_back(record.reset->at, person);
        }
    }
    std::ranges::sort(resets, std::greater());
    json::array array;
    for (const auto& [at, person] : resets) {
        array.push_back(
            json::object{{"person", person.number},
                         {"name", name_of(state, person)},
                         {"at", at.milliseconds},
                         {"by", name_of(state, state.access.passwords.at(person).reset->by)}});
    }
    return array;
}

}  // namespace sicbo::wire
