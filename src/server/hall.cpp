#include "server/hall.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>

#include "device/key.h"
#include "table/authority.h"

namespace sicbo::server {

using namespace table;  // the orders
using wire::Topic;
using wire::TopicKind;

namespace {

std::string quoted(std::string_view text) {
    return boost::json::serialize(boost::json::string_view(text));
}

Topic topic_of(TopicKind kind, std::uint32_t number) { return {kind, number}; }

// Whether the event changes what only some players see of their own, which its postings name.
bool is_private(const Fact& fact) {
    return std::holds_alternative<BetsPlaced>(fact) ||
           std::holds_alternative<BetsWithdrawn>(fact) ||
           std::holds_alternative<LateAttempt>(fact) || std::holds_alternative<CreditPut>(fact) ||
           std::holds_alternative<CreditPaid>(fact);
}

// Whether the event leaves everything as it was that belongs to a player.
bool leaves_players_alone(const Fact& fact) {
    return is_private(fact) || std::holds_alternative<BettingOpened>(fact) ||
           std::holds_alternative<MixStarted>(fact) || std::holds_alternative<MixEnded>(fact) ||
           std::holds_alternative<TumblerArmed>(fact) ||
           std::holds_alternative<ReadingTaken>(fact) ||
           std::holds_alternative<DiceUncovered>(fact) ||
           std::holds_alternative<DiceCovered>(fact) || std::holds_alternative<DiceKeyed>(fact) ||
           std::holds_alternative<ResultEntered>(fact) ||
           std::holds_alternative<LightsReported>(fact) || std::holds_alternative<LoggedOn>(fact) ||
           std::holds_alternative<LoggedOff>(fact);
}

}  // namespace

Hall::Hall(Loop& loop, Options options) : loop_(loop), options_(std::move(options)) {
    deliveries_.resize(options_.threads);
}

void Hall::came(ConnectionId connection) {
    Session session;
    session.nonce = device::random_hash();
    answer(connection, wire::write_hello(session.nonce));
    sessions_.emplace(connection.number, std::move(session));
}

void Hall::left(ConnectionId connection) {
    const auto found = sessions_.find(connection.number);
    if (found == sessions_.end()) return;
    Session& session = found->second;
    for (const Topic topic : session.topics) topics_.unwatch(topic, connection);
    give_up_place(connection, session);
    for (const PersonId person : session.people) {
        live_.erase({ActorKind::person, person.number});
    }
    sessions_.erase(found);
}

void Hall::said(ConnectionId connection, wire::Message message) {
    if (!sessions_.contains(connection.number)) return;  // has left since
    std::visit([&](const auto& ask) { hear(connection, message.id, ask); }, message.ask);
}

void Hall::said_nonsense(ConnectionId connection, std::uint64_t id, const Error& error) {
    ++counts_.nonsense;
    answer(connection, wire::write_error(id, error));
}

const TablePlan* Hall::plan_of(TableId table) const {
    const auto& tables = options_.plan->tables;
    const auto found = std::ranges::find(tables, table, &TablePlan::number);
    return found == tables.end() ? nullptr : &*found;
}

const Table* Hall::table_of(TableId table) const { return find_table(loop_.state(), table); }

StayId Hall::stay_at(const Place& place) const {
    if (!place.terminal) return {place.actor.number};
    return loop_.state().tables.at(place.table).terminals.at(place.terminal).stay;
}

std::string Hall::token_of(const Place& place) const {
    const std::string what = std::to_string(static_cast<int>(place.actor.kind)) + "/" +
                             std::to_string(place.actor.number);
    return to_text(sha256(to_text(options_.place_secret) + what));
}

Answer Hall::by_system(TableId table, Order order) {
    Command command;
    command.stamp.role = rules::Role::system;
    command.stamp.table = table;
    command.order = std::move(order);
    return loop_.take(std::move(command));
}

void Hall::top_up(const TablePlan& plan, const Place& place) {
    const StayId stay = stay_at(place);
    const Money credit = stay ? loop_.state().ledger.balance(ledger::credit(stay)) : Money();
    if (credit >= plan.play_credit) return;
    const StayId seat = place.terminal ? StayId{} : stay;
    by_system(place.table, PutCredit{place.terminal, seat, plan.play_credit - credit});
}

std::optional<Hall::Place> Hall::place_of_token(const TablePlan& plan, std::string_view token) {
    for (const auto& [id, terminal] : table_of(plan.number)->terminals) {
        const Place place{{ActorKind::terminal, id.number}, plan.number, id};
        if (token_of(place) == token) return place;
    }
    for (const auto& [id, stay] : loop_.state().stays) {
        if (stay.table != plan.number || stay.terminal || stay.ended) continue;
        const Place place{{ActorKind::seat, id.number}, plan.number, {}};
        if (token_of(place) == token) return place;
    }
    return std::nullopt;
}

// Whether there is a seat at the felt; one that a guest left behind is given up for it.
bool Hall::free_seat(const TablePlan& plan) {
    std::uint32_t taken = 0;
    StayId left_behind;
    const Table& t = *table_of(plan.number);
    for (const auto& [id, stay] : loop_.state().stays) {
        if (stay.table != plan.number || stay.terminal || stay.ended) continue;
        ++taken;
        const bool plays = live_.contains({ActorKind::seat, id.number}) ||
                           (t.round && t.round->slips.contains(id));
        if (!plays && !left_behind) left_behind = id;
    }
    if (taken < plan.seats) return true;
    return left_behind && !by_system(plan.number, PayCredit{{}, left_behind, {}}).refusal;
}

// A terminal where nobody is connected, or a new seat at the felt.
std::optional<Hall::Place> Hall::find_place(const TablePlan& plan, const wire::Sit& ask) {
    const Table& t = *table_of(plan.number);
    const rules::Game& game = *rules_of(loop_.state(), t).game;
    for (const auto& [id, terminal] : t.terminals) {
        const Actor actor{ActorKind::terminal, id.number};
        const bool wanted = ask.layout.empty() || game.layouts.at(terminal.layout).id == ask.layout;
        // One that was enrolled is its own.
        if (!wanted || !terminal.enabled || terminal.key || live_.contains(actor)) continue;
        return Place{actor, plan.number, id};
    }
    if (game.equipment.terminals || !free_seat(plan)) return std::nullopt;
    const StayId stay{loop_.state().stays_begun + 1};
    const Answer answer = by_system(plan.number, TakeSeat{"Guest " + std::to_string(stay.number)});
    if (answer.refusal) return std::nullopt;
    return Place{{ActorKind::seat, stay.number}, plan.number, {}};
}

void Hall::take_place(ConnectionId connection, const Place& place) {
    const auto before = live_.find(place.actor);
    if (before != live_.end() && before->second != connection) {
        // The same guest from elsewhere: the older connection is most likely dead.
        const ConnectionId old = before->second;
        sessions_.at(old.number).place.reset();
        tell(old, std::make_shared<const std::string>("{\"notice\":\"taken_over\"}"));
        deliveries_[old.number % options_.threads][places_.at(old.number)].last = true;
    }
    live_[place.actor] = connection;
    sessions_.at(connection.number).place = place;
}

void Hall::give_up_place(ConnectionId connection, Session& session) {
    if (!session.place) return;
    const auto found = live_.find(session.place->actor);
    if (found != live_.end() && found->second == connection) live_.erase(found);
    session.place.reset();
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::Sit& ask) {
    const TablePlan* plan = plan_of(ask.table);
    if (!plan || !table_of(ask.table)) return refuse(connection, id, "no_such_table");
    if (!plan->configuration.training || plan->play_credit == Money()) {
        return refuse(connection, id, "not_allowed", "only a training table seats whoever comes");
    }
    const Session& session = sessions_.at(connection.number);
    if (session.place) return refuse(connection, id, "name_taken", "you have a place");
    std::optional<Place> place;
    if (!ask.token.empty()) place = place_of_token(*plan, ask.token);
    const bool back = place.has_value();
    if (!place) place = find_place(*plan, ask);
    if (!place) return refuse(connection, id, "no_such_terminal", "no place is free");
    take_place(connection, *place);
    if (!back) top_up(*plan, *place);
    seat(connection, id, *place, true);
}

void Hall::seat(ConnectionId connection, std::uint64_t id, const Place& place, bool with_token) {
    const TopicKind kind = place.terminal ? TopicKind::terminal : TopicKind::seat;
    wire::Extras extras = {{"topic", quoted(to_text(topic_of(kind, place.actor.number)))},
                           {"table", std::to_string(place.table.number)},
                           {"number", std::to_string(place.actor.number)},
                           {"request", std::to_string(last_request(place.actor))}};
    if (with_token) extras.emplace_back("token", quoted(token_of(place)));
    answer(connection, wire::write_answer(id, extras));
}

// Whoever sets terminals up asks for a code, and types it in at the terminal.
void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::NewCode& ask) {
    constexpr std::int64_t valid_milliseconds = 600'000;
    const Session& session = sessions_.at(connection.number);
    const State& state = loop_.state();
    if (!session.people.contains(ask.person)) return refuse(connection, id, "not_logged_on");
    const Person& person = state.people.at(ask.person);
    const bool may = may_act(person) && (holds_role(person, rules::Role::technician, state.at) ||
                                         holds_role(person, rules::Role::supervisor, state.at));
    if (!may) return refuse(connection, id, "not_allowed");
    const Table* t = table_of(ask.table);
    if (!t) return refuse(connection, id, "no_such_table");
    if (!t->terminals.contains(ask.terminal)) return refuse(connection, id, "no_such_terminal");
    std::erase_if(codes_, [&](const auto& one) {
        return one.second.terminal == ask.terminal || one.second.until <= now_;
    });
    const std::string code = new_password();
    codes_[code] = {ask.table, ask.terminal, now_ + valid_milliseconds};
    answer(connection, wire::write_answer(id, {{"code", quoted(code)}}));
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::Enrol& ask) {
    const auto found = codes_.find(ask.code);
    if (found == codes_.end() || found->second.until <= now_) {
        return refuse(connection, id, "wrong_code");
    }
    const Code code = found->second;
    codes_.erase(found);
    const Answer got = by_system(code.table, EnrolTerminal{code.terminal, ask.key});
    if (got.refusal) return refuse(connection, id, to_word(got.refusal->reason));
    answer(connection, wire::write_answer(id, {{"table", std::to_string(code.table.number)},
                                               {"number", std::to_string(code.terminal.number)}}));
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::ProveTerminal& ask) {
    const Session& session = sessions_.at(connection.number);
    if (session.place) return refuse(connection, id, "name_taken", "you have a place");
    for (const auto& [table, t] : loop_.state().tables) {
        const auto found = t.terminals.find(ask.terminal);
        if (found == t.terminals.end() || !found->second.key) continue;
        const std::string text = wire::terminal_proof(session.nonce, ask.terminal);
        if (!device::is_signed(*found->second.key, text, ask.signature)) break;
        const Place place{{ActorKind::terminal, ask.terminal.number}, table, ask.terminal};
        take_place(connection, place);
        return seat(connection, id, place, false);
    }
    refuse(connection, id, "wrong_key", "no such terminal was enrolled with this key");
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::Rise&) {
    Session& session = sessions_.at(connection.number);
    if (!session.place) return refuse(connection, id, "no_such_stay", "you have no place");
    const Place place = *session.place;
    // At a felt the seat is free for the next; bets that lie there are played first.
    if (!place.terminal) by_system(place.table, PayCredit{{}, stay_at(place), {}});
    for (const TopicKind kind : {TopicKind::terminal, TopicKind::seat}) {
        const Topic topic = topic_of(kind, place.actor.number);
        if (session.topics.erase(topic) > 0) topics_.unwatch(topic, connection);
    }
    give_up_place(connection, session);
    answer(connection, wire::write_answer(id));
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::TopUp&) {
    const Session& session = sessions_.at(connection.number);
    if (!session.place) return refuse(connection, id, "no_such_stay", "you have no place");
    const TablePlan* plan = plan_of(session.place->table);
    if (!plan || !plan->configuration.training) return refuse(connection, id, "not_allowed");
    top_up(*plan, *session.place);
    answer(connection, wire::write_answer(id));
}

