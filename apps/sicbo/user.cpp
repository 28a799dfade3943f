// SPDX-License-Identifier: MIT
// sicbo user: manages staff accounts, through the server that runs on the folder if one does.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "commands.h"
#include "local_client.h"
#include "server/clock.h"
#include "server/offline_accounts.h"
#include "store/sqlite_store.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

// For an error message: "dealer, supervisor, ..., administrator".
std::string list_staff_roles() {
    std::vector<std::string> roles;
    for (const std::string_view word : words_of<rules::Role>) {
        if (rules::is_staff(*parse_word<rules::Role>(word))) roles.emplace_back(word);
    }
    return join(roles);
}

int list(const UserOptions& options) {
    const auto people = server::list_people(options.data, options.db);
    if (!people) return complain(people.error(), exit_no);
    const std::string format = format_or_default(options.format);
    if (format == "json") {
        boost::json::array list;
        for (const server::PersonEntry& person : *people) {
            list.push_back(boost::json::object{{"name", person.name},
                                               {"role", to_word(person.role)},
                                               {"disabled", person.disabled},
                                               {"locked", person.locked},
                                               {"has_password", person.has_password},
                                               {"must_choose_password", person.must_change}});
        }
        return write_answer(boost::json::serialize(list) + "\n");
    }
    Rows rows = {{"name", "role", "state"}};
    for (const server::PersonEntry& person : *people) {
        rows.push_back({person.name, std::string(to_word(person.role)), person.state});
    }
    return write_answer(format == "csv" ? as_csv(rows) : as_columns(rows));
}

// Returns the number of the person with this name.
Result<std::uint32_t> number_of(const std::vector<server::PersonEntry>& people,
                                const std::string& name) {
    for (const server::PersonEntry& person : people) {
        if (person.name == name) return person.person.number;
    }
    return failure("there is nobody called \"" + name + "\"");
}

// Each back end does what the options say and returns the one-time password that it made; empty if
// it made none.

bool needs_code(const Error& refused) { return refused.text().contains("second_factor_required"); }

// Gives an order about an account. With a second person both are logged on at the property as long
// as it takes, and the second one authorises what waits for it.
Result<void> order_of_account(LocalClient& client, const UserOptions& options, const char* order,
                              const boost::json::object& arguments) {
    if (options.with.empty()) {
        const auto done = client.order(order, arguments);
        if (done || done.error().what.find("not_logged_on") == std::string::npos) return done;
        return failure(
            "this takes a second person, an administrator or a shift manager: name one "
            "with --with");
    }
    const std::int64_t first = client.person();
    if (auto done = client.sign_in(options.with, ask_secret("password of " + options.with));
        !done) {
        return done;
    }
    const std::int64_t second = client.person();
    const auto log = [&](std::int64_t person, const char* what) {
        client.act_as(person);
        return client.order(what, {});
    };
    // A person who is on duty already stays on duty.
    const bool first_came = log(first, "LogOn").has_value();
    const bool second_came = log(second, "LogOn").has_value();
    client.act_as(first);
    Result<void> done = client.order(order, arguments);
    if (done && !client.authorisation().empty()) {
        const std::string digest = client.authorisation();
        client.act_as(second);
        done = client.order("Authorise", {{"digest", digest}});
    }
    if (second_came) static_cast<void>(log(second, "LogOff"));
    if (first_came) static_cast<void>(log(first, "LogOff"));
    client.act_as(first);
    return done;
}

// Removes the second factor of the named person, if there is one. The server says whether that
// takes a second person.
Result<void> remove_second_factor(LocalClient& client, const UserOptions& options,
                                  const std::vector<server::PersonEntry>& people) {
    const auto removed = client.request("reset_second_factor",
                                        {{"person", client.person()}, {"name", options.name}});
    if (removed) return {};
    if (removed.error().what.find("second_person_needed") == std::string::npos) {
        return std::unexpected(removed.error());
    }
    const Result<std::uint32_t> person = number_of(people, options.name);
    if (!person) return std::unexpected(person.error());
    return order_of_account(client, options, "RemoveSecondFactor", {{"person", *person}});
}

