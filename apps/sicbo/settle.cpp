// SPDX-License-Identifier: MIT
// sicbo settle: what a list of bets gets back on one roll.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <optional>

#include "commands.h"
#include "rules/settle.h"
#include "subcommand.h"
#include "wire/settle_csv.h"

namespace sicbo::app {
namespace {

// "1,2,4", in any order.
std::optional<rules::Roll> parse_dice(std::string_view text) {
    if (text.size() != 5 || text[1] != ',' || text[3] != ',') return std::nullopt;
    const int dice[] = {text[0] - '0', text[2] - '0', text[4] - '0'};
    for (const int die : dice) {
        if (!rules::is_face(die)) return std::nullopt;
    }
    return rules::Roll{dice[0], dice[1], dice[2]};
}

struct Settled {
    rules::Odds odds;
    Money returned;
};

std::vector<Settled> settle(const std::vector<wire::PlayerBet>& bets, const rules::Layout& layout,
                            rules::Roll roll) {
    const rules::Payouts payouts(layout, roll);
    std::vector<rules::SpotId> spots;
    std::vector<Money> stakes;
    for (const wire::PlayerBet& bet : bets) {
        spots.push_back(id_of(bet.spot));
        stakes.push_back(bet.stake);
    }
    std::vector<Money> returned(bets.size());
    payouts.settle(spots, stakes, returned);
    std::vector<Settled> settled;
    for (std::size_t i = 0; i < bets.size(); ++i) {
        settled.push_back({payouts.odds(spots[i]), returned[i]});
    }
    return settled;
}

std::string as_json(const std::vector<wire::PlayerBet>& bets, const std::vector<Settled>& settled,
                    const rules::Layout& layout, rules::Roll roll) {
    namespace json = boost::json;
    json::array list;
    for (std::size_t i = 0; i < bets.size(); ++i) {
        json::object bet{{"player", bets[i].player},
                         {"spot", to_text(bets[i].spot)},
                         {"stake", to_text(bets[i].stake)}};
        const bool lost = settled[i].odds == rules::Odds{};
        bet["odds"] = lost ? json::value() : json::value(to_text(settled[i].odds));
        bet["returned"] = to_text(settled[i].returned);
        list.push_back(std::move(bet));
    }
    const auto& dice = roll.dice();
    return json::serialize(json::object{{"layout", layout.id},
                                        {"dice", json::array{dice[0], dice[1], dice[2]}},
                                        {"bets", std::move(list)}}) +
           "\n";
}

}  // namespace

int run_settle(const LayoutOptions& options) {
    if (options.rules_file == "-" && options.bets_file == "-") {
        return complain({"standard input can't be both the rule set and the bets", "--rules"});
    }
    const Result<ChosenLayout> chosen = choose_layout(options.layout, options.rules_file);
    if (!chosen) return complain(chosen.error());
    const std::optional<rules::Roll> roll = parse_dice(options.dice);
    if (!roll) {
        return complain(
            {fmt::format("\"{}\" is not three dice from 1 to 6, such as 1,2,4", options.dice),
             "--dice"});
    }
    const Result<std::string> text = read_input(options.bets_file);
    if (!text) return complain(text.error());
    const auto bets = wire::read_bets(*text, *chosen->layout);
    if (!bets) {
        return complain(
            {bets.error().what, input_name(options.bets_file) + ":" + bets.error().location});
    }
    const std::vector<Settled> settled = settle(*bets, *chosen->layout, *roll);
    const std::string format = format_or_default(options.format);
    if (format == "json") return write_answer(as_json(*bets, settled, *chosen->layout, *roll));
    Rows rows = {{"player", "spot", "stake", "odds", "returned"}};
    for (std::size_t i = 0; i < bets->size(); ++i) {
        const wire::PlayerBet& bet = (*bets)[i];
        const bool lost = settled[i].odds == rules::Odds{};
        rows.push_back({bet.player, to_text(bet.spot), to_text(bet.stake),
                        lost ? "" : to_text(settled[i].odds), to_text(settled[i].returned)});
    }
    return write_answer(format == "csv" ? as_csv(rows) : as_columns(rows));
}

}  // namespace sicbo::app
