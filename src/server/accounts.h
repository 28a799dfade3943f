// SPDX-License-Identifier: MIT
// Passwords of the staff, in a file of their own beside the journal. They are never in the journal,
// whose copies go to inspectors; who the people are is in the journal alone. Not the accounts of
// the ledger (ledger/account.h).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/id.h"
#include "core/result.h"
#include "server/password_rules.h"

namespace sicbo::server {

// Returns the Argon2id hash of the password, as a text that carries its own parameters. Takes about
// 60 ms and 64 MB: never call it on the loop thread or a network thread while clients are served.
std::string hash_password(std::string_view password);

// Returns true if the hash is of this password. Takes as long as hash_password().
bool is_password(const std::string& hash, std::string_view password);

// The hash of no account's password. Verifying against it takes as long as against any other, so
// that nobody learns which names exist. The first call takes as long as hash_password().
const std::string& dummy_hash();

// Returns a random password that can be read aloud: twelve letters and digits in groups of four.
std::string new_password();

class Accounts {
public:
    // Reads the file at `path`. A missing file means that nobody has a password.
    static Result<Accounts> open(const std::string& path);

    // The secret of a person's one-time codes (totp.h).
    struct SecondFactor {
        std::string secret;      // bytes
        bool confirmed = false;  // the person has given a code of it
        std::uint64_t used = 0;  // the step of the last code that was accepted
    };
    struct Account {
        std::string hash;
        bool must_change = false;  // before the person can sign in
        std::optional<SecondFactor> second_factor = {};
    };
    // Returns null if the person has no password.
    const Account* find(PersonId person) const;

    // Called with the new content before the file is written; if it fails, nothing changes.
    using Publish = std::function<Result<void>(std::string_view text)>;
    void set_publisher(Publish publish) { publish_ = std::move(publish); }

    // Sets a new password and writes the file; the second factor stays as it is.
    Result<void> set_password(PersonId person, std::string hash, bool must_change);

    // Sets the account and writes the file durably, readable by its owner only.
    Result<void> set(PersonId person, Account account);

private:
    static std::optional<std::pair<PersonId, Account>> parse(std::string_view line);
    static std::string line_of(PersonId person, const Account& account);

    std::string path_;
    std::map<PersonId, Account> accounts_;
    Publish publish_;  // may be empty
};

}  // namespace sicbo::server
