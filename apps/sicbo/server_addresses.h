// SPDX-License-Identifier: MIT
// The servers that a program connects to: one, or several of which one leads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "load/websocket.h"

namespace sicbo::app {

// Reads "ADDRESS:PORT", or several separated by commas; at least one.
Result<std::vector<load::ServerAddress>> server_addresses(std::string_view text,
                                                          const std::string& protocol,
                                                          const std::string& path);

}  // namespace sicbo::app