Result<std::string> execute_online(LocalClient& client, const UserOptions& options,
                                   const std::optional<rules::Role>& role) {
    if (options.what == "recover") {
        return failure(
            "a server runs on this folder; stop it first: only the owner of the machine "
            "may recover an account without a password");
    }
    if (options.what == "password") {
        boost::json::object fields{{"name", options.name},
                                   {"old", ask_secret("password of " + options.name)},
                                   {"new", ask_secret("new password")}};
        auto done = client.request("set_password", fields);
        if (!done && needs_code(done.error())) {
            fields["code"] = ask_secret("code of " + options.name);
            done = client.request("set_password", fields);
        }
        return done ? Result<std::string>(std::string()) : std::unexpected(done.error());
    }
    const std::string secret = ask_secret("password of " + options.as);
    auto signed_in = client.sign_in(options.as, secret);
    if (!signed_in && needs_code(signed_in.error())) {
        signed_in = client.sign_in(options.as, secret, ask_secret("code of " + options.as));
    }
    if (!signed_in) return std::unexpected(signed_in.error());
    const auto people = server::list_people(options.data, options.db);
    if (!people) return std::unexpected(people.error());
    Result<void> done;
    if (options.what == "add") {
        std::uint32_t next = 1;
        for (const server::PersonEntry& one : *people) next = std::max(next, one.person.number + 1);
        done =
            order_of_account(client, options, "AddPerson",
                             {{"person", next}, {"name", options.name}, {"role", to_word(*role)}});
    } else {
        const Result<std::uint32_t> person = number_of(*people, options.name);
        if (!person) return std::unexpected(person.error());
        if (options.what == "reset") {
            done = order_of_account(client, options, "ResetPassword", {{"person", *person}});
        }
        if (done) {
            done = client.order(options.what == "disable" ? "DisablePerson" : "RestorePerson",
                                {{"person", *person}});
        }
    }
    if (!done) return std::unexpected(done.error());
    if (options.what == "disable") return std::string();
    std::string password = server::new_password();
    const auto set = client.request(
        "set_password", {{"person", client.person()}, {"name", options.name}, {"new", password}});
    if (!set) return std::unexpected(set.error());
    if (options.what == "reset" && options.name != options.as) {
        if (auto removed = remove_second_factor(client, options, *people); !removed) {
            return std::unexpected(removed.error());
        }
    }
    return password;
}

Result<std::string> execute_with(server::OfflineAccounts& accounts, const UserOptions& options,
                                 const std::optional<rules::Role>& role) {
    const bool own = options.what == "password";
    const bool recovers = options.what == "recover";
    const auto ask_code = [&] {
        return ask_secret("code of " + (own ? options.name : options.as));
    };
    if (!recovers && !own) {
        const std::string password = ask_secret("password of " + options.as);
        if (auto done = accounts.sign_in(options.as, password, ask_code); !done) {
            return std::unexpected(done.error());
        }
    }
    const bool adds = options.what == "add";
    if ((adds || options.what == "reset") &&
        accounts.takes_second(options.name, adds ? role : std::nullopt)) {
        if (options.with.empty()) {
            return failure(
                "this takes a second person, an administrator or a shift manager: name "
                "one with --with");
        }
        const std::string secret = ask_secret("password of " + options.with);
        const auto ask_second = [&] { return ask_secret("code of " + options.with); };
        if (auto done = accounts.sign_in_second(options.with, secret, ask_second); !done) {
            return std::unexpected(done.error());
        }
    }
    Result<std::string> made = std::string();
    Result<void> done;
    if (options.what == "add") made = accounts.add(options.name, *role);
    if (options.what == "reset") made = accounts.reset(options.name);
    if (recovers) made = accounts.recover(options.name);
    if (options.what == "disable") done = accounts.disable(options.name);
    if (own) {
        const std::string old = ask_secret("password of " + options.name);
        done = accounts.change_password(options.name, old, ask_secret("new password"), ask_code);
    }
    if (!done) return std::unexpected(done.error());
    return made;
}

// Whatever fails, the journal has a sign-out for each sign-in.
Result<std::string> execute_offline(const UserOptions& options,
                                    const std::optional<rules::Role>& role) {
    auto accounts = server::OfflineAccounts::open(options.data, server::wall_clock(), options.db);
    if (!accounts) {
        const bool runs = accounts.error().what.starts_with(store::locked_error);
        return failure(accounts.error().text() +
                       (runs ? "; its server has no local socket, so an administrator does this "
                               "over its protocol"
                             : ""));
    }
    Result<std::string> made = execute_with(**accounts, options, role);
    if (auto closed = (*accounts)->close(); made && !closed) {
        return std::unexpected(closed.error());
    }
    return made;
}

}  // namespace

int run_user(const UserOptions& options) {
    if (options.what == "list") return list(options);
    const auto role = parse_word<rules::Role>(options.role);
    if (options.what == "add" && !(role && rules::is_staff(*role))) {
        return complain({"--role: must be one of " + list_staff_roles()});
    }
    auto client = LocalClient::connect(options.data);
    if (!client) return complain(client.error(), exit_no);
    const Result<std::string> made =
        *client ? execute_online(**client, options, role) : execute_offline(options, role);
    if (!made) return complain(made.error(), exit_no);
    if (!made->empty()) {
        return write_answer(
            fmt::format("{} signs in with this password once, and then chooses another: {}\n",
                        options.name, *made));
    }
    const bool own = options.what == "password";
    return write_answer(fmt::format(
        "{}\n", own ? "the password is set" : "the account of " + options.name + " is disabled"));
}

}  // namespace sicbo::app
