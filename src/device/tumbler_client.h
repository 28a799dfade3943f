// SPDX-License-Identifier: MIT
// The server's end of the tumbler protocol for one tumbler: it opens a SecureLine on each
// connection, and hands on only what the tumbler with the expected key has sent, in order, and
// where required signed.
//
// It keeps no time and opens no socket: the caller passes the time, a TumblerTransport carries the
// lines. All methods run on the caller's thread (the loop thread in the server).
#pragma once

#include "device/tumbler_transport.h"

namespace sicbo::device {

class TumblerClient {
public:
    struct Options {
        TableId table;
        SigningKey key;         // the server's own key
        PublicKey tumbler;      // the key that the tumbler must prove
        bool training = false;  // a simulated tumbler is accepted at training tables only
    };
    TumblerClient(const Options& options, std::unique_ptr<TumblerTransport> transport);

    // Handles what was received up to `at` and returns the next message for the caller; nothing if
    // there is none. Authenticates each new connection by itself; `results` is the counter of the
    // last result that was journalled, which the tumbler continues from. Returns an error if the
    // tumbler violated the protocol, or if lines were lost or changed on the way; the connection
    // has been ended then. Call it until it returns nothing.
    Result<std::optional<FromTumbler>> receive(std::uint64_t results, Instant at);
    // When the next message is due, where that is known beforehand.
    std::optional<Instant> next_message_at() const { return transport_->next_message_at(); }

    // Returns true once both sides of the present connection are authenticated.
    bool is_ready() const { return ready_; }
    // Sends a message. Requires is_ready().
    void send(const ToTumbler& message);
    // Ends the present connection; the next one is authenticated again.
    void reconnect();

    const PublicKey& tumbler() const { return options_.tumbler; }
    // The number of the connection that the last receive() saw; 0 if there was none.
    std::uint64_t connection() const { return connection_; }
    // How many messages the tumbler has sent, over all connections.
    std::uint64_t received() const { return received_; }
    // Why the last attempt to connect failed; empty while there is a connection.
    std::string last_error() const { return transport_->last_error(); }
    // Makes a simulated tumbler fail once in this way.
    void inject_fault(TumblerFault fault) { transport_->inject_fault(fault); }

private:
    void begin_connection();
    Result<std::optional<FromTumbler>> handle(std::string_view text);
    std::unexpected<Error> disconnect(std::string why);

    Options options_;
    std::unique_ptr<TumblerTransport> transport_;
    std::uint64_t connection_ = 0;
    std::optional<SecureLine> line_;  // none while there is no connection, or a broken one
    bool ready_ = false;
    std::uint64_t received_ = 0;
};

}  // namespace sicbo::device
