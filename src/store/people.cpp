// SPDX-License-Identifier: MIT
#include "store/people.h"

#include <algorithm>

namespace sicbo::store {

using table::ActorKind;

std::string role_text(rules::Role role) {
    std::string text(to_word(role));
    std::ranges::replace(text, '-', ' ');
    return text;
}

std::string actor_name(const table::State& later, const table::Actor& actor) {
    const std::string number = std::to_string(actor.number);
    switch (actor.kind) {
        case ActorKind::person: {
            const auto person = later.people.find({actor.number});
            return person == later.people.end() ? "person " + number : person->second.name;
        }
        case ActorKind::terminal: return "terminal " + number;
        case ActorKind::seat: {
            const auto stay = later.stays.find({actor.number});
            const bool known = stay != later.stays.end() && !stay->second.player.empty();
            return known ? stay->second.player : "stay " + number;
        }
        case ActorKind::device: return "device";
        case ActorKind::system: return "system";
    }
    unreachable();
}

std::string describe_actor(const table::State& later, const table::Actor& actor, rules::Role role) {
    const std::string name = actor_name(later, actor);
    return actor.kind == ActorKind::person ? name + ", " + role_text(role) : name;
}

std::string describe_actor(const table::State& later, const table::Stamp& stamp,
                           const std::optional<FirstPerson>& first_person) {
    const std::string last = describe_actor(later, stamp.actor, stamp.role);
    if (!first_person) return last;
    return describe_actor(later, first_person->actor, first_person->role) + ", with " + last;
}

}  // namespace sicbo::store
