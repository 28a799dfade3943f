// SPDX-License-Identifier: MIT
// The frames between a gateway and a server: bytes in which one connection carries those of many
// clients. docs/formats/gateway.md specifies them.
//
// No socket, key or session in here: frames travel in the sealed lines of device/secure_line.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/choice.h"
#include "core/codec.h"
#include "wire/message.h"

namespace sicbo::wire::gateway {

inline constexpr std::string_view protocol = "sicbo-gateway-v1";
inline constexpr std::string_view path = "/gateway";

inline constexpr std::size_t line_text_max = 256 << 10;  // bytes of the text of one sealed line
inline constexpr std::size_t frame_max = 16 << 20;       // bytes of one frame
// Numbers of clients are from 1 to this.
inline constexpr std::uint64_t client_max = (std::uint64_t{1} << 40) - 1;

// Who a client is, as server::Peer.
struct Origin {
    std::string address;        // in numbers; never empty
    std::string certificate;    // SHA-256 of the client's certificate, if it was verified
    std::string local_address;  // where the connection arrived, in numbers
};

// From a gateway.

// A client has connected. The gateway chooses the number, and uses none twice on one line.
struct Opened {
    std::uint64_t client = 0;
    bool cabinet = false;  // a cabinet of a terminal; otherwise it speaks the protocol of pages
    Origin origin;
};
// A client has sent a message.
struct Sent {
    std::uint64_t client = 0;
    std::string text;
};
// A client is gone, or was told that it is.
struct Closed {
    std::uint64_t client = 0;
};
// An HTTP request, to be answered with a Response of the same number.
struct Call {
    std::uint64_t number = 0;
    Origin origin;
    std::string method;
    std::string target;
    std::string authorization;
    std::string content_type;
    std::string accept_encoding;
    std::string body;
};
// To be answered with a Pong of the same number.
struct Ping {
    std::uint64_t number = 0;
};
using FromGateway = Choice<Opened, Sent, Closed, Call, Ping>;

// To a gateway.

// The first frame.
struct Welcome {
    std::string pages;          // the hash of the pages in the server's program
    std::string media_origins;  // of HTTP responses with pages
};
// Messages to one client.
struct Deliver {
    std::uint64_t client = 0;
    std::vector<std::string> messages;
    bool close = false;  // close the client's connection after the messages
    std::string close_reason = {};
    std::uint32_t message_max = 0;  // new limit of the client's messages, in bytes; 0: as before
};
// A change of a topic, to every client that is subscribed to it.
struct Publish {
    Topic topic;
    std::string message;
};
// From now on the client gets what is published about the topic. Its snapshot was delivered.
struct Subscribed {
    std::uint64_t client = 0;
    Topic topic;
};
// From now on it does not.
struct Unsubscribed {
    std::uint64_t client = 0;
    Topic topic;
};
// The response to a Call, as server::HttpResponse.
struct Response {
    std::uint64_t number = 0;
    std::uint16_t status = 200;
    std::string type;
    std::string body;
    bool immutable = false;
    std::string encoding = {};
    bool is_negotiated = false;
    std::string allow = {};
    std::string media_origins = {};
};
struct Pong {
    std::uint64_t number = 0;
};
using ToGateway = Choice<Welcome, Deliver, Publish, Subscribed, Unsubscribed, Response, Pong>;

// Appends the frame with its length to the bytes.
void append_frame(std::string& to, const FromGateway& frame);
void append_frame(std::string& to, const ToGateway& frame);

// Reads one frame, given without its length. An error names what is wrong.
Result<FromGateway> read_from_gateway(std::string_view frame);
Result<ToGateway> read_to_gateway(std::string_view frame);

// Splits what arrives in pieces into frames.
class FrameReader {
public:
    void append(std::string_view bytes);

    // Returns the next frame without its length, valid until the next append(); nothing if it has
    // not arrived completely. Returns an error if a frame is longer than frame_max; nothing after
    // it can be read.
    Result<std::optional<std::string_view>> next();

private:
    std::string bytes_;
    std::size_t at_ = 0;
};

}  // namespace sicbo::wire::gateway
