// SPDX-License-Identifier: MIT
#include "server/property_check.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <cstring>
#include <filesystem>
#include <map>

#include "rules/settle.h"
#include "server/tls.h"
#include "store/files.h"
#include "table/engine.h"
#include "table/opening.h"
#include "wire/fields_json.h"

namespace sicbo::server {

using namespace table;

namespace {

using Issues = std::vector<ConfigurationIssue>;

std::string name_of(const TablePlan& plan) { return "table " + std::to_string(plan.number.number); }

// Returns the address in one spelling; an IPv4 address that is written as one of IPv6 as what it
// is.
std::string normalised(const std::string& address) {
    in6_addr six = {};
    in_addr four = {};
    std::array<char, INET6_ADDRSTRLEN> text = {};
    if (inet_pton(AF_INET6, address.c_str(), &six) == 1) {
        if (!IN6_IS_ADDR_V4MAPPED(&six)) {
            return inet_ntop(AF_INET6, &six, text.data(), text.size());
        }
        std::memcpy(&four, six.s6_addr + 12, sizeof four);
    } else if (inet_pton(AF_INET, address.c_str(), &four) != 1) {
        return address;
    }
    return inet_ntop(AF_INET, &four, text.data(), text.size());
}

// Returns true if a connection to the address reaches a server that listens there. Whoever connects
// to the address that stands for all reaches the machine itself.
bool reaches(const std::string& address, const std::string& listening) {
    const auto is_any = [](const std::string& one) { return one == "0.0.0.0" || one == "::"; };
    const std::string to = normalised(address);
    const std::string at = normalised(listening);
    return to == at || is_any(at) || is_any(to);
}

// Shown on screens and in reports of every table, whether the document asks for it or not.
void check_operator(const PropertyPlan& plan, const TablePlan& table, Issues& issues) {
    if (table.game->equipment.operator_name || !table.configuration.operator_name.empty()) return;
    issues.push_back({Severity::warning, plan.location(table, "operator"),
                      name_of(table) + " names no operator; set `operator`"});
}

// What the folder of the property is, and who may look into it.
void check_folder(const std::string& folder, Issues& issues) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::file_status status = fs::status(folder, error);
    if (!fs::exists(status)) return;
    if (!fs::is_directory(status)) {
        issues.push_back({Severity::error, folder, "this is no folder"});
        return;
    }
    const fs::perms others = fs::perms::group_all | fs::perms::others_all;
    if ((status.permissions() & others) == fs::perms::none) return;
    issues.push_back({Severity::warning, folder,
                      "other users may look into the data folder; run chmod 700 on it"});
}

void check_tumblers(const PropertyPlan& plan, Issues& issues) {
    std::map<std::pair<std::string, std::uint16_t>, TableId> addresses;
    std::map<Hash, TableId> keys;
    for (const TablePlan& table : plan.tables) {
        if (table.tumbler != Tumbler::network || table.retired) continue;
        const auto report = [&](std::string_view key, std::string what) {
            issues.push_back({Severity::error, plan.location(table, key), std::move(what)});
        };
        const Listen& at = table.tumbler_at;
        const auto [first, new_address] =
            addresses.try_emplace({at.address, at.port}, table.number);
        if (!new_address) {
            report("tumbler", "table " + std::to_string(first->second.number) +
                                  " has this tumbler already: one tumbler serves one table");
        }
        const auto [key, new_key] = keys.try_emplace(table.tumbler_key, table.number);
        if (!new_key && new_address) {
            report("tumbler_key", "table " + std::to_string(key->second.number) +
                                      " has a tumbler with this key already: give each its own");
        }
        if (at.port == plan.port && reaches(at.address, plan.address)) {
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

// Returns true if a multiple of the chip is within the limit.
bool has_stake(const table::SpotLimit& limit, Money chip) {
    if (chip <= Money() || !limit.max) return true;
    const std::int64_t stake_min = std::max<std::int64_t>(limit.min.cents(), 1);
    const std::int64_t chips = (stake_min + chip.cents() - 1) / chip.cents();
    return chips <= limit.max->cents() / chip.cents();
}

void check_limits(const PropertyPlan& plan, const TablePlan& table, Issues& issues) {
    const Configuration& c = table.configuration;
    const auto warn = [&](std::string_view key, std::string what) {
        issues.push_back({Severity::warning, plan.location(table, key), std::move(what)});
    };
    const std::string no_stake = ": no number of chips of " + to_text(c.chip) + " is within it";
    if (!has_stake(c.limit, c.chip)) {
        warn("min", "nobody can bet from min to max" + no_stake);
    }
    for (const auto& [spot, limit] : c.limit_of) {
        const std::string name = to_text(rules::spot_of(spot));
        if (!has_stake(limit, c.chip)) {
            warn("limit_of", "nobody can bet on " + name + " within its limit" + no_stake);
        }
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
            const Money stake_min = std::max(c.limit_on(id_of(spot)).min, c.chip);
            if (stake_min.cents() * highest_halves(layout, id_of(spot)) / 2 <=
                c.exposure_max->cents()) {
                continue;
            }
            return warn("exposure_max", "even the smallest bet on " + to_text(spot) +
                                            " could lose more: nobody can bet on it");
        }
    }
}

// What to do about a record that is missing.
std::pair<std::string_view, std::string> advice(const MissingRecord& missing) {
    if (missing.reference) {
        const std::string word(to_word(*missing.reference));
        return {"references", "the regulator's reference for " + word +
                                  " is missing; set `references = { " + word + " = \"...\" }`"};
    }
    if (missing.reason == Reason::operator_name_missing) {
        return {"operator", "the document asks for the operator's name; set `operator`"};
    }
    check(missing.reason == Reason::layout_not_approved);
    return {"layout_approval",
            "the regulator's approval of the layout is missing; set `layout_approval`"};
}

void check_records(const PropertyPlan& plan, const TablePlan& table, const Table* existing,
                   Issues& issues) {
    const Configuration& c = existing ? existing->configuration : table.configuration;
    std::map<Approvable, std::string> references = table.references;
    if (existing) references.insert(existing->approvals.begin(), existing->approvals.end());
    for (const MissingRecord& missing : find_missing_records(*table.game, c, references)) {
        const auto [key, what] = advice(missing);
        issues.push_back({Severity::warning, plan.location(table, key),
                          name_of(table) + " can't be opened: " + what});
    }
    const bool needs_mixer = table.game->equipment.duties.contains(rules::Duty::mixer_approval);
    if (needs_mixer && c.approvals.empty()) {
        issues.push_back({Severity::warning, plan.location(table, "approval"),
                          name_of(table) +
                              " can't play a round: no mixer is approved; add [[table.approval]] "
                              "with `mixer`, `mixing` and `location`"});
    }
}

// Returns why the engine would refuse the order from the system; empty if it would accept.
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

class PropertyComparison {
public:
    PropertyComparison(const PropertyPlan& plan, const State& state) : plan_(plan), state_(state) {}

    Issues run() {
        compare_cage();
        for (const TablePlan& table : plan_.tables) {
            compare(table);
            note_unnamed_terminals(table);
        }
        for (const auto& [id, t] : state_.tables) {
            if (plan_.find_table(id) || state_.retired.tables.contains(id)) continue;
            add(Severity::note, "",
                "table " + std::to_string(id.number) + " (" + t.name +
                    ") is not in the file: it stays as it is, without devices");
        }
        return std::move(issues_);
    }

private:
    void add(Severity severity, std::string location, std::string what) {
        issues_.push_back({severity, std::move(location), std::move(what)});
    }

    void compare_cage() {
        if (plan_.cage == state_.cage.policy) return;
        const bool named = plan_.cage_line != 0;
        add(Severity::note, named ? plan_.location(plan_.cage_line) : "",
            named ? "the policy of the cage will be changed"
                  : "the file has no [cage]: the cage will ask for no identity and raise no alert");
    }

    void compare_chips(const TablePlan& table) {
        const bool untracked = table.chips == ChipMode::untracked;
        if (is_untracked(state_.cage, table.number) == untracked) return;
        const std::string location = plan_.location(table, "chips");
        const std::string mode(to_word(table.chips));
        const std::string refusal = refusal_of(state_, table.number, SetChipMode{table.chips});
        if (refusal.empty()) {
            return add(Severity::note, location,
                       "the chips of " + name_of(table) + " will be " + mode);
        }
        add(Severity::warning, location,
            "the chips of " + name_of(table) + " can't be " + mode + " yet: " + refusal);
    }

    void compare(const TablePlan& table) {
        const Table* t = find_table(state_, table.number);
        const std::string location = plan_.location(table, "number");
        if (table.retired) return compare_retired(table, t);
        if (state_.retired.tables.contains(table.number)) {
            return add(Severity::warning, location,
                       name_of(table) + " was retired for good; what the file has is ignored");
        }
        if (!t) {
            add(Severity::note, location, name_of(table) + " (" + table.name + ") will be added");
        } else {
            compare_existing(table, *t);
            compare_chips(table);
        }
        for (const TerminalsPlan& terminals : table.terminals) compare_terminals(table, terminals);
    }

    // Terminals of the table that the file no longer names.
    void note_unnamed_terminals(const TablePlan& table) {
        const Table* t = find_table(state_, table.number);
        if (!t || table.retired || state_.retired.tables.contains(table.number)) return;
        std::string unnamed;
        for (const auto& [id, terminal] : t->terminals) {
            const bool named = std::ranges::any_of(table.terminals, [&](const TerminalsPlan& one) {
                return one.first <= id.number && id.number - one.first < one.count;
            });
            if (named || state_.retired.terminals.contains(id)) continue;
            unnamed += (unnamed.empty() ? "" : ", ") + std::to_string(id.number);
        }
        if (unnamed.empty()) return;
        add(Severity::note, plan_.location(table, "number"),
            name_of(table) + " has terminals that are not in the file and stay as they are: " +
                unnamed + "; to retire them, name them with `retired = true`");
    }

    void compare_retired(const TablePlan& table, const Table* t) {
        const std::string location = plan_.location(table, "retired");
        if (!t || state_.retired.tables.contains(table.number)) return;
        const std::string refusal = refusal_of(state_, table.number, RetireTable{"check"});
        if (refusal.empty())
            return add(Severity::note, location, name_of(table) + " will be retired");
        add(Severity::warning, location, name_of(table) + " can't be retired yet: " + refusal);
    }

    void compare_existing(const TablePlan& table, const Table& t) {
        const std::string& game = rules_of(state_, t).game->id;
        if (game != table.game->id) {
            return add(Severity::error, plan_.location(table, "game"),
                       name_of(table) + " plays " + game +
                           " and can't change its game: retire it and add another table");
        }
        if (t.name != table.name) {
            add(Severity::warning, plan_.location(table, "name"),
                name_of(table) + " is called \"" + t.name + "\"; the new name is ignored");
        }
        for (const std::string& one : differences(t.configuration, table.configuration)) {
            add(Severity::warning, plan_.location(table, ""),
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
        const std::string location = plan_.location(terminals.line);
        std::uint32_t added = 0;
        std::uint32_t retired = 0;
        for (std::uint32_t n = terminals.first; n < terminals.first + terminals.count; ++n) {
            TableId id;
            const Table* t = table_of({n}, id);
            const std::string name = "terminal " + std::to_string(n);
            if (!t) {
                if (!terminals.retired) ++added;
            } else if (id != table.number) {
                add(Severity::error, location,
                    name + " stands at table " + std::to_string(id.number) +
                        ": retire it there and give the one at " + name_of(table) +
                        " another number");
            } else if (state_.retired.terminals.contains({n})) {
                if (!terminals.retired) {
                    add(Severity::warning, location,
                        name + " was retired for good; give the new one another number");
                }
            } else if (terminals.retired) {
                const std::string refusal = refusal_of(state_, id, RetireTerminal{{n}, "check"});
                if (refusal.empty()) ++retired;
                if (!refusal.empty()) {
                    add(Severity::warning, location, name + " can't be retired yet: " + refusal);
                }
            } else {
                compare_layout(*t, n, terminals.layout, location);
            }
        }
        const auto count = [&](std::uint32_t number, const std::string& what) {
            if (number == 0) return;
            add(Severity::note, location,
                std::to_string(number) + " terminals of " + name_of(table) + " will be " + what);
        };
        count(added, "added");
        count(retired, "retired");
    }

    void compare_layout(const Table& t, std::uint32_t number, const std::string& layout,
                        const std::string& location) {
        const Terminal& terminal = t.terminals.at({number});
        const std::string& holds = rules_of(state_, t).game->layouts.at(terminal.layout).id;
        if (holds == layout) return;
        add(Severity::warning, location,
            "terminal " + std::to_string(number) + " has the layout " + holds + "; the file's " +
                layout + " is ignored: retire the terminal and add one with another number");
    }

    const PropertyPlan& plan_;
    const State& state_;
    Issues issues_;
};

unsigned permissions_of(const std::string& path) {
    const Result<store::File> file = store::File::open(path, store::File::Mode::read);
    return file ? file->permissions() : 0u;
}

}  // namespace

std::string to_text(const ConfigurationIssue& issue) {
    return (issue.location.empty() ? "" : issue.location + ": ") +
           std::string(to_word(issue.severity)) + ": " + issue.what;
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

std::vector<ConfigurationIssue> check_plan(const PropertyPlan& plan) {
    Issues issues;
    check_tumblers(plan, issues);
    for (const TablePlan& table : plan.tables) {
        if (table.retired) continue;
        check_limits(plan, table, issues);
        check_operator(plan, table, issues);
    }
    return issues;
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

std::vector<ConfigurationIssue> check_opening(const PropertyPlan& plan, const State& state) {
    Issues issues;
    for (const TablePlan& table : plan.tables) {
        if (table.retired || state.retired.tables.contains(table.number)) continue;
        check_records(plan, table, find_table(state, table.number), issues);
    }
    return issues;
}

std::vector<ConfigurationIssue> compare_with_property(const PropertyPlan& plan,
                                                      const State& state) {
    return PropertyComparison(plan, state).run();
}

std::vector<ConfigurationIssue> check_files(const PropertyPlan& plan, const std::string& folder) {
    constexpr unsigned others = 07;
    constexpr unsigned group_and_others = 077;
    Issues issues;
    if (!plan.certificate.empty()) {
        if (auto tls = open_tls(plan.certificate, plan.private_key, plan.access.client_authorities);
            !tls) {
            issues.push_back({Severity::error, tls.error().location, tls.error().what});
        }
        if ((permissions_of(plan.private_key) & others) != 0) {
            issues.push_back({Severity::warning, plan.private_key,
                              "every user may read this key; run chmod 600 on it"});
        }
    }
    if (folder.empty()) return issues;
    check_folder(folder, issues);
    for (const char* name : {"journal.key", "server.key", "tumbler.seed", "ticket.key",
                             "places.secret", "accounts", "tls.key"}) {
        const std::string path = folder + "/" + name;
        if ((permissions_of(path) & group_and_others) == 0) continue;
        issues.push_back(
            {Severity::warning, path, "other users may read this secret; run chmod 600 on it"});
    }
    return issues;
}

}  // namespace sicbo::server
