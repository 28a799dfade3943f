// SPDX-License-Identifier: MIT
#include "server/property_check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "server/create_missing.h"
#include "store/files.h"
#include "support/journal.h"

namespace sicbo::server {
namespace {

const std::string felt_text = R"(operator = "House"
[[table]]
number = 1
name = "One"
game = "maryland"
currency = "USD"
chip = "5.00"
min = "5.00"
max = "100.00"
layout_approval = "L-1"
references = { drop-box = "D-1", tip-box = "T-1", lights = "S-1" }
[[table.approval]]
mixer = "manual-shaker"
mixing = "M-1"
location = "P-1"
)";

const std::string etg_text = R"([[table]]
number = 2
name = "Two"
game = "rws-etg"
chip = "1.00"
min = "1.00"
max = "100.00"
[[table.terminals]]
layout = "rws-etg-1"
first = 101
count = 3
)";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    if (at == std::string::npos) throw std::runtime_error("the text has no " + what);
    return text.replace(at, what.size(), by);
}

PropertyPlan plan_of(const std::string& text) {
    const auto no_rules = [](const std::string& path) -> Result<std::string> {
        return failure("not there", path);
    };
    return read_property(text, "p.toml", no_rules).value();
}

std::string list(const std::vector<ConfigurationIssue>& issues) {
    std::string text;
    for (const ConfigurationIssue& one : issues) text += to_text(one) + "\n";
    return text;
}

