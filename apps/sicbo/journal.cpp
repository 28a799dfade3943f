// SPDX-License-Identifier: MIT
#include "journal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "store/files.h"
#include "store/postgres_address.h"
#include "subcommand.h"

namespace sicbo::app {

ProgressBar::ProgressBar(std::string doing)
    : doing_(std::move(doing)), watched_(isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() { clear(); }

void ProgressBar::clear() {
    if (std::exchange(shown_, false)) fmt::print(stderr, "\r\033[K");
}

void ProgressBar::show(std::uint64_t done, std::uint64_t all) {
    if (!watched_ || all == 0) return;
    shown_ = true;
    constexpr std::uint64_t width = 30;
    const std::uint64_t full = std::min(width, done * width / all);
    fmt::print(stderr, "\r{} [{:#<{}}{:.<{}}] {} of {}", doing_, "", full, "", width - full, done,
               all);
}

std::optional<Error> read_period(const std::string& from_text, const std::string& to_text,
                                 Instant& from, Instant& to) {
    constexpr std::string_view date = "2026-01-05";
    for (const auto& [text, moment] : {std::pair(&from_text, &from), {&to_text, &to}}) {
        if (text->empty()) continue;
        const Result<Instant> at =
            parse_instant(text->size() == date.size() ? *text + "T00:00+00:00" : *text);
        if (!at) return at.error();
        *moment = *at;
    }
    if (to <= from) return Error{"the period is empty: --to must be after --from"};
    return std::nullopt;
}

int exit_code_for_journal(const std::string& path) {
    if (store::is_postgres(path)) return exit_no;
    const bool file = store::exists(path) && !std::filesystem::is_directory(path);
    return file ? exit_no : exit_wrong_use;
}

}  // namespace sicbo::app
