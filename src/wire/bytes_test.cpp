// SPDX-License-Identifier: MIT
#include "wire/bytes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "rules/documents.h"
#include "support/arbitrary.h"
#include "table/engine.h"

namespace sicbo::test {

// Read once: it takes a while.
template <>
struct Arbitrary<table::RuleSet> {
    static table::RuleSet make(Random&) {
        static const table::RuleSet maryland =
            table::read_rules(std::string(rules::document_text("maryland"))).value();
        return maryland;
    }
};
template <>
struct Same<table::RuleSet> {
    static bool ask(const table::RuleSet& a, const table::RuleSet& b) {
        return a.text == b.text && a.steps == b.steps && a.game->id == b.game->id;
    }
};

template <>
struct Arbitrary<ledger::Ledger> {
    static ledger::Ledger make(Random& random) {
        return ledger::Ledger::of_balances(arbitrary<std::map<ledger::Account, Money>>(random));
    }
};
// What is derived from the tickets is made, not drawn. Without a policy there are no instruments.
template <>
struct Arbitrary<table::Instruments> {
    static table::Instruments make(Random& random) {
        table::Instruments value;
        value.policies = arbitrary<std::map<TableId, table::CashPolicy>>(random);
        if (value.policies.empty()) return value;
        value.tickets = arbitrary<std::map<Hash, table::TicketRecord>>(random);
        value.cabinets = arbitrary<std::map<TerminalId, table::Cabinet>>(random);
        value.hand_pays = arbitrary<std::map<HandPayId, table::HandPay>>(random);
        value.hand_pays_requested = arbitrary<std::uint32_t>(random);
        for (const auto& [name, ticket] : value.tickets) table::index_ticket(value, name, ticket);
        return value;
    }
};
// This follows from the stays.
template <>
struct Arbitrary<table::EndedStays> {
    static table::EndedStays make(Random&) { return {}; }
};
template <>
struct Same<table::EndedStays> {
    static bool ask(const table::EndedStays& a, const table::EndedStays& b) {
        return a.tables == b.tables;
    }
};
template <>
struct Same<ledger::Ledger> {
    static bool ask(const ledger::Ledger& a, const ledger::Ledger& b) {
        return a.balances() == b.balances();
    }
};

}  // namespace sicbo::test

