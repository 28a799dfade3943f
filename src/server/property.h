// SPDX-License-Identifier: MIT
// The operator's configuration: one TOML file that says where the server listens and which tables
// there are. All of it is read and checked before anything starts.
//
// docs/formats/property.md has every key. Tables and terminals are created from the file once; what
// people agreed at a console afterwards (such as limits) stays in force. No file, socket or clock
// here.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "server/access.h"
#include "server/clock.h"
#include "table/cage_policy.h"
#include "table/cash_policy.h"
#include "table/configuration.h"
#include "table/safeguards.h"
#include "table/words_cage.h"
#include "wire/view.h"

namespace sicbo::server {

enum class Mode : std::uint8_t {
    manual,     // a dealer mixes, reads and enters the dice
    assisted,   // a dealer deals, and a tumbler mixes and reads
    automatic,  // the server deals; training only
};

enum class Tumbler : std::uint8_t { none, simulated, network };

// Notes and tickets: what the engine decides by, and what is printed on tickets.
struct CashPlan {
    table::CashPolicy policy;
    std::string heading = "Cash-out ticket 兑现票";
    std::string location = {};  // of the property
    std::string message = {};
};

struct TerminalsPlan {
    std::string layout;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    bool retired = false;
    int line = 0;                    // in the file
    std::vector<Hash> cabinet_keys;  // one for each terminal; empty: they have no cabinets
};

struct TablePlan {
    TableId number;
    std::string name;
    std::string rules;  // the text of the rule set
    std::shared_ptr<const rules::Game> game;
    table::Configuration configuration;
    Mode mode = Mode::manual;
    Tumbler tumbler = Tumbler::none;
    Listen tumbler_at;    // where a tumbler on the network is
    Hash tumbler_key;     // its public key
    bool lights = false;  // simulated lights; without them staff report what is lit
    std::string language = "en";
    std::string video;                         // the address of a stream of the dice; empty: none
    std::uint32_t reality_check_minutes = 60;  // 0: players are never told of time and result
    std::string message_en;                    // the operator's message to players; empty: none
    std::string message_zh;
    Money play_credit;        // of each place at a training table
    std::uint32_t seats = 0;  // for guests at a training felt
    std::uint32_t pause = 0;  // seconds between the rounds of an automatic table
    std::vector<TerminalsPlan> terminals;
    bool simulated_cabinets = false;  // each terminal has one, inside the server; training only
    std::optional<CashPlan> cash;     // none: that of the property
    table::ChipMode chips = table::ChipMode::tracked;
    std::map<table::Approvable, std::string> references;  // of the regulator
    std::string time_zone;                                // where calendar months end; empty: UTC
    bool retired = false;
    std::map<std::string, int> lines;  // in the file, by key; that of the table by ""

    // What clients are shown of the plan.
    wire::TableSetting setting() const;
};

struct PropertyPlan {
    std::string address = "127.0.0.1";
    std::uint16_t port = 8080;
    std::uint32_t threads = 1;
    std::uint32_t connections_per_address_max = 256;
    std::uint32_t stop_seconds = 300;  // how long a stop waits for rounds to end
    ClockLimits clock;                 // beyond which a person must accept the clock at a start
    std::vector<std::string> origins;
    std::vector<std::string> servers;  // all that may lead, as clients reach them: host and port
    std::string certificate;  // PEM files, relative to the configuration's folder; empty: no TLS
    std::string private_key;
    AccessPlan access;
    table::Safeguards safeguards;  // the caps
    std::optional<CashPlan> cash;  // none: no instruments by policy
    table::CagePolicy cage;        // asks for nothing if the file has no [cage]
    int cage_line = 0;             // of [cage] in the file; 0: it has none
    int ticket_system = 0;         // the first two digits of ticket numbers; 0: a training property
    std::vector<TablePlan> tables;
    std::string file;  // for messages

    // Returns file and line of the table's key; of the table if it has no such key.
    std::string location(const TablePlan& table, std::string_view key) const;
    std::string location(int line) const;

    // Returns the origins of all streams of dice, separated by blanks: what pages may show besides
    // what the server itself sends.
    std::string video_origins() const;
    // Returns the origins of the sockets of all servers, separated by blanks.
    std::string socket_origins() const;

    // Returns null if the configuration has no such table.
    const TablePlan* find_table(TableId id) const;

    // Returns true if no table plays for real money: then tickets are of play money.
    bool is_training() const;
};

// Returns the text of a rule set in a file that the configuration names.
using ReadRules = std::function<Result<std::string>(const std::string& path)>;

// Reads and checks a configuration. Errors name the location as `name`, usually the file's, and
// line.
Result<PropertyPlan> read_property(std::string_view text, const std::string& name,
                                   const ReadRules& read_rules);

// The configuration of the demonstration, which is embedded in the program.
std::string_view demo_property();

}  // namespace sicbo::server

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<server::Mode> =
    std::to_array<std::string_view>({"manual", "assisted", "automatic"});
template <> inline constexpr std::array words_of<server::Tumbler> =
    std::to_array<std::string_view>({"none", "simulated", "network"});
// clang-format on

}  // namespace sicbo
