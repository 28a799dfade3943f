// SPDX-License-Identifier: MIT
#include "wire/message.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <initializer_list>

#include "rules/spot_id.h"
#include "wire/order_json.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;

constexpr std::uint64_t integer_max = std::uint64_t{1} << 53;  // what JavaScript counts exactly

template <class IdType>
IdType read_id(const JsonNode& node) {
    return {static_cast<std::uint32_t>(node.number(1, UINT32_MAX))};
}

TableId read_table(const JsonNode& root) { return read_id<TableId>(root.member("table")); }

PersonId read_person(const JsonNode& root) { return read_id<PersonId>(root.member("person")); }

TerminalId read_terminal(const JsonNode& root) {
    return read_id<TerminalId>(root.member("terminal"));
}

Topic read_topic(const JsonNode& root) {
    const JsonNode node = root.member("topic");
    const std::optional<Topic> topic = parse_topic(node.text());
    if (!topic) node.wrong("there is no such topic");
    return topic.value_or(Topic());
}

RequestBody read_join(const JsonNode& root) {
    Join join{read_table(root), {}, {}};
    if (root.has("layout")) join.layout = root.member("layout").text();
    if (root.has("token")) join.token = root.member("token").text();
    return join;
}

RequestBody read_create_enrolment_code(const JsonNode& root) {
    CreateEnrolmentCode create{read_table(root), read_terminal(root), read_person(root)};
    if (root.has("request")) create.request = root.member("request").number(1, integer_max);
    return create;
}

RequestBody read_enrol(const JsonNode& root) {
    const JsonNode node = root.member("key");
    const std::optional<Hash> key = parse_hash(node.text());
    if (!key) node.wrong("must be 64 hexadecimal digits");
    return Enrol{root.member("code").text(), key.value_or(Hash())};
}

RequestBody read_authenticate_terminal(const JsonNode& root) {
    return AuthenticateTerminal{read_terminal(root), root.member("signature").text()};
}

RequestBody read_leave(const JsonNode&) { return Leave{}; }

RequestBody read_top_up(const JsonNode&) { return TopUp{}; }

RequestBody read_cash_out(const JsonNode&) { return RequestCashOut{}; }

RequestBody read_insert_note(const JsonNode& root) {
    return InsertNote{root.member("amount").amount()};
}

RequestBody read_insert_ticket(const JsonNode& root) {
    return InsertTicket{root.member("number").text()};
}

// Keys that every request of a cashier may have.
CashierRequest read_cashier_request(const JsonNode& root) {
    CashierRequest by;
    by.counter = read_id<CounterId>(root.member("counter"));
    if (root.has("person")) by.person = read_person(root);
    if (root.has("request")) by.request = root.member("request").number(1, integer_max);
    if (root.has("session")) by.session = root.member("session").number(1, integer_max);
    if (root.has("reference")) by.patron.reference = root.member("reference").text();
    if (root.has("identity")) by.patron.identity = root.member("identity").text();
    return by;
}

RequestBody read_sell_ticket(const JsonNode& root) {
    return SellTicketRequest{read_cashier_request(root), root.member("amount").amount()};
}

RequestBody read_read_ticket(const JsonNode& root) {
    return ReadTicket{read_cashier_request(root), root.member("number").text()};
}

RequestBody read_cash_ticket(const JsonNode& root) {
    return CashTicketRequest{read_cashier_request(root), root.member("number").text()};
}

RequestBody read_sign_in(const JsonNode& root) {
    SignIn sign_in{root.member("name").text(), root.member("password").text()};
    if (root.has("code")) sign_in.code = root.member("code").text();
    if (root.has("single_act")) sign_in.single_act = root.member("single_act").flag();
    return sign_in;
}

RequestBody read_sign_out(const JsonNode& root) { return SignOut{read_person(root)}; }

