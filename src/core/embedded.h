// Files that the program carries, as they were when it was built.
#pragma once

#include <string_view>

namespace sicbo {

struct EmbeddedFile {
    std::string_view name;  // "maryland.toml"
    std::string_view text;
};

}  // namespace sicbo
