// SPDX-License-Identifier: MIT
// Shifts at the counters of the cage: a counted float, what moves in between, and the count at the
// end.
#include "table/cage.h"

#include <algorithm>

namespace sicbo::table {
namespace {

constexpr std::int64_t minute_milliseconds = 60'000;
constexpr std::int64_t day_minutes = 1'440;

bool is_currency(const std::string& text) {
    return text.size() == 3 &&
           std::ranges::all_of(text, [](char letter) { return 'A' <= letter && letter <= 'Z'; });
}

// Returns true if a table deals in the currency.
bool is_in_use(const State& state, CurrencyCode currency) {
    return std::ranges::any_of(state.tables, [&](const auto& one) {
        return one.second.configuration.currency_code() == currency;
    });
}

bool is_count(Money amount) { return amount >= Money() && amount <= credit_ceiling; }

// Returns the posting of what a count found more or less than the books say; none if they agree.
Postings difference(CurrencyCode currency, Money expected, Money counted) {
    if (counted == expected) return {};
    const ledger::Account cage = ledger::cage(currency);
    const ledger::Account variance = ledger::variance(currency);
    if (counted > expected) return {{cage, variance, counted - expected}};
    return {{variance, cage, expected - counted}};
}

// Returns true if the patron's payments of the day reach the amount from which on the policy asks
// who the patron is.
bool reaches_day_limit(const Cage& cage, Instant at, Flow flow, Money amount,
                       const std::string& reference) {
    if (reference.empty() || cage.policy.identity_day_from == Money()) return false;
    Money before;
    const auto found = cage.patrons.find(reference);
    if (found != cage.patrons.end() && cage.day == gaming_day(cage.policy, at)) {
        before = flow == Flow::in ? found->second.in : found->second.out;
    }
    const auto total = plus(before, amount);
    return !total || *total >= cage.policy.identity_day_from;
}

}  // namespace

std::optional<Error> find_error(const CagePolicy& p) {
    const auto wrong = [](Money amount) { return amount < Money() || amount > credit_ceiling; };
    if (wrong(p.identity_from)) return Error{"is out of range", "identity_from"};
    if (wrong(p.identity_day_from)) return Error{"is out of range", "identity_day_from"};
    if (p.day_begins_at >= day_minutes) return Error{"is out of range", "day_begins_at"};
    if (wrong(p.alert_from)) return Error{"is out of range", "alert_from"};
    if (p.alert_percent == 0 || p.alert_percent > 100) {
        return Error{"is out of range", "alert_percent"};
    }
    return std::nullopt;
}

std::uint64_t gaming_day(const CagePolicy& policy, Instant at) {
    const std::int64_t begin = policy.day_begins_at * minute_milliseconds;
    const std::int64_t since = std::max<std::int64_t>(at.milliseconds - begin, 0);
    return static_cast<std::uint64_t>(since / (day_minutes * minute_milliseconds));
}

std::expected<const Counter*, Reason> own_counter(const Context& c, CounterId id) {
    if (c.stamp.table) return std::unexpected(Reason::not_at_the_cage);
    const auto found = c.state.cage.counters.find(id);
    if (found == c.state.cage.counters.end()) return std::unexpected(Reason::no_such_counter);
    const auto& shift = found->second.shift;
    if (!shift) return std::unexpected(Reason::no_open_shift);
    const Actor cashier = c.first ? c.first->actor : c.stamp.actor;
    if (cashier != Actor{ActorKind::person, shift->cashier.number}) {
        return std::unexpected(Reason::shift_of_another);
    }
    return &found->second;
}

std::optional<Reason> refusal_for_cash(const Context& c, const Counter& counter, Flow flow,
                                       Money amount, const Patron& patron) {
    check(counter.shift.has_value());
    if (amount <= Money() || amount > credit_ceiling) return Reason::amount_out_of_range;
    for (const std::string& text : {patron.reference, patron.identity}) {
        if (!is_valid_note(text, true) || text.size() > patron_text_max) return Reason::bad_text;
    }
    const CagePolicy& policy = c.state.cage.policy;
    const bool high = policy.identity_from > Money() && amount >= policy.identity_from;
    const bool high_day =
        reaches_day_limit(c.state.cage, c.stamp.at, flow, amount, patron.reference);
    if ((high || high_day) && patron.identity.empty()) return Reason::identity_needed;
    if (flow == Flow::out && amount > counter.shift->expected()) return Reason::not_enough_cash;
    const Safeguards* caps = safeguards_of(c);
    check(caps);
    const auto metered = plus(amount, std::max(counter.meter.in, counter.meter.out));
    if (!metered || *metered > caps->meter_max) return Reason::meter_full;
    return std::nullopt;
}

template <>
Decision decide_on(const Context& c, const SetCagePolicy& o) {
    if (c.stamp.table) return Reason::not_at_the_cage;
    if (auto error = find_error(o.policy)) {
        Decision decision = Reason::bad_cash_policy;
        decision.detail = error->text();
        return decision;
    }
    if (c.state.cage.policy == o.policy) return Decision();
    return CagePolicySet{o.policy};
}

template <>
Decision decide_on(const Context& c, const OpenShift& o) {
    if (c.stamp.table) return Reason::not_at_the_cage;
    if (!find_policy(c.state.instruments, {})) return Reason::bad_cash_policy;
    if (!o.counter) return Reason::no_such_counter;
    if (!is_currency(o.currency)) return Reason::bad_text;
    const CurrencyCode currency = ledger::currency_code(o.currency, o.training);
    if (!is_in_use(c.state, currency)) return Reason::other_currency;
    if (!is_count(o.counted)) return Reason::amount_out_of_range;
    const auto& counters = c.state.cage.counters;
    for (const auto& [id, counter] : counters) {
        if (!counter.shift || counter.currency != currency) continue;
        if (id == o.counter) return Reason::counter_in_use;
        if (counter.shift->cashier == c.person()) return Reason::shift_open;
    }
    const auto found = counters.find(o.counter);
    if (found == counters.end()) {
        if (counters.size() >= counters_max) return Reason::no_such_counter;
        return ShiftOpened{o.counter, currency, std::nullopt, o.counted};
    }
    if (found->second.currency != currency) return Reason::other_currency;
    const Money left = found->second.left;
    return Decision().add(ShiftOpened{o.counter, currency, left, o.counted},
                          difference(currency, left, o.counted));
}

template <>
Decision decide_on(const Context& c, const CloseShift& o) {
    if (c.stamp.table) return Reason::not_at_the_cage;
    const auto found = c.state.cage.counters.find(o.counter);
    if (found == c.state.cage.counters.end()) return Reason::no_such_counter;
    const auto& shift = found->second.shift;
    if (!shift) return Reason::no_open_shift;
    const bool is_own = shift->cashier == c.person();
    if (!is_own && !shift_of_another_roles.has(c.stamp.role)) return Reason::shift_of_another;
    if (!is_count(o.counted)) return Reason::amount_out_of_range;
    const Money expected = shift->expected();
    return Decision().add(ShiftClosed{o.counter, shift->cashier, expected, o.counted},
                          difference(found->second.currency, expected, o.counted));
}

template <>
Decision decide_on(const Context& c, const MoveFloat& o) {
    const auto counter = own_counter(c, o.counter);
    if (!counter) return counter.error();
    if (o.amount <= Money() || o.amount > credit_ceiling) return Reason::amount_out_of_range;
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    const Money holds = (*counter)->shift->expected();
    if (!o.in && o.amount > holds) return Reason::not_enough_cash;
    if (o.in && holds + o.amount > credit_ceiling) return Reason::amount_out_of_range;
    return FloatMoved{o.counter, o.in, o.amount, o.reason};
}

template <>
Decision decide_on(const Context& c, const AdjustCounter& o) {
    const auto counter = own_counter(c, o.counter);
    if (!counter) return counter.error();
    if (o.amount <= Money() || o.amount > credit_ceiling) return Reason::amount_out_of_range;
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    const Money expected = (*counter)->shift->expected();
    if (!o.more && o.amount > expected) return Reason::not_enough_cash;
    const Money adjusted = o.more ? expected + o.amount : expected - o.amount;
    return Decision().add(CounterAdjusted{o.counter, o.more, o.amount, o.reason},
                          difference((*counter)->currency, expected, adjusted));
}

}  // namespace sicbo::table
