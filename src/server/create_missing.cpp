// SPDX-License-Identifier: MIT
#include "server/create_missing.h"

#include <algorithm>
#include <array>

#include "server/property_check.h"
#include "table/authority.h"

namespace sicbo::server {

using namespace table;
using rules::Role;

namespace {

constexpr PersonId first_administrator = {1};

// Executes orders of the system or of the first administrator. After the first refusal it does
// nothing more, and error() says what was refused.
class OrderIssuer {
public:
    explicit OrderIssuer(Loop& loop)
        : loop_(loop), request_(last_request(loop.state(), administrator())) {}

    void by_system(TableId table, Order order) {
        execute({{}, {}, Role::system, 0, table}, std::move(order));
    }
    void by_administrator(Order order) {
        execute({{}, administrator(), Role::administrator, ++request_, {}}, std::move(order));
    }
    const std::optional<Error>& error() const { return error_; }

private:
    static Actor administrator() { return {ActorKind::person, first_administrator.number}; }

    void execute(const Stamp& stamp, Order order) {
        if (error_) return;
        const std::string_view name = choice_names<OrderChoice>[order.index()];
        const Reply reply = loop_.execute({stamp, std::move(order)});
        if (!reply.refusal) return;
        const std::string place =
            stamp.table ? "table " + std::to_string(stamp.table.number) + ": " : "";
        error_ = Error{place + std::string(name) +
                       " was refused: " + std::string(to_word(reply.refusal->reason)) +
                       (reply.detail.empty() ? "" : " (" + reply.detail + ")")};
    }

