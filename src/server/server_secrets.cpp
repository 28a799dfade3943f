// SPDX-License-Identifier: MIT
// What a server does about its passwords and keys when it starts.
#include "server/clock.h"
#include "server/keys.h"
#include "server/server.h"

namespace sicbo::server {

// The keys that are replaced are those of the property, so they are restored first.
Result<void> Server::replace_keys() {
    if (options_.new_keys.empty()) return {};
    if (!options_.database.empty()) {
        const auto journal = open_journal(options_.folder, options_.database, options_.lease);
        if (!journal) return std::unexpected(journal.error());
        if (auto done = restore_secrets(**journal); !done) return done;
    }
    for (const table::Key key : options_.new_keys) {
        if (auto done =
                replace_key(key, options_.folder, wall_clock(), options_.database, options_.lease);
            !done) {
            return done;
        }
    }
    return {};
}

Result<void> Server::restore_secrets(const store::Store& journal) {
    if (!journal.keeps_secrets()) return {};
    if (auto fine = verify_origin(journal, options_.folder, options_.database); !fine) {
        return fine;
    }
    Result<SharedSecrets> secrets = SharedSecrets::open(journal, options_.folder);
    if (!secrets) return std::unexpected(secrets.error());
    secrets_ = std::move(*secrets);
    return secrets_->restore(options_.new_keys);
}

Result<void> Server::open_accounts() {
    auto accounts = Accounts::open(options_.folder + "/accounts");
    if (!accounts) return std::unexpected(accounts.error());
    accounts_ = std::move(*accounts);
    if (!secrets_) return {};
    accounts_.set_publisher(
        [this](std::string_view text) { return secrets_->publish_accounts(*journal_, text); });
    return {};
}

}  // namespace sicbo::server
