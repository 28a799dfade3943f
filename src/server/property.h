// The operator's configuration: one TOML file that says where the server listens and which tables
// there are. Read and held together as a whole before anything starts.
//
// docs/formats/property.md has every key. The file founds tables and terminals; what was agreed at
// a console afterwards (limits, by two people) stays in force and is not undone by it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "table/configuration.h"
#include "wire/view.h"

namespace sicbo::server {

enum class Mode : std::uint8_t {
    manual,     // a dealer does it all
    assisted,   // a dealer, and a tumbler that mixes and reads
    automatic,  // by itself: training only
};

enum class Tumbler : std::uint8_t { none, simulated, network };

// "127.0.0.1:8080" or "[::1]:8080".
struct Listen {
    std::string address;
    std::uint16_t port = 0;
};
Result<Listen> parse_listen(std::string_view text);

struct TerminalsPlan {
    std::string layout;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
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
    bool lights = false;  // simulated ones; without them staff say what is lit
    std::string language = "en";
    Money play_credit;        // of each place at a training table
    std::uint32_t seats = 0;  // at a training felt, for whoever comes
    std::uint32_t pause = 0;  // seconds between the rounds of an automatic table
    std::vector<TerminalsPlan> terminals;

    wire::TableSetting setting() const;
};

struct PropertyPlan {
    std::string address = "127.0.0.1";
    std::uint16_t port = 8080;
    std::uint32_t threads = 1;
    std::uint32_t connections_from_one_address = 256;
    std::vector<std::string> origins;
    std::string certificate;  // files in PEM form, as from the configuration's folder
    std::string private_key;
    std::vector<TablePlan> tables;
};

// The text of a rule set in a file that the configuration names.
using ReadRules = std::function<Result<std::string>(const std::string& path)>;

// The name is what errors call the text, usually its file's.
Result<PropertyPlan> read_property(std::string_view text, const std::string& name,
                                   const ReadRules& read_rules);

// The configuration of the demonstration, which the program carries.
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
