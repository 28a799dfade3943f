// SPDX-License-Identifier: MIT
#include "server/connection_http.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <optional>

#include "server/connection_websocket.h"
#include "wire/api.h"

namespace sicbo::server {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;

constexpr std::size_t header_max = 8 << 10;
constexpr std::size_t body_max = 16 << 10;
constexpr std::size_t read_size = 4 << 10;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

// Returns true if the header value, a list of words separated by commas, contains the word.
bool list_contains(std::string_view list, std::string_view word) {
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        std::string_view entry = list.substr(0, comma);
        while (entry.starts_with(' ')) entry.remove_prefix(1);
        while (entry.ends_with(' ')) entry.remove_suffix(1);
        if (entry == word) return true;
        list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    }
    return false;
}

// Status line and headers. The length is that of the body of a GET, also in the response to HEAD.
std::string response_head(const HttpResponse& response, bool keep_alive, bool encrypted) {
    const auto status = static_cast<http::status>(response.status);
    std::string head = "HTTP/1.1 " + std::to_string(response.status) + " ";
    head += view(http::obsolete_reason(status));
    head += "\r\nContent-Type: ";
    head += response.type;
    head += "\r\nCache-Control: ";
    head += response.immutable ? "public, max-age=31536000, immutable" : "no-store";
    head +=
        "\r\nX-Content-Type-Options: nosniff\r\n"
        "X-Frame-Options: DENY\r\n"
        "Referrer-Policy: no-referrer\r\n"
        "Content-Security-Policy: default-src 'self'; style-src 'self' 'unsafe-inline'; ";
    if (response.media_origins.empty()) {
        head += "img-src 'self' data:; ";
    } else {
        head += "img-src 'self' data: " + response.media_origins + "; ";
        head += "media-src 'self' " + response.media_origins + "; ";
    }
    head += "connect-src 'self'";
    if (!response.connect_origins.empty()) head += " " + response.connect_origins;
    head += "; base-uri 'none'; form-action 'self'; frame-ancestors 'none'\r\n";
    if (encrypted) head += "Strict-Transport-Security: max-age=31536000\r\n";
    if (response.status == 401) head += "WWW-Authenticate: Bearer\r\n";
    if (response.status == 429) head += "Retry-After: 1\r\n";
    if (!response.location.empty()) head += "Location: " + response.location + "\r\n";
    if (!response.allow.empty()) head += "Allow: " + std::string(response.allow) + "\r\n";
    if (!response.encoding.empty()) {
        head += "Content-Encoding: " + std::string(response.encoding) + "\r\n";
    }
    if (response.is_negotiated) head += "Vary: Accept-Encoding\r\n";
    if (!keep_alive) head += "Connection: close\r\n";
    head += "Content-Length: " + std::to_string(response.body.size()) + "\r\n\r\n";
    return head;
}

// Lives as long as an operation on its transport is under way.
class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
public:
    HttpConnection(Worker& worker, std::unique_ptr<Transport> transport, ConnectionSlot slot)
        : worker_(worker),
          slot_(std::move(slot)),
          transport_(std::move(transport)),
          timer_(worker.context) {}

    void start();

private:
    using Parser = http::request_parser<http::string_body>;

    void read_request();
    void parse();
    enum class Head : std::uint8_t { incomplete, good, bad };
    Head check_head();
    void read_more();
    void on_request(ErrorCode error);
    std::optional<HttpResponse> refusal() const;
    void answer_request();
    bool hand_over(const HttpRequest& request);
    HttpResponse as_problem(HttpResponse response) const;
    void respond(const HttpResponse& response, bool keep_alive, bool head_only = false);
    void refuse(http::status status, std::string why);
    void write(bool keep_alive);
    void upgrade();
    const Network::Service* find_service() const;
    std::optional<HttpResponse> upgrade_refusal() const;
    void limit_time();
    void close();

    Worker& worker_;
    ConnectionSlot slot_;
    std::unique_ptr<Transport> transport_;  // null once the connection is a WebSocket
    Timer timer_;
    beast::flat_buffer buffer_;
    std::optional<Parser> parser_;
    bool head_checked_ = false;
    std::string response_;
    std::size_t written_ = 0;  // of response_
};

void HttpConnection::start() {
    limit_time();
    transport_->async_handshake([self = shared_from_this()](ErrorCode error, std::size_t) {
        if (error) return self->close();
        self->slot_.peer.certificate = self->transport_->peer_certificate();
        self->read_request();
    });
}

