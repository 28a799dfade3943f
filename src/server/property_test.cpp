// SPDX-License-Identifier: MIT
#include "server/property.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "rules/documents.h"
#include "server/property_check.h"

namespace sicbo::server {
namespace {

Result<std::string> no_rules(const std::string& path) { return failure("not there", path); }

Result<PropertyPlan> read_plan(std::string_view text) {
    return read_property(text, "property.toml", no_rules);
}

std::string property_error(std::string_view text) {
    const Result<PropertyPlan> plan = read_plan(text);
    return plan ? "no error" : plan.error().text();
}

const std::string etg = R"([[table]]
number = 1
name = "One"
game = "rws-etg"
chip = "1.00"
min = "2.00"
[[table.terminals]]
layout = "rws-etg-1"
first = 101
count = 10
)";

std::string with(const std::string& more) {
    std::string text = etg;
    return text.insert(text.find("[[table.terminals]]"), more + "\n");
}

TEST(PropertyPlans, HaveDefaultsForWhatTheFileDoesNotSay) {
    const PropertyPlan plan = read_plan(etg).value();
    EXPECT_EQ(plan.address, "127.0.0.1");
    EXPECT_EQ(plan.port, 8080);
    EXPECT_TRUE(plan.certificate.empty());
    EXPECT_EQ(plan.clock.behind_max, std::chrono::seconds(5));
    EXPECT_EQ(plan.clock.ahead_max, std::chrono::days(400));
    const PropertyPlan patient =
        read_plan("[server]\nclock_behind_seconds = 60\nclock_ahead_days = 800\n" +
                  std::string(etg))
            .value();
    EXPECT_EQ(patient.clock.behind_max, std::chrono::seconds(60));
    EXPECT_EQ(patient.clock.ahead_max, std::chrono::days(800));
    ASSERT_EQ(plan.tables.size(), 1u);
    const TablePlan& table = plan.tables.front();
    EXPECT_EQ(table.mode, Mode::manual);
    EXPECT_EQ(table.tumbler, Tumbler::none);
    EXPECT_EQ(table.play_credit, Money());
    EXPECT_FALSE(table.configuration.training);
    EXPECT_EQ(table.configuration.currency, "SGD");
    EXPECT_EQ(table.configuration.limit.min, Money::of_cents(200));
    EXPECT_EQ(table.configuration.limit.max, std::nullopt);
    EXPECT_EQ(table.rules, rules::document_text("rws-etg"));
    EXPECT_EQ(table.configuration.rules, sha256(table.rules));
    EXPECT_EQ(plan.find_table({1}), &table);
    EXPECT_EQ(plan.find_table({2}), nullptr);
}

TEST(PropertyPlans, TakeOverWhatHoldsForAllTables) {
    const std::string all = "operator = \"House\"\ncurrency = \"USD\"\nlanguage = \"zh\"\n";
    const TablePlan one = read_plan(all + etg).value().tables.front();
    EXPECT_EQ(one.configuration.operator_name, "House");
    EXPECT_EQ(one.configuration.currency, "USD");
    EXPECT_EQ(one.setting().language, "zh");
    const TablePlan other =
        read_plan(all + with("operator = \"Other\"\nlanguage = \"en\"")).value().tables.front();
    EXPECT_EQ(other.configuration.operator_name, "Other");
    EXPECT_EQ(other.configuration.currency, "USD");
    EXPECT_EQ(other.setting().language, "en");
}

TEST(PropertyPlans, TakeOverWhatPagesShowForAllTables) {
    const std::string all =
        "operator = \"House\"\nreality_check_minutes = 30\n"
        "player_message = { en = \"Help: 1\", zh = \"求助：1\" }\n";
    const wire::TableSetting one = read_plan(all + etg).value().tables.front().setting();
    EXPECT_EQ(one.reality_check_minutes, 30U);
    EXPECT_EQ(one.message_en, "Help: 1");
    EXPECT_EQ(one.message_zh, "求助：1");
    EXPECT_EQ(one.video, "");
    const wire::TableSetting other =
        read_plan(all +
                  with("reality_check_minutes = 0\nplayer_message = { en = \"A\", zh = \"B\" }"))
            .value()
            .tables.front()
            .setting();
    EXPECT_EQ(other.reality_check_minutes, 0U);
    EXPECT_EQ(other.message_en, "A");
    EXPECT_EQ(read_plan(etg).value().tables.front().setting().reality_check_minutes, 60U);
    EXPECT_FALSE(read_plan(with("player_message = { en = \"A\" }")));
    EXPECT_FALSE(read_plan(with("reality_check_minutes = 1441")));
}

// The address of a video goes into the content security policy: nothing in it may end that.
TEST(PropertyPlans, AllowTheOriginOfAVideoAndNoOther) {
    const PropertyPlan plan =
        read_plan(with("video = \"https://camera.example:8443/dice.mp4?a=1\"")).value();
    EXPECT_EQ(plan.tables.front().setting().video, "https://camera.example:8443/dice.mp4?a=1");
    EXPECT_EQ(plan.video_origins(), "https://camera.example:8443");
    EXPECT_EQ(read_plan(with("video = \"http://10.0.0.1\"")).value().video_origins(),
              "http://10.0.0.1");
    EXPECT_EQ(read_plan(etg).value().video_origins(), "");
    for (const char* wrong :
         {"camera.example/dice", "https://", "https:///dice", "file:///dice", "https://a b/",
          "https://a;script-src *", "https://a'b/", "javascript:alert(1)"}) {
        EXPECT_FALSE(read_plan(with(std::string("video = \"") + wrong + "\""))) << wrong;
    }
}

TEST(PropertyPlans, NamesTheServersThatMayLead) {
    const PropertyPlan plan =
        read_plan("[server]\nservers = [\"a.example:8080\", \"10.0.0.2:8080\"]\n" + etg).value();
    EXPECT_EQ(plan.servers, (std::vector<std::string>{"a.example:8080", "10.0.0.2:8080"}));
    EXPECT_EQ(plan.socket_origins(), "ws://a.example:8080 ws://10.0.0.2:8080");
    EXPECT_EQ(plan.origins.size(), 4u);  // their pages may connect, encrypted or not
    EXPECT_EQ(read_plan(etg).value().socket_origins(), "");
}

// What a spot's own limits leave out is that of all spots.
TEST(PropertyPlans, CompleteTheLimitsOfASpot) {
    const TablePlan plan =
        read_plan(with("max = \"500.00\"\nlimit_of = { big = { max = \"900.00\" }, "
                       "total-4 = { min = \"5.00\" } }"))
            .value()
            .tables.front();
    const auto on = [&](std::string_view name) {
        return plan.configuration.limit_on(id_of(rules::parse_spot(name).value()));
    };
    EXPECT_EQ(on("big").min, Money::of_cents(200));
    EXPECT_EQ(on("big").max, Money::of_cents(90'000));
    EXPECT_EQ(on("total-4").min, Money::of_cents(500));
    EXPECT_EQ(on("total-4").max, Money::of_cents(50'000));
    EXPECT_EQ(on("small").max, Money::of_cents(50'000));
}

TEST(PropertyPlans, OfTheDemonstrationHaveATrainingTableOfEachGame) {
    const PropertyPlan plan = read_plan(demo_property()).value();
    for (const rules::Game& game : rules::documents()) {
        const auto found = std::ranges::find(plan.tables, game.id,
                                             [](const TablePlan& table) { return table.game->id; });
        ASSERT_NE(found, plan.tables.end()) << game.id;
        EXPECT_TRUE(found->configuration.training) << game.id;
    }
}

class RulesInAFile : public testing::Test {
protected:
    static std::string table() {
        std::string text = etg;
        return text.replace(text.find("game = \"rws-etg\""), 16, "rules = \"own.toml\"");
    }
    static Result<PropertyPlan> read_with(const std::string& rules) {
        return read_property(table(), "property.toml",
                             [&](const std::string& path) -> Result<std::string> {
                                 EXPECT_EQ(path, "own.toml");
                                 return rules;
                             });
    }
};

TEST_F(RulesInAFile, AreReadAndKeptAsTheyAre) {
    const std::string text(rules::document_text("rws-etg"));
    const TablePlan plan = read_with(text + "\n# our copy\n").value().tables.front();
    EXPECT_EQ(plan.game->id, "rws-etg");
    EXPECT_EQ(plan.rules, text + "\n# our copy\n");
    EXPECT_EQ(plan.configuration.rules, sha256(plan.rules));
}

TEST_F(RulesInAFile, AreRefusedAtTheirLine) {
    EXPECT_EQ(property_error(table()), "property.toml:4: rules: own.toml: not there");
    const Result<PropertyPlan> malformed = read_with("id = ");
    ASSERT_FALSE(malformed);
    EXPECT_EQ(malformed.error().location.substr(0, 15), "property.toml:4");
    // Odds that the regulator fixed can't be lowered by the operator.
    std::string lower(rules::document_text("rws-etg"));
    const std::string odds = "odds = \"8.5\"";
    ASSERT_NE(lower.find(odds), std::string::npos);
    lower.replace(lower.find(odds), odds.size(), "odds = \"8\"");
    EXPECT_FALSE(read_with(lower));
}

struct Mistake {
    std::string text;
    std::string says;
};

TEST(PropertyPlans, RefuseWhatDoesNotFitTogether) {
    const std::string felt =
        "[[table]]\nnumber = 2\nname = \"Two\"\ngame = \"rws-taisai\"\nchip = \"1.00\"\n"
        "min = \"1.00\"\n";
    const std::string terminals =
        "[[table.terminals]]\nlayout = \"rws-etg-1\"\nfirst = 110\n"
        "count = 2\n";
    const std::string second =
        "[[table]]\nnumber = 2\nname = \"Two\"\ngame = \"rws-etg\"\n"
        "chip = \"1.00\"\nmin = \"1.00\"\n";
    const std::vector<Mistake> mistakes = {
        {"", "table"},
        {with("colour = \"red\""), "colour"},
        {with("rules = \"own.toml\""), "either a game or a file"},
        {with("max = \"a lot\""), "is no amount"},
        {"[[table]]\nnumber = 3\nname = \"Table\u202E3\"\ngame = \"rws-etg\"\nchip = \"1.00\"\n"
         "min = \"1.00\"\n",
         "direction of writing"},
        {with("mode = \"automatic\"\ntumbler = \"simulated\"\nbetting_seconds = 9"),
         "only a training table may run by itself"},
        {with("mode = \"assisted\"\ntumbler = \"simulated\""), "simulated dice"},
        {with("play_credit = \"5.00\""), "only a training table has play credit"},
        {with("training = true\nmode = \"automatic\"\ntumbler = \"simulated\""),
         "needs betting_seconds"},
        {with("training = true\nmode = \"assisted\""), "needs a tumbler"},
        {with("training = true\ntumbler = \"simulated\""), "the dealer reads the dice"},
        {with("mode = \"assisted\"\ntumbler = \"127.0.0.1:9100\"\ntumbler_key = \"12\""),
         "tumbler_key"},
        {with("training = true\nseats = 3"), "players of this game sit at terminals"},
        {with("training = true\nlights = \"simulated\""), "has no lights"},
        {etg + etg, "two tables have this number"},
        {etg + terminals, "terminal 110 stands at table \"One\" already"},
        {etg + second + terminals, "terminal 110 stands at table \"One\" already"},
        {felt + "[[table.terminals]]\nlayout = \"rws-taisai\"\nfirst = 1\ncount = 1\n",
         "bet on a felt"},
        {"[server]\ncertificate = \"own.crt\"\n" + etg, "belong together"},
        {"[server]\norigins = [\"example.com\"]\n" + etg, "no web address"},
        {"[server]\nservers = [\"example.com\"]\n" + etg, "no host and port"},
        {"[server]\nservers = [\"http://example.com:80\"]\n" + etg, "no host and port"},
        {"[server]\nlisten = \"localhost:80\"\n" + etg, "no address in numbers"},
    };
    for (const auto& [text, says] : mistakes) {
        const std::string error = property_error(text);
        EXPECT_NE(error.find(says), std::string::npos) << says << " is not in: " << error;
        EXPECT_TRUE(error.starts_with("property.toml")) << error;
    }
}

TEST(PropertyPlans, SayWhoHasAccess) {
    const AccessPlan usual = read_plan(etg).value().access;
    EXPECT_FALSE(usual.insecure);
    EXPECT_TRUE(usual.is_console({.address = "192.168.1.1"}));
    EXPECT_FALSE(usual.is_console({.address = "8.8.8.8"}));
    const std::string digits(64, 'a');
    const AccessPlan plan = read_plan(R"([server]
insecure = true
names = ["casino.example", "10.0.0.5"]
certificate = "a.crt"
private_key = "a.key"
client_authorities = "ca.crt"
certificate_for = ["terminals", "consoles"]
metrics_listen = "127.0.0.1:9100"
metrics_token = "0123456789abcdef"
answer_bytes_per_second = 1000000
[staff]
consoles = ["10.1.0.0/16"]
console_certificates = [")" + digits +
                                      R"("]
second_factor = ["administrator", "cashier"]
password_length_min = 12
)" + etg)
                                .value()
                                .access;
    EXPECT_TRUE(plan.insecure && plan.certificate_for_terminals && plan.certificate_for_consoles);
    EXPECT_EQ(plan.names.size(), 2u);
    EXPECT_EQ(plan.client_authorities, "ca.crt");
    EXPECT_EQ(plan.metrics_at.port, 9'100);
    EXPECT_EQ(plan.metrics_token, "0123456789abcdef");
    EXPECT_EQ(plan.answer_bytes_per_second, 1'000'000u);
    EXPECT_TRUE(plan.is_console({.address = "10.1.2.3", .certificate = "x"}));
    EXPECT_FALSE(plan.is_console({.address = "127.0.0.1", .certificate = "x"}));
    EXPECT_TRUE(plan.is_console({.address = "8.8.8.8", .certificate = digits}));
    EXPECT_TRUE(plan.second_factor.has(rules::Role::cashier));
    EXPECT_FALSE(plan.second_factor.has(rules::Role::dealer));
    EXPECT_EQ(plan.password_length_min, 12u);
    for (const char* wrong :
         {"[server]\nnames = [\"http://a\"]\n", "[server]\ncertificate_for = [\"terminals\"]\n",
          "[server]\nclient_authorities = \"ca.crt\"\n", "[server]\nmetrics_token = \"short\"\n",
          "[server]\nmetrics_listen = \"here\"\n", "[staff]\nconsoles = [\"here\"]\n",
          "[staff]\nconsole_certificates = [\"abc\"]\n", "[staff]\nsecond_factor = [\"player\"]\n",
          "[staff]\npassword_length_min = 4\n", "[staff]\nnothing = 1\n"}) {
        EXPECT_FALSE(read_plan(wrong + etg)) << wrong;
    }
}

TEST(PropertyPlans, NeedTlsBeyondThisMachine) {
    PropertyPlan plan = read_plan(etg).value();
    EXPECT_TRUE(verify_encryption(plan));
    for (const char* beyond : {"0.0.0.0", "::", "10.0.0.5"}) {
        plan.address = beyond;
        EXPECT_FALSE(verify_encryption(plan)) << beyond;
    }
    plan.access.insecure = true;
    EXPECT_TRUE(verify_encryption(plan));
    plan.access.insecure = false;
    plan.certificate = "a.crt";
    EXPECT_TRUE(verify_encryption(plan));
    plan.certificate = {};
    plan.address = "127.0.0.1";
    plan.access.metrics_at = {"0.0.0.0", 9'100};
    EXPECT_FALSE(verify_encryption(plan));
}

TEST(ListenAddresses, AreNumbersWithAPort) {
    EXPECT_EQ(parse_listen("10.0.0.5:80").value().address, "10.0.0.5");
    EXPECT_EQ(parse_listen("10.0.0.5:80").value().port, 80);
    EXPECT_EQ(parse_listen("[::1]:8080").value().address, "::1");
    EXPECT_EQ(parse_listen("[fe80::1%eth0]:1").value().address, "fe80::1%eth0");
    for (const char* text :
         {"", ":", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "1.2.3:80", "127.0.0.1:65536",
          "127.0.0.1:-1", "::1:80", "[127.0.0.1]:80", "[]:80", "host:80", "127.0.0.1:80 "}) {
        EXPECT_FALSE(parse_listen(text)) << text;
    }
}

}  // namespace
}  // namespace sicbo::server
