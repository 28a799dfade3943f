// SPDX-License-Identifier: MIT
#include "server/property_check.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <map>

#include "rules/settle.h"
#include "server/tls.h"
#include "store/files.h"
#include "table/engine.h"
#include "wire/fields_json.h"

namespace sicbo::server {

using namespace table;

namespace {

using Findings = std::vector<Finding>;

std::string name_of(const TablePlan& plan) { return "table " + std::to_string(plan.number.number); }

void check_tumblers(const PropertyPlan& plan, Findings& findings) {
    std::map<std::pair<std::string, std::uint16_t>, TableId> places;
    std::map<Hash, TableId> keys;
    for (const TablePlan& table : plan.tables) {
        if (table.tumbler != Tumbler::network || table.retired) continue;
        const auto report = [&](std::string_view key, std::string what) {
            findings.push_back({Severity::error, plan.place(table, key), std::move(what)});
        };
        const Listen& at = table.tumbler_at;
        const auto [place, new_place] = places.try_emplace({at.address, at.port}, table.number);
        if (!new_place) {
            report("tumbler", "table " + std::to_string(place->second.number) +
                                  " has this tumbler already: one tumbler serves one table");
        }
        const auto [key, new_key] = keys.try_emplace(table.tumbler_key, table.number);
        if (!new_key && new_place) {
            report("tumbler_key", "table " + std::to_string(key->second.number) +
                                      " has a tumbler with this key already: give each its own");
        }
        const bool everywhere = plan.address == "0.0.0.0" || plan.address == "::";
        if (at.port == plan.port && (everywhere || at.address == plan.address)) {
            report("tumbler", "this is the port on which the server itself listens");
        }
    }
}

// The most that the house can lose on a bet of one unit, in halves of the unit.
std::int64_t highest_halves(const rules::Layout& layout, rules::SpotId spot) {
    std::int64_t highest = 0;
    for (const rules::Roll roll : rules::all_outcomes()) {
        highest = std::max<std::int64_t>(highest, rules::Payouts(layout, roll).odds(spot).halves);
    }
    return highest;
}

void check_limits(const PropertyPlan& plan, const TablePlan& table, Findings& findings) {
    const Configuration& c = table.configuration;
    const auto warn = [&](std::string_view key, std::string what) {
        findings.push_back({Severity::warning, plan.place(table, key), std::move(what)});
    };
    for (const auto& [spot, limit] : c.limit_of) {
        const std::string name = to_text(rules::spot_of(spot));
        if (c.round_max && limit.min > *c.round_max) {
            warn("limit_of",
                 "the minimum on " + name + " is above round_max: nobody can bet on it");
        }
        if (c.round_max && limit.max && *limit.max > *c.round_max) {
            warn("limit_of", "the maximum on " + name + " is above round_max and never reached");
        }
    }
    if (c.round_max && c.limit.max && *c.limit.max > *c.round_max) {
        warn("max", "the maximum of a bet is above round_max and never reached");
    }
    if (c.differential_max && *c.differential_max < c.limit.min) {
        warn("differential_max",
             "is below the minimum of a bet: the first bet on either box would be excess");
    }
    if (!c.exposure_max) return;
    for (const rules::Layout& layout : table.game->layouts) {
        for (const rules::Spot& spot : spots_of(layout)) {
            const Money least = std::max(c.limit_on(id_of(spot)).min, c.chip);
            if (least.cents() * highest_halves(layout, id_of(spot)) / 2 <=
                c.exposure_max->cents()) {
                continue;
            }
            return warn("exposure_max", "even the smallest bet on " + to_text(spot) +
                                            " could lose more: nobody can bet on it");
        }
    }
}

// What the document asks for before the table may be opened.
void check_opening(const PropertyPlan& plan, const TablePlan& table, Findings& findings) {
    const rules::Equipment& equipment = table.game->equipment;
    const Configuration& c = table.configuration;
    const auto warn = [&](std::string_view key, const std::string& what) {
        findings.push_back({Severity::warning, plan.place(table, key),
                            name_of(table) + " can't be opened: " + what});
    };
    if (equipment.operator_name && c.operator_name.empty()) {
        warn("operator", "the document asks for the operator's name; set `operator`");
    }
    if (equipment.duties.contains(rules::Duty::layout_approval) && c.layout_approval.empty()) {
        warn("layout_approval",
             "the regulator's approval of the layout is missing; set "
             "`layout_approval`");
    }
    if (equipment.duties.contains(rules::Duty::mixer_approval) && c.approvals.empty()) {
        warn("approval",
             "no mixer is approved; add [[table.approval]] with `mixer`, `mixing` and "
             "`location`");
    }
}

// Whether the system could retire it now.
std::string refusal_of(const State& state, TableId table, Order order) {
    Command command;
    command.stamp.at = state.at;
    command.stamp.role = rules::Role::system;
    command.stamp.table = table;
    command.order = std::move(order);
    const Decision decision = decide(state, command);
    if (!decision.refusal) return {};
    return std::string(to_word(decision.refusal->reason)) +
           (decision.detail.empty() ? "" : ": " + decision.detail);
}

class Comparison {
public:
    Comparison(const PropertyPlan& plan, const State& state) : plan_(plan), state_(state) {}

