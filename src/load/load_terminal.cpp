// SPDX-License-Identifier: MIT
#include "load/load_terminal.h"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <utility>

namespace sicbo::load {
namespace {

namespace json = boost::json;

std::string text_of(const json::object& from, std::string_view name) {
    const json::value* value = from.if_contains(name);
    return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

std::int64_t number_of(const json::object& from, std::string_view name) {
    const json::value* value = from.if_contains(name);
    return value && value->is_int64() ? value->get_int64() : 0;
}

std::uint64_t count_of(const json::object& from, std::string_view name) {
    return static_cast<std::uint64_t>(number_of(from, name));
}

const json::object* object_of(const json::object& from, std::string_view name) {
    const json::value* value = from.if_contains(name);
    return value ? value->if_object() : nullptr;
}

const json::array* list_of(const json::object& from, std::string_view name) {
    const json::value* value = from.if_contains(name);
    return value ? value->if_array() : nullptr;
}

bool is_true(const json::object& from, std::string_view name) {
    const json::value* value = from.if_contains(name);
    return value && value->is_bool() && value->get_bool();
}

std::optional<rules::Roll> roll_of(const json::object& round) {
    const json::array* dice = list_of(round, "roll");
    if (!dice || dice->size() != 3) return std::nullopt;
    const auto die = [&](std::size_t place) {
        const json::value& value = dice->at(place);
        const std::int64_t face = value.is_int64() ? value.get_int64() : 0;
        return face >= 1 && face <= 6 ? static_cast<int>(face) : 0;
    };
    if (die(0) == 0 || die(1) == 0 || die(2) == 0) return std::nullopt;
    return rules::Roll(die(0), die(1), die(2));
}

// The bets as an order has them.
std::string bets_of(const json::array& bets) {
    std::string text;
    for (const json::value& one : bets) {
        const json::object* bet = one.if_object();
        if (!bet) continue;
        if (!text.empty()) text += ',';
        text += "{\"spot\":\"" + text_of(*bet, "spot") +
                "\",\"amount\":" + std::to_string(number_of(*bet, "stake")) + "}";
    }
    return text;
}

}  // namespace

Instant wall_clock() {
    return {std::chrono::duration_cast<std::chrono::milliseconds>(
                std::chrono::system_clock::now().time_since_epoch())
                .count()};
}

std::vector<std::string_view> split_frame(std::string_view frame) {
    std::vector<std::string_view> messages;
    int depth = 0;
    bool quoted = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < frame.size(); ++i) {
        const char c = frame[i];
        if (quoted) {
            if (c == '\\') ++i;
            if (c == '"') quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' && depth++ == 0) {
            begin = i;
        } else if (c == '}' && --depth == 0) {
            messages.push_back(frame.substr(begin, i + 1 - begin));
        }
    }
    return messages;
}

const rules::Payouts& TableFeed::payouts(const rules::Layout& layout, rules::Roll roll) {
    if (roll != worked_out_for) worked_out.clear();
    worked_out_for = roll;
    return worked_out.try_emplace(&layout, layout, roll).first->second;
}

void Tally::record_failure(std::string what) {
    constexpr std::size_t messages_max = 10;
    ++failures;
    if (failure_messages.size() < messages_max) failure_messages.push_back(std::move(what));
}

LoadTerminal::LoadTerminal(const std::vector<ServerAddress>& servers, TableFeed& table,
                           Tally& tally, std::uint64_t seed)
    : servers_(servers),
      table_(table),
      tally_(tally),
      random_(static_cast<std::minstd_rand::result_type>(seed)) {}

Result<void> LoadTerminal::connect() {
    suspended_ = false;
    if (auto done = socket_.connect(servers_.at(server_)); !done) return done;
    begin_session();
    return {};
}

// The server knows nothing of this connection yet.
void LoadTerminal::begin_session() {
    synchronised_ = false;
    table_sequence_ = 0;
    own_sequence_ = 0;
    requests_.clear();
    send_request(RequestKind::sit,
                 "\"type\":\"join\",\"table\":" + std::to_string(table_.table.number) +
                     (token_.empty() ? "" : ",\"token\":\"" + token_ + "\""));
}

// A gateway has lost the server: a hello follows when it has found one again.
void LoadTerminal::on_suspended() {
    if (std::exchange(suspended_, true)) return;
    synchronised_ = false;
    if (!cut_at_) cut_at_ = Clock::now();
    requests_.clear();
    send_request(RequestKind::resume, R"("type":"resume")");
}

void LoadTerminal::cut() {
    socket_.cut();
    synchronised_ = false;
    cut_at_ = Clock::now();
}

void LoadTerminal::on_closed() {
    if (synchronised_) cut_at_ = Clock::now();
    synchronised_ = false;
    server_ = (server_ + 1) % servers_.size();
}

void LoadTerminal::read() {
    socket_.read([&](std::string_view frame) {
        const std::uint64_t shown = tally_.shown.total();
        const std::size_t orders = orders_.size();
        handle_frame(frame);
        if (tally_.shown.total() > shown) recording_.result = frame;
        if (orders_.size() < orders) recording_.reply = frame;
    });
}

void LoadTerminal::handle_frame(std::string_view frame) {
    for (const std::string_view text : split_frame(frame)) {
        if (text == table_.text) {
            note_table();
            continue;
        }
        boost::system::error_code error;
        const json::value value = json::parse(text, error);
        if (error || !value.is_object()) {
            tally_.record_failure("this is not a message: " + std::string(text.substr(0, 100)));
            continue;
        }
        const json::object& message = value.get_object();
        const bool of_table =
            message.contains("delta") || message.contains("snapshot")
                ? (text_of(message, "delta") + text_of(message, "snapshot")).starts_with("table/")
                : false;
        if (of_table) table_.text = text;
        handle(message);
    }
}

void LoadTerminal::send_request(RequestKind what, const std::string& fields) {
    const std::uint64_t id = next_id_++;
    requests_[id] = what;
    socket_.send("{\"id\":" + std::to_string(id) + "," + fields + "}");
}

void LoadTerminal::send_order(std::string_view name, const std::string& bets,
                              Clock::time_point intended, bool burst) {
    const std::uint64_t id = next_id_++;
    std::string text = "{\"id\":" + std::to_string(id) + R"(,"type":"order","order":")" +
                       std::string(name) + R"(","arguments":{"bets":[)" + bets + "]}}";
    socket_.send(text);
    orders_[id] = {std::move(text), intended, burst, name == "WithdrawBets"};
    ++tally_.orders;
}

