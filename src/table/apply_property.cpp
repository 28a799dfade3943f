// SPDX-License-Identifier: MIT
// What events of people, tables, terminals and money change.
#include <algorithm>
#include <utility>

#include "table/apply.h"
#include "table/basis.h"

namespace sicbo::table {

template <>
void apply_to(const Target& t, const RulesAdopted& e) {
    Result<RuleSet> rules = read_rules(e.text);
    check(rules.has_value());
    check(sha256(e.text) == e.hash);
    t.state.rule_sets.emplace(e.hash, std::move(*rules));
}

template <>
void apply_to(const Target& t, const PersonAdded& e) {
    check(e.person && !e.name.empty());
    check(e.role != rules::Role::player && e.role != rules::Role::system);
    const bool added =
        t.state.people.emplace(e.person, Person{e.name, e.role, false, 0, {}}).second;
    check(added);
    // Whoever was added may be given a first password.
    if (t.state.safety.safeguards) {
        t.state.safety.resets[e.person] = t.time() + reset_milliseconds;
    }
}

template <>
void apply_to(const Target& t, const PersonDisabled& e) {
    check(!t.state.people.at(e.person).disabled);
    t.state.people.at(e.person).disabled = true;
    for (auto& [id, table] : t.state.tables) {
        table.staff.erase(e.person);
        if (table.shaker_holder == e.person) table.shaker_holder = {};
    }
    t.state.safety.duty.erase(e.person);
}

template <>
void apply_to(const Target& t, const PersonRestored& e) {
    Person& person = t.state.people.at(e.person);
    person.disabled = false;
    person.failures = 0;
}

template <>
void apply_to(const Target& t, const LogOnFailed& e) {
    check(t.state.people.contains(e.person));
    Person& person = t.state.people.at(e.person);
    constexpr std::uint8_t counter_max = 255;
    if (person.failures < counter_max) ++person.failures;
}

template <>
void apply_to(const Target& t, const TableAdded& e) {
    check(e.table && !t.state.tables.contains(e.table));
    check(t.state.rule_sets.contains(e.configuration.rules));
    Table table;
    table.name = e.name;
    table.configuration = e.configuration;
    const rules::Game& game = *t.state.rule_sets.at(e.configuration.rules).game;
    table.mixer = game.equipment.mixers.front().kind;
    table.layout_meters.resize(game.layouts.size());
    table.kind_meters.resize(words_of<rules::Kind>.size());
    table.last_input_at = t.time();
    table.configured = t.state.sequence;
    const bool added = t.state.tables.emplace(e.table, std::move(table)).second;
    check(added);
}

template <>
void apply_to(const Target& t, const Configured& e) {
    check(t.state.rule_sets.contains(e.configuration.rules));
    check(!t.table().round);
    // Bets of other money may still be amended.
    check(e.configuration.currency == t.table().configuration.currency);
    check(e.configuration.training == t.table().configuration.training);
    t.table().configuration = e.configuration;
    t.table().configured = t.state.sequence;
}

template <>
void apply_to(const Target& t, const ApprovalRecorded& e) {
    check(!e.reference.empty());
    t.table().approvals[e.what] = e.reference;
}

template <>
void apply_to(const Target& t, const ChecklistTicked& e) {
    check(!e.items.empty() && !t.table().round);
    std::vector<rules::CheckItem>& ticked = t.table().inspection.ticked;
    ticked.insert(ticked.end(), e.items.begin(), e.items.end());
    std::ranges::sort(ticked);
    const auto repeated = std::ranges::unique(ticked);
    ticked.erase(repeated.begin(), repeated.end());
}

template <>
void apply_to(const Target& t, const TerminalAdded& e) {
    check(e.terminal && e.layout < rules_of(t.state, t.table()).game->layouts.size());
    Terminal terminal;
    terminal.layout = e.layout;
    const bool added = t.table().terminals.emplace(e.terminal, terminal).second;
    check(added);
}

template <>
void apply_to(const Target& t, const LoggedOn&) {
    check(t.event.stamp.actor.kind == ActorKind::person);
    const PersonId person{t.event.stamp.actor.number};
    check(!t.state.people.at(person).disabled);
    t.state.people.at(person).failures = 0;
    const LoggedOnAs log_on{t.event.stamp.role, t.time(), t.state.sequence};
    auto& logged_on = t.event.stamp.table ? t.table().staff : t.state.safety.duty;
    const bool added = logged_on.emplace(person, log_on).second;
    check(added);
}

template <>
void apply_to(const Target& t, const LoggedOff&) {
    if (!t.event.stamp.table) {
        const std::size_t left = t.state.safety.duty.erase(PersonId{t.event.stamp.actor.number});
        check(left == 1);
        return;
    }
    check(t.table().staff.contains(PersonId{t.event.stamp.actor.number}));
    t.table().staff.erase(PersonId{t.event.stamp.actor.number});
    if (t.table().staff.empty()) t.table().console_locked = false;
}

template <>
void apply_to(const Target& t, const ConsoleLocked&) {
    check(!t.table().console_locked && !t.table().round);
    t.table().console_locked = true;
}

template <>
void apply_to(const Target& t, const ConsoleUnlocked&) {
    check(t.table().console_locked);
    t.table().console_locked = false;
}

template <>
void apply_to(const Target& t, const TableOpened&) {
    check(t.table().phase == Phase::closed && !t.table().out_of_service);
    t.table().phase = Phase::idle;
}

template <>
void apply_to(const Target& t, const TableClosed&) {
    check(!t.table().round);
    Table& table = t.table();
    check(table.phase == Phase::idle);
    check(t.state.ledger.balance(ledger::escrow(t.id())) == Money());
    table.phase = Phase::closed;
    table.last_round_announced = false;
    table.last_round_played = false;
    table.inspection = {};  // each opening has its own
    const auto reader = t.state.safety.readers.find(t.id());
    if (reader != t.state.safety.readers.end()) reader->second.manual.reset();
    if (has_edition(t.state, 2)) lapse_recalls(table);
    const auto memory = t.state.memory.tables.find(t.id());
    if (memory == t.state.memory.tables.end() || memory->second.recalled.empty()) return;
    for (const std::uint64_t round : std::exchange(memory->second.recalled, {})) {
        table.past.erase(round);
        memory->second.placements.erase(round);
    }
    forget_stays(t);
}

template <>
void apply_to(const Target& t, const LastRoundAnnounced&) {
    check(!t.table().last_round_announced && t.table().phase != Phase::closed);
    t.table().last_round_announced = true;
}

template <>
void apply_to(const Target& t, const TakenOutOfService& e) {
    check(!e.reason.empty());
    t.table().out_of_service = e.reason;
    if (!e.repair) return;
    t.table().repair_needed = true;
    t.table().inspection = {};
}

template <>
void apply_to(const Target& t, const ReturnedToService&) {
    check(t.table().out_of_service && !t.table().repair_needed);
    t.table().out_of_service.reset();
}

template <>
void apply_to(const Target& t, const StayBegun& e) {
    check(e.stay.number == t.state.stays_begun + 1);
    Stay stay;
    stay.table = t.event.stamp.table;
    stay.terminal = e.terminal;
    stay.player = e.player;
    const bool begun = t.state.stays.emplace(e.stay, std::move(stay)).second;
    check(begun);
    t.state.stays_begun = e.stay.number;
    if (!e.terminal) return;
    check(!t.terminal(e.terminal).stay);
    t.terminal(e.terminal).stay = e.stay;
    if (t.state.cage.policy.alert_from == Money()) return;
    const ledger::Meter& meter = t.terminal(e.terminal).meter;
    t.state.cage.starts[e.terminal] = {meter.in, meter.staked, meter.returned};
    if (t.state.instruments.empty()) return;
    const CashMeter& cash = t.state.meters.terminals[e.terminal];
    t.state.meters.stays[e.terminal] = {brought_in(cash), taken_away(cash), Money()};
}

template <>
void apply_to(const Target& t, const StayEnded& e) {
    Stay& stay = t.stay(e.stay);
    check(!stay.ended && t.state.ledger.balance(ledger::credit(e.stay)) == Money());
    const std::optional<Round>& round = t.table().round;
    check(!round || round->bets_settled || !round->bet_slips.contains(e.stay));
    stay.ended = true;
    t.state.ended_stays.tables[stay.table].insert(e.stay);
    t.state.play.limits.erase(e.stay);
    if (stay.terminal) t.terminal(stay.terminal).stay = {};
}

template <>
void apply_to(const Target& t, const CreditPut& e) {
    check(e.amount > Money() && !t.stay(e.stay).ended);
    check(t.moves_only(ledger::cash(t.id()), ledger::credit(e.stay), e.amount));
    t.meter(e.stay).in += e.amount;
}

template <>
void apply_to(const Target& t, const CreditPaid& e) {
    check(e.amount > Money() && !t.stay(e.stay).ended);
    check(t.moves_only(ledger::credit(e.stay), ledger::cash(t.id()), e.amount));
    t.meter(e.stay).out += e.amount;
}

template <>
void apply_to(const Target& t, const TicketIssued& e) {
    check(e.amount > Money() && !t.stay(e.stay).ended);
    const Ticket ticket{e.amount, t.event.stamp.table, e.stay, t.time(), false};
    const bool issued = t.state.tickets.emplace(e.number, ticket).second;
    check(issued);
    check(t.moves_only(ledger::credit(e.stay), ledger::tickets(), e.amount));
    t.meter(e.stay).out += e.amount;
}

template <>
void apply_to(const Target& t, const TicketRedeemed& e) {
    Ticket& ticket = t.state.tickets.at(e.number);
    check(!ticket.redeemed && ticket.amount == e.amount);
    const ledger::Account to = e.stay ? ledger::credit(e.stay) : ledger::cash({});
    check(t.moves_only(ledger::tickets(), to, e.amount));
    ticket.redeemed = true;
    if (e.stay) t.meter(e.stay).in += e.amount;
}

template <>
void apply_to(const Target& t, const AttendantCalled& e) {
    t.terminal(e.terminal).calling = true;
}

template <>
void apply_to(const Target& t, const CallAnswered& e) {
    check(t.terminal(e.terminal).calling);
    t.terminal(e.terminal).calling = false;
}

template <>
void apply_to(const Target& t, const CallCancelled& e) {
    check(t.terminal(e.terminal).calling);
    t.terminal(e.terminal).calling = false;
}

template <>
void apply_to(const Target& t, const TerminalLocked& e) {
    const std::optional<Money>& large_win = t.table().configuration.large_win;
    check(large_win && e.win >= *large_win);
    t.terminal(e.terminal).locked = true;
}

template <>
void apply_to(const Target& t, const TerminalUnlocked& e) {
    check(t.terminal(e.terminal).locked);
    t.terminal(e.terminal).locked = false;
}

template <>
void apply_to(const Target& t, const TerminalEnabled& e) {
    check(!t.terminal(e.terminal).enabled);
    t.terminal(e.terminal).enabled = true;
}

template <>
void apply_to(const Target& t, const TerminalDisabled& e) {
    check(t.terminal(e.terminal).enabled);
    t.terminal(e.terminal).enabled = false;
}

template <>
void apply_to(const Target& t, const TerminalReported& e) {
    check(t.terminal(e.terminal).online != e.online);
    t.terminal(e.terminal).online = e.online;
}

template <>
void apply_to(const Target& t, const WalkedAway& e) {
    check(!t.stay(e.stay).terminal && !t.stay(e.stay).away);
    t.stay(e.stay).away = true;
}

template <>
void apply_to(const Target& t, const PlayerReturned& e) {
    check(!t.stay(e.stay).terminal && t.stay(e.stay).away && !t.stay(e.stay).ended);
    t.stay(e.stay).away = false;
}

template <>
void apply_to(const Target& t, const SeatFreed& e) {
    check(t.stay(e.stay).away && !t.stay(e.stay).ended && e.kept >= Money());
    if (e.kept == Money()) return;
    check(t.moves_only(ledger::credit(e.stay), ledger::unclaimed(e.stay), e.kept));
    t.meter(e.stay).out += e.kept;
}

template <>
void apply_to(const Target& t, const UnclaimedPaid& e) {
    check(e.amount > Money() && t.state.stays.contains(e.stay));
    check(t.moves_only(ledger::unclaimed(e.stay), ledger::cash(t.id()), e.amount));
}

template <>
void apply_to(const Target& t, const ReceivableCollected& e) {
    check(e.amount > Money() && !t.event.postings.empty());
    const bool from_credit = t.event.postings.front().from == ledger::credit(e.stay);
    const ledger::Account from = from_credit ? ledger::credit(e.stay) : ledger::unclaimed(e.stay);
    check(t.moves_only(from, ledger::receivable(e.stay), e.amount));
    if (from_credit) t.meter(e.stay).out += e.amount;
}

template <>
void apply_to(const Target& t, const ReceivableWaived& e) {
    check(e.amount > Money() && t.state.stays.contains(e.stay));
    check(t.moves_only(ledger::house(t.id()), ledger::receivable(e.stay), e.amount));
}

template <>
void apply_to(const Target& t, const IncidentRaised& e) {
    check(e.incident.number == t.state.incidents_raised + 1);
    t.state.incidents_raised = e.incident.number;
    check(e.round <= t.table().rounds);
    const Incident incident{e.round, e.cause, e.resolves, e.note};
    const bool raised = t.table().incidents.emplace(e.incident, incident).second;
    check(raised);
    // A shaker that can't be used takes no dice until it is repaired.
    const bool shaker = t.table().mixer == rules::MixerKind::automated_shaker;
    if (e.cause == rules::Cause::mixer_unusable && shaker && has_edition(t.state, 2)) {
        t.table().mixers[t.table().mixer].unusable = true;
    }
}

template <>
void apply_to(const Target& t, const IncidentResolved& e) {
    const std::size_t resolved = t.table().incidents.erase(e.incident);
    check(resolved == 1);
}

template <>
void apply_to(const Target& t, const AuthorisationRequested& e) {
    check(e.expires_at > t.time());
    const bool at_table = bool{t.event.stamp.table};
    std::map<Hash, Pending>& pending = at_table ? t.table().pending : t.state.safety.pending;
    std::erase_if(pending, [&](const auto& one) { return one.second.expires_at <= t.time(); });
    const Basis basis = basis_of(t.state, t.event.stamp.table, e.command.order);
    pending.emplace(e.digest, Pending{e.command, e.expires_at, t.state.sequence, basis});
}

template <>
void apply_to(const Target& t, const Authorised& e) {
    auto& pending = t.event.stamp.table ? t.table().pending : t.state.safety.pending;
    const std::size_t used = pending.erase(e.digest);
    check(used == 1);
}

template <>
void apply_to(const Target&, const ClockJumped&) {}

template <>
void apply_to(const Target&, const AlarmRaised&) {}

template <>
void apply_to(const Target& t, const StartClockNoted& e) {
    const std::int64_t behind = e.last.milliseconds - e.found.milliseconds;
    t.state.machine.clock_behind = behind > 0 ? static_cast<std::uint64_t>(behind) : 0;
}

template <>
void apply_to(const Target& t, const PartsChecked& e) {
    t.state.machine.libraries = e.libraries;
    t.state.machine.pages = e.pages;
}

template <>
void apply_to(const Target& t, const SoftwareChecked& e) {
    t.state.program = e.program;
}

template <>
void apply_to(const Target& t, const Restarted&) {
    for (auto& [id, table] : t.state.tables) table.pending.clear();
    t.state.safety.pending.clear();
}

}  // namespace sicbo::table
