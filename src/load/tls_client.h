// SPDX-License-Identifier: MIT
// The client's side of TLS without a socket: bytes of the network go in and come out, and so do the
// bytes that they carry. One thread at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/result.h"

namespace sicbo::load {

// Which servers are trusted. Connections share it.
class TlsTrust {
public:
    // Trusts servers whose certificate is in the PEM file, or is signed by one in it. An empty path
    // means the authorities that this machine trusts.
    static Result<std::shared_ptr<const TlsTrust>> open(const std::string& authorities);

    struct Context;
    explicit TlsTrust(std::shared_ptr<Context> context) : context_(std::move(context)) {}
    const Context& context() const { return *context_; }

private:
    std::shared_ptr<Context> context_;
};

class TlsClient {
public:
    // Begins a connection to the server at `host`, an address in numbers, which its certificate
    // must name.
    TlsClient(std::shared_ptr<const TlsTrust> trust, const std::string& host);
    ~TlsClient();
    TlsClient(const TlsClient&) = delete;
    TlsClient& operator=(const TlsClient&) = delete;

    // Takes what has arrived from the network, and appends to `text` what it carried. Returns an
    // error if the server is not trusted or does not speak TLS; the caller must end the connection
    // then.
    Result<void> receive(std::string_view bytes, std::string& text);

    // Takes the text to be sent, or nothing of it as long as the handshake lasts: then the caller
    // keeps it and calls again after receive(). Returns true if it was taken.
    bool send(std::string_view text);

    // Moves out what must go to the network.
    std::string take_output();

private:
    struct Connection;
    Result<void> shake_hands();

    std::shared_ptr<const TlsTrust> trust_;
    std::unique_ptr<Connection> connection_;
};

}  // namespace sicbo::load
