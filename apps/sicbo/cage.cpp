// SPDX-License-Identifier: MIT
// sicbo cage: what the cage has done and what waits for it, from the journal.
#include <boost/json/serialize.hpp>

#include "commands.h"
#include "journal.h"
#include "server/keys.h"
#include "store/cage_report.h"
#include "store/open_store.h"
#include "subcommand.h"
#include "typed_json.h"

namespace sicbo::app {

int run_cage(const CageOptions& options) {
    store::Period period{{0}, clock_max};
    if (auto wrong = read_period(options.from, options.to, period.from, period.to)) {
        return complain(*wrong);
    }
    const std::string location = server::journal_location(options.data, options.db);
    const auto journal = store::open_to_read(location);
    if (!journal) return complain(journal.error(), exit_code_for_journal(location));
    const auto what = parse_word<store::CageReport>(options.what);
    check(what.has_value());
    Rows rows;
    ProgressBar bar("reading the journal");
    const Result<void> done = report_cage(
        **journal, *what, options.training, period,
        [&](const store::ExportRow& row) -> Result<void> {
            rows.push_back(row);
            return {};
        },
        [&](std::uint64_t events, std::uint64_t all) { bar.show(events, all); });
    bar.clear();
    if (!done) return complain(done.error(), exit_no);
    const bool empty = rows.size() == 1;  // the heading alone
    if (empty) {
        remark(options.training ? "there is nothing; real money is shown without --training"
                                : "there is nothing; play money is shown with --training");
    }
    const std::string format = format_or_default(options.format);
    if (format == "json") return write_answer(boost::json::serialize(as_objects(rows)) + "\n");
    return write_answer(format == "csv" ? as_csv(rows) : as_columns(rows));
}

}  // namespace sicbo::app
