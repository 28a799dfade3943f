// SPDX-License-Identifier: MIT
#include "server/keys.h"

#include <algorithm>

#include "device/key.h"
#include "server/accounts.h"
#include "server/clock.h"
#include "server/log.h"
#include "server/loop.h"
#include "server/secret.h"
#include "store/checkpoint.h"
#include "store/files.h"
#include "store/key_statement.h"
#include "store/open_store.h"
#include "store/postgres_store.h"

namespace sicbo::server {

using table::Key;

namespace {

constexpr std::string_view next_suffix = ".next";  // of a new key that is not registered yet

std::unexpected<Error> missing(const std::string& what, const std::string& why, Key key,
                               const std::string& folder) {
    return failure(what + " is missing, although " + why +
                       ". Restore the file from a backup; or replace the key on purpose: start "
                       "once with --new-key " +
                       std::string(to_word(key)),
                   path_of(key, folder));
}

// Returns true if the table's tumbler has signed a reading or committed itself to dice.
bool has_tumbler_history(const table::Table& t) {
    const bool round = t.round && (t.round->commitment || t.round->proof);
    const bool past = std::ranges::any_of(t.past, [](const auto& one) {
        return one.second.commitment.has_value() || one.second.proof.has_value();
    });
    return t.tumbler_counter > 0 || t.commitment || round || past;
}

bool has_history(const table::State& state, const PropertyPlan& plan, Tumbler kind) {
    return std::ranges::any_of(plan.tables, [&](const TablePlan& table) {
        const table::Table* t = find_table(state, table.number);
        return table.tumbler == kind && t && has_tumbler_history(*t);
    });
}

// Returns the public half of the key in the file, as the journal registers it. The file must exist.
Result<std::string> public_half(Key key, const std::string& path, const std::string& origin) {
    if (key == Key::journal) {
        const Result<store::NoteKey> read = store::Notary::read_public_key(path, origin);
        if (!read) return std::unexpected(read.error());
        return to_text(*read);
    }
    const Result<Hash> secret = load_or_create_secret(path);
    if (!secret) return std::unexpected(secret.error());
    return to_text(device::key_of(*secret).public_key());
}

bool is_key_in(const std::string& path, Key key, const std::string& origin,
               const std::string& registered) {
    if (!store::exists(path)) return false;
    const Result<std::string> found = public_half(key, path, origin);
    return found && *found == registered;
}

// Returns true if the file has the old key, which signs for the new one. A key that was replaced
// before has no say any more.
bool has_old_key(const table::State& state, Key key, const std::string& path,
                 const std::string& origin) {
    const auto registered = state.access.keys.find(key);
    if (registered == state.access.keys.end()) return store::exists(path);
    return is_key_in(path, key, origin, registered->second);
}

// Makes the order that registers the new key, whose file is beside that of the old one.
Result<table::ReplaceKey> replacement_of_signing_key(const std::string& path,
                                                     const std::string& origin, bool has_old) {
    table::ReplaceKey order{Key::journal, {}, {}, {}};
    const std::string next = path + std::string(next_suffix);
    const Result<store::Notary> made = store::Notary::create(next, origin);
    if (!made) return std::unexpected(made.error());
    order.after = to_text(made->public_key());
    if (!has_old) return order;
    const Result<store::Notary> old = store::Notary::open(path, origin);
    if (!old) return std::unexpected(old.error());
    order.before = to_text(old->public_key());
    order.signature = old->sign_text(store::key_statement(origin, Key::journal, order.after));
    return order;
}

Result<table::ReplaceKey> replacement_of_secret(Key key, const std::string& path,
                                                const std::string& origin, bool has_old) {
    table::ReplaceKey order{key, {}, {}, {}};
    const std::string next = path + std::string(next_suffix);
    store::remove_file(next);
    const Result<Hash> made = load_or_create_secret(next);
    if (!made) return std::unexpected(made.error());
    order.after = to_text(device::key_of(*made).public_key());
    if (!has_old) return order;
    const Result<Hash> old = load_or_create_secret(path);
    if (!old) return std::unexpected(old.error());
    const device::SigningKey signing = device::key_of(*old);
    order.before = to_text(signing.public_key());
    order.signature = device::sign(signing, store::key_statement(origin, key, order.after));
    return order;
}

// Returns true if a cabinet that the plan still has was connected before.
bool has_cabinets(const table::State& state, const PropertyPlan& plan) {
    return std::ranges::any_of(plan.tables, [&](const TablePlan& table) {
        return std::ranges::any_of(table.terminals, [&](const TerminalsPlan& terminals) {
            if (terminals.cabinet_keys.empty()) return false;
            const auto& known = state.instruments.cabinets;
            const auto first = known.lower_bound({terminals.first});
            return first != known.end() && first->first.number < terminals.first + terminals.count;
        });
    });
}

bool has_live_tickets(const table::State& state) {
    return std::ranges::any_of(state.instruments.tickets,
                               [](const auto& one) { return !is_closed(one.second.state); });
}

// Without the password of an administrator nobody could reset any other.
Result<void> verify_administrator(const table::State& state, const std::string& path) {
    if (state.people.empty()) return {};
    const Result<Accounts> accounts = Accounts::open(path);
    if (!accounts) return std::unexpected(accounts.error());
    const bool has_one = std::ranges::any_of(state.people, [&](const auto& one) {
        return one.second.role == rules::Role::administrator && accounts->find(one.first);
    });
    if (has_one) return {};
    return failure(
        "the file of passwords has none of an administrator. Restore the file from a backup; or "
        "run "
        "sicbo user recover NAME, which gives an administrator a new password",
        path);
}

}  // namespace

std::string path_of(Key key, const std::string& folder) {
    switch (key) {
        case Key::journal: return folder + "/journal.key";
        case Key::server: return folder + "/server.key";
        case Key::tumblers: return folder + "/tumbler.seed";
    }
    unreachable();
}

std::string ticket_key_path(const std::string& folder) { return folder + "/ticket.key"; }

Result<void> verify_signing_key(const store::Store& journal, const std::string& folder) {
    if (store::exists(path_of(Key::journal, folder))) return {};
    const Result<std::optional<store::Note>> note = journal.last_note();
    if (!note) return std::unexpected(note.error());
    if (!*note && !store::exists(folder + "/journal.notes")) return {};
    return missing("the signing key", "notes were signed with it", Key::journal, folder);
}

Result<void> verify_registered_keys(const table::State& state, const std::string& folder,
                                    const std::string& origin, Finish finish) {
    for (const auto& [key, registered] : state.access.keys) {
        const std::string path = path_of(key, folder);
        const std::string next = path + std::string(next_suffix);
        if (is_key_in(path, key, origin, registered)) continue;
        if (is_key_in(next, key, origin, registered)) {
            if (finish == Finish::no) continue;
            if (auto done = store::rename_file(next, path); !done) return done;
            log(LogLevel::warning, "the replacement of a key, which was interrupted, is finished",
                {{"key", std::string(to_word(key))}});
            continue;
        }
        const std::string name(to_word(key));
        if (store::exists(path)) {  // one that can't be read, or that others may read
            const Result<std::string> found = public_half(key, path, origin);
            if (!found) return std::unexpected(found.error());
        } else {
            return missing("the key \"" + name + "\"", "the journal has registered it", key,
                           folder);
        }
        return failure("this is not the key \"" + name + "\" that the journal registered last, " +
                           registered +
                           ". Restore the file from a backup made since; or replace the key on "
                           "purpose: start once with --new-key " +
                           name,
                       path);
    }
    return {};
}

std::string journal_location(const std::string& folder, const std::string& database) {
    const std::string path = folder + "/journal";
    return database.empty() ? path : store::with_files(database, path);
}

namespace {

// Files that belong to a journal, which was there before them.
constexpr const char* files_of_journal[] = {"journal.key", "journal.notes", "accounts",
                                            "server.key",  "tumbler.seed",  "ticket.key"};

// The origin of the journal that the folder's signing key belongs to; empty if there is none. A
// public key is a line "ORIGIN+ID+KEY".
std::string origin_of(const std::string& folder) {
    const Result<std::string> keys = store::read_file(path_of(Key::journal, folder) + ".pub");
    return keys ? keys->substr(0, keys->find('+')) : "";
}

}  // namespace

Result<void> verify_origin(const store::Store& journal, const std::string& folder,
                           const std::string& database) {
    const std::string own = origin_of(folder);
    if (own.empty() || own == journal.origin()) return {};
    return failure("this is the journal " + journal.origin() + ", not " + own +
                       ", which the folder " + folder + " belongs to",
                   store::shown(database));
}

Result<std::unique_ptr<store::Store>> open_journal(const std::string& folder,
                                                   const std::string& database,
                                                   std::chrono::milliseconds lease) {
    const std::string location = journal_location(folder, database);
    if (database.empty()) return store::open_to_write(location);
    const Result<store::PostgresAddress> address = store::parse_postgres_address(location);
    if (!address) return std::unexpected(address.error());
    store::PostgresStore::Options options{.address = store::to_serve(*address, lease)};
    options.must_exist = std::ranges::any_of(
        files_of_journal, [&](const char* name) { return store::exists(folder + "/" + name); });
    options.origin = origin_of(folder);
    auto journal = store::PostgresStore::open(options);
    if (journal) return std::unique_ptr<store::Store>(std::move(*journal));
    if (!options.must_exist) return std::unexpected(journal.error());
    const std::string of = options.origin.empty() ? "a journal" : "the journal " + options.origin;
    return failure(journal.error().what + " (the folder " + folder + " belongs to " + of + ")",
                   journal.error().location);
}

Result<void> verify_journal_exists(const std::string& folder, const std::string& database) {
    const bool has_file = store::exists(folder + "/journal");
    if (has_file && !database.empty()) {
        return failure(
            "there is a journal in this folder, but another one in a database was asked for. Copy "
            "it with sicbo migrate and move the file away; or name another folder",
            folder + "/journal");
    }
    if (has_file || !database.empty()) return {};
    for (const char* name : files_of_journal) {
        const std::string path = folder + "/" + name;
        if (!store::exists(path)) continue;
        return failure(
            "the journal is missing, although this file belongs to one. Restore the journal from a "
            "backup; or start a new property in an empty folder",
            path);
    }
    return {};
}

Result<void> verify_secrets(const table::State& state, const PropertyPlan& plan,
                            const std::string& folder) {
    const std::string accounts = folder + "/accounts";
    if (!state.people.empty() && !store::exists(accounts)) {
        return failure(
            "the file of passwords is missing, although the journal has people. Restore the file "
            "from a backup; or run sicbo user recover NAME, which gives an administrator a new "
            "password, who then resets the others",
            accounts);
    }
    if (auto fine = verify_administrator(state, accounts); !fine) return fine;
    const bool has_seed = store::exists(path_of(Key::tumblers, folder));
    if (!has_seed && has_history(state, plan, Tumbler::simulated)) {
        return missing("the seed of the simulated tumblers", "they have promised or signed dice",
                       Key::tumblers, folder);
    }
    const bool has_key = store::exists(path_of(Key::server, folder));
    if (!has_key && has_history(state, plan, Tumbler::network)) {
        return missing("the server's key", "tumblers know the server by it", Key::server, folder);
    }
    if (!has_key && has_cabinets(state, plan)) {
        return missing("the server's key", "cabinets know the server by it", Key::server, folder);
    }
    const std::string ticket_key = ticket_key_path(folder);
    if (!store::exists(ticket_key) && has_live_tickets(state)) {
        return failure(
            "the ticket key is missing, although there are tickets that can be redeemed. Restore "
            "the file from a backup: without it nobody can tell whose number is whose ticket",
            ticket_key);
    }
    return {};
}

Result<void> replace_key(Key key, const std::string& folder, Instant now,
                         const std::string& database, std::chrono::milliseconds lease) {
    const std::string journal_path = folder + "/journal";
    if (database.empty() && !store::exists(journal_path)) return {};
    auto journal = open_journal(folder, database, lease);
    if (!journal) return std::unexpected(journal.error());
    if ((*journal)->last().sequence == 0) return {};
    Loop::Options options{journal_path + ".quarantine-", now};
    options.restart = false;
    options.verify = [&](const table::State& state) { return refuse_future(state, now); };
    auto loop = Loop::start(**journal, options);
    if (!loop) return std::unexpected(loop.error());
    const std::string path = path_of(key, folder);
    const std::string& origin = (*journal)->origin();
    const bool has_old = has_old_key((*loop)->state(), key, path, origin);
    Result<table::ReplaceKey> order = key == Key::journal
                                          ? replacement_of_signing_key(path, origin, has_old)
                                          : replacement_of_secret(key, path, origin, has_old);
    if (!order) return std::unexpected(order.error());
    try {
        const Reply reply = (*loop)->execute_system({}, *order);
        check(!reply.refusal);
        if (auto done = (*loop)->commit(); !done) return std::unexpected(done.error());
    } catch (const Quarantined& error) {
        return failure(error.what());
    }
    // Registered first: a key that is in use but not registered would look like a forger's.
    if (auto done = store::rename_file(path + std::string(next_suffix), path); !done) return done;
    log(LogLevel::warning, "a key was replaced",
        {{"key", std::string(to_word(key))},
         {"before", order->before.empty() ? "lost" : order->before},
         {"after", order->after}});
    return {};
}

}  // namespace sicbo::server
