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
    std::string place = {};  // "maryland.toml:12", "line 3" or "bets[3].stake"; may be empty

    friend bool operator==(const Error&, const Error&) = default;

    std::string text() const { return place.empty() ? what : place + ": " + what; }
};

template <class T>
using Result = std::expected<T, Error>;

// Makes the error that a function with a Result returns.
inline std::unexpected<Error> failure(std::string what, std::string place = {}) {
    return std::unexpected(Error{std::move(what), std::move(place)});
}

}  // namespace sicbo
