// SPDX-License-Identifier: MIT
#include "core/csv.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace sicbo {
namespace {

using Fields = std::vector<std::string>;

std::vector<Fields> fields(std::string_view text) {
    std::vector<Fields> all;
    const auto rows = parse_csv(text);
    EXPECT_TRUE(rows.has_value());
    for (const CsvRow& row : *rows) all.push_back(row.fields);
    return all;
}

std::string error(std::string_view text) {
    const auto rows = parse_csv(text);
    return rows ? "no error" : rows.error().text();
}

TEST(Csv, SplitsLinesAndFields) {
    EXPECT_EQ(fields("a,b\n1,2\n"), (std::vector<Fields>{{"a", "b"}, {"1", "2"}}));
    EXPECT_EQ(fields("a,b\r\n1,2"), (std::vector<Fields>{{"a", "b"}, {"1", "2"}}));
    EXPECT_EQ(fields("a,\n,b\n"), (std::vector<Fields>{{"a", ""}, {"", "b"}}));
    EXPECT_EQ(fields(""), (std::vector<Fields>{}));
    EXPECT_EQ(fields("a\n\nb\n"), (std::vector<Fields>{{"a"}, {""}, {"b"}}));
}

TEST(Csv, QuotesKeepCommasQuotesAndLineBreaks) {
    EXPECT_EQ(fields("\"a,b\",\"say \"\"x\"\"\"\n"), (std::vector<Fields>{{"a,b", "say \"x\""}}));
    EXPECT_EQ(fields("\"a\nb\",c\n"), (std::vector<Fields>{{"a\nb", "c"}}));
}

TEST(Csv, CountsLinesThroughQuotedBreaks) {
    const auto rows = parse_csv("\"a\nb\"\nc\n");
    ASSERT_TRUE(rows.has_value());
    EXPECT_EQ(rows->at(0).line, 1);
    EXPECT_EQ(rows->at(1).line, 3);
}

TEST(Csv, TakesAByteOrderMark) {
    EXPECT_EQ(fields("\xEF\xBB\xBF"
                     "a\n"),
              (std::vector<Fields>{{"a"}}));
}

TEST(Csv, RefusesBrokenLinesWithTheirNumber) {
    EXPECT_EQ(error("a\nb\"c\n"), "2: a quote inside a field that is not in quotes");
    EXPECT_EQ(error("a\n\"b\n\n"), "2: a quote that is never closed");
    EXPECT_EQ(error("\"a\"b\n"), "1: text after a closing quote");
    EXPECT_EQ(error("a\rb\n"), "1: a carriage return that ends no line");
    EXPECT_EQ(error("a\nb,\xFF\n"), "2: bytes that are not text in UTF-8");
    EXPECT_EQ(error(std::string_view("a\0b\n", 4)), "1: bytes that are not text in UTF-8");
}

RC_GTEST_PROP(CsvProperty, WhatIsWrittenIsReadBack, ()) {
    const auto letter = rc::gen::element('a', ',', '"', '\n', ' ');
    const auto row =
        *rc::gen::nonEmpty(rc::gen::container<Fields>(rc::gen::container<std::string>(letter)));
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i) text += (i ? "," : "") + csv_field(row[i]);
    const auto rows = parse_csv(text + "\n");
    RC_ASSERT(rows.has_value());
    RC_ASSERT(rows->size() == 1u);
    RC_ASSERT(rows->front().fields == row);
}

}  // namespace
}  // namespace sicbo
