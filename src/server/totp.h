// SPDX-License-Identifier: MIT
// One-time codes from a shared secret and the time (TOTP, RFC 6238), as authenticator apps show
// them. No clock and no account here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sicbo::server {

enum class TotpDigest : std::uint8_t { sha1, sha256, sha512 };

inline constexpr std::int64_t totp_step_seconds = 30;
inline constexpr int totp_digits = 6;

// Returns the code of a step, with leading zeros. `secret` is bytes.
std::string totp_code(std::string_view secret, std::uint64_t step, int digits = totp_digits,
                      TotpDigest digest = TotpDigest::sha1);

// Returns the step to which the code belongs: that of the time, the one before or the one after.
// Steps up to `used` do not count, so that no code is good twice; a `used` that lies in the future
// was noted by a clock that was wrong, and binds nobody. Nothing if there is none.
std::optional<std::uint64_t> find_totp_step(std::string_view secret, std::string_view code,
                                            std::int64_t unix_seconds, std::uint64_t used);

// Returns 20 random bytes.
std::string new_totp_secret();

// Base32 (RFC 4648) without padding, as apps take a secret that is typed in.
std::string to_base32(std::string_view bytes);
std::optional<std::string> parse_base32(std::string_view text);

// The address that an app reads from a picture or a link, with the secret in it.
std::string totp_uri(std::string_view issuer, std::string_view name, std::string_view secret);

}  // namespace sicbo::server
