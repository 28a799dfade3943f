// SPDX-License-Identifier: MIT
// The reader of `sicbo apportion`: whatever it takes can be apportioned, and nobody counts for more
// than his stake.
#include <cstdint>
#include <string_view>

#include "core/check.h"
#include "wire/apportion_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<wire::ApportionRequest> request = wire::read_apportion(text);
    if (!request) {
        check(!request.error().what.empty());
        return 0;
    }
    for (const rules::Floors floors : {rules::Floors::others, rules::Floors::house}) {
        const rules::Shares shares = rules::apportion(request->limits, request->stakes, floors);
        check(shares.effective.size() == request->stakes.size());
        for (std::size_t i = 0; i < shares.effective.size(); ++i) {
            check(Money() <= shares.effective[i]);
            check(shares.effective[i] <= request->stakes[i].stake);
        }
        check(!write_shares(*request, shares).empty());
    }
    (void)rules::reject_excess(request->limits, request->stakes);
    return 0;
}
