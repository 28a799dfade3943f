// Rounds as the journal's events tell them. Whoever asks here gets what was registered, whatever
// else lies beside the journal.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "store/store.h"
#include "table/state.h"

namespace sicbo::store {

// Calls with each event from `first` on, each with the hash of the one before it, until it is told
// that there is enough. The hashes are worked out anew.
struct ReadEvent {
    Position at;
    Hash previous;
    std::string_view bytes;
    table::Event event;
};
using TakeReadEvent = std::function<Result<bool>(ReadEvent&)>;  // whether there is more to do
Result<void> read_events(const Store& journal, std::uint64_t first, const TakeReadEvent& take);

// The record that holds the event.
Result<Record> record_with(const Store& journal, std::uint64_t sequence);

struct ToldBet {
    TerminalId terminal;  // none at the felt
    rules::SpotId spot{};
    Money stake;
    Money effective;
    Money back;
};

struct ToldRound {
    TableId table;
    std::uint64_t number = 0;
    Hash rules;
    Instant begun_at;
    Instant opened_at;
    std::optional<Instant> ended_at;
    table::RoundEnd end = table::RoundEnd::none;
    std::optional<rules::Roll> roll;
    bool manual = false;
    std::optional<rules::Cause> cause;
    std::uint64_t first = 0;  // event
    std::uint64_t last = 0;   // event that says something of the whole round
    std::map<StayId, std::vector<ToldBet>> slips;
};

// The round that the event begins; none if it begins none.
std::optional<ToldRound> begun_by(const table::Event& event, std::uint64_t sequence);

// What a later event of its table makes of it, up to the beginning of the next round; and whenever
// it is amended.
Result<void> tell(ToldRound& round, const table::Event& event, std::uint64_t sequence);
bool amends(const table::Event& event, const ToldRound& round);

// Where the table's round begins.
Result<std::uint64_t> find_round(const Store& journal, TableId table, std::uint64_t round);

// All of one round: what happened at its table from its beginning to the next one's, and whenever
// it was amended later; what its dice were committed to before, and were revealed to be; and how it
// came out.
struct RoundEvent {
    Position at;
    Hash previous;
    std::string bytes;
    table::Event event;
};
struct WholeRound {
    ToldRound round;
    std::vector<RoundEvent> events;
};
Result<WholeRound> whole_round(const Store& journal, TableId table, std::uint64_t number);

// The last rounds of the table, or of all if none is given, newest first.
Result<std::vector<ToldRound>> last_rounds(const Store& journal, TableId table, std::size_t most);

// Which layout a bet was on. Terminals never change theirs, so any state after it will do.
std::string layout_of(const table::State& later, const ToldRound& round, const ToldBet& bet);

}  // namespace sicbo::store
