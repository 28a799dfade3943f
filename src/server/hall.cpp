#include "server/hall.h"

#include <algorithm>

#include "device/key.h"
#include "table/authority.h"

namespace sicbo::server {

using namespace table;  // the orders
using wire::Topic;
using wire::TopicKind;

namespace {

// Whether the event changes what only some players see of their own, which its postings name.
bool is_private(const Fact& fact) {
    return std::holds_alternative<BetsPlaced>(fact) ||
           std::holds_alternative<BetsWithdrawn>(fact) ||
           std::holds_alternative<LateAttempt>(fact) || std::holds_alternative<CreditPut>(fact) ||
           std::holds_alternative<CreditPaid>(fact) ||
           std::holds_alternative<TerminalReported>(fact);  // staff see it among the places
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
           std::holds_alternative<LoggedOff>(fact) || std::holds_alternative<RoundBegun>(fact) ||
           std::holds_alternative<DiceCommitted>(fact) ||
           std::holds_alternative<ReadingProved>(fact) ||
           std::holds_alternative<DiceRevealed>(fact);
}

// The one player's place that the event is about, if it is about one.
struct Concerned {
    TerminalId terminal;
    StayId stay;
};
Concerned concerned(const Fact& fact) {
    return std::visit(
        [](const auto& one) {
            Concerned place;
            if constexpr (requires { place.terminal = one.terminal; })
                place.terminal = one.terminal;
            if constexpr (requires { place.stay = one.stay; }) place.stay = one.stay;
            return place;
        },
        fact);
}

}  // namespace

Hall::Hall(Loop& loop, Options options, Instant now)
    : loop_(loop), options_(std::move(options)), now_(now) {
    deliveries_.resize(options_.threads);
    // Those that were there before the server stopped have as long to come back as others.
    for (const auto& [table, t] : loop_.state().tables) {
        for (const auto& [id, terminal] : t.terminals) {
            if (terminal.key || terminal.stay) lose(table, id);
        }
    }
}

void Hall::came(ConnectionId connection) {
    Session session;
    session.nonce = device::random_hash();
    answer(connection, wire::write_hello(session.nonce));
    sessions_.emplace(connection.number, std::move(session));
    arrived_.push_back({connection, now_ + options_.idle_most});
}

void Hall::begin(Instant at) {
    now_ = at;
    close_idle();
    report_lost();
}

// A connection that watches nothing, has no place and nobody entered on is only in the way.
void Hall::close_idle() {
    while (!arrived_.empty() && arrived_.front().until <= now_) {
        const ConnectionId connection = arrived_.front().connection;
        arrived_.pop_front();
        const auto found = sessions_.find(connection.number);
        if (found == sessions_.end()) continue;  // has left since
        const Session& session = found->second;
        if (session.place || !session.people.empty() || !session.topics.empty()) continue;
        if (session.checks > 0) {  // that it waits is not its fault
            arrived_.push_back({connection, now_ + options_.idle_most});
            continue;
        }
        Delivery& delivery = delivery_to(connection);
        delivery.last = true;
        delivery.close_reason = "nothing asked";
    }
}

std::optional<Instant> Hall::waiting() const {
    std::optional<Instant> first = topics_.waiting();
    const auto sooner = [&](Instant at) {
        if (!first || at < *first) first = at;
    };
    if (!arrived_.empty()) sooner(arrived_.front().until);
    for (const auto& [terminal, lost] : lost_) sooner(lost.until);
    return first;
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
           wire::write_answer(id, {{"rounds", wire::rounds_text(loop_.state(), ask, stay)}}));
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::SelfCheck& ask) {
    const Session& session = sessions_.at(connection.number);
    if (!session.people.contains(ask.person)) return refuse(connection, id, "not_logged_on");
    if (self_checks_.empty()) options_.self_check();  // or one is under way
    self_checks_.emplace_back(connection, id);
}

