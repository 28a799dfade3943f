// What goes wrong: irregularities, orders out of the blue, mistakes and cheats.
#include <algorithm>
#include <array>

#include "sim/driver.h"
#include "sim/wild.h"
#include "table/authority.h"

namespace sicbo::sim {

using namespace table;  // the orders, all of them
using rules::Cause;
using rules::Role;

// ------------------------------------------------------------------------------

void Driver::trouble(TableId table) {
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

void Driver::wild(TableId table) {
    world_.fault("wild order");
    Known known;
    known.clock = world_.clock();
    known.chip = at(table).configuration.chip;
    known.rounds = at(table).rounds;
    known.ids = random_.chance(5000) ? 12 : 40;
    for (const auto& [digest, pending] : at(table).pending) known.hashes.push_back(digest);
    for (const auto& [hash, rules] : world_.state().rule_sets) known.hashes.push_back(hash);
    if (world_.close_hash(table)) known.hashes.push_back(*world_.close_hash(table));
    known.texts = {"because",  "rws-etg-1",           "nonsense\n",        "SGD",
                   "player 1", std::string(600, 'x'), "123456789012345678"};
    Wild wild(random_, known);
    const std::size_t index =
        static_cast<std::size_t>(random_.below(std::variant_size_v<OrderChoice>));
    Order order = wild.order(index);
    // A restart is recovery's alone, and nobody is added without end.
    if (std::holds_alternative<Restart>(order) || std::holds_alternative<AddPerson>(order) ||
        std::holds_alternative<DisablePerson>(order) ||
        std::holds_alternative<ReportFailedLogOn>(order)) {
        order = OpenBetting{};
    }
    Actor actor;
    Role role = static_cast<Role>(random_.below(words_of<Role>.size()));
    const Authority& authority = authority_of(order);
    switch (random_.below(5)) {
        case 0: actor = {ActorKind::terminal, static_cast<std::uint32_t>(random_.below(50))}; break;
        case 1: actor = {ActorKind::seat, static_cast<std::uint32_t>(random_.below(50))}; break;
        default: {
            const auto post = static_cast<std::uint32_t>(random_.from_to(1, 12));
            actor = {ActorKind::person, post};
            if (post <= administrator && random_.chance(8000))
                role = role_of(static_cast<Post>(post));
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
    const server::Answer answer = world_.deliver(command);
    if (!answer.refusal && random_.chance(1000)) {
        world_.fault("request replayed");
        world_.deliver(command);
    }
    // What the wild did to the staff is put right, or nobody could go on.
    for (std::uint32_t post = dealer; post < auditor; ++post) {
        if (at(table).staff.contains(PersonId{post})) continue;
        world_.deliver(world_.by(static_cast<Post>(post), table, LogOn{}));
    }
}

// Honest mistakes: things that are not so, asked for in good faith.
void Driver::blunder(TableId table) {
    const Table& t = at(table);
    const auto terminal = t.terminals.empty() ? TerminalId{} : t.terminals.begin()->first;
    const auto by_terminal = [&](Order order) {
        if (!terminal) return;
        world_.deliver(world_.command({ActorKind::terminal, terminal.number}, Role::player, table,
                                      std::move(order)));
    };
    const rules::MixerKind mixer = t.mixer;
    switch (random_.below(21)) {
        case 0: {
            if (!t.round || t.round->slips.empty() || t.round->bets_settled) return;
            const StayId stay = t.round->slips.begin()->first;
            world_.fault("bets returned by decision");
            give(shift_manager, table,
                 AmendRounds{{{t.round->number, {}, stay}}, Cause::not_covered, "returned"});
            return authorise(supervisor, table);
        }
        case 1: {
            if (t.past.empty() || t.past.rbegin()->second.slips.empty()) return;
            const auto& [number, round] = *t.past.rbegin();
            give(shift_manager, table,
                 AmendRounds{{{number, {}, round.slips.begin()->first}}, Cause::not_covered, "so"});
            return authorise(supervisor, table);
        }
        case 2:
            give(dealer, table, InstallDice{DiceId{next_dice_ + 1000}, mixer, ""});
            give(dealer, table, InstallDice{DiceId{++next_dice_ + 1000}, mixer, ""});
            return;
        case 3: give(dealer, table, RemoveDice{mixer}); return;
        case 4: {
            by_terminal(PlaceBets{{}, std::vector<BetOrder>(300), {}});
            give(dealer, table, WithdrawBets{{}, std::vector<BetOrder>(300)});
            return;
        }
        case 5:
            give(cashier, table, UnlockTerminal{terminal});
            give(cashier, table, AnswerCall{terminal});
            return;
        case 6:
            give(cashier, table, PutCredit{terminal, {}, money_max + Money::of_cents(1)});
            for (const auto& [id, stay] : world_.state().stays) {
                if (stay.table != table || stay.terminal || stay.ended) continue;
                give(dealer, table, PutCredit{{}, id, -Money::of_cents(1)});
                return;
            }
            return;
        case 7: return by_terminal(IssueTicket{terminal, "12"});
        case 8:
            if (!tickets_.empty()) by_terminal(IssueTicket{terminal, tickets_.front()});
            return;
        case 9:
            for (const auto& [id, stay] : world_.state().stays) {
                if (stay.table != table) continue;
                give(cashier, table, CollectReceivable{id});
                give(cashier, table, PayUnclaimed{id});
                return;
            }
            return;
        case 10: {
            Configuration changed = t.configuration;
            changed.chip = Money::of_cents(1);
            give(supervisor, table, Configure{changed});
            changed.rules = sha256("other rules");
            give(supervisor, table, Configure{changed});
            return;
        }
        case 11:
            give(shift_manager, {},
                 Appoint{PersonId{dealer2}, Role::supervisor, world_.clock(), world_.clock()});
            return;
        case 12:
            give(administrator, table, AddTerminal{terminal, "rws-etg-1"});
            give(administrator, table, AddTerminal{TerminalId{999}, "no-such-layout"});
            give(administrator, {}, AddPerson{PersonId{dealer}, "dan", Role::dealer});
            give(administrator, {}, AddPerson{PersonId{77}, "", Role::dealer});
            return;
        case 13: {  // the table is left for more than a day
            if (t.round || t.phase != Phase::idle) return;
            world_.fault("dice left in the shaker for a day");
            world_.pass(90'000'000);
            give(dealer, table, OpenBetting{});
            give(dealer, table, StartMix{});
            return;
        }
        case 14: give(supervisor, table, TestMixer{false}); return;
        case 15:
            give(dealer, table, TestLights{roll(), {}});
            give(supervisor, table, SignInspection{""});
            return;
        case 16: {
            const Known known{world_.clock(), Money::of_cents(500), {}, {}, 12, t.rounds};
            Wild wild(random_, known);
            give(administrator, {}, AdoptRules{"id = 1"});
            give(dealer, table,
                 wild.order(choice_index<ReportLayout>(static_cast<const OrderChoice*>(nullptr))));
            return;
        }
        case 17: give(cashier, {}, RedeemTicket{{}, "999999999999999999"}); return;
        case 18:
            give(dealer, table, EndMix{3});
            give(dealer, table, Uncover{true});
            return;
        case 19: give(dealer, table, Report{Cause::damaged_dice, "chipped"}); return;
        default:
            give(dealer, table,
                 AmendRounds{{{t.rounds + 5, roll(), {}}}, Cause::wrong_result, "x"});
            give(dealer, table, AmendRounds{{{1, roll(), {}}}, Cause::wrong_result, ""});
            give(dealer, table, ResolveIncident{IncidentId{9999999}, "none"});
            if (!t.past.empty() && t.past.rbegin()->second.roll) {
                const auto& [number, round] = *t.past.rbegin();
                give(dealer, table,
                     AmendRounds{{{number, round.roll, {}}}, Cause::wrong_result, "x"});
            }
    }
}

void Driver::cheat(TableId table) {
    const Table& t = at(table);
    switch (random_.below(9)) {
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
            AmendRounds order{{{t.rounds, roll(), {}}}, Cause::wrong_result, "mine"};
            give(supervisor, table, order);
            authorise(supervisor, table);
            world_.deliver(world_.command({ActorKind::person, supervisor}, Role::dealer, table,
                                          Authorise{digest_of({})}));
            return;
        }
        case 3: {  // a terminal that speaks for another
            if (t.terminals.size() < 2) return;
            world_.fault("terminal speaks for another");
            const TerminalId mine = t.terminals.begin()->first;
            const TerminalId other = t.terminals.rbegin()->first;
            world_.deliver(world_.command({ActorKind::terminal, mine.number}, Role::player, table,
                                          IssueTicket{other, "123456789012345678"}));
            return;
        }
        case 4:  // a guessed ticket
            if (t.terminals.empty()) return;
            world_.fault("guessed ticket");
            world_.deliver(world_.command(
                {ActorKind::terminal, t.terminals.begin()->first.number}, Role::player, table,
                RedeemTicket{t.terminals.begin()->first, "999999999999999999"}));
            return;
        case 5:  // limits in the middle of a round
            world_.fault("limits changed in a round");
            give(supervisor, table, Configure{t.configuration});
            return;
        case 6:  // a supervisor's authority without being one
            world_.fault("role not held");
            world_.deliver(world_.command({ActorKind::person, dealer}, Role::shift_manager, table,
                                          OpenTable{}));
            return;
        case 7:  // a reading before the close
            if (!t.round) return;
            world_.fault("early reading");
            world_.deliver(world_.command({ActorKind::device, 0}, Role::system, table,
                                          ReportReading{t.round->number, sha256("early"), roll()}));
            return;
        default:  // too low a second
            if (t.rounds == 0) return;
            world_.fault("second of too low a rank");
            give(dealer, table, AmendRounds{{{t.rounds, roll(), {}}}, Cause::wrong_result, "ours"});
            authorise(dealer2, table);
            return;
    }
}

}  // namespace sicbo::sim
