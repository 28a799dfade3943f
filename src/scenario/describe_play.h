// SPDX-License-Identifier: MIT
// What players allow themselves, in words. Private to src/scenario: included by describe.cpp only.
#pragma once

#include <string>

#include "scenario/describe.h"
#include "table/event.h"

namespace sicbo::scenario {

template <class F>
concept is_play_fact = is_choice<F, table::PlayFacts>;

struct PlayDescriber {
    const Fixture& fixture;

    // The moment, if it is still to come.
    std::string from(Instant at) const {
        return at > fixture.clock() ? " from " + time_text(fixture, at) : "";
    }

    std::string operator()(const table::LossLimited& e) const {
        return "own loss limit: " + (e.max ? to_text(*e.max) : "none") + from(e.from);
    }
    std::string operator()(const table::TimeLimited& e) const {
        const std::string end = e.until ? "at " + time_text(fixture, *e.until) : "never";
        return "own time ends: " + end + (e.from > fixture.clock() ? "," : "") + from(e.from);
    }
    std::string operator()(const table::BreakTaken& e) const {
        return "break until " + time_text(fixture, e.until);
    }
};

}  // namespace sicbo::scenario