PersonId Hall::person_named(std::string_view name) const {
    for (const auto& [person, one] : loop_.state().people) {
        if (one.name == name) return person;
    }
    return {};
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::Enter& ask) {
    PasswordCheck check{connection, id, person_named(ask.name), no_hash(), ask.password, {}, false};
    if (const auto* account = options_.accounts->of(check.person)) check.hash = account->hash;
    options_.check_password(std::move(check));
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::SetPassword& ask) {
    if (ask.fresh.size() < password_shortest || ask.fresh.size() > password_longest) {
        return refuse(connection, id, "bad_text", "a password has 8 to 200 bytes");
    }
    PasswordCheck check{connection, id,        person_named(ask.name), no_hash(),
                        ask.old,    ask.fresh, bool{ask.person}};
    if (ask.person) {
        const bool here = sessions_.at(connection.number).people.contains(ask.person);
        if (!here) return refuse(connection, id, "not_logged_on");
        const State& state = loop_.state();
        if (!holds_role(state.people.at(ask.person), rules::Role::administrator, state.at)) {
            return refuse(connection, id, "not_allowed");
        }
        if (!check.person) return refuse(connection, id, "no_such_person");
    }
    if (const auto* account = options_.accounts->of(check.person)) check.hash = account->hash;
    options_.check_password(std::move(check));
}