void LoadTerminal::handle(const json::object& message) {
    if (message.contains("reply")) return handle_reply(message);
    const std::string topic = text_of(message, "delta") + text_of(message, "snapshot");
    if (topic.starts_with("table/")) return handle_table(message);
    if (!topic.empty() && topic == topic_) return handle_own(message);
    if (message.contains("hello") && std::exchange(suspended_, false)) return begin_session();
    if (text_of(message, "notice") == "suspended") return on_suspended();
    if (message.contains("notice"))
        tally_.record_failure("a notice: " + text_of(message, "notice"));
}

// A text of the table is parsed once and then noted by each of its terminals (note_table).
void LoadTerminal::handle_table(const json::object& message) {
    table_.text_sequence = count_of(message, "seq");
    table_.text_previous = count_of(message, "prev");
    table_.text_at = {number_of(message, "at")};
    table_.text_result = 0;
    const json::object* state = object_of(message, "state");
    if (!state) return tally_.record_failure("a text of the table has no state");
    if (const json::object* round = object_of(*state, "round")) {
        if (roll_of(*round)) table_.text_result = count_of(*round, "number");
        if (table_.text_sequence >= table_.sequence) {
            table_.round = count_of(*round, "number");
            table_.betting = is_true(*round, "betting");
            table_.ended = text_of(*round, "ended") != "none";
            const std::int64_t closes = number_of(*round, "closes_at");
            table_.closes_at = closes > 0 ? std::optional(Instant{closes}) : std::nullopt;
        }
    }
    if (const json::object* identity = object_of(*state, "table")) {
        if (const json::object* limit = object_of(*identity, "limit")) {
            table_.stake_min = Money::of_cents(number_of(*limit, "min"));
        }
    }
    table_.sequence = std::max(table_.sequence, table_.text_sequence);
    note_table();
}

// Notes the last text of the table for this terminal: no text may be missing before it.
void LoadTerminal::note_table() {
    const bool snapshot = table_.text_previous == 0;
    if (!snapshot && table_.text_previous != table_sequence_) {
        ++tally_.gaps;
        tally_.record_failure("terminal " + std::to_string(number_) +
                              " missed something of its table");
    }
    table_sequence_ = table_.text_sequence;
    if (table_.text_result <= shown_) return;
    shown_ = table_.text_result;
    if (snapshot) return;  // it had been shown before
    const std::int64_t took = wall_clock().milliseconds - table_.text_at.milliseconds;
    tally_.shown.add(std::chrono::milliseconds(took));
}

