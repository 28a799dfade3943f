// Where players are: places of training tables for whoever comes, and terminals with their own
// keys.
#include "server/hall.h"

#include <charconv>

#include "device/key.h"

namespace sicbo::server {

using namespace table;  // the orders
using wire::Topic;
using wire::TopicKind;

StayId Hall::stay_at(const Place& place) const {
    if (!place.terminal) return {place.actor.number};
    return loop_.state().tables.at(place.table).terminals.at(place.terminal).stay;
}

// "t101-" or "s7-", since when its guest sits there, and a hash that only we can make.
std::string Hall::token_of(const Place& place, Instant since) const {
    const std::string what = (place.terminal ? "t" : "s") + std::to_string(place.actor.number) +
                             "-" + std::to_string(since.milliseconds) + "-";
    return what + to_text(sha256(to_text(options_.place_secret) + what));
}

// Why there is no more play credit than before; nothing if there is.
std::optional<std::string_view> Hall::top_up(const TablePlan& plan, const Place& place) {
    const StayId stay = stay_at(place);
    const Money credit = stay ? loop_.state().ledger.balance(ledger::credit(stay)) : Money();
    if (credit >= plan.play_credit) return "credit_full";
    const StayId seat = place.terminal ? StayId{} : stay;
    const Reply got = loop_.execute_system(
        place.table, PutCredit{place.terminal, seat, plan.play_credit - credit});
    if (got.refusal) return to_word(got.refusal->reason);
    return std::nullopt;
}

// Only of the last guest there. After a restart nobody knows who that was, and whoever comes first
// with a token is.
std::optional<Hall::Place> Hall::place_of_token(const TablePlan& plan, std::string_view token) {
    if (token.empty()) return std::nullopt;
    const char* end = token.data() + token.size();
    std::uint32_t number = 0;
    const auto [dash, wrong] = std::from_chars(token.data() + 1, end, number);
    Instant since;
    if (wrong != std::errc() || dash == end) return std::nullopt;
    std::from_chars(dash + 1, end, since.milliseconds);
    Place place{{ActorKind::seat, number}, plan.number, {}};
    if (token.starts_with('t')) {
        const auto& terminals = table_of(plan.number)->terminals;
        const auto found = terminals.find({number});
        // One that was enrolled since is no guest's any more.
        if (found == terminals.end() || found->second.key) return std::nullopt;
        place = {{ActorKind::terminal, number}, plan.number, {number}};
    } else {
        const auto found = loop_.state().stays.find({number});
        if (found == loop_.state().stays.end()) return std::nullopt;
        const Stay& stay = found->second;
        if (stay.table != plan.number || stay.terminal || stay.ended) return std::nullopt;
    }
    if (token_of(place, since) != token) return std::nullopt;
    const auto [guest, is_first] = guests_.try_emplace(place.actor, since);
    return is_first || guest->second == since ? std::optional(place) : std::nullopt;
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
    return left_behind &&
           !loop_.execute_system(plan.number, PayCredit{{}, left_behind, {}}).refusal;
}

// A terminal where nobody is connected, or a new seat at the felt. One whose guest may come back,
// since the credit is still there, is given away last, and not while there are bets of its guest.
std::optional<Hall::Place> Hall::find_place(const TablePlan& plan, const wire::Sit& ask) {
    const Table& t = *table_of(plan.number);
    const rules::Game& game = *rules_of(loop_.state(), t).game;
    std::optional<Place> left_behind;
    for (const auto& [id, terminal] : t.terminals) {
        const Actor actor{ActorKind::terminal, id.number};
        const bool wanted = ask.layout.empty() || game.layouts.at(terminal.layout).id == ask.layout;
        // One that was enrolled is its own.
        if (!wanted || !terminal.enabled || terminal.key || live_.contains(actor)) continue;
        const Place place{actor, plan.number, id};
        if (!terminal.stay) return place;
        if (!left_behind && !(t.round && t.round->slips.contains(terminal.stay))) {
            left_behind = place;
        }
    }
    if (left_behind) return left_behind;
    if (game.equipment.terminals || !free_seat(plan)) return std::nullopt;
    const StayId stay{loop_.state().stays_begun + 1};
    const Reply answer =
        loop_.execute_system(plan.number, TakeSeat{"Guest " + std::to_string(stay.number)});
    if (answer.refusal) return std::nullopt;
    return Place{{ActorKind::seat, stay.number}, plan.number, {}};
}

void Hall::take_place(ConnectionId connection, const Place& place) {
    displace(place.actor);  // the same from elsewhere: the older connection is most likely dead
    live_[place.actor] = connection;
    sessions_.at(connection.number).place = place;
    if (!place.terminal) return;
    lost_.erase(place.terminal);
    loop_.execute_system(place.table, ReportTerminal{place.terminal, true});
}

void Hall::give_up_place(ConnectionId connection, Session& session) {
    if (!session.place) return;
    const Place place = *session.place;
    for (const TopicKind kind : {TopicKind::terminal, TopicKind::seat}) {
        const Topic topic = Topic{kind, place.actor.number};
        if (session.topics.erase(topic) > 0) topics_.unwatch(topic, connection);
    }
    live_.erase(place.actor);
    session.place.reset();
    if (place.terminal) lose(place.table, place.terminal);
}

void Hall::displace(const Actor& actor) {
    const auto found = live_.find(actor);
    if (found == live_.end()) return;
    const ConnectionId old = found->second;
    give_up_place(old, sessions_.at(old.number));
    tell(old, std::make_shared<const std::string>("{\"notice\":\"taken_over\"}"));
    delivery_to(old).last = true;
}

// Whether anybody cares that the terminal is gone. Guests come and go at a table that runs by
// itself, and nobody is there to decide what becomes of it.
bool Hall::is_missed(TableId table, TerminalId terminal) const {
    const TablePlan* plan = plan_of(table);
    const bool deals = !plan || plan->mode != Mode::automatic;
    return deals || loop_.state().tables.at(table).terminals.at(terminal).key;
}

void Hall::lose(TableId table, TerminalId terminal) {
    if (is_missed(table, terminal)) lost_[terminal] = {table, now_ + options_.gone_after};
}

// A connection that comes back at once leaves nothing in the journal.
void Hall::report_lost() {
    std::erase_if(lost_, [&](const auto& one) {
        const auto& [terminal, lost] = one;
        if (now_ < lost.until) return false;
        loop_.execute_system(lost.table, ReportTerminal{terminal, false});
        return true;
    });
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
    if (!back) {
        guests_[place->actor] = std::max(now_, guests_[place->actor] + 1);
        top_up(*plan, *place);
    }
    seat(connection, id, *place, true);
}

void Hall::seat(ConnectionId connection, std::uint64_t id, const Place& place, bool with_token) {
    const TopicKind kind = place.terminal ? TopicKind::terminal : TopicKind::seat;
    wire::Extras extras = {{"topic", wire::quoted(to_text(Topic{kind, place.actor.number}))},
                           {"table", std::to_string(place.table.number)},
                           {"number", std::to_string(place.actor.number)},
                           {"request", std::to_string(last_request(loop_.state(), place.actor))}};
    if (with_token) {
        extras.emplace_back("token", wire::quoted(token_of(place, guests_.at(place.actor))));
    }
    answer(connection, wire::write_answer(id, extras));
}

// Whoever sets terminals up asks for a code, and types it in at the terminal.
void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::NewCode& ask) {
    constexpr std::int64_t valid_milliseconds = 600'000;
    const Session& session = sessions_.at(connection.number);
    if (!session.people.contains(ask.person)) return refuse(connection, id, "not_logged_on");
    if (!acts_as(ask.person, rules::Role::technician) &&
        !acts_as(ask.person, rules::Role::supervisor)) {
        return refuse(connection, id, "not_allowed");
    }
    const Table* t = table_of(ask.table);
    if (!t) return refuse(connection, id, "no_such_table");
    if (!t->terminals.contains(ask.terminal)) return refuse(connection, id, "no_such_terminal");
    std::erase_if(codes_, [&](const auto& one) {
        return one.second.terminal == ask.terminal || one.second.until <= now_;
    });
    const std::string code = new_password();
    codes_[code] = {ask.table, ask.terminal, now_ + valid_milliseconds};
    answer(connection, wire::write_answer(id, {{"code", wire::quoted(code)}}));
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::Enrol& ask) {
    const auto found = codes_.find(ask.code);
    if (found == codes_.end() || found->second.until <= now_) {
        return refuse(connection, id, "wrong_code");
    }
    const Code code = found->second;
    codes_.erase(found);
    const Reply got = loop_.execute_system(code.table, EnrolTerminal{code.terminal, ask.key});
    if (got.refusal) return refuse(connection, id, to_word(got.refusal->reason));
    // Whoever is there now, a guest or with an older key, is so no longer.
    displace({ActorKind::terminal, code.terminal.number});
    lose(code.table, code.terminal);  // until it proves itself
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
    if (!place.terminal) loop_.execute_system(place.table, PayCredit{{}, stay_at(place), {}});
    guests_[place.actor] = std::max(now_, guests_[place.actor] + 1);  // its token is worth nothing
    give_up_place(connection, session);
    answer(connection, wire::write_answer(id));
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::TopUp&) {
    const Session& session = sessions_.at(connection.number);
    if (!session.place) return refuse(connection, id, "no_such_stay", "you have no place");
    const TablePlan* plan = plan_of(session.place->table);
    if (!plan || !plan->configuration.training) return refuse(connection, id, "not_allowed");
    if (const auto why = top_up(*plan, *session.place)) return refuse(connection, id, *why);
    answer(connection, wire::write_answer(id));
}

}  // namespace sicbo::server
