// SPDX-License-Identifier: MIT
// A connection to one tumbler, as the server sees it: text lines go out and come in. It knows no
// message and no key; device/tumbler_client.h does. Over TCP, or to a simulated tumbler in the same
// process.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "device/simulated_tumbler.h"

namespace sicbo::device {

// Every method is called from one thread, that of the TumblerClient, and returns at once.
class TumblerTransport {
public:
    TumblerTransport() = default;
    TumblerTransport(const TumblerTransport&) = delete;
    TumblerTransport& operator=(const TumblerTransport&) = delete;
    virtual ~TumblerTransport() = default;

    // The number of the present connection, counted from 1; 0 while there is none. A number that
    // differs from the last one is a new connection, on which nothing has been proved yet.
    virtual std::uint64_t connection() = 0;
    // Queues one line, given without its line feed. The line is lost if there is no connection.
    virtual void send(std::string line) = 0;
    // Takes the next line received, without its line feed; nothing if none is due at `at`.
    virtual std::optional<std::string> receive(Instant at) = 0;
    // When the next line is due, where that is known beforehand (a simulated tumbler).
    virtual std::optional<Instant> next_message_at() { return std::nullopt; }
    // Why the last attempt to connect failed; empty while there is a connection.
    virtual std::string last_error() { return {}; }
    // Ends the present connection. The transport connects again by itself.
    virtual void disconnect() = 0;
    // Makes a simulated tumbler fail once in this way. A real one ignores it.
    virtual void inject_fault(TumblerFault) {}
};

// A simulated tumbler inside this process; `now` gives the time at which lines reach it.
std::unique_ptr<TumblerTransport> make_simulated_transport(const SimulatedTumbler::Options& options,
                                                           const std::function<Instant()>& now);

// A tumbler on the network. A thread of the transport connects, and connects again whenever the
// connection ends; it calls `wake` whenever a line or a change of the connection is to be handled.
// `address` is a numeric IPv4 or IPv6 address. `wake` must be safe to call from that thread until
// the transport is destroyed.
std::unique_ptr<TumblerTransport> make_tcp_transport(const std::string& address, std::uint16_t port,
                                                     std::function<void()> wake);

}  // namespace sicbo::device
