// SPDX-License-Identifier: MIT
// Properties that are driven until every fact of the engine has occurred: simulated worlds with a
// table of each game, and scripts for facts that these reach rarely or never.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/sim.h"
#include "store/sqlite_store.h"
#include "support/cash_scripts.h"
#include "support/journal.h"
#include "support/property.h"
#include "wire/bytes.h"

namespace sicbo::test {

// Is called with each event, before and after it is applied. A sequence of 0 begins a new property.
class DriveObserver {
public:
    virtual ~DriveObserver() = default;
    virtual void before(const table::State& state, const table::Event& event) = 0;
    virtual void after(const table::State& state, const table::Event& event) = 0;
};

class Drive {
public:
    explicit Drive(DriveObserver& observer) : observer_(observer) {}

    // Drives until every fact has occurred in a world or a script, and fails the test if some never
    // does: then the simulation or a script below must give the order that leads to it.
    void run() {
        follow(debts_and_notes());
        follow(failing_lights());
        follow(retired_equipment());
        follow(shares_of_a_box());
        follow(training_table());
        follow(safeguards());
        follow(own_limits());
        follow(instruments_script());
        follow(cage_script());
        follow(inventory_script());
        follow(terminal_cash_script());
        constexpr std::uint64_t worlds_min = 3;
        constexpr std::uint64_t worlds_max = 16;
        for (std::uint64_t seed = 1; seed <= worlds_max; ++seed) {
            if (seed > worlds_min && missing().empty()) break;
            simulate(seed);
        }
        for (const std::string& fact : missing()) ADD_FAILURE() << fact << " never occurred";
    }

private:
    std::vector<std::string> missing() const {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < seen_.size(); ++i) {
            if (seen_[i] == 0) names.emplace_back(choice_names<table::FactChoice>[i]);
        }
        return names;
    }

    void apply_observed(table::State& state, const table::Event& event) {
        observer_.before(state, event);
        apply(state, event);
        ++seen_.at(event.fact.index());
        observer_.after(state, event);
    }

    void follow(const std::vector<table::Command>& commands) {
        table::State state;
        for (const table::Command& command : commands) {
            const Decision decision = decide(state, command);
            // A note or a ticket that is given back is refused, and that is a fact too.
            EXPECT_TRUE(!decision.refusal || !decision.events.empty())
                << reason_of(decision) << decision.detail;
            for (const table::Event& event : decision.events) apply_observed(state, event);
        }
    }

    void simulate(std::uint64_t seed) {
        const Folder folder;
        const std::string path = folder.file("journal");
        const sim::Summary summary =
            sim::run({.games = {"rws-etg", "rws-taisai", "maryland", "mbs-etg"},
                      .seed = seed,
                      .rounds = 200,
                      .db = path,
                      .synchronous = "NORMAL"});
        ASSERT_EQ(summary.failure, std::nullopt) << "seed " << seed;
        auto journal = store::SqliteStore::open_to_read(path);
        ASSERT_TRUE(journal.has_value()) << journal.error().text();
        table::State state;
        const auto apply_event = [&](std::uint64_t, std::string_view bytes) -> Result<void> {
            const Result<table::Event> event = wire::read_event(bytes);
            if (!event) return std::unexpected(event.error());
            apply_observed(state, *event);
            return {};
        };
        const auto read = (*journal)->read(0, [&](const store::Record& record) -> Result<bool> {
            if (auto done = split_record(record, apply_event); !done) {
                return std::unexpected(done.error());
            }
            return true;
        });
        EXPECT_TRUE(read.has_value()) << read.error().text();
    }

