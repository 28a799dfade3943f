// SPDX-License-Identifier: MIT
// The command line of the simulated devices.
#include <CLI/CLI.hpp>
#include <cstdint>

#include "commands.h"
#include "device/simulated_cabinet.h"
#include "device/simulated_tumbler.h"
#include "options.h"

namespace sicbo::app {
namespace {

std::vector<std::string> cabinet_faults() {
    using device::cabinet::CabinetFault;
    return {words_of<CabinetFault>.begin(), words_of<CabinetFault>.end()};
}

std::vector<std::string> tumbler_faults() {
    return {words_of<device::TumblerFault>.begin(), words_of<device::TumblerFault>.end()};
}

void add_tumbler(CLI::App& app, TumblerOptions& options, Run& run) {
    CLI::App* tumbler = app.add_subcommand(
        "tumbler", "Run a simulated tumbler as a device on the network, for training tables");
    tumbler
        ->add_option("--listen", options.listen,
                     "The address and port to listen on; port 0 is any free one")
        ->check(not_empty)
        ->capture_default_str()
        ->option_text("ADDRESS:PORT");
    tumbler
        ->add_option(
            "--server", options.server,
            "The public key of the server that the tumbler obeys; the server's log shows it")
        ->option_text("KEY");
    tumbler->add_flag("--print-key", options.print_key,
                      "Only print the tumbler's own public key, for the server's configuration");
    tumbler
        ->add_option("--key", options.key,
                     "The tumbler's secret key; created if the file does not exist")
        ->check(not_empty)
        ->capture_default_str()
        ->option_text("FILE");
    tumbler
        ->add_option("--tumble-milliseconds", options.tumble_milliseconds,
                     "The duration of a tumble")
        ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{60'000}))
        ->capture_default_str();
    tumbler
        ->add_option("--fault,--misdeed", options.fault,
                     "Fail in this way (--misdeed is the old name)")
        ->check(CLI::IsMember(tumbler_faults()));
    tumbler->add_option("--every", options.every, "With --fault: fail in every Nth tumble")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
        ->capture_default_str();
    tumbler->callback([&] { run = [&] { return run_tumbler(options); }; });
}

void add_cabinet(CLI::App& app, CabinetOptions& options, Run& run) {
    CLI::App* cabinet = app.add_subcommand(
        "cabinet",
        "Run a simulated cabinet of a terminal (note acceptor, ticket reader, ticket printer) as a "
        "device on the network, for training tables. Lines of standard input: note AMOUNT, ticket "
        "NUMBER, fault NAME, repair");
    cabinet
        ->add_option("--connect", options.connect,
                     "The address and port of the server; several by commas if any of them may "
                     "lead")
        ->check(not_empty)
        ->capture_default_str()
        ->option_text("ADDRESS:PORT");
    cabinet->add_flag("--tls", options.tls, "The server speaks TLS");
    cabinet
        ->add_option("--authorities", options.authorities,
                     "Certificates in PEM form: the server speaks TLS, and its certificate is one "
                     "of them or signed by one; if not given: the authorities of this machine")
        ->check(not_empty)
        ->option_text("FILE");
    cabinet
        ->add_option(
            "--server", options.server,
            "The public key of the server that the cabinet obeys; the server's log shows it")
        ->option_text("KEY");
    cabinet->add_flag("--print-key", options.print_key,
                      "Only print the cabinet's own public key, for the server's configuration");
    cabinet
        ->add_option("--key", options.key,
                     "The cabinet's secret key; created if the file does not exist. What the "
                     "cabinet remembers over power cuts is beside it, with the suffix .memory")
        ->check(not_empty)
        ->capture_default_str()
        ->option_text("FILE");
    cabinet->add_option("--fault", options.faults, "Begin with this fault; may be repeated")
        ->check(CLI::IsMember(cabinet_faults()));
    cabinet
        ->add_option("--cut-after", options.cut_after,
                     "Kill the process, as a power cut would, after this many writes of its memory")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}));
    cabinet->callback([&] { run = [&] { return run_cabinet(options); }; });
}

}  // namespace

void add_device_commands(CLI::App& app, Run& run) {
    static TumblerOptions tumbler_options;
    static CabinetOptions cabinet_options;
    add_tumbler(app, tumbler_options, run);
    add_cabinet(app, cabinet_options, run);
}

}  // namespace sicbo::app
