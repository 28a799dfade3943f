// SPDX-License-Identifier: MIT
#include "table/authority.h"
#include "table/basis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "support/property.h"

namespace sicbo::table {
namespace {

using test::machine;
using test::person;
using test::posts;
using test::Property;
using test::reason_of;
using test::Role;
using test::Settings;
using test::Speaker;
using test::speaker;
using test::speaker_as;

// All orders by their names, as the compiler spells them, with nothing in them.
struct NamedOrder {
    std::string name;
    Order order;
};

template <class O>
std::string order_name() {
    const std::string_view all =
        __PRETTY_FUNCTION__;  // "... [with O = sicbo::table::OpenTable; ...]"
    const std::size_t begin = all.find("O = ") + 4;
    std::string_view name = all.substr(begin, all.find_first_of(";]", begin) - begin);
    return std::string(name.substr(name.rfind(':') + 1));
}

template <class... Orders>
std::vector<NamedOrder> list_orders(std::type_identity<Choice<Orders...>>) {
    return {{order_name<Orders>(), Orders{}}...};
}

std::vector<NamedOrder> all_orders() {
    std::vector<NamedOrder> orders = list_orders(std::type_identity<OrderChoice>());
    for (NamedOrder& one : orders) {  // a terminal speaks for itself alone
        if (auto* issue = get_if<IssueTicket>(&one.order)) issue->terminal = {1};
        if (auto* call = get_if<CallAttendant>(&one.order)) call->terminal = {1};
        if (auto* cancel = get_if<CancelCall>(&one.order)) cancel->terminal = {1};
    }
    return orders;
}

// One row of the page: what stands under each role, and whether a person has to be logged on.
struct AuthorityRow {
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
const std::vector<AuthorityRow>& authority_rows() {
    static const std::vector<AuthorityRow> rows = [] {
        std::ifstream file(SICBO_TEST_DATA "/../../docs/authority.md");
        std::vector<AuthorityRow> found;
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
            AuthorityRow row{cells.at(0), {}, cells.at(head.size() - 1) == "x"};
            for (std::size_t i = 1; i + 1 < head.size(); ++i) {
                row.marks[parse_word<Role>(head[i]).value()] = cells.at(i);
            }
            found.push_back(row);
        }
        return found;
    }();
    return rows;
}

const AuthorityRow& row_of(const std::string& order) {
    const auto found = std::ranges::find(authority_rows(), order, &AuthorityRow::order);
    if (found == authority_rows().end()) throw std::runtime_error("the page has no row " + order);
    return *found;
}

TEST(Authority, ThePageHasARowForEveryOrderAndNoOther) {
    std::vector<std::string> names;
    for (const NamedOrder& one : all_orders()) names.push_back(one.name);
    std::vector<std::string> on_page;
    for (const AuthorityRow& row : authority_rows()) on_page.push_back(row.order);
    EXPECT_EQ(on_page, names);
}

TEST(Authority, ThePageSaysWhatEachRequestDependsOn) {
    std::map<std::string, std::string> wanted;
    for (const NamedOrder& one : all_orders()) {
        std::string words;
        for (const std::string& word : dependencies_of(one.order)) {
            words += (words.empty() ? "" : ",") + word;
        }
        std::erase(words, ' ');
        if (!words.empty()) wanted[one.name] = words;
    }
    std::ifstream file(SICBO_TEST_DATA "/../../docs/authority.md");
    std::map<std::string, std::string> on_page;
    bool in_table = false;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("| order | depends on |")) in_table = true;
        if (!line.starts_with("|")) in_table = false;
        if (!in_table) continue;
        const std::vector<std::string> cells = cells_of(line);
        const bool heading = cells.at(0) == "order" || cells.at(0).starts_with("-");
        if (!heading) on_page[cells.at(0)] = cells.at(1);
    }
    EXPECT_EQ(on_page, wanted);
}

TEST(Authority, ThePageSaysWhatTheCodeSays) {
    for (const NamedOrder& one : all_orders()) {
        const AuthorityRow& row = row_of(one.name);
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
void walk_orders(std::string_view game, bool training) {
    Settings settings;
    settings.configuration.training = training;
    Property property(game, settings);
    std::vector<Speaker> speakers = {property.player(1), machine};
    for (const Role post : posts()) speakers.push_back(speaker(post));
    for (const NamedOrder& one : all_orders()) {
        for (const Speaker& by : speakers) {
            Property here = property;
            Order order = one.order;
            const bool first_person = holds<AddPerson>(order) && by.role == Role::system;
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
        walk_orders(game.id, false);
        walk_orders(game.id, true);
    }
}

TEST(Authority, OfADeviceIsToReportWhatItSenses) {
    Property property("rws-taisai");
    const std::set<std::string> reports = {
        "EndMix",       "ReportReading",   "ReportLights",   "ReportLayout", "Report",
        "CommitDice",   "RevealDice",      "RaiseAlarm",     "ReportPrint",  "PresentTicket",
        "ReportTicket", "PresentBanknote", "ReportBanknote", "ReportCabinet"};
    for (const NamedOrder& one : all_orders()) {
        const Speaker device{{ActorKind::device, 0}, Role::system};
        const Decision decision = decide(property.state, property.command(device, one.order));
        EXPECT_EQ(reason_of(decision) != "not_allowed", reports.contains(one.name)) << one.name;
    }
}

TEST(Authority, WhoeverIsNotLoggedOnGivesOnlyTheOrdersThatNeedNoLogOn) {
    Property property("rws-etg");
    property.table().staff.clear();
    for (const NamedOrder& one : all_orders()) {
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
            const std::string reason =
                reason_of(property.give(speaker_as(post, claimed), AnnounceLastRound{}));
            property.table().last_round_announced = false;
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

TEST(Acting, LastsFromItsFirstMomentUntilBeforeItsLast) {
    Property property("rws-etg");
    const Instant from = property.at + 1000;
    const Instant until = property.at + 5000;
    property.must(Role::supervisor, Appoint{person(Role::dealer), Role::supervisor, from, until});
    const auto reason_at = [&](Instant at) {
        property.at = at;
        return reason_of(property.give(speaker_as(Role::dealer, Role::supervisor), NotePresence{}));
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

}  // namespace
}  // namespace sicbo::table
