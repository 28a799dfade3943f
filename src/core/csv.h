// SPDX-License-Identifier: MIT
// Reads and writes CSV as in RFC 4180: quoted fields may contain commas, quotes and line breaks.
//
// Strict where a mistake could change an amount: stray quotes, an open quote at the end and bytes
// that are not UTF-8 are errors with their line. A byte order mark and CR LF are accepted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace sicbo {

struct CsvRow {
    int line;  // where it begins, from 1
    std::vector<std::string> fields;
};

// Returns all rows, including the header. An empty line is a row with one empty field, except at
// the end. The location of an error is its line alone ("3"); the caller adds the name of the file.
Result<std::vector<CsvRow>> parse_csv(std::string_view text);

// Returns the field as it must be written: in quotes if it needs them.
std::string csv_field(std::string_view field);

}  // namespace sicbo
