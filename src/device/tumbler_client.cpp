// SPDX-License-Identifier: MIT
#include "device/tumbler_client.h"

#include "core/check.h"

namespace sicbo::device {

TumblerClient::TumblerClient(const Options& options, std::unique_ptr<TumblerTransport> transport)
    : options_(options), transport_(std::move(transport)) {}

std::unexpected<Error> TumblerClient::disconnect(std::string why) {
    ready_ = false;
    transport_->disconnect();
    return failure(std::move(why));
}

Result<void> TumblerClient::authenticate(const Welcome& message) {
    if (message.key != options_.tumbler) {
        return disconnect("another tumbler answered, with the key " + to_text(message.key));
    }
    const std::string text = greeting(message.simulated ? "simulated tumbler" : "tumbler",
                                      options_.table, nonce_, message.nonce);
    if (!is_signed(options_.tumbler, text, message.signature)) {
        return disconnect("the tumbler could not prove its key");
    }
    if (message.simulated && !options_.training) {
        return disconnect("the tumbler is a simulated one, and this is not a training table");
    }
    nonce_of_tumbler_ = message.nonce;
    const std::string own = greeting("server", options_.table, nonce_, message.nonce);
    transport_->send(write_line(Prove{sign(options_.key, own)}));
    return {};
}

Result<std::optional<FromTumbler>> TumblerClient::receive(std::uint64_t results, Instant at) {
    const std::uint64_t connection = transport_->connection();
    if (connection != connection_) {
        connection_ = connection;
        ready_ = false;
        nonce_of_tumbler_ = {};
        nonce_ = random_hash();
        if (connection != 0) {
            transport_->send(
                write_line(Hello{options_.table, options_.key.public_key(), nonce_, results}));
        }
    }
    while (const std::optional<std::string> line = transport_->receive(at)) {
        Result<FromTumbler> message = read_from_tumbler(*line);
        if (!message)
            return disconnect("the tumbler sent an invalid message: " + message.error().text());
        if (const auto* welcome = std::get_if<Welcome>(&*message)) {
            if (auto done = authenticate(*welcome); !done) return std::unexpected(done.error());
            continue;
        }
        if (std::holds_alternative<Failure>(*message)) return std::optional(*std::move(message));
        if (std::holds_alternative<Ready>(*message)) {
            // Only after the welcome, whose signature was checked.
            if (nonce_of_tumbler_ == Hash())
                return disconnect("the tumbler said that it is ready before it proved its key");
            ready_ = true;
            continue;
        }
        if (!ready_) return disconnect("the tumbler sent a message before it was authenticated");
        if (const auto* reading = std::get_if<Reading>(&*message)) {
            const std::string text = signed_part(*reading, options_.table);
            if (!is_signed(options_.tumbler, text, reading->signature)) {
                return disconnect("the signature of the tumbler's result is not valid");
            }
        }
        return std::optional(*std::move(message));
    }
    return std::optional<FromTumbler>();
}

void TumblerClient::send(ToTumbler message) {
    check(ready_);
    if (auto* arm = std::get_if<Arm>(&message)) {
        arm->signature = sign(options_.key, signed_part(*arm, options_.table, nonce_of_tumbler_));
    }
    transport_->send(write_line(message));
}

}  // namespace sicbo::device
