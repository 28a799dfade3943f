// SPDX-License-Identifier: MIT
// Events as JSON for people and other programs to read: amounts are texts ("12.50"), times are UTC
// to the millisecond, hashes are hexadecimal. Write only. (wire/fields_json.h is the protocol's
// form.)
#pragma once

#include <boost/json/object.hpp>

#include "table/state.h"

namespace sicbo::wire {

// Returns {"event": "BetsPlaced", "stamp": {...}, "fact": {...}, "postings": [...]}.
boost::json::object event_json(const table::Event& event);

}  // namespace sicbo::wire