void HttpConnection::read_request() {
    parser_.emplace();
    parser_->header_limit(header_max);
    parser_->body_limit(body_max);
    parser_->eager(true);
    head_checked_ = false;
    limit_time();
    parse();
}

// Parses what has arrived, and reads more as long as the request is not complete.
void HttpConnection::parse() {
    ErrorCode error;
    const Head head = check_head();
    if (head == Head::incomplete) return read_more();
    if (head == Head::bad) return refuse(http::status::bad_request, "this is not HTTP\n");
    while (buffer_.size() > 0 && !error && !parser_->is_done()) {
        buffer_.consume(parser_->put(buffer_.data(), error));
    }
    if (error == http::error::need_more) error = {};
    if (error || parser_->is_done()) return on_request(error);
    read_more();
}

void HttpConnection::read_more() {
    transport_->async_read_some(buffer_.prepare(read_size),
                                [self = shared_from_this()](ErrorCode failed, std::size_t size) {
                                    if (failed) return self->close();
                                    self->buffer_.commit(size);
                                    self->parse();
                                });
}

// Looks at the head once all of it is there, before the parser does: the parser is more tolerant,
// except that it refuses a head that is too long.
HttpConnection::Head HttpConnection::check_head() {
    if (head_checked_) return Head::good;
    const auto data = buffer_.data();
    const std::string_view bytes(static_cast<const char*>(data.data()), data.size());
    const std::size_t end = bytes.find("\r\n\r\n");
    if (end == std::string_view::npos && bytes.size() <= header_max) {
        const bool is_text = std::ranges::none_of(
            bytes, [](char one) { return one >= 0 && one < ' ' && one != '\r' && one != '\n'; });
        return is_text ? Head::incomplete : Head::bad;
    }
    head_checked_ = true;
    if (end > header_max) return Head::good;
    return framing_problem(bytes.substr(0, end + 2)) ? Head::bad : Head::good;
}

// Why the request is refused, whatever it asks for; nothing if it is not.
std::optional<HttpResponse> HttpConnection::refusal() const {
    const Peer& peer = slot_.peer;
    if (peer.is_local()) return std::nullopt;
    const std::string_view host = view(parser_->get()[http::field::host]);
    if (!worker_.totals.names.is_known(host, peer.local_address)) {
        return HttpResponse{.status = 421,
                            .body =
                                "this server has another name; its `names` in the "
                                "configuration say which\n"};
    }
    if (!worker_.totals.admit_http(peer.network)) {
        return HttpResponse{.status = 429, .body = "too many requests\n"};
    }
    return std::nullopt;
}

void HttpConnection::on_request(ErrorCode error) {
    if (error == http::error::header_limit || error == http::error::body_limit) {
        return refuse(http::status::payload_too_large, "too large\n");
    }
    if (error) return refuse(http::status::bad_request, "this is not HTTP\n");
    if (auto refused = refusal()) return respond(as_problem(*refused), false);
    if (beast::websocket::is_upgrade(parser_->get())) return upgrade();
    answer_request();
}

void HttpConnection::answer_request() {
    const auto& request = parser_->get();
    const HttpRequest asked{view(request.method_string()),
                            view(request.target()),
                            view(request[http::field::accept_encoding]),
                            view(request[http::field::authorization]),
                            slot_.peer.network,
                            view(request[http::field::content_type]),
                            request.body(),
                            &slot_.peer};
    HttpResponse response;
    try {
        if (hand_over(asked)) return;
        response = worker_.handler.on_http_request(asked);
    } catch (const std::exception&) {
        response = as_problem({.status = 500, .body = "internal error\n"});
    }
    respond(response, request.keep_alive(), request.method() == http::verb::head);
}

// Returns true if the handler responds later. Until then the timer keeps the connection alive.
bool HttpConnection::hand_over(const HttpRequest& request) {
    ConnectionHandler::Respond later = [weak = weak_from_this(),
                                        &worker = worker_](HttpResponse response) mutable {
        boost::asio::post(worker.context, [weak = std::move(weak), response = std::move(response)] {
            const auto self = weak.lock();
            if (!self || !self->parser_) return;
            const auto& asked = self->parser_->get();
            self->respond(response, asked.keep_alive(), asked.method() == http::verb::head);
        });
    };
    if (!worker_.handler.take_http_request(request, later)) return false;
    timer_.expires_after(worker_.options.response_max);
    timer_.async_wait([self = shared_from_this()](ErrorCode error) {
        if (error || self->timer_.expiry() > SteadyClock::now()) return;
        self->close();
    });
    return true;
}