RequestBody read_set_password(const JsonNode& root) {
    SetPassword set{root.member("name").text(), root.member("new").text(), {}, {}};
    if (root.has("person") == root.has("old")) {
        root.wrong("either \"old\" or \"person\" is needed");
    }
    if (root.has("old")) set.old_password = root.member("old").text();
    if (root.has("person")) set.person = read_person(root);
    if (root.has("code")) set.code = root.member("code").text();
    return set;
}

RequestBody read_enrol_second_factor(const JsonNode& root) {
    return EnrolSecondFactor{root.member("name").text(), root.member("password").text()};
}

RequestBody read_reset_second_factor(const JsonNode& root) {
    return ResetSecondFactor{read_person(root), root.member("name").text()};
}

RequestBody read_watch(const JsonNode& root) { return Watch{read_topic(root)}; }

RequestBody read_unwatch(const JsonNode& root) { return Unwatch{read_topic(root)}; }

RequestBody read_list_rounds(const JsonNode& root) {
    ListRounds list;
    list.table = read_table(root);
    if (root.has("limit")) {
        list.limit = static_cast<std::uint32_t>(root.member("limit").number(1, 100));
    }
    if (root.has("before")) list.before = root.member("before").number(1, integer_max);
    return list;
}

RequestBody read_list_on_duty(const JsonNode& root) { return ListOnDuty{read_table(root)}; }

RequestBody read_headroom(const JsonNode& root) {
    const JsonNode spot = root.member("spot");
    const auto parsed = rules::parse_spot(spot.text());
    if (!parsed) spot.wrong("must be a spot, for example \"big\"");
    return AskHeadroom{read_table(root), rules::id_of(*parsed)};
}

RequestBody read_self_check(const JsonNode& root) { return SelfCheck{read_person(root)}; }

RequestBody read_inject_fault(const JsonNode& root) {
    return InjectFault{read_table(root), read_person(root), root.member("fault").text()};
}

OrderRequest read_order_fields(const JsonNode& root) {
    OrderRequest request;
    if (root.has("table")) request.table = read_table(root);
    if (root.has("person")) request.person = read_person(root);
    if (root.has("role")) {
        const JsonNode role = root.member("role");
        request.role = parse_word<rules::Role>(role.text());
        if (!request.role) role.wrong("must be one of " + list_words<rules::Role>());
    }
    if (root.has("round")) request.round = root.member("round").number(1, integer_max);
    if (root.has("request")) request.request = root.member("request").number(1, integer_max);
    if (root.has("session")) request.session = root.member("session").number(1, integer_max);
    std::optional<JsonNode> arguments;
    if (root.has("arguments")) arguments = root.member("arguments");
    request.order = read_order(root.member("order"), arguments);
    return request;
}

RequestBody read_order_request(const JsonNode& root) { return read_order_fields(root); }

RequestBody read_preview(const JsonNode& root) { return PreviewRequest{read_order_fields(root)}; }

std::string read_digits(const JsonNode& node, std::initializer_list<std::size_t> lengths) {
    std::string text = node.text();
    const bool are_digits =
        std::ranges::all_of(text, [](char one) { return '0' <= one && one <= '9'; });
    if (!are_digits || std::ranges::find(lengths, text.size()) == lengths.end()) {
        node.wrong("must be as many digits as a ticket has");
    }
    return text;
}

RequestBody read_find_tickets(const JsonNode& root) {
    FindTickets find;
    if (root.has("number") == root.has("last_four")) {
        root.wrong("either \"number\" or \"last_four\" is needed");
    }
    if (root.has("number")) find.number = read_digits(root.member("number"), {16, 18});
    if (root.has("last_four")) find.last_four = read_digits(root.member("last_four"), {4});
    if (root.has("person")) find.person = read_person(root);
    return find;
}

RequestBody read_resume(const JsonNode&) { return Resume{}; }

struct RequestType {
    std::string_view name;
    std::vector<std::string_view> keys;
    RequestBody (*read)(const JsonNode& root);
};

