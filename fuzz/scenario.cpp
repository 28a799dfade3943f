// SPDX-License-Identifier: MIT
// Scenarios: any text is played or rejected with the number of a line, and no invariant breaks.
#include <cstdint>
#include <string_view>

#include "core/check.h"
#include "scenario/scenario.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    constexpr std::size_t size_max = 4096;  // longer ones only take longer
    if (size > size_max) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<scenario::Playthrough> played = scenario::play(text);
    if (!played) {
        check(!played.error().what.empty() && !played.error().location.empty());
        return 0;
    }
    check(!played->difference || played->difference->expected != "every invariant to hold");
    return 0;
}