// Errors of an API are JSON (RFC 9457).
HttpResponse HttpConnection::as_problem(HttpResponse response) const {
    if (!wire::is_api_target(view(parser_->get().target()))) return response;
    const auto reason = [&]() -> std::string {
        switch (response.status) {
            case 413: return "too_large";
            case 421: return "misdirected";
            case 429: return "too_often";
            case 500: return "internal_error";
            default: return "bad_message";
        }
    };
    while (response.body.ends_with('\n')) response.body.pop_back();
    response.body = wire::write_problem({response.status, reason(), response.body});
    response.type = problem_type;
    return response;
}

void HttpConnection::refuse(http::status status, std::string why) {
    respond(as_problem(
                {.status = static_cast<int>(status), .type = "text/plain", .body = std::move(why)}),
            false);
}

void HttpConnection::respond(const HttpResponse& response, bool keep_alive, bool head_only) {
    response_ = response_head(response, keep_alive, transport_->is_encrypted());
    if (!head_only) response_ += response.body;
    if (!slot_.peer.is_local()) {
        worker_.totals.charge_http(slot_.peer.network, response_.size());
    }
    written_ = 0;
    limit_time();
    write(keep_alive);
}

void HttpConnection::write(bool keep_alive) {
    const Transport::WriteBuffers rest = {
        boost::asio::const_buffer(response_.data() + written_, response_.size() - written_)};
    transport_->async_write_some(
        rest, [self = shared_from_this(), keep_alive](ErrorCode error, std::size_t size) {
            if (error) return self->close();
            self->written_ += size;
            if (self->written_ < self->response_.size()) return self->write(keep_alive);
            if (!keep_alive) return self->close();
            self->read_request();
        });
}

// The service at the path of the request; null if there is none.
const Network::Service* HttpConnection::find_service() const {
    const auto& services = worker_.options.services;
    const auto at =
        std::ranges::find(services, view(parser_->get().target()), &Network::Service::path);
    return at == services.end() ? nullptr : &*at;
}

// What is wrong with a request for a WebSocket; nothing if it may become one.
std::optional<HttpResponse> HttpConnection::upgrade_refusal() const {
    const auto refusal = [](http::status status, std::string why) {
        return HttpResponse{
            .status = static_cast<int>(status), .type = "text/plain", .body = std::move(why)};
    };
    const auto& request = parser_->get();
    const Network::Options& options = worker_.options;
    const Network::Service* service = find_service();
    if (!service && request.target() != "/socket") {
        return refusal(http::status::bad_request, "the socket is at /socket\n");
    }
    const std::string_view offered = view(request[http::field::sec_websocket_protocol]);
    const std::string_view spoken = service ? service->protocol : options.protocol;
    if (!list_contains(offered, spoken)) {
        return refusal(http::status::bad_request,
                       "this server speaks " + std::string(spoken) + "\n");
    }
    // A page of another site in a browser must not connect. Programs send no origin.
    if (request.find(http::field::origin) != request.end()) {
        const std::string origin(view(request[http::field::origin]));
        const std::string_view host = view(request[http::field::host]);
        if (!worker_.totals.names.may_connect(origin, host)) {
            return refusal(http::status::forbidden,
                           "pages of " + origin + " may not connect here\n");
        }
    }
    const ConnectionHandler& handler = service ? *service->handler : worker_.handler;
    if (!handler.accepts_websockets()) {
        return refusal(http::status::service_unavailable, handler.why_no_websockets() + "\n");
    }
    if (worker_.totals.connections > options.connections_max) {
        return refusal(http::status::service_unavailable, "too many connections\n");
    }
    return std::nullopt;
}

void HttpConnection::upgrade() {
    if (auto refusal = upgrade_refusal()) return respond(*refusal, false);
    timer_.cancel();
    start_websocket(worker_, std::move(transport_), std::move(slot_), parser_->get(),
                    find_service());
}

// Closes the connection unless the current step is done within handshake_max.
void HttpConnection::limit_time() {
    timer_.expires_after(worker_.options.handshake_max);
    timer_.async_wait([weak = weak_from_this()](ErrorCode error) {
        const auto self = weak.lock();
        if (!self || error || self->timer_.expiry() > SteadyClock::now()) return;
        self->close();
    });
}

void HttpConnection::close() {
    timer_.cancel();
    if (transport_) transport_->close();
}

}  // namespace

void start_connection(Worker& worker, std::unique_ptr<Transport> transport, ConnectionSlot slot) {
    std::make_shared<HttpConnection>(worker, std::move(transport), std::move(slot))->start();
}

}  // namespace sicbo::server