// Every type of request, with all the keys that it may have.
const std::vector<RequestType>& request_types() {
    // clang-format off
    static const std::vector<RequestType> types = {
        {"order",
         {"id", "type", "table", "person", "role", "round", "request", "session", "order",
          "arguments"}, read_order_request},
        {"preview",
         {"id", "type", "table", "person", "role", "round", "request", "session", "order",
          "arguments"}, read_preview},
        {"join", {"id", "type", "table", "layout", "token"}, read_join},
        {"leave", {"id", "type"}, read_leave},
        {"top_up", {"id", "type"}, read_top_up},
        {"cash_out", {"id", "type"}, read_cash_out},
        {"insert_note", {"id", "type", "amount"}, read_insert_note},
        {"insert_ticket", {"id", "type", "number"}, read_insert_ticket},
        {"sell_ticket",
         {"id", "type", "counter", "person", "request", "session", "amount", "reference",
          "identity"}, read_sell_ticket},
        {"read_ticket", {"id", "type", "counter", "person", "request", "session", "number"},
         read_read_ticket},
        {"cash_ticket",
         {"id", "type", "counter", "person", "request", "session", "number", "reference",
          "identity"}, read_cash_ticket},
        {"create_enrolment_code", {"id", "type", "table", "terminal", "person", "request"},
         read_create_enrolment_code},
        {"enrol", {"id", "type", "code", "key"}, read_enrol},
        {"authenticate_terminal", {"id", "type", "terminal", "signature"},
         read_authenticate_terminal},
        {"sign_in", {"id", "type", "name", "password", "code", "single_act"}, read_sign_in},
        {"sign_out", {"id", "type", "person"}, read_sign_out},
        {"set_password", {"id", "type", "person", "name", "old", "new", "code"},
         read_set_password},
        {"enrol_second_factor", {"id", "type", "name", "password"}, read_enrol_second_factor},
        {"reset_second_factor", {"id", "type", "person", "name"}, read_reset_second_factor},
        {"watch", {"id", "type", "topic"}, read_watch},
        {"unwatch", {"id", "type", "topic"}, read_unwatch},
        {"headroom", {"id", "type", "table", "spot"}, read_headroom},
        {"list_on_duty", {"id", "type", "table"}, read_list_on_duty},
        {"list_rounds", {"id", "type", "table", "limit", "before"}, read_list_rounds},
        {"self_check", {"id", "type", "person"}, read_self_check},
        {"inject_fault", {"id", "type", "table", "person", "fault"}, read_inject_fault},
        {"find_tickets", {"id", "type", "number", "last_four", "person"}, read_find_tickets},
        {"resume", {"id", "type"}, read_resume},
    };
    // clang-format on
    return types;
}

RequestBody read_body(const JsonNode& root) {
    const JsonNode node = root.member("type");
    const std::string name = node.text();
    std::string known;
    for (const RequestType& type : request_types()) {
        if (type.name == name) {
            root.only(type.keys);
            return type.read(root);
        }
        known.append(known.empty() ? "" : ", ").append(type.name);
    }
    node.wrong("must be one of " + known);
    return Leave{};  // ignored: the caller returns the error
}

std::string bets_text(const std::vector<table::BetAnswer>& bets) {
    std::string text = "[";
    for (const table::BetAnswer& bet : bets) {
        if (text.size() > 1) text += ",";
        text += "{\"spot\":\"" + to_text(rules::spot_of(bet.spot)) +
                "\",\"asked\":" + std::to_string(bet.asked.cents()) +
                ",\"accepted\":" + std::to_string(bet.accepted.cents());
        if (bet.reason) text += ",\"reason\":\"" + std::string(to_word(*bet.reason)) + "\"";
        text += "}";
    }
    return text + "]";
}

std::string begin(std::uint64_t id, bool ok) {
    return "{\"reply\":" + std::to_string(id) + ",\"ok\":" + (ok ? "true" : "false");
}

void add(std::string& text, const Extras& extras) {
    for (const auto& [name, value] : extras) {
        text += ",\"" + std::string(name) + "\":" + value;
    }
}

}  // namespace

