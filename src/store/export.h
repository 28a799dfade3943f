// What happened in a period, as rows for a spreadsheet or another program.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "core/words.h"
#include "store/recover.h"
#include "store/reports.h"

namespace sicbo::store {

enum class What : std::uint8_t { rounds, bets, entries, meters, events };

struct Period {
    Instant from;
    Instant to;          // not in it any more
    TableId table = {};  // none is all
};

// A row of fields; the first is the heading.
using Row = std::vector<std::string>;
using TakeRow = std::function<Result<void>(const Row&)>;

// Rounds that began in the period and their bets; entries and events of the period; meters as they
// went up in it, worked out from the journal.
Result<void> export_rows(const Store& journal, const Reports& reports, What what,
                         const Period& period, const TakeRow& take, const Progress& progress = {});

// The last event before that moment; 0 if there is none.
Result<std::uint64_t> last_before(const Store& journal, Instant at);

// What happened at the table from the beginning of the round to the next one, and whenever the
// round was amended later, each with the hash of the event before it.
struct RoundEvent {
    Position at;
    Hash previous;
    std::string bytes;
    table::Event event;
};
Result<std::vector<RoundEvent>> events_of_round(const Store& journal, const Reports& reports,
                                                TableId table, std::uint64_t round);

}  // namespace sicbo::store

namespace sicbo {

template <>
inline constexpr std::array words_of<store::What> =
    std::to_array<std::string_view>({"rounds", "bets", "entries", "meters", "events"});

}  // namespace sicbo
