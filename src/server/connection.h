// One connection and the thread it belongs to: for network.cpp and network_tls.cpp alone, since
// Beast is slow to compile. What a connection is made of is a parameter: TCP, or TLS over it.
#pragma once

#include <algorithm>
#include <atomic>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <optional>
#include <thread>
#include <unordered_map>

#include "server/callers.h"
#include "server/frames.h"
#include "server/network.h"
#include "server/seen_stream.h"

namespace sicbo::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
// The executor by its own name: any_io_executor, the default, is copied with every operation.
using Executor = asio::io_context::executor_type;
using TcpSocket = asio::basic_stream_socket<tcp, Executor>;
using TcpStream = beast::basic_stream<tcp, Executor>;

inline constexpr std::size_t header_most = 8 << 10;
inline constexpr std::size_t body_most = 16 << 10;
inline constexpr int nonsense_most = 3;
inline constexpr std::size_t piece = 4 << 10;  // read at a time

inline std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

// Whether a list of words with commas between them, as headers have it, holds the word.
inline bool lists(std::string_view list, std::string_view word) {
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        std::string_view one = list.substr(0, comma);
        while (one.starts_with(' ')) one.remove_prefix(1);
        while (one.ends_with(' ')) one.remove_suffix(1);
        if (one == word) return true;
        list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    }
    return false;
}

// What the worker knows of a connection, whatever it is made of.
class Socket {
public:
    Socket() = default;
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    virtual ~Socket() = default;

    virtual void send(Delivery& delivery) = 0;
    virtual void say_goodbye() = 0;
};

class Worker {
public:
    Worker(const Network::Options& limits, Visitors& tells, std::size_t place,
           std::atomic<std::size_t>& all)
        : options(limits), visitors(tells), count(all), next_(place) {}

    void run() {
        thread_ = std::jthread([this] { context.run(); });
    }
    ConnectionId next_id() { return {next_ += options.threads}; }
    void deliver(std::vector<Delivery> list) {
        asio::post(context, [this, list = std::move(list)]() mutable {
            for (Delivery& delivery : list) {
                const auto found = open.find(delivery.to.number);
                if (found != open.end()) found->second->send(delivery);
            }
        });
    }
    void stop() {
        asio::post(context, [this] {
            for (auto& [number, connection] : open) connection->say_goodbye();
            guard.reset();
        });
        // Those who do not answer the goodbye are not waited for.
        constexpr std::chrono::milliseconds patience{500};
        constexpr std::chrono::milliseconds step{5};
        const Clock::time_point until = Clock::now() + patience;
        while (!context.stopped() && Clock::now() < until) std::this_thread::sleep_for(step);
        context.stop();
        if (thread_.joinable()) thread_.join();
        open.clear();
    }

    const Network::Options& options;
    Visitors& visitors;
    std::atomic<std::size_t>& count;  // of all connections
    asio::io_context context{1};
    asio::executor_work_guard<asio::io_context::executor_type> guard{context.get_executor()};
    std::unordered_map<std::uint64_t, std::shared_ptr<Socket>> open;  // WebSockets

private:
    std::uint64_t next_;
    std::jthread thread_;
};

// One connection, first as HTTP and then, if it asks for it, as a WebSocket. It lives as long as
// something is under way on it, on its worker's thread alone.
template <class Stream>
class Connection : public Socket, public std::enable_shared_from_this<Connection<Stream>> {
public:
    Connection(Worker& worker, Stream stream, std::shared_ptr<void> caller)
        : worker_(worker),
          caller_(std::move(caller)),
          id_(worker.next_id()),
          stream_(std::move(stream)),
          timer_(worker.context),
          bucket_(worker.options.messages_a_second),
          frames_(worker.options.fragments_most, worker.options.controls_a_second) {
        ++worker_.count;
    }
    ~Connection() override { --worker_.count; }

    void start();
    void send(Delivery& delivery) override;
    void say_goodbye() override;

private:
    using Parser = http::request_parser<http::string_body>;

    void read_request();
    void on_request(beast::error_code error);
    void answer(http::status status, std::string_view type, std::string body, bool keep,
                bool for_ever, bool head_alone = false);
    void answer_request();
    void upgrade();
    std::optional<std::string> wrong_with_upgrade() const;

