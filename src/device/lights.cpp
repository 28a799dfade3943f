// SPDX-License-Identifier: MIT
#include "device/lights.h"

#include <algorithm>
#include <utility>

namespace sicbo::device {

void SimulatedLights::set(std::vector<rules::SpotId> spots) {
    const bool fails = fault_ && *fault_ != LightFault::stuck;
    if (fails) {
        switch (*std::exchange(fault_, std::nullopt)) {
            case LightFault::one_dark:
                if (!spots.empty()) spots.pop_back();
                break;
            case LightFault::one_wrong: {
                const auto dark = std::ranges::find_if(rules::all_spots(), [&](rules::Spot spot) {
                    return std::ranges::find(spots, id_of(spot)) == spots.end();
                });
                spots.push_back(id_of(*dark));
                break;
            }
            case LightFault::all_dark: spots.clear(); break;
            case LightFault::stuck: break;
        }
    }
    // Lights that are stuck from before stay lit.
    lit_.insert(lit_.end(), spots.begin(), spots.end());
    std::ranges::sort(lit_);
    const auto [first, last] = std::ranges::unique(lit_);
    lit_.erase(first, last);
}

void SimulatedLights::clear() {
    if (fault_ == LightFault::stuck) {
        fault_.reset();
        return;
    }
    lit_.clear();
}

}  // namespace sicbo::device
