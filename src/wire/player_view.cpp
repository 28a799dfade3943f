#include "wire/player_view.h"

#include "rules/spot_id.h"

namespace sicbo::wire {
namespace {

using namespace table;

// An object, member by member.
class Writer {
public:
    void add(std::string_view name, std::int64_t number) { begin(name) += std::to_string(number); }
    void add_flag(std::string_view name, bool yes) { begin(name) += yes ? "true" : "false"; }
    void add_json(std::string_view name, std::string_view json) { begin(name) += json; }
    void add_word(std::string_view name, std::string_view word) {
        begin(name).append("\"").append(word) += '"';
    }
    std::string done() && { return std::move(text_ += '}'); }

private:
    std::string& begin(std::string_view name) {
        if (text_.size() > 1) text_ += ',';
        return text_.append("\"").append(name).append("\":");
    }

    static std::string begun() {
        std::string text;
        text.reserve(256);  // most of them never grow
        return text += '{';
    }

    std::string text_ = begun();
};

// What part of a bet counts is fixed at the close, what it gets back when the round is settled.
std::string bets(const Slip& slip, bool closed, bool settled) {
    std::string all;
    all.reserve(2 + slip.bets.size() * 64);
    all += '[';
    for (const Bet& bet : slip.bets) {
        if (all.size() > 1) all += ',';
        all.append(R"({"spot":")").append(to_text(rules::spot_of(bet.spot)));
        all.append(R"(","stake":)").append(std::to_string(bet.stake.cents()));
        if (closed && bet.effective != bet.stake) {
            all.append(R"(,"effective":)").append(std::to_string(bet.effective.cents()));
        }
        if (settled) all.append(R"(,"returned":)").append(std::to_string(bet.back.cents()));
        all += '}';
    }
    return all += ']';
}

}  // namespace

Money backs_of(const Slip& slip) {
    Money all;
    for (const Bet& bet : slip.bets) all += bet.back;
    return all;
}

const Slip* slip_in_play(const Table& t, StayId stay) {
    if (!t.round) return nullptr;
    const auto slip = t.round->slips.find(stay);
    return slip == t.round->slips.end() ? nullptr : &slip->second;
}

std::string ended_round(const Round& round, StayId stay, std::string_view proof) {
    Writer one;
    one.add("round", static_cast<std::int64_t>(round.number));
    if (round.roll) {
        const auto [first, second, third] = round.roll->dice();
        one.add_json("roll", "[" + std::to_string(first) + "," + std::to_string(second) + "," +
                                 std::to_string(third) + "]");
    } else {
        one.add_json("roll", "null");
    }
    one.add_word("ended", to_word(round.ended));
    if (round.void_for) {
        one.add_word("void_for", to_word(*round.void_for));
    } else {
        one.add_json("void_for", "null");
    }
    one.add_flag("manual", round.manual);
    if (!proof.empty()) {
        one.add("dice", round.dice.number);
        one.add("at", round.begun_at.milliseconds);
        one.add_json("proof", proof);
    }
    const auto slip = round.slips.find(stay);
    if (slip == round.slips.end()) return std::move(one).done();
    one.add("layout", slip->second.layout);
    one.add_flag("bets_returned", slip->second.returned);
    one.add_json("bets", bets(slip->second, round.ended == RoundEnd::settled, true));
    one.add("staked", stakes_of(slip->second).cents());
    one.add("returned", backs_of(slip->second).cents());
    return std::move(one).done();
}

std::string terminal_place(TableId table, TerminalId id, const Terminal& terminal,
                           std::string_view layout) {
    Writer one;
    one.add("table", table.number);
    one.add("terminal", id.number);
    one.add_word("layout", layout);
    one.add("stay", terminal.stay.number);
    one.add_flag("enabled", terminal.enabled);
    one.add_flag("locked", terminal.locked);
    one.add_flag("calling", terminal.calling);
    return std::move(one).done();
}

void add_player(Parts& parts, const State& state, TableId id, StayId stay) {
    const Table& t = state.tables.at(id);
    const Slip* slip = slip_in_play(t, stay);
    const bool settled = t.round && t.round->bets_settled;
    const bool closed = t.round && is_done(rules_of(state, *t.round), *t.round, rules::Step::close);
    const auto balance = [&](ledger::Account account) {
        return stay ? state.ledger.balance(account).cents() : 0;
    };
    Writer money;
    money.add("credit", balance(ledger::credit(stay)));
    money.add("staked", slip && !settled ? stakes_of(*slip).cents() : 0);
    money.add("owed", -balance(ledger::receivable(stay)));
    money.add("unclaimed", balance(ledger::unclaimed(stay)));
    parts.reserve(parts.size() + 3);
    parts.push_back({"money", std::move(money).done()});
    parts.push_back({"bets", slip ? bets(*slip, closed, settled) : "[]"});
    const bool was_in_last = !t.past.empty() && t.past.rbegin()->second.slips.contains(stay);
    parts.push_back({"last", was_in_last ? ended_round(t.past.rbegin()->second, stay) : "null"});
}

}  // namespace sicbo::wire