    void keep_alive();
    void look_at(std::span<const std::uint8_t> bytes);
    void read();
    void on_text(beast::error_code error);
    void write();
    void close(websocket::close_code code, std::string_view why);
    void drop();
    Stream& under() { return stream_.next_layer().next_layer(); }

    Worker& worker_;
    std::shared_ptr<void> caller_;
    ConnectionId id_;
    websocket::stream<SeenStream<Stream>> stream_;
    asio::steady_timer timer_;
    beast::flat_buffer buffer_;
    std::optional<Parser> parser_;
    http::response<http::string_body> response_;
    bool open_ = false;     // as a WebSocket
    bool closing_ = false;  // nothing more is said to it
    bool pinging_ = false;
    Clock::time_point heard_ = Clock::now();  // anything at all
    Bucket bucket_;
    Frames frames_;
    int nonsense_ = 0;
    std::vector<Text> waiting_;
    std::size_t waiting_bytes_ = 0;
    bool last_ = false;  // what waits is the last
    std::string_view why_ = Delivery().why;
    std::string leaving_;  // a frame
};

template <class Stream>
void Connection<Stream>::start() {
    if constexpr (requires(Stream& stream) { stream.next_layer(); }) {
        beast::get_lowest_layer(stream_).expires_after(worker_.options.handshake_most);
        under().async_handshake(Stream::server,
                                [self = this->shared_from_this()](beast::error_code error) {
                                    if (error) return self->drop();
                                    self->read_request();
                                });
    } else {
        read_request();
    }
}

template <class Stream>
void Connection<Stream>::read_request() {
    parser_.emplace();
    parser_->header_limit(header_most);
    parser_->body_limit(body_most);
    beast::get_lowest_layer(stream_).expires_after(worker_.options.handshake_most);
    http::async_read(under(), buffer_, *parser_,
                     [self = this->shared_from_this()](beast::error_code error, std::size_t) {
                         self->on_request(error);
                     });
}

template <class Stream>
void Connection<Stream>::on_request(beast::error_code error) {
    if (error == http::error::header_limit || error == http::error::body_limit) {
        answer(http::status::payload_too_large, "text/plain", "too large\n", false, false);
        return;
    }
    if (error == http::error::end_of_stream || error == beast::error::timeout || !parser_) {
        return drop();
    }
    if (error && error.category() == http::make_error_code(http::error::bad_method).category()) {
        answer(http::status::bad_request, "text/plain", "this is not HTTP\n", false, false);
        return;
    }
    if (error) return drop();
    if (websocket::is_upgrade(parser_->get())) return upgrade();
    answer_request();
}

template <class Stream>
void Connection<Stream>::answer_request() {
    const auto& request = parser_->get();
    HttpAnswer got;
    try {
        got = worker_.visitors.answer({view(request.method_string()), view(request.target())});
    } catch (const std::exception&) {
        got = {500, "text/plain; charset=utf-8", "something went wrong here\n", false};
    }
    answer(static_cast<http::status>(got.status), got.type, std::move(got.body),
           request.keep_alive(), got.for_ever, request.method() == http::verb::head);
}

template <class Stream>
void Connection<Stream>::answer(http::status status, std::string_view type, std::string body,
                                bool keep, bool for_ever, bool head_alone) {
    response_ = {};
    response_.result(status);
    response_.version(11);
    response_.set(http::field::content_type, beast::string_view(type.data(), type.size()));
    response_.set(http::field::cache_control,
                  for_ever ? "public, max-age=31536000, immutable" : "no-store");
    response_.set("X-Content-Type-Options", "nosniff");
    response_.set("X-Frame-Options", "DENY");
    response_.set("Referrer-Policy", "no-referrer");
    response_.set("Content-Security-Policy",
                  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
                  "connect-src 'self'; base-uri 'none'; form-action 'self'; "
                  "frame-ancestors 'none'");
    response_.keep_alive(keep);
    response_.content_length(body.size());  // of what a GET would get, also when it is not sent
    if (!head_alone) response_.body() = std::move(body);
    beast::get_lowest_layer(stream_).expires_after(worker_.options.handshake_most);
    http::async_write(
        under(), response_,
        [self = this->shared_from_this(), keep](beast::error_code error, std::size_t) {
            if (error || !keep) return self->drop();
            self->read_request();
        });
}

