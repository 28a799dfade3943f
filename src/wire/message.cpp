#include "wire/message.h"

#include <boost/json/serialize.hpp>
#include <charconv>

#include "wire/order_json.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;

constexpr std::uint64_t id_most = std::uint64_t{1} << 53;

template <class IdType>
IdType read_id(const JsonNode& node) {
    return {static_cast<std::uint32_t>(node.number(1, UINT32_MAX))};
}

Topic read_topic(const JsonNode& root) {
    const JsonNode node = root.member("topic");
    const std::optional<Topic> topic = parse_topic(node.text());
    if (!topic) node.wrong("there is no such topic");
    return topic.value_or(Topic());
}

Ask read_sit(const JsonNode& root) {
    root.only(std::to_array<std::string_view>({"id", "ask", "table", "layout", "token"}));
    Sit sit{read_id<TableId>(root.member("table")), {}, {}};
    if (root.has("layout")) sit.layout = root.member("layout").text();
    if (root.has("token")) sit.token = root.member("token").text();
    return sit;
}

Ask read_enrol(const JsonNode& root) {
    root.only(std::to_array<std::string_view>({"id", "ask", "code", "key"}));
    const JsonNode node = root.member("key");
    const std::optional<Hash> key = parse_hash(node.text());
    if (!key) node.wrong("must be 64 hexadecimal digits");
    return Enrol{root.member("code").text(), key.value_or(Hash())};
}

Ask read_enter(const JsonNode& root) {
    root.only(std::to_array<std::string_view>({"id", "ask", "name", "password"}));
    return Enter{root.member("name").text(), root.member("password").text()};
}

Ask read_password(const JsonNode& root) {
    root.only(std::to_array<std::string_view>({"id", "ask", "as", "name", "old", "new"}));
    SetPassword set{root.member("name").text(), root.member("new").text(), {}, {}};
    if (root.has("as") == root.has("old")) root.wrong("\"old\" is needed, or \"as\"");
    if (root.has("old")) set.old = root.member("old").text();
    if (root.has("as")) set.person = read_id<PersonId>(root.member("as"));
    return set;
}

Ask read_rounds(const JsonNode& root) {
    root.only(std::to_array<std::string_view>({"id", "ask", "table", "most", "before"}));
    Rounds rounds;
    rounds.table = read_id<TableId>(root.member("table"));
    if (root.has("most")) {
        rounds.most = static_cast<std::uint32_t>(root.member("most").number(1, 100));
    }
    if (root.has("before")) rounds.before = root.member("before").number(1, id_most);
    return rounds;
}

Ask read_give(const JsonNode& root) {
    root.only(std::to_array<std::string_view>(
        {"id", "ask", "table", "as", "role", "round", "order", "with"}));
    Give give;
    if (root.has("table")) give.table = read_id<TableId>(root.member("table"));
    if (root.has("as")) give.person = read_id<PersonId>(root.member("as"));
    if (root.has("role")) {
        const JsonNode role = root.member("role");
        give.role = parse_word<rules::Role>(role.text());
        if (!give.role) role.wrong("must be one of " + list_words<rules::Role>());
    }
    if (root.has("round")) give.round = root.member("round").number(1, id_most);
    std::optional<JsonNode> with;
    if (root.has("with")) with = root.member("with");
    give.order = read_order(root.member("order"), with);
    return give;
}

