// SPDX-License-Identifier: MIT
#include "server_addresses.h"

#include "server/property.h"

namespace sicbo::app {

Result<std::vector<load::ServerAddress>> server_addresses(std::string_view text,
                                                          const std::string& protocol,
                                                          const std::string& path) {
    std::vector<load::ServerAddress> all;
    while (true) {
        const std::size_t comma = text.find(',');
        const Result<server::Listen> one = server::parse_listen(text.substr(0, comma));
        if (!one) return std::unexpected(one.error());
        all.push_back({one->address, one->port, protocol, path});
        if (comma == std::string_view::npos) return all;
        text.remove_prefix(comma + 1);
    }
}

}  // namespace sicbo::app
