// SPDX-License-Identifier: MIT
// Errors of the outside world as values: a Result holds either a value or an Error that says what
// is wrong and where. Mistakes of this program are check()s instead (core/check.h).
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace sicbo {

struct Error {
    std::string what;
    std::string location = {};  // "maryland.toml:12", "line 3" or "bets[3].stake"; may be empty

    friend bool operator==(const Error&, const Error&) = default;

    std::string text() const { return location.empty() ? what : location + ": " + what; }
};

template <class T>
using Result = std::expected<T, Error>;

// Makes the error that a function with a Result returns.
inline std::unexpected<Error> failure(std::string what, std::string location = {}) {
    return std::unexpected(Error{std::move(what), std::move(location)});
}

}  // namespace sicbo