namespace sicbo::wire {
namespace {

using rules::Role;
using table::ActorKind;
using test::arbitrary;
using test::Random;

std::string hex(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) {
        constexpr std::string_view digits = "0123456789abcdef";
        const auto value = static_cast<unsigned char>(byte);
        text += digits[value >> 4];
        text += digits[value & 0xf];
    }
    return text;
}

// A property with one table of rws-etg and one terminal, played by hand.
class Played {
public:
    Played() {
        using namespace table;
        const std::string text(rules::document_text("rws-etg"));
        give(system, AddPerson{PersonId{1}, "Ada", Role::administrator}, {});
        give(ada, AddPerson{PersonId{2}, "Dan", Role::dealer}, {});
        give(ada, AddPerson{PersonId{3}, "Sue", Role::supervisor}, {});
        give(ada, AddPerson{PersonId{4}, "Cal", Role::cashier}, {});
        give(ada, AdoptRules{text}, {});
        Configuration configuration;
        configuration.rules = sha256(text);
        configuration.operator_name = "The House";
        give(ada, AddTable{TableId{1}, "table 1", configuration}, {});
        give(ada, AddTerminal{TerminalId{1}, "rws-etg-1"});
        for (const Speaker& each : {dan, sue, cal}) give(each, LogOn{});
        give(cal, PutCredit{TerminalId{1}, {}, Money::of_cents(10'000)});
        give(dan, InstallDice{DiceId{1}, rules::MixerKind::tumbler, {}});
        give(sue, OpenTable{});
    }

    void open_betting() { give(dan, table::OpenBetting{}); }
    void bet(std::string_view spot, std::int64_t cents) {
        const rules::SpotId id = id_of(rules::parse_spot(spot).value());
        give(terminal, table::PlaceBets{{}, {{id, Money::of_cents(cents)}}, {}});
    }
    void roll(rules::Roll roll) {
        using namespace table;
        give(dan, CloseBetting{});
        give(dan, StartMix{});
        give(dan, EndMix{3});
        give(dan, Uncover{true});
        give(dan, KeyDice{{roll.dice().begin(), roll.dice().end()}});
        give(dan, EnterResult{roll});
    }

    const table::State& state() const { return state_; }
    const std::vector<table::Event>& events() const { return events_; }

private:
    struct Speaker {
        table::Actor actor;
        Role role;
    };
    static constexpr Speaker system = {{ActorKind::system, 0}, Role::system};
    static constexpr Speaker ada = {{ActorKind::person, 1}, Role::administrator};
    static constexpr Speaker dan = {{ActorKind::person, 2}, Role::dealer};
    static constexpr Speaker sue = {{ActorKind::person, 3}, Role::supervisor};
    static constexpr Speaker cal = {{ActorKind::person, 4}, Role::cashier};
    static constexpr Speaker terminal = {{ActorKind::terminal, 1}, Role::player};

    void give(const Speaker& speaker, table::Order order, TableId at = {1}) {
        clock_ = clock_ + 1000;
        table::Command command;
        command.stamp = {clock_, speaker.actor, speaker.role, ++request_, at};
        command.order = std::move(order);
        const table::Decision decision = decide(state_, command);
        check(!decision.refusal && !decision.events.empty());
        for (const table::Event& event : decision.events) {
            apply(state_, event);
            events_.push_back(event);
        }
    }

    table::State state_;
    std::vector<table::Event> events_;
    Instant clock_ = parse_instant("2026-01-05T10:00+00:00").value();
    std::uint64_t request_ = 0;
};

Played two_rounds_and_a_bet() {
    Played played;
    played.open_betting();
    played.bet("big", 2'000);
    played.bet("total-9", 500);
    played.roll({5, 1, 3});
    played.open_betting();
    played.roll({6, 6, 6});
    played.open_betting();
    played.bet("small", 1'000);
    return played;
}

TEST(Bytes, EveryOrderIsReadBack) {
    for (std::size_t index = 0; index < table::OrderChoice::size; ++index) {
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            Random random(seed);
            table::Command command;
            command.stamp = arbitrary<table::Stamp>(random);
            command.order = test::arbitrary_choice<table::Order>(index, random);
            const std::string bytes = write_command(command);
            const Result<table::Command> back = read_command(bytes);
            ASSERT_TRUE(back.has_value()) << choice_names<table::OrderChoice>[index] << ", seed "
                                          << seed << ": " << back.error().text();
            EXPECT_EQ(back->order.index(), index);
            EXPECT_TRUE(test::same(command, *back)) << choice_names<table::OrderChoice>[index];
            EXPECT_EQ(write_command(*back), bytes) << choice_names<table::OrderChoice>[index];
        }
    }
}

TEST(Bytes, EveryFactIsReadBack) {
    for (std::size_t index = 0; index < table::FactChoice::size; ++index) {
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            Random random(seed);
            table::Event event;
            event.stamp = arbitrary<table::Stamp>(random);
            event.fact = test::arbitrary_choice<table::Fact>(index, random);
            event.postings = arbitrary<std::vector<ledger::Posting>>(random);
            const std::string bytes = write_event(event);
            const Result<table::Event> back = read_event(bytes);
            ASSERT_TRUE(back.has_value()) << choice_names<table::FactChoice>[index] << ", seed "
                                          << seed << ": " << back.error().text();
            EXPECT_EQ(back->fact.index(), index);
            EXPECT_TRUE(test::same(event, *back)) << choice_names<table::FactChoice>[index];
            EXPECT_EQ(write_event(*back), bytes) << choice_names<table::FactChoice>[index];
        }
    }
}

TEST(Bytes, AnyStateIsReadBack) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Random random(seed);
        auto state = arbitrary<table::State>(random);
        state.ended_stays = find_ended_stays(state);
        const std::string bytes = to_bytes(state);
        const Result<table::State> back = from_bytes<table::State>(bytes);
        ASSERT_TRUE(back.has_value()) << "seed " << seed << ": " << back.error().text();
        EXPECT_TRUE(test::same(state, *back)) << "seed " << seed;
        EXPECT_EQ(to_bytes(*back), bytes) << "seed " << seed;
    }
}

TEST(Bytes, AStateThatDoesNotHoldTogetherIsRefused) {
    Played played = two_rounds_and_a_bet();
    const auto refused = [&](auto spoil) {
        table::State state = played.state();
        spoil(state);
        const Result<table::State> back = read_state(write_state(state));
        return back ? std::string() : back.error().what;
    };
    EXPECT_EQ(refused([](table::State&) {}), "");
    EXPECT_EQ(refused([](table::State& s) { s.tables.at(TableId{1}).configuration.rules = {}; }),
              "this is no state: table 1: its rule set is missing");
    EXPECT_EQ(refused([](table::State& s) { s.stays.clear(); }),
              "this is no state: table 1: a terminal names a stay that does not exist");
    EXPECT_EQ(refused([](table::State& s) { s.tables.at(TableId{1}).kind_meters.clear(); }),
              "this is no state: table 1: it has not one meter for each kind of bet");
}

TEST(Bytes, AStateThatWasPlayedIsReadBackAndGoesOnAlike) {
    Played played = two_rounds_and_a_bet();
    ASSERT_EQ(played.state().tables.at(TableId{1}).past.size(), 2u);
    ASSERT_TRUE(played.state().tables.at(TableId{1}).round.has_value());
    const std::string bytes = write_state(played.state());
    Result<table::State> back = read_state(bytes);
    ASSERT_TRUE(back.has_value()) << back.error().text();
    EXPECT_TRUE(test::same(played.state(), *back));
    EXPECT_EQ(write_state(*back), bytes);
    EXPECT_EQ(state_hash(*back), state_hash(played.state()));

    const std::size_t before = played.events().size();
    played.roll({2, 2, 1});
    for (std::size_t i = before; i < played.events().size(); ++i) {
        apply(*back, played.events()[i]);
    }
    EXPECT_EQ(write_state(*back), write_state(played.state()));
}

TEST(Bytes, AJournalOfThemGivesTheSameState) {
    const Played played = two_rounds_and_a_bet();
    table::State again;
    for (const table::Event& event : played.events()) {
        const Result<table::Event> read = read_event(write_event(event));
        ASSERT_TRUE(read.has_value());
        apply(again, *read);
    }
    EXPECT_EQ(write_state(again), write_state(played.state()));
}

TEST(Bytes, OfAnotherVersionAreRefused) {
    Random random(1);
    std::string command = write_command(arbitrary<table::Command>(random));
    std::string event = write_event(arbitrary<table::Event>(random));
    std::string state = write_state({});
    for (std::string* bytes : {&command, &event, &state}) {
        EXPECT_EQ(bytes->front(), 2);
        bytes->front() = 3;
    }
    constexpr std::string_view why = "format 3 is not one that this program reads";
    EXPECT_EQ(read_command(command).error().text(), why);
    EXPECT_EQ(read_event(event).error().text(), why);
    EXPECT_EQ(read_state(state).error().text(), why);
    event.front() = static_cast<char>(0xff);
    EXPECT_EQ(read_event(event).error().text(), "format 255 is not one that this program reads");
    event.front() = 0;
    EXPECT_EQ(read_event(event).error().text(), "format 0 is not one that this program reads");
}

TEST(Bytes, ThatAreNoneAreRefused) {
    EXPECT_EQ(read_command("").error().text(), "there are no bytes");
    EXPECT_EQ(read_event("").error().text(), "there are no bytes");
    EXPECT_EQ(read_state("").error().text(), "there are no bytes");
    EXPECT_FALSE(read_event("\x01"));
}

TEST(Bytes, OfRulesThatCannotBeUsedAreRefused) {
    table::State state;
    state.rule_sets[sha256("x")].text = "x";
    const Result<table::State> back = read_state(write_state(state));
    ASSERT_FALSE(back.has_value());
    EXPECT_TRUE(back.error().text().ends_with("a rule set that can't be used"));
}

TEST(Bytes, CutShortOrLengthenedAreRefused) {
    const Played played = two_rounds_and_a_bet();
    for (const table::Event& event : played.events()) {
        std::string bytes = write_event(event);
        if (bytes.size() > 1000) continue;  // the rule set's text
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            EXPECT_FALSE(read_event(std::string_view(bytes).substr(0, length)));
        }
        bytes.push_back('\0');
        EXPECT_TRUE(read_event(bytes).error().text().ends_with("bytes left over"));
    }
}

// Whatever bit is flipped: it is noticed, or it is another value whose bytes are those.
void flip_every_bit(const table::Event& event) {
    const std::string bytes = write_event(event);
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        std::string flipped = bytes;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
        const Result<table::Event> read = read_event(flipped);
        if (!read) continue;
        ASSERT_EQ(write_event(*read), flipped) << hex(bytes) << ", bit " << bit;
        ASSERT_FALSE(test::same(*read, event)) << hex(bytes) << ", bit " << bit;
    }
}

