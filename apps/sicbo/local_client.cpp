// SPDX-License-Identifier: MIT
#include "local_client.h"

#include <poll.h>

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>

#include "load/websocket.h"
#include "server/server.h"
#include "wire/message.h"

namespace sicbo::app {
namespace {

namespace json = boost::json;

class WebSocketClient : public LocalClient {
public:
    Result<void> open(const std::string& path) {
        return socket_.connect_locally(path, std::string(wire::protocol));
    }

    Result<json::object> request(const char* type, json::object fields) override {
        const std::int64_t id = ++counter_;
        fields["id"] = id;
        fields["type"] = type;
        socket_.send(json::serialize(fields));
        constexpr std::chrono::seconds patience{30};
        const auto until = std::chrono::steady_clock::now() + patience;
        std::optional<json::object> reply;
        while (!reply) {
            if (std::chrono::steady_clock::now() > until)
                return failure("the server does not answer");
            if (auto done = receive(id, reply); !done) return std::unexpected(done.error());
        }
        // Orders need numbers above all that the person has used.
        if (const json::value* highest = reply->if_contains("request")) {
            counter_ = std::max(counter_, highest->to_number<std::int64_t>());
        }
        if (reply->at("ok").as_bool()) return *std::move(reply);
        const auto text = [&](const char* key) {
            const json::value* value = reply->if_contains(key);
            return value && value->is_string() ? std::string(value->as_string()) : std::string();
        };
        const std::string detail = text("detail");
        return failure("refused: " + text("reason") + (detail.empty() ? "" : " (" + detail + ")"));
    }

private:
    // Waits for messages for a short time; the reply with the id goes to `reply`.
    Result<void> receive(std::int64_t id, std::optional<json::object>& reply) {
        constexpr int wait_milliseconds = 200;
        pollfd poll_for{socket_.descriptor(), POLLIN, 0};
        if (socket_.wants_to_write()) poll_for.events |= POLLOUT;
        ::poll(&poll_for, 1, wait_milliseconds);
        if ((poll_for.revents & POLLOUT) != 0) socket_.write();
        if ((poll_for.revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
            socket_.read([&](std::string_view text) {
                const json::value messages = json::parse(text);
                for (const json::value& message : messages.as_array()) {
                    const json::value* number = message.as_object().if_contains("reply");
                    if (number && number->to_number<std::int64_t>() == id) {
                        reply = message.as_object();
                    }
                }
            });
        }
        if (socket_.is_closed() && !reply) {
            return failure("the server closed the connection: " + socket_.why_closed());
        }
        return {};
    }

    load::WebSocket socket_;
    std::int64_t counter_ = 0;
};

}  // namespace

Result<std::unique_ptr<LocalClient>> LocalClient::connect(const std::string& folder) {
    auto client = std::make_unique<WebSocketClient>();
    // Nobody listens where a killed server left its socket behind.
    if (!client->open(folder + "/" + std::string(server::local_socket_name))) return nullptr;
    return client;
}

Result<void> LocalClient::sign_in(const std::string& name, const std::string& password,
                                  const std::string& code) {
    json::object fields{{"name", name}, {"password", password}};
    if (!code.empty()) fields["code"] = code;
    const auto reply = request("sign_in", std::move(fields));
    if (!reply) return std::unexpected(reply.error());
    person_ = reply->at("person").to_number<std::int64_t>();
    return {};
}

Result<void> LocalClient::order(const char* order, json::object arguments, std::uint32_t table) {
    json::object fields{
        {"order", order}, {"person", person_}, {"arguments", json::value(std::move(arguments))}};
    if (table != 0) fields["table"] = table;
    const auto reply = request("order", std::move(fields));
    if (!reply) return std::unexpected(reply.error());
    const json::value* waits = reply->if_contains("authorisation");
    authorisation_ = waits && waits->is_string() ? std::string(waits->as_string()) : "";
    return {};
}

}  // namespace sicbo::app
