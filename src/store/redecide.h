// Whether anybody could have ordered what a journal says: the auditor's second opinion of who did
// what when.
//
// An event does not hold the order that led to it, but nearly all of one: the order is made again
// from its first event and decided anew, as things stood then. Who was logged on in which role, who
// stood beside, whether bets were open, what the limits left: whatever decide() asks is asked here.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "table/state.h"

namespace sicbo::store {

struct PlayedEvent {
    table::Event event;
    std::string_view bytes;
};

class Redecider {
public:
    // What is wrong with the first of these events, or nothing. The others follow it in the same
    // record; `before` is the state before the first.
    std::optional<std::string> look_at(const table::State& before,
                                       std::span<const PlayedEvent> events);

    // What is wrong with the end of a record, or nothing: an order's events are never in two.
    std::optional<std::string> end_of_record();

private:
    std::vector<std::string> expected_;  // events of the order that is being looked at
    std::size_t next_ = 0;
};

}  // namespace sicbo::store
