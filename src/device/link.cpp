#include "device/link.h"

#include "core/check.h"

namespace sicbo::device {

Link::Link(const Options& options, std::unique_ptr<Line> line)
    : options_(options), line_(std::move(line)) {}

std::unexpected<Error> Link::hang_up(std::string why) {
    ready_ = false;
    line_->drop();
    return failure(std::move(why));
}

Result<void> Link::take(const Welcome& message) {
    if (message.key != options_.tumbler) {
        return hang_up("another tumbler answered, with the key " + to_text(message.key));
    }
    const std::string text = greeting(message.simulated ? "simulated tumbler" : "tumbler",
                                      options_.table, nonce_, message.nonce);
    if (!is_signed(options_.tumbler, text, message.signature)) {
        return hang_up("it could not prove its key");
    }
    if (message.simulated && !options_.training) {
        return hang_up("it is a simulated tumbler, and this is not a training table");
    }
    nonce_of_tumbler_ = message.nonce;
    const std::string own = greeting("server", options_.table, nonce_, message.nonce);
    line_->send(write_line(Prove{sign(options_.key, own)}));
    return {};
}

Result<std::optional<FromTumbler>> Link::receive(std::uint64_t results, Instant at) {
    const std::uint64_t connection = line_->connection();
    if (connection != connection_) {
        connection_ = connection;
        ready_ = false;
        nonce_of_tumbler_ = {};
        nonce_ = random_hash();
        if (connection != 0) {
            line_->send(
                write_line(Hello{options_.table, options_.key.public_key(), nonce_, results}));
        }
    }
    while (const std::optional<std::string> line = line_->receive(at)) {
        Result<FromTumbler> message = read_from_tumbler(*line);
        if (!message) return hang_up("it spoke nonsense: " + message.error().text());
        if (const auto* welcome = std::get_if<Welcome>(&*message)) {
            if (auto done = take(*welcome); !done) return std::unexpected(done.error());
            continue;
        }
        if (const auto* sorry = std::get_if<Sorry>(&*message)) {
            return failure("it is sorry: " + sorry->why);
        }
        if (std::holds_alternative<Ready>(*message)) {
            // Only after the welcome, whose signature was checked.
            if (nonce_of_tumbler_ == Hash()) return hang_up("it did not greet");
            ready_ = true;
            continue;
        }
        if (!ready_) return hang_up("it spoke before it had greeted");
        if (const auto* reading = std::get_if<Reading>(&*message)) {
            const std::string text = signed_part(*reading, options_.table);
            if (!is_signed(options_.tumbler, text, reading->signature)) {
                return hang_up("its result is not signed by its key");
            }
        }
        return std::optional(*std::move(message));
    }
    return std::optional<FromTumbler>();
}

void Link::send(ToTumbler message) {
    check(ready_);
    if (auto* arm = std::get_if<Arm>(&message)) {
        arm->signature = sign(options_.key, signed_part(*arm, options_.table, nonce_of_tumbler_));
    }
    line_->send(write_line(message));
}

}  // namespace sicbo::device
