// SPDX-License-Identifier: MIT
#include "table/state.h"

#include <algorithm>

#include "rules/documents.h"
#include "rules/load.h"
#include "table/cage_check.h"
#include "table/instruments_check.h"

namespace sicbo::table {

Result<RuleSet> read_rules(std::string text) {
    // The built-in documents are read already, and live as long as the program.
    for (const rules::Game& game : rules::documents()) {
        if (text != rules::document_text(game.id)) continue;
        RuleSet rules;
        rules.steps = steps_of(game);
        rules.game = {std::shared_ptr<void>(), &game};  // not owned
        rules.text = std::move(text);
        return rules;
    }
    Result<rules::Game> game = rules::load_game(text, "rules");
    if (!game) return std::unexpected(game.error());
    RuleSet rules;
    rules.text = std::move(text);
    rules.steps = steps_of(*game);
    rules.game = std::make_shared<const rules::Game>(std::move(*game));
    return rules;
}

bool has_edition(const State& state, std::uint32_t edition) {
    return state.memory.edition >= edition;
}

const TableMemory& memory_of(const State& state, TableId table) {
    static const TableMemory none;
    const auto found = state.memory.tables.find(table);
    return found == state.memory.tables.end() ? none : found->second;
}

const Table* find_table(const State& state, TableId id) {
    const auto found = state.tables.find(id);
    return found == state.tables.end() ? nullptr : &found->second;
}

bool Safety::empty() const {
    return !safeguards && duty.empty() && pending.empty() && grants.empty() && resets.empty() &&
           readers.empty() && disputes.empty() && quarantined.empty();
}

const Reader* find_reader(const State& state, TableId id) {
    const auto found = state.safety.readers.find(id);
    return found == state.safety.readers.end() ? nullptr : &found->second;
}

bool is_disputed(const State& state, TableId table, std::uint64_t round) {
    return std::ranges::any_of(state.safety.disputes, [&](const auto& one) {
        return one.second.table == table && one.second.round == round;
    });
}

const RuleSet& rules_of(const State& state, const Table& table) {
    return state.rule_sets.at(table.configuration.rules);
}

const RuleSet& rules_of(const State& state, const Round& round) {
    return state.rule_sets.at(round.rules);
}

std::optional<rules::Step> last_step(const RuleSet& rules, const Round& round) {
    check(round.done <= rules.steps.size());
    if (round.done == 0) return std::nullopt;
    return rules.steps.at(round.done - 1u).step;
}

const rules::StepRule* next_step(const RuleSet& rules, const Round& round) {
    check(round.done <= rules.steps.size());
    return round.done < rules.steps.size() ? &rules.steps[round.done] : nullptr;
}

bool is_done(const RuleSet& rules, const Round& round, rules::Step step) {
    check(round.done <= rules.steps.size());
    const auto begin = rules.steps.begin();
    const auto done = begin + round.done;
    return std::ranges::find(begin, done, step, &rules::StepRule::step) != done;
}

namespace {

std::optional<std::string> find_inconsistency(const State& state, const Round& round) {
    const auto rules = state.rule_sets.find(round.rules);
    if (rules == state.rule_sets.end()) return "a round has no rule set";
    if (round.done > rules->second.steps.size()) return "a round is past its last step";
    for (const auto& [stay, slip] : round.bet_slips) {
        if (slip.layout >= rules->second.game->layouts.size())
            return "a slip names a layout that does not exist";
        if (!state.stays.contains(stay)) return "a slip names a stay that does not exist";
        for (const Bet& bet : slip.bets) {
            if (!find_row(rules->second.game->layouts[slip.layout], bet.spot)) {
                return "a bet is on a spot that is not offered";
            }
            for (const Money amount : {bet.stake, bet.effective, bet.back}) {
                if (amount < Money() || amount > money_max)
                    return "an amount of a bet is out of range";
            }
        }
    }
    return std::nullopt;
}

std::optional<std::string> find_inconsistency(const State& state, const Table& table) {
    const auto rules = state.rule_sets.find(table.configuration.rules);
    if (rules == state.rule_sets.end()) return "its rule set is missing";
    const rules::Game& game = *rules->second.game;
    if (find_error(table.configuration, game)) return "its configuration is not valid";
    if (table.layout_meters.size() != game.layouts.size())
        return "it has not one meter for each layout";
    if (table.kind_meters.size() != words_of<rules::Kind>.size())
        return "it has not one meter for each kind of bet";
    const auto& mixers = game.equipment.mixers;
    if (std::ranges::find(mixers, table.mixer, &rules::Mixer::kind) == mixers.end()) {
        return "the game has no such mixer as it uses";
    }
    for (const auto& [id, terminal] : table.terminals) {
        if (terminal.layout >= game.layouts.size())
            return "a terminal names a layout that does not exist";
        if (terminal.stay && !state.stays.contains(terminal.stay))
            return "a terminal names a stay that does not exist";
    }
    for (const auto& [person, log_on] : table.staff) {
        if (!state.people.contains(person)) return "a person who does not exist is logged on";
    }
    if (table.round) {
        if (auto wrong = find_inconsistency(state, *table.round)) return *wrong + " (in play)";
    }
    for (const auto& [number, round] : table.past) {
        if (auto wrong = find_inconsistency(state, round)) {
            return *wrong + " (round " + std::to_string(number) + ")";
        }
    }
    return std::nullopt;
}

}  // namespace

static std::optional<std::string> find_inconsistency_of_safety(const State& state) {
    const Safety& safety = state.safety;
    if (safety.safeguards && find_error(*safety.safeguards)) return "a cap is out of range";
    for (const auto& [person, log_on] : safety.duty) {
        if (!state.people.contains(person)) return "a person who does not exist is on duty";
    }
    for (const auto& [digest, pending] : safety.pending) {
        const Actor first = pending.command.stamp.actor;
        if (first.kind != ActorKind::person || !state.people.contains(PersonId{first.number})) {
            return "a request is of a person who does not exist";
        }
    }
    for (const Grant& grant : safety.grants) {
        if (!state.people.contains(grant.person)) return "a person who does not exist is appointed";
    }
    for (const auto& [table, reader] : safety.readers) {
        const auto found = state.tables.find(table);
        if (found == state.tables.end()) return "a reader is at a table that does not exist";
        if (reader.contested && !found->second.held) return "a contested void holds no round";
    }
    for (const auto& [incident, dispute] : safety.disputes) {
        const auto found = state.tables.find(dispute.table);
        if (found == state.tables.end() || !found->second.incidents.contains(incident)) {
            return "a dispute has no incident";
        }
    }
    return std::nullopt;
}

std::optional<std::string> find_inconsistency(const State& state) {
    if (auto wrong = find_inconsistency_of_safety(state)) return wrong;
    if (auto wrong = find_dangling_instrument(state)) return wrong;
    if (auto wrong = find_dangling_in_cage(state)) return wrong;
    for (const auto& [hash, rules] : state.rule_sets) {
        if (sha256(rules.text) != hash) return "a rule set has a wrong hash";
    }
    for (const auto& [terminal, request] : state.access.enrolments) {
        if (!state.people.contains(request.person)) return "nobody asked for an enrolment";
    }
    for (const auto& [id, stay] : state.stays) {
        const auto table = state.tables.find(stay.table);
        if (table == state.tables.end()) return "a stay names a table that does not exist";
        if (stay.terminal && !table->second.terminals.contains(stay.terminal)) {
            return "a stay names a terminal that does not exist";
        }
    }
    for (const auto& [id, limits] : state.play.limits) {
        const auto stay = state.stays.find(id);
        if (stay == state.stays.end() || stay->second.ended) return "own limits belong to no stay";
    }
    for (const auto& [id, table] : state.tables) {
        if (auto wrong = find_inconsistency(state, table)) {
            return "table " + std::to_string(id.number) + ": " + *wrong;
        }
    }
    for (const auto& [id, memory] : state.memory.tables) {
        const auto table = state.tables.find(id);
        if (table == state.tables.end()) return "a table that does not exist is remembered";
        for (const std::uint64_t round : memory.recalled) {
            if (!table->second.past.contains(round)) return "a recalled round is missing";
        }
    }
    for (const auto& [account, amount] : state.ledger.balances()) {
        if (amount == Money()) return "an account with a zero balance is stored";
        if (is_of_stay(account.kind) && !state.stays.contains(StayId{account.owner})) {
            return "an account names a stay that does not exist";
        }
    }
    return std::nullopt;
}

EndedStays find_ended_stays(const State& state) {
    EndedStays ended;
    for (const auto& [id, stay] : state.stays) {
        if (stay.ended) ended.tables[stay.table].insert(id);
    }
    return ended;
}

ledger::Account payee(const State& state, StayId id) { return payee(id, state.stays.at(id)); }

ledger::Account payee(StayId id, const Stay& stay) {
    return stay.away || stay.ended ? ledger::unclaimed(id) : ledger::credit(id);
}

Money stake_on(const BetSlip& slip, rules::SpotId spot) {
    const auto found = std::ranges::find(slip.bets, spot, &Bet::spot);
    return found == slip.bets.end() ? Money() : found->stake;
}

Money stakes_of(const BetSlip& slip) {
    Money total;
    for (const Bet& bet : slip.bets) total += bet.stake;
    return total;
}

std::optional<Instant> last_use_of(const RuleSet& rules, rules::MixerKind kind,
                                   const DiceSet& dice) {
    constexpr std::int64_t hour = 3'600'000;
    const auto& mixers = rules.game->equipment.mixers;
    const auto mixer = std::ranges::find(mixers, kind, &rules::Mixer::kind);
    check(mixer != mixers.end());
    std::optional<Instant> last;
    if (mixer->dice_life_months) {
        last = dice.due_at.value_or(months_later(dice.installed_at, *mixer->dice_life_months));
    }
    if (mixer->dice_life_hours) {
        const Instant by_hours = dice.installed_at + hour * *mixer->dice_life_hours;
        last = last ? std::min(*last, by_hours) : by_hours;
    }
    return last;
}

bool mixes_first(const RuleSet& rules) {
    const auto place = [&](rules::Step step) {
        return std::ranges::find(rules.steps, step, &rules::StepRule::step);
    };
    return place(rules::Step::mix) < place(rules::Step::close);
}

std::uint64_t session_of(const State& state, Actor actor, TableId table) {
    const Table* t = find_table(state, table);
    switch (actor.kind) {
        case ActorKind::person: {
            if (table && !t) return 0;
            const auto& logged_on = t ? t->staff : state.safety.duty;
            const auto found = logged_on.find(PersonId{actor.number});
            return found == logged_on.end() ? 0 : found->second.number;
        }
        case ActorKind::terminal: {
            if (!t) return 0;
            const auto found = t->terminals.find(TerminalId{actor.number});
            return found == t->terminals.end() ? 0 : found->second.stay.number;
        }
        case ActorKind::seat: return actor.number;
        case ActorKind::system:
        case ActorKind::device: return 0;
    }
    unreachable();
}

const Outcome* find_outcome(const State& state, Actor actor, std::uint64_t request) {
    const auto recent = state.recent.find(actor);
    if (recent == state.recent.end()) return nullptr;
    const auto& outcomes = recent->second.outcomes;
    const auto found = std::ranges::find(outcomes, request, &Outcome::request);
    return found == outcomes.end() ? nullptr : &*found;
}

std::uint64_t last_request(const State& state, Actor actor) {
    const auto found = state.recent.find(actor);
    return found == state.recent.end() ? 0 : found->second.highest;
}

}  // namespace sicbo::table

