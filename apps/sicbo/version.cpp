// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <openssl/crypto.h>
#include <sodium.h>
#include <sqlite3.h>

#include <boost/version.hpp>

#include "commands.h"
#include "commit.h"
#include "core/codec.h"
#include "store/sqlite_store.h"

namespace sicbo::app {

namespace {

std::string compiler_text() {
#ifdef __clang__
    return "clang " __clang_version__;
#else
    return "g++ " __VERSION__;
#endif
}

}  // namespace

std::string version_text() {
    const std::string boost = fmt::format("{}.{}.{}", BOOST_VERSION / 100'000,
                                          BOOST_VERSION / 100 % 1'000, BOOST_VERSION % 100);
    const std::string fmt_version =
        fmt::format("{}.{}.{}", FMT_VERSION / 10'000, FMT_VERSION / 100 % 100, FMT_VERSION % 100);
    return fmt::format("sicbo " SICBO_VERSION
                       "\n"
                       "commit " SICBO_COMMIT
                       "\n"
                       "compiler {}\n"
                       "journal format: file {}, events {}\n"
                       "libraries SQLite {}, {}, libsodium {}, Boost {}, fmt {}",
                       compiler_text(), store::schema_version, int{format_version},
                       sqlite3_libversion(), OpenSSL_version(OPENSSL_VERSION),
                       sodium_version_string(), boost, fmt_version);
}

}  // namespace sicbo::app
