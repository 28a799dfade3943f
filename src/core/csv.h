// CSV as in RFC 4180: fields in quotes may hold commas, quotes and line breaks.
//
// Strict where a mistake could change an amount: stray quotes, an open quote at the end and bytes
// that are not UTF-8 are refused with their line. A byte order mark and CR LF are taken as they
// come.
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

// All rows, the header among them. An empty line is a row with one empty field, except at the end.
// The place of an error is its line alone ("3"); whoever knows the file's name puts it before.
Result<std::vector<CsvRow>> parse_csv(std::string_view text);

// The field as it must be written: in quotes where it needs them.
std::string csv_field(std::string_view field);

}  // namespace sicbo