void Hall::checked(const PasswordCheck& check, bool right) {
    const State& state = loop_.state();
    const auto person = state.people.find(check.person);
    if (person == state.people.end()) {
        return refuse(check.connection, check.id, "wrong_password");
    }
    if (check.by_administrator) return set_password(check);
    if (!may_act(person->second)) return refuse(check.connection, check.id, "person_disabled");
    if (!right) {
        by_system({}, ReportFailedLogOn{check.person});
        return refuse(check.connection, check.id, "wrong_password");
    }
    if (!check.fresh.empty()) return set_password(check);
    if (options_.accounts->of(check.person)->once) {
        return refuse(check.connection, check.id, "password_once", "choose a password of your own");
    }
    entered(check);
}

void Hall::set_password(const PasswordCheck& check) {
    const auto done = options_.accounts->set(check.person, {check.fresh, check.by_administrator});
    if (!done) return refuse(check.connection, check.id, "disk_full", done.error().text());
    answer(check.connection, wire::write_answer(check.id));
}

void Hall::entered(const PasswordCheck& check) {
    const auto found = sessions_.find(check.connection.number);
    if (found == sessions_.end()) return;  // has left since
    const Person& person = loop_.state().people.at(check.person);
    const Actor actor{ActorKind::person, check.person.number};
    const auto before = live_.find(actor);
    if (before != live_.end() && before->second != check.connection) {
        sessions_.at(before->second.number).people.erase(check.person);
        tell(before->second,
             std::make_shared<const std::string>("{\"notice\":\"entered_elsewhere\",\"as\":" +
                                                 std::to_string(check.person.number) + "}"));
    }
    live_[actor] = check.connection;
    found->second.people.insert(check.person);
    answer(check.connection,
           wire::write_answer(check.id, {{"as", std::to_string(check.person.number)},
                                         {"name", quoted(person.name)},
                                         {"role", quoted(to_word(person.role))},
                                         {"request", std::to_string(last_request(actor))}}));
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::Leave& ask) {
    Session& session = sessions_.at(connection.number);
    if (session.people.erase(ask.person) == 0) {
        return refuse(connection, id, "not_logged_on");
    }
    live_.erase({ActorKind::person, ask.person.number});
    if (session.people.empty()) {
        std::erase_if(session.topics, [&](const Topic topic) {
            if (may_watch(session, topic)) return false;
            topics_.unwatch(topic, connection);
            return true;
        });
    }
    answer(connection, wire::write_answer(id));
}

