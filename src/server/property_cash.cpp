// SPDX-License-Identifier: MIT
#include "server/property_cash.h"

#include <algorithm>
#include <set>

#include "core/text.h"
#include "device/ticket_number.h"
#include "server/plain_text.h"

namespace sicbo::server {
namespace {

Money money_of(const TomlTable& from, std::string_view key, const std::string& text) {
    const Result<Money> value = parse_money(text);
    if (!value && !text.empty()) from.wrong(key, "\"" + text + "\" is no amount, such as \"5.00\"");
    return value.value_or(Money());
}

void read_amount(Money& to, const TomlTable& from, std::string_view key) {
    if (from.has(key)) to = money_of(from, key, from.text(key));
}

void read_days(std::uint32_t& to, const TomlTable& from, std::string_view key) {
    if (from.has(key)) to = static_cast<std::uint32_t>(from.number(key, 0, table::days_max));
}

// A line that is printed on tickets; it may be empty.
void read_line(std::string& to, const TomlTable& from, std::string_view key) {
    constexpr std::size_t bytes_max = 120;
    if (!from.has(key)) return;
    to = from.text(key);
    if (!is_line(to) || to.size() > bytes_max)
        from.wrong(key, "must be a line of at most 120 bytes");
    if (!is_plain(to)) from.wrong(key, std::string(plain_text_rule));
}

void read_policy(table::CashPolicy& policy, const TomlTable& from) {
    read_amount(policy.ticket_min, from, "ticket_min");
    read_amount(policy.ticket_max, from, "ticket_max");
    read_amount(policy.ticket_in_max, from, "ticket_in_max");
    read_days(policy.expiry_days, from, "expiry_days");
    read_days(policy.closed_days, from, "closed_days");
    read_amount(policy.credit_max, from, "credit_max");
    if (from.has("notes")) {
        policy.notes.clear();
        for (const std::string& text : from.texts("notes")) {
            policy.notes.push_back(money_of(from, "notes", text));
        }
    }
    if (from.has("signature")) {
        policy.signatures.clear();
        for (const TomlTable& one : from.tables("signature")) {
            table::SignatureLevel level;
            read_amount(level.from, one, "from");
            level.role = one.word<rules::Role>("role");
            policy.signatures.push_back(level);
        }
    }
    if (const auto wrong = find_error(policy)) {
        const std::string key = wrong->location == "signatures" ? "signature" : wrong->location;
        from.wrong(from.has(key) ? key : "", from.has(key) ? wrong->what : key + " " + wrong->what);
    }
}

// A time of the day, "06:30", as minutes after midnight.
std::uint32_t minutes_of(const TomlTable& from, std::string_view key) {
    constexpr int hours_max = 23;
    constexpr int minutes_max = 59;
    constexpr int hour_minutes = 60;
    const std::string text = from.text(key);
    const auto digits = [&](std::size_t at) {
        const auto value = [](char digit) {
            return '0' <= digit && digit <= '9' ? digit - '0' : hour_minutes * hour_minutes;
        };
        return value(text[at]) * 10 + value(text[at + 1]);
    };
    constexpr std::string_view form = "hh:mm";
    const bool is_time = text.size() == form.size() && text[2] == ':' && digits(0) <= hours_max &&
                         digits(3) <= minutes_max;
    if (!is_time) from.wrong(key, "\"" + text + "\" is no time of the day, such as \"06:00\"");
    return is_time ? static_cast<std::uint32_t>(digits(0) * hour_minutes + digits(3)) : 0;
}

void read_plan(CashPlan& plan, const TomlTable& from) {
    read_policy(plan.policy, from);
    read_line(plan.heading, from, "heading");
    if (plan.heading.empty()) from.wrong("heading", "must be a line of text");
    read_line(plan.location, from, "location");
    read_line(plan.message, from, "message");
}

}  // namespace

void read_cash(PropertyPlan& plan, const TomlTable& from) {
    plan.cash.emplace();
    read_plan(*plan.cash, from);
    if (from.has("system")) {
        plan.ticket_system =
            static_cast<int>(from.number("system", 1, device::specimen_system - 1));
    }
}

void read_cage(PropertyPlan& plan, const TomlTable& from) {
    constexpr int percent_max = 100;
    if (!plan.cash) return from.wrong("", "needs [cash] of the property too");
    table::CagePolicy& policy = plan.cage;
    plan.cage_line = from.line("");
    read_amount(policy.identity_from, from, "identity_from");
    read_amount(policy.identity_day_from, from, "identity_day_from");
    if (from.has("day_begins_at")) policy.day_begins_at = minutes_of(from, "day_begins_at");
    read_amount(policy.alert_from, from, "alert_from");
    if (from.has("alert_percent")) {
        policy.alert_percent =
            static_cast<std::uint32_t>(from.number("alert_percent", 1, percent_max));
    }
    if (const auto wrong = find_error(policy)) from.wrong(wrong->location, wrong->what);
}

void read_table_chips(TablePlan& table, const TomlTable& from) {
    if (!from.has("chips")) return;
    table.chips = from.word<table::ChipMode>("chips");
    if (table.chips == table::ChipMode::untracked && table.game &&
        table.game->equipment.terminals) {
        from.wrong("chips", "untracked is for tables where chips lie on a felt");
    }
}

void read_table_cash(TablePlan& table, const TomlTable& from, const PropertyPlan& property) {
    const std::string cabinets = from.has("cabinets") ? from.text("cabinets") : "none";
    if (cabinets != "none" && cabinets != "simulated") {
        from.wrong("cabinets", "must be none or simulated");
    }
    table.simulated_cabinets = cabinets == "simulated";
    if (!from.has("cash")) return;
    if (!property.cash) return from.wrong("cash", "needs [cash] of the property too");
    table.cash = property.cash;
    read_plan(*table.cash, from.table("cash"));
}

void read_cabinet_keys(TerminalsPlan& terminals, const TomlTable& from) {
    if (!from.has("cabinet_keys")) return;
    for (const std::string& text : from.texts("cabinet_keys")) {
        const std::optional<Hash> key = parse_hash(text);
        if (!key) from.wrong("cabinet_keys", "must be public keys, 64 hexadecimal digits each");
        terminals.cabinet_keys.push_back(key.value_or(Hash()));
    }
    if (terminals.cabinet_keys.size() != terminals.count) {
        from.wrong("cabinet_keys", "must be one key for each terminal, in the order of numbers");
    }
}

void validate_cabinets(const PropertyPlan& plan, const TomlTable& root,
                       const std::vector<TomlTable>& from) {
    std::set<Hash> keys;
    for (std::size_t i = 0; i < plan.tables.size(); ++i) {
        const TablePlan& table = plan.tables[i];
        bool has_keys = false;
        for (const TerminalsPlan& terminals : table.terminals) {
            for (const Hash& key : terminals.cabinet_keys) {
                has_keys = true;
                if (!keys.insert(key).second) {
                    from[i].wrong("terminals", "two terminals have a cabinet with the same key");
                }
            }
        }
        if (table.simulated_cabinets && !table.configuration.training) {
            from[i].wrong("cabinets", "only a training table may have simulated cabinets");
        }
        if (table.simulated_cabinets && has_keys) {
            from[i].wrong("cabinets", "simulated cabinets have keys of their own");
        }
        if (!table.simulated_cabinets && !has_keys) continue;
        const char* key = has_keys ? "terminals" : "cabinets";
        if (!plan.cash) from[i].wrong(key, "cabinets need [cash] of the property");
        if (table.configuration.training && !plan.is_training()) {
            from[i].wrong(key,
                          "a training table has cabinets only in a property without real tables");
        }
    }
    if (plan.cash && !plan.is_training() && plan.ticket_system == 0) {
        root.wrong("cash", "needs system: two digits by which tickets name this property");
    }
}

}  // namespace sicbo::server
