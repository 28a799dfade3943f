// SPDX-License-Identifier: MIT
// What players allow themselves: limits of loss and time, and breaks.
#include <algorithm>

#include "table/decide.h"

namespace sicbo::table {
namespace {

constexpr std::int64_t minute = 60'000;

// Returns the stay of the player who gives the order; 0 if there is none.
StayId own_stay(const Context& c) {
    const std::uint32_t number = c.stamp.actor.number;
    if (c.stamp.actor.kind == ActorKind::terminal) {
        return c.table().terminals.at(TerminalId{number}).stay;
    }
    if (c.stamp.actor.kind != ActorKind::seat) return {};
    const auto found = c.state.stays.find(StayId{number});
    const bool here =
        found != c.state.stays.end() && found->second.table == c.id() && !found->second.ended;
    return here ? StayId{number} : StayId{};
}

bool is_length(std::uint32_t minutes) { return 0 < minutes && minutes <= own_minutes_max; }

OwnLimits limits_of(const Context& c, StayId stay) {
    const OwnLimits* limits = find_own_limits(c.state, stay);
    return limits ? *limits : OwnLimits{};
}

// Returns the moment from which the wanted limit holds: at once if it is at most the one in force.
// A limit that is to be raised to the same already keeps its moment.
template <class Limit, class Value>
Instant holds_from(const Limit& limit, const std::optional<Value>& wanted, Instant at) {
    const auto held = in_force(limit, at);
    if (!held || (wanted && *wanted <= *held)) return at;
    return at < limit.from && limit.next == wanted ? limit.from : at + own_limit_delay;
}

}  // namespace

const OwnLimits* find_own_limits(const State& state, StayId stay) {
    const auto found = state.play.limits.find(stay);
    return found == state.play.limits.end() ? nullptr : &found->second;
}

std::optional<Reason> refusal_by_player(const Context& c, StayId stay) {
    const OwnLimits* limits = find_own_limits(c.state, stay);
    if (!limits) return std::nullopt;
    if (c.stamp.at < limits->break_until) return Reason::on_a_break;
    const std::optional<Instant> until = in_force(limits->time, c.stamp.at);
    if (until && *until <= c.stamp.at) return Reason::own_time_limit_reached;
    return std::nullopt;
}

std::optional<Money> own_loss_left(const Context& c, StayId stay) {
    const OwnLimits* limits = find_own_limits(c.state, stay);
    const std::optional<Money> max =
        limits ? in_force(limits->loss, c.stamp.at) : std::optional<Money>();
    if (!max) return std::nullopt;
    return *max - limits->lost;
}

template <>
Decision decide_on(const Context& c, const LimitLoss& o) {
    const StayId stay = own_stay(c);
    if (!stay) return Reason::no_such_stay;
    if (o.max && (*o.max <= Money() || *o.max > money_max)) return Reason::amount_out_of_range;
    const LossLimit limit = limits_of(c, stay).loss;
    if (limit.next == o.max) return Decision();  // it is so already, or will be
    return LossLimited{stay, o.max, holds_from(limit, o.max, c.stamp.at)};
}

template <>
Decision decide_on(const Context& c, const LimitTime& o) {
    const StayId stay = own_stay(c);
    if (!stay) return Reason::no_such_stay;
    if (o.minutes && !is_length(*o.minutes)) return Reason::minutes_out_of_range;
    std::optional<Instant> until;
    if (o.minutes) until = c.stamp.at + *o.minutes * minute;
    const TimeLimit limit = limits_of(c, stay).time;
    if (limit.next == until) return Decision();
    return TimeLimited{stay, until, holds_from(limit, until, c.stamp.at)};
}

template <>
Decision decide_on(const Context& c, const TakeBreak& o) {
    const StayId stay = own_stay(c);
    if (!stay) return Reason::no_such_stay;
    if (!is_length(o.minutes)) return Reason::minutes_out_of_range;
    const Instant until = c.stamp.at + o.minutes * minute;
    if (until <= limits_of(c, stay).break_until) return Decision();  // a longer break is on
    return BreakTaken{stay, until};
}

}  // namespace sicbo::table
