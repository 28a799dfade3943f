// What the outside did wrong, and where: a value that may be missing, with the reason in its place.
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

inline std::unexpected<Error> failure(std::string what, std::string place = {}) {
    return std::unexpected(Error{std::move(what), std::move(place)});
}

}  // namespace sicbo
