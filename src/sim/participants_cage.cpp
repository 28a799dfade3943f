// SPDX-License-Identifier: MIT
// The cage: cashiers with shifts and counts, who sell and redeem tickets and chips and pay what is
// owed; thieves who copy, guess and retry tickets there.
#include <algorithm>

#include "sim/participants.h"
#include "table/engine.h"

namespace sicbo::sim {

using namespace table;  // the orders, all of them
using rules::Role;

namespace {

constexpr TableId at_property = {};
constexpr Money first_float = Money::of_cents(2'000'000);

Money cents(std::int64_t number) { return Money::of_cents(number); }

}  // namespace

const Counter* Participants::find_counter(CounterId id) const {
    const auto& counters = world_.state().cage.counters;
    const auto found = counters.find(id);
    return found == counters.end() ? nullptr : &found->second;
}

bool Participants::has_shift(CounterId id) const {
    const Counter* counter = find_counter(id);
    return counter && counter->shift;
}

// Returns true if the second person's approval led to the order.
bool Participants::by_two_at_cage(StaffMember first, StaffMember second, Order order) {
    const Command command = world_.command_by(first, at_property, std::move(order));
    const Hash digest = digest_of(command);
    if (world_.execute(command).refusal) return false;
    if (happens(500)) give(first, at_property, Authorise{digest});
    return !give(second, at_property, Authorise{digest}).refusal;
}

// Some patrons are known by a reference, and some show a document when they are asked.
Patron Participants::some_patron() {
    Patron patron;
    if (random_.chance(5000)) patron.reference = "P-" + std::to_string(random_.below(4));
    return patron;
}

// Gives the order of a cashier, again with an identity if it is asked for. Returns true if it was
// accepted.
template <class O>
bool Participants::give_at_cage(StaffMember member, O order) {
    server::Reply reply = give(member, at_property, order);
    if (reply.refusal && reply.refusal->reason == Reason::identity_needed) {
        order.patron.identity = "passport";
        reply = give(member, at_property, order);
    }
    return !reply.refusal;
}

void Participants::work_at_cage() {
    for (const StaffMember member :
         {cashier, cashier2, supervisor, supervisor2, pit_manager, shift_manager}) {
        const bool on_duty = world_.state().safety.duty.contains(PersonId{member});
        if (!on_duty) give(member, at_property, LogOn{});
    }
    for (const StaffMember member : {cashier, cashier2}) {
        const CounterId counter{member == cashier ? 1U : 2U};
        keep_shift(counter, member);
        if (has_shift(counter)) serve_patrons(counter, member);
        if (has_shift(counter) && happens(100)) mistake_at_cage(counter, member);
        check_drawer(counter);
        if (world_.failed()) return;
    }
}

// What is really in the drawer is what the books say, unless the shift began with a wrong count.
void Participants::check_drawer(CounterId id) {
    const Drawer& drawer = drawers_[id];
    if (!has_shift(id) || drawer.miscounted || world_.failed()) return;
    const Money books = find_counter(id)->shift->expected();
    if (books == drawer.cash) return;
    world_.fail("the drawer of counter " + std::to_string(id.number) + " has " +
                to_text(drawer.cash) + ", the books say " + to_text(books));
}

Money Participants::count_drawer(Drawer& drawer) {
    drawer.miscounted = happens(1000);
    if (drawer.miscounted) world_.fault("drawer counted wrong");
    const Money counted = drawer.miscounted ? drawer.cash + cents(500) : drawer.cash;
    return std::max(counted, Money());
}

void Participants::keep_shift(CounterId id, StaffMember member) {
    Drawer& drawer = drawers_[id];
    const std::string& currency = at(world_.tables().front()).configuration.currency;
    const auto open = [&](StaffMember by, CounterId at, const std::string& in, Money counted) {
        return give(by, at_property, OpenShift{at, in, false, counted});
    };
    if (has_shift(id)) {
        if (happens(100)) open(cashier, id, currency, first_float);
        if (happens(100)) open(member, CounterId{3}, currency, first_float);
        if (!random_.chance(100)) return;
        const bool absent = happens(2000);
        const Money counted = count_drawer(drawer);
        give(absent ? supervisor : member, at_property, CloseShift{id, counted});
        if (happens(2000)) give(member, at_property, SellChips{id, cents(500), {}});
        return;
    }
    if (!find_counter(id)) drawer.cash = first_float;
    if (happens(500)) open(member, id, "EUR", drawer.cash);
    if (happens(200)) open(member, {}, currency, drawer.cash);
    open(member, id, currency, count_drawer(drawer));
    maybe_cut_power("a payment at the cage");
}

void Participants::serve_patrons(CounterId id, StaffMember member) {
    switch (random_.below(8)) {
        case 0:
        case 1: return sell_at_cage(id, member);
        case 2:
        case 3: return redeem_at_cage(id, member);
        case 4: return trade_chips(id, member);
        case 5:
            if (happens(500)) guess_at_cage(id, member);
            return;
        case 6: return move_float(id, member);
        default: return pay_expired(id, member);
    }
}

void Participants::sell_at_cage(CounterId id, StaffMember member) {
    const Hash name = sha256("sold " + std::to_string(++next_ticket_));
    const Money amount = cents(std::int64_t{500} * random_.from_to(1, 400));
    if (!give_at_cage(member, SellTicket{id, name, "0001", amount, some_patron()})) return;
    drawers_[id].cash += amount;
    if (happens(500)) give_at_cage(member, SellTicket{id, name, "0001", amount, some_patron()});
    sold_.push_back(name);
    if (sold_.size() > 20) sold_.erase(sold_.begin());
    papers_.push_back(name);
    if (papers_.size() > 40) papers_.erase(papers_.begin());
    maybe_cut_power("a payment at the cage");
}

void Participants::redeem_at_cage(CounterId id, StaffMember member) {
    if (papers_.empty()) return;
    const Hash paper = random_.pick(papers_);
    const auto& tickets = world_.state().instruments.tickets;
    const auto found = tickets.find(paper);
    const Money amount = found == tickets.end() ? Money() : found->second.amount;
    const CashTicket order{id, paper, "0001", found == tickets.end(), some_patron()};
    if (happens(300)) give(member, at_property, CashTicket{id, paper, "", false, {}});
    if (!give_at_cage(member, order)) {
        const bool worthless = !tickets.contains(paper) || is_closed(tickets.at(paper).state);
        if (worthless && random_.chance(3000)) std::erase(papers_, paper);
        return;
    }
    drawers_[id].cash -= amount;
    maybe_cut_power("a payment at the cage");
    if (happens(2000)) {
        world_.fault("copy of a ticket at the cage");
        if (give_at_cage(member, order)) world_.fail("a ticket was paid twice at the cage");
        return;  // and the copy may be tried again, anywhere
    }
    std::erase(papers_, paper);
}

void Participants::guess_at_cage(CounterId id, StaffMember member) {
    world_.fault("ticket number guessed at the cage");
    for (int i = random_.from_to(1, 4); i > 0; --i) {
        const Hash guess = sha256("guess " + std::to_string(random_.next()));
        give(member, at_property, CashTicket{id, guess, "1234", false, {}});
    }
    give(supervisor, at_property, UnlockCounter{id});
}

void Participants::trade_chips(CounterId id, StaffMember member) {
    const Money amount = cents(std::int64_t{500} * random_.from_to(1, 100));
    if (random_.chance(5000)) {
        if (give_at_cage(member, SellChips{id, amount, some_patron()})) {
            drawers_[id].cash += amount;
        }
    } else if (give_at_cage(member, BuyChips{id, amount, some_patron()})) {
        drawers_[id].cash -= amount;
    }
}

// Between vault and drawer; and a coin that is found or lost.
void Participants::move_float(CounterId id, StaffMember member) {
    Drawer& drawer = drawers_[id];
    const bool in = drawer.cash < first_float;
    const Money amount = happens(500) ? drawer.cash + first_float : first_float;
    if (random_.chance(1000) || in) {
        if (by_two_at_cage(member, supervisor, MoveFloat{id, in, amount, "float"})) {
            drawer.cash += in ? amount : -amount;
        }
    }
    if (!happens(1000)) return;
    const bool more = random_.chance(5000);
    if (by_two_at_cage(member, supervisor2, AdjustCounter{id, more, cents(100), "a coin"})) {
        drawer.cash += more ? cents(100) : cents(-100);
    }
}

void Participants::pay_expired(CounterId id, StaffMember member) {
    if (!sold_.empty() && happens(1000)) {
        const VoidSoldTicket order{random_.pick(sold_), "illegible"};
        by_two_at_cage(random_.chance(5000) ? member : supervisor2, supervisor, order);
    }
    std::vector<Hash> closed;
    for (const auto& [name, ticket] : world_.state().instruments.tickets) {
        if (ticket.state == TicketState::expired) closed.push_back(name);
        if (ticket.state == TicketState::voided && !ticket.table) closed.push_back(name);
        if (closed.size() >= 5) break;
    }
    if (!sold_.empty() && happens(500)) closed = {random_.pick(sold_)};
    if (closed.empty() || !random_.chance(3000)) return;
    const Hash name = random_.pick(closed);
    const CashExpired order{id, name, "shown late", {"P-1", "passport"}};
    const Money amount = world_.state().instruments.tickets.contains(name)
                             ? world_.state().instruments.tickets.at(name).amount
                             : Money();
    if (!by_two_at_cage(member, supervisor, order)) return;
    drawers_[id].cash -= amount;
    if (happens(3000) && by_two_at_cage(member, supervisor, order)) {
        world_.fail("an expired ticket was paid twice");
    }
}

// Returns true if the cage has paid the hand pay.
bool Participants::pay_hand_pay_at_cage(HandPayId id) {
    const CounterId counter{1};
    const auto& all = world_.state().instruments.hand_pays;
    if (!has_shift(counter) || !all.contains(id) || all.at(id).paid) return false;
    const Money amount = all.at(id).amount;
    CashHandPay order{counter, id, {"P-2", "passport"}};
    const Command command = world_.command_by(cashier, at_property, order);
    const Hash digest = digest_of(command);
    world_.execute(command);
    if (world_.state().safety.pending.contains(digest)) {
        give(shift_manager, at_property, Authorise{digest});
    }
    if (!all.contains(id) || !all.at(id).paid) return false;
    drawers_[counter].cash -= amount;
    if (happens(1000)) give(cashier, at_property, order);
    return true;
}

void Participants::settle_at_cage(StayId stay) {
    const CounterId counter{1};
    if (!world_.has_cabinets() || !has_shift(counter)) return;
    const ledger::Ledger& ledger = world_.state().ledger;
    const Money kept = ledger.balance(ledger::unclaimed(stay));
    const Money owed = -ledger.balance(ledger::receivable(stay));
    if (kept > Money()) {
        const Money paid = kept - std::min(kept, owed);
        const CashUnclaimed order{counter, stay, some_patron()};
        if (give_at_cage(cashier, order)) drawers_[counter].cash -= paid;
    } else if (owed > Money()) {
        const Money part = random_.chance(5000) ? owed : cents((owed.cents() + 1) / 2);
        const TakeReceivable order{counter, stay, part, some_patron()};
        if (give_at_cage(cashier, order)) drawers_[counter].cash += part;
    }
}

// Orders that no cashier may give here.
void Participants::mistake_at_cage(CounterId id, StaffMember member) {
    const SellChips order{id, cents(500), {}};
    const StaffMember other = member == cashier ? cashier2 : cashier;
    switch (random_.below(5)) {
        case 0: give(cashier, world_.tables().front(), order); break;
        case 1: give(member, at_property, SellChips{CounterId{9}, cents(500), {}}); break;
        case 2: give(other, at_property, order); break;
        case 3: give(member, at_property, BuyChips{id, drawers_[id].cash + cents(1), {}}); break;
        default: {
            CagePolicy wrong;
            wrong.alert_percent = 0;
            give_system(at_property, SetCagePolicy{wrong});
        }
    }
}

}  // namespace sicbo::sim
