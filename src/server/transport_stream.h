// SPDX-License-Identifier: MIT
// The stream that Beast's WebSocket reads and writes: forwards to a Transport, and shows the bytes
// that arrive to an observer. For connection_websocket.cpp only.
#pragma once

#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/core/role.hpp>
#include <functional>
#include <span>

#include "server/transport.h"

namespace sicbo::server {

// Meets Beast's AsyncStream requirements for handlers without an executor or allocator of their
// own: a handler runs on the transport's executor.
class TransportStream {
public:
    using executor_type = Executor;

    explicit TransportStream(std::unique_ptr<Transport> transport)
        : transport_(std::move(transport)) {}

    executor_type get_executor() noexcept { return transport_->executor(); }
    Transport& transport() { return *transport_; }

    template <class Buffers, class Handler>
    void async_read_some(const Buffers& buffers, Handler&& handler) {
        boost::asio::mutable_buffer first;
        for (const boost::asio::mutable_buffer buffer : boost::beast::buffers_range_ref(buffers)) {
            first = buffer;
            if (first.size() > 0) break;
        }
        transport_->async_read_some(
            first, [this, data = first.data(), handler = std::forward<Handler>(handler)](
                       ErrorCode error, std::size_t size) mutable {
                if (on_read && size > 0) on_read({static_cast<const std::uint8_t*>(data), size});
                std::move(handler)(error, size);
            });
    }

    template <class Buffers, class Handler>
    void async_write_some(const Buffers& buffers, Handler&& handler) {
        Transport::WriteBuffers gathered;
        std::size_t count = 0;
        for (const boost::asio::const_buffer buffer : boost::beast::buffers_range_ref(buffers)) {
            if (buffer.size() == 0) continue;
            gathered[count++] = buffer;
            if (count == gathered.size()) break;
        }
        transport_->async_write_some(gathered, std::forward<Handler>(handler));
    }

    // Called with all bytes that arrive, before Beast reads them.
    std::function<void(std::span<const std::uint8_t>)> on_read;

private:
    std::unique_ptr<Transport> transport_;
};

// Beast calls these by name: at the end of the closing handshake, and when a time limit is over.
template <class Handler>
void async_teardown(boost::beast::role_type /*role*/, TransportStream& stream, Handler&& handler) {
    stream.transport().async_shutdown(
        [handler = std::forward<Handler>(handler)](ErrorCode error, std::size_t) mutable {
            std::move(handler)(error);
        });
}
inline void beast_close_socket(TransportStream& stream) { stream.transport().close(); }

}  // namespace sicbo::server
