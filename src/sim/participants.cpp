// SPDX-License-Identifier: MIT
#include "sim/participants.h"

#include <algorithm>
#include <array>

#include "table/authority.h"
#include "table/limits.h"
#include "table/settlement.h"

namespace sicbo::sim {

using namespace table;  // the orders, all of them
using rules::Cause;
using rules::Role;
using rules::Step;

Participants::Participants(World& world, Random& random, const Rates& rates)
    : world_(world), random_(random), rates_(rates) {
    // A resumed journal has dice, tickets and players whose numbers must not be used twice.
    const State& state = world.state();
    for (const auto& [dice, damaged] : state.dice_used) {
        next_dice_ = std::max(next_dice_, dice.number > 1000 ? dice.number - 1000 : 0);
    }
    for (const auto& [number, ticket] : state.tickets) {
        tickets_.push_back(number);
    }
    // What is in the cabinets of a resumed journal is what it says; they report no more of it.
    for (const auto& [id, cabinet] : state.instruments.cabinets) {
        cabinets_[id].stacked = cabinet.meter.notes_in;
        cabinets_[id].job = cabinet.job;
    }
    for (const auto& [id, counter] : state.cage.counters) {
        drawers_[id].cash = counter.shift ? counter.shift->expected() : counter.left;
    }
    next_ticket_ = state.sequence;
    next_player_ = state.stays_begun;
}

server::Reply Participants::give(StaffMember member, TableId table, Order order) {
    if (table && at(table).console_locked && at(table).staff.contains(PersonId{member})) {
        world_.execute(world_.command_by(member, table, UnlockConsole{}));
    }
    return world_.execute(world_.command_by(member, table, std::move(order)));
}

server::Reply Participants::give_system(TableId table, Order order) {
    return world_.execute(world_.command_by_system(table, std::move(order)));
}

void Participants::send(Command command) {
    if (happens(rates_.lost)) return world_.fault("message lost");
    if (happens(rates_.late)) {
        world_.fault("message late");
        late_.emplace_back(random_.from_to(1, 30), std::move(command));
        return;
    }
    if (happens(rates_.repeated)) {
        world_.fault("message repeated");
        late_.emplace_back(random_.from_to(1, 40), command);
        if (random_.chance(5000)) world_.execute(command);
    }
    world_.execute(std::move(command));
}

void Participants::deliver_late() {
    for (std::size_t i = 0; i < late_.size();) {
        if (--late_[i].first > 0) {
            ++i;
            continue;
        }
        Command command = std::move(late_[i].second);
        late_.erase(late_.begin() + static_cast<std::ptrdiff_t>(i));
        world_.execute(std::move(command));
    }
}

void Participants::authorise(StaffMember member, TableId table) {
    const auto& pending = at(table).pending;
    if (pending.empty()) return;
    const auto latest = std::ranges::max_element(
        pending, {}, [](const auto& one) { return one.second.expires_at; });
    give(member, table, Authorise{latest->first});
}

void Participants::stop_faults() {
    faults_stopped_ = true;
    late_.clear();
}

// How far the machine's clock is from the true time after a power cut, in milliseconds: right, a
// little off, as after a dead battery, or set to a time that is yet to come.
std::int64_t Participants::clock_error() {
    constexpr std::int64_t second = 1'000;
    if (faults_stopped_ || random_.chance(4000)) return 0;
    if (random_.chance(2500)) return random_.from_to(-4, 4) * second;
    return random_.chance(6000) ? -random_.from_to(6, 100'000) * second
                                : random_.from_to(3'700, 7'200) * second;
}

void Participants::turn(TableId table) {
    world_.advance_clock(random_.from_to(20, 900));
    deliver_late();
    if (happens(rates_.cut)) {
        world_.fault("power cut while " + std::string(to_word(at(table).phase)));
        world_.restart_from_journal(clock_error());
    }
    if (happens(rates_.fuzzed)) send_fuzzed_command(table);
    if (happens(rates_.cheats)) cheat(table);
    if (happens(rates_.cheats)) make_mistake(table);
    if (happens(rates_.extremes)) send_extremes(table);
    if (happens(rates_.checks)) fail_a_check(table);
    if (world_.failed()) return;
    const Table& t = at(table);
    if (t.out_of_service) return back_in_service(table);
    switch (t.phase) {
        case Phase::closed: return open_table(table);
        case Phase::held: return decide_hold(table);
        case Phase::idle: return between_rounds(table);
        case Phase::playing: break;
    }
    if (happens(rates_.trouble)) trouble(table);
    if (at(table).phase == Phase::playing && !at(table).out_of_service) next(table);
}

// How people saw and found the dice of an interrupted round.
CertifyDice Participants::certificate(const Round& round) {
    CertifyDice order;
    const rules::Roll dice = round.roll ? *round.roll : roll();
    for (const std::uint8_t face : dice.dice()) {
        SeenDie die{Sight::flat, face, PersonId{dealer}};
        if (random_.chance(2000)) die.face = 0;
        if (random_.chance(1000)) die = {Sight::not_seen, die.face, {}};
        if (random_.chance(300)) die.sight = Sight::not_flat;
        order.dice.push_back(die);
    }
    if (happens(200)) order.dice.pop_back();
    if (random_.chance(4000)) order.finding = DiceCondition::disturbed;
    if (random_.chance(500)) order.finding = DiceCondition::damaged;
    if (random_.chance(500)) order.finding = DiceCondition::broken;
    return order;
}

void Participants::decide_hold(TableId table) {
    if (happens(500)) {
        world_.fault("power cut while held");
        world_.restart_from_journal(clock_error());
    }
    const Table& t = at(table);
    if (const Reader* reader = find_reader(world_.state(), table); reader && reader->contested) {
        return decide_contested_void(table, ContestedVoid(*reader->contested));
    }
    if (t.held->referred && random_.chance(6000)) {
        give(shift_manager, table, ConcludeHold{roll(), "by the camera"});
        authorise(supervisor, table);
        return;
    }
    if (t.held->cause == Cause::not_covered) {
        const Verdict verdict = random_.chance(5000) ? Verdict::resume : Verdict::void_;
        give(shift_manager, table, DecideHold{verdict, "decided"});
        authorise(happens(500) ? shift_manager : supervisor, table);
        return;
    }
    const RuleSet& rules = rules_of(world_.state(), t);
    const bool uncovered = is_done(rules, *t.round, Step::uncover);
    if (!uncovered && happens(1500) && world_.close_hash(table)) {
        give_system(table, ArmTumbler{*world_.close_hash(table)});
        world_.execute(
            world_.command({ActorKind::device, 0}, Role::system, table,
                           ReportReading{t.round->number, *world_.close_hash(table), roll()}));
        return;
    }
    if (random_.chance(5000)) {
        const CertifyDice order = certificate(*t.round);
        give(dealer, table, order);
        authorise(supervisor, table);
        if (at(table).held && !second_for(world_.state(), at(table), order)) {
            give(supervisor, table, order);
        }
        return;
    }
    // Maryland's rule wants the values once the dice were tossed; elsewhere they may be unseen.
    std::optional<rules::Roll> seen;
    const auto& entered = t.round->roll;
    const bool looked = uncovered && !happens(3000);
    if (looked || random_.chance(4000)) seen = entered ? entered : std::optional(roll());
    for (const auto& attempt :
         {seen, seen ? std::optional<rules::Roll>() : std::optional(roll())}) {
        if (!at(table).held) return;
        give(dealer, table, Certify{attempt});
        if (happens(500)) authorise(dealer, table);
        if (happens(200)) world_.advance_clock(61'000);
        authorise(supervisor, table);
        if (at(table).held && !second_for(world_.state(), at(table), Certify{attempt})) {
            give(supervisor, table, Certify{attempt});
        }
    }
}

// A simulated tumbler commits to its dice before bets open, and reveals after the round.
void Participants::commit(TableId table) {
    if (!random_.chance(2000)) return;
    const std::uint64_t round = at(table).rounds + (at(table).round && !happens(500) ? 0 : 1);
    const Hash secret = sha256("secret " + std::to_string(happens(500) ? 0 : round));
    give_system(table, CommitDice{round, commitment_of(secret)});
}

void Participants::reveal(TableId table) {
    for (const auto& [number, round] : at(table).past) {
        if (!round.commitment || round.secret) continue;
        give_system(table, RevealDice{number, sha256("secret " + std::to_string(number))});
        return;
    }
}

void Participants::between_rounds(TableId table) {
    reveal(table);
    commit(table);
    resolve_disputes(table);
    if (at(table).last_round_played) {
        if (happens(3000)) give(dealer, table, OpenBetting{});
        if (happens(3000)) give(dealer, table, StartMix{});
        give(supervisor, table, CloseTable{});
        return;
    }
    money(table);
    equipment(table);
    if (at(table).lights_on) {
        if (happens(3000)) give(dealer, table, OpenBetting{});
        give(dealer, table, ClearLights{});
    }
    if (game(table).equipment.inspection && !at(table).inspection.signed_off) inspect(table);
    if (happens(rates_.amends)) amend(table);
    if (happens(300)) staff(table);
    if (happens(60)) give(dealer, table, AnnounceLastRound{});
    const rules::StepRule& first = rules_of(world_.state(), at(table)).steps.front();
    if (first.step == Step::mix) {
        mix(table);
    } else {
        give(dealer, table, OpenBetting{});
    }
}

void Participants::bet(TableId table, Actor actor, StayId stay, std::uint8_t layout) {
    const std::vector<rules::Spot> spots = spots_of(game(table).layouts.at(layout));
    std::vector<BetOrder> list(static_cast<std::size_t>(random_.from_to(1, 4)));
    for (BetOrder& one : list) {
        one.spot = id_of(random_.pick(spots));
        one.amount = Money::of_cents(std::int64_t{500} * random_.from_to(1, 24));
        if (shares_boxes(game(table)) && random_.chance(4000)) {
            const rules::Kind kind = random_.chance(5000) ? rules::Kind::big : rules::Kind::small;
            one = {id_of(rules::Spot{kind}),
                   Money::of_cents(std::int64_t{500} * random_.from_to(1, 90))};
        }
        if (happens(200))
            one.amount = Money::of_cents(std::int64_t{500} * random_.from_to(90, 400));
        if (happens(100)) one.amount += Money::of_cents(1);
        if (happens(200)) one.spot = rules::SpotId{static_cast<std::uint8_t>(random_.below(117))};
    }
    const bool withdraw = random_.chance(1500);
    const auto& slips = at(table).round->bet_slips;
    if (withdraw && slips.contains(stay)) {
        for (BetOrder& one : list) one = {random_.pick(slips.at(stay).bets).spot, {}};
        if (random_.chance(5000)) list.front().amount = Money::of_cents(500);
        send(world_.command(actor, Role::player, table, WithdrawBets{{}, list}));
        return;
    }
    send(world_.command(actor, Role::player, table, PlaceBets{{}, list, {}}));
}

void Participants::bets(TableId table) {
    const Table& t = at(table);
    if (game(table).equipment.terminals) {
        for (const auto& [id, terminal] : t.terminals) {
            if (random_.chance(4000)) continue;
            if (happens(rates_.offline)) {
                world_.fault("terminal offline while bets are open");
                give_system(table, ReportTerminal{id, false});
            }
            if (happens(50)) give(supervisor, table, DisableTerminal{id});
            bet(table, {ActorKind::terminal, id.number}, terminal.stay, terminal.layout);
        }
        return;
    }
    std::vector<StayId> seats;
    for (const auto& [id, stay] : world_.state().stays) {
        if (stay.table == table && !stay.ended && !stay.away) seats.push_back(id);
    }
    for (const StayId id : seats) {
        if (random_.chance(3000)) continue;
        if (happens(200)) {
            give(
                supervisor, table,
                PlaceBets{id, {{id_of(rules::Spot{rules::Kind::big}), Money::of_cents(2000)}}, ""});
        }
        if (happens(700)) {
            give(supervisor, table,
                 PlaceBets{id,
                           {{id_of(rules::Spot{rules::Kind::big}), Money::of_cents(2000)}},
                           "20 on big"});
            continue;
        }
        bet(table, {ActorKind::seat, id.number}, id, 0);
        if (happens(200)) give(dealer, table, WalkAway{id});
        const auto& slips = at(table).round->bet_slips;
        if (!slips.contains(id)) continue;
        const rules::SpotId spot = slips.at(id).bets.front().spot;
        if (happens(300)) give(dealer, table, AdvisePlayer{id, spot});
        if (happens(300)) give(supervisor, table, WithdrawOnBehalf{id, {{spot, {}}}, "take it"});
    }
    if (happens(2000)) give(dealer, table, RejectExcess{});
    if (happens(100)) give(dealer, table, Report{Cause::cash_bet, "fifty on big"});
}

void Participants::mix(TableId table) {
    const auto& round = at(table).round;
    if (!round || !round->mixing) {
        // By whoever has the shaker.
        const bool relief = at(table).shaker_holder == PersonId{dealer2};
        const bool own_cover = at(table).mixer == rules::MixerKind::automated_shaker;
        if (happens(100)) give(relief ? dealer2 : dealer, table, StartMix{});
        const bool begun = at(table).round && at(table).round->mixing;
        server::Reply started;
        if (!begun) {
            const Order start = own_cover ? Order(StartMix{}) : Order(StartCoveredMix{});
            started = give(relief ? dealer2 : dealer, table, start);
        }
        if (started.refusal && started.refusal->reason == Reason::dice_worn) equipment(table);
        if (started.refusal && started.refusal->reason == Reason::shaker_not_yours) {
            const auto holder = static_cast<StaffMember>(at(table).shaker_holder.number);
            give(holder, table, HandOverShaker{PersonId{dealer}});
        }
        if (started.refusal) return;
    }
    std::uint32_t mixes = static_cast<std::uint32_t>(random_.from_to(3, 5));
    if (happens(200)) {
        world_.fault("short mix");
        mixes = static_cast<std::uint32_t>(random_.from_to(0, 2));
    }
    on_the_table_ = roll();
    if (!is_reader_in_use(world_.state(), table, at(table))) {
        give(dealer, table, EndMix{mixes});
        return;
    }
    if (happens(200)) {  // a dealer who would rather have the round void
        world_.fault("mix counted beside the reader");
        give(dealer, table, EndMix{0});
    }
    if (happens(100)) return void_before_reading(table);
    world_.execute(world_.command({ActorKind::device, 0}, Role::system, table, EndMix{mixes}));
}

void Participants::enter(TableId table) {
    if (happens(200)) give(dealer, table, CoverDice{});
    if (happens(200)) give(dealer, table, EnterResult{roll()});
    if (happens(200)) give(dealer, table, KeyDice{{1, 7}});
    const rules::Roll lie = on_the_table_.value_or(roll());
    rules::Roll keyed = lie;
    const Round& round = *at(table).round;
    if (random_.chance(3000) && world_.close_hash(table)) {
        give_system(table, ArmTumbler{*world_.close_hash(table)});
        Hash hash = *world_.close_hash(table);
        if (happens(500)) hash = sha256("another close");
        const std::uint64_t number = happens(300) ? round.number - 1 : round.number;
        std::optional<Proof> proof;
        if (random_.chance(5000)) {
            const std::uint64_t counter = at(table).tumbler_counter + (happens(1000) ? 0 : 1);
            proof = Proof{sha256("key"), counter, 3, std::string(128, '0')};
        }
        world_.execute(world_.command({ActorKind::device, 0}, Role::system, table,
                                      ReportReading{number, hash, lie, proof}));
        if (happens(500)) {
            world_.execute(world_.command({ActorKind::device, 0}, Role::system, table,
                                          ReportReading{number, hash, roll()}));
        }
        if (happens(300)) give(supervisor, table, SwitchToManualEntry{"it is slow"});
        if (round.proof && happens(1500)) return void_against_reading(table);
        if (random_.chance(5000)) {
            give(dealer, table, EnterResult{lie});
            return;
        }
    }
    const std::uint64_t number = round.number;
    const bool silent = is_reader_in_use(world_.state(), table, at(table)) && !round.reading;
    const bool reads_late = silent && switch_to_manual_entry(table);
    if (happens(300)) {
        world_.fault("wrong result keyed");
        keyed = roll();
    }
    const auto& dice = keyed.dice();
    give(dealer, table, KeyDice{{dice.begin(), dice.end()}});
    if (happens(100)) give(dealer, table, EnterResult{roll()});
    if (happens(100)) give(supervisor, table, EnterResult{keyed});
    give(dealer, table, EnterResult{keyed});
    authorise(supervisor, table);
    if (reads_late) read_late(table, number, lie);
}

void Participants::lights(TableId table) {
    std::vector<rules::SpotId> lit = winning_spots(game(table), *at(table).round->roll);
    if (happens(200)) {
        world_.fault("wrong lights");
        lit.pop_back();
    }
    if (happens(200)) {
        ReportLayout seen{Moment::illumination, {}};
        for (const auto& [stay, slip] : at(table).round->bet_slips) {
            for (const Bet& bet : slip.bets) seen.positions.push_back({stay, bet.spot, bet.stake});
        }
        if (!seen.positions.empty() && happens(5000)) seen.positions.pop_back();
        give(dealer, table, seen);
    }
    give_system(table, ReportLights{lit});
}

void Participants::next(TableId table) {
    const RuleSet& rules = rules_of(world_.state(), at(table));
    const Round& round = *at(table).round;
    const bool open = is_done(rules, round, Step::open) && !is_done(rules, round, Step::close);
    if (open && random_.chance(4500)) return bets(table);
    switch (next_step(rules, round)->step) {
        case Step::open:
            commit(table);
            give(dealer, table, OpenBetting{});
            return;
        case Step::mix: return mix(table);
        case Step::close:
            if (random_.chance(2000)) {
                world_.advance_clock(2'500);
                give(dealer, table, CloseBetting{});
            } else {
                world_.advance_clock(random_.from_to(1000, 21'000));
                give(dealer, table, CloseBetting{});
            }
            return;
        case Step::uncover: {
            const bool leaning = happens(150);
            if (leaning) world_.fault("a leaning die");
            give(dealer, table, Uncover{!leaning});
            return;
        }
        case Step::enter: return enter(table);
        case Step::illuminate: return lights(table);
        case Step::collect:
        case Step::pay:
            if (is_disputed(world_.state(), table, round.number)) {
                if (happens(3000)) give(dealer, table, SettleRound{});
                return resolve_disputes(table);
            }
            if (happens(300)) give(dealer, table, CoverDice{});
            if (round.lights_failed) {
                if (happens(3000)) give(dealer, table, SettleRound{});
                give(supervisor, table, NotePresence{});
            }
            if (happens(2000)) give(dealer, table, CollectBets{});
            give(dealer, table, SettleRound{});
            return;
        case Step::clear:
            if (happens(300)) give(dealer, table, OpenBetting{});
            if (happens(3000)) give(dealer, table, CoverDice{});
            give(dealer, table, ClearLights{});
            return;
    }
}

}  // namespace sicbo::sim
