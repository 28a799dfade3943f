// SPDX-License-Identifier: MIT
// Which passwords are refused: those that an attacker tries first.
#pragma once

#include <optional>
#include <string_view>

namespace sicbo::server {

inline constexpr std::size_t password_length_min = 8;
inline constexpr std::size_t password_length_max = 200;

// Says what is wrong with a new password of the person called `name`; nothing if it may be used.
// `length_min` is in bytes. A word of the list of common passwords is refused in any spelling:
// capitals, figures that look like letters, and figures or signs before and after it.
struct PasswordProblem {
    std::string_view reason;  // of the refusal: `bad_text` for the length, or `weak_password`
    std::string_view detail;
};
std::optional<PasswordProblem> password_problem(std::string_view password, std::string_view name,
                                                std::size_t length_min = password_length_min);

}  // namespace sicbo::server