TEST(Bytes, WithAFlippedBitAreAnotherValueOrNone) {
    const Played played = two_rounds_and_a_bet();
    for (const table::Event& event : played.events()) {
        if (write_event(event).size() < 1000) flip_every_bit(event);
    }
    for (std::size_t index = 0; index < table::FactChoice::size; ++index) {
        Random random(index);
        table::Event event;
        event.stamp = arbitrary<table::Stamp>(random);
        event.fact = test::arbitrary_choice<table::Fact>(index, random);
        flip_every_bit(event);
    }
}

RC_GTEST_PROP(BytesProperty, OfAnyKindAreReadOrRefused, (std::string noise)) {
    noise.insert(noise.begin(), '\x01');
    if (const auto command = read_command(noise)) RC_ASSERT(write_command(*command) == noise);
    if (const auto event = read_event(noise)) RC_ASSERT(write_event(*event) == noise);
    if (const auto state = read_state(noise)) RC_ASSERT(write_state(*state) == noise);
}

// docs/formats/bytes.md takes this one apart: tools/bytes-doc reads it here.
constexpr std::string_view example =
    "02b08ecdd9f1660301000f0100002e010101a01fa01f00000100010101a01f";
constexpr std::string_view example_v1 =
    "01b08ecdd9f1660301000f012e010101a01fa01f00000100010101a01f";