bool has_part(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

class PropertyCheck : public testing::Test {
protected:
    // Starts a server's property with the configuration, as far as its journal goes.
    void create(const std::string& text) {
        loop = test::start_loop(journal);
        Accounts accounts = Accounts::open(folder.file("accounts")).value();
        ASSERT_TRUE(create_missing(*loop, plan_of(text), accounts, false));
    }
    std::string opening(const std::string& text) const {
        return list(check_opening(plan_of(text), loop ? loop->state() : table::State()));
    }
    std::string compared(const std::string& text) const {
        return list(compare_with_property(plan_of(text), loop->state()));
    }

    test::Folder folder;
    store::MemoryStore journal;
    std::unique_ptr<Loop> loop;
};

TEST_F(PropertyCheck, ReportsEveryRecordWithoutWhichATableDoesNotOpen) {
    EXPECT_EQ(opening(felt_text), "");
    const std::string bare =
        replaced(felt_text,
                 "references = { drop-box = \"D-1\", tip-box = \"T-1\", lights = \"S-1\" }\n", "");
    const std::string found = opening(bare);
    for (const char* word : {"drop-box", "tip-box", "lights"}) {
        EXPECT_TRUE(has_part(found,
                             "p.toml:2: warning: table 1 can't be opened: the regulator's "
                             "reference for " +
                                 std::string(word) + " is missing"))
            << found;
    }
    EXPECT_EQ(std::ranges::count(found, '\n'), 3);
    EXPECT_TRUE(
        has_part(opening(replaced(felt_text, "operator = \"House\"\n", "")), "set `operator`"));
    EXPECT_TRUE(has_part(opening(replaced(felt_text, "layout_approval = \"L-1\"\n", "")),
                         "set `layout_approval`"));
    EXPECT_TRUE(has_part(opening(felt_text.substr(0, felt_text.find("[[table.approval]]"))),
                         "can't play a round: no mixer is approved"));
}

TEST_F(PropertyCheck, AsksForACleanCopyOnlyWhereMoneyIsPlayedFor) {
    std::string taisai = replaced(etg_text, "rws-etg", "rws-taisai");
    taisai = taisai.substr(0, taisai.find("[[table.terminals]]"));
    EXPECT_TRUE(has_part(opening(taisai), "the regulator's reference for clean-copy is missing"));
    EXPECT_EQ(opening(taisai + "training = true\n"), "");
    EXPECT_EQ(opening(taisai + "references = { clean-copy = \"C-1\" }\n"), "");
    EXPECT_EQ(opening(taisai + "retired = true\n"), "");
}

// What a technician recorded at a console does not have to be in the file.
TEST_F(PropertyCheck, CountsReferencesThatThePropertyHas) {
    create(felt_text);
    const std::string bare =
        replaced(felt_text,
                 "references = { drop-box = \"D-1\", tip-box = \"T-1\", lights = \"S-1\" }\n", "");
    EXPECT_EQ(opening(bare), "");
}

TEST_F(PropertyCheck, FindsLimitsThatContradictEachOther) {
    const auto found = [](const std::string& more) {
        return list(check_plan(
            plan_of("operator = \"House\"\n" +
                    replaced(etg_text, "[[table.terminals]]", more + "\n[[table.terminals]]"))));
    };
    EXPECT_EQ(found(""), "");
    EXPECT_TRUE(has_part(found("round_max = \"50.00\""), "above round_max and never reached"));
    EXPECT_TRUE(has_part(found("exposure_max = \"20.00\""), "nobody can bet on it"));
    EXPECT_TRUE(
        has_part(found("round_max = \"200.00\"\nlimit_of = { big = { min = \"300.00\", max = "
                       "\"400.00\" } }"),
                 "the minimum on big is above round_max"));
}

// Stakes are whole chips.
TEST_F(PropertyCheck, FindsLimitsThatNoNumberOfChipsFits) {
    const auto found = [](const std::string& limits) {
        const std::string text =
            replaced(etg_text, "chip = \"1.00\"\nmin = \"1.00\"\nmax = \"100.00\"\n",
                     "chip = \"5.00\"\n" + limits);
        return list(check_plan(plan_of("operator = \"House\"\n" + text)));
    };
    EXPECT_TRUE(
        has_part(found("min = \"12.00\"\nmax = \"14.00\"\n"),
                 "nobody can bet from min to max: no number of chips of 5.00 is within it"));
    EXPECT_EQ(found("min = \"12.00\"\nmax = \"15.00\"\n"), "");
    const std::string table = "min = \"5.00\"\nmax = \"100.00\"\n";
    EXPECT_TRUE(has_part(found(table + "limit_of = { big = { min = \"6.00\", max = \"9.00\" } }\n"),
                         "nobody can bet on big within its limit: no number of chips of 5.00"));
    EXPECT_EQ(found(table + "limit_of = { big = { min = \"6.00\", max = \"10.00\" } }\n"), "");
}

TEST_F(PropertyCheck, FindsTumblersThatTwoTablesShare) {
    const auto with_tumbler = [](int number, const std::string& at, char key) {
        std::string text = replaced(etg_text, "number = 2", "number = " + std::to_string(number));
        text = replaced(text, "\"Two\"", "\"" + std::to_string(number) + "\"");
        text = text.substr(0, text.find("[[table.terminals]]"));
        return text + "training = true\nmode = \"assisted\"\ntumbler = \"" + at +
               "\"\ntumbler_key = \"" + std::string(64, key) + "\"\n";
    };
    const auto found = [](const std::string& text) {
        return list(check_plan(plan_of("operator = \"House\"\n" + text)));
    };
    EXPECT_EQ(
        found(with_tumbler(1, "127.0.0.1:9100", 'a') + with_tumbler(2, "127.0.0.1:9101", 'b')), "");
    EXPECT_TRUE(has_part(
        found(with_tumbler(1, "127.0.0.1:9100", 'a') + with_tumbler(2, "127.0.0.1:9100", 'b')),
        "error: table 1 has this tumbler already"));
    EXPECT_TRUE(has_part(
        found(with_tumbler(1, "127.0.0.1:9100", 'a') + with_tumbler(2, "127.0.0.1:9101", 'a')),
        "error: table 1 has a tumbler with this key already"));
    EXPECT_TRUE(
        has_part(found(with_tumbler(1, "127.0.0.1:8080", 'a')), "the server itself listens"));
}

TEST_F(PropertyCheck, FindsAMissingOperatorAtEveryTable) {
    EXPECT_TRUE(has_part(list(check_plan(plan_of(etg_text))), "table 2 names no operator"));
}

TEST_F(PropertyCheck, SaysWhatAStartWouldAddRetireAndIgnore) {
    create(etg_text);
    EXPECT_EQ(compared(etg_text), "");
    EXPECT_TRUE(has_part(compared(felt_text + etg_text), "note: table 1 (One) will be added"));
    EXPECT_TRUE(has_part(compared(felt_text), "note: table 2 (Two) is not in the file"));
    EXPECT_TRUE(has_part(compared(replaced(etg_text, "\"Two\"", "\"Other\"")),
                         "warning: table 2 is called \"Two\"; the new name is ignored"));
    EXPECT_TRUE(has_part(compared(replaced(etg_text, "max = \"100.00\"", "max = \"200.00\"")),
                         "two people change it at the console"));
    EXPECT_TRUE(has_part(compared(replaced(etg_text, "rws-etg-1", "rws-etg-2")),
                         "warning: terminal 101 has the layout rws-etg-1"));
    EXPECT_TRUE(has_part(compared(replaced(etg_text, "count = 3", "count = 5")),
                         "note: 2 terminals of table 2 will be added"));
    EXPECT_TRUE(
        has_part(compared(replaced(etg_text, "first = 101", "first = 102")),
                 "note: table 2 has terminals that are not in the file and stay as they are: "
                 "101;"));
    EXPECT_TRUE(has_part(compared(replaced(etg_text, "count = 3", "count = 3\nretired = true")),
                         "note: 3 terminals of table 2 will be retired"));
    EXPECT_TRUE(has_part(compared(replaced(etg_text, "name =", "retired = true\nname =")),
                         "note: table 2 will be retired"));
    std::string other = replaced(etg_text, "\"rws-etg\"", "\"mbs-etg\"");
    other = other.substr(0, other.find("[[table.terminals]]"));
    EXPECT_TRUE(
        has_part(compared(other), "error: table 2 plays rws-etg and can't change its game"));
}

TEST_F(PropertyCheck, SaysWhyARetirementWouldBeRefused) {
    const std::string training =
        replaced(etg_text, "[[table.terminals]]",
                 "training = true\nplay_credit = \"500.00\"\n[[table.terminals]]");
    create(training);
    const Reply put =
        loop->execute_system({2}, table::PutCredit{{102}, {}, Money::of_cents(50'000)});
    ASSERT_FALSE(put.refusal);
    ASSERT_TRUE(loop->commit());
    const std::string found =
        compared(replaced(training, "count = 3", "count = 3\nretired = true"));
    EXPECT_TRUE(has_part(found, "warning: terminal 102 can't be retired yet: not_empty")) << found;
    EXPECT_TRUE(has_part(found, "note: 2 terminals of table 2 will be retired")) << found;
}

TEST_F(PropertyCheck, FindsSecretsThatOthersMayRead) {
    const PropertyPlan plan = plan_of(etg_text);
    ASSERT_TRUE(store::write_file(folder.file("server.key"), "secret", 0600));
    EXPECT_EQ(list(check_files(plan, folder.file(""))), "");
    ASSERT_TRUE(store::write_file(folder.file("accounts"), "secret", 0640));
    const std::string found = list(check_files(plan, folder.file("")));
    EXPECT_TRUE(has_part(found, "accounts: warning: other users may read this secret")) << found;
    EXPECT_EQ(std::ranges::count(found, '\n'), 1);
    EXPECT_EQ(list(check_files(plan, "")), "");
}

TEST(ConfigurationDifferences, NameTheKeysOfTheFile) {
    table::Configuration held;
    table::Configuration filed;
    EXPECT_TRUE(differences(held, filed).empty());
    filed.operator_name = "House";
    filed.limit.min = Money::of_cents(500);
    const std::vector<std::string> found = differences(held, filed);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0], "operator: \"\" is in force, the file has \"House\"");
    EXPECT_TRUE(found[1].starts_with("min and max: ")) << found[1];
}

TEST_F(PropertyCheck, SaysWhatWillChangeAtTheCage) {
    const std::string cash = "operator = \"House\"\n[cash]\nsystem = 7\n";
    const std::string cage = "[cage]\nidentity_from = \"5000.00\"\n";
    create(cash + etg_text);
    EXPECT_EQ(compared(cash + etg_text), "");
    EXPECT_EQ(compared(cash + cage + etg_text),
              "p.toml:4: note: the policy of the cage will be changed\n");
    create(cash + cage + etg_text);
    EXPECT_EQ(compared(cash + cage + etg_text), "");
    EXPECT_EQ(compared(cash + etg_text),
              "note: the file has no [cage]: the cage will ask for no identity and raise no "
              "alert\n");
}

TEST_F(PropertyCheck, SaysWhetherTheChipsOfATableWillChange) {
    create(felt_text);
    EXPECT_EQ(compared(felt_text), "");
    const std::string untracked =
        replaced(felt_text, "currency", "chips = \"untracked\"\ncurrency");
    EXPECT_EQ(compared(untracked), "p.toml:6: note: the chips of table 1 will be untracked\n");
}

// Players of a training table keep its chips as they are.
TEST_F(PropertyCheck, SaysWhatKeepsTheChipsOfATable) {
    const std::string training = replaced(felt_text, "currency", "training = true\ncurrency");
    create(training);
    ASSERT_FALSE(loop->execute_system({1}, table::TakeSeat{"ann"}).refusal);
    EXPECT_EQ(compared(replaced(training, "currency", "chips = \"untracked\"\ncurrency")),
              "p.toml:7: warning: the chips of table 1 can't be untracked yet: not_empty\n");
}

}  // namespace
}  // namespace sicbo::server
