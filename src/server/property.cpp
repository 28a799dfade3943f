// SPDX-License-Identifier: MIT
#include "server/property.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/text.h"
#include "core/toml.h"
#include "rules/conform.h"
#include "rules/documents.h"
#include "rules/load.h"
#include "server/plain_text.h"
#include "server/property_cash.h"
#include "server/property_server.h"
#include "server/time_zone.h"

namespace sicbo::server {
namespace {

using table::Configuration;

Money amount(const TomlTable& from, std::string_view key) {
    const std::string text = from.text(key);
    const Result<Money> value = parse_money(text);
    if (!value && !text.empty()) from.wrong(key, "\"" + text + "\" is no amount, such as \"5.00\"");
    return value.value_or(Money());
}

std::optional<Money> amount_if(const TomlTable& from, std::string_view key) {
    if (!from.has(key)) return std::nullopt;
    return amount(from, key);
}

std::uint32_t number_if(const TomlTable& from, std::string_view key, std::uint32_t default_value,
                        std::uint32_t max) {
    if (!from.has(key)) return default_value;
    return static_cast<std::uint32_t>(from.number(key, 0, max));
}

std::string text_if(const TomlTable& from, std::string_view key, std::string default_value) {
    return from.has(key) ? from.text(key) : std::move(default_value);
}

bool flag_if(const TomlTable& from, std::string_view key) {
    return from.has(key) && from.flag(key);
}

std::string language(const TomlTable& from, const std::string& default_value) {
    const std::string text = text_if(from, "language", default_value);
    if (text != "en" && text != "zh") from.wrong("language", "must be en or zh");
    return text;
}

// What holds for every table that does not say otherwise.
struct Defaults {
    std::string operator_name;
    std::string currency = "SGD";
    std::string language = "en";
    std::string time_zone;
    std::uint32_t reality_check_minutes = 60;
    std::string message_en;
    std::string message_zh;
};

constexpr std::uint32_t reality_check_max = 24 * 60;  // minutes

// The message of an operator to players: in both languages, or none.
void read_message(const TomlTable& from, std::string& en, std::string& zh) {
    constexpr std::size_t message_max = 300;
    if (!from.has("player_message")) return;
    const TomlTable message = from.table("player_message");
    en = message.text("en");
    zh = message.text("zh");
    for (const std::string& text : {en, zh}) {
        if (text.empty() || text.size() > message_max || !is_line(text) || !is_plain(text)) {
            from.wrong("player_message", "must be a line of text in en and in zh, of at most " +
                                             std::to_string(message_max) + " bytes");
        }
    }
}

// The end of the origin in an address: https://camera.example:8443/dice has it at the last slash.
std::size_t origin_end(std::string_view address) {
    return std::min(address.find('/', address.find("//") + 2), address.size());
}

// A video's address goes into pages and their content security policy: no character may end either.
bool is_address(std::string_view text) {
    constexpr std::size_t address_max = 1'000;
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    constexpr std::string_view others = "-._~:/?[]@!$&()*+=%";
    const bool known = text.starts_with("https://") || text.starts_with("http://");
    return known && text.size() <= address_max && origin_end(text) > text.find("//") + 2 &&
           std::ranges::all_of(text, [&](char one) {
               return letters.find(one) != std::string_view::npos ||
                      others.find(one) != std::string_view::npos;
           });
}

// What only pages show: the stream of the dice, reality checks, the operator's message.
void read_page_settings(TablePlan& plan, const TomlTable& from, const Defaults& defaults) {
    plan.video = text_if(from, "video", "");
    if (!plan.video.empty() && !is_address(plan.video)) {
        from.wrong("video", "must be the address of a stream: https://camera.example/dice.mp4");
    }
    plan.reality_check_minutes =
        number_if(from, "reality_check_minutes", defaults.reality_check_minutes, reality_check_max);
    plan.message_en = defaults.message_en;
    plan.message_zh = defaults.message_zh;
    read_message(from, plan.message_en, plan.message_zh);
}

void read_game(TablePlan& plan, const TomlTable& from, const ReadRules& read_rules) {
    if (from.has("rules") == from.has("game")) {
        from.wrong("", "a table has either a game or a file with rules");
        return;
    }
    if (from.has("game")) {
        const std::string id = from.text("game");
        const auto found = std::ranges::find(rules::documents(), id, &rules::Game::id);
        if (found == rules::documents().end()) {
            std::string known;
            for (const rules::Game& game : rules::documents()) {
                known += (known.empty() ? "" : ", ") + game.id;
            }
            return from.wrong("game", "there is no game \"" + id + "\"; there are " + known);
        }
        plan.rules = rules::document_text(id);
        plan.game = std::make_shared<const rules::Game>(*found);
        return;
    }
    const std::string path = from.text("rules");
    Result<std::string> text = read_rules(path);
    if (!text) return from.wrong("rules", text.error().text());
    Result<rules::Game> game = rules::load_game(*text, path);
    if (!game) return from.wrong("rules", game.error().text());
    if (const auto conformed = rules::conform(*game); !conformed) {
        return from.wrong("rules", conformed.error().text());
    }
    plan.rules = std::move(*text);
    plan.game = std::make_shared<const rules::Game>(*std::move(game));
}

void read_limits(Configuration& c, const TomlTable& from) {
    c.limit.min = amount(from, "min");
    c.limit.max = amount_if(from, "max");
    if (from.has("limit_of")) {
        const TomlTable limits = from.table("limit_of");
        for (const std::string& name : limits.keys()) {
            const auto spot = rules::parse_spot(name);
            const TomlTable one = limits.table(name);
            const table::SpotLimit limit{one.has("min") ? amount(one, "min") : c.limit.min,
                                         one.has("max") ? amount_if(one, "max") : c.limit.max};
            if (!spot) {
                limits.wrong(name, "there is no spot \"" + name + "\"");
                continue;
            }
            c.limit_of[id_of(*spot)] = limit;
        }
    }
    c.round_max = amount_if(from, "round_max");
    c.differential_max = amount_if(from, "differential_max");
    c.exposure_max = amount_if(from, "exposure_max");
    c.large_win = amount_if(from, "large_win");
    if (from.has("policy")) c.policy = from.word<table::Policy>("policy");
}

void read_configuration(TablePlan& plan, const TomlTable& from, const Defaults& defaults) {
    constexpr std::uint32_t hour = 3'600;
    Configuration& c = plan.configuration;
    c.rules = sha256(plan.rules);
    c.operator_name = text_if(from, "operator", defaults.operator_name);
    c.currency = text_if(from, "currency", defaults.currency);
    c.chip = amount(from, "chip");
    read_limits(c, from);
    c.training = flag_if(from, "training");
    c.second_entry = flag_if(from, "second_entry");
    c.betting_seconds = number_if(from, "betting_seconds", 0, hour);
    c.betting_seconds_min = number_if(from, "betting_seconds_min", 0, hour);
    c.rounds_kept = number_if(from, "rounds_kept", c.rounds_kept, 100'000);
    c.layout_approval = text_if(from, "layout_approval", "");
    if (from.has("approval")) {
        for (const TomlTable& one : from.tables("approval")) {
            c.approvals[one.word<rules::MixerKind>("mixer")] = {one.text("mixing"),
                                                                one.text("location")};
        }
    }
}

// The regulator's references, by what they are for.
void read_references(TablePlan& plan, const TomlTable& from) {
    if (!from.has("references")) return;
    const TomlTable references = from.table("references");
    for (const std::string& key : references.keys()) {
        const auto what = parse_word<table::Approvable>(key);
        const std::string text = references.text(key);
        if (!what) {
            references.wrong(key, "\"" + key + "\" is none of " + list_words<table::Approvable>());
        } else if (text.empty() || !is_line(text)) {
            references.wrong(key, "must be a line of text");
        } else {
            plan.references[*what] = text;
        }
    }
}

void read_time_zone(TablePlan& plan, const TomlTable& from, const Defaults& defaults) {
    plan.time_zone = text_if(from, "time_zone", defaults.time_zone);
    if (plan.time_zone.empty()) return;
    if (auto found = validate_time_zone(plan.time_zone); !found) {
        from.wrong("time_zone", found.error().what);
    }
}

void read_terminals(TablePlan& plan, const TomlTable& from) {
    if (!from.has("terminals")) return;
    if (!plan.game->equipment.terminals) {
        return from.wrong("terminals", "players of this game bet on a felt, not at terminals");
    }
    for (const TomlTable& one : from.tables("terminals")) {
        TerminalsPlan terminals{one.text("layout"),
                                static_cast<std::uint32_t>(one.number("first", 1, 1'000'000)),
                                static_cast<std::uint32_t>(one.number("count", 1, 10'000)),
                                flag_if(one, "retired"),
                                one.line(""),
                                {}};
        read_cabinet_keys(terminals, one);
        const auto& layouts = plan.game->layouts;
        if (std::ranges::find(layouts, terminals.layout, &rules::Layout::id) == layouts.end()) {
            std::string known;
            for (const rules::Layout& layout : layouts) {
                known += (known.empty() ? "" : ", ") + layout.id;
            }
            one.wrong("layout",
                      "the game has no layout \"" + terminals.layout + "\"; it has " + known);
        }
        plan.terminals.push_back(std::move(terminals));
    }
}

// What only training tables may have, and what an automatic one needs.
void validate_training(const TablePlan& plan, const TomlTable& from) {
    const Configuration& c = plan.configuration;
    if (!c.training) {
        if (plan.mode == Mode::automatic) {
            from.wrong("mode", "only a training table may run by itself");
        }
        if (plan.tumbler == Tumbler::simulated) {
            from.wrong("tumbler", "only a training table may have simulated dice");
        }
        if (plan.lights) from.wrong("lights", "only a training table may have simulated lights");
        if (plan.play_credit > Money()) {
            from.wrong("play_credit", "only a training table has play credit");
        }
        if (plan.seats > 0) from.wrong("seats", "only a training table gives seats by itself");
    }
    if (plan.mode != Mode::manual && plan.tumbler == Tumbler::none) {
        from.wrong("mode", "a table that is not manual needs a tumbler");
    }
    if (plan.mode == Mode::manual && plan.tumbler != Tumbler::none) {
        from.wrong("tumbler", "at a manual table the dealer reads the dice");
    }
    if (plan.mode == Mode::automatic && c.betting_seconds == 0) {
        from.wrong("mode", "an automatic table needs betting_seconds");
    }
}

void read_tumbler(TablePlan& plan, const TomlTable& from) {
    const std::string text = text_if(from, "tumbler", "none");
    if (text == "none") return;
    if (text == "simulated") {
        plan.tumbler = Tumbler::simulated;
        return;
    }
    plan.tumbler = Tumbler::network;
    const Result<Listen> at = parse_listen(text);
    if (!at)
        return from.wrong("tumbler",
                          "must be none, simulated, or where it is: " + at.error().text());
    if (at->port == 0) from.wrong("tumbler", "a tumbler is not at port 0");
    plan.tumbler_at = *at;
    const std::optional<Hash> key = parse_hash(from.text("tumbler_key"));
    if (!key) from.wrong("tumbler_key", "must be the tumbler's public key, 64 hexadecimal digits");
    plan.tumbler_key = key.value_or(Hash());
}

// Reports what is wrong with the configuration, at the key that the operator wrote.
void report_at_key(const TomlTable& from, const Error& wrong) {
    static const std::map<std::string, std::string> written = {{"limit.min", "min"},
                                                               {"limit.max", "max"},
                                                               {"operator_name", "operator"},
                                                               {"approvals", "approval"}};
    const auto found = written.find(wrong.location);
    const std::string location = found == written.end() ? wrong.location : found->second;
    const std::string key = location.substr(0, location.find('.'));
    // What holds for all tables may stand elsewhere; what is inside a key is named with it.
    if (!from.has(key)) return from.wrong("", location + ": " + wrong.what);
    const std::string inside = location == key ? "" : location.substr(key.size() + 1) + ": ";
    from.wrong(key, inside + wrong.what);
}

TablePlan read_table(const TomlTable& from, const Defaults& defaults, const ReadRules& read_rules) {
    constexpr std::uint32_t seats_max = 100;
    constexpr std::uint32_t pause_max = 600;
    constexpr std::uint32_t pause_default = 6;
    TablePlan plan;
    plan.number = {static_cast<std::uint32_t>(from.number("number", 1, 1'000'000))};
    plan.name = from.text("name");
    if (plan.name.empty() || !is_line(plan.name)) from.wrong("name", "must be a line of text");
    if (!is_plain(plan.name)) from.wrong("name", std::string(plain_text_rule));
    if (!has_single_blanks(plan.name)) {
        from.wrong("name", "must not begin or end with a blank, nor have two in a row");
    }
    read_game(plan, from, read_rules);
    read_configuration(plan, from, defaults);
    if (!is_plain(plan.configuration.operator_name)) {
        from.wrong("operator", std::string(plain_text_rule));
    }
    plan.language = language(from, defaults.language);
    read_page_settings(plan, from, defaults);
    read_references(plan, from);
    read_time_zone(plan, from, defaults);
    if (from.has("mode")) plan.mode = from.word<Mode>("mode");
    read_tumbler(plan, from);
    const std::string lights = text_if(from, "lights", "none");
    if (lights != "none" && lights != "simulated") {
        from.wrong("lights", "must be none or simulated");
    }
    plan.lights = lights == "simulated";
    plan.play_credit = amount_if(from, "play_credit").value_or(Money());
    plan.seats = number_if(from, "seats", 0, seats_max);
    plan.retired = flag_if(from, "retired");
    plan.lines[""] = from.line("");
    for (const std::string& key : from.keys()) plan.lines[key] = from.line(key);
    plan.pause = number_if(from, "pause_seconds", pause_default, pause_max);
    if (!plan.game) return plan;
    read_terminals(plan, from);
    validate_training(plan, from);
    if (auto wrong = find_error(plan.configuration, *plan.game)) report_at_key(from, *wrong);
    if (plan.lights && !plan.game->equipment.lights) {
        from.wrong("lights", "the felt of this game has no lights");
    }
    if (plan.seats > 0 && plan.game->equipment.terminals) {
        from.wrong("seats", "players of this game sit at terminals");
    }
    return plan;
}

// What the tables must not have in common.
void validate_tables(const std::vector<TomlTable>& from, const std::vector<TablePlan>& plans) {
    std::set<std::uint32_t> numbers;
    std::set<std::string> names;
    std::map<std::uint32_t, std::string> terminals;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        const TablePlan& plan = plans[i];
        if (!numbers.insert(plan.number.number).second) {
            from[i].wrong("number", "two tables have this number");
        }
        if (!names.insert(plan.name).second) from[i].wrong("name", "two tables have this name");
        for (const TerminalsPlan& terminals_plan : plan.terminals) {
            for (std::uint32_t n = terminals_plan.first;
                 n < terminals_plan.first + terminals_plan.count; ++n) {
                const auto [at, is_new] = terminals.emplace(n, plan.name);
                if (is_new) continue;
                from[i].wrong("terminals", "terminal " + std::to_string(n) + " stands at table \"" +
                                               at->second + "\" already");
                break;
            }
        }
    }
}

void read_caps(table::Safeguards& caps, const TomlTable& from) {
    caps.credit_max = amount_if(from, "credit_max").value_or(caps.credit_max);
    caps.stake_max = amount_if(from, "stake_max").value_or(caps.stake_max);
    caps.stakes_max = amount_if(from, "stakes_max").value_or(caps.stakes_max);
    caps.ticket_max = amount_if(from, "ticket_max").value_or(caps.ticket_max);
    caps.meter_max = amount_if(from, "meter_max").value_or(caps.meter_max);
    if (const auto wrong = find_error(caps)) from.wrong(wrong->location, wrong->what);
}

}  // namespace

const TablePlan* PropertyPlan::find_table(TableId id) const {
    const auto at = std::ranges::find(tables, id, &TablePlan::number);
    return at == tables.end() ? nullptr : &*at;
}

std::string PropertyPlan::location(int line) const { return file + ":" + std::to_string(line); }

std::string PropertyPlan::location(const TablePlan& table, std::string_view key) const {
    const auto line = table.lines.find(std::string(key));
    return location(line == table.lines.end() ? table.lines.at("") : line->second);
}

std::string PropertyPlan::video_origins() const {
    std::set<std::string> sources;
    for (const TablePlan& table : tables) {
        if (!table.video.empty()) sources.insert(table.video.substr(0, origin_end(table.video)));
    }
    std::string listed;
    for (const std::string& origin : sources) listed += (listed.empty() ? "" : " ") + origin;
    return listed;
}

std::string PropertyPlan::socket_origins() const {
    std::string all;
    for (const std::string& one : servers) {
        if (!all.empty()) all += ' ';
        all += (certificate.empty() ? "ws://" : "wss://") + one;
    }
    return all;
}

bool PropertyPlan::is_training() const {
    return std::ranges::all_of(tables, [](const TablePlan& table) {
        return table.configuration.training || table.retired;
    });
}

wire::TableSetting TablePlan::setting() const {
    return {std::string(to_word(mode)),
            language,
            std::string(to_word(tumbler)),
            video,
            reality_check_minutes,
            message_en,
            message_zh};
}

Result<PropertyPlan> read_property(std::string_view text, const std::string& name,
                                   const ReadRules& read_rules) {
    const TomlText source(text, name);
    PropertyPlan plan;
    plan.file = name;
    const TomlTable root = source.root();
    Defaults defaults;
    defaults.operator_name = text_if(root, "operator", "");
    defaults.currency = text_if(root, "currency", defaults.currency);
    defaults.language = language(root, defaults.language);
    defaults.time_zone = text_if(root, "time_zone", "");
    defaults.reality_check_minutes =
        number_if(root, "reality_check_minutes", defaults.reality_check_minutes, reality_check_max);
    read_message(root, defaults.message_en, defaults.message_zh);
    if (root.has("server")) read_server(plan, root.table("server"));
    if (root.has("staff")) read_staff(plan.access, root.table("staff"));
    if (root.has("caps")) read_caps(plan.safeguards, root.table("caps"));
    if (root.has("cash")) read_cash(plan, root.table("cash"));
    if (root.has("cage")) read_cage(plan, root.table("cage"));
    const std::vector<TomlTable> tables = root.tables("table");
    for (const TomlTable& one : tables) {
        plan.tables.push_back(read_table(one, defaults, read_rules));
        read_table_cash(plan.tables.back(), one, plan);
        read_table_chips(plan.tables.back(), one);
    }
    validate_tables(tables, plan.tables);
    validate_cabinets(plan, root, tables);
    if (auto wrong = source.error()) return std::unexpected(*wrong);
    return plan;
}

}  // namespace sicbo::server
