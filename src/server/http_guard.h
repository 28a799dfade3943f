// SPDX-License-Identifier: MIT
// Checks of HTTP requests before anything else looks at them: their framing, and whether they were
// meant for this server at all. Texts only; no sockets.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sicbo::server {

// Says what is wrong with the head of a request (all lines, each with its CRLF, without the empty
// one); nothing if every reader would find the same request in it. What a proxy and this server
// could understand differently is refused: a length that is there twice or beside a transfer
// coding, lines that are folded, blanks before a colon, line ends that are not CRLF, control
// characters.
std::optional<std::string_view> framing_problem(std::string_view head);

// The name of a Host header, or of an origin without its scheme, in small letters and without the
// port: "casino.example" or "::1". Empty if the text is no host.
std::string host_name(std::string_view authority);

// The names by which clients may reach this server. A page of another site can make its own name
// point here (DNS rebinding), so that Host and Origin agree; therefore the name itself must be
// known. The names of this machine, and the address on which the connection arrived, are always
// known.
class HostNames {
public:
    // `names` are hosts; `origins` are web addresses whose pages may connect, and whose hosts are
    // names too, for a proxy that passes them on.
    HostNames(const std::vector<std::string>& names, std::vector<std::string> origins);

    // `local_address` is the address, in numbers, on which the connection arrived.
    bool is_known(std::string_view host_header, std::string_view local_address) const;

    // Returns true if a page of the origin may connect with this Host header, which must be known.
    bool may_connect(std::string_view origin, std::string_view host_header) const;

private:
    std::vector<std::string> names_;
    std::vector<std::string> origins_;
};

}  // namespace sicbo::server
