// SPDX-License-Identifier: MIT
#include "server/gateway_hub.h"

#include <algorithm>

#include "server/access.h"
#include "server/gateway_ids.h"
#include "server/log.h"

namespace sicbo::server {

using namespace wire::gateway;

namespace {

// What ConnectionLimiter counts an address by: the address, or the /64 of an IPv6 one. Nothing if
// the text is no address in numbers.
std::optional<std::uint64_t> limiter_number(const std::string& address) {
    const Result<AddressNetwork> parsed = parse_network(address);
    if (!parsed || parsed->bits != 128 || address.find('/') != std::string::npos) {
        return std::nullopt;
    }
    constexpr std::array<std::uint8_t, 12> mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    const auto& bytes = parsed->address;
    const bool is_v4 = std::equal(mapped.begin(), mapped.end(), bytes.begin());
    std::uint64_t number = 0;
    for (std::size_t i = is_v4 ? 12 : 0; i < (is_v4 ? 16u : 8u); ++i) {
        number = number << 8 | bytes[i];
    }
    return number;
}

// Nothing if the origin has no address in numbers: a gateway has no clients on this machine's
// Unix sockets, whom the server trusts more.
std::optional<Peer> peer_of(const Origin& origin) {
    const std::optional<std::uint64_t> network = limiter_number(origin.address);
    if (!network) return std::nullopt;
    return Peer{origin.address, *network, origin.certificate, origin.local_address};
}

Response as_frame(std::uint64_t number, HttpResponse response) {
    return {number,
            static_cast<std::uint16_t>(response.status),
            std::string(response.type),
            std::move(response.body),
            response.immutable,
            std::string(response.encoding),
            response.is_negotiated,
            std::string(response.allow),
            std::move(response.media_origins)};
}

}  // namespace

GatewayHub::GatewayHub(Options options, ConnectionHandler& clients, ConnectionHandler& cabinets)
    : options_(std::move(options)),
      client_handler_(clients),
      cabinet_handler_(cabinets),
      limiter_(options_.connections_per_address_max) {}

void GatewayHub::open(const device::SigningKey& key, Network& network) {
    check(!network_);
    key_ = key;
    network_ = &network;
}

HttpResponse GatewayHub::on_http_request(const HttpRequest&) {
    return {.status = 404, .body = "only gateways connect here\n"};
}

bool GatewayHub::accepts_websockets() const {
    return network_ != nullptr && client_handler_.accepts_websockets();
}

void GatewayHub::on_connect(ConnectionId connection, const Peer& peer) {
    const std::lock_guard lock(mutex_);
    check(last_number_ < gateway_lines_max);
    auto link = std::make_shared<Link>(
        ++last_number_, connection,
        device::SecureLine(
            {device::SecureLine::Side::responder, std::string(wire::gateway::protocol), key_,
             [this](const device::PublicKey& key) { return options_.keys.contains(key); },
             line_text_max}));
    link->address = peer.address;
    by_connection_.emplace(connection.number, std::move(link));
}

std::shared_ptr<GatewayHub::Link> GatewayHub::find(ConnectionId connection) {
    const std::lock_guard lock(mutex_);
    const auto at = by_connection_.find(connection.number);
    return at == by_connection_.end() ? nullptr : at->second;
}

GatewayHub::Received GatewayHub::on_message(ConnectionId connection, std::string_view text) {
    const std::shared_ptr<Link> link = find(connection);
    if (!link || link->ended) return Received::unreadable;
    receive(link, text);
    return Received::fine;
}

void GatewayHub::receive(const std::shared_ptr<Link>& link, std::string_view text) {
    Result<device::SecureLine::Received> received;
    {
        const std::lock_guard lock(link->mutex);
        received = link->secure.receive(text);
        if (received && received->reply) {
            const auto reply = std::make_shared<const std::string>(*received->reply);
            std::vector<std::vector<Delivery>> lists(network_.load()->threads());
            lists[link->connection.number % lists.size()].push_back({link->connection, {reply}});
            network_.load()->send(std::move(lists));
        }
    }
    if (!received) {
        log(LogLevel::warning, "the line of a gateway was ended",
            {{"address", link->address}, {"why", received.error().text()}});
        link->ended = true;
        return end(*link, "the line is not valid");
    }
    if (!link->open && link->secure.is_open()) on_open(link);
    if (!received->text) return;
    link->frames.append(*received->text);
    while (true) {
        const auto next = link->frames.next();
        if (next && !*next) return;
        Result<FromGateway> frame =
            next ? read_from_gateway(**next) : Result<FromGateway>(std::unexpected(next.error()));
        std::string why;
        if (!frame) {
            why = frame.error().text();
        } else if (handle(link, *std::move(frame))) {
            continue;
        }
        log(LogLevel::error, "a gateway sent an invalid frame: its line was ended",
            {{"address", link->address}, {"why", why}});
        link->ended = true;
        return end(*link, "a frame is not valid");
    }
}

// A gateway has one line: a new one means that the gateway has given up the one before.
void GatewayHub::on_open(const std::shared_ptr<Link>& link) {
    link->open = true;
    ++open_lines_;
    std::shared_ptr<Link> before;
    {
        const std::lock_guard lock(mutex_);
        const device::PublicKey key = link->secure.peer();
        if (const auto at = by_key_.find(key); at != by_key_.end()) {
            if (const auto old = by_number_.find(at->second); old != by_number_.end()) {
                before = old->second;
            }
        }
        by_key_[key] = link->number;
        by_number_.emplace(link->number, link);
    }
    if (before) end(*before, "the gateway has opened another line");
    log(LogLevel::info, "a gateway has connected",
        {{"address", link->address}, {"key", to_text(link->secure.peer())}});
    std::string bytes;
    append_frame(bytes, ToGateway(Welcome{options_.pages, options_.media_origins}));
    write(*link, bytes);
}

bool GatewayHub::handle(const std::shared_ptr<Link>& link, FromGateway frame) {
    if (const auto* sent = get_if<Sent>(&frame)) return handle(*link, *sent);
    if (const auto* opened = get_if<Opened>(&frame)) return handle(*link, *opened);
    if (const auto* closed = get_if<Closed>(&frame)) return handle(*link, *closed);
    if (const auto* call = get_if<Call>(&frame)) return handle(link, *call);
    std::string bytes;
    append_frame(bytes, ToGateway(Pong{get<Ping>(frame).number}));
    write(*link, bytes);
    return true;
}

bool GatewayHub::handle(Link& link, const Opened& frame) {
    const std::optional<Peer> peer = peer_of(frame.origin);
    if (!peer || link.clients.contains(frame.client)) return false;
    std::shared_ptr<void> slot = limiter_.reserve(peer->network);
    if (!slot || clients_ >= options_.clients_max) {
        close_client(link, frame.client, "too many connections");
        return true;
    }
    link.clients.emplace(frame.client, Link::Client{frame.cabinet, std::move(slot)});
    ++clients_;
    ConnectionHandler& handler = frame.cabinet ? cabinet_handler_ : client_handler_;
    handler.on_connect(behind_line(link.number, frame.client), *peer);
    return true;
}

// A message of an unknown client crossed the close of its connection.
bool GatewayHub::handle(Link& link, const Sent& frame) {
    const auto at = link.clients.find(frame.client);
    if (at == link.clients.end()) return true;
    ConnectionHandler& handler = at->second.cabinet ? cabinet_handler_ : client_handler_;
    const Received received =
        handler.on_message(behind_line(link.number, frame.client), frame.text);
    if (received == Received::overloaded) {
        close_client(link, frame.client, "the server is overloaded");
        forget(link, frame.client);
    }
    return true;
}

bool GatewayHub::handle(Link& link, const Closed& frame) {
    forget(link, frame.client);
    return true;
}

bool GatewayHub::handle(const std::shared_ptr<Link>& link, const Call& frame) {
    const std::optional<Peer> peer = peer_of(frame.origin);
    if (!peer) return false;
    const HttpRequest request{frame.method,        frame.target,  frame.accept_encoding,
                              frame.authorization, peer->network, frame.content_type,
                              frame.body,          &*peer};
    const auto respond = [this, link, number = frame.number](HttpResponse response) {
        std::string bytes;
        append_frame(bytes, ToGateway(as_frame(number, std::move(response))));
        write(*link, bytes);
    };
    Respond later = respond;
    try {
        if (client_handler_.take_http_request(request, later)) return true;
        respond(client_handler_.on_http_request(request));
    } catch (const std::exception&) {
        respond({.status = 500, .body = "internal error\n"});
    }
    return true;
}

void GatewayHub::close_client(Link& link, std::uint64_t client, std::string_view why) {
    std::string bytes;
    append_frame(bytes, ToGateway(Deliver{client, {}, true, std::string(why)}));
    write(link, bytes);
}

void GatewayHub::forget(Link& link, std::uint64_t client) {
    const auto at = link.clients.find(client);
    if (at == link.clients.end()) return;
    ConnectionHandler& handler = at->second.cabinet ? cabinet_handler_ : client_handler_;
    link.clients.erase(at);
    --clients_;
    handler.on_disconnect(behind_line(link.number, client));
}

void GatewayHub::on_disconnect(ConnectionId connection) {
    const std::shared_ptr<Link> link = find(connection);
    if (!link) return;
    if (link->open) {
        --open_lines_;
        log(LogLevel::warning, "a gateway is gone",
            {{"address", link->address}, {"clients", std::to_string(link->clients.size())}});
    }
    {
        const std::lock_guard lock(mutex_);
        by_connection_.erase(connection.number);
        by_number_.erase(link->number);
        std::erase_if(by_key_, [&](const auto& one) { return one.second == link->number; });
    }
    while (!link->clients.empty()) forget(*link, link->clients.begin()->first);
}

// Seals and sends the bytes. Does nothing if the line was never open or is broken.
void GatewayHub::write(Link& link, std::string_view bytes) {
    const std::lock_guard lock(link.mutex);
    if (bytes.empty() || !link.secure.is_open()) return;
    Delivery delivery{link.connection, {}};
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), line_text_max))) {
        delivery.messages.push_back(
            std::make_shared<const std::string>(link.secure.seal(bytes.substr(0, line_text_max))));
    }
    delivery.message_max = device::sealed_length(line_text_max);
    std::vector<std::vector<Delivery>> lists(network_.load()->threads());
    lists[link.connection.number % lists.size()].push_back(std::move(delivery));
    network_.load()->send(std::move(lists));
}

