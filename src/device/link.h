// The server's end of one tumbler: greets it, holds it to its key, and gives out only what it has
// really said and signed.
#pragma once

#include "device/line.h"

namespace sicbo::device {

class Link {
public:
    struct Options {
        TableId table;
        SigningKey key;     // the server's
        PublicKey tumbler;  // whom it expects
        bool training = false;
    };
    Link(const Options& options, std::unique_ptr<Line> line);

    // Greets a new connection, and gives the next thing that the tumbler said; an error if it said
    // what it must not, and was hung up on. `results` is the last counter that was registered.
    Result<std::optional<FromTumbler>> receive(std::uint64_t results, Instant at);
    std::optional<Instant> next() const { return line_->next(); }

    bool is_ready() const { return ready_; }
    // Only once it is ready. An order to arm is signed here.
    void send(ToTumbler message);

    const PublicKey& tumbler() const { return options_.tumbler; }
    std::uint64_t connection() const { return connection_; }
    std::string trouble() const { return line_->trouble(); }
    void misbehave(Misdeed misdeed) { line_->misbehave(misdeed); }

private:
    Result<void> take(const Welcome& message);
    std::unexpected<Error> hang_up(std::string why);

    Options options_;
    std::unique_ptr<Line> line_;
    std::uint64_t connection_ = 0;
    bool ready_ = false;
    Hash nonce_;
    Hash nonce_of_tumbler_;
};

}  // namespace sicbo::device