template <class Stream>
std::optional<std::string> Connection<Stream>::wrong_with_upgrade() const {
    const auto& request = parser_->get();
    if (request.target() != "/socket") return "the socket is at /socket\n";
    const std::string_view offered = view(request[http::field::sec_websocket_protocol]);
    if (!lists(offered, worker_.options.protocol)) {
        return "this server speaks " + std::string(worker_.options.protocol) + "\n";
    }
    // A page of another site in somebody's browser is turned away. Programs have no origin.
    const std::string origin(view(request[http::field::origin]));
    if (request.find(http::field::origin) == request.end()) return std::nullopt;
    const std::string host(view(request[http::field::host]));
    const auto& allowed = worker_.options.origins;
    const bool known = origin == "http://" + host || origin == "https://" + host ||
                       std::ranges::find(allowed, origin) != allowed.end();
    if (!known) return "pages of " + origin + " may not connect here\n";
    return std::nullopt;
}

template <class Stream>
void Connection<Stream>::upgrade() {
    if (const auto wrong = wrong_with_upgrade()) {
        const bool foreign = wrong->starts_with("pages");
        return answer(foreign ? http::status::forbidden : http::status::bad_request, "text/plain",
                      *wrong, false, false);
    }
    if (!worker_.visitors.is_open()) {
        return answer(http::status::service_unavailable, "text/plain", "not ready yet\n", false,
                      false);
    }
    if (worker_.count > worker_.options.connections_most) {
        return answer(http::status::service_unavailable, "text/plain", "too many connections\n",
                      false, false);
    }
    beast::get_lowest_layer(stream_).expires_never();
    beast::error_code ignored;
    beast::get_lowest_layer(stream_).socket().set_option(tcp::no_delay(true), ignored);
    websocket::stream_base::timeout timeout;
    timeout.handshake_timeout = worker_.options.handshake_most;
    timeout.idle_timeout = websocket::stream_base::none();  // see keep_alive()
    timeout.keep_alive_pings = false;
    stream_.set_option(timeout);
    stream_.set_option(websocket::stream_base::decorator([this](websocket::response_type& to) {
        const std::string_view protocol = worker_.options.protocol;
        to.set(http::field::sec_websocket_protocol,
               beast::string_view(protocol.data(), protocol.size()));
    }));
    stream_.read_message_max(worker_.options.message_most);
    stream_.auto_fragment(false);
    stream_.text(true);
    stream_.async_accept(
        parser_->get(), [self = this->shared_from_this()](beast::error_code error) {
            if (error) return self->drop();
            self->parser_.reset();
            self->open_ = true;
            self->buffer_.clear();  // what came before we agreed is not heard
            self->heard_ = Clock::now();
            self->stream_.next_layer().seen = [at = self.get()](auto bytes) { at->look_at(bytes); };
            self->worker_.open.emplace(self->id_.number, self);
            self->worker_.visitors.came(self->id_);
            self->keep_alive();
            self->read();
        });
}

// Beast's own pings come after half of the silence that it bears; ours come as often as is said,
// and whatever arrives, if only the answer to a ping, shows that somebody is there.
template <class Stream>
void Connection<Stream>::keep_alive() {
    timer_.expires_after(worker_.options.ping_every);
    timer_.async_wait([self = this->shared_from_this()](beast::error_code error) {
        if (error || !self->open_ || self->closing_) return;
        if (Clock::now() - self->heard_ >= self->worker_.options.silence_most) return self->drop();
        if (!self->pinging_) {
            self->pinging_ = true;
            self->stream_.async_ping({}, [self](beast::error_code) { self->pinging_ = false; });
        }
        self->keep_alive();
    });
}

