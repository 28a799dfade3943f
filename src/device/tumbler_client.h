// SPDX-License-Identifier: MIT
// The server's end of the tumbler protocol for one tumbler: it authenticates both sides, and hands
// on only what the tumbler with the expected key has sent and, where required, signed.
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
    // last result that was journalled, which the tumbler continues from. A Failure is returned
    // before the authentication too: use it for the log only. Returns an error if the tumbler
    // violated the protocol; the connection has been ended then. Call it until it returns nothing.
    Result<std::optional<FromTumbler>> receive(std::uint64_t results, Instant at);
    // When the next message is due, where that is known beforehand.
    std::optional<Instant> next_message_at() const { return transport_->next_message_at(); }

    // Returns true once both sides of the present connection are authenticated.
    bool is_ready() const { return ready_; }
    // Sends a message, and signs it if it is an Arm. Requires is_ready().
    void send(ToTumbler message);

    const PublicKey& tumbler() const { return options_.tumbler; }
    // The number of the connection that the last receive() saw; 0 if there was none.
    std::uint64_t connection() const { return connection_; }
    // Why the last attempt to connect failed; empty while there is a connection.
    std::string last_error() const { return transport_->last_error(); }
    // Makes a simulated tumbler fail once in this way.
    void inject_fault(TumblerFault fault) { transport_->inject_fault(fault); }

private:
    Result<void> authenticate(const Welcome& message);
    std::unexpected<Error> disconnect(std::string why);

    Options options_;
    std::unique_ptr<TumblerTransport> transport_;
    std::uint64_t connection_ = 0;
    bool ready_ = false;
    Hash nonce_;
    Hash nonce_of_tumbler_;
};

}  // namespace sicbo::device