bool Hall::may_watch(const Session& session, Topic topic) const {
    switch (topic.kind) {
        case TopicKind::property:
        case TopicKind::table: return true;
        case TopicKind::terminal:
            return session.place && session.place->terminal.number == topic.number;
        case TopicKind::seat:
            return session.place && !session.place->terminal &&
                   session.place->actor.number == topic.number;
        case TopicKind::console:
        case TopicKind::places: return !session.people.empty();
    }
    return false;
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::Watch& ask) {
    Session& session = sessions_.at(connection.number);
    const TopicKind kind = ask.topic.kind;
    const bool of_table =
        kind == TopicKind::table || kind == TopicKind::console || kind == TopicKind::places;
    if (of_table && !table_of({ask.topic.number})) {
        return refuse(connection, id, "no_such_table");
    }
    if (!may_watch(session, ask.topic)) return refuse(connection, id, "not_allowed");
    session.topics.insert(ask.topic);
    topics_.watch(ask.topic, connection);
    answer(connection, wire::write_answer(id));
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::Unwatch& ask) {
    sessions_.at(connection.number).topics.erase(ask.topic);
    topics_.unwatch(ask.topic, connection);
    answer(connection, wire::write_answer(id));
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::Rounds& ask) {
    const Session& session = sessions_.at(connection.number);
    if (!table_of(ask.table)) return refuse(connection, id, "no_such_table");
    const bool at_table = session.place && session.place->table == ask.table;
    const StayId stay = at_table ? stay_at(*session.place) : StayId{};
    answer(connection,
           wire::write_answer(
               id, {{"rounds", wire::rounds_text(loop_.state(), ask.table, stay, ask.most)}}));
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::SelfCheck& ask) {
    const Session& session = sessions_.at(connection.number);
    if (!session.people.contains(ask.person)) return refuse(connection, id, "not_logged_on");
    options_.self_check();
    const auto& program = loop_.state().program;
    answer(connection,
           wire::write_answer(id, {{"program", quoted(program ? to_text(*program) : "")}}));
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::Misbehave& ask) {
    const Session& session = sessions_.at(connection.number);
    const Table* t = table_of(ask.table);
    if (!t) return refuse(connection, id, "no_such_table");
    if (!session.people.contains(ask.person)) return refuse(connection, id, "not_logged_on");
    const State& state = loop_.state();
    const bool trains = holds_role(state.people.at(ask.person), rules::Role::technician, state.at);
    if (!trains || !t->configuration.training) return refuse(connection, id, "not_allowed");
    if (!options_.misbehave(ask.table, ask.misdeed)) {
        return refuse(connection, id, "bad_text", "there is no such misdeed, or no such tumbler");
    }
    answer(connection, wire::write_answer(id));
}