// The bytes that the text of hexadecimal digits stands for.
std::string from_hex(std::string_view digits) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        bytes.push_back(
            static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16)));
    }
    return bytes;
}

TEST(Bytes, OfVersionOneAreReadWithoutRoundAndSession) {
    const Result<table::Event> old = read_event(from_hex(example_v1));
    ASSERT_TRUE(old.has_value()) << old.error().text();
    EXPECT_EQ(old->stamp.round, 0u);
    EXPECT_EQ(old->stamp.session, 0u);
    EXPECT_EQ(hex(write_event(*old, 1)), example_v1);
    EXPECT_EQ(hex(write_event(*old)), example);
}

TEST(Bytes, OfVersionOneHoldStampsOfVersionOneInside) {
    table::Event event;
    table::Command asked;
    asked.stamp.actor = {table::ActorKind::person, 4};
    asked.order = table::CloseTable{};
    event.fact = table::AuthorisationRequested{{}, asked, {}};
    const Result<table::Event> read = read_event(write_event(event, 1));
    ASSERT_TRUE(read.has_value()) << read.error().text();
    EXPECT_TRUE(test::same(*read, event));
    EXPECT_EQ(write_event(event).size(), write_event(event, 1).size() + 4);
}

TEST(Bytes, OfAStateAreReadInTheNewestVersionOnly) {
    std::string bytes = write_state({});
    bytes.front() = 1;
    const Result<table::State> state = read_state(bytes);
    ASSERT_FALSE(state.has_value());
    EXPECT_EQ(state.error().what, "format 1 is not one that this program reads");
}

TEST(Bytes, AreThoseOfTheExample) {
    Played played;
    played.open_betting();
    played.bet("big", 2'000);
    EXPECT_EQ(hex(write_event(played.events().back())), example);
}

// Worked out with Python's hashlib:
//     sha256(b"sicbo-event-v1" + sequence.to_bytes(8, "little") + previous + event).hexdigest()
TEST(Chain, BindsAnEventToAllBeforeIt) {
    const Hash first = chain(Hash{}, 1, "\x01\x02\x03");
    EXPECT_EQ(to_text(first), "445f52c7f1ce83dd0cbde1985f8d1c2afa02156b7cff232d2c128bad834dd0f1");
    const Hash second = chain(first, 2, "");
    EXPECT_EQ(to_text(second), "53c90ba06f4ccccaf96d56ed99bb45fde3127aab8850c7c5bc6a0740f967fc21");
    const Hash third = chain(second, 0x0123456789abcdef, std::string(300, '\xff'));
    EXPECT_EQ(to_text(third), "bd87fde80253aa5fe79f596081721c994846d0ba8809923a26d76bd465b1adba");
}

TEST(Chain, DependsOnEverythingThatGoesIn) {
    const Hash hash = chain(Hash{}, 1, "event");
    EXPECT_NE(chain(sha256("other"), 1, "event"), hash);
    EXPECT_NE(chain(Hash{}, 2, "event"), hash);
    EXPECT_NE(chain(Hash{}, 1, "evenT"), hash);
    EXPECT_EQ(chain(Hash{}, 1, "event"), hash);
}

TEST(StateHash, IsThatOfItsBytesUnderAName) {
    const table::State empty;
    EXPECT_EQ(hex(write_state(empty)), "02" + std::string(26, '0'));
    EXPECT_EQ(to_text(state_hash(empty)),
              "459352276e27ac35950b77e5d3996a0e0df558a5d8ea2f3b8eb79abfa7953ae2");
    table::State later;
    later.sequence = 1;
    EXPECT_NE(state_hash(later), state_hash(empty));
}

}  // namespace
}  // namespace sicbo::wire