    Findings run() {
        for (const TablePlan& table : plan_.tables) compare(table);
        for (const auto& [id, t] : state_.tables) {
            if (plan_.find_table(id) || state_.retired.tables.contains(id)) continue;
            add(Severity::note, "",
                "table " + std::to_string(id.number) + " (" + t.name +
                    ") is not in the file: it stays as it is, without devices");
        }
        return std::move(findings_);
    }

private:
    void add(Severity severity, std::string place, std::string what) {
        findings_.push_back({severity, std::move(place), std::move(what)});
    }

    void compare(const TablePlan& table) {
        const Table* t = find_table(state_, table.number);
        const std::string place = plan_.place(table, "number");
        if (table.retired) return compare_retired(table, t);
        if (state_.retired.tables.contains(table.number)) {
            return add(Severity::warning, place,
                       name_of(table) + " was retired for good; what the file has is ignored");
        }
        if (!t) {
            add(Severity::note, place, name_of(table) + " (" + table.name + ") will be added");
        } else {
            compare_existing(table, *t);
        }
        for (const TerminalsPlan& terminals : table.terminals) compare_terminals(table, terminals);
    }

    void compare_retired(const TablePlan& table, const Table* t) {
        const std::string place = plan_.place(table, "retired");
        if (!t || state_.retired.tables.contains(table.number)) return;
        const std::string refusal = refusal_of(state_, table.number, RetireTable{"check"});
        if (refusal.empty()) return add(Severity::note, place, name_of(table) + " will be retired");
        add(Severity::warning, place, name_of(table) + " can't be retired yet: " + refusal);
    }

    void compare_existing(const TablePlan& table, const Table& t) {
        const std::string& game = rules_of(state_, t).game->id;
        if (game != table.game->id) {
            return add(Severity::error, plan_.place(table, "game"),
                       name_of(table) + " plays " + game +
                           " and can't change its game: retire it and add another table");
        }
        if (t.name != table.name) {
            add(Severity::warning, plan_.place(table, "name"),
                name_of(table) + " is called \"" + t.name + "\"; the new name is ignored");
        }
        for (const std::string& one : differences(t.configuration, table.configuration)) {
            add(Severity::warning, plan_.place(table, ""),
                name_of(table) + ": " + one + "; two people change it at the console");
        }
    }

    const Table* table_of(TerminalId terminal, TableId& id) const {
        for (const auto& [number, t] : state_.tables) {
            if (!t.terminals.contains(terminal)) continue;
            id = number;
            return &t;
        }
        return nullptr;
    }

    void compare_terminals(const TablePlan& table, const TerminalsPlan& terminals) {
        const std::string place = plan_.place(terminals.line);
        std::uint32_t added = 0;
        std::uint32_t retired = 0;
        for (std::uint32_t n = terminals.first; n < terminals.first + terminals.count; ++n) {
            TableId id;
            const Table* t = table_of({n}, id);
            const std::string name = "terminal " + std::to_string(n);
            if (!t) {
                if (!terminals.retired) ++added;
            } else if (id != table.number) {
                add(Severity::error, place,
                    name + " stands at table " + std::to_string(id.number) +
                        ": retire it there and give the one at " + name_of(table) +
                        " another number");
            } else if (state_.retired.terminals.contains({n})) {
                if (!terminals.retired) {
                    add(Severity::warning, place,
                        name + " was retired for good; give the new one another number");
                }
            } else if (terminals.retired) {
                const std::string refusal = refusal_of(state_, id, RetireTerminal{{n}, "check"});
                if (refusal.empty()) ++retired;
                if (!refusal.empty()) {
                    add(Severity::warning, place, name + " can't be retired yet: " + refusal);
                }
            } else {
                compare_layout(*t, n, terminals.layout, place);
            }
        }
        const auto count = [&](std::uint32_t number, const std::string& what) {
            if (number == 0) return;
            add(Severity::note, place,
                std::to_string(number) + " terminals of " + name_of(table) + " will be " + what);
        };
        count(added, "added");
        count(retired, "retired");
    }