void GatewayHub::end(Link& link, std::string_view why) {
    std::vector<std::vector<Delivery>> lists(network_.load()->threads());
    lists[link.connection.number % lists.size()].push_back({link.connection, {}, true, why});
    network_.load()->send(std::move(lists));
}

void GatewayHub::send(std::vector<std::vector<Delivery>>& lists, const GatewayTraffic& traffic) {
    if (open_lines_ == 0 && clients_ == 0) return;
    std::map<std::uint64_t, std::string> bytes;  // by the number of the line
    for (const auto& [client, topic] : traffic.left) {
        append_frame(bytes[line_of(client)], ToGateway(Unsubscribed{client_of(client), topic}));
    }
    for (std::vector<Delivery>& list : lists) {
        std::erase_if(list, [&](const Delivery& one) {
            if (!is_behind_gateway(one.to)) return false;
            Deliver frame{client_of(one.to), {}, one.close_afterwards};
            if (one.close_afterwards) frame.close_reason = one.close_reason;
            for (const SharedMessage& message : one.messages) frame.messages.push_back(*message);
            frame.message_max = static_cast<std::uint32_t>(one.message_max.value_or(0));
            append_frame(bytes[line_of(one.to)], ToGateway(std::move(frame)));
            return true;
        });
    }
    for (const auto& [line, topic, message] : traffic.published) {
        append_frame(bytes[line], ToGateway(Publish{topic, *message}));
    }
    for (const auto& [client, topic] : traffic.joined) {
        append_frame(bytes[line_of(client)], ToGateway(Subscribed{client_of(client), topic}));
    }
    for (const auto& [number, text] : bytes) {
        std::shared_ptr<Link> link;
        {
            const std::lock_guard lock(mutex_);
            if (const auto at = by_number_.find(number); at != by_number_.end()) link = at->second;
        }
        if (link) write(*link, text);
    }
}

}  // namespace sicbo::server
