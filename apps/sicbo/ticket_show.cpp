// SPDX-License-Identifier: MIT
// sicbo ticket show and void: what became of a ticket, and making it void.
#include <sodium.h>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "commands.h"
#include "device/ticket_number.h"
#include "local_client.h"
#include "server/clock.h"
#include "server/keys.h"
#include "server/offline_accounts.h"
#include "server/secret.h"
#include "server/ticket_finder.h"
#include "store/files.h"
#include "store/open_store.h"
#include "store/people.h"
#include "store/recover.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

using Found = Result<std::vector<wire::TicketFacts>>;

bool is_four_digits(const std::string& text) {
    return text.size() == 4 && text.find_first_not_of("0123456789") == std::string::npos;
}

// Says what is wrong with the options; nothing if they name one ticket or four digits.
std::optional<Error> wrong_choice(const TicketDeskOptions& options) {
    if (options.number == !options.last_four.empty()) {
        return Error{"name the ticket with either --number or --last-four"};
    }
    if (!options.number && !is_four_digits(options.last_four)) {
        return Error{"must be four digits", "--last-four"};
    }
    return std::nullopt;
}

// Asks for the number of a ticket: on a command line others could read it, and redeem the ticket.
Result<std::string> ask_number() {
    std::string digits;
    for (const char one : ask_secret("number of the ticket")) {
        if (one != ' ' && one != '-') digits += one;
    }
    if (device::is_ticket_number(digits)) return digits;
    return failure(
        "this is not the number of a ticket: that has 18 digits, or 16 if it has no value");
}

// `files` is the path prefix of the files that belong to the journal.
Result<server::TicketFinder> open_finder(const std::string& folder, const std::string& files) {
    const std::string key = server::ticket_key_path(folder);
    if (!store::exists(key)) return failure("this property has issued no tickets", folder);
    const Result<Hash> secret = server::load_or_create_secret(key);
    if (!secret) return std::unexpected(secret.error());
    return server::TicketFinder(*secret, files);
}

Found find(const TicketDeskOptions& options, const table::State& state, const std::string& files) {
    const Result<server::TicketFinder> finder = open_finder(options.data, files);
    if (!finder) return std::unexpected(finder.error());
    if (!options.number) return finder->by_last_four(state, options.last_four, true);
    Result<std::string> number = ask_number();
    if (!number) return std::unexpected(number.error());
    Found found = finder->by_number(state, *number);
    sodium_memzero(number->data(), number->size());
    return found;
}

// The property as it is now.
struct Property {
    table::State state;
    std::string files;  // the path prefix of the files that belong to its journal
};

Result<Property> read_property(const TicketDeskOptions& options) {
    const auto journal = store::open_to_read(server::journal_location(options.data, options.db));
    if (!journal) return std::unexpected(journal.error());
    Result<store::Recovered> recovered = store::recover(**journal);
    if (!recovered) return std::unexpected(recovered.error());
    return Property{std::move(recovered->state), (*journal)->files()};
}

std::string where(TableId table, TerminalId terminal, CounterId counter) {
    if (counter) return "counter " + std::to_string(counter.number);
    if (terminal) return "terminal " + std::to_string(terminal.number);
    return table ? "table " + std::to_string(table.number) : "cage";
}

std::vector<std::string> row_of(const table::State& state, const wire::TicketFacts& facts) {
    const table::TicketRecord& ticket = facts.ticket;
    std::string digits = std::to_string(ticket.last_four);
    digits.insert(0, 4 - digits.size(), '0');
    const bool is_new = ticket.state == table::TicketState::issued;
    const bool expired = ticket.state == table::TicketState::expired;
    return {digits,
            to_text(ticket.amount),
            ledger::letters_of(ticket.currency),
            ledger::is_training(ticket.currency) ? "yes" : "no",
            std::string(to_word(ticket.state)),
            to_text_exact(ticket.issued_at),
            where(ticket.table, ticket.terminal, {}),
            ticket.expires_at < table::never ? to_text_exact(ticket.expires_at) : "",
            to_text_exact(ticket.changed_at),
            expired ? "" : where(ticket.changed_table, ticket.changed_terminal, facts.counter),
            is_new ? "" : store::actor_name(state, ticket.changed_by),
            to_text(facts.name)};
}

int write_found(const TicketDeskOptions& options, const table::State& state,
                const std::vector<wire::TicketFacts>& found) {
    const std::string format = format_or_default(options.format);
    if (format == "json") {
        boost::json::array list;
        for (const wire::TicketFacts& one : found) list.push_back(wire::ticket_json(state, one));
        return write_answer(boost::json::serialize(list) + "\n");
    }
    Rows rows = {{"last_four", "amount", "currency", "training", "state", "issued_at", "issued",
                  "expires_at", "changed_at", "changed", "changed_by", "ticket"}};
    for (const wire::TicketFacts& one : found) rows.push_back(row_of(state, one));
    return write_answer(format == "csv" ? as_csv(rows) : as_columns(rows));
}

