// SPDX-License-Identifier: MIT
// Assertions that hold in release builds too.
//
// A failed check means that this program is wrong, never that its input is: input from outside is
// validated first and refused with a Result. A failed check throws, so that the loop can quarantine
// the offending command before the process ends. docs/decisions/0002-check-throws.md lists the
// functions that catch it; new code must not catch it to carry on.
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>

namespace sicbo {

class CheckFailed : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

[[noreturn]] inline void check_failed(const std::source_location& at) {
    throw CheckFailed(std::string("check failed at ") + at.file_name() + ":" +
                      std::to_string(at.line()) + " in " + at.function_name());
}

// Throws CheckFailed, with the caller's location, unless `holds`.
constexpr void check(bool holds, const std::source_location& at = std::source_location::current()) {
    if (!holds) check_failed(at);
}

// Throws CheckFailed: for code that no valid value reaches, such as the end of a complete switch.
[[noreturn]] inline void unreachable(
    const std::source_location& at = std::source_location::current()) {
    check_failed(at);
}

}  // namespace sicbo
