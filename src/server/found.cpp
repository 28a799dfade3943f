#include "server/found.h"

#include <algorithm>
#include <array>

#include "table/authority.h"

namespace sicbo::server {

using namespace table;  // the orders
using rules::Role;

namespace {

constexpr PersonId first_administrator = {1};

// Gives orders of the system or of the administrator, and stops at the first that is refused.
class Giver {
public:
    explicit Giver(Loop& loop)
        : loop_(loop), request_(last_request(loop.state(), administrator())) {}

    void by_system(TableId table, Order order) {
        give({{}, {}, Role::system, 0, table}, std::move(order));
    }
    void by_administrator(Order order) {
        give({{}, administrator(), Role::administrator, ++request_, {}}, std::move(order));
    }
    const std::optional<Error>& error() const { return error_; }

private:
    static Actor administrator() { return {ActorKind::person, first_administrator.number}; }

    void give(const Stamp& stamp, Order order) {
        if (error_) return;
        const std::string_view name = choice_names<OrderChoice>[order.index()];
        const Reply answer = loop_.execute({stamp, std::move(order)});
        if (!answer.refusal) return;
        error_ = Error{std::string(name) +
                       " was refused: " + std::string(to_word(answer.refusal->reason)) +
                       (answer.detail.empty() ? "" : " (" + answer.detail + ")")};
    }

    Loop& loop_;
    std::uint64_t request_;
    std::optional<Error> error_;
};

void found_table(Giver& giver, Loop& loop, const TablePlan& plan,
                 std::vector<std::string>& remarks) {
    const State& state = loop.state();
    if (!state.rule_sets.contains(plan.configuration.rules)) {
        giver.by_system({}, AdoptRules{plan.rules});
    }
    const Table* t = find_table(state, plan.number);
    if (!t) {
        giver.by_system({}, AddTable{plan.number, plan.name, plan.configuration});
    } else if (to_bytes(t->configuration) != to_bytes(plan.configuration)) {
        remarks.push_back("table " + std::to_string(plan.number.number) +
                          " is not as the configuration has it: what was agreed at its console "
                          "stays in force");
    }
    for (const TerminalsPlan& terminals : plan.terminals) {
        for (std::uint32_t n = terminals.first; n < terminals.first + terminals.count; ++n) {
            t = find_table(state, plan.number);
            if (t && t->terminals.contains({n})) continue;
            giver.by_system(plan.number, AddTerminal{{n}, terminals.layout});
            if (giver.error()) return;
        }
    }
}

// The staff of the demonstration: one of each post, so that two people can always be found.
constexpr std::array demo_staff = {
    std::pair{"dealer", Role::dealer},           std::pair{"supervisor", Role::supervisor},
    std::pair{"pit-manager", Role::pit_manager}, std::pair{"shift-manager", Role::shift_manager},
    std::pair{"cashier", Role::cashier},         std::pair{"technician", Role::technician},
    std::pair{"auditor", Role::auditor},
};

}  // namespace

Result<Founded> found(Loop& loop, const PropertyPlan& plan, Accounts& accounts, bool demo) {
    Founded founded;
    Giver giver(loop);
    const bool is_new = loop.state().people.empty();
    std::vector<std::pair<PersonId, NewAccount>> people;
    if (is_new) {
        giver.by_system({}, AddPerson{first_administrator, "admin", Role::administrator});
        people.push_back({first_administrator, {"admin", Role::administrator, new_password()}});
    }
    for (const TablePlan& table : plan.tables) {
        found_table(giver, loop, table, founded.remarks);
    }
    if (is_new && demo) {
        PersonId next = first_administrator;
        for (const auto& [name, role] : demo_staff) {
            ++next.number;
            giver.by_administrator(AddPerson{next, name, role});
            people.push_back({next, {name, role, new_password()}});
        }
    }
    if (giver.error()) return std::unexpected(*giver.error());
    // Passwords first: an account without one could never be entered.
    for (const auto& [person, account] : people) {
        if (auto done = accounts.set(person, {hash_password(account.password), !demo}); !done) {
            return std::unexpected(done.error());
        }
        founded.accounts.push_back(account);
    }
    if (auto done = loop.commit(); !done) return std::unexpected(done.error());
    return founded;
}

}  // namespace sicbo::server
