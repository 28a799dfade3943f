// SPDX-License-Identifier: MIT
#include "wire/apportion_json.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <set>

#include "core/check.h"
#include "rules/documents.h"
#include "wire/json.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;

constexpr rules::Spot any_spot{rules::Kind::small};  // stands in where the text names none

rules::Spot read_spot(const JsonNode& at, const std::string& text) {
    const std::optional<rules::Spot> spot = rules::parse_spot(text);
    if (spot && rules::offered_anywhere(*spot)) return *spot;
    at.wrong("unknown spot \"" + text + "\"");
    return any_spot;
}

rules::BoxLimit read_box(const JsonNode& at) {
    at.members({"min", "max"});
    rules::BoxLimit limit;
    if (at.has("min")) limit.min = at.member("min").amount();
    if (at.has("max")) limit.max = at.member("max").amount();
    if (limit.max && *limit.max < limit.min) at.wrong("the minimum is above the maximum");
    return limit;
}

std::vector<rules::OpposingPair> read_pairs(const JsonNode& at) {
    std::vector<rules::OpposingPair> pairs;
    std::set<rules::Spot> paired;
    for (const JsonNode& pair : at.elements()) {
        pair.members({"spots", "differential"});
        const JsonNode spots_at = pair.member("spots");
        std::vector<rules::Spot> spots;
        for (const JsonNode& spot_at : spots_at.elements()) {
            spots.push_back(read_spot(spot_at, spot_at.text()));
            if (!paired.insert(spots.back()).second) spot_at.wrong("is paired twice");
        }
        if (spots.size() != 2) spots_at.wrong("must be two spots");
        spots.resize(2, any_spot);
        pairs.push_back({spots[0], spots[1], pair.member("differential").amount()});
    }
    return pairs;
}

// Reads the bets into the request, whose chip has been read.
void read_bets(const JsonNode& at, ApportionRequest& request) {
    const Money chip = request.limits.chip;
    std::set<std::pair<std::string, rules::Spot>> seen;
    std::map<rules::Spot, Money> totals;
    for (const JsonNode& bet : at.elements()) {
        bet.members({"player", "spot", "stake"});
        const std::string player = bet.member("player").text();
        const JsonNode spot_at = bet.member("spot");
        const rules::Spot spot = read_spot(spot_at, spot_at.text());
        const JsonNode stake_at = bet.member("stake");
        const Money stake = stake_at.amount(Money::of_cents(1));

        if (stake.cents() % chip.cents() != 0) {
            stake_at.wrong(std::to_string(stake.cents()) + " is not in whole chips of " +
                           std::to_string(chip.cents()));
        }
        if (!seen.emplace(player, spot).second) {
            bet.wrong("player \"" + player + "\" has two bets on " + to_text(spot) +
                      "; all that one player has on a spot is one bet");
        }
        Money& total = totals[spot];
        if (total + stake <= money_max) {
            total += stake;
        } else {
            stake_at.wrong("the bets on " + to_text(spot) + " come to more than " +
                           std::to_string(money_max.cents()));
        }
        request.players.push_back(player);
        request.stakes.push_back({spot, stake});
    }
}

}  // namespace

Result<ApportionRequest> read_apportion(std::string_view text) {
    JsonText json(text);
    const JsonNode root = json.root();
    root.members({"chip", "boxes", "pairs", "bets"});
    ApportionRequest request;
    request.limits.chip = root.member("chip").amount(Money::of_cents(1));
    if (root.has("boxes")) {
        for (const auto& [name, box] : root.member("boxes").members()) {
            request.limits.boxes[read_spot(box, name)] = read_box(box);
        }
    }
    if (root.has("pairs")) request.limits.pairs = read_pairs(root.member("pairs"));
    read_bets(root.member("bets"), request);
    if (json.error()) return std::unexpected(*json.error());
    check(request.players.size() == request.stakes.size());
    return request;
}

std::string write_shares(const ApportionRequest& request, const rules::Shares& shares) {
    check(request.players.size() == request.stakes.size());
    check(shares.effective.size() == request.stakes.size());
    json::array bets;
    for (std::size_t i = 0; i < request.stakes.size(); ++i) {
        const rules::BoxStake& bet = request.stakes[i];
        check(Money() <= shares.effective[i] && shares.effective[i] <= bet.stake);
        bets.push_back(json::object{
            {"player", request.players[i]},
            {"spot", to_text(bet.spot)},
            {"stake", bet.stake.cents()},
            {"effective", shares.effective[i].cents()},
            {"excess", (bet.stake - shares.effective[i]).cents()},
        });
    }
    json::array over;
    for (const auto& [spot, by] : shares.over) {
        check(by > Money());
        over.push_back(json::object{{"spot", to_text(spot)}, {"by", by.cents()}});
    }
    return json::serialize(json::object{{"bets", std::move(bets)}, {"over", std::move(over)}});
}

}  // namespace sicbo::wire
