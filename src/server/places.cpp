// SPDX-License-Identifier: MIT
#include "server/places.h"

#include <algorithm>
#include <charconv>

#include "core/hash.h"
#include "server/log.h"

namespace sicbo::server {

using namespace table;
using wire::Topic;
using wire::TopicKind;

Places::Places(Loop& loop, const PropertyPlan& plan, SessionRegistry& registry,
               Publisher& publisher, Outbox& outbox, const Options& options, Instant now)
    : loop_(loop),
      plan_(plan),
      registry_(registry),
      publisher_(publisher),
      outbox_(outbox),
      options_(options),
      guests_(options.guests ? *options.guests : own_guests_) {
    const auto is_guest_of_place = [&](const Actor& place) {
        if (place.kind != ActorKind::seat) return true;
        const auto stay = loop_.state().stays.find({place.number});
        return stay != loop_.state().stays.end() && !stay->second.ended;
    };
    if (auto done = guests_.prune(is_guest_of_place); !done) {
        log(LogLevel::error, "the list of guests can't be written", {{"why", done.error().text()}});
    }
    for (const auto& [table, t] : loop_.state().tables) {
        for (const auto& [id, terminal] : t.terminals) {
            if (terminal.key || terminal.stay) expect_terminal(table, id, now);
            if (terminal.key || !terminal.stay) continue;
            await_return({ActorKind::terminal, id.number},
                         {table, now + options_.guest_grace.count()});
        }
    }
    for (const auto& [id, stay] : loop_.state().stays) {
        if (!is_guest(stay)) continue;
        await_return({ActorKind::seat, id.number},
                     {stay.table, now + options_.guest_grace.count()});
    }
}

StayId Places::stay_at(const Place& place) const {
    if (!place.terminal) return {place.actor.number};
    return loop_.state().tables.at(place.table).terminals.at(place.terminal).stay;
}

// The token of a guest: "t101-" or "s7-", the time at which the guest took the place, and a hash
// keyed with the secret of this server.
std::string Places::token_of(const Place& place, Instant since) const {
    const std::string what = (place.terminal ? "t" : "s") + std::to_string(place.actor.number) +
                             "-" + std::to_string(since.milliseconds) + "-";
    return what + to_text(sha256(to_text(options_.token_secret) + what));
}

// Returns what an authentic token names; nothing if it is not authentic, or if no guest may have
// its place any more.
std::optional<Places::Token> Places::parse_token(const TablePlan& plan,
                                                 std::string_view text) const {
    if (text.empty()) return std::nullopt;
    const char* end = text.data() + text.size();
    std::uint32_t number = 0;
    const auto [dash, error] = std::from_chars(text.data() + 1, end, number);
    if (error != std::errc() || dash == end) return std::nullopt;
    Instant since;
    std::from_chars(dash + 1, end, since.milliseconds);
    const State& state = loop_.state();
    Place place{{ActorKind::seat, number}, plan.number, {}};
    if (text.starts_with('t')) {
        const auto& terminals = state.tables.at(plan.number).terminals;
        const auto at = terminals.find({number});
        // A terminal that was enrolled since is not for guests any more.
        if (at == terminals.end() || at->second.key) return std::nullopt;
        if (state.retired.terminals.contains({number})) return std::nullopt;
        place = {{ActorKind::terminal, number}, plan.number, {number}};
    } else {
        const auto at = state.stays.find({number});
        if (at == state.stays.end()) return std::nullopt;
        const Stay& stay = at->second;
        if (stay.table != plan.number || stay.terminal || stay.ended) return std::nullopt;
    }
    if (token_of(place, since) != text) return std::nullopt;
    return Token{place, since};
}

// Only the token of the last guest is valid, also after a restart.
std::optional<Place> Places::find_place_of(const TablePlan& plan, std::string_view token) {
    const std::optional<Token> parsed = parse_token(plan, token);
    if (!parsed) return std::nullopt;
    const bool is_last_guest = guests_.since(parsed->place.actor) == parsed->since;
    return is_last_guest ? std::optional(parsed->place) : std::nullopt;
}

constexpr std::string_view guest_prefix = "Guest ";

// Returns true if a guest has the seat, and not somebody whom staff have seated.
bool Places::is_guest(const Stay& stay) const {
    const TablePlan* plan = plan_.find_table(stay.table);
    return plan && plan->configuration.training && !stay.terminal && !stay.ended &&
           stay.player.starts_with(guest_prefix);
}

// Guests are numbered from 1 on, so that a number never exceeds that of the seats.
std::string Places::name_for_guest(TableId table) const {
    for (std::uint32_t number = 1;; ++number) {
        std::string name = std::string(guest_prefix) + std::to_string(number);
        const bool taken = std::ranges::any_of(loop_.state().stays, [&](const auto& one) {
            return one.second.table == table && !one.second.ended && one.second.player == name;
        });
        if (!taken) return name;
    }
}

// Returns true if a guest may take a seat at the felt. If all are taken, the seat of a guest who is
// disconnected for longer than the grace period and has no bets is given up.
bool Places::make_seat_available(const TablePlan& plan) {
    std::uint32_t taken = 0;
    StayId abandoned;
    const Table& t = loop_.state().tables.at(plan.number);
    for (const auto& [id, stay] : loop_.state().stays) {
        if (stay.table != plan.number || stay.terminal || stay.ended) continue;
        ++taken;
        const Actor actor{ActorKind::seat, id.number};
        const bool plays = registry_.connection_of(actor) || departed_.contains(actor) ||
                           (t.round && t.round->bet_slips.contains(id));
        if (!plays && !abandoned) abandoned = id;
    }
    if (taken < plan.seats) return true;
    return abandoned && !loop_.execute_system(plan.number, PayCredit{{}, abandoned, {}}).refusal;
}

// A terminal that no connection has, preferably one without credit: the guest of a terminal with
// credit may come back. A terminal with bets in play is never given away.
std::optional<Place> Places::find_free_terminal(const TablePlan& plan,
                                                std::string_view layout) const {
    const Table& t = loop_.state().tables.at(plan.number);
    const rules::Game& game = *rules_of(loop_.state(), t).game;
    std::optional<Place> abandoned;
    for (const auto& [id, terminal] : t.terminals) {
        const Place place{{ActorKind::terminal, id.number}, plan.number, id};
        const bool fits = layout.empty() || game.layouts.at(terminal.layout).id == layout;
        const bool for_guests = terminal.enabled && !terminal.key;
        if (!fits || !for_guests || registry_.connection_of(place.actor)) continue;
        if (!terminal.stay) return place;
        const bool has_bets = t.round && t.round->bet_slips.contains(terminal.stay);
        if (!abandoned && !has_bets && !departed_.contains(place.actor)) abandoned = place;
    }
    return abandoned;
}

std::optional<Place> Places::find_free_place(const TablePlan& plan, std::string_view layout) {
    if (auto place = find_free_terminal(plan, layout)) return place;
    const Table& t = loop_.state().tables.at(plan.number);
    if (rules_of(loop_.state(), t).game->equipment.terminals) return std::nullopt;
    if (!make_seat_available(plan)) return std::nullopt;
    const StayId stay{loop_.state().stays_begun + 1};
    const Reply reply = loop_.execute_system(plan.number, TakeSeat{name_for_guest(plan.number)});
    if (reply.refusal) return std::nullopt;
    check(loop_.state().stays.contains(stay));
    return Place{{ActorKind::seat, stay.number}, plan.number, {}};
}

// Fills play credit up to the amount of the table. Returns the reason of the refusal; nothing on
// success.
std::optional<std::string_view> Places::top_up(const TablePlan& plan, const Place& place) {
    const StayId stay = stay_at(place);
    const Money credit = stay ? loop_.state().ledger.balance(ledger::credit(stay)) : Money();
    if (credit >= plan.play_credit) return "credit_full";
    const StayId seat = place.terminal ? StayId{} : stay;
    const Reply reply = loop_.execute_system(
        place.table, PutCredit{place.terminal, seat, plan.play_credit - credit});
    if (reply.refusal) return to_word(reply.refusal->reason);
    return std::nullopt;
}

void Places::occupy(ConnectionId connection, const Place& place, Instant now) {
    check(!registry_.at(connection).place);
    displace(place.actor, now);
    registry_.bind(place.actor, connection);
    registry_.at(connection).place = place;
    departed_.erase(place.actor);
    if (!place.terminal) return;
    expected_.erase(place.terminal);
    loop_.execute_system(place.table, ReportTerminal{place.terminal, true});
}

void Places::vacate(ConnectionId connection, Session& session, Instant now) {
    if (!session.place) return;
    const Place place = *session.place;
    check(registry_.connection_of(place.actor) == connection);
    registry_.unbind(place.actor);
    session.place.reset();
    publisher_.unwatch_forbidden(connection, session);
    await_return(place.actor, {place.table, now + options_.guest_grace.count()});
    if (place.terminal) expect_terminal(place.table, place.terminal, now);
}

void Places::displace(const Actor& actor, Instant now, Displaced why) {
    const auto old = registry_.connection_of(actor);
    if (!old) return;
    vacate(*old, registry_.at(*old), now);
    const bool enrolled = why == Displaced::enrolled_anew;
    outbox_.enqueue(*old, wire::write_taken_over(enrolled));
    outbox_.close(*old, enrolled ? "terminal enrolled anew" : "place taken over");
}

void Places::on_disconnect(ConnectionId connection, Instant now) {
    vacate(connection, registry_.at(connection), now);
}

// Guests come and go at an automatic table, and no dealer is there to decide about a terminal that
// is offline.
bool Places::is_reported_offline(TableId table, TerminalId terminal) const {
    const TablePlan* plan = plan_.find_table(table);
    const bool has_dealer = !plan || plan->mode != Mode::automatic;
    return has_dealer || loop_.state().tables.at(table).terminals.at(terminal).key;
}

void Places::expect_terminal(TableId table, TerminalId terminal, Instant now) {
    if (!is_reported_offline(table, terminal)) return;
    expected_[terminal] = {table, now + options_.reconnect_max.count()};
}

// A terminal that reconnects within reconnect_max leaves no event in the journal.
void Places::report_offline_terminals(Instant now) {
    std::erase_if(expected_, [&](const auto& entry) {
        const auto& [terminal, expected] = entry;
        if (now < expected.deadline) return false;
        loop_.execute_system(expected.table, ReportTerminal{terminal, false});
        return true;
    });
}

void Places::await_return(const Actor& actor, const Departed& departed) {
    departed_[actor] = departed;
    departed_due_ = std::min(departed_due_.value_or(departed.deadline), departed.deadline);
}

void Places::free_departed_seats(Instant now) {
    if (!departed_due_ || now < *departed_due_) return;
    departed_due_.reset();
    const auto wait_until = [&](Instant deadline) {
        departed_due_ = std::min(departed_due_.value_or(deadline), deadline);
    };
    for (auto next = departed_.begin(); next != departed_.end();) {
        const auto at = next++;
        const auto& [actor, departed] = *at;
        if (now < departed.deadline) {
            wait_until(departed.deadline);
            continue;
        }
        const StayId id{actor.number};
        const auto stay = loop_.state().stays.find(id);
        const bool has_seat = actor.kind == ActorKind::seat && stay != loop_.state().stays.end() &&
                              is_guest(stay->second);
        const auto& round = loop_.state().tables.at(departed.table).round;
        if (has_seat && round && !round->bets_settled && round->bet_slips.contains(id)) {
            at->second.deadline = now + 1'000;  // bets are played first
            wait_until(at->second.deadline);
            continue;
        }
        if (has_seat) loop_.execute_system(departed.table, PayCredit{{}, id, {}});
        departed_.erase(at);
    }
}

void Places::on_time(Instant now) {
    report_offline_terminals(now);
    free_departed_seats(now);
}

std::optional<Instant> Places::next_due() const {
    std::optional<Instant> next = departed_due_;
    for (const auto& [terminal, expected] : expected_) {
        if (!next || expected.deadline < *next) next = expected.deadline;
    }
    return next;
}

void Places::invalidate_tokens(const Actor& actor, Instant now) {
    const std::optional<Instant> before = guests_.since(actor);
    guests_.set(actor, before ? std::max(now, *before + 1) : now);
}

void Places::flush_guests() {
    const auto done = guests_.flush();
    if (done) return;
    log(LogLevel::error, "the list of guests can't be written", {{"why", done.error().text()}});
}

void Places::handle(ConnectionId connection, std::uint64_t id, const wire::Join& request,
                    Instant now) {
    const TablePlan* plan = plan_.find_table(request.table);
    if (!plan || !find_table(loop_.state(), request.table)) {
        return outbox_.refuse(connection, id, "no_such_table");
    }
    if (loop_.state().retired.tables.contains(request.table)) {
        return outbox_.refuse(connection, id, "retired");
    }
    if (!plan->configuration.training || plan->play_credit == Money()) {
        return outbox_.refuse(connection, id, "not_allowed",
                              "guests can only join a training table");
    }
    if (registry_.at(connection).place) {
        return outbox_.refuse(connection, id, "already_has_place",
                              "this connection has a place already");
    }
    std::optional<Place> place;
    if (!request.token.empty()) place = find_place_of(*plan, request.token);
    const bool is_same_guest = place.has_value();
    if (!place) place = find_free_place(*plan, request.layout);
    if (!place) return outbox_.refuse(connection, id, "no_free_place", "no place is free");
    occupy(connection, *place, now);
    if (!is_same_guest) {
        invalidate_tokens(place->actor, now);
        top_up(*plan, *place);
    }
    reply_with_place(connection, id, *place, true);
}

void Places::reply_with_place(ConnectionId connection, std::uint64_t id, const Place& place,
                              bool with_token) {
    const TopicKind kind = place.terminal ? TopicKind::terminal : TopicKind::seat;
    wire::Extras extras = {{"topic", wire::quoted(to_text(Topic{kind, place.actor.number}))},
                           {"table", std::to_string(place.table.number)},
                           {"number", std::to_string(place.actor.number)},
                           {"request", std::to_string(last_request(loop_.state(), place.actor))}};
    if (with_token) {
        const Instant since = guests_.since(place.actor).value();
        extras.emplace_back("token", wire::quoted(token_of(place, since)));
    }
    outbox_.reply(connection, id, extras);
}

void Places::handle(ConnectionId connection, std::uint64_t id, const wire::Leave&, Instant now) {
    Session& session = registry_.at(connection);
    if (!session.place) {
        return outbox_.refuse(connection, id, "has_no_place", "this connection has no place");
    }
    const Place place = *session.place;
    // Ends the stay at a felt, so that the seat is free for the next guest. While the guest has
    // bets in play the stay goes on; then free_departed_seats() ends it after the round.
    if (!place.terminal) loop_.execute_system(place.table, PayCredit{{}, stay_at(place), {}});
    invalidate_tokens(place.actor, now);
    vacate(connection, session, now);
    if (place.terminal) {
        departed_.erase(place.actor);
    } else {
        await_return(place.actor, {place.table, now});
    }
    outbox_.reply(connection, id);
}

void Places::handle(ConnectionId connection, std::uint64_t id, const wire::TopUp&) {
    const Session& session = registry_.at(connection);
    if (!session.place) {
        return outbox_.refuse(connection, id, "has_no_place", "this connection has no place");
    }
    const TablePlan* plan = plan_.find_table(session.place->table);
    if (!plan || !plan->configuration.training) {
        return outbox_.refuse(connection, id, "not_allowed");
    }
    if (const auto reason = top_up(*plan, *session.place)) {
        return outbox_.refuse(connection, id, *reason);
    }
    outbox_.reply(connection, id);
}

}  // namespace sicbo::server
