// SPDX-License-Identifier: MIT
// The parts of the configuration that are about the network and about staff: [server] and [staff].
#pragma once

#include "core/toml.h"
#include "server/property.h"

namespace sicbo::server {

// Read the sections. Mistakes are reported to the text that they come from.
void read_server(PropertyPlan& plan, const TomlTable& from);
void read_staff(AccessPlan& plan, const TomlTable& from);

}  // namespace sicbo::server
