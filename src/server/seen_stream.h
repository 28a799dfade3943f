// For connection.h alone: a stream that shows what is read from it, between Beast's WebSocket and
// what it is made of.
#pragma once

#include <algorithm>
#include <boost/asio/bind_executor.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <cstdint>
#include <functional>
#include <span>

namespace sicbo::server {

template <class Next>
class SeenStream {
public:
    using next_layer_type = Next;
    using executor_type = typename Next::executor_type;

    explicit SeenStream(Next next) : next_(std::move(next)) {}

    executor_type get_executor() noexcept { return next_.get_executor(); }
    Next& next_layer() noexcept { return next_; }
    const Next& next_layer() const noexcept { return next_; }

    template <class Buffers, class Handler>
    void async_read_some(const Buffers& buffers, Handler&& handler) {
        const auto executor = boost::asio::get_associated_executor(handler, next_.get_executor());
        next_.async_read_some(
            buffers, boost::asio::bind_executor(
                         executor, [this, buffers, handler = std::forward<Handler>(handler)](
                                       boost::beast::error_code error, std::size_t size) mutable {
                             show(buffers, size);
                             std::move(handler)(error, size);
                         }));
    }

    template <class Buffers, class Handler>
    void async_write_some(const Buffers& buffers, Handler&& handler) {
        next_.async_write_some(buffers, std::forward<Handler>(handler));
    }

    std::function<void(std::span<const std::uint8_t>)> seen;

private:
    template <class Buffers>
    void show(const Buffers& buffers, std::size_t size) {
        if (!seen) return;
        for (const boost::asio::const_buffer one : boost::beast::buffers_range_ref(buffers)) {
            const std::size_t part = std::min(size, one.size());
            if (part > 0) seen({static_cast<const std::uint8_t*>(one.data()), part});
            size -= part;
        }
    }

    Next next_;
};

template <class Next>
void teardown(boost::beast::role_type role, SeenStream<Next>& stream,
              boost::beast::error_code& error) {
    using boost::beast::websocket::teardown;
    teardown(role, stream.next_layer(), error);
}

template <class Next, class Handler>
void async_teardown(boost::beast::role_type role, SeenStream<Next>& stream, Handler&& handler) {
    using boost::beast::websocket::async_teardown;
    async_teardown(role, stream.next_layer(), std::forward<Handler>(handler));
}

}  // namespace sicbo::server
