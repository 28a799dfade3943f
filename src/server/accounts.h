// Passwords of the staff, in a file of their own beside the journal: never in the journal, whose
// copies go to inspectors. Who the people are, the journal knows.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/id.h"
#include "core/result.h"

namespace sicbo::server {

// Argon2id, as a text that carries its own parameters. Both take a while and 64 MB: never on the
// loop's thread or the network's.
std::string hash_password(std::string_view password);
bool is_password(const std::string& hash, std::string_view password);
// Of no account: takes as long to check as any other, so that nobody learns which names there are.
const std::string& no_hash();

inline constexpr std::size_t password_shortest = 8;
inline constexpr std::size_t password_longest = 200;
std::string new_password();  // to be read aloud: twelve letters and digits in groups

class Accounts {
public:
    // A file that is not there is empty.
    static Result<Accounts> open(const std::string& path);

    struct Account {
        std::string hash;
        bool once = false;  // must be changed before anything else
    };
    // Nothing if the person has no password.
    const Account* of(PersonId person) const;

    // Written at once, for nobody else to read.
    Result<void> set(PersonId person, Account account);

private:
    std::string path_;
    std::map<PersonId, Account> accounts_;
};

}  // namespace sicbo::server
