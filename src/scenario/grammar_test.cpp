// SPDX-License-Identifier: MIT
#include "scenario/grammar.h"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <set>

#include "scenario/build.h"
#include "scenario/runner.h"

namespace sicbo::scenario {
namespace {

using Sentences = std::vector<std::string>;

Settings settings_of(std::string_view text) {
    Settings settings;
    for (const Line& line : split_lines(text)) {
        EXPECT_TRUE(read_setting(line.command, settings, nullptr).value_or(false)) << line.command;
    }
    return settings;
}

// One fixture that knows the names in all samples, whatever the game of each.
struct Known {
    Settings settings = settings_of(
        "game rws-etg\nterminal T1 on rws-etg-1 with 100.00\n"
        "terminal T2 on rws-etg-1\nperson max dealer\n");
    Fixture fixture = build(settings).value();

    Known() {
        fixture.name_player("ann", StayId{1});
        fixture.name_player("bob", StayId{1});
    }
    Context context() const { return {settings, &fixture}; }
};

Sentences samples_of(const ArgumentKind& kind) {
    Sentences list;
    std::string_view samples = kind.samples;
    while (!samples.empty()) {
        const std::size_t end = std::min(samples.find("; "), samples.size());
        list.emplace_back(samples.substr(0, end));
        samples.remove_prefix(std::min(end + 2, samples.size()));
    }
    return list;
}

// All sentences of a pattern: every branch, every optional part with and without, every sample.
Sentences sentences_of(const Pattern::Sequence& sequence) {
    using Sort = Pattern::Item::Sort;
    Sentences all = {""};
    for (const Pattern::Item& item : sequence) {
        Sentences parts;
        if (item.sort == Sort::word || item.sort == Sort::verb) parts = {item.text};
        if (item.sort == Sort::argument) parts = samples_of(*item.kind);
        for (const Pattern::Sequence& branch : item.branches) {
            const Sentences more = sentences_of(branch);
            parts.insert(parts.end(), more.begin(), more.end());
        }
        if (item.sort == Sort::optional) parts.emplace_back();
        Sentences longer;
        for (const std::string& begin : all) {
            for (const std::string& part : parts) {
                const bool space = !begin.empty() && !part.empty();
                longer.push_back(begin + (space ? " " : "") + part);
            }
        }
        all = std::move(longer);
    }
    return all;
}

std::vector<const CommandForm*> all_commands() {
    std::vector<const CommandForm*> all;
    for (const Section& section : command_sections()) {
        for (const CommandForm& command : section.commands) all.push_back(&command);
    }
    return all;
}

// The patterns of commands that accept the line from the position on.
std::set<std::string_view> commands_for(const Words& words, const Context& context) {
    std::set<std::string_view> patterns;
    for (const CommandForm* command : all_commands()) {
        Words trial = words;
        if (command->pattern.match(trial, context)) patterns.insert(command->pattern.text());
    }
    return patterns;
}

std::set<std::string_view> statements_for(std::string_view line, const Context& context) {
    std::set<std::string_view> patterns;
    for (const Statement& statement : statements_grammar()) {
        Words trial(line);
        if (statement.pattern.match(trial, context)) patterns.insert(statement.pattern.text());
    }
    return patterns;
}

std::set<std::string_view> settings_for(std::string_view line, const Settings& settings) {
    std::set<std::string_view> patterns;
    for (const Setting& setting : settings_grammar()) {
        Words trial(line);
        if (setting.pattern.match(trial, {settings})) patterns.insert(setting.pattern.text());
    }
    return patterns;
}

TEST(Grammar, every_sentence_of_a_command_means_that_command_alone) {
    const Known known;
    for (const CommandForm* command : all_commands()) {
        for (const std::string& sentence : sentences_of(command->pattern.items())) {
            EXPECT_EQ(commands_for(Words(sentence), known.context()),
                      std::set{command->pattern.text()})
                << sentence;
            for (const char* name : {"", "T1 ", "ann ", "dealer "}) {
                EXPECT_TRUE(statements_for(name + sentence, known.context()).empty())
                    << name << sentence;
            }
        }
    }
}

TEST(Grammar, every_sentence_of_a_statement_means_that_statement_alone) {
    const Known known;
    for (const Statement& statement : statements_grammar()) {
        for (const std::string& sentence : sentences_of(statement.pattern.items())) {
            EXPECT_EQ(statements_for(sentence, known.context()), std::set{statement.pattern.text()})
                << sentence;
        }
    }
}

TEST(Grammar, every_sentence_of_the_setup_means_that_setting_alone) {
    const Settings none;
    const Settings game = settings_of("game rws-etg\n");
    for (const Setting& setting : settings_grammar()) {
        const Settings& before = setting.pattern.text() == "game <game>" ? none : game;
        for (const std::string& sentence : sentences_of(setting.pattern.items())) {
            EXPECT_EQ(settings_for(sentence, before), std::set{setting.pattern.text()}) << sentence;
            Settings settings = before;
            EXPECT_TRUE(read_setting(sentence, settings, nullptr).value_or(false)) << sentence;
        }
    }
}

TEST(Grammar, no_command_or_statement_is_taken_for_a_setting) {
    const Known known;
    const auto expect_none = [&](const std::string& sentence) {
        Settings settings = known.settings;
        const Result<bool> setting = read_setting(sentence, settings, nullptr);
        EXPECT_TRUE(setting && !*setting) << sentence;
    };
    for (const CommandForm* command : all_commands()) {
        for (const std::string& sentence : sentences_of(command->pattern.items())) {
            expect_none(sentence);
            expect_none("terminal T1 " + sentence);
        }
    }
    for (const Statement& statement : statements_grammar()) {
        // Right after the setup "differential" is still taken for the limit of that name.
        if (statement.pattern.text().starts_with("differential")) continue;
        for (const std::string& sentence : sentences_of(statement.pattern.items())) {
            expect_none(sentence);
        }
    }
}

TEST(Grammar, every_example_means_its_own_entry) {
    const Known known;
    for (const CommandForm* command : all_commands()) {
        EXPECT_TRUE(command->issuer != must_be_named || !command->examples.empty())
            << command->pattern.text() << " has no example that says who";
        for (const std::string_view example : command->examples) {
            Words words(example);
            if (known.fixture.find_issuer(words.peek())) words.next();
            EXPECT_EQ(commands_for(words, known.context()), std::set{command->pattern.text()})
                << example;
        }
    }
    for (const Statement& statement : statements_grammar()) {
        for (const std::string_view example : statement.examples) {
            EXPECT_EQ(statements_for(example, known.context()), std::set{statement.pattern.text()});
        }
    }
}

TEST(Grammar, default_issuers_exist) {
    const Known known;
    for (const CommandForm* command : all_commands()) {
        const bool named = command->issuer != must_be_named && command->issuer != nobody;
        EXPECT_TRUE(!named || known.fixture.find_issuer(command->issuer)) << command->issuer;
    }
}

template <class Order>
std::size_t index_of() {
    return table::OrderChoice(Order{}).index();
}

// A new order must get a command, or a line here that says why a scenario has none for it.
TEST(Grammar, every_order_can_be_expressed_or_is_left_out_on_purpose) {
    using namespace table;
    const std::set<std::size_t> from_setup = {index_of<AdoptRules>(),    index_of<AddPerson>(),
                                              index_of<AddTable>(),      index_of<SetSafeguards>(),
                                              index_of<FitReader>(),     index_of<SetCashPolicy>(),
                                              index_of<SetCagePolicy>(), index_of<SetChipMode>()};
    const std::set<std::size_t> left_out = {
        index_of<Restart>(),             // `power cut` ends with it
        index_of<CommitDice>(),          // secrets of the simulated tumbler
        index_of<RevealDice>(),          //
        index_of<EnrolTerminal>(),       // keys of the network
        index_of<NoteClock>(),           // a scenario has a clock of its own
        index_of<CheckSoftware>(),       // the program is the one that plays
        index_of<InstallDatedDice>(),    // `install`, where the table has a time zone and months
        index_of<WithdrawOnBehalf>(),    // `withdraw`, from staff
        index_of<ReplaceKey>(),          // keys of the server
        index_of<NotePassword>(),        // a scenario has no passwords
        index_of<NoteSignIn>(),          // and nobody signs in
        index_of<NoteSignOut>(),         //
        index_of<NoteSelfCheck>(),       // as CheckSoftware
        index_of<NoteFault>(),           // faults of simulated devices
        index_of<RaiseAlarm>(),          // alarms of devices and of the server
        index_of<NoteStartClock>(),      // a scenario has a clock of its own
        index_of<CheckParts>(),          // the program is the one that plays
        index_of<BeginEdition>(),        // given when the table is built
        index_of<QuarantineCommand>(),   // for commands that fail a check
        index_of<RemoveSecondFactor>(),  // a scenario has no second factors
        index_of<NoteSecondFactor>(),    //
    };
    const Known known;
    std::set<std::size_t> issued;
    for (const CommandForm* command : all_commands()) {
        Fixture fixture = known.fixture;
        const std::string sentence = sentences_of(command->pattern.items()).back();
        Words words(sentence);
        const auto with = command->pattern.match(words, known.context());
        ASSERT_TRUE(with) << sentence;
        const std::string_view name = command->pattern.key_matches(Words("walk away")) ? "ann"
                                      : command->issuer == must_be_named               ? "T1"
                                      : command->issuer == nobody                      ? "system"
                                                                  : command->issuer;
        const auto decision =
            command->run({fixture, known.settings, *fixture.find_issuer(name), *with});
        EXPECT_TRUE(decision) << sentence << ": " << (decision ? "" : decision.error().text());
        EXPECT_FALSE(fixture.broken()) << sentence;
        if (command->issuer != nobody) issued.insert(fixture.last_command()->order.index());
    }
    for (std::size_t order = 0; order < OrderChoice::size; ++order) {
        const int places = static_cast<int>(issued.contains(order)) +
                           static_cast<int>(from_setup.contains(order)) +
                           static_cast<int>(left_out.contains(order));
        EXPECT_EQ(places, 1) << "order " << order << " of OrderChoice";
    }
}

std::string error_of(std::string_view line) {
    const std::string text =
        "game rws-etg\nterminal T1 on rws-etg-1 with 100.00\nopen betting\n" + std::string(line);
    const Result<Playthrough> played = play(text);
    EXPECT_FALSE(played) << line;
    return played ? "" : played.error().what;
}

TEST(Hints, after_the_first_word_of_every_command_the_others_are_named) {
    using Sort = Pattern::Item::Sort;
    for (const CommandForm* command : all_commands()) {
        const auto& items = command->pattern.items();
        if (items.size() < 2 || items[0].sort != Sort::verb || items[1].sort != Sort::word)
            continue;
        const std::string name = command->issuer == must_be_named ? "T1 " : "";
        const std::string error = error_of(name + items[0].text + " zzz");
        EXPECT_NE(error.find(items[1].text), std::string::npos) << error;
        EXPECT_NE(error.find("not \"zzz\""), std::string::npos) << error;
    }
}

TEST(Hints, a_verb_or_name_that_is_nearly_right_is_suggested) {
    EXPECT_NE(error_of("cloze betting").find("did you mean \"close\"?"), std::string::npos);
    EXPECT_NE(error_of("T1 beets 10 on big").find("did you mean \"bets\"?"), std::string::npos);
    EXPECT_NE(error_of("dealr opens betting").find("did you mean \"dealer\"?"), std::string::npos);
    EXPECT_NE(error_of("bets 10 on big").find("say who"), std::string::npos);
}

TEST(Grammar, words_that_begin_a_line_are_no_names) {
    for (const char* word : {"open", "opens", "bets", "place", "goes", "dies", "round", "house",
                             "certifies", "tickets", "is", "wait"}) {
        EXPECT_TRUE(begins_a_line(word)) << word;
    }
    for (const char* word : {"T1", "ann", "opened", "rounds", "betting", "dealer"}) {
        EXPECT_FALSE(begins_a_line(word)) << word;
    }
}

TEST(Grammar, a_name_may_be_introduced_wherever_it_stands) {
    const Known known;
    for (const char* line :
         {"answer terminal T1", "pay out 5 to player ann", "collect from player ann"}) {
        EXPECT_EQ(commands_for(Words(line), known.context()).size(), 1U) << line;
    }
    EXPECT_EQ(statements_for("terminal T1 has 5", known.context()).size(), 1U);
}

TEST(Grammar, has_a_page_with_every_reason_of_refusal) {
    std::ifstream file(SICBO_TEST_DATA "/../../docs/formats/scenario.md");
    const std::string page(std::istreambuf_iterator<char>(file), {});
    const std::size_t begin = page.find("## Reasons of refusal");
    ASSERT_NE(begin, std::string::npos);
    const std::string section = page.substr(begin, page.find("## Examples") - begin);
    for (const std::string_view reason : words_of<table::Reason>) {
        EXPECT_NE(section.find("`" + std::string(reason) + "`"), std::string::npos) << reason;
    }
}

TEST(Grammar, is_printed_with_every_pattern) {
    const std::string text = grammar_text();
    const std::string markdown = grammar_markdown();
    for (const CommandForm* command : all_commands()) {
        EXPECT_NE(text.find(command->pattern.text()), std::string::npos);
    }
    EXPECT_NE(markdown.find("| `in\\|for"), 0U);
    EXPECT_NE(markdown.find("| `put(s) <amount> in\\|for <place>` | `put 100 in T1`, "),
              std::string::npos);
    EXPECT_EQ(text.find("]("), std::string::npos) << "links are for markdown";
}

}  // namespace
}  // namespace sicbo::scenario
