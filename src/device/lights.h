// SPDX-License-Identifier: MIT
// The lights under the spots of a felt, simulated: they are set, report what is lit, and are
// cleared; and they fail on request. No table and no clock in here; one thread at a time.
#pragma once

#include <optional>
#include <vector>

#include "core/words.h"
#include "rules/spot_id.h"

namespace sicbo::device {

enum class LightFault : std::uint8_t {
    one_dark,   // one light that should be lit stays dark
    one_wrong,  // one light that should be dark is lit
    all_dark,   // every light stays dark
    stuck,      // the lights stay lit when they are cleared
};

class SimulatedLights {
public:
    // Lights these spots, besides any that are still lit.
    void set(std::vector<rules::SpotId> spots);
    // Darkens all lights.
    void clear();
    // The spots that are lit, in ascending order, without repetition.
    const std::vector<rules::SpotId>& lit() const { return lit_; }

    // The next set() or clear() that can fail in this way does so, once.
    void inject_fault(LightFault fault) { fault_ = fault; }

private:
    std::vector<rules::SpotId> lit_;
    std::optional<LightFault> fault_;
};

}  // namespace sicbo::device

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<device::LightFault> =
    std::to_array<std::string_view>({"one-dark", "one-wrong", "all-dark", "stuck"});
// clang-format on

}  // namespace sicbo