    Loop& loop_;
    std::uint64_t request_;
    std::optional<Error> error_;
};

constexpr const char* retire_reason = "retired in the configuration";

// Gives an order of the system that may be refused; the refusal is a warning.
void retire(Loop& loop, TableId table, Order order, const std::string& what,
            std::vector<std::string>& warnings) {
    const Reply reply = loop.execute_system(table, std::move(order));
    if (!reply.refusal) return;
    warnings.push_back(what + " can't be retired: " + std::string(to_word(reply.refusal->reason)) +
                       (reply.detail.empty() ? "" : " (" + reply.detail + ")"));
}

void retire_table(Loop& loop, const TablePlan& plan, std::vector<std::string>& warnings) {
    const State& state = loop.state();
    if (!find_table(state, plan.number) || state.retired.tables.contains(plan.number)) return;
    retire(loop, plan.number, RetireTable{retire_reason},
           "table " + std::to_string(plan.number.number), warnings);
}

void retire_terminal(Loop& loop, const TablePlan& plan, TerminalId terminal,
                     std::vector<std::string>& warnings) {
    const State& state = loop.state();
    const Table* t = find_table(state, plan.number);
    const bool there = t && t->terminals.contains(terminal);
    if (!there || state.retired.terminals.contains(terminal)) return;
    retire(loop, plan.number, RetireTerminal{terminal, retire_reason},
           "terminal " + std::to_string(terminal.number), warnings);
}

void create_table(OrderIssuer& issuer, Loop& loop, const TablePlan& plan,
                  std::vector<std::string>& warnings) {
    const State& state = loop.state();
    if (plan.retired) return retire_table(loop, plan, warnings);
    if (state.retired.tables.contains(plan.number)) {
        warnings.push_back("table " + std::to_string(plan.number.number) +
                           " was retired for good; what the configuration has is ignored");
        return;
    }
    if (!state.rule_sets.contains(plan.configuration.rules)) {
        issuer.by_system({}, AdoptRules{plan.rules});
    }
    const Table* t = find_table(state, plan.number);
    if (!t) {
        issuer.by_system({}, AddTable{plan.number, plan.name, plan.configuration});
    } else if (to_bytes(t->configuration) != to_bytes(plan.configuration)) {
        std::string how;
        for (const std::string& one : differences(t->configuration, plan.configuration)) {
            how += (how.empty() ? "" : "; ") + one;
        }
        warnings.push_back("table " + std::to_string(plan.number.number) +
                           " differs from the configuration: what was agreed at its console stays "
                           "in force (" +
                           how + ")");
    }
    issuer.by_system(plan.number, FitReader{plan.tumbler != Tumbler::none});
    for (const auto& [what, reference] : plan.references) {
        t = find_table(state, plan.number);
        if (t && t->approvals.contains(what) && t->approvals.at(what) == reference) continue;
        issuer.by_system(plan.number, RecordApproval{what, reference});
    }
    for (const TerminalsPlan& terminals : plan.terminals) {
        for (std::uint32_t n = terminals.first; n < terminals.first + terminals.count; ++n) {
            t = find_table(state, plan.number);
            if (terminals.retired) {
                retire_terminal(loop, plan, {n}, warnings);
                continue;
            }
            if (t && t->terminals.contains({n})) continue;
            issuer.by_system(plan.number, AddTerminal{{n}, terminals.layout});
            if (issuer.error()) return;
        }
    }
}

// A table that has no policy of its own any more gets that of the property.
void set_cash_policy(OrderIssuer& issuer, const State& state, const PropertyPlan& plan,
                     const TablePlan& table) {
    if (table.retired || state.retired.tables.contains(table.number)) return;
    if (table.cash) {
        issuer.by_system(table.number, SetCashPolicy{table.cash->policy});
    } else if (plan.cash && state.instruments.policies.contains(table.number)) {
        issuer.by_system(table.number, SetCashPolicy{plan.cash->policy});
    }
}

// What waits for a count, and players who sit there, keep the mode of a table until a later start.
void set_chip_mode(Loop& loop, const TablePlan& plan, std::vector<std::string>& warnings) {
    const State& state = loop.state();
    if (plan.retired || state.retired.tables.contains(plan.number)) return;
    if (!find_table(state, plan.number)) return;
    const bool untracked = plan.chips == ChipMode::untracked;
    if (is_untracked(state.cage, plan.number) == untracked) return;
    const Reply reply = loop.execute_system(plan.number, SetChipMode{plan.chips});
    if (!reply.refusal) return;
    warnings.push_back("the chips of table " + std::to_string(plan.number.number) + " can't be " +
                       std::string(to_word(plan.chips)) +
                       " yet: " + std::string(to_word(reply.refusal->reason)));
}

// The staff of the demonstration: one person for each role, so that two people can always agree.
constexpr std::array demo_staff = {
    std::pair{"dealer", Role::dealer},           std::pair{"supervisor", Role::supervisor},
    std::pair{"pit-manager", Role::pit_manager}, std::pair{"shift-manager", Role::shift_manager},
    std::pair{"cashier", Role::cashier},         std::pair{"technician", Role::technician},
    std::pair{"auditor", Role::auditor},
};

}  // namespace

Result<CreateResult> create_missing(Loop& loop, const PropertyPlan& plan, Accounts& accounts,
                                    bool demo) {
    CreateResult created;
    OrderIssuer issuer(loop);
    issuer.by_system({}, BeginEdition{edition_now});
    const bool is_new = loop.state().people.empty();
    issuer.by_system({}, SetSafeguards{plan.safeguards});
    if (plan.cash) issuer.by_system({}, SetCashPolicy{plan.cash->policy});
    issuer.by_system({}, SetCagePolicy{plan.cage});
    std::vector<std::pair<PersonId, NewAccount>> people;
    if (is_new) {
        issuer.by_system({}, AddPerson{first_administrator, "admin", Role::administrator});
        issuer.by_system({}, NotePassword{first_administrator, {}, !demo});
        people.push_back({first_administrator, {"admin", Role::administrator, new_password()}});
    }
    for (const TablePlan& table : plan.tables) {
        create_table(issuer, loop, table, created.warnings);
        set_cash_policy(issuer, loop.state(), plan, table);
        set_chip_mode(loop, table, created.warnings);
    }
    if (is_new && demo) {
        PersonId next = first_administrator;
        for (const auto& [name, role] : demo_staff) {
            ++next.number;
            issuer.by_administrator(AddPerson{next, name, role});
            issuer.by_system({}, NotePassword{next, {}, !demo});
            people.push_back({next, {name, role, new_password()}});
        }
    }
    if (issuer.error()) return std::unexpected(*issuer.error());
    // Passwords before the commit: the first administrator could never sign in without one, and
    // nobody else could reset it.
    for (const auto& [person, account] : people) {
        if (auto done = accounts.set(person, {hash_password(account.password), !demo}); !done) {
            return std::unexpected(done.error());
        }
        created.accounts.push_back(account);
    }
    if (auto done = loop.commit(); !done) return std::unexpected(done.error());
    return created;
}

}  // namespace sicbo::server
