// SPDX-License-Identifier: MIT
// The session layer of a small property without sockets, threads or a clock, for tests: what
// clients send is handed in, and what they would receive is read out. Passwords are "checked" by
// the test.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <map>
#include <string>
#include <vector>

#include "server/create_missing.h"
#include "server/sessions.h"
#include "support/journal.h"

namespace sicbo::test {

// Table 1 deals by itself and has terminals 101 to 103, table 2 has a dealer and terminals 201 and
// 202, table 3 is a felt with two seats.
inline constexpr std::string_view small_property = R"(
operator = "Test House"
currency = "SGD"
[server]
listen = "127.0.0.1:0"
[[table]]
number = 1
name = "one"
game = "rws-etg"
mode = "automatic"
tumbler = "simulated"
training = true
chip = "1.00"
min = "2.00"
max = "1000.00"
betting_seconds = 20
play_credit = "1000.00"
pause_seconds = 0
[[table.terminals]]
layout = "rws-etg-1"
first = 101
count = 2
[[table.terminals]]
layout = "rws-etg-2"
first = 103
count = 1
[[table]]
number = 2
name = "two"
game = "rws-etg"
mode = "assisted"
tumbler = "simulated"
training = true
chip = "1.00"
min = "2.00"
max = "1000.00"
betting_seconds = 20
play_credit = "1000.00"
[[table.terminals]]
layout = "rws-etg-1"
first = 201
count = 2
[[table]]
number = 3
name = "three"
game = "rws-taisai"
mode = "assisted"
tumbler = "simulated"
training = true
chip = "5.00"
min = "5.00"
max = "2000.00"
differential_max = "1000.00"
policy = "advise"
lights = "simulated"
seats = 2
play_credit = "1000.00"
)";

inline server::PropertyPlan small_plan() {
    auto plan = server::read_property(small_property, "small.toml",
                                      [](const std::string& path) -> Result<std::string> {
                                          return failure("there are no files here", path);
                                      });
    if (!plan) throw std::runtime_error(plan.error().text());
    return *std::move(plan);
}

// A loop on an empty journal in memory, with everything that the plan names and four people.
class SmallHouse {
public:
    static constexpr PersonId administrator = {1};
    static constexpr PersonId dealer = {2};
    static constexpr PersonId technician = {3};
    static constexpr PersonId supervisor = {4};

    explicit SmallHouse(server::PropertyPlan wanted = small_plan())
        : plan(std::move(wanted)), loop(start_loop(journal)) {
        accounts = server::Accounts::open(folder.file("accounts")).value();
        if (auto made = server::create_missing(*loop, plan, accounts, false); !made) {
            throw std::runtime_error(made.error().text());
        }
        add(dealer, "dealer", rules::Role::dealer);
        add(technician, "technician", rules::Role::technician);
        add(supervisor, "supervisor", rules::Role::supervisor);
        now = loop->state().at;
        commit();
    }

    // Executes an order of a person in that person's own role.
    server::Reply order(PersonId person, TableId table, table::Order order) {
        const table::Actor actor{table::ActorKind::person, person.number};
        table::Command command;
        command.stamp.actor = actor;
        command.stamp.role = loop->state().people.at(person).role;
        command.stamp.request = last_request(loop->state(), actor) + 1;
        command.stamp.table = table;
        command.order = std::move(order);
        return loop->execute(std::move(command));
    }

    // Adds a person as the administrator would.
    void add(PersonId person, const std::string& name, rules::Role role) {
        const auto reply = order(administrator, {}, table::AddPerson{person, name, role});
        if (reply.refusal) throw std::runtime_error(std::string(to_word(reply.refusal->reason)));
        if (!accounts.set(person, {"$argon2id$" + name, false})) {
            throw std::runtime_error("accounts");
        }
    }

    std::vector<server::CommittedEvent> commit() {
        auto events = loop->commit();
        if (!events) throw std::runtime_error(events.error().text());
        return *std::move(events);
    }

    Folder folder;
    server::PropertyPlan plan;
    server::Accounts accounts;
    store::MemoryStore journal;
    std::unique_ptr<server::Loop> loop;
    Instant now;
};

// The sessions of that house, with everything that clients have been sent.
class SmallSessions {
public:
    explicit SmallSessions(server::PropertyPlan plan = small_plan()) : house(std::move(plan)) {
        restart();
    }