bool Hall::begins_round(const Table& t, const Order& order) const {
    const bool first =
        std::holds_alternative<OpenBetting>(order) || std::holds_alternative<StartMix>(order);
    return first && !t.round;
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::Give& ask) {
    const Session& session = sessions_.at(connection.number);
    Command command;
    command.stamp.request = id;
    command.stamp.table = ask.table;
    if (ask.person || !session.place) {
        const bool only_one = !ask.person && session.people.size() == 1;
        const PersonId person = only_one ? *session.people.begin() : ask.person;
        if (!session.people.contains(person)) {
            return refuse(connection, id, "not_logged_on",
                          "enter with your name and password first");
        }
        command.stamp.actor = {ActorKind::person, person.number};
        command.stamp.role = ask.role.value_or(loop_.state().people.at(person).role);
    } else {
        if (ask.table && ask.table != session.place->table) {
            return refuse(connection, id, "no_such_table", "you are at another table");
        }
        command.stamp.actor = session.place->actor;
        command.stamp.role = rules::Role::player;
        command.stamp.table = session.place->table;
    }
    const Table* t = table_of(command.stamp.table);
    if (finishing_ && t && begins_round(*t, ask.order)) {
        return refuse(connection, id, "stopping", "the server is about to stop");
    }
    command.order = ask.order;
    const Answer got = loop_.take(std::move(command));
    ++(got.refusal ? counts_.refused : counts_.followed);
    if (got.refusal) {
        return answer(connection,
                      wire::write_refusal(id, to_word(got.refusal->reason), got.refusal->clause,
                                          got.detail, got.answers));
    }
    wire::Extras extras;
    if (got.needs) extras.emplace_back("needs", quoted(to_text(*got.needs)));
    answer(connection, wire::write_answer(id, got.answers, extras));
}

