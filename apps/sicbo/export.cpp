// SPDX-License-Identifier: MIT
// sicbo export: what happened in a period, as CSV or JSON.
#include "store/export.h"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "commands.h"
#include "journal.h"
#include "subcommand.h"
#include "typed_json.h"

namespace sicbo::app {

int run_export(const ExportOptions& options) {
    store::Period period{{0}, clock_max, TableId{options.table}};
    if (auto wrong = read_period(options.from, options.to, period.from, period.to)) {
        return complain(*wrong);
    }
    if (options.training || options.real) period.training = options.training;
    const auto journal = store::open_to_read(options.file);
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
            text = (first ? "\n" : ",\n") + boost::json::serialize(as_object(heading, row));
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