void Hall::self_checked() {
    const auto& program = loop_.state().program;
    for (const auto& [connection, id] : std::exchange(self_checks_, {})) {
        if (!sessions_.contains(connection.number)) continue;  // has left since
        answer(connection, wire::write_answer(
                               id, {{"program", wire::quoted(program ? to_text(*program) : "")}}));
    }
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::Misbehave& ask) {
    const Session& session = sessions_.at(connection.number);
    const Table* t = table_of(ask.table);
    if (!t) return refuse(connection, id, "no_such_table");
    if (!session.people.contains(ask.person)) return refuse(connection, id, "not_logged_on");
    const bool trains = acts_as(ask.person, rules::Role::technician);
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

// Whether nothing is known of it. What is known gets the answer that it had, and what is too old is
// refused for that; but a request that was refused before, or never came, may still be followed
// now.
bool Hall::is_new(const Stamp& stamp) const {
    const auto& all = loop_.state().recent;
    const auto found = all.find(stamp.actor);
    if (found == all.end()) return true;
    const auto& [highest, forgotten, outcomes] = found->second;
    if (stamp.request > highest) return true;
    if (stamp.request <= forgotten) return false;
    return std::ranges::find(outcomes, stamp.request, &Outcome::request) == outcomes.end();
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
    if (ask.round && t && is_new(command.stamp) && !(t->round && t->round->number == ask.round)) {
        ++counts_.refused;
        return refuse(connection, id, to_word(Reason::wrong_round), "that round is not in play");
    }
    command.order = ask.order;
    const Reply got = loop_.execute(std::move(command));
    ++(got.refusal ? counts_.refused : counts_.followed);
    if (got.refusal) {
        return answer(connection,
                      wire::write_refusal(id, to_word(got.refusal->reason), got.refusal->clause,
                                          got.detail, got.answers));
    }
    wire::Extras extras;
    if (got.authorisation) extras.emplace_back("needs", wire::quoted(to_text(*got.authorisation)));
    answer(connection, wire::write_answer(id, got.answers, extras));
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

void Hall::told(const std::vector<CommittedEvent>& happened) {
    const State& state = loop_.state();
    const auto touch_player = [&](StayId stay) {
        const auto found = state.stays.find(stay);
        if (found == state.stays.end()) return;
        const TerminalId terminal = found->second.terminal;
        topics_.touch(terminal ? Topic{TopicKind::terminal, terminal.number}
                               : Topic{TopicKind::seat, stay.number});
    };
    for (const CommittedEvent& one : happened) {
        const Event& event = one.event;
        const std::uint32_t table = event.stamp.table.number;
        if (const auto* disabled = std::get_if<PersonDisabled>(&event.fact)) {
            const auto here = live_.find({ActorKind::person, disabled->person.number});
            if (here != live_.end()) dismiss(ConnectionId(here->second), disabled->person);
        }
        topics_.touch(Topic{TopicKind::places, table});
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
        topics_.touch(Topic{TopicKind::table, table});
        topics_.touch(Topic{TopicKind::console, table});
        topics_.touch(Topic{TopicKind::property, 0});
        if (leaves_players_alone(event.fact) || !t) continue;
        if (const auto [own, stay] = concerned(event.fact); own || stay) {
            if (own) topics_.touch(Topic{TopicKind::terminal, own.number});
            touch_player(stay);
            continue;
        }
        for (const auto& [id, terminal] : t->terminals) {
            topics_.touch(Topic{TopicKind::terminal, id.number});
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

Delivery& Hall::delivery_to(ConnectionId connection) {
    std::vector<Delivery>& list = deliveries_[connection.number % options_.threads];
    const auto [at, is_new] = places_.try_emplace(connection.number, list.size());
    if (is_new) list.emplace_back().to = connection;
    return list[at->second];
}

void Hall::tell(ConnectionId connection, Text text) {
    delivery_to(connection).messages.push_back(std::move(text));
}

void Hall::answer(ConnectionId connection, std::string text) {
    tell(connection, std::make_shared<const std::string>(std::move(text)));
}

void Hall::refuse(ConnectionId connection, std::uint64_t id, std::string_view reason,
                  std::string_view detail) {
    answer(connection, wire::write_refusal(id, reason, {}, detail));
}

}  // namespace sicbo::server
