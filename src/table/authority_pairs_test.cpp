// SPDX-License-Identifier: MIT
// Orders that take two people: who they are, what the second one authorises, and for how long.

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/property.h"
#include "table/authority.h"
#include "table/engine.h"

namespace sicbo::table {
namespace {

using rules::Cause;
using rules::Roll;
using rules::Step;
using test::cents;
using test::machine;
using test::person;
using test::Property;
using test::reason_of;
using test::Role;
using test::Settings;
using test::Speaker;
using test::speaker;
using test::speaker_as;

// What takes two people, asked for: the digest that a second one names.
Hash ask_for_two(Property& property, const Speaker& by, const Order& order) {
    const Decision asked = property.must(by, order);
    EXPECT_EQ(asked.events.size(), 1u);
    return get<AuthorisationRequested>(asked.events.at(0).fact).digest;
}

Order other_limits(const Property& property) {
    Configuration configuration = property.table().configuration;
    configuration.round_max = cents(500'000);
    return Configure{configuration};
}

std::string authorise(Property& property, const Speaker& by, const Hash& digest) {
    return reason_of(property.give(by, Authorise{digest}));
}

// A table where each of the orders below can be followed.
Property with_everything_for_two() {
    Property property("rws-etg");
    property.go_past(Step::open);
    property.bet(1, "big", 10'000);
    property.finish({6, 6, 5});
    property.must(Role::cashier, PayCredit{{1}, {}, {}});
    const Decision amended =
        property.by_two(AmendRounds{{{1, Roll{1, 2, 4}, {}}}, Cause::wrong_result, "read wrongly"});
    EXPECT_EQ(reason_of(amended), "");
    EXPECT_EQ(property.balance(ledger::receivable(property.stay(1))), cents(-20'000));
    return property;
}

TEST(TwoPeople, ArePairsOfTheRanksThatThePageNames) {
    const std::vector<Role> line = {Role::dealer, Role::supervisor, Role::pit_manager,
                                    Role::shift_manager};
    const Property property = with_everything_for_two();
    struct Case {
        const char* what;
        Order order;
        int higher;  // the least rank of the one, and of the other
        int lower;
    };
    const std::vector<Case> cases = {
        {"other limits", other_limits(property), 2, 2},
        {"waiving a debt", WaiveReceivable{property.stay(1), "goodwill"}, 4, 2},
        {"a correction", AmendRounds{{{1, Roll{5, 5, 5}, {}}}, Cause::wrong_result, "again"}, 2, 1},
        {"a void of an earlier round",
         AmendRounds{{{1, {}, {}}}, Cause::not_flat, "seen on the recording"}, 4, 2},
        {"damaged dice", AmendRounds{{{1, {}, {}}}, Cause::damaged_dice, "chipped"}, 4, 2},
        {"a return of one player's bets",
         AmendRounds{{{1, {}, property.stay(1)}}, Cause::not_flat, "by decision"}, 4, 2},
    };
    for (const Case& one : cases) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            for (std::size_t j = 0; j < line.size(); ++j) {
                Property here = property;
                const int higher = static_cast<int>(std::max(i, j)) + 1;
                const int lower = static_cast<int>(std::min(i, j)) + 1;
                const bool enough = higher >= one.higher && lower >= one.lower;
                const Decision asked = here.give(speaker(line[i]), one.order);
                std::string reason = reason_of(asked);
                if (reason.empty()) {
                    ASSERT_EQ(asked.events.size(), 1u);
                    const auto& request = get<AuthorisationRequested>(asked.events[0].fact);
                    reason = authorise(here, speaker(line[j], true), request.digest);
                }
                EXPECT_EQ(reason.empty(), enough) << one.what << ": " << to_word(line[i])
                                                  << " with " << to_word(line[j]) << ": " << reason;
                if (!enough) {
                    EXPECT_EQ(reason, "not_allowed") << one.what;
                }
            }
        }
    }
}

std::string spell_pair(const std::optional<Pair>& pair) {
    if (!pair) return "alone";
    return std::string(to_word(pair->decides)) + " with " + std::string(to_word(pair->with));
}

TEST(TwoPeople, AreThoseWhomTheDocumentNames) {
    const auto void_of = [](Cause cause) { return AmendRounds{{{1, {}, {}}}, cause, "why"}; };
    const auto pairs = [&](std::string_view game) {
        Property property(game);
        property.go_past(Step::open);
        const auto pair = [&](const Order& order) {
            return spell_pair(second_for(property.state, property.table(), order));
        };
        std::string all = pair(DecideHold{});
        all += "; " + pair(AmendRounds{{{1, Roll{1, 1, 1}, {}}}, Cause::wrong_result, "why"});
        all += "; " + pair(void_of(Cause::damaged_dice));
        all += "; " + pair(void_of(Cause::exposed));  // in the round in play
        // Nothing has been uncovered: whether a die leaned is for a decision.
        EXPECT_EQ(pair(void_of(Cause::not_flat)), pair(DecideHold{})) << game;
        all += "; " + pair(OpenBetting{});
        return all;
    };
    const std::string singapore =
        "shift-manager with supervisor; dealer with supervisor; shift-manager with supervisor; "
        "dealer with supervisor; alone";
    EXPECT_EQ(pairs("rws-etg"), singapore);
    EXPECT_EQ(pairs("rws-taisai"), singapore);
    EXPECT_EQ(pairs("maryland"),
              "supervisor with dealer; dealer with supervisor; supervisor with dealer; "
              "dealer with supervisor; alone");
    EXPECT_EQ(pairs("mbs-etg"),
              "shift-manager with supervisor; dealer with supervisor; dealer with supervisor; "
              "dealer with supervisor; alone");
}

TEST(TwoPeople, CertifyWhereTheDocumentNamesTwo) {
    const auto certifiers = [](std::string_view game, Step past) {
        Property property(game);
        property.go_past(past);
        property.must(machine, Restart{});
        if (!property.table().held) return std::string("not held");
        return spell_pair(second_for(property.state, property.table(), Certify{}));
    };
    EXPECT_EQ(certifiers("rws-etg", Step::open), "not held");
    EXPECT_EQ(certifiers("rws-etg", Step::close), "dealer with supervisor");
    EXPECT_EQ(certifiers("rws-taisai", Step::mix), "dealer with supervisor");
    EXPECT_EQ(certifiers("mbs-etg", Step::uncover), "dealer with supervisor");
    EXPECT_EQ(certifiers("maryland", Step::open), "alone");
    EXPECT_EQ(certifiers("maryland", Step::uncover), "dealer with supervisor");
}

TEST(TwoPeople, AreNeverOnePerson) {
    Property property("rws-etg");
    for (const Role post : {Role::supervisor, Role::shift_manager}) {
        const Hash digest = ask_for_two(property, speaker(post), other_limits(property));
        for (const Role claimed : {Role::dealer, Role::supervisor, post}) {
            EXPECT_EQ(authorise(property, speaker_as(post, claimed), digest), "same_person");
        }
    }
    // Nor by acting in two posts.
    property.must(Role::shift_manager, Appoint{person(Role::dealer), Role::shift_manager,
                                               property.at, property.at + 1000});
    const Hash digest =
        ask_for_two(property, speaker_as(Role::dealer, Role::supervisor), other_limits(property));
    const Speaker as_manager = speaker_as(Role::dealer, Role::shift_manager);
    EXPECT_EQ(authorise(property, as_manager, digest), "same_person");
    EXPECT_EQ(authorise(property, speaker(Role::supervisor), digest), "");
}

TEST(TwoPeople, HaveSixtySeconds) {
    for (const std::int64_t late : {0, 1}) {
        Property property("rws-etg");
        const Hash digest =
            ask_for_two(property, speaker(Role::supervisor), other_limits(property));
        property.at = property.at + (authorisation_milliseconds - 1 + late);
        EXPECT_EQ(authorise(property, speaker(Role::pit_manager), digest),
                  late > 0 ? "request_expired" : "");
        EXPECT_EQ(property.table().configuration.round_max.has_value(), late == 0);
    }
}

TEST(TwoPeople, AuthoriseNothingButTheVeryCommand) {
    Property property("rws-etg");
    const Command command = property.command(speaker(Role::supervisor), other_limits(property));
    property.follow(command);
    std::vector<Command> altered(10, command);
    get<Configure>(altered[0].order).configuration.round_max = cents(500'001);
    get<Configure>(altered[1].order).configuration.second_entry = true;
    altered[2].stamp.at = altered[2].stamp.at + 1;
    altered[3].stamp.request += 1;
    altered[4].stamp.role = Role::pit_manager;
    altered[5].stamp.actor.number += 1;
    altered[6].stamp.table = TableId{2};
    altered[7].order = OpenTable{};
    altered[8].stamp.round += 1;
    altered[9].stamp.session += 1;
    std::set<Hash> digests = {digest_of(command)};
    for (const Command& one : altered) {
        EXPECT_TRUE(digests.insert(digest_of(one)).second);
        EXPECT_EQ(authorise(property, speaker(Role::pit_manager), digest_of(one)),
                  "no_such_request");
    }
    EXPECT_EQ(authorise(property, speaker(Role::pit_manager), digest_of(command)), "");
}

TEST(TwoPeople, AuthoriseOnce) {
    Property property("rws-etg");
    const Hash digest = ask_for_two(property, speaker(Role::supervisor), other_limits(property));
    EXPECT_EQ(authorise(property, speaker(Role::pit_manager), digest), "");
    EXPECT_EQ(authorise(property, speaker(Role::pit_manager), digest), "no_such_request");
    EXPECT_EQ(authorise(property, speaker(Role::shift_manager), digest), "no_such_request");
}

TEST(TwoPeople, AreBothThereStill) {
    const auto meanwhile = [](auto happens) {
        Property property("rws-etg");
        const Hash digest =
            ask_for_two(property, speaker(Role::supervisor), other_limits(property));
        happens(property);
        return authorise(property, speaker(Role::pit_manager), digest);
    };
    const PersonId first = person(Role::supervisor);
    EXPECT_EQ(meanwhile([](Property&) {}), "");
    EXPECT_EQ(meanwhile([](Property& p) { p.must(Role::supervisor, LogOff{}); }), "not_logged_on");
    EXPECT_EQ(meanwhile([&](Property& p) { p.must(Role::administrator, DisablePerson{first}); }),
              "person_disabled");
    EXPECT_EQ(meanwhile([&](Property& p) {
                  for (int i = 0; i < 3; ++i) p.must(machine, ReportFailedLogOn{first});
              }),
              "person_disabled");
    EXPECT_EQ(meanwhile([](Property& p) { p.must(Role::pit_manager, LogOff{}); }), "not_logged_on");
    EXPECT_EQ(meanwhile([](Property& p) { p.must(machine, Restart{}); }), "no_such_request");
}

TEST(TwoPeople, EndWithTheAppointmentOfTheFirst) {
    for (const std::int64_t late : {0, 1}) {
        Property property("rws-etg");
        property.must(Role::supervisor, Appoint{person(Role::dealer), Role::supervisor, property.at,
                                                property.at + 1000});
        const Hash digest = ask_for_two(property, speaker_as(Role::dealer, Role::supervisor),
                                        other_limits(property));
        property.at = property.at + (999 + late);
        EXPECT_EQ(authorise(property, speaker(Role::pit_manager), digest),
                  late > 0 ? "role_not_held" : "");
    }
}

TEST(TwoPeople, DecideOnTheTableAsItStandsThen) {
    Property property("rws-etg");
    const Hash digest = ask_for_two(property, speaker(Role::supervisor), other_limits(property));
    property.go_on();
    EXPECT_EQ(authorise(property, speaker(Role::pit_manager), digest), "round_in_play");
    EXPECT_FALSE(property.table().configuration.round_max);
}

TEST(TwoPeople, SettleAResultThatTheReaderDisputes) {
    Property property("rws-etg");
    property.go_past(Step::open);
    property.bet(1, "big", 10'000);
    property.go_past(Step::uncover);
    Round& round = *property.table().round;
    for (int read = 0; read < rules::roll_count; ++read) {
        round.reading = rules::nth_roll(read);
        for (int keyed = 0; keyed < rules::roll_count; ++keyed) {
            round.keyed = rules::nth_roll(keyed);
            const Command enter = {
                {property.at, speaker(Role::shift_manager).actor, Role::shift_manager, 1000, {1}},
                EnterResult{*round.keyed}};
            const Decision decision = decide(property.state, enter);
            const bool settles = std::ranges::any_of(decision.events, [](const Event& event) {
                return holds<ResultEntered>(event.fact) || holds<RoundSettled>(event.fact) ||
                       !event.postings.empty();
            });
            ASSERT_FALSE(decision.refusal);
            ASSERT_EQ(settles, read == keyed) << read << ", " << keyed;
        }
    }
    round.reading = Roll{1, 1, 1};
    EXPECT_EQ(reason_of(property.by_two(EnterResult{Roll{6, 6, 6}})), "");
    EXPECT_EQ(property.table().past.at(1).roll, Roll(6, 6, 6));
}

TEST(TwoPeople, EnterEveryKeyedResultWhereTheOperatorAsksForIt) {
    Settings settings;
    settings.configuration.second_entry = true;
    Property property("rws-etg", settings);
    property.go_past(Step::uncover);
    property.must(Role::dealer, KeyDice{{1, 2, 4}});
    const Hash digest = ask_for_two(property, speaker(Role::dealer), EnterResult{Roll{1, 2, 4}});
    EXPECT_EQ(authorise(property, speaker(Role::dealer, true), digest), "not_allowed");
    // Keyed again, it is another result than the one that was asked for.
    property.must(Role::dealer, KeyDice{{1, 2, 5}});
    EXPECT_EQ(authorise(property, speaker(Role::supervisor), digest), "not_as_keyed");
    property.must(Role::dealer, KeyDice{{1, 2, 4}});
    EXPECT_EQ(authorise(property, speaker(Role::supervisor), digest), "");
    EXPECT_EQ(property.table().past.at(1).roll, Roll(1, 2, 4));
}

}  // namespace
}  // namespace sicbo::table