    void compare_layout(const Table& t, std::uint32_t number, const std::string& layout,
                        const std::string& place) {
        const Terminal& terminal = t.terminals.at({number});
        const std::string& holds = rules_of(state_, t).game->layouts.at(terminal.layout).id;
        if (holds == layout) return;
        add(Severity::warning, place,
            "terminal " + std::to_string(number) + " has the layout " + holds + "; the file's " +
                layout + " is ignored: retire the terminal and add one with another number");
    }

    const PropertyPlan& plan_;
    const State& state_;
    Findings findings_;
};

unsigned permissions_of(const std::string& path) {
    const Result<store::File> file = store::File::open(path, store::File::Mode::read);
    return file ? file->permissions() : 0u;
}

}  // namespace

std::string to_text(const Finding& finding) {
    return (finding.place.empty() ? "" : finding.place + ": ") +
           std::string(to_word(finding.severity)) + ": " + finding.what;
}

std::vector<std::string> differences(const Configuration& holds, const Configuration& file) {
    // The names that the file uses.
    static const std::map<std::string, std::string> written = {
        {"operator_name", "operator"}, {"approvals", "approval"}, {"limit", "min and max"}};
    const boost::json::value held = wire::Write::of(holds);
    const boost::json::value filed = wire::Write::of(file);
    std::vector<std::string> list;
    for (const auto& [key, value] : held.as_object()) {
        const boost::json::value& other = filed.as_object().at(key);
        if (value == other) continue;
        const auto name = written.find(key);
        list.push_back((name == written.end() ? std::string(key) : name->second) + ": " +
                       boost::json::serialize(value) + " is in force, the file has " +
                       boost::json::serialize(other));
    }
    return list;
}

std::vector<Finding> check_plan(const PropertyPlan& plan) {
    Findings findings;
    check_tumblers(plan, findings);
    for (const TablePlan& table : plan.tables) {
        if (table.retired) continue;
        check_limits(plan, table, findings);
        check_opening(plan, table, findings);
    }
    return findings;
}

Result<void> verify_encryption(const PropertyPlan& plan) {
    if (!plan.certificate.empty() || plan.access.insecure) return {};
    for (const std::string& address : {plan.address, plan.access.metrics_at.address}) {
        if (address.empty() || is_loopback(address)) continue;
        return failure("without TLS the server listens on this machine only, and not on " +
                           address +
                           ": passwords would travel in plain text. Set certificate and "
                           "private_key, or insecure = true in [server] (--insecure) if something "
                           "else encrypts",
                       plan.file);
    }
    return {};
}

std::vector<Finding> compare_with_property(const PropertyPlan& plan, const State& state) {
    return Comparison(plan, state).run();
}

std::vector<Finding> check_files(const PropertyPlan& plan, const std::string& folder) {
    constexpr unsigned others = 07;
    constexpr unsigned group_and_others = 077;
    Findings findings;
    if (!plan.certificate.empty()) {
        if (auto tls = open_tls(plan.certificate, plan.private_key, plan.access.client_authorities);
            !tls) {
            findings.push_back({Severity::error, tls.error().place, tls.error().what});
        }
        if ((permissions_of(plan.private_key) & others) != 0) {
            findings.push_back({Severity::warning, plan.private_key,
                                "every user may read this key; run chmod 600 on it"});
        }
    }
    if (folder.empty()) return findings;
    for (const char* name :
         {"journal.key", "server.key", "tumbler.seed", "places.secret", "accounts", "tls.key"}) {
        const std::string path = folder + "/" + name;
        if ((permissions_of(path) & group_and_others) == 0) continue;
        findings.push_back(
            {Severity::warning, path, "other users may read this secret; run chmod 600 on it"});
    }
    return findings;
}

}  // namespace sicbo::server
