// SPDX-License-Identifier: MIT
#include "server/loop.h"

#include <gtest/gtest.h>

#include "store/checkpoint.h"
#include "support/journal.h"
#include "wire/bytes.h"

namespace sicbo::server {
namespace {

using namespace table;
using test::Folder;
using test::give_all;
using test::some_rounds;
using test::start_loop;

std::uint64_t records_of(const store::Store& journal) {
    std::uint64_t count = 0;
    EXPECT_TRUE(journal.read(0, [&](const store::Record&) -> Result<bool> {
        ++count;
        return true;
    }));
    return count;
}

// A property whose table takes bets; the last command opened them.
std::vector<Command> bets_open(int players = 2) {
    test::Property property("rws-etg", {.players = players});
    property.go_on();
    return property.commands;
}

Command bet(std::uint32_t terminal, std::uint64_t request, std::int64_t cents = 1'000) {
    Command command;
    command.stamp = {{}, {ActorKind::terminal, terminal}, rules::Role::player, request, TableId{1}};
    command.order = PlaceBets{{}, {{test::spot_id("big"), Money::of_cents(cents)}}, {}};
    return command;
}

TEST(Loop, RegistersWhatArrivesTogetherAsOneRecord) {
    store::MemoryStore journal;
    const auto loop = start_loop(journal);
    give_all(*loop, bets_open());
    const std::uint64_t records = records_of(journal);
    const std::uint64_t events = journal.last().sequence;
    EXPECT_FALSE(loop->execute(bet(1, 1)).refusal);
    EXPECT_FALSE(loop->execute(bet(2, 1)).refusal);
    EXPECT_EQ(loop->execute(bet(3, 1)).refusal->reason, Reason::no_such_terminal);
    EXPECT_EQ(journal.last().sequence, events);
    const auto happened = loop->commit();
    ASSERT_TRUE(happened);
    EXPECT_EQ(happened->size(), 2u);
    EXPECT_EQ(records_of(journal), records + 1);
    EXPECT_EQ(journal.last(), loop->position());
    EXPECT_EQ(happened->back().at, journal.last());
    // Nothing new, nothing written.
    EXPECT_TRUE(loop->commit()->empty());
    EXPECT_EQ(records_of(journal), records + 1);
}

TEST(Loop, GivesARetryTheFirstAnswerAfterARestartToo) {
    store::MemoryStore journal;
    {
        const auto loop = start_loop(journal);
        give_all(*loop, bets_open());
        EXPECT_EQ(loop->execute(bet(1, 1)).answers.at(0).accepted, Money::of_cents(1'000));
        ASSERT_TRUE(loop->commit());
    }
    const auto loop = start_loop(journal);
    const std::uint64_t events = journal.last().sequence;
    const Reply again = loop->execute(bet(1, 1));
    EXPECT_EQ(again.answers.at(0).accepted, Money::of_cents(1'000));
    EXPECT_FALSE(again.changed);
    ASSERT_TRUE(loop->commit());
    EXPECT_EQ(journal.last().sequence, events);
}

TEST(Loop, TellsARetryOfTheDigestThatASecondPersonMustAuthorise) {
    test::Property property("rws-etg", {.players = 2});
    property.go_on();
    property.finish({6, 5, 4});
    const Command amend = property.command(
        test::speaker(rules::Role::shift_manager),
        AmendRounds{{{1, rules::Roll{1, 2, 5}, {}}}, rules::Cause::wrong_result, "on the film"});
    store::MemoryStore journal;
    const auto loop = start_loop(journal);
    give_all(*loop, property.commands);
    const Reply first = loop->execute(amend);
    ASSERT_FALSE(first.refusal) << to_word(first.refusal->reason);
    ASSERT_TRUE(first.authorisation);
    const Reply again = loop->execute(amend);
    EXPECT_FALSE(again.changed);
    EXPECT_EQ(again.authorisation, first.authorisation);
    // Once it is authorised, nobody is waited for.
    Command second =
        property.command(test::speaker(rules::Role::supervisor), Authorise{*first.authorisation});
    ASSERT_FALSE(loop->execute(second).refusal);
    const Reply done = loop->execute(amend);
    EXPECT_FALSE(done.refusal);
    EXPECT_EQ(done.authorisation, std::nullopt);
}

TEST(Loop, ForgetsWhatWasNotRegistered) {
    store::MemoryStore journal;
    Money before;
    {
        const auto loop = start_loop(journal);
        give_all(*loop, bets_open());
        before = loop->state().ledger.balance(ledger::credit(StayId{1}));
        loop->execute(bet(1, 1));
    }
    const auto loop = start_loop(journal);
    EXPECT_EQ(loop->state().ledger.balance(ledger::credit(StayId{1})), before);
}

TEST(Loop, FollowsTheLawOfInterruptionsOnce) {
    store::MemoryStore journal;
    {
        const auto loop = start_loop(journal);
        give_all(*loop, bets_open());
        loop->execute(bet(1, 1));
        ASSERT_TRUE(loop->commit());
    }
    const Money credit = Money::of_cents(10'000'000);
    for (int times = 0; times < 3; ++times) {
        const auto loop = start_loop(journal);
        EXPECT_EQ(loop->state().ledger.balance(ledger::credit(StayId{1})), credit);
        EXPECT_EQ(loop->state().tables.at(TableId{1}).past.at(1).ended, RoundEnd::void_);
        bool voided = false;
        for (const CommittedEvent& one : loop->restart_events()) {
            voided = voided || holds<RoundVoided>(one.event.fact);
        }
        EXPECT_EQ(voided, times == 0);
    }
}

TEST(Loop, KnowsTheHashOfTheCloseAfterARestart) {
    store::MemoryStore journal;
    std::optional<Hash> close;
    test::Property property("rws-etg");
    property.go_past(rules::Step::close);
    {
        const auto loop = start_loop(journal);
        give_all(*loop, property.commands);
        close = loop->close_hash(TableId{1}).value();
        ASSERT_TRUE(close);
    }
    EXPECT_EQ(start_loop(journal)->close_hash(TableId{1}).value(), close);
    store::MemoryStore open;
    const auto loop = start_loop(open);
    give_all(*loop, bets_open());
    EXPECT_EQ(loop->close_hash(TableId{1}).value(), std::nullopt);
    EXPECT_EQ(loop->close_hash(TableId{7}).value(), std::nullopt);
}

TEST(Loop, SplitsWhatIsTooLargeForARecordBetweenCommands) {
    store::MemoryStore journal;
    const auto loop = start_loop(journal);
    test::Property property("rws-etg");
    give_all(*loop, property.commands);
    const std::uint64_t records = records_of(journal);
    for (int n = 0; n < 5; ++n) {
        const std::string text(rules::document_text("rws-etg"));
        const std::string more = "\n# " + std::string((std::size_t{3} << 19) + std::size_t(n), 'x');
        const auto answer =
            loop->execute(property.command(test::administrator, AdoptRules{text + more + "\n"}));
        ASSERT_FALSE(answer.refusal);
    }
    const auto happened = loop->commit();
    ASSERT_TRUE(happened);
    EXPECT_EQ(happened->size(), 5u);
    EXPECT_EQ(records_of(journal), records + 2);
    EXPECT_EQ(journal.last(), loop->position());
    EXPECT_TRUE(store::recover(journal));
}

TEST(Loop, HoldsTheJournalToTheNotesInItsOwnDatabase) {
    const Folder folder;
    const auto start_with = [&](const auto& change) -> std::string {
        store::MemoryStore journal;
        start_loop(journal);
        const auto notary = store::Notary::open(folder.file("key"), journal.origin()).value();
        store::Position at = journal.last();
        change(at);
        store::RecordWriter writer(journal.last());
        table::Event restarted;
        restarted.stamp.at = parse_instant("2026-01-05T10:00+00:00").value();
        restarted.fact = Restarted{};
        writer.add(wire::write_event(restarted));
        EXPECT_TRUE(journal.append(writer.record(), std::vector{notary.sign(at)}));
        const auto loop = Loop::start(journal, {{}, restarted.stamp.at});
        return loop ? "" : loop.error().text();
    };
    EXPECT_EQ(start_with([](store::Position&) {}), "");
    EXPECT_NE(start_with([](store::Position& at) { at.sequence += 9; }).find("events are missing"),
              std::string::npos);
    EXPECT_NE(start_with([](store::Position& at) { at.hash = sha256("x"); }).find("was changed"),
              std::string::npos);
}

TEST(Loop, NeverLetsTimeGoBack) {
    store::MemoryStore journal;
    const auto loop = start_loop(journal);
    give_all(*loop, bets_open());
    const Instant at = loop->state().at;
    loop->tick(Instant{at.milliseconds - 3'600'000});
    EXPECT_FALSE(loop->execute(bet(1, 1)).refusal);
    EXPECT_EQ(loop->state().at, at);
}

TEST(Loop, ClosesBettingWhenItIsDueBeforeAnythingElse) {
    test::Settings settings;
    settings.configuration.betting_seconds = 20;
    test::Property property("rws-etg", settings);
    property.go_on();
    store::MemoryStore journal;
    const auto loop = start_loop(journal);
    give_all(*loop, property.commands);
    loop->tick(loop->state().at + 20'000);
    EXPECT_EQ(loop->execute(bet(1, 1)).refusal->reason, Reason::betting_closed);
}

// A disk that is nearly full, or breaks.
class BadDisk : public store::MemoryStore {
public:
    int free_percent() const override { return percent_left; }
    Result<void> append(const store::Record& record, std::span<const store::Note> notes) override {
        if (!broken.empty()) return failure(broken, "disk");
        return MemoryStore::append(record, notes);
    }
    int percent_left = 100;
    std::string broken = {};
};

TEST(Loop, TakesNoBetsWhenTheDiskIsNearlyFullAndEndsTheRound) {
    BadDisk journal;
    const auto loop = start_loop(journal);
    give_all(*loop, bets_open());
    EXPECT_FALSE(loop->execute(bet(1, 1)).refusal);
    journal.percent_left = 9;
    loop->tick(loop->state().at + 2'000);
    EXPECT_EQ(loop->execute(bet(1, 2)).refusal->reason, Reason::disk_full);
    // A bet that was accepted before stands, and its resend learns so.
    const Reply again = loop->execute(bet(1, 1));
    EXPECT_FALSE(again.refusal);
    ASSERT_EQ(again.answers.size(), 1u);
    EXPECT_EQ(again.answers.at(0).accepted, Money::of_cents(1'000));
    Command close;
    close.stamp = {{}, {ActorKind::person, 1}, rules::Role::dealer, 100, TableId{1}};
    close.order = CloseBetting{};
    EXPECT_FALSE(loop->execute(close).refusal);
    journal.percent_left = 10;
    loop->tick(loop->state().at + 2'000);
    EXPECT_EQ(loop->execute(bet(1, 3)).refusal->reason, Reason::betting_closed);
}

TEST(Loop, SaysWhatIsNotAcknowledgedWhenACommitFailsAndWhatToDoAboutADisk) {
    using std::string;
    const std::vector<std::pair<string, string>> cases = {
        {"database or disk is full", " Free disk space, then start again"},
        {"No space left on device", " Free disk space, then start again"},
        {"disk I/O error", " Repair the disk, then start again"},
        {"another server has taken over the journal: b", ""}};
    for (const auto& [why, hint] : cases) {
        BadDisk journal;
        const auto loop = start_loop(journal);
        give_all(*loop, bets_open());
        const string last = std::to_string(journal.last().sequence);
        loop->execute(bet(1, 1));
        journal.broken = why;
        const auto happened = loop->commit();
        ASSERT_FALSE(happened);
        EXPECT_EQ(happened.error().text(), "disk: nothing more can be registered: " + why +
                                               "; no event after " + last + " was acknowledged." +
                                               hint);
    }
}

TEST(Quarantine, PutsACommandAsideThatFailsACheck) {
    const Folder folder;
    const std::string prefix = folder.file("quarantine-");
    store::MemoryStore journal;
    {
        const auto loop = start_loop(journal, prefix);
        give_all(*loop, bets_open());
        loop->execute(bet(1, 1));
        ASSERT_TRUE(loop->commit());
        // A state that can't be: money in play is missing, so that ending the round fails a check.
        State state = loop->state();
        std::map<ledger::Account, Money> balances = state.ledger.balances();
        balances[ledger::escrow(TableId{1})] -= Money::of_cents(600);
        balances[ledger::house(TableId{1})] += Money::of_cents(600);
        state.ledger = ledger::Ledger::of_balances(balances);
        ASSERT_TRUE(journal.save_snapshot({journal.last(), wire::write_state(state)}));
    }
    // The order of a restart itself fails here, so the loop can't start. The journal stays as it
    // is.
    const store::Position last = journal.last();
    for (int times = 0; times < 2; ++times) {
        const auto loop = Loop::start(journal, {prefix, {}});
        ASSERT_FALSE(loop);
        const std::string text = loop.error().text();
        EXPECT_TRUE(text.starts_with("Restart of request 0 of system 0 at table 0 failed")) << text;
        EXPECT_NE(text.find("stored with the journal"), std::string::npos) << text;
        EXPECT_EQ(journal.last(), last);
    }
    EXPECT_EQ(journal.quarantined().value().size(), 1u);
    EXPECT_TRUE(store::files_with_prefix(prefix).empty());
}

// Replaces decide() or apply() by one that fails a check for this order.
template <class O>
Decision decide_unless(const State& state, const Command& command) {
    check(!holds<O>(command.order));
    return table::decide(state, command);
}

std::vector<std::string> committed(Loop& loop) {
    std::vector<std::string> names;
    for (const CommittedEvent& one : loop.commit().value()) {
        names.emplace_back(choice_names<FactChoice>[one.event.fact.index()]);
    }
    return names;
}

TEST(Quarantine, RefusesWhatCannotBeDecidedAndTheOtherTablesGoOn) {
    test::Property property("rws-etg", {.players = 2});
    property.go_on();
    // A second table, with the same staff.
    Configuration configuration = property.table().configuration;
    store::MemoryStore journal;
    Loop::Options options{{}, property.at};
    options.decide = decide_unless<EndMix>;
    const auto loop = std::move(Loop::start(journal, options).value());
    give_all(*loop, property.commands);
    ASSERT_FALSE(loop->execute_system({}, AddTable{TableId{2}, "two", configuration}).refusal);
    loop->execute(bet(1, 1));
    ASSERT_TRUE(loop->commit());
    const Money before = loop->state().ledger.balance(ledger::credit(StayId{1}));
    Command command = property.command(test::speaker(rules::Role::dealer), EndMix{3});
    const Reply reply = loop->execute(command);
    EXPECT_EQ(reply.refusal->reason, Reason::request_put_aside);
    EXPECT_EQ(committed(*loop),
              (std::vector<std::string>{"CommandQuarantined", "RoundVoided", "TakenOutOfService"}));
    const Table& table = loop->state().tables.at(TableId{1});
    EXPECT_EQ(table.out_of_service, "failed-check");
    EXPECT_EQ(table.past.at(1).ended, RoundEnd::void_);  // its bets were open
    EXPECT_EQ(loop->state().ledger.balance(ledger::credit(StayId{1})),
              before + Money::of_cents(1'000));
    EXPECT_EQ(loop->state().tables.at(TableId{2}).out_of_service, std::nullopt);
    // Sent again it is refused and decides nothing, after a restart too.
    EXPECT_EQ(loop->execute(command).refusal->reason, Reason::request_put_aside);
    EXPECT_TRUE(committed(*loop).empty());
    const auto again = start_loop(journal);
    EXPECT_EQ(again->execute(command).refusal->reason, Reason::request_put_aside);
    EXPECT_TRUE(committed(*again).empty());
}

TEST(Quarantine, OnlyRefusesAnOrderThatConcernsNoTable) {
    store::MemoryStore journal;
    test::Property property("rws-etg");
    Loop::Options options{{}, property.at};
    options.decide = decide_unless<DisablePerson>;
    const auto loop = std::move(Loop::start(journal, options).value());
    give_all(*loop, property.commands);
    Command command = property.command(test::administrator, DisablePerson{{2}});
    command.stamp.table = {};
    EXPECT_EQ(loop->execute(command).refusal->reason, Reason::request_put_aside);
    EXPECT_EQ(committed(*loop), std::vector<std::string>{"CommandQuarantined"});
    EXPECT_EQ(loop->state().tables.at(TableId{1}).out_of_service, std::nullopt);
}

TEST(Quarantine, StopsTheSystemFromRepeatingWhatFails) {
    test::Settings settings;
    settings.configuration.betting_seconds = 20;
    test::Property property("rws-etg", settings);
    property.go_on();
    store::MemoryStore journal;
    Loop::Options options{{}, property.at};
    options.decide = decide_unless<CloseBetting>;
    const auto loop = std::move(Loop::start(journal, options).value());
    give_all(*loop, property.commands);
    for (int seconds = 20; seconds < 25; ++seconds) loop->tick(property.at + 1'000 * seconds);
    EXPECT_EQ(committed(*loop),
              (std::vector<std::string>{"CommandQuarantined", "RoundVoided", "TakenOutOfService"}));
    for (int times = 0; times < 3; ++times) {
        EXPECT_EQ(loop->execute_system(TableId{1}, CloseBetting{}).refusal->reason,
                  Reason::request_put_aside);
    }
    EXPECT_TRUE(committed(*loop).empty());
}

TEST(Quarantine, HoldsARoundThatCannotBeEndedEither) {
    test::Property property("rws-etg");
    property.go_on();
    store::MemoryStore journal;
    Loop::Options options{{}, property.at};
    options.decide = [](const State& state, const Command& command) {
        const auto* quarantine = get_if<QuarantineCommand>(&command.order);
        check(!holds<EndMix>(command.order) && !(quarantine && !quarantine->hold_only));
        return table::decide(state, command);
    };
    const auto loop = std::move(Loop::start(journal, options).value());
    give_all(*loop, property.commands);
    const Command command = property.command(test::speaker(rules::Role::dealer), EndMix{3});
    EXPECT_EQ(loop->execute(command).refusal->reason, Reason::request_put_aside);
    EXPECT_EQ(committed(*loop),
              (std::vector<std::string>{"CommandQuarantined", "HoldPlaced", "TakenOutOfService"}));
    EXPECT_EQ(loop->state().tables.at(TableId{1}).phase, Phase::held);
}

// A check that fails while events are applied leaves a state that nobody may use: the process ends,
// and whoever opens the journal next refuses the command.
TEST(Quarantine, StoresWhatCannotBeAppliedWithTheJournal) {
    test::Property property("rws-etg", {.players = 2});
    property.go_on();
    store::MemoryStore journal;
    {
        Loop::Options options{{}, property.at};
        options.apply = [](State& state, const Event& event) {
            check(!holds<BetsPlaced>(event.fact));
            table::apply(state, event);
        };
        const auto loop = std::move(Loop::start(journal, options).value());
        give_all(*loop, property.commands);
        EXPECT_THROW(loop->execute(bet(1, 1)), Quarantined);
    }
    ASSERT_EQ(journal.quarantined().value().size(), 1u);
    for (int times = 0; times < 2; ++times) {
        const auto loop = start_loop(journal);
        EXPECT_EQ(loop->state().tables.at(TableId{1}).out_of_service, "failed-check");
        EXPECT_EQ(loop->execute(bet(1, 1)).refusal->reason, Reason::request_put_aside);
        EXPECT_NE(loop->execute(bet(1, 2)).refusal->reason, Reason::request_put_aside);
        EXPECT_EQ(loop->state().safety.quarantined.size(), 1u);
    }
}

TEST(Quarantine, KeepsTablesInServiceIfTheCommandNamedNone) {
    const Folder folder;
    const std::string prefix = folder.file("quarantine-");
    store::MemoryStore journal;
    {
        const auto loop = start_loop(journal, prefix);
        give_all(*loop, some_rounds());
    }
    Command add;
    add.stamp = {{}, {ActorKind::person, 1}, rules::Role::administrator, 900, {}};
    add.order = AddPerson{{99}, "somebody", rules::Role::dealer};
    ASSERT_TRUE(store::write_file(prefix + "1", "why\n" + wire::write_command(add)));
    const auto loop = start_loop(journal, prefix);
    EXPECT_EQ(loop->state().tables.at(TableId{1}).out_of_service, std::nullopt);
    EXPECT_EQ(loop->execute(add).refusal->reason, Reason::request_put_aside);
    EXPECT_EQ(store::files_with_prefix(prefix), std::vector<std::string>{prefix + "1.noted"});
}

TEST(Quarantine, RefusesTheRequestAndKeepsTheTableOutOfService) {
    const Folder folder;
    const std::string prefix = folder.file("quarantine-");
    store::MemoryStore journal;
    {
        const auto loop = start_loop(journal, prefix);
        give_all(*loop, some_rounds());
    }
    const std::string aside = "why\n" + wire::write_command(bet(1, 70));
    ASSERT_TRUE(store::write_file(prefix + "1", aside));
    for (int times = 0; times < 2; ++times) {
        const auto loop = start_loop(journal, prefix);
        EXPECT_EQ(loop->state().tables.at(TableId{1}).out_of_service, "failed-check");
        EXPECT_EQ(loop->execute(bet(1, 70)).refusal->reason, Reason::request_put_aside);
        EXPECT_NE(loop->execute(bet(1, 71)).refusal->reason, Reason::request_put_aside);
    }
    EXPECT_EQ(store::files_with_prefix(prefix), std::vector<std::string>{prefix + "1.noted"});
    // Staff clear it; a further restart leaves it so.
    {
        const auto loop = start_loop(journal, prefix);
        Command back;
        back.stamp = {{}, {ActorKind::person, 2}, rules::Role::supervisor, 100, TableId{1}};
        back.order = ReturnToService{};
        const Reply answer = loop->execute(back);
        ASSERT_FALSE(answer.refusal) << to_word(answer.refusal->reason);
        ASSERT_TRUE(loop->commit());
    }
    EXPECT_EQ(start_loop(journal, prefix)->state().tables.at(TableId{1}).out_of_service,
              std::nullopt);
}

TEST(Quarantine, WantsToUnderstandWhatWasPutAside) {
    const Folder folder;
    ASSERT_TRUE(store::write_file(folder.file("quarantine-1"), "why\nnonsense"));
    store::MemoryStore journal;
    EXPECT_THROW(start_loop(journal, folder.file("quarantine-")), std::runtime_error);
}

}  // namespace
}  // namespace sicbo::server
