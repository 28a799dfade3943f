// SPDX-License-Identifier: MIT
#include "store/open_store.h"

#include "store/postgres_store.h"
#include "store/sqlite_store.h"

namespace sicbo::store {

Result<std::unique_ptr<Store>> open_to_read(const std::string& location) {
    if (!is_postgres(location)) return SqliteStore::open_to_read(location);
    const Result<PostgresAddress> address = parse_postgres_address(location);
    if (!address) return std::unexpected(address.error());
    return PostgresStore::open_to_read(*address);
}

Result<std::unique_ptr<Store>> open_to_write(const std::string& location,
                                             const std::string& origin) {
    if (!is_postgres(location)) return SqliteStore::open({.path = location, .origin = origin});
    const Result<PostgresAddress> address = parse_postgres_address(location);
    if (!address) return std::unexpected(address.error());
    return PostgresStore::open({.address = *address, .origin = origin});
}

std::string with_files(const std::string& location, const std::string& files) {
    const std::size_t query = location.find('?');
    if (!is_postgres(location)) return location;
    if (query != std::string::npos && (location.find("?files=", query) != std::string::npos ||
                                       location.find("&files=", query) != std::string::npos)) {
        return location;
    }
    std::string encoded;
    for (const char c : files) {
        constexpr std::string_view digits = "0123456789ABCDEF";
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '/' || c == '.' || c == '-' || c == '_';
        if (plain) encoded += c;
        if (!plain) encoded += std::string("%") + digits[byte >> 4U] + digits[byte & 15U];
    }
    return location + (query == std::string::npos ? "?" : "&") + "files=" + encoded;
}

}  // namespace sicbo::store
