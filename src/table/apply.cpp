// SPDX-License-Identifier: MIT
// Applies an event. Refuses nothing: what decide() guarantees is checked.
#include "table/apply.h"

#include <algorithm>

#include "table/engine.h"
#include "table/invariants.h"

namespace sicbo::table {
namespace {

// Adds the outcome of the request at its first event; later events of the command add to it.
void record_outcome(State& state, const Event& event) {
    const ActorKind kind = event.stamp.actor.kind;
    if (kind == ActorKind::system || kind == ActorKind::device) return;
    Recent& recent = state.recent[event.stamp.actor];
    if (recent.outcomes.empty() || recent.outcomes.back().request != event.stamp.request) {
        check(event.stamp.request > recent.forgotten);  // or it could have a second effect
        std::vector<BetAnswer> answers;
        if (recent.outcomes.size() == outcomes_max) {
            recent.forgotten = std::max(recent.forgotten, recent.outcomes.front().request);
            answers = std::move(recent.outcomes.front().answers);  // for its memory
            answers.clear();
            recent.outcomes.pop_front();
        }
        const Stamp& stamp = event.stamp;
        recent.outcomes.push_back(
            {stamp.request, stamp.session, state.sequence, false, false, std::move(answers)});
    }
    check(recent.outcomes.size() <= outcomes_max);
    recent.highest = std::max(recent.highest, event.stamp.request);
    Outcome& outcome = recent.outcomes.back();
    if (const auto* placed = get_if<BetsPlaced>(&event.fact)) outcome.answers = placed->answers;
    if (const auto* taken = get_if<BetsWithdrawn>(&event.fact)) outcome.answers = taken->answers;
    if (const auto* late = get_if<LateAttempt>(&event.fact)) {
        outcome.late = true;
        outcome.withdrawal = late->withdrawal;
    }
}

}  // namespace

void apply(State& state, const Event& event) {
    check(event.stamp.at >= state.at && event.stamp.at < clock_max);
    state.at = event.stamp.at;
    ++state.sequence;
    state.ledger.post(event.postings);
    count_losses(state, event);
    count_cash(state, event);
    record_outcome(state, event);
    Target target{state, event};
    const auto found = state.tables.find(event.stamp.table);
    if (found != state.tables.end()) target.table_or_null = &found->second;
    if (target.table_or_null && event.stamp.actor.kind == ActorKind::person) {
        target.table_or_null->last_input_at = event.stamp.at;
    }
    const bool in_round = target.table_or_null && target.table_or_null->round;
    visit([&](const auto& fact) { apply_to(target, fact); }, event.fact.choice());
    if (!target.table_or_null) return;
    const Table& table = *target.table_or_null;
    check((table.phase == Phase::held) == table.held.has_value());
    check((table.phase == Phase::playing || table.phase == Phase::held) == table.round.has_value());
    if (in_round && !table.round) check_round_end(state, event.stamp.table);
}

}  // namespace sicbo::table
