// SPDX-License-Identifier: MIT
#include "server/accounts.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "core/check.h"
#include "server/totp.h"
#include "store/files.h"

namespace sicbo::server {
namespace {

constexpr std::string_view once_word = "once";
constexpr std::string_view secret_word = "totp=";
constexpr std::string_view unconfirmed_word = "unconfirmed";
constexpr std::string_view used_word = "used=";

// Returns false unless the text is a number and nothing else.
template <class Number>
bool read_number(std::string_view text, Number& number) {
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end;
}

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

// A line: the number of the person, the hash, and words: "once" for a password that must be
// changed, "totp=SECRET" for a second factor, "unconfirmed" and "used=STEP" of it.
std::optional<std::pair<PersonId, Accounts::Account>> Accounts::parse(std::string_view line) {
    std::vector<std::string_view> words;
    while (!line.empty()) {
        const std::size_t space = std::min(line.find(' '), line.size());
        words.push_back(line.substr(0, space));
        line.remove_prefix(std::min(space + 1, line.size()));
    }
    if (words.size() < 2 || !words[1].starts_with("$argon2id$")) return std::nullopt;
    PersonId person;
    if (!read_number(words[0], person.number) || !person) return std::nullopt;
    Account account{std::string(words[1]), false};
    for (std::size_t i = 2; i < words.size(); ++i) {
        const std::string_view word = words[i];
        auto& factor = account.second_factor;
        if (word == once_word) {
            account.must_change = true;
        } else if (word.starts_with(secret_word)) {
            const auto secret = parse_base32(word.substr(secret_word.size()));
            if (!secret || secret->empty()) return std::nullopt;
            factor = {*secret, true, 0};
        } else if (factor && word == unconfirmed_word) {
            factor->confirmed = false;
        } else if (!factor || !word.starts_with(used_word) ||
                   !read_number(word.substr(used_word.size()), factor->used)) {
            return std::nullopt;
        }
    }
    return std::pair(person, std::move(account));
}

std::string Accounts::line_of(PersonId person, const Account& account) {
    std::string line = std::to_string(person.number) + " " + account.hash;
    if (account.must_change) line.append(" ").append(once_word);
    if (const auto& factor = account.second_factor) {
        line.append(" ").append(secret_word).append(to_base32(factor->secret));
        if (!factor->confirmed) line.append(" ").append(unconfirmed_word);
        if (factor->used > 0) line.append(" ").append(used_word) += std::to_string(factor->used);
    }
    return line + "\n";
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
        auto entry = parse(std::string_view(*text).substr(begin, end - begin));
        begin = end + 1;
        if (!entry) {
            return failure("this line is not an account: it must be a number and an Argon2id hash",
                           path + ":" + std::to_string(line));
        }
        accounts.accounts_[entry->first] = std::move(entry->second);
    }
    return accounts;
}

const Accounts::Account* Accounts::find(PersonId person) const {
    const auto at = accounts_.find(person);
    return at == accounts_.end() ? nullptr : &at->second;
}

Result<void> Accounts::set_password(PersonId person, std::string hash, bool must_change) {
    Account account{std::move(hash), must_change};
    if (const Account* before = find(person)) account.second_factor = before->second_factor;
    return set(person, std::move(account));
}

Result<void> Accounts::set(PersonId person, Account account) {
    check(bool{person});
    check(account.hash.starts_with("$argon2id$"));
    std::map<PersonId, Account> changed = accounts_;
    changed[person] = std::move(account);
    std::string text;
    for (const auto& [id, one] : changed) text += line_of(id, one);
    if (publish_) {
        if (auto done = publish_(text); !done) return done;
    }
    if (auto done = store::write_file(path_, text, 0600); !done) return done;
    accounts_ = std::move(changed);
    return {};
}

}  // namespace sicbo::server
