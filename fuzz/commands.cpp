// SPDX-License-Identifier: MIT
// The engine itself: any sequence of commands is decided and applied without a failed check, every
// invariant holds after each, and the events read back from their bytes lead to the same state.
//
// The bytes choose what is asked and by whom: often the next step of a round or a bet, so that
// rounds come about, and otherwise any order at all with small contents.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

#include "rules/documents.h"
#include "table/authority.h"
#include "table/engine.h"
#include "table/invariants.h"
#include "table/settlement.h"
#include "wire/bytes.h"

namespace sicbo {
namespace {

using namespace table;
using rules::Role;
using rules::Step;

void must_hold(const std::optional<std::string>& broken) {
    if (!broken) return;
    std::fprintf(stderr, "broken: %s\n", broken->c_str());
    std::abort();
}

constexpr TableId terminals = {1};  // rws-etg
constexpr TableId lights = {2};     // maryland
constexpr TableId boxes = {3};      // rws-taisai, limits enforced
constexpr TableId advised = {4};    // rws-taisai, limits advised
constexpr std::uint8_t table_count = 4;
constexpr PersonId administrator = {1};
// Whom the orders of a role come from.
constexpr std::pair<Role, PersonId> staff[] = {
    {Role::dealer, {2}},        {Role::supervisor, {3}},    {Role::pit_manager, {4}},
    {Role::shift_manager, {5}}, {Role::cashier, {6}},       {Role::technician, {7}},
    {Role::auditor, {8}},       {Role::administrator, {1}},
};

Actor person(PersonId id) { return {ActorKind::person, id.number}; }

// What is played on: tables that are open, with people logged on and players with credit.
class Property {
public:
    Property() {
        state_.at = parse_instant("2026-01-05T10:00+00:00").value();
        give({}, Role::system, AddPerson{administrator, "1", Role::administrator}, {});
        for (const auto& [role, id] : staff) {
            if (id == administrator) continue;
            ask(AddPerson{id, std::to_string(id.number), role}, {});
        }
        add_table(terminals, "rws-etg");
        add_table(lights, "maryland");
        add_table(boxes, "rws-taisai");
        add_table(advised, "rws-taisai");
        for (std::uint32_t n = 1; n <= 2; ++n) {
            ask(AddTerminal{TerminalId{n}, n == 1 ? "rws-etg-1" : "rws-etg-2"}, terminals);
            give(person({6}), Role::cashier, PutCredit{TerminalId{n}, {}, Money::of_cents(50'000)},
                 terminals);
        }
        for (const TableId table : {lights, boxes, advised}) {
            for (const char* player : {"ann", "bob"}) {
                give(person({2}), Role::dealer, TakeSeat{player}, table);
                const StayId stay{state_.stays_begun};
                give(person({2}), Role::dealer, PutCredit{{}, stay, Money::of_cents(50'000)},
                     table);
            }
        }
        for (const TableId table : {terminals, lights, boxes, advised}) open(table);
    }

    const State& state() const { return state_; }

private:
    void add_table(TableId id, const char* name) {
        const std::string text(rules::document_text(name));
        if (!state_.rule_sets.contains(sha256(text))) ask(AdoptRules{text}, {});
        Configuration configuration;
        configuration.rules = sha256(text);
        configuration.operator_name = "The House";
        configuration.layout_approval = "on file";
        configuration.rounds_kept = 3;
        configuration.large_win = Money::of_cents(100'000);
        const rules::Game& game = *state_.rule_sets.at(configuration.rules).game;
        for (const rules::Mixer& mixer : game.equipment.mixers) {
            configuration.approvals[mixer.kind] = {"on file", "on file"};
        }
        if (game.equipment.terminals) configuration.betting_seconds = 30;
        if (id == advised) configuration.policy = Policy::advise;
        if (id == boxes || id == advised) {
            configuration.limit = {Money::of_cents(500), Money::of_cents(10'000)};
            configuration.differential_max = Money::of_cents(5'000);
        }
        ask(AddTable{id, std::to_string(id.number), configuration}, {});
        for (const auto& [role, who] : staff) give(person(who), role, LogOn{}, id);
    }
    void open(TableId id) {
        const Table& table = state_.tables.at(id);
        const rules::Game& game = *rules_of(state_, table).game;
        give(person({2}), Role::dealer, InstallDice{DiceId{id.number}, table.mixer, {}}, id);
        if (game.equipment.inspection) {
            const rules::Roll roll{2, 2, 5};
            ask_supervisor(TestLights{roll, winning_spots(game, roll)}, id);
            for (int i = 0; i < 3; ++i) ask_supervisor(TestMixer{true}, id);
            ask_supervisor(SignInspection{}, id);
        }
        ask_supervisor(OpenTable{}, id);
    }
    void ask(Order order, TableId table) {
        give(person(administrator), Role::administrator, std::move(order), table);
    }
    void ask_supervisor(Order order, TableId table) {
        give(person({3}), Role::supervisor, std::move(order), table);
    }
    void give(Actor actor, Role role, Order order, TableId table) {
        Command command;
        command.stamp = {state_.at, actor, role, ++request_, table};
        command.order = std::move(order);
        const Decision decision = decide(state_, command);
        if (decision.refusal) {
            std::fprintf(stderr, "the property can't be built: %s\n",
                         std::string(to_word(decision.refusal->reason)).c_str());
            std::abort();
        }
        for (const Event& event : decision.events) apply(state_, event);
        must_hold(broken(state_));
    }

    State state_;
    std::uint64_t request_ = 0;
};

// The bytes of the input; nothing but 0 after the last.
class Source {
public:
    Source(const std::uint8_t* data, std::size_t size, const State& state)
        : data_(data), size_(size), state_(&state) {}

    bool at_end() const { return at_ >= size_; }
    std::uint8_t byte() { return at_end() ? std::uint8_t{0} : data_[at_++]; }
    std::uint8_t below(std::uint8_t end) { return static_cast<std::uint8_t>(byte() % end); }

    TableId on = terminals;  // the table that is spoken of
    const State& state() const { return *state_; }
    const Table& table() const { return state_->tables.at(on); }

private:
    const std::uint8_t* data_;
    std::size_t size_;
    const State* state_;
    std::size_t at_ = 0;
};

// A small value of any type; now and then one that is out of all proportion.
template <class T>
struct Draw;

template <class T>
T draw(Source& from) {
    return Draw<T>::any(from);
}

template <HasFields T>
struct Draw<T> {
    static T any(Source& from) {
        T value{};
        for_each_value(
            value, [&](auto& field) { field = draw<std::remove_cvref_t<decltype(field)>>(from); });
        return value;
    }
};
template <std::integral T>
struct Draw<T> {
    static T any(Source& from) {
        const std::uint8_t byte = from.byte();
        return byte == 255 ? std::numeric_limits<T>::max() : static_cast<T>(byte % 8);
    }
};
// A round of late.
template <>
struct Draw<std::uint64_t> {
    static std::uint64_t any(Source& from) {
        const std::uint8_t byte = from.byte();
        if (byte == 255) return std::numeric_limits<std::uint64_t>::max();
        return from.table().rounds - byte % 4;
    }
};
template <>
struct Draw<bool> {
    static bool any(Source& from) { return from.below(2) == 0; }
};
template <HasWords T>
struct Draw<T> {
    static T any(Source& from) { return static_cast<T>(from.byte() % words_of<T>.size()); }
};
template <>
struct Draw<Money> {
    static Money any(Source& from) {
        const std::uint8_t byte = from.byte();
        switch (byte) {
            case 255: return Money::of_cents(std::numeric_limits<std::int64_t>::max());
            case 254: return Money::of_cents(std::numeric_limits<std::int64_t>::min());
            case 253: return money_max;
            case 252: return Money::of_cents(-100);
            case 251: return Money::of_cents(50);
            default: return Money::of_cents(byte % 64 * (byte < 128 ? 100 : 1000));
        }
    }
};
template <>
struct Draw<Instant> {
    static Instant any(Source& from) {
        const std::uint8_t byte = from.byte();
        if (byte == 255) return {std::numeric_limits<std::int64_t>::max()};
        if (byte == 254) return {std::numeric_limits<std::int64_t>::min()};
        return from.state().at + 60'000 * (std::int64_t{byte} - 8);
    }
};
template <class Tag>
struct Draw<Id<Tag>> {
    static Id<Tag> any(Source& from) { return {from.below(12)}; }
};
template <>
struct Draw<TerminalId> {
    static TerminalId any(Source& from) { return {from.below(4)}; }
};
template <>
struct Draw<DiceId> {
    static DiceId any(Source& from) { return {from.byte()}; }
};
// Mostly somebody of this table.
template <>
struct Draw<StayId> {
    static StayId any(Source& from) {
        const std::uint8_t byte = from.byte();
        StayId found{byte};
        int nth = byte % 8;
        for (const auto& [id, stay] : from.state().stays) {
            if (byte < 240 && stay.table == from.on && nth-- >= 0) found = id;
        }
        return found;
    }
};
template <>
struct Draw<IncidentId> {
    static IncidentId any(Source& from) { return {from.state().incidents_raised - from.below(4)}; }
};
template <>
struct Draw<Hash> {
    static Hash any(Source& from) {
        const std::uint8_t which = from.byte();
        const Table& table = from.table();
        if (which % 2 == 0 && !table.pending.empty()) {
            return std::next(table.pending.begin(),
                             which / 2 % static_cast<int>(table.pending.size()))
                ->first;
        }
        if (which % 4 == 1) return table.configuration.rules;
        if (which % 4 == 2 && table.round && table.round->armed) return *table.round->armed;
        return {};
    }
};
template <>
struct Draw<std::string> {
    static std::string any(Source& from) {
        static const std::string texts[] = {
            "",
            "a note",
            "ann",
            "cat",
            "rws-etg-1",
            "rws-etg-3",
            "000000000000000001",
            "000000000000000002",
            "two\nlines",
            std::string(600, 'x'),
        };
        return texts[from.below(static_cast<std::uint8_t>(std::size(texts)))];
    }
};
template <class T>
struct Draw<std::optional<T>> {
    static std::optional<T> any(Source& from) {
        if (from.below(3) == 0) return std::nullopt;
        return draw<T>(from);
    }
};
template <class T>
struct Draw<std::vector<T>> {
    static std::vector<T> any(Source& from) {
        std::vector<T> list;
        for (int left = from.below(4); left > 0; --left) list.push_back(draw<T>(from));
        return list;
    }
};
template <>
struct Draw<rules::SpotId> {
    static rules::SpotId any(Source& from) {
        const std::uint8_t byte = from.byte();
        const auto& round = from.table().round;
        if (byte >= 128 && round && !round->slips.empty()) {  // one that has a bet on it
            const auto nth = byte / 8 % static_cast<int>(round->slips.size());
            const std::vector<Bet>& slip = std::next(round->slips.begin(), nth)->second.bets;
            return slip[byte % slip.size()].spot;
        }
        return rules::SpotId{static_cast<std::uint8_t>(byte % rules::spot_count)};
    }
};
template <>
struct Draw<rules::Roll> {
    static rules::Roll any(Source& from) { return rules::nth_roll(from.below(rules::roll_count)); }
};
// One thing about the table as it is changed.
template <>
struct Draw<Configuration> {
    static Configuration any(Source& from) {
        Configuration configuration = from.table().configuration;
        const int which = from.below(static_cast<int>(field_count<Configuration>));
        int field = 0;
        for_each_value(configuration, [&](auto& value) {
            using T = std::remove_cvref_t<decltype(value)>;
            if (field++ != which) return;
            if constexpr (requires { typename T::mapped_type; }) {
                value[draw<typename T::key_type>(from)] = draw<typename T::mapped_type>(from);
            } else {
                value = draw<T>(from);
            }
        });
        return configuration;
    }
};
template <class Variant>
struct DrawOrder;
template <class... Ts>
struct DrawOrder<Choice<Ts...>> {
    static Order any(Source& from) {
        using Maker = Order (*)(Source&);
        static constexpr Maker makers[] = {
            [](Source& source) -> Order { return draw<Ts>(source); }...};
        return makers[from.below(sizeof...(Ts))](from);
    }
};
template <>
struct Draw<Order> : DrawOrder<OrderChoice> {};

// Lights as they should be, most of the time.
void light(Source& from, std::vector<rules::SpotId>& lit, const std::optional<rules::Roll>& roll) {
    if (!roll || from.below(4) == 3) return;
    lit = winning_spots(*rules_of(from.state(), from.table()).game, *roll);
}

Order any_order(Source& from) {
    Order order = draw<Order>(from);
    if (auto* test = get_if<TestLights>(&order)) light(from, test->lit, test->roll);
    if (auto* report = get_if<ReportLights>(&order)) {
        if (from.table().round) light(from, report->lit, from.table().round->roll);
    }
    return order;
}

KeyDice key(rules::Roll roll) { return {{roll.dice().begin(), roll.dice().end()}}; }

Order bets(Source& from) {
    std::vector<BetOrder> list(1 + from.below(3));
    for (BetOrder& bet : list) bet = draw<BetOrder>(from);
    if (from.below(4) == 3) return WithdrawBets{{}, std::move(list)};
    return PlaceBets{{}, std::move(list), {}};
}

// What would be done next if all went well.
Order next_order(Source& from) {
    const Table& table = from.table();
    const RuleSet& rules = rules_of(from.state(), table);
    const auto& inspection = rules.game->equipment.inspection;
    if (table.console_locked) return UnlockConsole{};
    if (!table.pending.empty()) return Authorise{draw<Hash>(from)};
    if (table.phase == Phase::held) {
        if (table.held->cause == rules::Cause::not_covered) {
            return DecideHold{draw<Verdict>(from), "because"};
        }
        return draw<Certify>(from);
    }
    if (table.out_of_service && table.repair_needed) return RecordRepair{"mended"};
    if (table.out_of_service || table.phase == Phase::closed) {
        if (inspection && !table.inspection.signed_off && !table.round) {
            const rules::Roll roll{2, 2, 5};
            if (table.inspection.lights_passed == 0 || !table.inspection.failed.empty()) {
                return TestLights{roll, winning_spots(*rules.game, roll)};
            }
            return SignInspection{};
        }
        if (table.out_of_service) return ReturnToService{};
        return OpenTable{};
    }
    if (table.last_round_played) return CloseTable{};
    const rules::StepRule* next =
        table.round ? next_step(rules, *table.round) : &rules.steps.front();
    check(next);
    switch (next->step) {
        case Step::open: return OpenBetting{};
        case Step::close: return CloseBetting{};
        case Step::mix:
            if (table.round && table.round->mixing) return EndMix{3};
            if (!table.mixers.contains(table.mixer) || !table.mixers.at(table.mixer).dice) {
                return draw<InstallDice>(from);
            }
            return StartMix{};
        case Step::uncover: return Uncover{from.below(8) != 7};
        case Step::enter:
            if (table.round->keyed) return EnterResult{*table.round->keyed};
            if (table.round->reading) return EnterResult{*table.round->reading};
            return key(draw<rules::Roll>(from));
        case Step::illuminate: {
            ReportLights report;
            light(from, report.lit, table.round->roll);
            return report;
        }
        case Step::collect:
        case Step::pay: return SettleRound{};
        case Step::clear: return ClearLights{};
    }
    unreachable();
}

// Somebody who may give the order, most of the time.
void choose_actor(Source& from, Command& command) {
    Stamp& stamp = command.stamp;
    const RoleSet roles = authority_of(command.order).roles;
    const std::uint8_t choice = from.byte();
    if (choice == 255) {
        stamp.actor = draw<Actor>(from);
        stamp.role = draw<Role>(from);
        return;
    }
    if (roles.has(Role::player) && choice < 160) {
        stamp.role = Role::player;
        if (stamp.table == terminals) {
            stamp.actor = {ActorKind::terminal, 1u + choice % 2};
            return;
        }
        stamp.actor = {ActorKind::seat, 0};
        int nth = choice % 4;
        for (const auto& [id, stay] : from.state().stays) {
            if (stay.table == stamp.table && !stay.terminal && nth-- >= 0) {
                stamp.actor.number = id.number;
            }
        }
        return;
    }
    if (roles.has(Role::system) && choice % 2 == 1) {
        stamp.actor = {choice % 4 == 1 ? ActorKind::system : ActorKind::device, 0};
        stamp.role = Role::system;
        return;
    }
    for (std::size_t i = 0; i < std::size(staff); ++i) {
        const auto& [role, id] = staff[(choice / 2 + i) % std::size(staff)];
        if (!roles.has(role)) continue;
        stamp.actor = person(id);
        stamp.role = role;
        return;
    }
    stamp.role = Role::system;
}

Instant later(Source& from) {
    constexpr std::int64_t second = 1000;
    constexpr std::int64_t day = 86'400 * second;
    const Instant at = from.state().at;
    switch (from.byte()) {
        case 1: return at + second;
        case 2: return at + 31 * second;
        case 3: return at + 301 * second;
        case 4: return at + day + second;
        case 5: return at + 32 * day;
        case 255: return at + -1;
        default: return at;
    }
}

// The state as it is played, and the one that is rebuilt from the bytes of the events.
struct Twins {
    State live;
    State rebuilt;

    void follow(const Command& command) {
        const Decision decision = decide(live, command);
        must_hold(broken(live, command, decision));
        for (const Event& event : decision.events) {
            apply(live, event);
            const Result<Event> read = wire::read_event(wire::write_event(event));
            check(read.has_value());
            apply(rebuilt, *read);
        }
        if (decision.events.empty()) return;
        must_hold(broken(live));
        const ActorKind kind = command.stamp.actor.kind;
        if (kind == ActorKind::system || kind == ActorKind::device) return;
        check(decide(live, command).events.empty());  // sent again, it does nothing
    }
};

}  // namespace
}  // namespace sicbo

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    static const Property property;
    constexpr int most = 200;  // commands
    Twins twins{property.state(), property.state()};
    Source from(data, size, twins.live);
    std::uint64_t request = 1'000'000;
    for (int i = 0; i < most && !from.at_end(); ++i) {
        const std::uint8_t what = from.byte();
        from.on = TableId{1u + what / 8 % table_count};
        Command command;
        command.stamp.at = later(from);
        for (const Command& due : table::due(twins.live, command.stamp.at)) twins.follow(due);
        command.stamp.table = from.on;
        command.stamp.request = ++request;
        switch (what % 8) {
            case 0:
            case 1:
            case 2: command.order = next_order(from); break;
            case 3:
            case 4: command.order = bets(from); break;
            case 5:
            case 6: command.order = any_order(from); break;
            default:
                command.order = any_order(from);
                command.stamp.table = TableId{from.below(table_count + 2)};
                command.stamp.request = from.byte();
                break;
        }
        choose_actor(from, command);
        twins.follow(command);
    }
    check(wire::write_state(twins.live) == wire::write_state(twins.rebuilt));
    return 0;
}
