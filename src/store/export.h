// What happened in a period, as rows for a spreadsheet or another program.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "core/words.h"
#include "store/recover.h"

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
// went up in it. All of it is worked out from the journal: what lies beside it is not asked, but
// for snapshots, which save reading all of it for meters and for the layouts of terminals.
Result<void> export_rows(const Store& journal, What what, const Period& period, const TakeRow& take,
                         const Progress& progress = {});

// The last event before that moment; 0 if there is none.
Result<std::uint64_t> last_before(const Store& journal, Instant at);

}  // namespace sicbo::store

namespace sicbo {

template <>
inline constexpr std::array words_of<store::What> =
    std::to_array<std::string_view>({"rounds", "bets", "entries", "meters", "events"});

}  // namespace sicbo
