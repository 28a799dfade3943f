// SPDX-License-Identifier: MIT
#include "server/enrolment.h"

#include <gtest/gtest.h>

#include "device/key.h"
#include "support/sessions.h"

namespace sicbo::server {
namespace {

using test::SmallHouse;
using test::SmallSessions;

class Enrolling : public testing::Test {
protected:
    Enrolling() {
        staff = all.connect();
        all.sign_in(staff, "technician");
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
    all.wait(Enrolment::code_lifetime.count());
    EXPECT_EQ(all.outcome(all.connect(), wire::Enrol{code, key.public_key()}), "wrong_code");
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
    // Guests are not given an enrolled terminal.
    const auto reply = all.ask(all.connect(), wire::Join{{2}, {}, {}});
    EXPECT_EQ(reply.at("number").to_number<std::uint64_t>(), 202u);
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
