// SPDX-License-Identifier: MIT
// sicbo user: manages staff accounts while no server runs.
#include <fmt/format.h>

#include "commands.h"
#include "edge.h"
#include "server/clock.h"
#include "server/offline_accounts.h"

namespace sicbo::app {
namespace {

int list(const UserOptions& options) {
    const auto people = server::list_people(options.data);
    if (!people) return complain(people.error(), exit_no);
    const std::string format = format_or_default(options.format);
    Rows rows = {{"name", "role", "state"}};
    for (const server::PersonEntry& person : *people) {
        rows.push_back({person.name, std::string(to_word(person.role)), person.state});
    }
    return write_answer(format == "csv" ? as_csv(rows) : as_columns(rows));
}

}  // namespace

int run_user(const UserOptions& options) {
    if (options.what == "list") return list(options);
    const auto role = parse_word<rules::Role>(options.role);
    if (options.what == "add" && !role) {
        return complain({"--role: must be one of " + list_words<rules::Role>()});
    }
    auto accounts = server::OfflineAccounts::open(options.data, server::wall_clock());
    if (!accounts) {
        const bool runs = accounts.error().what == store::locked_error;
        return complain(
            {accounts.error().text() + (runs ? "; while a server runs, an administrator "
                                               "does this over its protocol"
                                             : "")},
            exit_no);
    }
    const bool own = options.what == "password";
    const bool recovers = options.what == "recover";
    const std::string& who = own ? options.name : options.as;
    if (!recovers) {
        if (auto done = (*accounts)->sign_in(who, ask_secret("password of " + who)); !done) {
            return complain(done.error(), exit_no);
        }
    }
    Result<std::string> made = std::string();
    Result<void> done;
    if (options.what == "add") made = (*accounts)->add(options.name, *role);
    if (options.what == "reset") made = (*accounts)->reset(options.name);
    if (recovers) made = (*accounts)->recover(options.name);
    if (options.what == "disable") done = (*accounts)->disable(options.name);
    if (own) done = (*accounts)->choose_password(ask_secret("new password"));
    if (!made) done = std::unexpected(made.error());
    if (auto closed = (*accounts)->close(); done && !closed) done = closed;
    if (!done) return complain(done.error(), exit_no);
    if (!made->empty()) {
        return write_answer(
            fmt::format("{} signs in with this password once, and then chooses another: {}\n",
                        options.name, *made));
    }
    return write_answer(fmt::format(
        "{}\n", own ? "the password is set" : "the account of " + options.name + " is disabled"));
}

}  // namespace sicbo::app
