// SPDX-License-Identifier: MIT
// sicbo migrate and sicbo database: a journal from a file to a database and back, and the tables
// that it needs there.
#include <fmt/format.h>

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "backup.h"
#include "journal.h"
#include "store/copy_journal.h"
#include "store/files.h"
#include "store/postgres_schema.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

// Copies the notes outside and the public key to where the new journal looks for them. Files that
// are there already stay.
Result<void> copy_companions(const std::string& from, const std::string& to) {
    for (const char* part : {".notes", ".key.pub"}) {
        if (!store::exists(from + part) || store::exists(to + part)) continue;
        const Result<std::string> text = store::read_file(from + part);
        if (!text) return std::unexpected(text.error());
        if (auto done = store::write_file(to + part, *text); !done) return done;
    }
    return {};
}

// The journal that is copied is opened to write, so that no server can append to it meanwhile.
Result<void> migrate_journal(const MigrateOptions& options) {
    const auto read = store::open_to_read(options.from);
    if (!read) return std::unexpected(read.error());
    const auto from = store::open_to_write(options.from);
    if (!from) return std::unexpected(from.error());
    const auto to = store::open_to_write(options.to, (*from)->origin());
    if (!to) return std::unexpected(to.error());
    if ((*to)->origin() != (*from)->origin()) {
        return failure("there is another journal already: " + (*to)->origin(),
                       store::shown(options.to));
    }
    ProgressBar bar("copying");
    auto done = store::copy_journal(
        **from, **to, true,
        [&](std::uint64_t events, std::uint64_t all) { bar.show(events, all); });
    bar.clear();
    if (!done) return done;
    return copy_companions((*from)->files(), (*to)->files());
}

}  // namespace

int run_migrate(const MigrateOptions& options) {
    if (options.from == options.to) return complain({"FROM and TO are the same journal"});
    if (!store::is_postgres(options.from) && !store::exists(options.from)) {
        return complain({"there is no such file", options.from});
    }
    if (auto done = migrate_journal(options); !done) return complain(done.error(), exit_no);
    const Result<store::Audit> audit = audit_copy(options.to);
    if (!audit) return complain(audit.error(), exit_no);
    const std::string to = store::shown(options.to);
    if (options.format == "json") {
        namespace json = boost::json;
        return write_answer(json::serialize(json::object{{"from", store::shown(options.from)},
                                                         {"to", to},
                                                         {"journal", audit->origin},
                                                         {"events", audit->last.sequence},
                                                         {"notes", audit->notes},
                                                         {"hash", to_text(audit->last.hash)}}) +
                            "\n");
    }
    return write_answer(fmt::format("{}: {} events, {} notes, last hash {}\n", to,
                                    audit->last.sequence, audit->notes, to_text(audit->last.hash)));
}

int run_database_prepare(const DatabaseOptions& options) {
    const auto address = store::parse_postgres_address(options.address);
    if (!address) return complain(address.error());
    const auto prepare = [&]() -> Result<void> {
        const auto connection = store::PostgresConnection::connect(*address);
        if (!connection) return std::unexpected(connection.error());
        if (auto done = store::configure_session(*connection, true); !done) return done;
        auto done = store::prepare_schema(*connection, {options.grant, options.auditor});
        if (!done) return done;
        return store::verify_schema(*connection, store::postgres_schema_version);
    };
    if (const auto done = prepare(); !done) {
        const std::string& at = done.error().location;
        return complain({done.error().what, at.empty() ? address->text : at}, exit_no);
    }
    return write_answer(
        fmt::format("the tables have version {}\n", store::postgres_schema_version));
}

}  // namespace sicbo::app
