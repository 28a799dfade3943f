// SPDX-License-Identifier: MIT
#include "store/postgres.h"

#include <libpq-fe.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

#include "core/check.h"

namespace sicbo::store {
namespace {

constexpr std::string_view connection_failure = "08006";

// Libpq's messages end with a line feed and may have several lines.
std::string one_line(const char* text) {
    std::string line;
    for (const char* at = text ? text : ""; *at != '\0'; ++at) {
        const bool space = *at == '\n' || *at == '\t' || *at == ' ';
        if (!space) line += *at;
        if (space && !line.empty() && line.back() != ' ') line += ' ';
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
}

std::string field_of(const PGresult* result, int field) {
    const char* text = result ? PQresultErrorField(result, field) : nullptr;
    return one_line(text);
}

void note_warning(void* to, const PGresult* notice) {
    auto& warning = *static_cast<std::optional<std::string>*>(to);
    if (warning || field_of(notice, PG_DIAG_SEVERITY_NONLOCALIZED) != "WARNING") return;
    warning = field_of(notice, PG_DIAG_MESSAGE_PRIMARY);
}

// What the parameters are for libpq.
struct ParameterLists {
    std::vector<const char*> values;
    std::vector<int> lengths;
    std::vector<int> formats;
};

bool is_fine(const PGresult* result) {
    const ExecStatusType status = PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY;
}

// Returns true if the messages of the connection cross no network.
bool is_local(const PGconn* connection) {
    const char* address = PQhostaddr(connection);
    const std::string_view at = address ? address : "";
    return at.empty() || at.starts_with("127.") || at == "::1";
}

// What an operator can do about a connection that fails, where libpq's words alone don't say it.
std::string hint_for(std::string_view what) {
    const auto says = [&](std::string_view part) { return what.find(part) != std::string::npos; };
    if (says("password authentication failed") || says("no password supplied")) {
        return "; put the password into the password file (~/.pgpass, or PGPASSFILE)";
    }
    if (says("does not exist") && says("database")) {
        return "; create the database, or name another one in the address";
    }
    if (says("no pg_hba.conf entry")) return "; the server's pg_hba.conf must admit this user";
    return {};
}

}  // namespace

Parameters& Parameters::number(std::int64_t value) {
    all_.push_back({std::to_string(value), {}, true, false});
    return *this;
}

Parameters& Parameters::text(std::string_view value) {
    // Libpq takes a text only up to a zero byte; as binary it takes all of it.
    all_.push_back({{}, value, false, true});
    return *this;
}

Parameters& Parameters::bytes(std::string_view value) { return text(value); }

void PostgresRows::Clear::operator()(pg_result* result) const { PQclear(result); }

int PostgresRows::rows() const { return PQntuples(result_.get()); }

std::int64_t PostgresRows::number(int row, int column) const {
    const std::string_view value = bytes(row, column);
    check(value.size() == sizeof(std::int64_t));
    std::uint64_t number = 0;
    for (const char byte : value) number = number << 8U | static_cast<unsigned char>(byte);
    return static_cast<std::int64_t>(number);
}

std::string_view PostgresRows::bytes(int row, int column) const {
    check(row < rows() && column < PQnfields(result_.get()));
    return {PQgetvalue(result_.get(), row, column),
            static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}

std::int64_t PostgresRows::changed() const {
    const std::string_view text = PQcmdTuples(result_.get());
    std::int64_t count = 0;
    std::from_chars(text.data(), text.data() + text.size(), count);
    return count;
}

void PostgresConnection::Finish::operator()(pg_conn* connection) const { PQfinish(connection); }

namespace {

// Which of several hosts has answered last, so that the next connection need not wait for one that
// hangs. Any thread.
class LastHosts {
public:
    struct Host {
        std::string name;
        std::string port;
    };
    std::optional<Host> find(const std::string& uri) {
        const std::scoped_lock lock(mutex_);
        const auto at = by_uri_.find(uri);
        return at == by_uri_.end() ? std::nullopt : std::optional(at->second);
    }
    void remember(const std::string& uri, Host host) {
        const bool has_several =
            uri.find(',') != std::string::npos && uri.find("hostaddr") == std::string::npos;
        if (!has_several || host.name.empty()) return;
        const std::scoped_lock lock(mutex_);
        by_uri_.insert_or_assign(uri, std::move(host));
    }
    void forget(const std::string& uri) {
        const std::scoped_lock lock(mutex_);
        by_uri_.erase(uri);
    }

private:
    std::mutex mutex_;
    std::map<std::string, Host> by_uri_;
};

LastHosts& last_hosts() {
    static LastHosts hosts;
    return hosts;
}

// Connects to one of the URI's hosts, or to this one of them.
PGconn* connect_to(const PostgresAddress& address, const LastHosts::Host& host) {
    // What the URI says comes later and overrides what is before it. A server that is cut off from
    // this machine without a word counts as lost after some ten seconds.
    constexpr const char* keywords[] = {"connect_timeout",
                                        "keepalives_idle",
                                        "keepalives_interval",
                                        "keepalives_count",
                                        "tcp_user_timeout",
                                        "fallback_application_name",
                                        "dbname",
                                        "client_encoding",
                                        "host",
                                        "port",
                                        nullptr};
    const std::string connect_timeout = std::to_string(address.connect_max.count());
    const char* values[] = {connect_timeout.c_str(), "5",    "2", "3", "10000", "sicbo",
                            address.uri.c_str(),     "UTF8",
                            host.name.c_str(),  // empty: those of the URI
                            host.port.c_str(),       nullptr};
    constexpr int expand_uri = 1;
    return PQconnectdbParams(keywords, values, expand_uri);
}

}  // namespace

Result<PostgresConnection> PostgresConnection::connect(const PostgresAddress& address) {
    PostgresConnection opened;
    opened.text_ = address.text;
    opened.silence_max_ = address.silence_max;
    opened.warning_ = std::make_unique<std::optional<std::string>>();
    opened.last_state_ = std::make_unique<std::string>();
    opened.uri_ = address.uri;
    if (const auto last = last_hosts().find(address.uri)) {
        opened.connection_.reset(connect_to(address, *last));
        if (PQstatus(opened.connection_.get()) != CONNECTION_OK) {
            opened.connection_.reset();
            last_hosts().forget(address.uri);
        }
    }
    if (!opened.connection_) opened.connection_.reset(connect_to(address, {}));
    PGconn* connection = opened.connection_.get();
    if (!connection) return failure("there is no memory for a connection", address.text);
    if (PQstatus(connection) != CONNECTION_OK) {
        const std::string what = one_line(PQerrorMessage(connection));
        return failure("the database can't be used: " + what + hint_for(what), address.text);
    }
    if (!PQsslInUse(connection) && !is_local(connection) && !address.states_encryption) {
        return failure(
            "the connection over the network is not encrypted; set up TLS at the server and add "
            "sslmode=verify-full to the address (sslmode=disable accepts it as it is)",
            address.text);
    }
    PQsetNoticeReceiver(connection, note_warning, opened.warning_.get());
    last_hosts().remember(address.uri, {PQhost(connection), PQport(connection)});
    // From now on nothing blocks in libpq: a server that reads no more must not stop us either.
    if (PQsetnonblocking(connection, 1) != 0) return std::unexpected(opened.error(nullptr));
    return opened;
}

// Waits until the socket can be read or written. Whatever comes is progress: a long answer may take
// as long as it takes.
Result<void> PostgresConnection::wait_for_socket(short events) const {
    const int socket = PQsocket(connection_.get());
    if (socket < 0) return std::unexpected(error(nullptr));
    const bool waits_forever = silence_max_.count() == 0;
    const auto until = std::chrono::steady_clock::now() + silence_max_;
    while (true) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        const auto left_or_none = static_cast<int>(std::max<std::int64_t>(left.count(), 0));
        const int time = waits_forever ? -1 : left_or_none;
        pollfd ready{socket, events, 0};
        const int count = ::poll(&ready, 1, time);
        if (count > 0) return {};
        if (count < 0 && errno == EINTR) continue;
        // An answer that came after all would be taken for that of the next statement.
        ::shutdown(socket, SHUT_RDWR);
        last_hosts().forget(uri_);
        *last_state_ = connection_failure;
        return failure("PostgreSQL has not answered for " + std::to_string(silence_max_.count()) +
                           " ms, so that nothing is known of what it was asked",
                       text_);
    }
}

// Sends what was asked. What comes meanwhile is read, since a server that can't write stops
// reading.
Result<void> PostgresConnection::flush() const {
    PGconn* connection = connection_.get();
    while (true) {
        const int left = PQflush(connection);
        if (left == 0) return {};
        if (left < 0) return std::unexpected(error(nullptr));
        if (auto ready = wait_for_socket(POLLIN | POLLOUT); !ready) return ready;
        if (PQconsumeInput(connection) != 1) return std::unexpected(error(nullptr));
    }
}

// Returns the next part of the answer; without a result at the end of a statement's answer.
Result<PostgresRows> PostgresConnection::next_answer() const {
    PGconn* connection = connection_.get();
    while (PQisBusy(connection) == 1) {
        if (auto ready = wait_for_socket(POLLIN); !ready) return std::unexpected(ready.error());
        if (PQconsumeInput(connection) != 1) return std::unexpected(error(nullptr));
    }
    PostgresRows answer;
    answer.result_.reset(PQgetResult(connection));
    return answer;
}

// Returns the last part of the answer, or the first error in it.
Result<PostgresRows> PostgresConnection::last_answer() const {
    if (auto sent = flush(); !sent) return std::unexpected(sent.error());
    PostgresRows last;
    std::optional<Error> failed;
    while (true) {
        Result<PostgresRows> answer = next_answer();
        if (!answer) return answer;
        if (!answer->result_) break;
        if (!is_fine(answer->result_.get()) && !failed) failed = error(answer->result_.get());
        last = std::move(*answer);
    }
    if (failed) return std::unexpected(*failed);
    if (!last.result_) return std::unexpected(error(nullptr));
    return last;
}

Error PostgresConnection::error(const pg_result* result) const {
    const std::string state = field_of(result, PG_DIAG_SQLSTATE);
    *last_state_ = state.empty() ? connection_failure : state;
    std::string what = field_of(result, PG_DIAG_MESSAGE_PRIMARY);
    const std::string detail = field_of(result, PG_DIAG_MESSAGE_DETAIL);
    if (what.empty()) what = one_line(PQerrorMessage(connection_.get()));
    if (what.empty()) what = "the connection to the database was lost";
    if (!detail.empty()) what += ": " + detail;
    return {"PostgreSQL: " + what, text_};
}

namespace {

ParameterLists lists_of(const auto& all) {
    ParameterLists lists;
    for (const auto& one : all) {
        lists.values.push_back(one.is_number ? one.number.c_str()
                                             : (one.view.data() ? one.view.data() : ""));
        check(one.view.size() <= std::numeric_limits<int>::max());
        lists.lengths.push_back(static_cast<int>(one.view.size()));
        lists.formats.push_back(one.is_binary ? 1 : 0);
    }
    return lists;
}

}  // namespace

Result<PostgresRows> PostgresConnection::query(const std::string& sql,
                                               const Parameters& parameters) const {
    const ParameterLists lists = lists_of(parameters.all_);
    constexpr int binary = 1;
    if (PQsendQueryParams(connection_.get(), sql.c_str(), static_cast<int>(lists.values.size()),
                          nullptr, lists.values.data(), lists.lengths.data(), lists.formats.data(),
                          binary) != 1) {
        return std::unexpected(error(nullptr));
    }
    return last_answer();
}

Result<void> PostgresConnection::run(const std::string& sql) const {
    if (PQsendQuery(connection_.get(), sql.c_str()) != 1) return std::unexpected(error(nullptr));
    const Result<PostgresRows> answer = last_answer();
    if (!answer) return std::unexpected(answer.error());
    return {};
}

Result<std::string> PostgresConnection::query_text(const std::string& sql,
                                                   const Parameters& parameters) const {
    const Result<PostgresRows> rows = query(sql, parameters);
    if (!rows) return std::unexpected(rows.error());
    if (rows->rows() == 0) return failure("PostgreSQL returns no row", text_);
    return std::string(rows->bytes(0, 0));
}

Result<void> PostgresConnection::prepare(const std::string& name, const std::string& sql) const {
    if (PQsendPrepare(connection_.get(), name.c_str(), sql.c_str(), 0, nullptr) != 1) {
        return std::unexpected(error(nullptr));
    }
    const Result<PostgresRows> answer = last_answer();
    if (!answer) return std::unexpected(answer.error());
    return {};
}

// Reads the answers up to the end of the pipeline. The first error counts: what follows it was
// skipped by the server.
Result<std::vector<PostgresRows>> PostgresConnection::take_answers(std::size_t count) const {
    std::vector<PostgresRows> answers;
    std::optional<Error> failed;
    while (true) {
        Result<PostgresRows> answer = next_answer();
        if (!answer) return std::unexpected(failed ? *failed : answer.error());
        if (!answer->result_) {  // the end of one statement's answer
            if (PQstatus(connection_.get()) != CONNECTION_OK) {
                return std::unexpected(failed ? *failed : error(nullptr));
            }
            continue;
        }
        const ExecStatusType status = PQresultStatus(answer->result_.get());
        if (status == PGRES_PIPELINE_SYNC) break;
        if (status == PGRES_PIPELINE_ABORTED) continue;
        if (!is_fine(answer->result_.get())) {
            if (!failed) failed = error(answer->result_.get());
            continue;
        }
        answers.push_back(*std::move(answer));
    }
    if (failed) return std::unexpected(*failed);
    check(answers.size() == count);
    return answers;
}

Result<std::vector<PostgresRows>> PostgresConnection::execute_together(
    std::span<const Prepared> statements) const {
    PGconn* connection = connection_.get();
    warning_->reset();
    if (PQenterPipelineMode(connection) != 1) return std::unexpected(error(nullptr));
    for (const Prepared& one : statements) {
        const ParameterLists lists = lists_of(one.parameters.all_);
        if (PQsendQueryPrepared(connection, one.name.c_str(), static_cast<int>(lists.values.size()),
                                lists.values.data(), lists.lengths.data(), lists.formats.data(),
                                1) != 1) {
            return std::unexpected(error(nullptr));
        }
    }
    if (PQpipelineSync(connection) != 1) return std::unexpected(error(nullptr));
    if (auto sent = flush(); !sent) return std::unexpected(sent.error());
    Result<std::vector<PostgresRows>> answers = take_answers(statements.size());
    const bool left = PQexitPipelineMode(connection) == 1;
    if (!answers) return answers;
    if (!left) return std::unexpected(error(nullptr));
    if (const std::optional<std::string> warning = take_warning()) {
        return failure(
            "PostgreSQL warned while it committed, so that nothing is known to be "
            "durable: " +
                *warning,
            text_);
    }
    return answers;
}

Result<bool> PostgresConnection::wait_for_notification(std::chrono::milliseconds time_max) const {
    PGconn* connection = connection_.get();
    const auto take = [&] {
        bool notified = false;
        while (PGnotify* one = PQnotifies(connection)) {
            notified = true;
            PQfreemem(one);
        }
        return notified;
    };
    if (take()) return true;
    pollfd ready{PQsocket(connection), POLLIN, 0};
    if (::poll(&ready, 1, static_cast<int>(time_max.count())) <= 0) return false;
    if (PQconsumeInput(connection) != 1) return std::unexpected(error(nullptr));
    return take();
}

std::optional<std::string> PostgresConnection::take_warning() const {
    return std::exchange(*warning_, std::nullopt);
}

}  // namespace sicbo::store
