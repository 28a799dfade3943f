// SPDX-License-Identifier: MIT
// The log of the server, one line per message: time, level, message, and named values.
//
//     2026-11-16T08:30:00.123Z info    listening address=127.0.0.1 port=8080 data=/var/lib/sicbo
//
// It never says what players do: that is in the journal. Every function may be called from any
// thread except log_to(), which is called before other threads start.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "core/result.h"

namespace sicbo::server {

enum class LogLevel : std::uint8_t { info, warning, error };

using Values = std::initializer_list<std::pair<std::string_view, std::string>>;

// Writes the log to the file from now on, instead of standard error.
Result<void> log_to(const std::string& path);

// Opens the file of log_to() again by its name, after another program has moved the file away.
// Does nothing if the log goes to standard error. On an error the log goes on in the old file.
Result<void> reopen_log();

// Writes one line. A value that is not one plain word is quoted.
void log(LogLevel level, std::string_view message, Values values = {});

}  // namespace sicbo::server