template <class Stream>
void Connection<Stream>::look_at(std::span<const std::uint8_t> bytes) {
    heard_ = Clock::now();
    if (closing_) return;
    switch (frames_.take(bytes, heard_)) {
        case Frames::Verdict::fine: return;
        case Frames::Verdict::too_many_fragments:
            return close(websocket::close_code::policy_error, "too many fragments");
        case Frames::Verdict::too_many_controls:
            return close(websocket::close_code::policy_error, "too many control frames");
    }
}

// Piece by piece: Beast's own loop over the pieces fails a check of its own when a message in
// fragments is closed in its middle.
template <class Stream>
void Connection<Stream>::read() {
    stream_.async_read_some(buffer_.prepare(piece), [self = this->shared_from_this()](
                                                        beast::error_code error, std::size_t size) {
        self->buffer_.commit(size);
        if (!error && !self->stream_.is_message_done()) return self->read();
        self->on_text(error);
    });
}

template <class Stream>
void Connection<Stream>::on_text(beast::error_code error) {
    if (error) return drop();
    if (closing_ || last_) {  // what it still says is not heard, until it says goodbye
        buffer_.consume(buffer_.size());
        return read();
    }
    if (!bucket_.take(Clock::now())) {
        return close(websocket::close_code::policy_error, "too many messages");
    }
    if (!stream_.got_text()) return close(websocket::close_code::bad_payload, "texts only");
    const auto data = buffer_.cdata();
    const bool understood =
        worker_.visitors.said(id_, {static_cast<const char*>(data.data()), data.size()});
    buffer_.consume(buffer_.size());
    // What was wrong is still to be said; then it is closed.
    if (!understood && ++nonsense_ >= nonsense_most) last_ = true;
    read();
}

template <class Stream>
void Connection<Stream>::send(Delivery& delivery) {
    if (!open_ || closing_) return;
    for (Text& message : delivery.messages) {
        waiting_bytes_ += message->size();
        waiting_.push_back(std::move(message));
    }
    if (delivery.message_most) stream_.read_message_max(*delivery.message_most);
    if (delivery.last && !last_) why_ = delivery.why;
    last_ = last_ || delivery.last;
    // A picture with a hole in it is worse than none: whoever can't follow starts again.
    // What one turn says at once may be larger.
    if (!leaving_.empty() && waiting_bytes_ > worker_.options.backlog_most) return drop();
    if (leaving_.empty()) write();
}

template <class Stream>
void Connection<Stream>::write() {
    if (waiting_.empty()) {
        if (last_) close(websocket::close_code::policy_error, why_);
        return;
    }
    // One buffer: Beast walks over a list of them several times, which takes longer than a copy.
    leaving_.reserve(waiting_bytes_ + waiting_.size() + 1);
    for (const Text& message : waiting_) {
        leaving_ += leaving_.empty() ? '[' : ',';
        leaving_ += *message;
    }
    leaving_ += ']';
    waiting_.clear();
    waiting_bytes_ = 0;
    stream_.async_write(asio::buffer(leaving_),
                        [self = this->shared_from_this()](beast::error_code error, std::size_t) {
                            self->leaving_.clear();
                            if (error) return self->drop();
                            if (!self->closing_) self->write();
                        });
}

template <class Stream>
void Connection<Stream>::close(websocket::close_code code, std::string_view why) {
    if (closing_) return;
    closing_ = true;
    const websocket::close_reason reason(code, beast::string_view(why.data(), why.size()));
    stream_.async_close(reason,
                        [self = this->shared_from_this()](beast::error_code) { self->drop(); });
    // Whoever does not take the goodbye is not waited for.
    timer_.expires_after(worker_.options.handshake_most);
    timer_.async_wait([self = this->shared_from_this()](beast::error_code error) {
        if (!error) self->drop();
    });
}

template <class Stream>
void Connection<Stream>::say_goodbye() {
    close(websocket::close_code::going_away, "the server stops");
}

template <class Stream>
void Connection<Stream>::drop() {
    timer_.cancel();
    if (open_) {
        open_ = false;
        worker_.visitors.left(id_);
        worker_.open.erase(id_.number);
    }
    beast::error_code ignored;
    beast::get_lowest_layer(stream_).socket().shutdown(tcp::socket::shutdown_both, ignored);
    beast::get_lowest_layer(stream_).close();
}

}  // namespace sicbo::server
