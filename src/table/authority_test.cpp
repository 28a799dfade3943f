// SPDX-License-Identifier: MIT
#include "table/authority.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <sstream>

#include "support/property.h"

namespace sicbo::table {
namespace {

using rules::Cause;
using rules::Roll;
using rules::Step;
using test::cents;
using test::machine;
using test::person;
using test::posts;
using test::Property;
using test::reason_of;
using test::Role;
using test::Settings;
using test::Speaker;
using test::speaker;

// All orders by their names, as the compiler spells them, with nothing in them.
struct Named {
    std::string name;
    Order order;
};

template <class O>
std::string name_of() {
    const std::string_view all =
        __PRETTY_FUNCTION__;  // "... [with O = sicbo::table::OpenTable; ...]"
    const std::size_t begin = all.find("O = ") + 4;
    std::string_view name = all.substr(begin, all.find_first_of(";]", begin) - begin);
    return std::string(name.substr(name.rfind(':') + 1));
}

template <class... Orders>
std::vector<Named> all_of(std::type_identity<Choice<Orders...>>) {
    return {{name_of<Orders>(), Orders{}}...};
}

std::vector<Named> all_orders() {
    std::vector<Named> orders = all_of(std::type_identity<OrderChoice>());
    for (Named& one : orders) {  // a terminal speaks for itself alone
        if (auto* issue = get_if<IssueTicket>(&one.order)) issue->terminal = {1};
        if (auto* call = get_if<CallAttendant>(&one.order)) call->terminal = {1};
    }
    return orders;
}

// One row of the page: what stands under each role, and whether a person has to be logged on.
struct Row {
    std::string order;
    std::map<Role, std::string> marks;
    bool log_on = false;
};

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream in(line.substr(1));
    for (std::string cell; std::getline(in, cell, '|');) {
        std::erase_if(cell, [](char letter) { return letter == ' ' || letter == '`'; });
        cells.push_back(cell);
    }
    return cells;
}

// The table of docs/authority.md that has a column for each role.
const std::vector<Row>& page() {
    static const std::vector<Row> rows = [] {
        std::ifstream file(SICBO_TEST_DATA "/../../docs/authority.md");
        std::vector<Row> found;
        std::vector<std::string> head;
        for (std::string line; std::getline(file, line);) {
            if (!line.starts_with("| ")) {
                if (!line.starts_with("|")) head.clear();
                continue;
            }
            const std::vector<std::string> cells = cells_of(line);
            if (cells.size() == words_of<Role>.size() + 2 && cells[0] == "order") {
                head = cells;
                continue;
            }
            if (head.empty()) continue;
            Row row{cells.at(0), {}, cells.at(head.size() - 1) == "x"};
            for (std::size_t i = 1; i + 1 < head.size(); ++i) {
                row.marks[parse_word<Role>(head[i]).value()] = cells.at(i);
            }
            found.push_back(row);
        }
        return found;
    }();
    return rows;
}

const Row& row_of(const std::string& order) {
    const auto found = std::ranges::find(page(), order, &Row::order);
    if (found == page().end()) throw std::runtime_error("the page has no row " + order);
    return *found;
}

TEST(Authority, ThePageHasARowForEveryOrderAndNoOther) {
    std::vector<std::string> names;
    for (const Named& one : all_orders()) names.push_back(one.name);
    std::vector<std::string> on_page;
    for (const Row& row : page()) on_page.push_back(row.order);
    EXPECT_EQ(on_page, names);
}

TEST(Authority, ThePageSaysWhatTheCodeSays) {
    for (const Named& one : all_orders()) {
        const Row& row = row_of(one.name);
        const Authority& authority = authority_of(one.order);
        const bool by_people =
            std::ranges::any_of(posts(), [&](Role post) { return authority.roles.has(post); });
        EXPECT_EQ(row.log_on, authority.log_on && by_people) << one.name;
        for (const auto& [role, mark] : row.marks) {
            const bool training = role == Role::system && authority.training_system;
            const std::string_view wanted = authority.roles.has(role) ? "x"
                                            : training                ? "training"
                                                                      : "";
            EXPECT_EQ(mark, wanted) << one.name << " by " << to_word(role);
        }
    }
}

// Everybody gives every order, in the role that is theirs.
void walk(std::string_view game, bool training) {
    Settings settings;
    settings.configuration.training = training;
    Property property(game, settings);
    std::vector<Speaker> speakers = {property.player(1), machine};
    for (const Role post : posts()) speakers.push_back(speaker(post));
    for (const Named& one : all_orders()) {
        for (const Speaker& by : speakers) {
            Property here = property;
            Order order = one.order;
            const bool first_person =
                holds<AddPerson>(order) && by.role == Role::system;
            if (first_person) {  // the system adds the first person, and only that one
                here.state = State();
                get<AddPerson>(order) = {PersonId{1}, "first", Role::administrator};
            }
            const Decision decision = decide(here.state, here.command(by, order));
            const std::string& mark = row_of(one.name).marks.at(by.role);
            const bool allowed = mark == "x" || (mark == "training" && training);
            EXPECT_EQ(reason_of(decision) != "not_allowed", allowed)
                << game << ": " << one.name << " by " << to_word(by.role) << ": "
                << reason_of(decision);
            if (allowed) {
                EXPECT_NE(reason_of(decision), "role_not_held") << one.name;
                EXPECT_NE(reason_of(decision), "not_logged_on") << one.name;
            } else {
                EXPECT_TRUE(decision.events.empty()) << one.name;
            }
        }
    }
}

TEST(Authority, IsRefusedExactlyWhereThePageHasNoMark) {
    for (const rules::Game& game : rules::documents()) {
        walk(game.id, false);
        walk(game.id, true);
    }
}

TEST(Authority, OfADeviceIsToReportWhatItSenses) {
    Property property("rws-taisai");
    const std::set<std::string> reports = {"EndMix",       "ReportReading", "ReportLights",
                                           "ReportLayout", "Report",        "CommitDice",
                                           "RevealDice"};
    for (const Named& one : all_orders()) {
        const Speaker device{{ActorKind::device, 0}, Role::system};
        const Decision decision = decide(property.state, property.command(device, one.order));
        EXPECT_EQ(reason_of(decision) != "not_allowed", reports.contains(one.name)) << one.name;
    }
}

TEST(Authority, WhoeverIsNotLoggedOnGivesOnlyTheOrdersThatNeedNoLogOn) {
    Property property("rws-etg");
    property.table().staff.clear();
    for (const Named& one : all_orders()) {
        for (const Role post : posts()) {
            if (row_of(one.name).marks.at(post) != "x") continue;
            const std::string reason =
                reason_of(decide(property.state, property.command(speaker(post), one.order)));
            EXPECT_EQ(reason == "not_logged_on", row_of(one.name).log_on)
                << one.name << " by " << to_word(post) << ": " << reason;
        }
    }
}

TEST(Claims, AreHeldToThePost) {
    // From dealer to shift manager whoever stands higher may act for the lower; nobody else may.
    const std::vector<Role> line = {Role::dealer, Role::supervisor, Role::pit_manager,
                                    Role::shift_manager};
    const auto place = [&](Role role) { return std::ranges::find(line, role) - line.begin(); };
    const auto size = static_cast<std::ptrdiff_t>(line.size());
    Property property("rws-etg");
    for (const Role post : posts()) {
        for (std::size_t i = 0; i < words_of<Role>.size(); ++i) {
            const auto claimed = static_cast<Role>(i);
            const bool held = post == claimed || (place(claimed) < size && place(post) < size &&
                                                  place(post) >= place(claimed));
            Speaker by = speaker(post);
            by.role = claimed;
            const std::string reason = reason_of(property.give(by, AnnounceLastRound{}));
            property.table().last_round = false;
            EXPECT_EQ(reason != "role_not_held", held)
                << to_word(post) << " as " << to_word(claimed) << ": " << reason;
        }
    }
}

TEST(Claims, OfPlayersAndOfTheSystemAreTheirOwn) {
    Property property("rws-etg");
    for (std::size_t i = 0; i < words_of<Role>.size(); ++i) {
        const auto claimed = static_cast<Role>(i);
        Speaker player = property.player(1);
        player.role = claimed;
        const bool as_player = reason_of(property.give(player, CallAttendant{{1}})).empty();
        EXPECT_EQ(as_player, claimed == Role::player) << to_word(claimed);
        Speaker system = machine;
        system.role = claimed;
        const std::string reason = reason_of(property.give(system, LockConsole{}));
        EXPECT_EQ(reason == "role_not_held", claimed != Role::system) << to_word(claimed);
    }
}

TEST(Claims, OfNobodyOrOfADisabledPersonAreRefused) {
    Property property("rws-etg");
    EXPECT_EQ(
        reason_of(property.give({{ActorKind::person, 99}, Role::dealer}, AnnounceLastRound{})),
        "no_such_person");
    EXPECT_EQ(reason_of(property.give({{ActorKind::person, 0}, Role::system}, LockConsole{})),
              "no_such_person");
    property.must(Role::administrator, DisablePerson{person(Role::dealer)});
    EXPECT_EQ(reason_of(property.give(Role::dealer, AnnounceLastRound{})), "person_disabled");
    property.must(Role::administrator, RestorePerson{person(Role::dealer)});
    EXPECT_EQ(reason_of(property.give(Role::dealer, AnnounceLastRound{})), "not_logged_on");
    const PersonId other = person(Role::dealer, true);
    for (int i = 0; i < 2; ++i) property.must(machine, ReportFailedLogOn{other});
    EXPECT_EQ(reason_of(property.give(speaker(Role::dealer, true), NotePresence{})), "not_allowed");
    property.must(machine, ReportFailedLogOn{other});
    EXPECT_EQ(reason_of(property.give(speaker(Role::dealer, true), NotePresence{})),
              "person_disabled");
}

// A dealer who is appointed to act as pit supervisor.
Speaker acting_supervisor() {
    Speaker by = speaker(Role::dealer);
    by.role = Role::supervisor;
    return by;
}

TEST(Acting, LastsFromItsFirstMomentUntilBeforeItsLast) {
    Property property("rws-etg");
    const Instant from = property.at + 1000;
    const Instant until = property.at + 5000;
    property.must(Role::supervisor, Appoint{person(Role::dealer), Role::supervisor, from, until});
    const auto reason_at = [&](Instant at) {
        property.at = at;
        return reason_of(property.give(acting_supervisor(), NotePresence{}));
    };
    EXPECT_EQ(reason_at(from + -1), "role_not_held");
    EXPECT_EQ(reason_at(from), "no_round");
    EXPECT_EQ(reason_at(until + -1), "no_round");
    EXPECT_EQ(reason_at(until), "role_not_held");
    EXPECT_EQ(reason_of(property.give(Role::dealer, AnnounceLastRound{})), "");
}

TEST(Acting, IsGrantedByThatRankOrAboveToSomebodyElseOfTheLine) {
    const auto appoint = [](Role by, PersonId whom, Role role) {
        Property property("rws-etg");
        return reason_of(property.give(by, Appoint{whom, role, property.at, property.at + 1000}));
    };
    EXPECT_EQ(appoint(Role::supervisor, person(Role::dealer), Role::supervisor), "");
    EXPECT_EQ(appoint(Role::shift_manager, person(Role::dealer), Role::supervisor), "");
    EXPECT_EQ(appoint(Role::supervisor, person(Role::dealer), Role::pit_manager), "not_allowed");
    EXPECT_EQ(appoint(Role::supervisor, person(Role::dealer), Role::cashier), "not_allowed");
    EXPECT_EQ(appoint(Role::supervisor, person(Role::cashier), Role::dealer), "not_allowed");
    EXPECT_EQ(appoint(Role::supervisor, person(Role::supervisor), Role::supervisor), "same_person");
    EXPECT_EQ(appoint(Role::supervisor, PersonId{99}, Role::supervisor), "no_such_person");
    Property property("rws-etg");
    const Instant now = property.at;
    for (const auto& [from, until] : {std::pair(now + 5, now + 5), std::pair(now + -9, now)}) {
        EXPECT_EQ(reason_of(property.give(
                      Role::supervisor, Appoint{person(Role::dealer), Role::dealer, from, until})),
                  "no_such_appointment");
    }
}

// What takes two people, asked for: the digest that a second one names.
Hash ask(Property& property, const Speaker& by, const Order& order) {
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

std::string spell(const std::optional<Pair>& pair) {
    if (!pair) return "alone";
    return std::string(to_word(pair->decides)) + " with " + std::string(to_word(pair->with));
}

TEST(TwoPeople, AreThoseWhomTheDocumentNames) {
    const auto void_of = [](Cause cause) { return AmendRounds{{{1, {}, {}}}, cause, "why"}; };
    const auto pairs = [&](std::string_view game) {
        Property property(game);
        property.go_past(Step::open);
        const auto pair = [&](const Order& order) {
            return spell(second_for(property.state, property.table(), order));
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
        return spell(second_for(property.state, property.table(), Certify{}));
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
        const Hash digest = ask(property, speaker(post), other_limits(property));
        for (const Role claimed : {Role::dealer, Role::supervisor, post}) {
            Speaker again = speaker(post);
            again.role = claimed;
            EXPECT_EQ(authorise(property, again, digest), "same_person");
        }
    }
    // Nor by acting in two posts.
    property.must(Role::shift_manager, Appoint{person(Role::dealer), Role::shift_manager,
                                               property.at, property.at + 1000});
    const Hash digest = ask(property, acting_supervisor(), other_limits(property));
    Speaker as_manager = speaker(Role::dealer);
    as_manager.role = Role::shift_manager;
    EXPECT_EQ(authorise(property, as_manager, digest), "same_person");
    EXPECT_EQ(authorise(property, speaker(Role::supervisor), digest), "");
}

TEST(TwoPeople, HaveSixtySeconds) {
    for (const std::int64_t late : {0, 1}) {
        Property property("rws-etg");
        const Hash digest = ask(property, speaker(Role::supervisor), other_limits(property));
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
    const Hash digest = ask(property, speaker(Role::supervisor), other_limits(property));
    EXPECT_EQ(authorise(property, speaker(Role::pit_manager), digest), "");
    EXPECT_EQ(authorise(property, speaker(Role::pit_manager), digest), "no_such_request");
    EXPECT_EQ(authorise(property, speaker(Role::shift_manager), digest), "no_such_request");
}

TEST(TwoPeople, AreBothThereStill) {
    const auto meanwhile = [](auto happens) {
        Property property("rws-etg");
        const Hash digest = ask(property, speaker(Role::supervisor), other_limits(property));
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
        const Hash digest = ask(property, acting_supervisor(), other_limits(property));
        property.at = property.at + (999 + late);
        EXPECT_EQ(authorise(property, speaker(Role::pit_manager), digest),
                  late > 0 ? "role_not_held" : "");
    }
}

TEST(TwoPeople, DecideOnTheTableAsItStandsThen) {
    Property property("rws-etg");
    const Hash digest = ask(property, speaker(Role::supervisor), other_limits(property));
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
                return holds<ResultEntered>(event.fact) ||
                       holds<RoundSettled>(event.fact) || !event.postings.empty();
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
    const Hash digest = ask(property, speaker(Role::dealer), EnterResult{Roll{1, 2, 4}});
    EXPECT_EQ(authorise(property, speaker(Role::dealer, true), digest), "not_allowed");
    // Keyed anew, it is another result than the one that was asked for.
    property.must(Role::dealer, KeyDice{{1, 2, 5}});
    EXPECT_EQ(authorise(property, speaker(Role::supervisor), digest), "not_as_keyed");
    property.must(Role::dealer, KeyDice{{1, 2, 4}});
    EXPECT_EQ(authorise(property, speaker(Role::supervisor), digest), "");
    EXPECT_EQ(property.table().past.at(1).roll, Roll(1, 2, 4));
}

}  // namespace
}  // namespace sicbo::table
