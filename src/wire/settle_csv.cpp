// SPDX-License-Identifier: MIT
#include "wire/settle_csv.h"

#include "core/check.h"
#include "core/csv.h"
#include "rules/settle.h"

namespace sicbo::wire {
namespace {

Result<PlayerBet> read_bet(const CsvRow& row, const rules::Layout& layout) {
    if (row.fields == std::vector<std::string>{""}) return failure("an empty line");
    if (row.fields.size() != 3) {
        return failure("a bet has three fields, player,spot,stake; here are " +
                       std::to_string(row.fields.size()));
    }
    if (row.fields[0].empty()) return failure("the player has no name");
    const std::optional<rules::Spot> spot = rules::parse_spot(row.fields[1]);
    if (!spot) return failure("unknown spot \"" + row.fields[1] + "\"");
    Result<Money> stake = parse_money(row.fields[2]);
    if (stake) stake = rules::payable(layout, *spot, *stake);
    if (!stake) return std::unexpected(stake.error());
    check(*stake > Money());
    return PlayerBet{row.fields[0], *spot, *stake};
}

}  // namespace

Result<std::vector<PlayerBet>> read_bets(std::string_view csv, const rules::Layout& layout) {
    Result<std::vector<CsvRow>> rows = parse_csv(csv);
    if (!rows) return std::unexpected(rows.error());
    const std::vector<std::string> header = {"player", "spot", "stake"};
    if (rows->empty() || rows->front().fields != header) {
        return failure("the first line must be the header player,spot,stake", "1");
    }
    std::vector<PlayerBet> bets;
    while (rows->back().fields == std::vector<std::string>{""}) rows->pop_back();
    for (const CsvRow& row : *rows) {
        if (row.line == 1) continue;
        Result<PlayerBet> bet = read_bet(row, layout);
        if (!bet) return failure(bet.error().what, std::to_string(row.line));
        bets.push_back(*std::move(bet));
    }
    check(bets.size() + 1 == rows->size());
    return bets;
}

}  // namespace sicbo::wire
