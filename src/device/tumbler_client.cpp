// SPDX-License-Identifier: MIT
#include "device/tumbler_client.h"

#include "core/check.h"

namespace sicbo::device {

TumblerClient::TumblerClient(const Options& options, std::unique_ptr<TumblerTransport> transport)
    : options_(options), transport_(std::move(transport)) {}

void TumblerClient::reconnect() {
    ready_ = false;
    line_.reset();
    transport_->disconnect();
}

std::unexpected<Error> TumblerClient::disconnect(std::string why) {
    reconnect();
    return failure(std::move(why));
}

void TumblerClient::begin_connection() {
    ready_ = false;
    line_.reset();
    if (connection_ == 0) return;
    const PublicKey expected = options_.tumbler;
    line_.emplace(SecureLine::Options{
        SecureLine::Side::initiator, std::string(tumbler_protocol), options_.key,
        [expected](const PublicKey& key) { return key == expected; }});
    transport_->send(line_->start());
}

// Returns the message, or nothing if it is not for the caller.
Result<std::optional<FromTumbler>> TumblerClient::handle(std::string_view text) {
    Result<FromTumbler> message = read_from_tumbler(text);
    if (!message)
        return disconnect("the tumbler sent an invalid message: " + message.error().text());
    ++received_;
    if (const auto* ready = std::get_if<Ready>(&*message)) {
        if (ready_) return disconnect("the tumbler said twice that it is ready");
        if (ready->simulated && !options_.training) {
            return disconnect("the tumbler is a simulated one, and this is not a training table");
        }
        ready_ = true;
        return std::optional<FromTumbler>();
    }
    if (std::holds_alternative<Failure>(*message)) return std::optional(*std::move(message));
    if (!ready_) return disconnect("the tumbler sent a message before it was ready");
    if (const auto* reading = std::get_if<Reading>(&*message)) {
        const std::string signed_text = signed_part(*reading, options_.table);
        if (!is_signed(options_.tumbler, signed_text, reading->signature)) {
            return disconnect("the signature of the tumbler's result is not valid");
        }
    }
    return std::optional(*std::move(message));
}

Result<std::optional<FromTumbler>> TumblerClient::receive(std::uint64_t results, Instant at) {
    const std::uint64_t connection = transport_->connection();
    if (connection != connection_) {
        connection_ = connection;
        begin_connection();
    }
    while (const std::optional<std::string> line = transport_->receive(at)) {
        if (!line_) continue;  // of a connection that is being ended
        const bool was_open = line_->is_open();
        Result<SecureLine::Received> received = line_->receive(*line);
        if (!received) return disconnect(received.error().text());
        if (received->reply) transport_->send(*std::move(received->reply));
        if (!was_open && line_->is_open()) {
            transport_->send(line_->seal(write_line(Begin{options_.table, results})));
        }
        if (!received->text) continue;
        Result<std::optional<FromTumbler>> message = handle(*received->text);
        if (!message || *message) return message;
    }
    return std::optional<FromTumbler>();
}

void TumblerClient::send(const ToTumbler& message) {
    check(ready_ && line_);
    transport_->send(line_->seal(write_line(message)));
}

}  // namespace sicbo::device
