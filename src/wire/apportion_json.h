// SPDX-License-Identifier: MIT
// The input and the output of `sicbo apportion` as JSON. It knows no files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "rules/apportion.h"

namespace sicbo::wire {

struct ApportionRequest {
    rules::TableLimits limits;
    std::vector<std::string> players;     // of each bet; as many as stakes
    std::vector<rules::BoxStake> stakes;  // the bets, in the order given
};

// Reads
// {"chip":25,"boxes":{"total-9":{"min":100,"max":10000}},
//  "pairs":[{"spots":["big","small"],"differential":5000}],
//  "bets":[{"player":"A","spot":"total-9","stake":5000}]}
// where amounts are whole numbers of any unit, and `boxes` and `pairs` may be missing. An error
// names the path.
Result<ApportionRequest> read_apportion(std::string_view json);

// Returns {"bets":[{"player","spot","stake","effective","excess"}],"over":[{"spot","by"}]}.
// `shares` must be the result for this request.
std::string write_shares(const ApportionRequest& request, const rules::Shares& shares);

}  // namespace sicbo::wire
