// SPDX-License-Identifier: MIT
#include "core/toml.h"

#include <gtest/gtest.h>

#include <array>

namespace sicbo {
namespace {

enum class Paint : std::uint8_t { red, green };

}  // namespace

template <>
inline constexpr std::array words_of<Paint> = std::to_array<std::string_view>({"red", "green"});

namespace {

// The error after something was asked of the text, or "fine".
template <class Ask>
std::string after(std::string_view text, Ask ask) {
    const TomlText toml(text, "x.toml");
    ask(toml.root());
    const auto error = toml.error();
    return error ? error->text() : "fine";
}

TEST(Toml, ReadsWhatIsThere) {
    const TomlText toml(R"(
name = "a"
count = 3
yes = true
list = ["x", "y"]
rows = [["x"], ["y", "z"]]
colour = "green"
[table]
key = "inside"
[[many]]
n = 1
[[many]]
n = 2
)",
                        "x.toml");
    const TomlTable root = toml.root();
    EXPECT_EQ(root.text("name"), "a");
    EXPECT_EQ(root.number("count", 0, 9), 3);
    EXPECT_TRUE(root.flag("yes"));
    EXPECT_EQ(root.texts("list"), (std::vector<std::string>{"x", "y"}));
    EXPECT_EQ(root.rows_of_texts("rows").at(1).at(1), "z");
    EXPECT_EQ(root.word<Paint>("colour"), Paint::green);
    EXPECT_EQ(root.table("table").text("key"), "inside");
    EXPECT_EQ(root.tables("many").at(0).number("n", 0, 9), 1);
    EXPECT_EQ(root.tables("many").at(1).number("n", 0, 9), 2);
    EXPECT_EQ(toml.error(), std::nullopt);
}

TEST(Toml, NamesTheLineOfWhatIsWrong) {
    const auto text = [](const TomlTable& t) { t.text("a"); };
    EXPECT_EQ(after("\na = 1\n", text), "x.toml:2: a: must be a text in quotes");
    EXPECT_EQ(after("\na = \"x\"\nb = 2\n", text), "x.toml:3: unknown key \"b\"");
    EXPECT_EQ(after("[b]\nc = 1\n", [](const TomlTable& t) { t.table("b"); }),
              "x.toml:2: unknown key \"c\"");
    EXPECT_EQ(after("[[b]]\nc = 1\n", [](const TomlTable& t) { t.tables("b"); }),
              "x.toml:2: unknown key \"c\"");
    EXPECT_TRUE(after("", text).ends_with("\"a\" is missing"));
    EXPECT_TRUE(after("a = \"x\"\na = \"y\"\n", text).starts_with("x.toml:2: "));
    EXPECT_TRUE(after("a = \n", text).starts_with("x.toml:1: "));
    EXPECT_EQ(after("a = \"x\"\n\n[#\n", text), "x.toml:3: not valid TOML");
    EXPECT_EQ(after("a = \"骰宝 # \\\" \" # 骰宝\n", text), "fine");
    EXPECT_EQ(after("a = '骰宝\\'\n", text), "fine");
    EXPECT_EQ(after("a = \"\"\"\n骰宝\"\"\"\n", text), "fine");
    EXPECT_EQ(after("\na = \"\"\"\n\n\"\"\"\n骰 = 1", text),
              "x.toml:5: a character that is not ASCII, outside quotes");
    EXPECT_EQ(after("[[[1]]]", text), "x.toml:1: not valid TOML");
}

TEST(Toml, HoldsValuesToTheirType) {
    const auto number = [](const TomlTable& t) { t.number("a", 1, 9); };
    EXPECT_EQ(after("a = 9", number), "fine");
    for (const char* text : {"a = 10", "a = 0", "a = 1.0", "a = \"1\"", "a = true", "a = [1]"}) {
        EXPECT_EQ(after(text, number), "x.toml:1: a: must be a whole number from 1 to 9");
    }
    const auto flag = [](const TomlTable& t) { t.flag("a"); };
    EXPECT_EQ(after("a = 1", flag), "x.toml:1: a: must be true or false");
    const auto texts = [](const TomlTable& t) { t.texts("a"); };
    EXPECT_EQ(after("a = [\"x\", 1]", texts), "x.toml:1: a: must be a list of texts");
    EXPECT_EQ(after("a = \"x\"", texts), "x.toml:1: a: must be a list of texts");
    const auto rows = [](const TomlTable& t) { t.rows_of_texts("a"); };
    EXPECT_EQ(after("a = [\"x\"]", rows), "x.toml:1: a: must be a list of lists of texts");
    EXPECT_EQ(after("a = [[1]]", rows), "x.toml:1: a: must be a list of lists of texts");
    EXPECT_EQ(after("a = 1", rows), "x.toml:1: a: must be a list of lists of texts");
    const auto tables = [](const TomlTable& t) { t.tables("a"); };
    EXPECT_EQ(after("a = [1]", tables), "x.toml:1: a: must be a list of tables");
    EXPECT_EQ(after("a = 1", tables), "x.toml:1: a: must be a list of tables");
    const auto table = [](const TomlTable& t) { t.table("a").text("b"); };
    EXPECT_EQ(after("a = 1", table), "x.toml:1: a: must be a table");
    const auto word = [](const TomlTable& t) { t.word<Paint>("a"); };
    EXPECT_EQ(after("a = \"blue\"", word), "x.toml:1: a: \"blue\" is none of red, green");
}

}  // namespace
}  // namespace sicbo
