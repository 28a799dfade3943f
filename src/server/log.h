// What the server says of itself, a line each: the moment, how grave it is, what, and named values.
//
//     2026-11-16T08:30:00.123Z info  listening address=127.0.0.1:8080
//
// Never what players do: that is in the journal.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "core/result.h"

namespace sicbo::server {

enum class Grave : std::uint8_t { info, warning, error };

using Values = std::initializer_list<std::pair<std::string_view, std::string>>;

// To standard error, or to the file.
Result<void> log_to(const std::string& path);

void log(Grave grave, std::string_view what, Values values = {});

}  // namespace sicbo::server
