// SPDX-License-Identifier: MIT
// sicbo export: what happened in a period, as CSV or JSON.
#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>

#include "commands.h"
#include "edge.h"
#include "journal.h"
#include "store/export.h"

namespace sicbo::app {
namespace {

// A date is its first moment in UTC.
Result<Instant> parse_moment(const std::string& text) {
    constexpr std::string_view date = "2026-01-05";
    return parse_instant(text.size() == date.size() ? text + "T00:00+00:00" : text);
}

// What counts or names something is a number; money and dice stay as they are written.
boost::json::value as_json(std::string_view column, const std::string& text) {
    constexpr std::array numbers = std::to_array<std::string_view>(
        {"table", "round", "stay", "terminal", "event", "entry", "from_owner", "to_owner", "bets",
         "first_event", "last_event", "games", "number", "request"});
    if (text.empty()) return nullptr;
    if (std::ranges::find(numbers, column) == numbers.end()) return boost::json::value(text);
    std::uint64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace

int run_export(const ExportOptions& options) {
    store::Period period{{0}, table::clock_max, TableId{options.table}};
    for (auto [text, to] : {std::pair(&options.from, &period.from), {&options.to, &period.to}}) {
        if (text->empty()) continue;
        const Result<Instant> at = parse_moment(*text);
        if (!at) return complain(at.error());
        *to = *at;
    }
    if (period.to <= period.from) {
        return complain({"the period is empty: --to must be after --from"});
    }
    const auto journal = store::SqliteStore::open_to_read(options.file);
    if (!journal) return complain(journal.error(), exit_code_for_journal(options.file));
    const store::ExportKind what = *parse_word<store::ExportKind>(options.what);
    const bool json = options.format == "json";
    store::ExportRow heading;
    bool first = true;
    int code = exit_fine;
    const auto take = [&](const store::ExportRow& row) -> Result<void> {
        std::string text;
        if (!json) {
            text = as_csv({row});
        } else if (heading.empty()) {
            heading = row;
            text = "[";
        } else {
            boost::json::object object;
            for (std::size_t i = 0; i < row.size(); ++i)
                object[heading[i]] = as_json(heading[i], row[i]);
            text = (first ? "\n" : ",\n") + boost::json::serialize(object);
            first = false;
        }
        code = write_answer(text);
        if (code != exit_fine) return failure("the answer can't be written");
        return {};
    };
    ProgressBar bar("reading the journal");
    const Result<void> done =
        export_rows(**journal, what, period, take,
                    [&](std::uint64_t events, std::uint64_t all) { bar.show(events, all); });
    bar.clear();
    if (code != exit_fine) return code;
    if (!done) return complain(done.error(), exit_no);
    return json ? write_answer("\n]\n") : exit_fine;
}

}  // namespace sicbo::app
