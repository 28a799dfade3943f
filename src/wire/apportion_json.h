// The question and the answer of `sicbo apportion` as JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "rules/apportion.h"

namespace sicbo::wire {

struct ApportionRequest {
    rules::TableLimits limits;
    std::vector<std::string> players;          // of each bet
    std::vector<rules::Placement> placements;  // the bets, in the order given
};

// {"chip":25,"boxes":{"total-9":{"min":100,"max":10000}},
//  "pairs":[{"spots":["big","small"],"differential":5000}],
//  "bets":[{"player":"A","spot":"total-9","stake":5000}]}
// Amounts are whole numbers of whatever unit the asker uses. `boxes` and `pairs` may be left out.
Result<ApportionRequest> read_apportion(std::string_view json);

// {"bets":[{"player","spot","stake","effective","excess"}],"over":[{"spot","by"}]}
std::string write_shares(const ApportionRequest& request, const rules::Shares& shares);

}  // namespace sicbo::wire
