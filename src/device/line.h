// A connection to a tumbler, as the server has it: lines go out and come in. Over TCP, or to a
// simulated tumbler in the same process.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "device/simulated_tumbler.h"

namespace sicbo::device {

class Line {
public:
    Line() = default;
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;
    virtual ~Line() = default;

    // Counts connections: a new number is a new connection. 0: there is none.
    virtual std::uint64_t connection() = 0;
    virtual void send(std::string line) = 0;
    virtual std::optional<std::string> receive(Instant at) = 0;
    virtual std::optional<Instant> next() { return std::nullopt; }  // when there is a line for sure
    virtual std::string trouble() { return {}; }  // why there is no connection, once one was tried
    virtual void drop() = 0;                      // ends the connection; another is tried by itself
    virtual void misbehave(Misdeed) {}
};

std::unique_ptr<Line> simulated_line(const SimulatedTumbler::Options& options,
                                     const std::function<Instant()>& now);

// Keeps trying to connect, in a thread of its own; `wake` is called there when a line has come.
std::unique_ptr<Line> socket_line(const std::string& address, std::uint16_t port,
                                  std::function<void()> wake);

}  // namespace sicbo::device
