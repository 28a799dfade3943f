// SPDX-License-Identifier: MIT
#include "server/guest_book.h"

#include <charconv>

#include "store/files.h"

namespace sicbo::server {
namespace {

using table::Actor;
using table::ActorKind;

// "terminal 101 1794818454506", with the time in milliseconds since 1970.
std::string line_of(const Actor& place, Instant since) {
    return std::string(to_word(place.kind)) + " " + std::to_string(place.number) + " " +
           std::to_string(since.milliseconds) + "\n";
}

std::optional<std::pair<Actor, Instant>> parse_line(std::string_view line) {
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) return std::nullopt;
    const auto kind = parse_word<ActorKind>(line.substr(0, space));
    if (!kind) return std::nullopt;
    Actor place{*kind, 0};
    Instant since;
    const char* end = line.data() + line.size();
    const auto [number_end, wrong] = std::from_chars(line.data() + space + 1, end, place.number);
    if (wrong != std::errc() || number_end == end || *number_end != ' ') return std::nullopt;
    const auto [stop, error] = std::from_chars(number_end + 1, end, since.milliseconds);
    if (error != std::errc() || stop != end) return std::nullopt;
    return std::pair(place, since);
}

}  // namespace

Result<GuestBook> GuestBook::open(const std::string& path) {
    GuestBook book;
    book.path_ = path;
    if (store::exists(path)) {
        const Result<std::string> read = store::read_file(path);
        if (!read) return std::unexpected(read.error());
        std::string_view rest = *read;
        while (!rest.empty()) {
            const std::size_t end = rest.find('\n');
            if (end == std::string_view::npos) break;
            if (const auto entry = parse_line(rest.substr(0, end))) {
                book.since_[entry->first] = entry->second;
            }
            rest.remove_prefix(end + 1);
        }
    }
    return book;
}

Result<void> GuestBook::prune(const std::function<bool(const Actor&)>& keep) {
    std::erase_if(since_, [&](const auto& entry) { return !keep(entry.first); });
    unwritten_.clear();
    if (path_.empty()) return {};
    return store::write_file(path_, text(), 0600);
}

std::string GuestBook::text() const {
    std::string all;
    for (const auto& [place, since] : since_) all += line_of(place, since);
    return all;
}

std::optional<Instant> GuestBook::since(const Actor& place) const {
    const auto at = since_.find(place);
    return at == since_.end() ? std::nullopt : std::optional(at->second);
}

void GuestBook::set(const Actor& place, Instant since) {
    since_[place] = since;
    if (!path_.empty()) unwritten_ += line_of(place, since);
}

Result<void> GuestBook::flush() {
    if (unwritten_.empty()) return {};
    if (auto done = publish_ ? publish_(text()) : Result<void>(); !done) return done;
    auto file = store::File::open(path_, store::File::Mode::append, 0600);
    if (!file) return std::unexpected(file.error());
    if (auto done = file->write(unwritten_); !done) return done;
    if (auto done = file->sync(); !done) return done;
    unwritten_.clear();
    return {};
}

}  // namespace sicbo::server
