// SPDX-License-Identifier: MIT
#include "server/enrolment.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "device/key.h"
#include "support/sessions.h"
#include "wire/bytes.h"
#include "wire/view.h"

namespace sicbo::server {
namespace {

using test::SmallHouse;
using test::SmallSessions;

class Enrolling : public testing::Test {
protected:
    Enrolling() {
        staff = all.connect();
        all.sign_in(staff, "technician");
        log_on(staff, SmallHouse::technician);
    }
    void log_on(ConnectionId connection, PersonId person) {
        wire::OrderRequest request;
        request.table = {2};
        request.person = person;
        request.order = table::LogOn{};
        EXPECT_EQ(all.outcome(connection, request), "ok");
    }
    // The facts of this type in the journal, with who gave their orders.
    template <class F>
    std::vector<std::pair<table::Actor, F>> facts() {
        std::vector<std::pair<table::Actor, F>> list;
        const auto take = [&](std::uint64_t, std::string_view bytes) -> Result<void> {
            const Result<table::Event> event = wire::read_event(bytes);
            if (!event) return std::unexpected(event.error());
            if (const auto* fact = get_if<F>(&event->fact)) {
                list.emplace_back(event->stamp.actor, *fact);
            }
            return {};
        };
        EXPECT_TRUE(all.house.journal.read(0, [&](const store::Record& record) -> Result<bool> {
            if (auto done = split_record(record, take); !done) return std::unexpected(done.error());
            return true;
        }));
        return list;
    }
    std::string create_code(std::uint32_t terminal = 201) {
        const auto reply =
            all.ask(staff, wire::CreateEnrolmentCode{{2}, {terminal}, SmallHouse::technician});
        return std::string(reply.at("code").as_string());
    }
    // Opens a connection and returns it with the nonce of its hello.
    std::pair<ConnectionId, Hash> connect_with_nonce() {
        const ConnectionId connection{100 + ++connections};
        all.sessions->on_connect(connection);
        all.turn();
        const auto hello = boost::json::parse(all.received[connection.number].at(0)).as_object();
        return {connection, *parse_hash(std::string(hello.at("nonce").as_string()))};
    }
    std::string authenticate(const device::SigningKey& with, std::uint32_t terminal = 201) {
        const auto [connection, nonce] = connect_with_nonce();
        const std::string proof = device::sign(with, wire::terminal_proof(nonce, {terminal}));
        return all.outcome(connection, wire::AuthenticateTerminal{{terminal}, proof});
    }
    SmallSessions all;
    ConnectionId staff;
    std::uint64_t connections = 0;
    device::SigningKey key = device::key_of(sha256("a terminal"));
};

TEST_F(Enrolling, WorksOnceWithACode) {
    const ConnectionId terminal = all.connect();
    EXPECT_EQ(all.outcome(terminal, wire::Enrol{"abcd", key.public_key()}), "wrong_code");
    const std::string code = create_code();
    EXPECT_EQ(authenticate(key), "wrong_key");
    EXPECT_EQ(all.outcome(terminal, wire::Enrol{code, key.public_key()}), "ok");
    EXPECT_EQ(all.outcome(terminal, wire::Enrol{code, key.public_key()}), "wrong_code");
    EXPECT_EQ(authenticate(key), "ok");
    EXPECT_EQ(authenticate(device::key_of(sha256("another"))), "wrong_key");
    EXPECT_EQ(authenticate(key, 202), "wrong_key");
}

TEST_F(Enrolling, NeedsACodeThatIsNotOlderThanTenMinutes) {
    const std::string code = create_code();
    all.wait(table::enrolment_milliseconds);
    EXPECT_EQ(all.outcome(all.connect(), wire::Enrol{code, key.public_key()}), "wrong_code");
    wire::OrderRequest unlock;  // the console has locked itself meanwhile
    unlock.table = {2};
    unlock.person = SmallHouse::technician;
    unlock.order = table::UnlockConsole{};
    EXPECT_EQ(all.outcome(staff, unlock), "ok");
    const std::string first = create_code();
    const std::string second = create_code();  // replaces the first
    EXPECT_EQ(all.outcome(all.connect(), wire::Enrol{first, key.public_key()}), "wrong_code");
    EXPECT_EQ(all.outcome(all.connect(), wire::Enrol{second, key.public_key()}), "ok");
}

TEST_F(Enrolling, TakesTheTerminalFromAGuest) {
    const ConnectionId guest = all.connect();
    all.ask(guest, wire::Join{{2}, {}, {}});
    EXPECT_EQ(all.outcome(all.connect(), wire::Enrol{create_code(), key.public_key()}), "ok");
    ASSERT_EQ(all.closed.size(), 1u);
    EXPECT_EQ(all.closed[0], guest);
    EXPECT_NE(all.received[guest.number].back().find("enrolled_anew"), std::string::npos);
    // Guests are not given an enrolled terminal.
    const auto reply = all.ask(all.connect(), wire::Join{{2}, {}, {}});
    EXPECT_EQ(reply.at("number").to_number<std::uint64_t>(), 202u);
}

// The journal names the person who asked, at the table where the person is on duty.
TEST_F(Enrolling, IsAnActOfAPerson) {
    const std::string code = create_code();
    EXPECT_EQ(all.outcome(all.connect(), wire::Enrol{code, key.public_key()}), "ok");
    const auto requested = facts<table::EnrolmentRequested>();
    ASSERT_EQ(requested.size(), 1u);
    const table::Actor technician{table::ActorKind::person, SmallHouse::technician.number};
    EXPECT_EQ(requested[0].first, technician);
    EXPECT_EQ(requested[0].second.code, sha256(code)) << "the code itself is not journalled";
    const auto completed = facts<table::EnrolmentCompleted>();
    ASSERT_EQ(completed.size(), 1u);
    EXPECT_EQ(completed[0].second.person, SmallHouse::technician);
    EXPECT_TRUE(facts<table::TerminalEnrolled>().empty());
    const auto view = wire::console_view(all.house.loop->state(), {2});
    const auto part = std::ranges::find(view, "enrolments", &wire::Part::name);
    ASSERT_NE(part, view.end());
    EXPECT_NE(part->json.find("\"name\":\"technician\""), std::string::npos) << part->json;
}

TEST_F(Enrolling, NeedsAPersonOnDutyAtTheTable) {
    wire::OrderRequest request;
    request.table = {2};
    request.person = SmallHouse::technician;
    request.order = table::LogOff{};
    EXPECT_EQ(all.outcome(staff, request), "ok");
    EXPECT_EQ(all.outcome(staff, wire::CreateEnrolmentCode{{2}, {201}, SmallHouse::technician}),
              "not_logged_on");
    EXPECT_TRUE(facts<table::EnrolmentRequested>().empty());
}

TEST_F(Enrolling, TellsTheHolderOfTheOldKey) {
    EXPECT_EQ(all.outcome(all.connect(), wire::Enrol{create_code(), key.public_key()}), "ok");
    const auto [old, nonce] = connect_with_nonce();
    const std::string proof = device::sign(key, wire::terminal_proof(nonce, {201}));
    EXPECT_EQ(all.outcome(old, wire::AuthenticateTerminal{{201}, proof}), "ok");
    const device::SigningKey other = device::key_of(sha256("another"));
    EXPECT_EQ(all.outcome(all.connect(), wire::Enrol{create_code(), other.public_key()}), "ok");
    ASSERT_FALSE(all.received[old.number].empty());
    EXPECT_NE(all.received[old.number].back().find("enrolled_anew"), std::string::npos);
    ASSERT_FALSE(all.closed.empty());
    EXPECT_EQ(all.closed.back(), old);
    EXPECT_TRUE(facts<table::EnrolmentCompleted>().back().second.replaced);
}

TEST_F(Enrolling, IsForStaffWhoMaySetTerminalsUp) {
    const ConnectionId dealer = all.connect();
    EXPECT_EQ(all.outcome(dealer, wire::CreateEnrolmentCode{{2}, {201}, SmallHouse::dealer}),
              "not_signed_in");
    all.sign_in(dealer, "dealer");
    EXPECT_EQ(all.outcome(dealer, wire::CreateEnrolmentCode{{2}, {201}, SmallHouse::dealer}),
              "not_allowed");
    const PersonId technician = SmallHouse::technician;
    EXPECT_EQ(all.outcome(staff, wire::CreateEnrolmentCode{{9}, {201}, technician}),
              "no_such_table");
    EXPECT_EQ(all.outcome(staff, wire::CreateEnrolmentCode{{2}, {101}, technician}),
              "no_such_terminal");
}

}  // namespace
}  // namespace sicbo::server
