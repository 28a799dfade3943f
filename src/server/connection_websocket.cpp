// SPDX-License-Identifier: MIT
#include "server/connection_websocket.h"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "server/frame_limiter.h"
#include "server/transport_stream.h"

namespace sicbo::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using websocket::close_code;

constexpr std::size_t read_size = 4 << 10;

beast::string_view view(std::string_view text) { return {text.data(), text.size()}; }

// Lives as long as an operation on its stream is under way, or its worker holds it.
class WebSocketConnection : public OpenWebSocket,
                            public std::enable_shared_from_this<WebSocketConnection> {
public:
    ~WebSocketConnection() override { worker_.totals.backlogs -= queue_bytes_ + outgoing_bytes_; }
    WebSocketConnection(const WebSocketConnection&) = delete;
    WebSocketConnection& operator=(const WebSocketConnection&) = delete;
    WebSocketConnection(Worker& worker, std::unique_ptr<Transport> transport, ConnectionSlot slot,
                        const Network::Service* service)
        : worker_(worker),
          service_(service),
          handler_(service ? *service->handler : worker.handler),
          slot_(std::move(slot)),
          id_(worker.next_id()),
          stream_(std::move(transport)),
          timer_(worker.context),
          messages_(worker.options.messages_per_second),
          frames_(worker.options.fragments_max, worker.options.controls_per_second) {}

    void accept(const HttpUpgradeRequest& request);
    void send(Delivery& delivery) override;
    void go_away() override { close(close_code::going_away, "the server stops"); }

private:
    void set_options();
    void on_accept(ErrorCode error);
    void wait_to_ping();
    void on_bytes(std::span<const std::uint8_t> bytes);
    void read();
    void on_message(ErrorCode error);
    void write();
    void fill_frame();
    std::size_t backlog_max() const;
    void close(close_code code, std::string_view reason);
    void drop();

    Worker& worker_;
    const Network::Service* service_;  // null: a client at /socket
    ConnectionHandler& handler_;
    ConnectionSlot slot_;
    ConnectionId id_;
    // Without compression, which the protocol does not use.
    websocket::stream<TransportStream, false> stream_;
    Timer timer_;  // the next ping; after close(), the deadline of the closing handshake
    beast::flat_buffer incoming_;
    bool open_ = false;
    bool closing_ = false;  // the closing handshake has begun; nothing more is sent
    bool pinging_ = false;
    SteadyClock::time_point received_at_ = SteadyClock::now();  // the last byte
    TokenBucket messages_;
    FrameLimiter frames_;
    std::uint32_t unreadable_ = 0;  // messages that the handler could not read
    std::vector<SharedMessage> queue_;
    std::size_t queue_bytes_ = 0;
    std::size_t outgoing_bytes_ = 0;  // of queue_bytes_ before, which are being written
    bool close_after_queue_ = false;
    std::string_view close_reason_ = Delivery().close_reason;
    std::string outgoing_;  // the payload of the frame that is being written
};

void WebSocketConnection::set_options() {
    websocket::stream_base::timeout timeout;
    timeout.handshake_timeout = worker_.options.handshake_max;
    timeout.idle_timeout = websocket::stream_base::none();  // wait_to_ping() does that
    timeout.keep_alive_pings = false;
    stream_.set_option(timeout);
    stream_.set_option(websocket::stream_base::decorator([this](websocket::response_type& to) {
        to.set(http::field::sec_websocket_protocol,
               view(service_ ? service_->protocol : worker_.options.protocol));
    }));
    stream_.read_message_max(worker_.options.message_max);
    stream_.auto_fragment(false);
    stream_.text(true);
}

void WebSocketConnection::accept(const HttpUpgradeRequest& request) {
    stream_.next_layer().transport().send_without_delay();
    set_options();
    stream_.async_accept(request,
                         [self = shared_from_this()](ErrorCode error) { self->on_accept(error); });
}

void WebSocketConnection::on_accept(ErrorCode error) {
    if (error) return drop();
    open_ = true;
    received_at_ = SteadyClock::now();
    stream_.next_layer().on_read = [this](auto bytes) { on_bytes(bytes); };
    worker_.add(id_, shared_from_this());
    handler_.on_connect(id_, slot_.peer);
    wait_to_ping();
    read();
}

// Beast's own pings come after half of the silence that it tolerates. Ours come every
// ping_interval, and any byte that arrives shows that the peer is there.
void WebSocketConnection::wait_to_ping() {
    timer_.expires_after(worker_.options.ping_interval);
    timer_.async_wait([self = shared_from_this()](ErrorCode error) {
        if (error || !self->open_ || self->closing_) return;
        if (SteadyClock::now() - self->received_at_ >= self->worker_.options.silence_max) {
            return self->drop();
        }
        if (!self->pinging_) {
            self->pinging_ = true;
            self->stream_.async_ping({}, [self](ErrorCode) { self->pinging_ = false; });
        }
        self->wait_to_ping();
    });
}

void WebSocketConnection::on_bytes(std::span<const std::uint8_t> bytes) {
    received_at_ = SteadyClock::now();
    if (closing_) return;
    switch (frames_.take(bytes, received_at_)) {
        case FrameLimiter::Violation::none: return;
        case FrameLimiter::Violation::too_many_fragments:
            return close(close_code::policy_error, "too many fragments");
        case FrameLimiter::Violation::too_many_controls:
            return close(close_code::policy_error, "too many control frames");
    }
}

