// SPDX-License-Identifier: MIT
#include "store/followed.h"

#include <charconv>

#include "store/files.h"

namespace sicbo::store {

std::string path_of_followed(const std::string& files) { return files + ".followed"; }

Result<void> remember_followed(const std::string& files, Position at) {
    return write_file(path_of_followed(files),
                      std::to_string(at.sequence) + " " + to_text(at.hash) + "\n");
}

Result<std::optional<Position>> read_followed(const std::string& files) {
    const std::string path = path_of_followed(files);
    if (!exists(path)) return std::optional<Position>();
    const Result<std::string> text = read_file(path);
    if (!text) return std::unexpected(text.error());
    Position at;
    const char* end = text->data() + text->size();
    const auto [rest, wrong] = std::from_chars(text->data(), end, at.sequence);
    const std::string_view left(rest, static_cast<std::size_t>(end - rest));
    const bool is_framed = wrong == std::errc() && left.starts_with(' ') && left.ends_with('\n');
    const std::optional<Hash> hash =
        is_framed ? parse_hash(left.substr(1, left.size() - 2)) : std::nullopt;
    if (!hash || at.sequence == 0) {
        return failure("the file must have a number and a hash: the last event that was read",
                       path);
    }
    at.hash = *hash;
    return std::optional(at);
}

Error lost_events_error(const std::string& files, Position at) {
    return {"the database does not have event " + std::to_string(at.sequence) +
                " as this server has read it there: acknowledged events were lost. Find the "
                "database that has them; if the loss is accepted, remove the file " +
                path_of_followed(files),
            {}};
}

Result<void> verify_followed(const Store& journal) {
    const Result<std::optional<Position>> at = read_followed(journal.files());
    if (!at) return std::unexpected(at.error());
    if (!*at) return {};
    const Result<std::optional<Position>> end = journal.end_of_record((*at)->sequence);
    if (!end) return std::unexpected(end.error());
    if (*end == *at) return {};
    return std::unexpected(lost_events_error(journal.files(), **at));
}

}  // namespace sicbo::store
