// SPDX-License-Identifier: MIT
#include "server/transport.h"

#include <boost/asio/post.hpp>

namespace sicbo::server {
namespace {

using boost::asio::ip::tcp;

class PlainTransport : public Transport {
public:
    using Transport::Transport;

    void async_handshake(Completion completion) override {
        boost::asio::post(executor(), [completion = std::move(completion)]() mutable {
            completion(ErrorCode(), 0);
        });
    }
    void async_read_some(boost::asio::mutable_buffer buffer, Completion completion) override {
        socket().async_read_some(buffer, std::move(completion));
    }
    void async_write_some(const WriteBuffers& buffers, Completion completion) override {
        socket().async_write_some(buffers, std::move(completion));
    }
    void async_shutdown(Completion completion) override {
        async_shutdown_socket(std::move(completion));
    }
};

}  // namespace

void Transport::send_without_delay() {
    ErrorCode ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
}

void Transport::close() {
    ErrorCode ignored;
    socket_.shutdown(tcp::socket::shutdown_both, ignored);
    socket_.close(ignored);
}

void Transport::async_shutdown_socket(Completion completion) {
    ErrorCode ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    discard(std::move(completion));
}

// If the socket were closed with unread bytes in it, the kernel would reset the connection, and the
// peer could lose the last bytes that we sent.
void Transport::discard(Completion completion) {
    socket_.async_read_some(
        boost::asio::buffer(discarded_),
        [this, completion = std::move(completion)](ErrorCode error, std::size_t) mutable {
            if (!error) return discard(std::move(completion));
            completion(error == boost::asio::error::eof ? ErrorCode() : error, 0);
        });
}

std::unique_ptr<Transport> make_plain_transport(StreamSocket socket) {
    return std::make_unique<PlainTransport>(std::move(socket));
}

}  // namespace sicbo::server
