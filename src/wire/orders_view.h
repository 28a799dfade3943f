// SPDX-License-Identifier: MIT
// Who may give each order in the table's present state, for a console: a screen offers an order
// only to roles that the engine accepts. The engine may still refuse it for other reasons.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "table/engine.h"

namespace sicbo::wire {

// The roles in the set that people can have, by their words.
boost::json::array roles_json(table::RoleSet roles);

// The two people who must agree, as {"decides", "with"}; null if one is enough.
boost::json::value pair_json(const std::optional<table::Pair>& pair);

// For each order that staff may give: "roles" that may give it, "second" (the two who must agree,
// where it takes two), and "of_round" (whether it should name the round it is meant for). Credit
// at a terminal is not for everybody who handles it at a felt: "roles_at_terminal". Orders about
// the table and the round of which the arguments do not matter have "refused": the reason if the
// order would be refused now, else null. A reason that ends with time alone is left out, since no
// event would take it back.
boost::json::object orders_json(const table::State& state, TableId table);

// What can be done with the equipment now: for each of the game's "mixers" the reasons why
// InstallDice, RemoveDice, UseMixer and MarkMixer would be refused, null where they would not;
// "free_dice_set", a number that no set of dice has had yet; and "shaker", null while nobody holds
// it: whether its holder may put it back, and to which of the others on duty hand it over.
boost::json::object equipment_orders_json(const table::State& state, TableId table);

// The "roles" for requests of staff that are no orders, by the request's name.
boost::json::object requests_json();

// The incidents that are open, each with the "roles" that may resolve it; "of_patron": CloseDispute
// does so. A reading in "dispute" has the dice that were "entered" and those that were "read".
boost::json::array incidents_json(const table::State& state, TableId table);

// What can be reported in the table's present state: each cause that the document provides for now,
// with its rule, the "roles" that may report it, "takes_effect" (a round with unsettled bets is in
// play, so that a report can change it), what a report "leads_to" (names of facts), and the reason
// if it would be "refused".
boost::json::array irregularities_json(const table::State& state, TableId table);

// What people can certify while the round is held after an interruption: that the dice were "seen",
// or that they were "not_seen". Each has the "clauses" it rests on and the facts it "leads_to", and
// is null if it would be refused. The whole is null if there is nothing to certify.
boost::json::value certify_json(const table::State& state, TableId table);

// The roles of a second person that would complete what the first one asked for.
boost::json::array missing_json(const std::optional<table::Pair>& pair, rules::Role first);

// A preview of any order, for a client that asks: "roles", "second", "clauses", "refused",
// "leads_to".
boost::json::object preview_json(const table::Preview& preview);

}  // namespace sicbo::wire
