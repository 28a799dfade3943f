// SPDX-License-Identifier: MIT
// The operator's configuration: whatever is taken holds together.
#include <cstdint>
#include <string_view>

#include "core/check.h"
#include "server/property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto no_files = [](const std::string& path) -> Result<std::string> {
        return failure("there are no files here", path);
    };
    const Result<server::PropertyPlan> plan = server::read_property(text, "fuzz.toml", no_files);
    if (!plan) {
        check(!plan.error().what.empty() && plan.error().location.starts_with("fuzz.toml:"));
        return 0;
    }
    for (const server::TablePlan& one : plan->tables) {
        check(one.number && one.game && !find_error(one.configuration, *one.game));
        check(one.configuration.training || one.mode != server::Mode::automatic);
        check(one.configuration.training || one.tumbler == server::Tumbler::none);
    }
    return 0;
}
