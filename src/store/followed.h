// SPDX-License-Identifier: MIT
// The last event that a server has read in a database as acknowledged, in a file beside its other
// files: after a restart too the journal must still have that event. A standby that forgot it
// would take over a journal from which a failover has removed events, and serve on.
#pragma once

#include <optional>
#include <string>

#include "store/store.h"

namespace sicbo::store {

// Returns the path of the file. `files` is Store::files() of the journal.
std::string path_of_followed(const std::string& files);

// Replaces what the file says. Durable when it returns.
Result<void> remember_followed(const std::string& files, Position at);

// Returns nothing if there is no file; an error if it can't be read.
Result<std::optional<Position>> read_followed(const std::string& files);

// Returns an error unless the journal has the event that the file names. `journal` must see all of
// the journal: that of a writer.
Result<void> verify_followed(const Store& journal);

// What is said where the journal does not have the event.
Error lost_events_error(const std::string& files, Position at);

}  // namespace sicbo::store