void LoadTerminal::handle_own(const json::object& message) {
    const std::uint64_t previous = count_of(message, "prev");
    const bool snapshot = message.contains("snapshot");
    if (!snapshot && previous != own_sequence_) {
        ++tally_.gaps;
        tally_.record_failure("terminal " + std::to_string(number_) +
                              " missed something of its own");
    }
    own_sequence_ = count_of(message, "seq");
    const json::object* state = object_of(message, "state");
    if (!state) return tally_.record_failure("a text of a terminal has no state");
    if (const json::object* place = object_of(*state, "place")) {
        const auto found = rules::find_layout(rules::documents(), text_of(*place, "layout"));
        if (found) layout_ = found->layout;
    }
    if (const json::object* money = object_of(*state, "money")) {
        credit_ = number_of(*money, "credit");
        staked_now_ = number_of(*money, "staked");
    }
    if (const json::array* bets = list_of(*state, "bets")) bets_now_ = bets_of(*bets);
    if (!has_balance_) {
        has_balance_ = true;
        brought_ = credit_ + staked_now_;
        staked_ = staked_now_;
        last_round_ = table_.ended || table_.round == 0 ? table_.round : table_.round - 1;
    } else if (const json::object* last = object_of(*state, "last")) {
        handle_round(*last);
    }
    if (topping_up_ && snapshot && orders_.empty()) {  // what was given is not in the books
        topping_up_ = false;
        brought_ += credit_ + staked_now_ - (brought_ - played_ + back_);
    }
    if (!synchronised_ && snapshot) {
        synchronised_ = true;
        if (cut_at_) tally_.reconnects.add(Clock::now() - *cut_at_);
        cut_at_.reset();
    }
}

// Verifies the payment of a round that has ended: it must be what the rules give for the bets.
void LoadTerminal::handle_round(const json::object& round) {
    const std::uint64_t number = count_of(round, "round");
    const json::array* bets = list_of(round, "bets");
    if (number <= last_round_ || !bets) return;
    last_round_ = number;
    bets_before_ = bets_of(*bets);
    const auto roll = roll_of(round);
    const bool settled = text_of(round, "ended") == "settled";
    std::int64_t staked = 0;
    std::int64_t expected = 0;
    for (const json::value& one : *bets) {
        const json::object* bet = one.if_object();
        if (!bet) continue;
        const std::int64_t stake = number_of(*bet, "stake");
        const json::value* effective = bet->if_contains("effective");
        const std::int64_t counts = effective ? effective->get_int64() : stake;
        staked += stake;
        expected += stake - counts;
        const auto spot = rules::parse_spot(text_of(*bet, "spot"));
        if (!settled) {
            expected += counts;
        } else if (roll && layout_ && spot && rules::find_row(*layout_, *spot)) {
            const rules::Payouts& payouts = table_.payouts(*layout_, *roll);
            expected += payouts.returned(rules::id_of(*spot), Money::of_cents(counts)).cents();
        }
    }
    const std::int64_t back = number_of(round, "payout");
    if (back != expected || staked != number_of(round, "staked")) {
        tally_.record_failure("terminal " + std::to_string(number_) + ", round " +
                              std::to_string(number) + ": got back " + std::to_string(back) +
                              " cents, and the rules say " + std::to_string(expected));
    }
    played_ += staked;
    back_ += back;
    tally_.staked += staked;
    tally_.back += back;
    ++tally_.rounds;
}

void LoadTerminal::handle_reply(const json::object& message) {
    const std::uint64_t id = count_of(message, "reply");
    if (orders_.contains(id)) return handle_order_reply(message);
    const auto found = requests_.find(id);
    if (found == requests_.end()) return tally_.record_failure("an answer to what was not asked");
    const RequestKind what = found->second;
    requests_.erase(found);
    // What it won meanwhile may be as much as there is.
    const bool full = what == RequestKind::top_up && text_of(message, "reason") == "credit_full";
    if (!is_true(message, "ok") && !full) {
        return tally_.record_failure("refused: " + text_of(message, "reason") + " " +
                                     text_of(message, "detail"));
    }
    switch (what) {
        case RequestKind::sit: return on_joined(message);
        case RequestKind::rounds: return handle_rounds(message);
        case RequestKind::top_up: return request_balance();
        case RequestKind::watch:
        case RequestKind::resume: return;
    }
}

