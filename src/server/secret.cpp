// SPDX-License-Identifier: MIT
#include "server/secret.h"

#include "device/key.h"
#include "store/files.h"

namespace sicbo::server {

Result<Hash> load_or_create_secret(const std::string& path) {
    if (!store::exists(path)) {
        const Hash secret = device::random_hash();
        const auto written = store::write_file(path, to_text(secret) + "\n", 0600);
        if (!written) return std::unexpected(written.error());
        return secret;
    }
    const Result<std::string> text = store::read_file(path);
    if (!text) return std::unexpected(text.error());
    const auto secret = parse_hash(std::string_view(*text).substr(0, text->find('\n')));
    if (!secret) return failure("this is not 64 hexadecimal digits", path);
    return *secret;
}

}  // namespace sicbo::server
