// SPDX-License-Identifier: MIT
// Rows of text as JSON objects: what counts or numbers something is a number, what is yes or no is
// a boolean, what is empty is null; money, dice, times and words stay texts.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "subcommand.h"

namespace sicbo::app {

// The row with the column names of the heading as keys.
boost::json::object as_object(const std::vector<std::string>& heading,
                              const std::vector<std::string>& row);
// All rows; the first one is the heading.
boost::json::array as_objects(const Rows& rows);

}  // namespace sicbo::app
