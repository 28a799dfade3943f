// SPDX-License-Identifier: MIT
#include "device/ticket_number.h"

#include <sodium.h>

#include <algorithm>

#include "core/check.h"
#include "core/text.h"

namespace sicbo::device {

std::string new_ticket_number(int system) {
    check(0 <= system && system <= specimen_system);
    check(sodium_init() >= 0);
    std::string number;
    if (system > 0) {
        number += static_cast<char>('0' + system / 10);
        number += static_cast<char>('0' + system % 10);
    }
    for (std::size_t i = 0; i < training_digits; ++i) {
        number += static_cast<char>('0' + randombytes_uniform(10));
    }
    check(is_ticket_number(number));
    return number;
}

bool is_ticket_number(std::string_view text) {
    if (!std::ranges::all_of(text, is_digit)) return false;
    return text.size() == training_digits ||
           (text.size() == real_digits && !text.starts_with("00"));
}

bool is_specimen(std::string_view number) {
    check(is_ticket_number(number));
    return number.size() == real_digits && number.starts_with(std::to_string(specimen_system));
}

Hash ticket_name(const Hash& key, std::string_view number) {
    check(is_ticket_number(number));
    static_assert(crypto_auth_hmacsha256_BYTES == sizeof(Hash::bytes));
    static_assert(crypto_auth_hmacsha256_KEYBYTES == sizeof(Hash::bytes));
    Hash name;
    crypto_auth_hmacsha256(name.bytes.data(), reinterpret_cast<const unsigned char*>(number.data()),
                           number.size(), key.bytes.data());
    return name;
}

std::string in_groups(std::string_view number) {
    check(is_ticket_number(number));
    constexpr std::size_t group = 4;
    std::string text(number.substr(0, number.size() % group));
    for (std::size_t i = number.size() % group; i < number.size(); i += group) {
        if (!text.empty()) text += ' ';
        text += number.substr(i, group);
    }
    return text;
}

}  // namespace sicbo::device
