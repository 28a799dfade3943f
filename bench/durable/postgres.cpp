// SPDX-License-Identifier: MIT
#include "postgres.h"

#include <libpq-fe.h>
#include <poll.h>

#include <array>
#include <deque>
#include <stdexcept>
#include <vector>

namespace durable {
namespace {

constexpr const char* user = "postgres";
constexpr const char* programs = "/usr/lib/postgresql/15/bin/";  // where Debian puts them

struct Finish {
    void operator()(PGconn* connection) const { PQfinish(connection); }
    void operator()(PGresult* result) const { PQclear(result); }
};
using Connection = std::unique_ptr<PGconn, Finish>;
using Answer = std::unique_ptr<PGresult, Finish>;

// A bet with its terminal and request, which make it one that can't be placed twice; its two
// postings; the two balances. In one call, which is one transaction and one way there and back.
constexpr const char* schema = R"(
    DROP TABLE IF EXISTS bet, posting, account;
    CREATE TABLE bet (
        terminal integer NOT NULL, request bigint NOT NULL, spot smallint NOT NULL,
        amount bigint NOT NULL, at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (terminal, request)
    );
    CREATE TABLE posting (
        terminal integer NOT NULL, request bigint NOT NULL, account integer NOT NULL,
        amount bigint NOT NULL
    );
    CREATE TABLE account (id integer PRIMARY KEY, amount bigint NOT NULL) WITH (fillfactor = 50);
    INSERT INTO account SELECT n, 1000000000 FROM generate_series(1, 1000) n;
    INSERT INTO account SELECT -n, 0 FROM generate_series(0, 1000) n;
    CREATE OR REPLACE FUNCTION place(t integer, r bigint, s smallint, a bigint, house integer)
    RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO bet (terminal, request, spot, amount) VALUES (t, r, s, a);
        INSERT INTO posting VALUES (t, r, t, -a), (t, r, house, a);
        UPDATE account SET amount = amount - a WHERE id = t AND amount >= a;
        IF NOT FOUND THEN RAISE 'not enough credit'; END IF;
        UPDATE account SET amount = amount + a WHERE id = house;
    END $$;
    CHECKPOINT;
)";

[[noreturn]] void fail(PGconn* connection) {
    throw std::runtime_error(std::string("PostgreSQL: ") + PQerrorMessage(connection));
}

Connection connect(const std::string& address) {
    Connection connection(PQconnectdb(address.c_str()));
    if (PQstatus(connection.get()) != CONNECTION_OK) fail(connection.get());
    return connection;
}

void run_sql(PGconn* connection, const char* sql) {
    const Answer answer(PQexec(connection, sql));
    const ExecStatusType status = PQresultStatus(answer.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail(connection);
}

// Bettors that share a connection.
class Seat {
public:
    Seat(const std::string& address, House house) : connection_(connect(address)), house_(house) {
        const Answer prepared(
            PQprepare(connection_.get(), "place", "SELECT place($1, $2, $3, 100, $4)", 0, nullptr));
        if (PQresultStatus(prepared.get()) != PGRES_COMMAND_OK) fail(connection_.get());
        if (PQenterPipelineMode(connection_.get()) != 1) fail(connection_.get());
        if (PQsetnonblocking(connection_.get(), 1) != 0) fail(connection_.get());
    }

    void add_bettor(std::uint32_t terminal) { idle_.push_back({terminal, 0, {}}); }
    int descriptor() const { return PQsocket(connection_.get()); }

    // Sends a bet for each bettor who has none on its way.
    void send() {
        while (!idle_.empty()) {
            Bettor bettor = idle_.front();
            idle_.pop_front();
            ++bettor.requests;
            bettor.sent = Clock::now();
            const std::string terminal = std::to_string(bettor.terminal);
            const std::string request = std::to_string(bettor.requests);
            const std::string spot = std::to_string(bettor.requests % 50);
            const std::string house = house_ == House::one_row ? "0" : "-" + terminal;
            const std::array values = {terminal.c_str(), request.c_str(), spot.c_str(),
                                       house.c_str()};
            if (PQsendQueryPrepared(connection_.get(), "place", values.size(), values.data(),
                                    nullptr, nullptr, 1) != 1 ||
                PQpipelineSync(connection_.get()) != 1) {
                fail(connection_.get());
            }
            busy_.push_back(bettor);
        }
        if (PQflush(connection_.get()) < 0) fail(connection_.get());
    }

    // Takes the answers that are there. Each bet ends with a sync of its own: it is committed.
    void receive(Latencies& latencies) {
        if (PQconsumeInput(connection_.get()) != 1) fail(connection_.get());
        while (!busy_.empty() && !PQisBusy(connection_.get())) {
            const Answer answer(PQgetResult(connection_.get()));
            if (!answer) continue;
            const ExecStatusType status = PQresultStatus(answer.get());
            if (status == PGRES_TUPLES_OK) continue;
            if (status != PGRES_PIPELINE_SYNC) fail(connection_.get());
            latencies.add(Clock::now() - busy_.front().sent);
            idle_.push_back(busy_.front());
            busy_.pop_front();
        }
    }
    bool waits() const { return !busy_.empty(); }

private:
    struct Bettor {
        std::uint32_t terminal;
        std::uint64_t requests;
        Clock::time_point sent;
    };
    Connection connection_;
    House house_;
    std::deque<Bettor> idle_;
    std::deque<Bettor> busy_;
};

}  // namespace

Postgres::Postgres(const TempFolder& folder) {
    const std::string home = folder.make("postgres", user);
    const std::string data = home + "/data";
    const std::string log = folder.path() + "/postgres.log";
    const std::string bin = programs;
    Process init(
        {bin + "initdb", "-D", data, "-A", "trust", "-U", user, "-N", "--no-locale", "-E", "UTF8"},
        log, user);
    if (init.wait() != 0) throw std::runtime_error("initdb failed; is postgresql-15 installed?");
    server_ = std::make_unique<Process>(
        std::vector<std::string>{bin + "postgres", "-D", data, "-k", home, "-c",
                                 "listen_addresses=", "-c", "max_connections=120"},
        log, user, SIGINT);
    for (const char c : home) uri_ += c == '/' ? "%2F" : std::string(1, c);
    uri_ = std::string("postgres://") + user + "@" + uri_ + "/postgres";
    address_ = "host=" + home + " user=" + user + " dbname=postgres";
    wait_until([&] { return PQping(address_.c_str()) == PQPING_OK; }, *server_, log);
}

Measured Postgres::run(std::uint32_t bettors, House house, const Span& span) const {
    const Connection setup = connect(address_);
    run_sql(setup.get(), "SET client_min_messages = warning");
    run_sql(setup.get(), schema);
    std::vector<Seat> seats;
    for (std::uint32_t i = 0; i < bettors; ++i) {
        if (i < connections_max) seats.emplace_back(address_, house);
        seats[i % connections_max].add_bettor(i + 1);
    }
    std::vector<pollfd> polled;
    for (const Seat& seat : seats) polled.push_back({seat.descriptor(), POLLIN, 0});
    Latencies latencies;
    Watch watch(span);
    for (Seat& seat : seats) seat.send();
    const auto wait = [&] {
        if (poll(polled.data(), polled.size(), 10'000) <= 0) {
            throw_if_interrupted();
            throw std::runtime_error("PostgreSQL does not answer");
        }
    };
    while (watch.goes_on(latencies)) {
        wait();
        for (std::size_t i = 0; i < seats.size(); ++i) {
            if (polled[i].revents == 0) continue;
            seats[i].receive(latencies);
            seats[i].send();
        }
    }
    const Measured result = measured(latencies, watch.counted());
    for (std::size_t i = 0; i < seats.size(); ++i) {
        while (seats[i].waits()) {
            if (poll(&polled[i], 1, 10'000) <= 0) throw_if_interrupted();
            seats[i].receive(latencies);
        }
    }
    return result;
}

}  // namespace durable
