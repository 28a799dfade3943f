// SPDX-License-Identifier: MIT
#include "wire/game_json.h"

#include <gtest/gtest.h>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <set>

#include "support/layouts.h"

namespace sicbo::wire {
namespace {

TEST(GameJson, DrawsEverySpotOfEveryLayout) {
    for (const rules::Layout* layout : test::all_layouts()) {
        const boost::json::object json = to_json(*layout);
        std::set<std::string> drawn;
        for (const auto& group : json.at("felt").at("groups").as_array()) {
            for (const auto& row : group.at("spots").as_array()) {
                for (const auto& cell : row.as_array()) {
                    if (cell.is_string()) drawn.insert(cell.as_string().c_str());
                }
            }
        }
        EXPECT_EQ(drawn.size(), spots_of(*layout).size()) << layout->id;
    }
}

TEST(GameJson, CountsTheWinningRollsOfEverySpotOfARow) {
    for (const rules::Layout* layout : test::all_layouts()) {
        const boost::json::object json = to_json(*layout);
        const boost::json::array& pay = json.at("pay").as_array();
        ASSERT_EQ(pay.size(), layout->rows.size());
        for (std::size_t i = 0; i < pay.size(); ++i) {
            for (const rules::Spot spot : layout->rows[i].spots) {
                int ways = 0;
                for (int n = 0; n < rules::roll_count; ++n) {
                    ways += rules::hits(spot, rules::nth_roll(n)) > 0;
                }
                EXPECT_EQ(pay[i].at("ways"), ways) << layout->id << " " << to_text(spot);
            }
        }
    }
}

TEST(GameJson, HoldsTheWholeDocument) {
    const boost::json::object json = to_json(test::game("maryland"));
    EXPECT_EQ(json.at("odds"), "minimum");
    EXPECT_EQ(json.at("procedure").at("steps").as_array().size(), 9u);
    EXPECT_EQ(json.at("equipment").at("inspection").at("mixer_tests"), 3);
    EXPECT_EQ(json.at("equipment").at("mixers").at(0).at("dice_life_hours"), 24);
    EXPECT_EQ(json.at("interpretations").at(0).at("value"), "two-or-three");
    EXPECT_EQ(json.at("irregularities").as_array().size(), 22u);
    EXPECT_EQ(json.at("titles").at("supervisor"), "Floorperson");
}

}  // namespace
}  // namespace sicbo::wire