    // Begins again with all that is durable, as after a restart of the server.
    void restart() {
        server::Sessions::Options options;
        options.plan = &house.plan;
        options.accounts = &house.accounts;
        options.threads = 2;
        options.check_password = [this](server::PasswordCheck check) {
            checks.push_back(std::move(check));
            return accepts_checks;
        };
        options.wall_clock = [this] { return house.now + wall_ahead; };
        options.inject_fault = [this](TableId, std::string_view fault) {
            faults.emplace_back(fault);
            return fault == "stuck";
        };
        options.start_self_check = [this] { ++self_checks; };
        options.guests = &guests;
        options.ticket_key = sha256("tickets");
        sessions.emplace(*house.loop, std::move(options), house.now);
    }

    // Opens a connection and drops its hello.
    server::ConnectionId connect(const server::Peer& peer = {}) {
        const server::ConnectionId connection{++connections_};
        sessions->on_connect(connection, peer);
        turn();
        received.erase(connection.number);
        return connection;
    }

    // Ends a turn: commits, publishes, and appends what each connection gets to `received`.
    void turn(std::int64_t milliseconds = 0) {
        const auto events = house.commit();
        sessions->on_committed(events);
        house.now = house.now + milliseconds;
        for (auto& list : sessions->take_outbox(house.now)) {
            for (server::Delivery& delivery : list) {
                for (const server::SharedMessage& text : delivery.messages) {
                    received[delivery.to.number].push_back(*text);
                }
                if (delivery.close_afterwards) closed.push_back(delivery.to);
            }
        }
    }

    // Lets time pass and begins the next turn.
    void wait(std::int64_t milliseconds) {
        house.now = house.now + milliseconds;
        house.loop->tick(house.now);
        sessions->begin_turn(house.now);
        sessions->close_unused();
        turn();
    }

    // Sends a request and returns its reply, as an object; empty if there is none yet.
    boost::json::object ask(server::ConnectionId connection, wire::RequestBody body) {
        received.erase(connection.number);
        sessions->on_message(connection, {++id, std::move(body)});
        turn();
        return reply_to(connection, id);
    }

    boost::json::object reply_to(server::ConnectionId connection, std::uint64_t request) {
        for (const std::string& text : received[connection.number]) {
            boost::json::object message = boost::json::parse(text).as_object();
            const auto* of = message.if_contains(reply_key);
            if (of && of->to_number<std::uint64_t>() == request) return message;
        }
        return {};
    }

    // The reason of a refusal; "ok" for a reply that is none; "" without a reply.
    std::string outcome(server::ConnectionId connection, wire::RequestBody body) {
        return outcome_of(ask(connection, std::move(body)));
    }
    static std::string outcome_of(const boost::json::object& reply) {
        if (reply.empty()) return "";
        if (reply.at("ok").as_bool()) return "ok";
        return std::string(reply.at("reason").as_string());
    }

    // Signs the person in, with a password that counts as right.
    boost::json::object sign_in(server::ConnectionId connection, const std::string& name) {
        ask(connection, wire::SignIn{name, "right"});
        const std::uint64_t request = id;
        finish_check(true);
        return reply_to(connection, request);
    }

    // Ends the oldest password check, and waits until the answer to one that failed has been sent.
    void finish_check(bool is_right) {
        const server::PasswordCheck check = checks.at(0);
        checks.erase(checks.begin());
        sessions->on_password_checked(check, is_right);
        turn();
        const std::uint64_t from = check.connection.number;
        std::vector<std::string> got = std::move(received[from]);
        wait(server::SignIn::answer_interval.count());
        std::ranges::move(received[from], std::back_inserter(got));
        received[from] = std::move(got);
    }

    static constexpr std::string_view reply_key = "reply";

    SmallHouse house;
    server::GuestBook guests;
    std::optional<server::Sessions> sessions;
    std::vector<server::PasswordCheck> checks;
    bool accepts_checks = true;
    std::int64_t wall_ahead = 0;  // by how many milliseconds the machine's clock is ahead of ours
    std::vector<std::string> faults;
    int self_checks = 0;
    std::uint64_t id = 0;
    std::map<std::uint64_t, std::vector<std::string>> received;
    std::vector<server::ConnectionId> closed;

private:
    std::uint64_t connections_ = 0;
};

}  // namespace sicbo::test
