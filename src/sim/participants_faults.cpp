// SPDX-License-Identifier: MIT
// What goes wrong: irregularities, fuzzed commands and cheats.
#include <algorithm>
#include <array>

#include "sim/command_fuzzer.h"
#include "sim/participants.h"
#include "table/authority.h"

namespace sicbo::sim {

using namespace table;  // the orders, all of them
using rules::Cause;
using rules::Role;

namespace {

// Returns true if the order is about keys of terminals, for which the world has no use.
bool is_about_access(const Order& order) {
    return holds<RequestEnrolment>(order) || holds<EnrolByCode>(order) ||
           holds<ClearTerminal>(order);
}

// Returns true if the order would change what the model of a cabinet knows better: whether there
// are cabinets, and what became of a note. Only a cabinet that proves who it is reports notes.
bool is_about_cabinets(const Order& order) {
    return holds<SetCashPolicy>(order) || holds<PresentBanknote>(order) ||
           holds<ReportBanknote>(order) || holds<ResolveBanknote>(order);
}

}  // namespace

void Participants::trouble(TableId table) {
    constexpr std::array causes = {Cause::exposed,        Cause::damaged_dice,
                                   Cause::broken,         Cause::mixer_failed,
                                   Cause::lights_failed,  Cause::not_covered,
                                   Cause::display_wrong,  Cause::short_mix,
                                   Cause::not_flat,       Cause::lights_failed_early,
                                   Cause::placed_in_error};
    const Cause cause = random_.pick(causes);
    world_.fault("reported: " + std::string(to_word(cause)));
    give(random_.chance(8000) ? dealer : supervisor, table, Report{cause, "seen"});
}

void Participants::send_fuzzed_command(TableId table) {
    world_.fault("fuzzed command");
    Known known;
    known.clock = world_.clock();
    known.chip = at(table).configuration.chip;
    known.rounds = at(table).rounds;
    known.ids = random_.chance(5000) ? 12 : 40;
    for (const auto& [digest, pending] : at(table).pending) known.hashes.push_back(digest);
    for (const auto& [hash, rules] : world_.state().rule_sets) known.hashes.push_back(hash);
    if (world_.close_hash(table)) known.hashes.push_back(*world_.close_hash(table));
    for (const Hash& paper : papers_) known.hashes.push_back(paper);
    known.texts = {"because",  "rws-etg-1",           "nonsense\n",        "SGD",
                   "player 1", std::string(600, 'x'), "123456789012345678"};
    CommandFuzzer fuzzer(random_, known);
    // The players of the world do not limit themselves (LimitLoss, LimitTime, TakeBreak).
    const std::size_t own_limits = Order(LimitLoss{}).index();
    std::size_t index = static_cast<std::size_t>(random_.below(OrderChoice::size - 3));
    if (index >= own_limits) index += 3;
    Order order = fuzzer.order(index);
    // Orders that only recovery or the server gives, that would add or disable people without end,
    // or that would take tables and terminals away for good.
    if (holds<Restart>(order) || holds<AddPerson>(order) || holds<DisablePerson>(order) ||
        holds<ReportFailedLogOn>(order) || holds<ReplaceKey>(order) || holds<RetireTable>(order) ||
        holds<RetireTerminal>(order) || is_about_access(order) || holds<SetSafeguards>(order) ||
        holds<FitReader>(order) || holds<QuarantineCommand>(order) || is_about_cabinets(order)) {
        order = OpenBetting{};
    }
    Actor actor;
    Role role = static_cast<Role>(random_.below(words_of<Role>.size()));
    const Authority& authority = authority_of(order);
    switch (random_.below(5)) {
        case 0: actor = {ActorKind::terminal, static_cast<std::uint32_t>(random_.below(50))}; break;
        case 1: actor = {ActorKind::seat, static_cast<std::uint32_t>(random_.below(50))}; break;
        default: {
            const auto member = static_cast<std::uint32_t>(random_.from_to(1, 12));
            actor = {ActorKind::person, member};
            if (member <= administrator && random_.chance(8000))
                role = role_of(static_cast<StaffMember>(member));
        }
    }
    if (authority.roles.has(Role::system) && random_.chance(5000)) {
        actor = {};
        role = Role::system;
    }
    if (actor.kind == ActorKind::terminal || actor.kind == ActorKind::seat) role = Role::player;
    const TableId to =
        random_.chance(500) ? TableId{static_cast<std::uint32_t>(random_.below(9))} : table;
    Command command = world_.command(actor, role, to, std::move(order));
    if (random_.chance(300)) command.stamp.request = random_.below(3);
    const server::Reply answer = world_.execute(command);
    if (!answer.refusal && random_.chance(1000)) {
        world_.fault("request replayed");
        world_.execute(command);
    }
    // Staff whom the command logged off log on again, or nobody could go on.
    for (std::uint32_t member = dealer; member < auditor; ++member) {
        if (at(table).staff.contains(PersonId{member})) continue;
        world_.execute(world_.command_by(static_cast<StaffMember>(member), table, LogOn{}));
    }
}

// A player sends the request of the player who was at the terminal before, to get that one's reply.
void Participants::repeat_request_of_former_stay(TableId table) {
    for (const auto& [terminal, of_terminal] : at(table).terminals) {
        const Actor actor{ActorKind::terminal, terminal.number};
        const auto recent = world_.state().recent.find(actor);
        if (recent == world_.state().recent.end()) continue;
        for (const Outcome& outcome : recent->second.outcomes) {
            if (outcome.session == of_terminal.stay.number) continue;
            world_.fault("request of the former stay");
            Command command = world_.command(actor, Role::player, table, CallAttendant{terminal});
            command.stamp.request = outcome.request;
            const server::Reply reply = world_.execute(command);
            if (!reply.refusal) world_.fail("a player got the reply of the player before");
            return;
        }
    }
}

// Somebody who has the server's key asks the tumbler for dice in play, and the tumbler reports it.
void Participants::ask_for_secret(TableId table) {
    const Table& t = at(table);
    if (!t.round) return;
    world_.fault("secret asked early");
    world_.execute(world_.command(
        {ActorKind::device, 0}, Role::system, table,
        RaiseAlarm{AlarmKind::early_reveal, "round " + std::to_string(t.round->number)}));
}

void Participants::cheat(TableId table) {
    const Table& t = at(table);
    switch (random_.below(11)) {
        case 0: {  // after the dice were seen
            if (!t.round || t.terminals.empty()) return;
            world_.fault("bet after the close");
            const auto& terminal = *t.terminals.begin();
            bet(table, {ActorKind::terminal, terminal.first.number}, terminal.second.stay,
                terminal.second.layout);
            return;
        }
        case 1:  // selective void
            if (!t.round || !t.round->roll) return;
            world_.fault("void after the result by one");
            give(dealer, table, Report{Cause::exposed, "slipped"});
            return;
        case 2: {  // one person, two hats
            if (t.rounds == 0) return;
            world_.fault("one person with two hats");
            const AmendRounds order{{{t.rounds, roll(), {}}}, Cause::wrong_result, "mine"};
            give(supervisor, table, order);
            authorise(supervisor, table);
            world_.execute(world_.command({ActorKind::person, supervisor}, Role::dealer, table,
                                          Authorise{digest_of({})}));
            return;
        }
        case 3: {  // a terminal that speaks for another
            if (t.terminals.size() < 2) return;
            world_.fault("terminal speaks for another");
            const TerminalId mine = t.terminals.begin()->first;
            const TerminalId other = t.terminals.rbegin()->first;
            world_.execute(world_.command({ActorKind::terminal, mine.number}, Role::player, table,
                                          IssueTicket{other, "123456789012345678"}));
            return;
        }
        case 4:  // a guessed ticket
            if (t.terminals.empty()) return;
            world_.fault("guessed ticket");
            world_.execute(world_.command(
                {ActorKind::terminal, t.terminals.begin()->first.number}, Role::player, table,
                RedeemTicket{t.terminals.begin()->first, "999999999999999999"}));
            return;
        case 5:  // limits in the middle of a round
            world_.fault("limits changed in a round");
            give(supervisor, table, Configure{t.configuration});
            return;
        case 6:  // a supervisor's authority without being one
            world_.fault("role not held");
            world_.execute(world_.command({ActorKind::person, dealer}, Role::shift_manager, table,
                                          OpenTable{}));
            return;
        case 7:  // a reading before the close
            if (!t.round) return;
            world_.fault("early reading");
            world_.execute(world_.command({ActorKind::device, 0}, Role::system, table,
                                          ReportReading{t.round->number, sha256("early"), roll()}));
            return;
        case 8: return repeat_request_of_former_stay(table);
        case 9: return ask_for_secret(table);
        default:  // too low a second
            if (t.rounds == 0) return;
            world_.fault("second of too low a rank");
            give(dealer, table, AmendRounds{{{t.rounds, roll(), {}}}, Cause::wrong_result, "ours"});
            authorise(dealer2, table);
            return;
    }
}

}  // namespace sicbo::sim
