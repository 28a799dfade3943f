// SPDX-License-Identifier: MIT
#include "server/access.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/check.h"

namespace sicbo::server {
namespace {

using AddressBytes = std::array<std::uint8_t, 16>;
constexpr std::uint8_t all_bits = 128;
constexpr std::uint8_t bits_before_v4 = 96;

std::optional<AddressBytes> parse_address(std::string_view text) {
    const std::string number(text);
    AddressBytes bytes = {};
    if (number.find(':') == std::string::npos) {
        constexpr std::size_t mapped_at = 10;
        constexpr std::size_t v4_at = 12;
        bytes[mapped_at] = bytes[mapped_at + 1] = 0xff;
        if (::inet_pton(AF_INET, number.c_str(), bytes.data() + v4_at) != 1) return std::nullopt;
        return bytes;
    }
    if (::inet_pton(AF_INET6, number.c_str(), bytes.data()) != 1) return std::nullopt;
    return bytes;
}

AddressNetwork network(std::string_view text) {
    const Result<AddressNetwork> parsed = parse_network(text);
    check(parsed.has_value());
    return *parsed;
}

}  // namespace

bool AddressNetwork::contains(std::string_view text) const {
    const auto other = parse_address(text);
    if (!other) return false;
    constexpr std::uint8_t byte_bits = 8;
    const std::size_t whole = bits / byte_bits;
    if (!std::equal(address.begin(), address.begin() + whole, other->begin())) return false;
    const unsigned left = bits % byte_bits;
    if (left == 0) return true;
    const auto mask = static_cast<std::uint8_t>(0xff << (byte_bits - left));
    return (address.at(whole) & mask) == (other->at(whole) & mask);
}

Result<AddressNetwork> parse_network(std::string_view text) {
    const auto wrong = [&] {
        return failure("\"" + std::string(text) +
                       "\" is no address or network, such as 10.0.0.5 or 10.1.0.0/16");
    };
    const std::size_t slash = text.find('/');
    const auto address = parse_address(text.substr(0, slash));
    if (!address) return wrong();
    AddressNetwork parsed{*address, all_bits};
    if (slash == std::string_view::npos) return parsed;
    const bool is_v4 = text.find(':') == std::string_view::npos;
    const std::string_view number = text.substr(slash + 1);
    unsigned bits = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), bits);
    const unsigned bits_max = is_v4 ? all_bits - bits_before_v4 : all_bits;
    if (error != std::errc() || end != number.data() + number.size() || bits > bits_max) {
        return wrong();
    }
    parsed.bits = static_cast<std::uint8_t>(is_v4 ? bits + bits_before_v4 : bits);
    return parsed;
}

bool is_loopback(std::string_view address) {
    return network("127.0.0.0/8").contains(address) || network("::1").contains(address);
}

std::vector<AddressNetwork> private_networks() {
    return {network("127.0.0.0/8"),   network("::1"),      network("10.0.0.0/8"),
            network("172.16.0.0/12"), network("fc00::/7"), network("fe80::/10"),
            network("192.168.0.0/16")};
}

bool AccessPlan::is_console(const Peer& peer) const {
    if (peer.is_local()) return true;
    if (certificate_for_consoles && peer.certificate.empty()) return false;
    const bool named_by_address = std::ranges::any_of(
        consoles, [&](const AddressNetwork& one) { return one.contains(peer.address); });
    const bool named_by_certificate =
        !peer.certificate.empty() &&
        std::ranges::find(console_certificates, peer.certificate) != console_certificates.end();
    return named_by_address || named_by_certificate;
}

bool AccessPlan::may_be_terminal(const Peer& peer) const {
    return peer.is_local() || !certificate_for_terminals || !peer.certificate.empty();
}

}  // namespace sicbo::server
