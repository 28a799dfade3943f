// SPDX-License-Identifier: MIT
#include "server/http_guard.h"

#include <algorithm>

namespace sicbo::server {
namespace {

std::string in_small_letters(std::string_view text) {
    std::string small(text);
    for (char& one : small) {
        if (one >= 'A' && one <= 'Z') one = static_cast<char>(one - 'A' + 'a');
    }
    return small;
}

// The characters of a header's name (RFC 9110, 5.6.2).
bool is_token(std::string_view text) {
    constexpr std::string_view letters =
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return !text.empty() && text.find_first_not_of(letters) == std::string_view::npos;
}

bool has_control_characters(std::string_view text) {
    return std::ranges::any_of(text, [](char one) {
        const auto byte = static_cast<unsigned char>(one);
        return (byte < 0x20 && one != '\t') || byte == 0x7f;
    });
}

std::string_view without_blanks(std::string_view text) {
    while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
    while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
    return text;
}

// What the headers that frame a request say, so far.
struct Framing {
    int lengths = 0;
    int codings = 0;
    int hosts = 0;
    int origins = 0;
};

std::optional<std::string_view> header_problem(std::string_view line, Framing& framing) {
    if (line.starts_with(' ') || line.starts_with('\t')) return "a header is folded";
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) {
        return "a header has no proper name";
    }
    const std::string name = in_small_letters(line.substr(0, colon));
    const std::string_view value = without_blanks(line.substr(colon + 1));
    if (has_control_characters(value)) return "a header has control characters";
    if (name == "host" && ++framing.hosts > 1) return "Host is there twice";
    if (name == "origin" && ++framing.origins > 1) return "Origin is there twice";
    if (name == "content-length") {
        constexpr std::size_t digits_max = 18;
        if (++framing.lengths > 1) return "Content-Length is there twice";
        const bool is_number = !value.empty() && value.size() <= digits_max &&
                               value.find_first_not_of("0123456789") == std::string_view::npos;
        if (!is_number) return "Content-Length is no number";
    }
    if (name == "transfer-encoding") {
        if (++framing.codings > 1) return "Transfer-Encoding is there twice";
        if (in_small_letters(value) != "chunked") return "Transfer-Encoding must be chunked";
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string_view> framing_problem(std::string_view head) {
    constexpr std::string_view line_end = "\r\n";
    Framing framing;
    bool is_first = true;
    bool is_old = false;
    while (!head.empty()) {
        const std::size_t end = head.find(line_end);
        if (end == std::string_view::npos) return "a line has no end";
        const std::string_view line = head.substr(0, end);
        head.remove_prefix(end + line_end.size());
        if (line.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos) {
            return "a line ends without CRLF";
        }
        if (is_first) {
            is_first = false;
            if (line.empty() || has_control_characters(line) || line.find('\t') != line.npos) {
                return "this is not HTTP";
            }
            is_old = line.ends_with("HTTP/1.0");
            continue;
        }
        if (auto problem = header_problem(line, framing)) return problem;
    }
    if (framing.lengths > 0 && framing.codings > 0) {
        return "Content-Length and Transfer-Encoding exclude each other";
    }
    if (is_old && framing.codings > 0) return "HTTP/1.0 has no Transfer-Encoding";
    if (!is_old && framing.hosts == 0) return "Host is missing";
    return std::nullopt;
}

std::string host_name(std::string_view authority) {
    if (authority.starts_with('[')) {
        const std::size_t end = authority.find(']');
        if (end == std::string_view::npos) return {};
        const std::string_view rest = authority.substr(end + 1);
        if (!rest.empty() && !rest.starts_with(':')) return {};
        return in_small_letters(authority.substr(1, end - 1));
    }
    const std::size_t colon = authority.find(':');
    if (colon != std::string_view::npos &&
        authority.find_first_not_of("0123456789", colon + 1) != std::string_view::npos) {
        return {};
    }
    std::string name = in_small_letters(authority.substr(0, colon));
    if (name.ends_with('.')) name.pop_back();  // the same name, written in full
    constexpr std::string_view letters = "0123456789abcdefghijklmnopqrstuvwxyz-_.";
    return name.find_first_not_of(letters) == std::string::npos ? name : std::string();
}

HostNames::HostNames(const std::vector<std::string>& names, std::vector<std::string> origins)
    : origins_(std::move(origins)) {
    names_ = {"localhost", "127.0.0.1", "::1"};
    for (const std::string& name : names) names_.push_back(host_name(name));
    for (const std::string& origin : origins_) {
        const std::size_t scheme = origin.find("://");
        if (scheme != std::string::npos) {
            names_.push_back(host_name(std::string_view(origin).substr(scheme + 3)));
        }
    }
    std::erase(names_, "");
}

bool HostNames::is_known(std::string_view host_header, std::string_view local_address) const {
    const std::string name = host_name(host_header);
    if (name.empty()) return false;
    return name == local_address || std::ranges::find(names_, name) != names_.end();
}

bool HostNames::may_connect(std::string_view origin, std::string_view host_header) const {
    if (std::ranges::find(origins_, origin) != origins_.end()) return true;
    const std::string host(host_header);
    return origin == "http://" + host || origin == "https://" + host;
}

}  // namespace sicbo::server
