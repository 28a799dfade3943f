// SPDX-License-Identifier: MIT
#include "store/postgres_address.h"

#include <libpq-fe.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <vector>

namespace sicbo::store {
namespace {

constexpr std::string_view schemes[] = {"postgres://", "postgresql://"};

struct FreeConninfo {
    void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
using ConninfoOptions = std::unique_ptr<PQconninfoOption, FreeConninfo>;

int hex_value(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    const char lower = static_cast<char>(digit | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

Result<std::string> percent_decoded(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            decoded += text[i];
            continue;
        }
        const int high = i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
        const int low = i + 2 < text.size() ? hex_value(text[i + 2]) : -1;
        if (high < 0 || low < 0 || high + low == 0) {
            return failure("a % is not followed by two hexadecimal digits of a character");
        }
        decoded += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return decoded;
}

bool is_journal_name(std::string_view name) {
    constexpr std::size_t length_max = 40;
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    return !name.empty() && name.size() <= length_max && std::ranges::all_of(name, fits);
}

// Sets one parameter of our own; returns false if the name is not one of them.
Result<bool> set_parameter(PostgresAddress& address, std::string_view name,
                           std::string_view encoded) {
    if (name == "sslmode") address.states_encryption = true;
    constexpr std::string_view ours[] = {"journal", "files", "standby", "answer_timeout"};
    if (std::ranges::find(ours, name) == std::end(ours)) return false;
    const Result<std::string> value = percent_decoded(encoded);
    if (!value) return std::unexpected(value.error());
    if (name == "journal") {
        if (!is_journal_name(*value)) {
            return failure(
                "journal= must be a name of at most 40 lower-case letters, digits, - and _");
        }
        address.journal = *value;
    } else if (name == "files") {
        if (value->empty())
            return failure("files= must be the path prefix of this machine's files");
        address.files = *value;
    } else if (name == "answer_timeout") {
        constexpr int seconds_max = 86'400;
        int seconds = 0;
        const char* end = value->data() + value->size();
        const auto [at, error] = std::from_chars(value->data(), end, seconds);
        if (error != std::errc() || at != end || seconds < 1 || seconds > seconds_max) {
            return failure("answer_timeout= must be a number of seconds from 1 to 86400");
        }
        address.silence_max = std::chrono::seconds(seconds);
    } else {
        if (*value != "required") return failure("standby= can only be \"required\"");
        address.requires_standby = true;
    }
    return true;
}

std::string without_line_ends(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    std::ranges::replace(text, '\n', ' ');
    return text;
}

// Libpq reads the rest; what it found is what messages show.
Result<void> describe(PostgresAddress& address) {
    char* error = nullptr;
    const ConninfoOptions options(PQconninfoParse(address.uri.c_str(), &error));
    if (!options) {
        std::string what = error ? without_line_ends(error) : "it can't be read";
        PQfreemem(error);
        if (what.find("://") != std::string::npos || what.find('@') != std::string::npos) {
            what = "the address is no connection URI of PostgreSQL";
        }
        return failure(what);
    }
    std::string host;
    std::string port;
    std::string database;
    for (const PQconninfoOption* option = options.get(); option->keyword; ++option) {
        if (!option->val) continue;
        const std::string_view keyword = option->keyword;
        if (keyword == "host" || (keyword == "hostaddr" && host.empty())) host = option->val;
        if (keyword == "port") port = option->val;
        if (keyword == "dbname") database = option->val;
    }
    address.text = "postgres://" + host + (port.empty() ? "" : ":" + port) + "/" + database +
                   "?journal=" + address.journal;
    return {};
}

}  // namespace

namespace {

// A host that hangs must not take the time in which the next one could be asked.
std::chrono::seconds connect_time(std::chrono::milliseconds lease) {
    return std::clamp(std::chrono::ceil<std::chrono::seconds>(lease), std::chrono::seconds(2),
                      std::chrono::seconds(10));
}

}  // namespace

PostgresAddress to_serve(PostgresAddress address, std::chrono::milliseconds lease) {
    constexpr std::chrono::milliseconds commit_time_min{60'000};
    constexpr int leases = 4;
    address.connect_max = connect_time(lease);
    if (address.silence_max.count() == 0) {
        address.silence_max = std::max(commit_time_min, lease * leases);
    }
    return address;
}

PostgresAddress to_watch(PostgresAddress address, std::chrono::milliseconds lease) {
    constexpr std::chrono::milliseconds answer_time_min{2'000};
    address.connect_max = connect_time(lease);
    address.silence_max = std::max(answer_time_min, lease);
    return address;
}

bool is_postgres(std::string_view location) {
    return std::ranges::any_of(
        schemes, [&](std::string_view scheme) { return location.starts_with(scheme); });
}

Result<PostgresAddress> parse_postgres_address(const std::string& location) {
    constexpr const char* named = "the address of the database";
    PostgresAddress address;
    address.journal = "main";
    const std::size_t query = location.find('?');
    address.uri = location.substr(0, query);
    std::string_view rest = query == std::string::npos
                                ? std::string_view()
                                : std::string_view(location).substr(query + 1);
    char before = '?';
    while (!rest.empty()) {
        const std::size_t end = rest.find('&');
        const std::string_view parameter = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        const std::size_t equals = parameter.find('=');
        const std::string_view value =
            equals == std::string_view::npos ? std::string_view() : parameter.substr(equals + 1);
        const Result<bool> ours = set_parameter(address, parameter.substr(0, equals), value);
        if (!ours) return failure(ours.error().what, named);
        if (*ours) continue;
        address.uri += before + std::string(parameter);
        before = '&';
    }
    if (address.files.empty()) address.files = address.journal;
    if (auto done = describe(address); !done) return failure(done.error().what, named);
    return address;
}

Result<std::string> files_of(const std::string& location) {
    if (!is_postgres(location)) return location;
    Result<PostgresAddress> address = parse_postgres_address(location);
    if (!address) return std::unexpected(address.error());
    return std::move(address->files);
}

std::string shown(const std::string& location) {
    if (!is_postgres(location)) return location;
    const Result<PostgresAddress> address = parse_postgres_address(location);
    return address ? address->text : "the address of the database";
}

}  // namespace sicbo::store