std::uint64_t Hall::last_request(Actor actor) const {
    const auto found = loop_.state().recent.find(actor);
    if (found == loop_.state().recent.end()) return 0;
    std::uint64_t last = found->second.forgotten;
    for (const Outcome& outcome : found->second.outcomes) last = std::max(last, outcome.request);
    return last;
}

wire::Parts Hall::view(Topic topic) const {
    const State& state = loop_.state();
    switch (topic.kind) {
        case TopicKind::property: return wire::property_view(state);
        case TopicKind::table: {
            const TablePlan* plan = plan_of({topic.number});
            return wire::table_view(state, {topic.number},
                                    plan ? plan->setting() : wire::TableSetting());
        }
        case TopicKind::terminal:
            for (const auto& [id, t] : state.tables) {
                if (t.terminals.contains({topic.number})) {
                    return wire::terminal_view(state, id, {topic.number});
                }
            }
            return {};
        case TopicKind::seat: return wire::seat_view(state, {topic.number});
        case TopicKind::console: return wire::console_view(state, {topic.number});
        case TopicKind::places: return wire::places_view(state, {topic.number});
    }
    return {};
}

void Hall::told(const std::vector<Happened>& happened) {
    const State& state = loop_.state();
    const auto touch_player = [&](StayId stay) {
        const auto found = state.stays.find(stay);
        if (found == state.stays.end()) return;
        const TerminalId terminal = found->second.terminal;
        topics_.touch(terminal ? topic_of(TopicKind::terminal, terminal.number)
                               : topic_of(TopicKind::seat, stay.number));
    };
    for (const Happened& one : happened) {
        const Event& event = one.event;
        const std::uint32_t table = event.stamp.table.number;
        topics_.touch(topic_of(TopicKind::places, table));
        for (const ledger::Posting& posting : event.postings) {
            for (const ledger::Account account : {posting.from, posting.to}) {
                const bool of_stay = account.kind == ledger::AccountKind::credit ||
                                     account.kind == ledger::AccountKind::receivable ||
                                     account.kind == ledger::AccountKind::unclaimed;
                if (of_stay) touch_player({account.owner});
            }
        }
        const Table* t = find_table(state, event.stamp.table);
        const bool felt = t && !rules_of(state, *t).game->equipment.terminals;
        if (is_private(event.fact) && !felt) continue;
        topics_.touch(topic_of(TopicKind::table, table));
        topics_.touch(topic_of(TopicKind::console, table));
        topics_.touch(topic_of(TopicKind::property, 0));
        if (leaves_players_alone(event.fact) || !t) continue;
        for (const auto& [id, terminal] : t->terminals) {
            topics_.touch(topic_of(TopicKind::terminal, id.number));
        }
        if (felt) topics_.touch_all(TopicKind::seat);
    }
}

std::vector<std::vector<Delivery>> Hall::take_deliveries(Instant at) {
    topics_.tell([this](Topic topic) { return view(topic); }, loop_.state().sequence, at,
                 [this](ConnectionId to, const Text& text) { tell(to, text); });
    places_.clear();
    std::vector<std::vector<Delivery>> all(options_.threads);
    all.swap(deliveries_);
    return all;
}

void Hall::tell(ConnectionId connection, Text text) {
    std::vector<Delivery>& list = deliveries_[connection.number % options_.threads];
    const auto [at, is_new] = places_.try_emplace(connection.number, list.size());
    if (is_new) list.push_back({connection, {}, false});
    list[at->second].messages.push_back(std::move(text));
}

void Hall::answer(ConnectionId connection, std::string text) {
    tell(connection, std::make_shared<const std::string>(std::move(text)));
}

void Hall::refuse(ConnectionId connection, std::uint64_t id, std::string_view reason,
                  std::string_view detail) {
    answer(connection, wire::write_refusal(id, reason, {}, detail));
}

}  // namespace sicbo::server
