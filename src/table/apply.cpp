// What an event changes. Nothing is refused here: what decide() promised is checked.
#include <algorithm>

#include "table/engine.h"
#include "table/invariants.h"
#include "table/limits.h"

namespace sicbo::table {
namespace {

using rules::Step;

// What an event is applied in.
struct Target {
    State& state;
    const Event& event;
    Table* at = nullptr;  // the table, for events that have one

    Table& table() const {
        check(at);
        return *at;
    }
    Round& round() const {
        check(at && at->round);
        return *at->round;
    }
    Terminal& terminal(TerminalId id) const { return table().terminals.at(id); }
    Stay& stay(StayId id) const { return state.stays.at(id); }
    Instant time() const { return event.stamp.at; }

    // The meter that the stay's money passes.
    ledger::Meter& meter(StayId id) const {
        const TerminalId terminal_id = stay(id).terminal;
        return terminal_id ? terminal(terminal_id).meter : table().felt;
    }
};

std::size_t place_of(const RuleSet& rules, Step step) {
    const auto found = std::ranges::find(rules.steps, step, &rules::StepRule::step);
    check(found != rules.steps.end());
    return static_cast<std::size_t>(found - rules.steps.begin());
}

// The step is the next one, and is done now.
void do_step(const Target& t, Step step) {
    const RuleSet& rules = rules_of(t.state, t.round());
    check(place_of(rules, step) == t.round().done);
    ++t.round().done;
}

// With lights that failed nothing can be lit: the step counts as done.
void skip_dead_lights(const Target& t) {
    Round& round = t.round();
    const rules::StepRule* next = next_step(rules_of(t.state, round), round);
    if (round.lights_failed && next && next->step == Step::illuminate) ++round.done;
}

// Stays that are over, owe nothing and are in no round that could still be corrected.
void forget_stays(State& state, TableId id, const Table& table) {
    const std::uint64_t oldest = table.past.empty() ? table.rounds : table.past.begin()->first;
    std::erase_if(state.stays, [&](const auto& one) {
        const auto& [stay_id, stay] = one;
        const bool over = stay.table == id && stay.ended && stay.last_round < oldest &&
                          state.ledger.balance(ledger::unclaimed(stay_id)) == Money() &&
                          state.ledger.balance(ledger::receivable(stay_id)) == Money();
        if (over) state.recent.erase({ActorKind::seat, stay_id.number});  // nobody speaks for it
        return over;
    });
}

void end_round(const Target& t, RoundEnd end) {
    Table& table = t.table();
    Round& round = t.round();
    round.ended = end;
    round.placements.clear();
    table.past.emplace_hint(table.past.end(), round.number, std::move(round));
    table.round.reset();
    table.held.reset();
    table.phase = Phase::idle;
    if (table.last_round) table.last_round_played = true;
    if (table.past.size() > table.configuration.rounds_kept) {
        table.past.erase(table.past.begin());
        forget_stays(t.state, t.event.stamp.table, table);
    }
}

Bet& bet_on(Slip& slip, rules::SpotId spot) {
    for (Bet& bet : slip.bets) {
        if (bet.spot == spot) return bet;
    }
    slip.bets.push_back({spot, {}, {}, {}});
    return slip.bets.back();
}

// Takes stakes off a slip that go back to the player. A slip without bets is none.
void take_off(const Target& t, StayId stay, rules::SpotId spot, Money amount) {
    Round& round = t.round();
    Slip& slip = round.slips.at(stay);
    Bet& bet = bet_on(slip, spot);
    check(amount > Money() && amount <= bet.stake);
    bet.stake -= amount;
    if (bet.stake == Money()) {
        std::erase_if(slip.bets, [&](const Bet& one) { return one.spot == spot; });
    }
    if (slip.bets.empty()) round.slips.erase(stay);
}

ledger::Meter& kind_meter(Table& table, rules::SpotId spot) {
    return table.kinds.at(static_cast<std::size_t>(spot_of(spot).kind));
}

void apply_to(const Target& t, const RulesAdopted& e) {
    Result<RuleSet> rules = read_rules(e.text);
    check(rules.has_value());
    check(sha256(e.text) == e.hash);
    t.state.rule_sets.emplace(e.hash, std::move(*rules));
}

void apply_to(const Target& t, const PersonAdded& e) {
    const bool added =
        t.state.people.emplace(e.person, Person{e.name, e.role, false, 0, {}}).second;
    check(added);
}

void apply_to(const Target& t, const PersonDisabled& e) {
    t.state.people.at(e.person).disabled = true;
    for (auto& [id, table] : t.state.tables) {
        table.staff.erase(e.person);
        if (table.shaker_holder == e.person) table.shaker_holder = {};
    }
}

void apply_to(const Target& t, const PersonRestored& e) {
    Person& person = t.state.people.at(e.person);
    person.disabled = false;
    person.failures = 0;
}

void apply_to(const Target& t, const LogOnFailed& e) {
    Person& person = t.state.people.at(e.person);
    if (person.failures < 255) ++person.failures;
}

void apply_to(const Target& t, const Appointed& e) {
    std::vector<Appointment>& acting = t.state.people.at(e.person).acting;
    std::erase_if(acting, [&](const Appointment& one) { return one.until <= t.time(); });
    acting.push_back({e.role, e.from, e.until});
}

void apply_to(const Target& t, const TableAdded& e) {
    Table table;
    table.name = e.name;
    table.configuration = e.configuration;
    const rules::Game& game = *t.state.rule_sets.at(e.configuration.rules).game;
    table.mixer = game.equipment.mixers.front().kind;
    table.layouts.resize(game.layouts.size());
    table.kinds.resize(words_of<rules::Kind>.size());
    table.last_input_at = t.time();
    const bool added = t.state.tables.emplace(e.table, std::move(table)).second;
    check(added);
}

void apply_to(const Target& t, const Configured& e) {
    check(!t.table().round);
    t.table().configuration = e.configuration;
}

void apply_to(const Target& t, const TerminalAdded& e) {
    Terminal terminal;
    terminal.layout = e.layout;
    const bool added = t.table().terminals.emplace(e.terminal, terminal).second;
    check(added);
}

void apply_to(const Target& t, const LoggedOn&) {
    const PersonId person{t.event.stamp.actor.number};
    t.state.people.at(person).failures = 0;
    t.table().staff.emplace(person, LoggedOnAs{t.event.stamp.role, t.time()});
}

void apply_to(const Target& t, const LoggedOff&) {
    t.table().staff.erase(PersonId{t.event.stamp.actor.number});
    if (t.table().staff.empty()) t.table().console_locked = false;
}

void apply_to(const Target& t, const ConsoleLocked&) { t.table().console_locked = true; }

void apply_to(const Target& t, const ConsoleUnlocked&) { t.table().console_locked = false; }

void apply_to(const Target& t, const TableOpened&) {
    check(t.table().phase == Phase::closed);
    t.table().phase = Phase::idle;
}

void apply_to(const Target& t, const TableClosed&) {
    Table& table = t.table();
    check(table.phase == Phase::idle);
    table.phase = Phase::closed;
    table.last_round = false;
    table.last_round_played = false;
    table.inspection = {};  // each opening has its own
}

void apply_to(const Target& t, const LastRoundAnnounced&) { t.table().last_round = true; }

void apply_to(const Target& t, const TakenOutOfService& e) {
    t.table().out_of_service = e.reason;
    if (!e.repair) return;
    t.table().repair_needed = true;
    t.table().inspection = {};
}

void apply_to(const Target& t, const ReturnedToService&) { t.table().out_of_service.reset(); }

void apply_to(const Target& t, const RepairRecorded&) {
    t.table().repair_needed = false;
    if (!t.table().round) t.table().inspection = {};  // what was tested before does not count
}

void apply_to(const Target& t, const DiceInstalled& e) {
    MixerState& mixer = t.table().mixers[e.mixer];
    check(!mixer.dice);
    mixer.dice = DiceSet{e.dice, e.seal, t.time()};
    mixer.mark.reset();
    t.state.dice_used[e.dice] = false;
    if (t.table().round && t.round().mixer == e.mixer) t.round().dice = e.dice;
}

void apply_to(const Target& t, const DiceRemoved& e) {
    t.table().mixers.at(e.mixer).dice.reset();
    if (e.damaged) t.state.dice_used.at(e.dice) = true;
}

void apply_to(const Target& t, const MixerMarked& e) { t.table().mixers[e.mixer].mark = e.mark; }

void apply_to(const Target& t, const MixerChosen& e) {
    Table& table = t.table();
    table.mixer = e.mixer;
    if (e.mixer != rules::MixerKind::automated_shaker) return;
    table.inspection.signed_off = false;  // its tosses are to be tested first
    table.inspection.mixer_passed = 0;
}

void apply_to(const Target& t, const ShakerHandedOver& e) { t.table().shaker_holder = e.to; }

void apply_to(const Target& t, const LightsTested& e) {
    Inspection& inspection = t.table().inspection;
    std::erase(inspection.failed, e.roll);
    if (e.passed) ++inspection.lights_passed;
    if (!e.passed) inspection.failed.push_back(e.roll);
}

void apply_to(const Target& t, const MixerTested& e) {
    Inspection& inspection = t.table().inspection;
    inspection.mixer_passed = e.passed ? inspection.mixer_passed + 1 : 0;
    if (e.passed) t.table().mixers[t.table().mixer].unusable = false;
}

void apply_to(const Target& t, const InspectionSigned& e) {
    t.table().inspection.signed_off = e.passed;
}

void apply_to(const Target& t, const StayBegun& e) {
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
}

void apply_to(const Target& t, const StayEnded& e) {
    Stay& stay = t.stay(e.stay);
    check(!stay.ended && t.state.ledger.balance(ledger::credit(e.stay)) == Money());
    stay.ended = true;
    if (stay.terminal) t.terminal(stay.terminal).stay = {};
}

void apply_to(const Target& t, const CreditPut& e) { t.meter(e.stay).in += e.amount; }

void apply_to(const Target& t, const CreditPaid& e) { t.meter(e.stay).out += e.amount; }

void apply_to(const Target& t, const TicketIssued& e) {
    const Ticket ticket{e.amount, t.event.stamp.table, e.stay, t.time(), false};
    const bool issued = t.state.tickets.emplace(e.number, ticket).second;
    check(issued);
    t.meter(e.stay).out += e.amount;
}

void apply_to(const Target& t, const TicketRedeemed& e) {
    Ticket& ticket = t.state.tickets.at(e.number);
    check(!ticket.redeemed && ticket.amount == e.amount);
    ticket.redeemed = true;
    if (e.stay) t.meter(e.stay).in += e.amount;
}

void apply_to(const Target& t, const AttendantCalled& e) { t.terminal(e.terminal).calling = true; }

void apply_to(const Target& t, const CallAnswered& e) { t.terminal(e.terminal).calling = false; }

void apply_to(const Target& t, const TerminalLocked& e) { t.terminal(e.terminal).locked = true; }

void apply_to(const Target& t, const TerminalUnlocked& e) { t.terminal(e.terminal).locked = false; }

void apply_to(const Target& t, const TerminalEnabled& e) { t.terminal(e.terminal).enabled = true; }

void apply_to(const Target& t, const TerminalDisabled& e) {
    t.terminal(e.terminal).enabled = false;
}

void apply_to(const Target& t, const TerminalReported& e) {
    t.terminal(e.terminal).online = e.online;
}

void apply_to(const Target& t, const WalkedAway& e) { t.stay(e.stay).away = true; }

void apply_to(const Target&, const UnclaimedPaid&) {}

void apply_to(const Target& t, const ReceivableCollected& e) {
    const bool from_credit = t.event.postings.front().from == ledger::credit(e.stay);
    if (from_credit) t.meter(e.stay).out += e.amount;
}

void apply_to(const Target&, const ReceivableWaived&) {}

void apply_to(const Target& t, const RoundBegun& e) {
    Table& table = t.table();
    check(table.phase == Phase::idle && !table.round && e.round == table.rounds + 1);
    Round round;
    round.number = e.round;
    round.rules = e.rules;
    round.mixer = e.mixer;
    round.dice = e.dice;
    round.begun_at = t.time();
    table.rounds = e.round;
    table.round = std::move(round);
    table.phase = Phase::playing;
}

void apply_to(const Target& t, const BettingOpened& e) {
    do_step(t, Step::open);
    t.round().opened_at = t.time();
    t.round().closes_at = e.closes_at;
}

void apply_to(const Target& t, const BetsPlaced& e) {
    Round& round = t.round();
    Slip& slip = round.slips[e.stay];
    Stay& stay = t.stay(e.stay);
    if (stay.terminal) {
        slip.terminal = stay.terminal;
        slip.layout = t.terminal(stay.terminal).layout;
    }
    stay.last_round = round.number;
    const bool shared = rules_of(t.state, round).game->limits.maximum == rules::Reach::box;
    Money staked;
    for (const BetAnswer& answer : e.answers) {
        if (answer.accepted == Money()) continue;
        bet_on(slip, answer.spot).stake += answer.accepted;
        if (shared) round.placements.push_back({e.stay, answer.spot, answer.accepted});
        staked += answer.accepted;
    }
    t.meter(e.stay).staked += staked;
}

void apply_to(const Target& t, const BetsWithdrawn& e) {
    Round& round = t.round();
    for (const BetAnswer& answer : e.answers) {
        if (answer.accepted == Money()) continue;
        take_off(t, e.stay, answer.spot, answer.accepted);
        if (!round.placements.empty()) {
            take_back(round.placements, e.stay, answer.spot, answer.accepted);
        }
        t.meter(e.stay).returned += answer.accepted;
    }
}

void apply_to(const Target& t, const ExcessRejected& e) {
    for (const Rejection& one : e.rejections) {
        take_off(t, one.stay, one.spot, one.amount);
        take_back(t.round().placements, one.stay, one.spot, one.amount);
        if (!t.stay(one.stay).away) t.meter(one.stay).returned += one.amount;
    }
}

void apply_to(const Target&, const LimitWarned&) {}
void apply_to(const Target&, const BelowMinimumWarned&) {}
void apply_to(const Target&, const PlayerAdvised&) {}
void apply_to(const Target&, const LateAttempt&) {}

void apply_to(const Target& t, const BettingClosed& e) {
    do_step(t, Step::close);
    auto effective = e.effective.begin();
    for (auto& [stay, slip] : t.round().slips) {
        for (Bet& bet : slip.bets) {
            bet.effective = e.effective.empty() ? bet.stake : *effective++;
            check(bet.effective >= Money() && bet.effective <= bet.stake);
        }
    }
    check(e.effective.empty() || effective == e.effective.end());
}

void apply_to(const Target& t, const MixStarted&) {
    t.round().mixing = true;
    if (t.table().mixer == rules::MixerKind::manual_shaker && !t.table().shaker_holder &&
        t.event.stamp.actor.kind == ActorKind::person) {
        t.table().shaker_holder = {t.event.stamp.actor.number};
    }
}

void apply_to(const Target& t, const MixEnded& e) {
    Round& round = t.round();
    check(round.mixing);
    round.mixing = false;
    round.mixes += e.mixes;
    const auto& mixers = rules_of(t.state, round).game->equipment.mixers;
    const auto mixer = std::ranges::find(mixers, round.mixer, &rules::Mixer::kind);
    if (round.mixes >= static_cast<std::uint32_t>(mixer->mixes_min)) do_step(t, Step::mix);
}

void apply_to(const Target& t, const TumblerArmed& e) { t.round().armed = e.close_hash; }

void apply_to(const Target& t, const ReadingTaken& e) {
    check(t.round().armed && !t.round().reading);
    t.round().reading = e.roll;
}

void apply_to(const Target& t, const DiceUncovered& e) {
    t.round().covered = false;
    if (e.flat) do_step(t, Step::uncover);
}

void apply_to(const Target& t, const DiceCovered&) { t.round().covered = true; }

void apply_to(const Target& t, const DiceKeyed& e) { t.round().keyed = e.roll; }

void apply_to(const Target& t, const ResultEntered& e) {
    Round& round = t.round();
    check(!round.bets_settled);
    round.roll = e.roll;
    round.manual = e.manual;
    // A correction goes back to this step; certifying after an interruption may leap to it.
    const RuleSet& rules = rules_of(t.state, round);
    check(is_done(rules, round, Step::close) && is_done(rules, round, Step::mix));
    round.done = static_cast<std::uint8_t>(place_of(rules, Step::enter) + 1);
    skip_dead_lights(t);
}

void apply_to(const Target& t, const LightsReported&) { do_step(t, Step::illuminate); }

void apply_to(const Target& t, const LightsFailed&) {
    t.round().lights_failed = true;
    skip_dead_lights(t);
    if (t.round().bets_settled) end_round(t, RoundEnd::settled);  // nothing is left to clear
}

void apply_to(const Target& t, const PresenceNoted&) { t.round().present = true; }

void apply_to(const Target& t, const RoundSettled& e) {
    Table& table = t.table();
    Round& round = t.round();
    check(!round.bets_settled && round.roll && *round.roll == e.roll);
    auto back = e.back.begin();
    std::vector<bool> kinds(table.kinds.size());
    std::vector<bool> layouts(table.layouts.size());
    for (auto& [id, slip] : round.slips) {
        Money won;
        Money returned;
        for (Bet& bet : slip.bets) {
            check(back != e.back.end());
            bet.back = *back++;
            const Money excess = bet.stake - bet.effective;
            const auto kind = static_cast<std::size_t>(spot_of(bet.spot).kind);
            for (ledger::Meter* meter : {&table.kinds.at(kind), &table.layouts.at(slip.layout)}) {
                meter->staked += bet.stake;
                meter->won += bet.back - excess;
                meter->returned += excess;
            }
            kinds[kind] = true;
            won += bet.back - excess;
            returned += excess;
        }
        layouts.at(slip.layout) = true;
        ledger::Meter& meter = t.meter(id);
        ++meter.games;
        if (t.stay(id).away) continue;  // kept for the player, past the meter
        meter.won += won;
        meter.returned += returned;
    }
    check(back == e.back.end());
    for (std::size_t i = 0; i < kinds.size(); ++i) table.kinds[i].games += kinds[i] ? 1u : 0u;
    for (std::size_t i = 0; i < layouts.size(); ++i) table.layouts[i].games += layouts[i] ? 1u : 0u;
    round.bets_settled = true;
    const RuleSet& rules = rules_of(t.state, round);
    round.done = static_cast<std::uint8_t>(place_of(rules, Step::pay) + 1);
    const bool over = round.done == rules.steps.size() || round.lights_failed || table.held;
    if (over) end_round(t, RoundEnd::settled);
}

void apply_to(const Target& t, const LightsCleared&) {
    do_step(t, Step::clear);
    end_round(t, RoundEnd::settled);
}

void apply_to(const Target&, const LayoutReported&) {}

void apply_to(const Target& t, const RoundVoided& e) {
    Round& round = t.round();
    check(!round.bets_settled);
    for (auto& [id, slip] : round.slips) {
        Money returned;
        for (Bet& bet : slip.bets) {
            bet.back = bet.stake;
            returned += bet.stake;
        }
        if (!t.stay(id).away) t.meter(id).returned += returned;
    }
    round.roll.reset();  // a void round has no result
    round.void_for = e.cause;
    if (e.cause == rules::Cause::mixer_failed) t.table().mixers[round.mixer].unusable = true;
    end_round(t, RoundEnd::void_);
}

void apply_to(const Target& t, const BetsReturned& e) {
    Round& round = t.round();
    const Money stakes = stakes_of(round.slips.at(e.stay));
    round.slips.erase(e.stay);
    std::erase_if(round.placements, [&](const Placement& one) { return one.stay == e.stay; });
    if (!t.stay(e.stay).away) t.meter(e.stay).returned += stakes;
}

void apply_to(const Target& t, const IncidentRaised& e) {
    check(e.incident.number == t.state.incidents_raised + 1);
    t.state.incidents_raised = e.incident.number;
    t.table().incidents.emplace(e.incident, Incident{e.round, e.cause, e.resolves, e.note});
}

void apply_to(const Target& t, const IncidentResolved& e) {
    const std::size_t resolved = t.table().incidents.erase(e.incident);
    check(resolved == 1);
}

void apply_to(const Target& t, const HoldPlaced& e) {
    check(t.table().phase == Phase::playing);
    t.table().phase = Phase::held;
    t.table().held = Held{e.cause, e.reason};
}

void apply_to(const Target& t, const HoldDecided& e) {
    check(t.table().phase == Phase::held);
    if (e.verdict == Verdict::void_) return;  // the void follows
    t.table().phase = Phase::playing;
    t.table().held.reset();
}

void apply_to(const Target& t, const Certified&) { check(t.table().held.has_value()); }

void apply_to(const Target& t, const RoundsAmended& e) {
    Table& table = t.table();
    for (const Amended& one : e.rounds) {
        const bool current = table.round && table.round->number == one.round;
        Round& round = current ? *table.round : table.past.at(one.round);
        check(round.bets_settled && round.ended != RoundEnd::void_);
        auto back = one.back.begin();
        for (auto& [stay, slip] : round.slips) {
            for (Bet& bet : slip.bets) {
                check(back != one.back.end());
                for (ledger::Meter* meter :
                     {&kind_meter(table, bet.spot), &table.layouts.at(slip.layout)}) {
                    if (*back > bet.back) meter->won += *back - bet.back;
                    if (*back < bet.back) meter->recovered += bet.back - *back;
                }
                bet.back = *back++;
            }
        }
        check(back == one.back.end());
        if (one.stay) round.slips.at(*one.stay).returned = true;
        if (one.stay) continue;
        round.roll = one.roll;
        if (one.roll) {
            round.manual = true;
        } else {
            round.void_for = e.cause;
            round.ended = RoundEnd::void_;
        }
        if (!one.roll && current) end_round(t, RoundEnd::void_);
    }
    for (const ledger::Posting& posting : t.event.postings) {
        using ledger::AccountKind;
        if (posting.to.kind == AccountKind::credit) {
            t.meter(StayId{posting.to.owner}).won += posting.amount;
        }
        if (posting.from.kind == AccountKind::credit) {
            t.meter(StayId{posting.from.owner}).recovered += posting.amount;
        }
    }
}

void apply_to(const Target& t, const AuthorisationRequested& e) {
    std::map<Hash, Pending>& pending = t.table().pending;
    std::erase_if(pending, [&](const auto& one) { return one.second.expires_at <= t.time(); });
    pending.emplace(e.digest, Pending{e.command, e.expires_at, t.state.sequence});
}

void apply_to(const Target& t, const Authorised& e) {
    const std::size_t used = t.table().pending.erase(e.digest);
    check(used == 1);
}

void apply_to(const Target& t, const Restarted&) {
    for (auto& [id, table] : t.state.tables) table.pending.clear();
}

// The first event of a request opens its outcome; later ones of the same command add to it.
void remember(State& state, const Event& event) {
    const ActorKind kind = event.stamp.actor.kind;
    if (kind == ActorKind::system || kind == ActorKind::device) return;
    Recent& recent = state.recent[event.stamp.actor];
    if (recent.outcomes.empty() || recent.outcomes.back().request != event.stamp.request) {
        recent.outcomes.push_back({event.stamp.request, state.sequence, false, false, {}});
        if (recent.outcomes.size() > outcomes_kept) {
            recent.forgotten = std::max(recent.forgotten, recent.outcomes.front().request);
            recent.outcomes.pop_front();
        }
    }
    Outcome& outcome = recent.outcomes.back();
    if (const auto* placed = std::get_if<BetsPlaced>(&event.fact))
        outcome.answers = placed->answers;
    if (const auto* taken = std::get_if<BetsWithdrawn>(&event.fact))
        outcome.answers = taken->answers;
    if (const auto* late = std::get_if<LateAttempt>(&event.fact)) {
        outcome.late = true;
        outcome.withdrawal = late->withdrawal;
    }
}

}  // namespace

void apply(State& state, const Event& event) {
    check(event.stamp.at >= state.at);
    state.at = event.stamp.at;
    ++state.sequence;
    state.ledger.post(event.postings);
    remember(state, event);
    Target target{state, event};
    const auto found = state.tables.find(event.stamp.table);
    if (found != state.tables.end()) target.at = &found->second;
    if (target.at && event.stamp.actor.kind == ActorKind::person) {
        target.at->last_input_at = event.stamp.at;
    }
    const bool in_round = target.at && target.at->round;
    std::visit([&](const auto& fact) { apply_to(target, fact); }, event.fact);
    if (in_round && !target.at->round) check_round_end(state, event.stamp.table);
}

}  // namespace sicbo::table
