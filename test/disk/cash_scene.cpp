// SPDX-License-Identifier: MIT
#include "disk/cash_scene.h"

#include <algorithm>
#include <utility>

#include "device/ticket_number.h"
#include "rules/documents.h"
#include "table/invariants.h"

namespace sicbo::disk {

using namespace table;  // the orders
using device::cabinet::CabinetFault;
using device::cabinet::SimulatedCabinet;
using ledger::AccountKind;
using rules::Role;

namespace {

constexpr TableId cash_table = {1};
constexpr std::array terminals_with_cabinets = {TerminalId{101}, TerminalId{102}};
constexpr std::array cash_staff = {Role::administrator, Role::supervisor, Role::shift_manager,
                                   Role::cashier};

const device::SigningKey& server_key() {
    static const device::SigningKey key = device::key_of(sha256("server"));
    return key;
}
const Hash& ticket_key() {
    static const Hash key = sha256("tickets");
    return key;
}

SimulatedCabinet::Options cabinet_options(std::size_t n) {
    SimulatedCabinet::Options options;
    options.seed = sha256("cabinet " + std::to_string(n));
    options.server = server_key().public_key();
    return options;
}

server::PropertyPlan plan_of_two_terminals() {
    server::PropertyPlan plan;
    server::TablePlan& table = plan.tables.emplace_back();
    table.number = cash_table;
    table.configuration.operator_name = "The House";
    table.configuration.training = true;
    server::TerminalsPlan& terminals = table.terminals.emplace_back();
    terminals.first = terminals_with_cabinets.front().number;
    terminals.count = terminals_with_cabinets.size();
    for (std::size_t n = 0; n < terminals_with_cabinets.size(); ++n) {
        terminals.cabinet_keys.push_back(SimulatedCabinet(cabinet_options(n)).public_key());
    }
    plan.cash.emplace();
    return plan;
}

CashPolicy policy_with_signatures() {
    CashPolicy policy;
    policy.notes = {Money::of_cents(1'000), Money::of_cents(5'000)};
    policy.signatures = {{Money::of_cents(2'000), Role::supervisor}};
    return policy;
}

PersonId staff_member(Role role) { return {static_cast<std::uint32_t>(role) + 1}; }

Actor person_with(Role role) { return {ActorKind::person, staff_member(role).number}; }

}  // namespace

CashScene::CashScene(Drive& drive, const Setting& setting, CashRemains& remains, CabinetCut cut)
    : drive_(drive),
      setting_(setting),
      remains_(remains),
      cut_(cut),
      plan_(plan_of_two_terminals()) {
    remains_.now = remains_.now + 1'000;
    auto process = Process::start(drive_, setting_, history_, remains_.now);
    if (!process && !drive_.is_on()) throw PowerCut{};
    if (!process) throw CashFailure("it does not start: " + process.error().text());
    process_ = std::move(*process);
    remains_.now = std::max(remains_.now, state().at);
}

void CashScene::set_up() {
    const auto add = [](Role role) {
        return AddPerson{staff_member(role), std::string(to_word(role)), role};
    };
    must(give({}, Role::system, {}, BeginEdition{edition_now}));
    for (const Role role : cash_staff) {
        const bool is_first = role == Role::administrator;
        const Actor by = is_first ? Actor{} : person_with(Role::administrator);
        must(give(by, is_first ? Role::system : Role::administrator, {}, add(role)));
    }
    const std::string rules(rules::document_text("rws-etg"));
    must(give(Role::administrator, AdoptRules{rules}));
    Configuration configuration = plan_.tables.front().configuration;
    configuration.rules = sha256(rules);
    configuration.layout_approval = "on file";
    must(give(Role::administrator, AddTable{cash_table, "table 1", configuration}));
    for (const TerminalId terminal : terminals_with_cabinets) {
        must(give(Role::administrator, AddTerminal{terminal, "rws-etg-1"}));
    }
    for (const Role role : cash_staff) must(give(role, LogOn{}));
    must(give({}, Role::system, {}, SetSafeguards{}));
    must(give({}, Role::system, {}, SetCashPolicy{policy_with_signatures()}));
    commit();
}

// The stages in order. Each is tried again until it is done, as a player would.
const std::vector<CashScene::Stage>& CashScene::plan() {
    using Self = CashScene;
    static const std::vector<Stage> stages = {
        {&Self::has_first_note, &Self::insert_first_note},
        {&Self::has_second_note, &Self::insert_second_note},
        {&Self::has_ticket_out, &Self::cash_out_first},
        {&Self::has_ticket_in, &Self::insert_ticket},
        {&Self::has_last_note, &Self::insert_last_note},
        {&Self::has_hand_pay, &Self::cash_out_second},
        {&Self::is_paid, &Self::pay_by_hand},
        {&Self::is_acknowledged, &Self::acknowledge},
    };
    return stages;
}

void CashScene::play() {
    controller_ = std::make_unique<server::CabinetController>(
        process_->loop(), server::CabinetController::Options{
                              .plan = &plan_, .key = server_key(), .ticket_key = ticket_key()});
    process_->loop().set_completion(
        [this](const State& state, Command& command) { controller_->complete(state, command); });
    controller_->start();
    for (const TerminalId terminal : terminals_with_cabinets) {
        process_->loop().execute_system(cash_table, ReportTerminal{terminal, true});
    }
    commit();
    for (std::size_t n = 0; n < cabinets_.size(); ++n) power_on(n);
    settle();
    check_money();
    constexpr int tries_max = 8;
    for (; remains_.stage < plan().size(); ++remains_.stage) {
        const Stage& stage = plan()[remains_.stage];
        for (int tries = 0; !(this->*stage.is_done)(); ++tries) {
            if (tries == tries_max) {
                throw CashFailure("stage " + std::to_string(remains_.stage) + " does not go on");
            }
            (this->*stage.act)();
            settle();
        }
    }
    check_money();
    const Money in = remains_.cabinets[0].stacker + remains_.cabinets[1].stacker;
    if (remains_.cash != in) {
        throw CashFailure("the player has put in " + to_text(in) + " and was paid " +
                          to_text(remains_.cash));
    }
}

const Cabinet& CashScene::known(std::size_t n) const {
    return state().instruments.cabinets.at(terminals_with_cabinets.at(n));
}

Money CashScene::credit(std::size_t n) const {
    const Table& table = state().tables.at(cash_table);
    const StayId stay = table.terminals.at(terminals_with_cabinets.at(n)).stay;
    return stay ? state().ledger.balance(ledger::credit(stay)) : Money();
}

Money CashScene::balance(AccountKind kind) const {
    Money sum;
    for (const auto& [account, amount] : state().ledger.balances()) {
        if (account.kind == kind) sum += amount;
    }
    return sum;
}

const HandPay* CashScene::hand_pay() const {
    const auto& all = state().instruments.hand_pays;
    return all.empty() ? nullptr : &all.begin()->second;
}

server::Reply CashScene::give(Actor actor, Role role, TableId table, Order order) {
    Command command;
    command.stamp.actor = actor;
    command.stamp.role = role;
    if (actor.kind != ActorKind::system) {
        command.stamp.request = last_request(state(), actor) + 1;
    }
    command.stamp.table = table;
    command.stamp.session = session_of(state(), actor, table);
    command.order = std::move(order);
    return process_->loop().execute(std::move(command));
}

server::Reply CashScene::give(Role role, Order order) {
    const bool of_table = state().tables.contains(cash_table);
    const bool makes_it = holds<AddTable>(order) || holds<AdoptRules>(order);
    return give(person_with(role), role, of_table || !makes_it ? cash_table : TableId(),
                std::move(order));
}

void CashScene::must(const server::Reply& reply) const {
    if (!reply.refusal) return;
    throw CashFailure("refused: " + std::string(to_word(reply.refusal->reason)) + " " +
                      reply.detail);
}

// Each of the two orders is durable before the next is given.
void CashScene::give_by_two(Role first, Order order, Role second) {
    const server::Reply reply = give(first, std::move(order));
    must(reply);
    commit();
    if (!reply.authorisation) return;
    must(give(second, Authorise{*reply.authorisation}));
    commit();
}

bool CashScene::save(std::size_t n, const device::cabinet::CabinetMemory& memory) {
    ++saves_;
    if (saves_ == cut_.save && cut_.before) {
        is_dead_[n] = true;
        return false;
    }
    remains_.stacked += memory.tickets_stacked - remains_.cabinets[n].tickets_stacked;
    remains_.cabinets[n] = memory;
    if (saves_ != cut_.save) return true;
    is_dead_[n] = true;
    return false;
}

void CashScene::power_on(std::size_t n) {
    SimulatedCabinet::Options options = cabinet_options(n);
    options.memory = remains_.cabinets[n];
    options.save = [this, n](const auto& memory) { return save(n, memory); };
    options.present = [this](const device::TicketFace& face) { remains_.printed.push_back(face); };
    cabinets_[n] = std::make_unique<SimulatedCabinet>(std::move(options));
    connect(n);
}

void CashScene::connect(std::size_t n) {
    links_[n] = {++connections_};
    controller_->on_connect(links_[n], remains_.now);
    cabinets_[n]->connect();
}

void CashScene::revive_cabinets() {
    for (std::size_t n = 0; n < cabinets_.size(); ++n) {
        if (!std::exchange(is_dead_[n], false)) continue;
        if (cut_.forgets) {
            remains_.cabinets[n].held_note.reset();
            remains_.cabinets[n].held_ticket.reset();
            remains_.cabinets[n].held_print.reset();
        }
        if (cut_.with_server) {
            remains_.disk = drive_.disk();
            drive_.cut();
            throw PowerCut{};
        }
        controller_->on_disconnect(links_[n]);
        commit();
        power_on(n);
    }
}

// One turn of the server. Returns the lines that leave after it.
std::vector<std::pair<server::ConnectionId, std::string>> CashScene::turn() {
    remains_.now = remains_.now + 1;
    server::Loop& loop = process_->loop();
    loop.tick(remains_.now);
    if (controller_) controller_->begin_turn(remains_.now);
    const auto events = loop.commit();
    if (!events && !drive_.is_on()) throw PowerCut{};
    if (!events) throw CashFailure("a commit failed: " + events.error().text());
    if (auto done = loop.compact(); !done) {
        if (!drive_.is_on()) throw PowerCut{};
        throw CashFailure(done.error().text());
    }
    std::vector<std::pair<server::ConnectionId, std::string>> lines;
    if (!controller_) return lines;
    controller_->on_committed(*events);
    for (auto& list : controller_->take_outbox()) {
        for (server::Delivery& delivery : list) {
            for (const auto& text : delivery.messages) lines.emplace_back(delivery.to, *text);
        }
    }
    return lines;
}

// A turn after which no cabinet is told anything.
void CashScene::commit() {
    if (!turn().empty()) throw CashFailure("a cabinet was told something out of turn");
}

// Carries lines both ways until nobody has anything to say.
void CashScene::exchange() {
    for (bool is_quiet = false; !is_quiet;) {
        is_quiet = true;
        for (std::size_t n = 0; n < cabinets_.size(); ++n) {
            while (const auto line = cabinets_[n]->next_line(remains_.now)) {
                controller_->on_line(links_[n], *line, remains_.now);
                is_quiet = false;
            }
        }
        for (const auto& [to, line] : turn()) {
            is_quiet = false;
            for (std::size_t n = 0; n < cabinets_.size(); ++n) {
                if (links_[n] != to || is_dead_[n]) continue;
                const bool goes_on = cabinets_[n]->handle_line(line, remains_.now);
                if (!goes_on && !is_dead_[n]) throw CashFailure("a cabinet hung up");
            }
        }
        if (is_dead_[0] || is_dead_[1]) {
            is_quiet = false;
            revive_cabinets();
        }
    }
}

// Until nothing is under way. Where a printer can't say, two people look.
void CashScene::settle() {
    exchange();
    for (std::size_t n = 0; n < cabinets_.size(); ++n) {
        const std::optional<Hash> ticket = known(n).printing;
        if (!ticket) continue;
        const bool is_printed = std::ranges::any_of(remains_.printed, [&](const auto& face) {
            return device::ticket_name(ticket_key(), face.number) == *ticket;
        });
        const TerminalId terminal = terminals_with_cabinets.at(n);
        give_by_two(Role::supervisor, ResolvePrint{terminal, known(n).job, is_printed, "looked"},
                    Role::shift_manager);
        ++resolved_;
        exchange();
    }
    hand_over();
}

// Attendants give the cash once the journal says that it is paid.
void CashScene::hand_over() {
    for (const auto& [id, one] : state().instruments.hand_pays) {
        if (one.paid && remains_.paid.insert(id).second) remains_.cash += one.amount;
    }
    for (const auto& [name, ticket] : state().instruments.tickets) {
        const bool by_hand =
            ticket.state == TicketState::voided && ticket.changed_by.kind == ActorKind::person;
        if (by_hand && remains_.paid_tickets.insert(name).second) remains_.cash += ticket.amount;
    }
}

void CashScene::cash_out(std::size_t n) {
    const TerminalId terminal = terminals_with_cabinets.at(n);
    must(give({ActorKind::terminal, terminal.number}, Role::player, cash_table,
              CashOut{terminal, {}, {}}));
}

// Its paper is out, so that an attendant must pay.
void CashScene::cash_out_second() {
    cabinets_[1]->inject_fault(CabinetFault::paper_out);
    exchange();
    if (!has_hand_pay()) cash_out(1);
}

void CashScene::pay_by_hand() {
    give_by_two(Role::cashier, PayByHand{state().instruments.hand_pays.begin()->first},
                Role::supervisor);
}

void CashScene::acknowledge() {
    must(give(Role::cashier, AcknowledgeHandPay{state().instruments.hand_pays.begin()->first}));
    commit();
}

// Money in = credit + tickets + unclaimed + paid out, by the books and by what really happened.
void CashScene::check_money() const {
    if (const auto what = broken(state())) throw CashFailure(*what);
    const Money in = remains_.cabinets[0].stacker + remains_.cabinets[1].stacker;
    const auto compare = [](const char* what, Money books, Money real) {
        if (books == real) return;
        throw CashFailure(std::string(what) + ": the books say " + to_text(books) + ", it was " +
                          to_text(real));
    };
    compare("notes in the stackers", -balance(AccountKind::stacker), in);
    compare("cash paid", balance(AccountKind::cash), remains_.cash);
    compare("money in",
            balance(AccountKind::credit) + balance(AccountKind::tickets) +
                balance(AccountKind::unclaimed) + remains_.cash,
            in);
    check_tickets();
}

// Each ticket in the player's hand is good for what it says, and no other ticket is.
void CashScene::check_tickets() const {
    std::size_t good = 0;
    for (const device::TicketFace& face : remains_.printed) {
        const auto found =
            state().instruments.tickets.find(device::ticket_name(ticket_key(), face.number));
        if (found == state().instruments.tickets.end()) throw CashFailure("a ticket is unknown");
        if (found->second.amount != face.amount) throw CashFailure("a ticket shows another amount");
        if (found->second.state == TicketState::printed) ++good;
    }
    const std::size_t in_hand = remains_.printed.size() - remains_.stacked;
    const auto live = std::ranges::count_if(
        state().instruments.tickets, [](const auto& one) { return !is_closed(one.second.state); });
    if (good < in_hand) throw CashFailure("a ticket in the player's hand is worth nothing");
    if (good > in_hand) throw CashFailure("a ticket in a stacker can be redeemed again");
    if (static_cast<std::size_t>(live) != good) throw CashFailure("a ticket has no paper");
}

}  // namespace sicbo::disk
