// SPDX-License-Identifier: MIT
#include "server/upkeep.h"

#include <algorithm>
#include <utility>

namespace sicbo::server {

using namespace table;

void DamagedJournal::stop_tables(Loop& loop, std::string_view finding, Instant now) {
    if (looked_at_ && now < *looked_at_ + interval.count()) return;
    looked_at_ = now;
    const bool first = !std::exchange(alarm_raised_, true);
    const RaiseAlarm alarm{AlarmKind::journal_damaged, std::string(finding.substr(0, note_max))};
    for (const auto& [id, t] : loop.state().tables) {
        if (loop.state().retired.tables.contains(id)) continue;
        const bool in_service = !t.out_of_service;
        if (in_service) loop.execute_system(id, TakeOutOfService{"journal-damaged"});
        if (in_service || first) loop.execute_system(id, alarm);
    }
}

GracefulStop::GracefulStop(Instant begun_at, std::chrono::milliseconds wait_max)
    : begun_at_(begun_at), wait_max_(wait_max) {
    check(wait_max.count() >= 0);
}

GracefulStop::Progress GracefulStop::progress(const State& state, Instant now) const {
    const bool in_play = std::ranges::any_of(
        state.tables, [](const auto& one) { return one.second.round.has_value(); });
    if (!in_play) return Progress::complete;
    return now < begun_at_ + wait_max_.count() ? Progress::waiting : Progress::timed_out;
}

bool GracefulStop::is_log_due(Instant now) {
    if (logged_at_ && now < *logged_at_ + log_interval.count()) return false;
    logged_at_ = now;
    return true;
}

std::string describe_rounds_in_play(const State& state) {
    std::string rounds;
    for (const auto& [id, t] : state.tables) {
        if (!t.round) continue;
        const rules::StepRule* next = next_step(rules_of(state, *t.round), *t.round);
        rounds += (rounds.empty() ? "table " : "; table ") + std::to_string(id.number) + " round " +
                  std::to_string(t.round->number);
        if (t.held) {
            rounds += " is held for " + std::string(to_word(t.held->cause));
        } else if (next) {
            rounds += " waits for step " + std::string(to_word(next->step));
        }
    }
    return rounds;
}

std::vector<LibraryChange> changed_libraries(const std::vector<SoftwarePart>& before,
                                             const std::vector<SoftwarePart>& now) {
    std::vector<LibraryChange> changes;
    if (before.empty()) return changes;
    for (const SoftwarePart& part : now) {
        const auto earlier = std::ranges::find(before, part.name, &SoftwarePart::name);
        const bool known = earlier != before.end();
        if (known && earlier->hash == part.hash) continue;
        changes.push_back(
            {part.name, known ? std::optional(earlier->hash) : std::nullopt, part.hash});
    }
    return changes;
}

std::uint64_t count_ended_rounds(const std::vector<CommittedEvent>& events) {
    return static_cast<std::uint64_t>(std::ranges::count_if(events, [](const auto& committed) {
        const Fact& fact = committed.event.fact;
        return holds<RoundSettled>(fact) || holds<RoundVoided>(fact);
    }));
}

}  // namespace sicbo::server