std::string to_text(Topic topic) {
    check(is_single(topic.kind) == (topic.number == 0));
    std::string text(to_word(topic.kind));
    if (!is_single(topic.kind)) text += "/" + std::to_string(topic.number);
    return text;
}

std::optional<Topic> parse_topic(std::string_view text) {
    const std::size_t slash = text.find('/');
    const std::optional<TopicKind> kind = parse_word<TopicKind>(text.substr(0, slash));
    if (!kind) return std::nullopt;
    Topic topic{*kind, 0};
    if (is_single(topic.kind) != (slash == std::string_view::npos)) return std::nullopt;
    if (is_single(topic.kind)) return topic;
    const std::string_view number = text.substr(slash + 1);
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), topic.number);
    const bool read = error == std::errc() && end == number.data() + number.size();
    if (!read || topic.number == 0 || to_text(topic) != text) return std::nullopt;
    return topic;
}

Result<Request> read_request(std::string_view text, std::uint64_t& id) {
    JsonText source(text);
    const JsonNode root = source.root();
    Request request;
    if (!source.error()) {
        request.id = root.member("id").number(1, integer_max);
        if (!source.error()) id = request.id;
        request.body = read_body(root);
    }
    if (source.error()) return std::unexpected(*source.error());
    check(request.id >= 1 && request.id <= integer_max);
    return request;
}

std::string quoted(std::string_view text) { return json::serialize(json::string_view(text)); }

std::string write_hello(const Hash& nonce, std::span<const std::string> servers) {
    std::string text =
        "{\"hello\":\"" + std::string(protocol) + "\",\"nonce\":\"" + to_text(nonce) + "\"";
    for (std::size_t i = 0; i < servers.size(); ++i) {
        text += i == 0 ? ",\"servers\":[" : ",";
        text += boost::json::serialize(servers[i]);
    }
    return text + (servers.empty() ? "}" : "]}");
}

std::string terminal_proof(const Hash& nonce, TerminalId terminal) {
    return "sicbo-terminal-v1 " + to_text(nonce) + " " + std::to_string(terminal.number);
}

std::string write_reply(std::uint64_t id, const Extras& extras) {
    std::string text = begin(id, true);
    add(text, extras);
    return text + "}";
}

std::string write_reply(std::uint64_t id, const std::vector<table::BetAnswer>& bets,
                        const Extras& extras) {
    std::string text = begin(id, true);
    if (!bets.empty()) text += ",\"bets\":" + bets_text(bets);
    add(text, extras);
    return text + "}";
}

std::string write_refusal(std::uint64_t id, std::string_view reason, std::string_view clause,
                          std::string_view detail, const std::vector<table::BetAnswer>& bets) {
    check(!reason.empty());
    std::string text = begin(id, false) + ",\"reason\":" + quoted(reason);
    if (!clause.empty()) text += ",\"clause\":" + quoted(clause);
    if (!detail.empty()) text += ",\"detail\":" + quoted(detail);
    if (!bets.empty()) text += ",\"bets\":" + bets_text(bets);
    return text + "}";
}

std::string write_error(std::uint64_t id, const Error& error) {
    return write_refusal(id, "bad_message", {}, error.text());
}

std::string write_signed_in_elsewhere(PersonId person) {
    check(bool{person});
    return "{\"notice\":\"signed_in_elsewhere\",\"person\":" + std::to_string(person.number) + "}";
}

std::string write_account_locked(PersonId person, std::string_view name) {
    check(bool{person});
    return "{\"notice\":\"account_locked\",\"person\":" + std::to_string(person.number) +
           ",\"name\":" + quoted(name) + "}";
}

std::string write_suspended() { return "{\"notice\":\"suspended\"}"; }

std::string write_taken_over(bool enrolled_anew) {
    return enrolled_anew ? "{\"notice\":\"taken_over\",\"cause\":\"enrolled_anew\"}"
                         : "{\"notice\":\"taken_over\"}";
}

}  // namespace sicbo::wire
