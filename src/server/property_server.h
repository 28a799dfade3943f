// SPDX-License-Identifier: MIT
// The parts of the configuration that are about the network and about staff: [server] and [staff].
#pragma once

#include "core/toml.h"
#include "server/property.h"

namespace sicbo::server {

// Reads a configuration that has the section [server] and no other: that of a gateway, which has
// the same settings for its clients. Keys that only a server needs are refused.
Result<PropertyPlan> read_front(std::string_view text, const std::string& name);

// Read the sections. Mistakes are reported to the text that they come from.
void read_server(PropertyPlan& plan, const TomlTable& from);
void read_staff(AccessPlan& plan, const TomlTable& from);

}  // namespace sicbo::server
