// SPDX-License-Identifier: MIT
// The options of the subcommands about the cage and its tickets.
#include <CLI/CLI.hpp>

#include "commands.h"
#include "options.h"

namespace sicbo::app {
namespace {

void add_folder(CLI::App* command, std::string& data, std::string& db) {
    command->add_option("--data", data, "The property's folder")
        ->required()
        ->check(not_empty)
        ->option_text("FOLDER");
    command->add_option("--db", db, "The database that the property is served with")
        ->check(not_empty)
        ->option_text("ADDRESS");
}

void add_ticket_choice(CLI::App* command, TicketDeskOptions& options) {
    add_folder(command, options.data, options.db);
    command->add_flag("--number", options.number,
                      "Ask for the ticket's number on standard input: nobody else must see it");
    command->add_option("--last-four", options.last_four, "The last four digits of the number")
        ->option_text("DIGITS");
}

void add_cage(CLI::App& app, CageOptions& options, Run& run) {
    CLI::App* cage = app.add_subcommand(
        "cage", "Show what the cage has done and what waits for it, while a server runs or not");
    cage->require_subcommand(1);
    const auto add = [&](const char* name, const char* about) {
        CLI::App* one = cage->add_subcommand(name, about);
        add_folder(one, options.data, options.db);
        one->add_flag("--training", options.training, "Play money, instead of real money");
        add_format(one, options.format, {"text", "csv", "json"});
        one->callback([&, name] {
            options.what = name;
            run = [&] { return run_cage(options); };
        });
        return one;
    };
    CLI::App* shifts = add("shifts", "Shifts of cashiers, with their counts and differences");
    shifts->add_option("--from", options.from,
                       "Shifts opened from: 2026-01-05, or 2026-01-05T08:00+08:00");
    shifts->add_option("--to", options.to, "Shifts opened before");
    add("balances", "The balances of cage, tickets, chips and differences, by currency");
    add("unclaimed", "Money that is kept for players who have left");
    add("receivables", "What players owe after a correction");
    add("tickets", "Tickets that are neither redeemed, expired nor void");
    add("hand-pays", "Hand pays that wait to be paid or acknowledged");
}

}  // namespace

void add_ticket_desk(CLI::App* ticket, Run& run) {
    static TicketDeskOptions options;
    CLI::App* show = ticket->add_subcommand(
        "show", "Show what became of a ticket, while a server runs on the folder or not");
    add_ticket_choice(show, options);
    add_format(show, options.format, {"text", "csv", "json"});
    show->callback([&] { run = [&] { return run_ticket_show(options); }; });
    CLI::App* voids = ticket->add_subcommand(
        "void", "Make a ticket void, by two people, while a server runs on the folder or not");
    add_ticket_choice(voids, options);
    voids->add_option("--as", options.as, "Who gives the order; the password is asked for")
        ->required()
        ->check(not_empty)
        ->option_text("NAME");
    voids->add_option("--with", options.with, "Who authorises it; the password is asked for")
        ->required()
        ->check(not_empty)
        ->option_text("NAME");
    voids->add_option("--reason", options.reason, "Why")->required()->check(not_empty);
    voids->callback([&] { run = [&] { return run_ticket_void(options); }; });
}

void add_cage_commands(CLI::App& app, Run& run) {
    static CageOptions options;
    add_cage(app, options, run);
}

}  // namespace sicbo::app
