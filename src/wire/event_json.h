// Events, meters and anything else with named fields as JSON, for people and other programs to
// read. Amounts are text ("12.50"), times are UTC to the millisecond, hashes are hexadecimal.
#pragma once

#include <boost/json/object.hpp>

#include "table/state.h"

namespace sicbo::wire {

// {"event": "BetsPlaced", "stamp": {...}, "fact": {...}, "postings": [...]}
boost::json::object event_json(const table::Event& event);
boost::json::object round_json(const table::Round& round);
boost::json::object meter_json(const ledger::Meter& meter);

}  // namespace sicbo::wire