// The one ticket that can still be voided.
Result<wire::TicketFacts> find_one(const TicketDeskOptions& options, const table::State& state,
                                   const std::string& files) {
    const Found found = find(options, state, files);
    if (!found) return std::unexpected(found.error());
    std::vector<wire::TicketFacts> open;
    for (const wire::TicketFacts& one : *found) {
        if (!table::is_closed(one.ticket.state)) open.push_back(one);
    }
    if (open.size() == 1) return open.front();
    if (open.size() > 1) return failure("several tickets end so; name it with --number");
    if (found->empty()) return failure("there is no such ticket");
    const wire::TicketFacts& last = found->front();
    return failure(store::describe_closed({last.name, last.ticket, last.counter, 0}));
}

Result<void> sign_in(LocalClient& client, const std::string& name) {
    const std::string secret = ask_secret("password of " + name);
    auto done = client.sign_in(name, secret);
    if (!done && done.error().text().contains("second_factor_required")) {
        done = client.sign_in(name, secret, ask_secret("code of " + name));
    }
    return done;
}

// Through the server that runs on the folder: both sign in, are logged on at the table where the
// ticket was issued, or at the property if the cage sold it, and give and authorise the order. A
// person who is logged on already stays so.
Result<void> void_online(LocalClient& client, const TicketDeskOptions& options) {
    const Result<Property> property = read_property(options);
    if (!property) return std::unexpected(property.error());
    const Result<wire::TicketFacts> ticket = find_one(options, property->state, property->files);
    if (!ticket) return std::unexpected(ticket.error());
    const std::uint32_t table = ticket->ticket.table.number;
    const char* void_order = table == 0 ? "VoidSoldTicket" : "VoidTicket";
    if (auto done = sign_in(client, options.as); !done) return done;
    const std::int64_t first = client.person();
    if (auto done = sign_in(client, options.with); !done) return done;
    const std::int64_t second = client.person();
    const auto order = [&](std::int64_t person, const char* what, boost::json::object arguments) {
        client.act_as(person);
        return client.order(what, std::move(arguments), table);
    };
    const bool first_came = order(first, "LogOn", {}).has_value();
    const bool second_came = order(second, "LogOn", {}).has_value();
    Result<void> done =
        order(first, void_order, {{"ticket", to_text(ticket->name)}, {"reason", options.reason}});
    if (done && !client.authorisation().empty()) {
        const std::string digest = client.authorisation();
        done = order(second, "Authorise", {{"digest", digest}});
    }
    if (second_came) static_cast<void>(order(second, "LogOff", {}));
    if (first_came) static_cast<void>(order(first, "LogOff", {}));
    return done;
}

Result<void> void_with(server::OfflineAccounts& property, const TicketDeskOptions& options) {
    const Result<wire::TicketFacts> ticket = find_one(options, property.state(), property.files());
    if (!ticket) return std::unexpected(ticket.error());
    const auto code_of = [](const std::string& name) {
        return [name] { return ask_secret("code of " + name); };
    };
    const std::string password = ask_secret("password of " + options.as);
    if (auto done = property.sign_in(options.as, password, code_of(options.as)); !done) {
        return done;
    }
    const std::string other = ask_secret("password of " + options.with);
    if (auto done = property.sign_in_second(options.with, other, code_of(options.with)); !done) {
        return done;
    }
    return property.void_ticket(ticket->name, options.reason);
}

Result<void> void_offline(const TicketDeskOptions& options) {
    auto property = server::OfflineAccounts::open(options.data, server::wall_clock(), options.db);
    if (!property) return std::unexpected(property.error());
    Result<void> done = void_with(**property, options);
    if (auto closed = (*property)->close(); done && !closed) return closed;
    return done;
}

}  // namespace

int run_ticket_show(const TicketDeskOptions& options) {
    if (const auto wrong = wrong_choice(options)) return complain(*wrong);
    const Result<Property> property = read_property(options);
    if (!property) return complain(property.error(), exit_no);
    const Found found = find(options, property->state, property->files);
    if (!found) return complain(found.error(), exit_no);
    if (found->empty()) return complain({"there is no such ticket"}, exit_no);
    return write_found(options, property->state, *found);
}

int run_ticket_void(const TicketDeskOptions& options) {
    if (const auto wrong = wrong_choice(options)) return complain(*wrong);
    if (options.as == options.with) {
        return complain({"must be another person than --as", "--with"});
    }
    auto client = LocalClient::connect(options.data);
    if (!client) return complain(client.error(), exit_no);
    const Result<void> done = *client ? void_online(**client, options) : void_offline(options);
    if (!done) return complain(done.error(), exit_no);
    return write_answer("the ticket is void\n");
}

}  // namespace sicbo::app