    // A player who owes after a correction and pays; what the server notes by itself; a terminal
    // that is enrolled and put out of use.
    static std::vector<table::Command> debts_and_notes() {
        using namespace table;
        Property property("rws-etg", {.players = 2, .credit = cents(1'000)});
        property.must(machine, NoteClock{property.at, property.at + 60'000});
        property.must(machine, CheckSoftware{sha256("program")});
        property.must(machine, EnrolTerminal{Property::terminal(1), sha256("key")});
        access_of(property);
        property.must(Role::supervisor, DisableTerminal{Property::terminal(2)});
        property.must(Role::supervisor, EnableTerminal{Property::terminal(2)});
        property.must(Role::supervisor, TakeOutOfService{"cleaning"});
        property.must(Role::supervisor, ReturnToService{});
        const auto play = [&](std::int64_t stake, rules::Roll roll) {
            property.go_on();
            EXPECT_EQ(reason_of(property.bet(1, "big", stake)), "");
            property.finish(roll);
        };
        play(1'000, {6, 5, 4});
        play(2'000, {1, 2, 4});
        const auto lose = [&](std::uint64_t round) {
            return AmendRounds{
                {{round, rules::Roll{1, 2, 4}, {}}}, rules::Cause::wrong_result, "on the film"};
        };
        EXPECT_EQ(reason_of(property.by_two(lose(1))), "");
        property.must(Role::cashier, PutCredit{Property::terminal(1), {}, cents(500)});
        property.must(Role::cashier, CollectReceivable{property.stay(1)});
        EXPECT_EQ(reason_of(property.by_two(WaiveReceivable{property.stay(1), "goodwill"})), "");
        return property.commands;
    }

    // A player who limits loss and time, plays to the limit, and takes a break.
    static std::vector<table::Command> own_limits() {
        using namespace table;
        Property property("rws-taisai", {.players = 2});
        property.must(property.player(1), LimitLoss{cents(5'000)});
        property.go_past(rules::Step::open);
        EXPECT_EQ(reason_of(property.bet(1, "big", 5'000)), "");
        property.must(property.player(2), LimitTime{30});
        property.finish({1, 2, 4});
        property.must(property.player(1), TakeBreak{5});
        return property.commands;
    }

    // A terminal that two people clear and that is enrolled again; passwords and sign-ins.
    static void access_of(Property& property) {
        using namespace table;
        const TerminalId terminal = Property::terminal(2);
        const Hash code = sha256("code");
        EXPECT_EQ(reason_of(property.by_two(ClearTerminal{terminal, false, "new key"})), "");
        property.must(Role::technician, RequestEnrolment{terminal, code});
        property.must(machine, EnrolByCode{terminal, sha256("key 2"), code});
        const PersonId dealer = person(Role::dealer);
        property.must(machine, NotePassword{dealer, person(Role::administrator), true});
        property.must(machine, NoteSignIn{dealer});
        property.must(machine, NoteSignOut{dealer, SignOutCause::disconnected});
        property.must(machine, NoteSelfCheck{dealer});
    }

    // Lights that fail after the dice were seen, until the table is repaired; and shakers, one that
    // is handed over and back, and one that is put out of use.
    static std::vector<table::Command> failing_lights() {
        using namespace table;
        Property property("maryland", {.players = 1});
        property.must(Role::dealer, HandOverShaker{person(Role::dealer, true)});
        property.must(speaker(Role::dealer, true), HandOverShaker{person(Role::dealer)});
        property.go_past(rules::Step::uncover);
        property.must(Role::dealer, Report{rules::Cause::lights_failed, "dark"});
        property.go_on();
        property.must(Role::supervisor, NotePresence{});
        property.must(Role::dealer, SettleRound{});
        property.must(Role::technician, RecordRepair{"lamps"});
        const rules::Roll roll{4, 5, 6};
        property.must(Role::supervisor, TestLights{roll, winning_spots(property.game(), roll)});
        property.must(Role::supervisor, TickChecklist{checklist_of(property.game())});
        property.must(Role::supervisor, SignInspection{});
        property.must(Role::supervisor, ReturnToService{});
        if (property.table().mixer == rules::MixerKind::automated_shaker) {
            property.must(Role::dealer, RemoveDice{rules::MixerKind::automated_shaker});
        }
        property.must(Role::dealer, MarkMixer{rules::MixerKind::automated_shaker, Mark::covered});
        return property.commands;
    }

    // A key that is replaced, then a terminal and its table that are retired.
    static std::vector<table::Command> retired_equipment() {
        using namespace table;
        Property property("rws-etg", {.players = 1});
        property.must(machine, ReplaceKey{Key::journal, "", "new", ""});
        property.must(machine, RaiseAlarm{AlarmKind::early_reveal, "round 1"});
        property.must(machine, NoteStartClock{{2'000}, {1'000}, true});
        property.must(machine, CheckParts{{{"libc.so.6", sha256("libc")}}, sha256("pages")});
        property.must(Role::shift_manager,
                      ResolveIncident{property.table().incidents.begin()->first, "looked into"});
        property.must(Role::cashier, PayCredit{Property::terminal(1), {}, {}});
        property.must(machine, RetireTerminal{Property::terminal(1), "broken"});
        property.must(Role::supervisor, CloseTable{});
        property.must(machine, RetireTable{"sold"});
        return property.commands;
    }

    // Bets on a box over its maximum, of which one is returned: after the close, and in a round
    // that was settled.
    static std::vector<table::Command> shares_of_a_box() {
        using namespace table;
        Settings settings{.players = 2};
        settings.configuration.limit.max = cents(100'000);
        settings.configuration.policy = Policy::advise;
        Property property("rws-taisai", settings);
        property.go_on();
        for (const int player : {1, 2}) property.bet(player, "total-9", 100'000);
        property.go_past(rules::Step::close);
        const AmendRounds order{
            {{1, {}, property.stay(2)}}, rules::Cause::not_covered, "not the player's chips"};
        EXPECT_EQ(reason_of(property.by_two(order)), "");
        property.finish({1, 2, 4});
        property.go_on();
        for (const int player : {1, 2}) property.bet(player, "total-9", 100'000);
        property.finish({1, 2, 4});
        const AmendRounds later{
            {{2, {}, property.stay(2)}}, rules::Cause::not_covered, "not the player's chips"};
        EXPECT_EQ(reason_of(property.by_two(later)), "");
        return property.commands;
    }

    // A fault that a technician makes a simulated device have.
    static std::vector<table::Command> training_table() {
        using namespace table;
        Settings settings{.players = 0};
        settings.configuration.training = true;
        Property property("rws-etg", settings);
        property.must(machine, NoteFault{person(Role::technician), "stuck"});
        return property.commands;
    }

    // A command that failed a check, accounts and appointments, and dice that a device has read.
    static std::vector<table::Command> safeguards() {
        using namespace table;
        Property property("rws-etg", {.players = 1});
        const Speaker device{{ActorKind::device, 0}, Role::system};
        const Hash close = sha256("the close");
        const auto proof = [](std::uint64_t counter) {
            return Proof{sha256("tumbler"), counter, 3, std::string(128, '0')};
        };
        const auto go_to_entry = [&] {
            property.go_past(rules::Step::close);
            property.must(machine, ArmTumbler{close});
            property.go_past(rules::Step::uncover);
        };
        property.must(machine, SetSafeguards{});
        property.must(machine, FitReader{true});
        property.must(machine, QuarantineCommand{{}, 0, 0, sha256("command"), "Report", "why"});
        property.must(Role::supervisor, ReturnToService{});
        property.must(administrator, ResetPassword{person(Role::dealer)});
        property.must(machine,
                      NotePassword{person(Role::dealer), person(Role::administrator), true});
        property.must(Role::supervisor, Appoint{person(Role::dealer), Role::supervisor, property.at,
                                                property.at + 60'000});
        property.must(Role::supervisor, RevokeAppointment{person(Role::dealer), Role::supervisor});
        go_to_entry();
        property.must(Role::supervisor, SwitchToManualEntry{"silent"});
        property.must(Role::dealer, KeyDice{{1, 2, 4}});
        property.must(Role::dealer, EnterResult{{1, 2, 4}});
        property.must(device, ReportReading{1, close, {6, 5, 4}, proof(1)});
        const IncidentId incident{property.state.incidents_raised};
        EXPECT_EQ(reason_of(property.by_two(ResolveDispute{incident, {6, 5, 4}, "film"},
                                            Role::dealer, Role::supervisor)),
                  "");
        go_to_entry();
        property.must(device, ReportReading{2, close, {6, 5, 4}, proof(2)});
        property.must(Role::dealer, Report{rules::Cause::damaged_dice, "a corner"});
        property.must(Role::supervisor, DecideVoid{true, "it is"});
        property.must(Role::dealer, InstallDice{DiceId{77}, rules::MixerKind::tumbler, ""});
        property.go_past(rules::Step::close);
        property.must(machine, ArmTumbler{close});
        property.must(Role::dealer, StartCoveredMix{});
        property.must(Role::dealer, Report{rules::Cause::damaged_dice, "a corner"});
        property.must(Role::supervisor, DecideVoid{true, "it is"});
        property.must(device, ReportReading{3, close, {6, 5, 4}, proof(3)});
        property.must(machine, NoteSecondFactor{person(Role::dealer), true});
        property.must(administrator, RemoveSecondFactor{person(Role::dealer)});
        return property.commands;
    }

    DriveObserver& observer_;
    std::array<std::uint64_t, table::FactChoice::size> seen_ = {};
};

}  // namespace sicbo::test