// Reads a message piece by piece: Beast's own loop over the pieces fails an assertion if the
// connection is closed in the middle of a fragmented message.
void WebSocketConnection::read() {
    stream_.async_read_some(incoming_.prepare(read_size),
                            [self = shared_from_this()](ErrorCode error, std::size_t size) {
                                self->incoming_.commit(size);
                                if (!error && !self->stream_.is_message_done()) {
                                    return self->read();
                                }
                                self->on_message(error);
                            });
}

void WebSocketConnection::on_message(ErrorCode error) {
    if (error) return drop();
    if (closing_ || close_after_queue_) {  // ignored; only the peer's close frame counts
        incoming_.consume(incoming_.size());
        return read();
    }
    if (!messages_.take(SteadyClock::now()))
        return close(close_code::policy_error, "too many messages");
    if (!stream_.got_text())
        return close(close_code::bad_payload, "only text messages are accepted");
    const auto data = incoming_.cdata();
    using Received = ConnectionHandler::Received;
    const Received received =
        handler_.on_message(id_, {static_cast<const char*>(data.data()), data.size()});
    incoming_.consume(incoming_.size());
    if (received == Received::overloaded) {
        return close(close_code::try_again_later, "the server is overloaded");
    }
    // The reply that says what was wrong is still to come; then the connection is closed.
    if (received == Received::unreadable && ++unreadable_ >= worker_.options.unreadable_max) {
        close_after_queue_ = true;
        close_reason_ = "too many messages that cannot be read";
    }
    read();
}

void WebSocketConnection::send(Delivery& delivery) {
    if (!open_ || closing_) return;
    std::size_t added = 0;
    for (SharedMessage& message : delivery.messages) {
        added += message->size();
        queue_.push_back(std::move(message));
    }
    queue_bytes_ += added;
    worker_.totals.backlogs += added;
    if (delivery.message_max) stream_.read_message_max(*delivery.message_max);
    if (delivery.close_afterwards && !close_after_queue_) close_reason_ = delivery.close_reason;
    close_after_queue_ = close_after_queue_ || delivery.close_afterwards;
    // A client that misses a message would show a wrong state, so a slow client is disconnected and
    // starts again. The messages of one delivery may exceed the limit.
    if (!outgoing_.empty() && queue_bytes_ > backlog_max()) return drop();
    if (outgoing_.empty()) write();
}

// How many bytes may wait for this connection. Once all connections together have more unsent than
// they may, it is half of an equal share: then those go that take most of the memory.
std::size_t WebSocketConnection::backlog_max() const {
    const Network::Options& options = worker_.options;
    if (worker_.totals.backlogs <= options.backlogs_max) return options.backlog_max;
    const std::size_t count = std::max<std::size_t>(worker_.totals.connections, 1);
    return std::min(options.backlog_max, options.backlogs_max / (2 * count));
}

// Moves what is sent next from the queue to `outgoing_`.
void WebSocketConnection::fill_frame() {
    if (service_) {
        outgoing_ = *queue_.front();
        queue_.erase(queue_.begin());
        outgoing_bytes_ = outgoing_.size();
        queue_bytes_ -= outgoing_bytes_;
        return;
    }
    // One buffer: Beast walks over a list of buffers several times, which takes longer than a copy.
    outgoing_.reserve(queue_bytes_ + queue_.size() + 1);
    for (const SharedMessage& message : queue_) {
        outgoing_ += outgoing_.empty() ? '[' : ',';
        outgoing_ += *message;
    }
    outgoing_ += ']';
    queue_.clear();
    outgoing_bytes_ = std::exchange(queue_bytes_, 0);
}

void WebSocketConnection::write() {
    if (queue_.empty()) {
        if (close_after_queue_) close(close_code::policy_error, close_reason_);
        return;
    }
    fill_frame();
    stream_.async_write(
        asio::buffer(outgoing_), [self = shared_from_this()](ErrorCode error, std::size_t) {
            self->outgoing_.clear();
            self->worker_.totals.backlogs -= std::exchange(self->outgoing_bytes_, 0);
            if (error) return self->drop();
            if (!self->closing_) self->write();
        });
}

void WebSocketConnection::close(close_code code, std::string_view reason) {
    if (closing_) return;
    closing_ = true;
    stream_.async_close(websocket::close_reason(code, view(reason)),
                        [self = shared_from_this()](ErrorCode) { self->drop(); });
    timer_.expires_after(worker_.options.handshake_max);
    timer_.async_wait([self = shared_from_this()](ErrorCode error) {
        if (!error) self->drop();
    });
}

// Ends the connection at once. May be called again.
void WebSocketConnection::drop() {
    timer_.cancel();
    stream_.next_layer().transport().close();
    if (!open_) return;
    open_ = false;
    handler_.on_disconnect(id_);
    worker_.remove(id_);
}

}  // namespace

void start_websocket(Worker& worker, std::unique_ptr<Transport> transport, ConnectionSlot slot,
                     const HttpUpgradeRequest& request, const Network::Service* service) {
    std::make_shared<WebSocketConnection>(worker, std::move(transport), std::move(slot), service)
        ->accept(request);
}

}  // namespace sicbo::server
