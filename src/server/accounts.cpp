// SPDX-License-Identifier: MIT
#include "server/accounts.h"

#include <sodium.h>

#include <array>
#include <charconv>

#include "core/check.h"
#include "store/files.h"

namespace sicbo::server {
namespace {

constexpr std::string_view once_word = " once";

}  // namespace

std::string hash_password(std::string_view password) {
    check(sodium_init() >= 0);
    std::array<char, crypto_pwhash_STRBYTES> text = {};
    // Only a machine without 64 MB to spare fails here.
    check(crypto_pwhash_str(text.data(), password.data(), password.size(),
                            crypto_pwhash_OPSLIMIT_INTERACTIVE,
                            crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0);
    return text.data();
}

bool is_password(const std::string& hash, std::string_view password) {
    check(sodium_init() >= 0);
    return crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

const std::string& dummy_hash() {
    static const std::string hash = hash_password("no account has this password");
    return hash;
}

std::string new_password() {
    check(sodium_init() >= 0);
    constexpr std::string_view letters =
        "abcdefghjkmnpqrstuvwxyz23456789";  // none looks like another
    constexpr int groups = 3;
    constexpr int in_group = 4;
    std::string password;
    for (int i = 0; i < groups * in_group; ++i) {
        if (i > 0 && i % in_group == 0) password += '-';
        password += letters[randombytes_uniform(letters.size())];
    }
    return password;
}

Result<Accounts> Accounts::open(const std::string& path) {
    Accounts accounts;
    accounts.path_ = path;
    if (!store::exists(path)) return accounts;
    const Result<std::string> text = store::read_file(path);
    if (!text) return std::unexpected(text.error());
    int line = 0;
    for (std::size_t begin = 0; begin < text->size();) {
        ++line;
        const std::size_t end = std::min(text->find('\n', begin), text->size());
        const std::string_view entry = std::string_view(*text).substr(begin, end - begin);
        begin = end + 1;
        const std::size_t space = entry.find(' ');
        const bool must_change = entry.ends_with(once_word);
        PersonId person;
        const std::string_view number = entry.substr(0, space);
        const auto [stop, error] =
            std::from_chars(number.data(), number.data() + number.size(), person.number);
        const bool fine = space != std::string_view::npos && error == std::errc() &&
                          stop == number.data() + number.size() && person &&
                          entry.substr(space + 1).starts_with("$argon2id$");
        if (!fine)
            return failure("this line is not an account: it must be a number and an Argon2id hash",
                           path + ":" + std::to_string(line));
        const std::size_t rest = space + 1;
        const std::size_t length = entry.size() - rest - (must_change ? once_word.size() : 0);
        accounts.accounts_[person] = {std::string(entry.substr(rest, length)), must_change};
    }
    return accounts;
}

const Accounts::Account* Accounts::find(PersonId person) const {
    const auto at = accounts_.find(person);
    return at == accounts_.end() ? nullptr : &at->second;
}

Result<void> Accounts::set(PersonId person, Account account) {
    check(bool{person});
    check(account.hash.starts_with("$argon2id$"));
    std::map<PersonId, Account> changed = accounts_;
    changed[person] = std::move(account);
    std::string text;
    for (const auto& [id, one] : changed) {
        text += std::to_string(id.number) + " " + one.hash;
        if (one.must_change) text += once_word;
        text += "\n";
    }
    if (auto done = store::write_file(path_, text, 0600); !done) return done;
    accounts_ = std::move(changed);
    return {};
}

}  // namespace sicbo::server
