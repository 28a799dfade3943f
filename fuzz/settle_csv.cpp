// SPDX-License-Identifier: MIT
// The reader of bets: whatever it takes is paid exactly on every roll that differs by its values.
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "rules/documents.h"
#include "rules/settle.h"
#include "wire/settle_csv.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    static const rules::Layout& layout =
        *rules::find_layout(rules::documents(), "rws-etg-2")->layout;
    static const std::vector<rules::Payouts> rolls = [] {
        std::vector<rules::Payouts> all;
        for (int n = 0; n < rules::roll_count; ++n) {
            const rules::Roll roll = rules::nth_roll(n);
            if (std::ranges::is_sorted(roll.dice())) all.emplace_back(layout, roll);
        }
        return all;
    }();
    const auto bets = wire::read_bets(text, layout);
    if (!bets) {
        check(!bets.error().what.empty() && !bets.error().location.empty());
        return 0;
    }
    for (const wire::PlayerBet& bet : *bets) {
        check(!bet.player.empty());
        for (const rules::Payouts& payouts : rolls) {
            check(payouts.returned(id_of(bet.spot), bet.stake) >= Money());
        }
    }
    return 0;
}
