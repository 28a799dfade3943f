// SPDX-License-Identifier: MIT
// sicbo apportion: which part of each bet counts where boxes are over their limits.
#include "commands.h"
#include "subcommand.h"
#include "wire/apportion_json.h"

namespace sicbo::app {

int run_apportion(const ApportionOptions& options) {
    const Result<std::string> text = read_input(options.file);
    if (!text) return complain(text.error());
    const Result<wire::ApportionRequest> request = wire::read_apportion(*text);
    if (!request) {
        return complain({request.error().text(), input_name(options.file)});
    }
    const auto floors = options.floors == "house" ? rules::Floors::house : rules::Floors::others;
    const rules::Shares shares = rules::apportion(request->limits, request->stakes, floors);
    if (options.format == "json") return write_answer(write_shares(*request, shares) + "\n");

    Rows rows = {{"player", "spot", "stake", "effective", "excess"}};
    for (std::size_t i = 0; i < request->stakes.size(); ++i) {
        const rules::BoxStake& bet = request->stakes[i];
        const Money effective = shares.effective[i];
        rows.push_back({request->players[i], to_text(bet.spot), std::to_string(bet.stake.cents()),
                        std::to_string(effective.cents()),
                        std::to_string((bet.stake - effective).cents())});
    }
    for (const auto& [spot, by] : shares.over) {
        remark(to_text(spot) + " stays over its limit by " + std::to_string(by.cents()));
    }
    return write_answer(options.format == "csv" ? as_csv(rows) : as_columns(rows));
}

}  // namespace sicbo::app