namespace sicbo {
namespace {

// The last fields of a state. They are written only if one of them, or one after it, holds
// something.
template <class T>
constexpr bool is_optional_field = std::is_same_v<std::remove_const_t<T>, table::Retired> ||
                                   std::is_same_v<std::remove_const_t<T>, table::Access> ||
                                   std::is_same_v<std::remove_const_t<T>, table::Memory> ||
                                   std::is_same_v<std::remove_const_t<T>, table::Safety> ||
                                   std::is_same_v<std::remove_const_t<T>, table::Machine> ||
                                   std::is_same_v<std::remove_const_t<T>, table::Instruments> ||
                                   std::is_same_v<std::remove_const_t<T>, table::Cage> ||
                                   std::is_same_v<std::remove_const_t<T>, table::Play> ||
                                   std::is_same_v<std::remove_const_t<T>, table::Meters>;

// How many of the optional fields are written.
int count_optional_fields(const table::State& state) {
    // A state with instruments that lacks the meters is of a program that did not count them: it
    // can't be read, and its journal is replayed instead.
    if (!state.instruments.empty() || !state.meters.empty()) return 9;
    if (!state.play.empty()) return 8;
    if (!state.cage.empty()) return 7;
    if (!state.machine.empty()) return 5;
    if (!state.safety.empty()) return 4;
    if (state.memory.edition > 0) return 3;
    if (!is_empty(state.access)) return 2;
    return state.retired.empty() ? 0 : 1;
}

}  // namespace

void Codec<table::State>::write(ByteWriter& to, const table::State& state) {
    int left = count_optional_fields(state);
    for_each_value(state, [&]<class T>(const T& field) {
        if constexpr (is_optional_field<T>) {
            if (left-- > 0) encode(to, field);
        } else if constexpr (!std::is_same_v<T, table::EndedStays>) {
            encode(to, field);
        }
    });
}

table::State Codec<table::State>::read(ByteReader& from) {
    table::State state;
    int count = 0;
    for_each_value(state, [&]<class T>(T& field) {
        if constexpr (is_optional_field<T>) {
            if (from.failed() || from.left() == 0) return;
            ++count;
        }
        if constexpr (!std::is_same_v<T, table::EndedStays>) field = decode<T>(from);
    });
    if (!from.failed() && count != count_optional_fields(state)) {
        from.wrong("the last part of the state is empty");
    }
    state.ended_stays = find_ended_stays(state);
    return state;
}

table::RuleSet Codec<table::RuleSet>::read(ByteReader& from) {
    auto text = decode<std::string>(from);
    if (from.failed()) return {};
    Result<table::RuleSet> rules = table::read_rules(std::move(text));
    if (!rules) return from.wrong("a rule set that can't be used"), table::RuleSet{};
    return std::move(*rules);
}

}  // namespace sicbo
