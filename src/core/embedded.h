// Files that the program carries, as they were when it was built.
#pragma once

#include <cstddef>
#include <string_view>

namespace sicbo {

struct EmbeddedFile {
    // The length is that of the literal: to count it character by character is more than a
    // compiler does for a constant.
    template <std::size_t N, std::size_t M>
    constexpr EmbeddedFile(const char (&its_name)[N], const char (&its_text)[M])
        : name(its_name, N - 1), text(its_text, M - 1) {}

    std::string_view name;  // "maryland.toml"
    std::string_view text;
};

}  // namespace sicbo
