// SPDX-License-Identifier: MIT
// Files that are embedded in the program when it is built.
#pragma once

#include <cstddef>
#include <string_view>

namespace sicbo {

struct EmbeddedFile {
    // The length comes from the type of the literal: counting a large text character by character
    // exceeds what compilers do in a constant expression.
    template <std::size_t N, std::size_t M>
    constexpr EmbeddedFile(const char (&its_name)[N], const char (&its_text)[M])
        : name(its_name, N - 1), text(its_text, M - 1) {}

    std::string_view name;  // "maryland.toml"
    std::string_view text;
};

}  // namespace sicbo
