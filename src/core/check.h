// What must hold, held to in release builds too.
//
// A failed check means that we were wrong, never that the outside was: what comes from outside is
// asked about first and refused with a Result. A failure is thrown, so that whoever drives the code
// can put the offending command aside before the process ends; nobody catches it to carry on.
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

constexpr void check(bool holds, const std::source_location& at = std::source_location::current()) {
    if (!holds) check_failed(at);
}

[[noreturn]] inline void unreachable(
    const std::source_location& at = std::source_location::current()) {
    check_failed(at);
}

}  // namespace sicbo
