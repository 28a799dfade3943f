// SPDX-License-Identifier: MIT
// One function for each subcommand, with its options. Each runs the subcommand to its end and
// returns the exit code: 0 fine, 1 the answer is no, 2 wrong use. The option parser is elsewhere
// (options.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sicbo::app {

// What --version prints: version, commit, compiler and libraries.
std::string version_text();

struct RulesOptions {
    std::string layout;
    std::string rules_file;  // a rule set to show instead of the program's own
    std::string game;
    std::string file;
    std::string journal;  // show: the rule sets of this journal instead
    std::string format;
};
int run_rules_list(const RulesOptions& options);
int run_rules_show(const RulesOptions& options);
int run_rules_of_journal(const RulesOptions& options);
int run_rules_check(const RulesOptions& options);
int run_rules_clauses(const RulesOptions& options);

struct LayoutOptions {
    std::string layout;
    std::string rules_file;  // a rule set to use instead of the program's own
    std::string format;
    std::string slip_file;  // par: bets to analyse together
    std::string dice;       // settle
    std::string bets_file = "-";
};
int run_odds(const LayoutOptions& options);
int run_par(const LayoutOptions& options);
int run_settle(const LayoutOptions& options);

struct ApportionOptions {
    std::string file;
    std::string floors = "others";
    std::string format = "json";
};
int run_apportion(const ApportionOptions& options);

struct ScenarioOptions {
    std::vector<std::string> files;
    bool fill = false;
    bool verbose = false;
    std::string grammar;  // "text" or "markdown"; empty to play the files
    std::string db;       // keeps the events of each file in a journal there; empty: in memory
    std::string format = "text";
};
int run_scenario(const ScenarioOptions& options);

struct SimulateOptions {
    std::string game = "all";
    std::uint64_t seed = 1;
    std::uint64_t rounds = 10'000;
    std::string check = "round";
    std::string db;
    int acks = -1;
    std::string format;
};
int run_simulate(const SimulateOptions& options);

struct ServeOptions {
    std::vector<std::string> new_keys;  // to be replaced: journal, server, tumblers
    std::string config;
    std::string data;
    std::string db;  // the address of a database; empty: the journal is a file in the folder
    std::string listen;
    std::string log;
    bool tls = false;
    bool insecure = false;
    bool accept_clock = false;
    bool standby = false;
    std::string endpoint;  // where clients reach this server, for the lease; empty: as it listens
    double lease = 5;      // seconds
    bool check = false;
    bool show_config = false;
    std::string format;  // of --check: text or json
};
int run_serve(const ServeOptions& options);

struct TakeoverOptions {
    std::string db;     // the address of the database
    double wait = 300;  // seconds
    std::string format;
};
int run_takeover(const TakeoverOptions& options);

struct GatewayOptions {
    std::vector<std::string> servers;
    std::string server_key;
    std::string key = "gateway.key";
    std::string config;  // with a [server] section
    std::string listen;
    std::string log;
    std::uint32_t clients = 20'000;
    bool insecure = false;
    bool print_key = false;
};
int run_gateway(const GatewayOptions& options);

struct UserOptions {
    std::string what;  // list, add, disable, reset, password, recover
    std::string name;
    std::string role;
    std::string data;
    std::string db;  // the address of a database; empty: the journal is a file in the folder
    std::string as = "admin";
    std::string with;  // the second person; empty: nobody
    std::string format;
};
int run_user(const UserOptions& options);

struct TumblerOptions {
    std::string listen = "127.0.0.1:9100";
    std::string server;
    std::string key = "tumbler.key";
    std::string fault;
    std::uint64_t every = 1;
    std::uint64_t tumble_milliseconds = 3'000;
    bool print_key = false;
};
int run_tumbler(const TumblerOptions& options);

struct CabinetOptions {
    std::string connect = "127.0.0.1:8080";
    std::string server;
    bool tls = false;
    std::string authorities;  // empty: those that the machine trusts
    std::string key = "cabinet.key";
    std::vector<std::string> faults;
    std::uint64_t cut_after = 0;
    bool print_key = false;
};
int run_cabinet(const CabinetOptions& options);

struct LoadOptions {
    std::string server = "127.0.0.1:8080";
    std::vector<std::uint32_t> tables = {1};
    std::uint32_t terminals = 50;
    double bets = 20;
    double burst = 0;
    double burst_seconds = 2;
    double reconnects = 0;
    std::uint32_t storm = 0;
    double seconds = 60;
    std::uint64_t seed = 1;
    bool json = false;  // the old way to ask for --format json
    std::string format;
};
int run_load(const LoadOptions& options);

struct VerifyOptions {
    std::string file = "-";
    std::string key;
    std::string journal_key;  // a file
    std::string format = "text";
};
int run_verify(const VerifyOptions& options);

struct TicketOptions {
    std::string amount = "37.50";
    std::string currency = "SGD";
    std::string house = "The House";
    std::uint32_t count = 1;
    std::string format = "pdf";
};
int run_ticket_sample(const TicketOptions& options);

struct TicketDeskOptions {
    std::string data;
    std::string db;       // the address of a database; empty: the journal is a file in the folder
    bool number = false;  // asks for the number on standard input
    std::string last_four;
    std::string as;
    std::string with;
    std::string reason;
    std::string format;
};
int run_ticket_show(const TicketDeskOptions& options);
int run_ticket_void(const TicketDeskOptions& options);

struct CageOptions {
    std::string what;  // shifts, balances, unclaimed, receivables, tickets, hand-pays
    std::string data;
    std::string db;  // the address of a database; empty: the journal is a file in the folder
    std::string from;
    std::string to;
    bool training = false;
    std::string format;
};
int run_cage(const CageOptions& options);

struct DiceOptions {
    std::uint64_t count = 20;
    std::string seed;
    std::string format;
    bool test = false;
};
int run_dice(const DiceOptions& options);

struct AuditOptions {
    std::string file;
    std::string checkpoints;
    std::string key;
    bool all_signed = false;
    bool json = false;  // the old way to ask for --format json
    std::string format;
};
int run_audit(const AuditOptions& options);

struct ExportOptions {
    std::string file;
    std::string what = "rounds";
    std::string from;
    std::string to;
    std::uint32_t table = 0;
    std::string format = "csv";
    bool training = false;
    bool real = false;
};
int run_export(const ExportOptions& options);

struct HistoryOptions {
    std::string file;
    std::uint32_t table = 0;
    std::uint64_t round = 0;
    std::string rounds;  // "12" or "12-20"
    std::string from;
    std::string to;
    std::uint32_t terminal = 0;
    std::uint32_t stay = 0;
    std::string format;
    std::string bundle;
};
int run_history(const HistoryOptions& options);

struct BackupOptions {
    std::string from;
    std::string to;
    bool accept_loss = false;
    std::string config;           // backup of a property: the configuration to copy with it
    bool encrypt = false;         // backup of a property: one encrypted file
    std::string passphrase_file;  // empty: the passphrase is asked for
    std::string format;           // text or json
};
int run_backup(const BackupOptions& options);
int run_restore(const BackupOptions& options);

struct MigrateOptions {
    std::string from;
    std::string to;
    std::string format;  // text or json
};
int run_migrate(const MigrateOptions& options);

struct DatabaseOptions {
    std::string address;
    std::string grant;
    std::string auditor;
};
int run_database_prepare(const DatabaseOptions& options);

struct CompareOptions {
    std::string a;
    std::string b;
    std::string format;  // text or json
};
int run_compare(const CompareOptions& options);

}  // namespace sicbo::app