void LoadTerminal::on_joined(const json::object& message) {
    const auto number = static_cast<std::uint32_t>(number_of(message, "number"));
    if (number_ != 0 && number != number_) tally_.record_failure("came back to another place");
    number_ = number;
    token_ = text_of(message, "token");
    topic_ = text_of(message, "topic");
    next_id_ = std::max(next_id_, count_of(message, "request") + 1);
    send_request(RequestKind::watch,
                 R"("type":"watch","topic":"table/)" + std::to_string(table_.table.number) + "\"");
    // What was not answered is asked again, with the number that it had.
    for (const auto& [id, order] : orders_) {
        socket_.send(order.text);
        ++tally_.resent;
    }
    if (has_balance_) {  // rounds may have ended meanwhile
        send_request(RequestKind::rounds, "\"type\":\"list_rounds\",\"limit\":20,\"table\":" +
                                              std::to_string(table_.table.number));
    }
    request_balance();
}

void LoadTerminal::handle_rounds(const json::object& message) {
    const json::array* rounds = list_of(message, "rounds");
    if (!rounds) return;
    for (auto round = rounds->rbegin(); round != rounds->rend(); ++round) {  // oldest first
        if (const json::object* one = round->if_object()) handle_round(*one);
    }
}

void LoadTerminal::handle_order_reply(const json::object& message) {
    const auto found = orders_.find(count_of(message, "reply"));
    Order& order = found->second;
    (order.burst ? tally_.burst : tally_.steady).add(Clock::now() - order.intended);
    if (is_true(message, "ok")) {
        std::int64_t accepted = 0;
        if (const json::array* bets = list_of(message, "bets")) {
            for (const json::value& one : *bets) {
                if (const json::object* bet = one.if_object()) {
                    accepted += number_of(*bet, "accepted");
                }
            }
        }
        staked_ += order.withdraws ? -accepted : accepted;
        if (accepted > 0) ++(order.withdraws ? tally_.withdrawn : tally_.accepted);
    } else {
        ++tally_.refused[text_of(message, "reason")];
    }
    recording_.order = std::move(order.text);
    orders_.erase(found);
}

int LoadTerminal::pick(int of) { return static_cast<int>(random_() % static_cast<unsigned>(of)); }

std::string LoadTerminal::some_bets() {
    const std::vector<rules::Spot> spots = rules::spots_of(*layout_);
    constexpr int bets_max = 3;
    std::string bets;
    for (int count = pick(bets_max) + 1; count > 0; --count) {
        const rules::Spot spot =
            spots.at(static_cast<std::size_t>(pick(static_cast<int>(spots.size()))));
        const std::int64_t amount = table_.stake_min.cents() * (pick(bets_max) + 1);
        if (!bets.empty()) bets += ',';
        bets += "{\"spot\":\"" + to_text(spot) + "\",\"amount\":" + std::to_string(amount) + "}";
    }
    return bets;
}

bool LoadTerminal::act(Clock::time_point intended, bool burst) {
    if (!is_playing() || !layout_ || table_.stake_min.cents() <= 0 || topping_up_) return false;
    constexpr std::int64_t enough = 20;
    if (credit_ < table_.stake_min.cents() * enough && orders_.empty()) {
        topping_up_ = true;
        send_request(RequestKind::top_up, R"("type":"top_up")");
        return false;
    }
    constexpr int ten = 10;
    const int chance = pick(ten);
    if (chance == 0 && !bets_now_.empty()) {
        send_order("WithdrawBets", bets_now_.substr(0, bets_now_.find('}') + 1), intended, burst);
    } else if (chance == 1 && !bets_before_.empty()) {
        ++tally_.repeated;
        send_order("PlaceBets", bets_before_, intended, burst);
    } else {
        send_order("PlaceBets", some_bets(), intended, burst);
    }
    return true;
}

void LoadTerminal::request_balance() {
    send_request(RequestKind::watch, R"("type":"watch","topic":")" + topic_ + "\"");
}

void LoadTerminal::compare_balance() {
    const std::string who = "terminal " + std::to_string(number_);
    if (!socket_.is_open() || !has_balance_)
        return tally_.record_failure(who + " is not connected");
    if (!is_answered()) tally_.record_failure(who + " got no answer to its last order");
    if (staked_ - played_ != staked_now_) {
        tally_.record_failure(who + " has " + std::to_string(staked_now_) +
                              " cents on the layout, and the replies add up to " +
                              std::to_string(staked_ - played_));
    }
    const std::int64_t own = brought_ - played_ + back_ - staked_now_;
    if (credit_ != own) {
        tally_.record_failure(who + " has " + std::to_string(credit_) +
                              " cents, and its books say " + std::to_string(own));
    }
}

}  // namespace sicbo::load
