// The lights under the spots of a felt: they are set, say what is lit, and are cleared. Simulated,
// and able to fail.
#pragma once

#include <optional>
#include <vector>

#include "core/words.h"
#include "rules/spot_id.h"

namespace sicbo::device {

enum class LightFault : std::uint8_t {
    one_dark,   // one that should be lit is not
    one_wrong,  // one is lit that should not be
    all_dark,
    stuck,  // they stay lit when they are cleared
};

class SimulatedLights {
public:
    void set(std::vector<rules::SpotId> spots);
    void clear();
    const std::vector<rules::SpotId>& lit() const { return lit_; }  // in order

    // The next time that it can happen, once.
    void fail(LightFault fault) { fault_ = fault; }

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
