// SPDX-License-Identifier: MIT
// The rule-set loader: whatever it takes can be settled, drawn and judged.
#include <cstdint>
#include <string_view>

#include "rules/conform.h"
#include "rules/load.h"
#include "rules/settle.h"
#include "wire/game_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<rules::Game> game = rules::load_game(text, "fuzz.toml");
    if (!game) {
        check(!game.error().what.empty() && game.error().location.starts_with("fuzz.toml:"));
        return 0;
    }
    (void)rules::conform(*game);
    (void)wire::to_json(*game);
    for (const rules::Layout& layout : game->layouts) {
        (void)wire::to_json(layout);
        for (const rules::Roll roll : {rules::Roll{1, 2, 3}, rules::Roll{6, 6, 6}}) {
            const rules::Payouts payouts(layout, roll);
            for (const rules::Spot spot : spots_of(layout)) {
                check(payouts.returned(id_of(spot), money_max) >= Money());
            }
        }
    }
    return 0;
}
