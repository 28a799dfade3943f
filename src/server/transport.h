// SPDX-License-Identifier: MIT
// A connected byte stream, plain or encrypted, behind one interface without templates.
//
// Beast's WebSocket is a template over the stream below it and slow to compile. It is instantiated
// once, for TransportStream (transport_stream.h), which forwards to this interface. Knows neither
// HTTP nor WebSockets.
#pragma once

#include <array>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <functional>
#include <memory>
#include <string>

namespace sicbo::server {

using ErrorCode = boost::system::error_code;
// The concrete executor: any_io_executor, Asio's default, is copied with every operation.
using Executor = boost::asio::io_context::executor_type;
using TcpSocket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;
// A stream of any kind: TCP, or a Unix socket on this machine.
using StreamSocket =
    boost::asio::basic_stream_socket<boost::asio::generic::stream_protocol, Executor>;

// All methods must be called on the thread that runs the socket's io_context. Completion handlers
// run on that thread too, never inside the call that started the operation. Like Asio's streams, a
// transport must live until its operations have completed, and so must their buffers.
class Transport {
public:
    using Completion = std::move_only_function<void(ErrorCode, std::size_t)>;
    // Beast writes a frame header and a payload together. Unused entries are empty.
    using WriteBuffers = std::array<boost::asio::const_buffer, 4>;

    explicit Transport(StreamSocket socket) : socket_(std::move(socket)) {}
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;
    virtual ~Transport() = default;

    // Completes the TLS handshake as the server. Without TLS it has nothing to do.
    virtual void async_handshake(Completion completion) = 0;

    // Reads at least one byte into the buffer and completes with the number of bytes.
    virtual void async_read_some(boost::asio::mutable_buffer buffer, Completion completion) = 0;

    // Writes some of the bytes, in order, and completes with their number.
    virtual void async_write_some(const WriteBuffers& buffers, Completion completion) = 0;

    // Ends the stream in order: tells the peer that no more comes, and completes when the peer has
    // closed its side. What the peer still sends is discarded. The caller must limit the time, by
    // close().
    virtual void async_shutdown(Completion completion) = 0;

    virtual bool is_encrypted() const { return false; }

    // SHA-256, in hexadecimal, of the certificate that the client has shown and that was verified
    // during the handshake; empty if it has shown none.
    virtual std::string peer_certificate() { return {}; }

    Executor executor() { return socket_.get_executor(); }

    // Small messages leave at once (TCP_NODELAY).
    void send_without_delay();

    // Closes the socket. Operations under way complete with an error. May be called again.
    void close();

protected:
    // Closes our side of the TCP connection and discards what arrives until the peer closes its.
    void async_shutdown_socket(Completion completion);

    StreamSocket& socket() { return socket_; }

private:
    void discard(Completion completion);

    StreamSocket socket_;
    std::array<char, 2048> discarded_;
};

std::unique_ptr<Transport> make_plain_transport(StreamSocket socket);

}  // namespace sicbo::server
