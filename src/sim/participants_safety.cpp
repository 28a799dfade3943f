// SPDX-License-Identifier: MIT
// Participants who try what the safeguards are there for: amounts without measure, results and
// voids against the reader of the dice, accounts and appointments of one's own; and a program that
// fails a check of its own.
#include <array>
#include <limits>

#include "sim/participants.h"
#include "table/authority.h"

namespace sicbo::sim {

using namespace table;  // the orders, all of them
using rules::Cause;
using rules::Role;

namespace {

constexpr std::array extreme_amounts = {std::numeric_limits<std::int64_t>::max(),
                                        std::numeric_limits<std::int64_t>::min(),
                                        money_max.cents(),
                                        money_max.cents() + 1,
                                        credit_ceiling.cents(),
                                        credit_ceiling.cents() - 500,
                                        std::int64_t{100'000'000},
                                        std::int64_t{-500}};

}  // namespace

// Everybody who handles money, with amounts that no table has room for.
void Participants::send_extremes(TableId table) {
    world_.fault("extreme amount");
    const Money amount = Money::of_cents(random_.pick(extreme_amounts));
    const Table& t = at(table);
    const auto terminal = t.terminals.empty() ? TerminalId{} : t.terminals.rbegin()->first;
    StayId seat;
    for (const auto& [id, stay] : world_.state().stays) {
        if (stay.table == table && !stay.terminal && !stay.ended) seat = id;
    }
    const auto member = static_cast<StaffMember>(random_.from_to(dealer, administrator));
    switch (random_.below(6)) {
        case 0:
            give(member, table, PutCredit{terminal, terminal ? StayId{} : seat, amount});
            return;
        case 1:
            give(member, table, PayCredit{terminal, terminal ? StayId{} : seat, amount});
            return;
        case 2: give_system(table, PutCredit{terminal, terminal ? StayId{} : seat, amount}); return;
        case 3: {
            Configuration changed = t.configuration;
            changed.limit.max = amount;
            changed.exposure_max = amount;
            give(supervisor, table, Configure{changed});
            return;
        }
        case 4: {
            const std::vector<BetOrder> bets(3, {id_of(rules::Spot{rules::Kind::big}), amount});
            give(member, table, PlaceBets{seat, bets, "all of it"});
            const Actor player = terminal ? Actor{ActorKind::terminal, terminal.number}
                                          : Actor{ActorKind::seat, seat.number};
            world_.execute(world_.command(player, Role::player, table, PlaceBets{{}, bets, {}}));
            return;
        }
        default: {
            const std::vector<Placement> seen(3,
                                              {seat, id_of(rules::Spot{rules::Kind::big}), amount});
            give(member, table, ReportLayout{Moment::call, seen});
            return;
        }
    }
}

// A check fails while an order is decided. The table stops, its round follows the law of
// interruptions, and staff bring it back.
void Participants::fail_a_check(TableId table) {
    world_.fault("check that fails");
    world_.fail_next_decision();
    const bool of_property = random_.chance(2000);
    Command command = of_property
                          ? world_.command_by(administrator, {}, RestorePerson{PersonId{dealer2}})
                          : world_.command_by(dealer, table, AnnounceLastRound{});
    const bool stopped = at(table).out_of_service.has_value();
    world_.execute(command);
    if (!of_property && !at(table).out_of_service) world_.fail("a failed check stopped no table");
    if (of_property && !stopped && at(table).out_of_service) {
        world_.fail("a failed check of no table stopped one");
    }
    const server::Reply again = world_.execute(std::move(command));
    if (!again.refusal || again.refusal->reason != Reason::request_put_aside || again.changed) {
        world_.fail("a command that failed a check was decided again");
    }
}

// A reader that was armed and does not answer: a supervisor switches to manual entry. Returns true
// if the reader is to answer after the result.
bool Participants::switch_to_manual_entry(TableId table) {
    give_system(table, ArmTumbler{world_.close_hash(table).value_or(Hash{})});
    if (happens(1000)) {
        world_.fault("result keyed beside the reader");
        give(dealer, table, KeyDice{{1, 2, 3}});
    }
    if (happens(1000)) give(dealer, table, SwitchToManualEntry{"I say so"});
    give(supervisor, table, SwitchToManualEntry{"no answer"});
    if (happens(500)) give(supervisor, table, SwitchToManualEntry{"no answer"});
    return happens(2500);
}

void Participants::read_late(TableId table, std::uint64_t round, rules::Roll lie) {
    world_.fault("reading after the result");
    const Table& t = at(table);
    ReportReading reading{round, world_.close_hash(table).value_or(Hash{}),
                          random_.chance(5000) ? lie : roll()};
    if (random_.chance(5000)) {
        const std::uint64_t counter = t.tumbler_counter + (happens(500) ? 0 : 1);
        reading.proof = Proof{sha256("key"), counter, 3, std::string(128, '0')};
    }
    world_.execute(world_.command({ActorKind::device, 0}, Role::system, table, reading));
}

// A dealer who would rather not pay what was read.
void Participants::void_against_reading(TableId table) {
    world_.fault("void against the reading");
    give(dealer, table, Report{random_.chance(5000) ? Cause::damaged_dice : Cause::exposed, "no"});
}

// A dealer who reports trouble while the dice are thrown, before the reader can answer. The device
// counts its mix and answers all the same, sometimes only after a second person has confirmed.
void Participants::void_before_reading(TableId table) {
    const std::optional<Hash> close = world_.close_hash(table);
    if (!at(table).round || !close) return;
    world_.fault("void before the reading");
    give_system(table, ArmTumbler{*close});
    const std::uint64_t number = at(table).round->number;
    const auto device = [&](const Order& order) {
        world_.execute(world_.command({ActorKind::device, 0}, Role::system, table, order));
    };
    give(dealer, table, Report{Cause::damaged_dice, "no"});
    if (random_.chance(5000)) device(EndMix{3});
    if (happens(1000)) device(Report{Cause::damaged_dice, "sensed"});
    if (random_.chance(5000)) give(supervisor, table, DecideVoid{true, "looked at it"});
    const Proof proof{sha256("key"), at(table).tumbler_counter + 1, 3, std::string(128, '0')};
    const rules::Roll lie = roll();
    device(ReportReading{number, *close, lie, proof});
    if (happens(3000)) device(ReportReading{number, *close, lie, proof});  // it repeats itself
}

void Participants::decide_contested_void(TableId table, const ContestedVoid& contested) {
    const PersonId by = contested.by;
    if (happens(3000)) give(static_cast<StaffMember>(by.number), table, DecideVoid{true, "sure"});
    if (happens(1000)) give(dealer2, table, DecideVoid{true, "as they say"});
    const StaffMember second = by == PersonId{supervisor} ? supervisor2 : supervisor;
    give(second, table, DecideVoid{random_.chance(5000), "looked at it"});
}

void Participants::resolve_disputes(TableId table) {
    const auto disputes = world_.state().safety.disputes;
    for (const auto& [incident, dispute] : disputes) {
        if (dispute.table != table) continue;
        if (happens(2000)) give(supervisor, table, ResolveIncident{incident, "nothing"});
        if (happens(1000)) give(dealer, table, ResolveDispute{incident, roll(), "perhaps"});
        const rules::Roll lay = random_.chance(5000) ? dispute.read : dispute.entered;
        give(dealer, table, ResolveDispute{incident, lay, "camera"});
        authorise(supervisor, table);
    }
    if (happens(100)) give(dealer, table, ResolveDispute{IncidentId{1}, roll(), "none"});
}

// An administrator who would be two people, and one who asks for the second.
void Participants::manage_accounts() {
    const auto latest = [&]() -> Authorise {
        const auto& pending = world_.state().safety.pending;
        return {pending.empty() ? Hash{} : pending.begin()->first};
    };
    world_.fault("administrator alone");
    const Order reset = ResetPassword{PersonId{supervisor2}};
    give(administrator, {}, reset);
    for (const StaffMember member : {administrator, shift_manager}) give(member, {}, LogOn{});
    give(administrator, {}, AddPerson{PersonId{88}, "nobody", Role::administrator});
    give(administrator, {}, latest());
    if (happens(5000)) give(pit_manager, {}, LogOn{});
    give(pit_manager, {}, latest());
    world_.advance_clock(61'000);
    give(administrator, {}, reset);
    give(shift_manager, {}, latest());
    give_system({}, NotePassword{PersonId{supervisor2}, PersonId{administrator}, true});
    give(administrator, {}, ResetPassword{PersonId{dealer2}});
    give(administrator, {}, RemoveSecondFactor{PersonId{dealer2}});
    for (const StaffMember member : {administrator, shift_manager, pit_manager})
        give(member, {}, LogOff{});
}

// The operator configures caps that the players reach, or takes them back.
void Participants::configure_caps() {
    Safeguards caps;
    if (happens(5000)) {
        caps.stake_max = Money::of_cents(100'000);
        caps.stakes_max = Money::of_cents(150'000);
        caps.ticket_max = Money::of_cents(50'000);
        caps.credit_max = Money::of_cents(2'000'000);
    }
    give_system({}, SetSafeguards{caps});
}

// Somebody who acts for a moment, and would make that last.
void Participants::appoint_beyond(TableId table) {
    world_.fault("appointment beyond one's own");
    const Instant now = world_.clock();
    const auto by_acting = [&](Order order) {
        return world_.execute(
            world_.command({ActorKind::person, dealer}, Role::supervisor, {}, std::move(order)));
    };
    give(supervisor, {}, Appoint{PersonId{dealer}, Role::supervisor, now, now + 20'000});
    by_acting(Appoint{PersonId{dealer2}, Role::supervisor, now, clock_max});
    const Appoint shorter{PersonId{dealer2}, Role::supervisor, now, now + 10'000};
    const bool made = !by_acting(shorter).refusal;
    if (made) give(supervisor, {}, shorter);  // refused: which of the two would be revoked?
    give(pit_manager, {}, RevokeAppointment{PersonId{dealer}, Role::supervisor});
    const server::Reply reply = world_.execute(
        world_.command({ActorKind::person, dealer2}, Role::supervisor, table, AnnounceLastRound{}));
    if (!reply.refusal || reply.refusal->reason != Reason::role_not_held) {
        world_.fail("an appointment outlasted the one that it rested on");
    }
}

}  // namespace sicbo::sim
