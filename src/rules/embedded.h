// The files of rulesets/ as they were when the program was built.
#pragma once

#include <span>
#include <string_view>

namespace sicbo::rules {

struct EmbeddedFile {
    std::string_view name;  // "maryland.toml"
    std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();

}  // namespace sicbo::rules
