// The reader of bets: whatever it takes is paid exactly on every roll.
#include <cstdint>
#include <string_view>

#include "rules/documents.h"
#include "rules/settle.h"
#include "wire/settle_csv.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    static const rules::Layout& layout =
        *rules::find_layout(rules::documents(), "rws-etg-2")->layout;
    static const rules::Payouts rolls[] = {{layout, rules::Roll{1, 2, 3}},
                                           {layout, rules::Roll{6, 6, 5}},
                                           {layout, rules::Roll{4, 4, 4}}};
    const auto bets = wire::read_bets(text, layout);
    if (!bets) {
        check(!bets.error().what.empty() && !bets.error().place.empty());
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