Ask read_ask(const JsonNode& root) {
    const JsonNode node = root.member("ask");
    const std::string ask = node.text();
    const auto plain = [&](std::initializer_list<std::string_view> keys) {
        root.only({keys.begin(), keys.size()});
    };
    if (ask == "give") return read_give(root);
    if (ask == "sit") return read_sit(root);
    if (ask == "code") {
        plain({"id", "ask", "table", "terminal", "as"});
        return NewCode{read_id<TableId>(root.member("table")),
                       read_id<TerminalId>(root.member("terminal")),
                       read_id<PersonId>(root.member("as"))};
    }
    if (ask == "enrol") return read_enrol(root);
    if (ask == "prove") {
        plain({"id", "ask", "terminal", "signature"});
        return ProveTerminal{read_id<TerminalId>(root.member("terminal")),
                             root.member("signature").text()};
    }
    if (ask == "rise") return plain({"id", "ask"}), Rise{};
    if (ask == "top_up") return plain({"id", "ask"}), TopUp{};
    if (ask == "enter") return read_enter(root);
    if (ask == "leave") {
        plain({"id", "ask", "as"});
        return Leave{read_id<PersonId>(root.member("as"))};
    }
    if (ask == "password") return read_password(root);
    if (ask == "watch") return plain({"id", "ask", "topic"}), Watch{read_topic(root)};
    if (ask == "unwatch") return plain({"id", "ask", "topic"}), Unwatch{read_topic(root)};
    if (ask == "rounds") return read_rounds(root);
    if (ask == "self_check") {
        plain({"id", "ask", "as"});
        return SelfCheck{read_id<PersonId>(root.member("as"))};
    }
    if (ask == "misbehave") {
        plain({"id", "ask", "table", "as", "misdeed"});
        return Misbehave{read_id<TableId>(root.member("table")),
                         read_id<PersonId>(root.member("as")), root.member("misdeed").text()};
    }
    node.wrong(
        "must be one of give, sit, code, enrol, prove, rise, top_up, enter, leave, password, "
        "watch, unwatch, "
        "rounds, self_check, misbehave");
    return Rise{};
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

std::string begin(std::uint64_t id, bool good) {
    return "{\"answer\":" + std::to_string(id) + ",\"ok\":" + (good ? "true" : "false");
}

void add(std::string& text, const Extras& extras) {
    for (const auto& [name, value] : extras) {
        text += ",\"" + std::string(name) + "\":" + value;
    }
}

}  // namespace

std::string to_text(Topic topic) {
    std::string text(to_word(topic.kind));
    if (topic.kind != TopicKind::property) text += "/" + std::to_string(topic.number);
    return text;
}

std::optional<Topic> parse_topic(std::string_view text) {
    const std::size_t slash = text.find('/');
    const std::optional<TopicKind> kind = parse_word<TopicKind>(text.substr(0, slash));
    if (!kind) return std::nullopt;
    Topic topic{*kind, 0};
    if ((topic.kind == TopicKind::property) != (slash == std::string_view::npos)) {
        return std::nullopt;
    }
    if (topic.kind == TopicKind::property) return topic;
    const std::string_view number = text.substr(slash + 1);
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), topic.number);
    const bool read = error == std::errc() && end == number.data() + number.size();
    if (!read || topic.number == 0 || to_text(topic) != text) return std::nullopt;
    return topic;
}

Result<Message> read_message(std::string_view text, std::uint64_t& id) {
    JsonText source(text);
    const JsonNode root = source.root();
    Message message;
    if (!source.error()) {
        message.id = root.member("id").number(1, id_most);
        if (!source.error()) id = message.id;
        message.ask = read_ask(root);
    }
    if (source.error()) return std::unexpected(*source.error());
    return message;
}

std::string quoted(std::string_view text) { return json::serialize(json::string_view(text)); }

std::string write_hello(const Hash& nonce) {
    return "{\"hello\":\"" + std::string(protocol) + "\",\"nonce\":\"" + to_text(nonce) + "\"}";
}

std::string terminal_proof(const Hash& nonce, TerminalId terminal) {
    return "sicbo-terminal-v1 " + to_text(nonce) + " " + std::to_string(terminal.number);
}

std::string write_answer(std::uint64_t id, const Extras& extras) {
    std::string text = begin(id, true);
    add(text, extras);
    return text + "}";
}

std::string write_answer(std::uint64_t id, const std::vector<table::BetAnswer>& bets,
                         const Extras& extras) {
    std::string text = begin(id, true);
    if (!bets.empty()) text += ",\"bets\":" + bets_text(bets);
    add(text, extras);
    return text + "}";
}

std::string write_refusal(std::uint64_t id, std::string_view reason, std::string_view clause,
                          std::string_view detail, const std::vector<table::BetAnswer>& bets) {
    std::string text = begin(id, false) + ",\"reason\":" + quoted(reason);
    if (!clause.empty()) text += ",\"clause\":" + quoted(clause);
    if (!detail.empty()) text += ",\"detail\":" + quoted(detail);
    if (!bets.empty()) text += ",\"bets\":" + bets_text(bets);
    return text + "}";
}

std::string write_error(std::uint64_t id, const Error& error) {
    return write_refusal(id, "bad_message", {}, error.text());
}

}  // namespace sicbo::wire
