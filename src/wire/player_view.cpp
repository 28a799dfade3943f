// SPDX-License-Identifier: MIT
#include "wire/player_view.h"

#include "core/check.h"
#include "rules/spot_id.h"
#include "wire/cash_view.h"

namespace sicbo::wire {
namespace {

using namespace table;

// Writes a JSON object member by member. Words and names must need no escaping.
class Writer {
public:
    void add(std::string_view name, std::int64_t number) { begin(name) += std::to_string(number); }
    void add_flag(std::string_view name, bool yes) { begin(name) += yes ? "true" : "false"; }
    void add_json(std::string_view name, std::string_view json) { begin(name) += json; }
    void add_word(std::string_view name, std::string_view word) {
        begin(name).append("\"").append(word) += '"';
    }
    std::string done() && {
        check(text_.front() == '{' && text_.back() != ',');
        return std::move(text_ += '}');
    }

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

// The effective part of a bet is known from the close on, its payout from the settlement on.
std::string bets(const BetSlip& slip, bool closed, bool settled) {
    std::string all;
    all.reserve(2 + slip.bets.size() * 64);
    all += '[';
    for (const Bet& bet : slip.bets) {
        check(bet.stake > Money() && bet.effective <= bet.stake);
        if (all.size() > 1) all += ',';
        all.append(R"({"spot":")").append(to_text(rules::spot_of(bet.spot)));
        all.append(R"(","stake":)").append(std::to_string(bet.stake.cents()));
        if (closed && bet.effective != bet.stake) {
            all.append(R"(,"effective":)").append(std::to_string(bet.effective.cents()));
        }
        if (settled) all.append(R"(,"payout":)").append(std::to_string(bet.back.cents()));
        all += '}';
    }
    return all += ']';
}

}  // namespace

Money payout_of(const BetSlip& slip) {
    Money all;
    for (const Bet& bet : slip.bets) all += bet.back;
    return all;
}

const BetSlip* slip_in_play(const Table& t, StayId stay) {
    if (!t.round) return nullptr;
    const auto slip = t.round->bet_slips.find(stay);
    return slip == t.round->bet_slips.end() ? nullptr : &slip->second;
}

std::string ended_round(const rules::Game& game, const Round& round, StayId stay,
                        std::string_view proof) {
    check(round.number > 0 && round.ended != RoundEnd::none);
    Writer object;
    object.add("round", static_cast<std::int64_t>(round.number));
    if (round.roll) {
        const auto [first, second, third] = round.roll->dice();
        object.add_json("roll", "[" + std::to_string(first) + "," + std::to_string(second) + "," +
                                    std::to_string(third) + "]");
    } else {
        object.add_json("roll", "null");
    }
    object.add_word("ended", to_word(round.ended));
    if (round.void_for) {
        object.add_word("void_for", to_word(*round.void_for));
    } else {
        object.add_json("void_for", "null");
    }
    object.add_flag("manual", round.manual);
    if (!proof.empty()) {
        object.add("dice_set", round.dice.number);
        object.add("at", round.begun_at.milliseconds);
        object.add_json("proof", proof);
    }
    const auto slip = round.bet_slips.find(stay);
    if (slip == round.bet_slips.end()) return std::move(object).done();
    object.add_word("layout", game.layouts.at(slip->second.layout).id);
    object.add_flag("bets_returned", slip->second.returned);
    object.add_json("bets", bets(slip->second, round.ended == RoundEnd::settled, true));
    object.add("staked", stakes_of(slip->second).cents());
    object.add("payout", payout_of(slip->second).cents());
    return std::move(object).done();
}

// What the player allows themself, as it is set; a page compares `from` with its clock.
std::string own_limits(const State& state, StayId stay) {
    const OwnLimits* limits = find_own_limits(state, stay);
    if (!limits) return "null";
    const auto limit = [](const auto& one, const auto& number) {
        const auto text = [&](const auto& value) {
            return value ? std::to_string(number(*value)) : std::string("null");
        };
        return R"({"current":)" + text(one.current) + R"(,"next":)" + text(one.next) +
               R"(,"from":)" + std::to_string(one.from.milliseconds) + "}";
    };
    Writer object;
    object.add("lost", limits->lost.cents());
    object.add_json("loss", limit(limits->loss, [](Money max) { return max.cents(); }));
    object.add_json("time", limit(limits->time, [](Instant until) { return until.milliseconds; }));
    object.add("break_until", limits->break_until.milliseconds);
    return std::move(object).done();
}

std::string terminal_place(TableId table, TerminalId id, const Terminal& terminal,
                           std::string_view layout) {
    Writer object;
    object.add("table", table.number);
    object.add("terminal", id.number);
    object.add_word("layout", layout);
    object.add("stay", terminal.stay.number);
    object.add_flag("enabled", terminal.enabled);
    object.add_flag("locked", terminal.locked);
    object.add_flag("calling", terminal.calling);
    return std::move(object).done();
}

void add_player(Parts& parts, const State& state, TableId id, StayId stay) {
    const Table& t = state.tables.at(id);
    const BetSlip* slip = slip_in_play(t, stay);
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
    parts.reserve(parts.size() + 4);
    parts.push_back({"own_limits", own_limits(state, stay)});
    parts.push_back({"money", std::move(money).done()});
    parts.push_back({"bets", slip ? bets(*slip, closed, settled) : "[]"});
    const bool was_in_last = !t.past.empty() && t.past.rbegin()->second.bet_slips.contains(stay);
    if (!was_in_last) return parts.push_back({"last", "null"});
    const Round& last = t.past.rbegin()->second;
    parts.push_back({"last", ended_round(*rules_of(state, last).game, last, stay)});
}

Parts terminal_view(const State& state, TableId id, TerminalId terminal) {
    const Table& t = state.tables.at(id);
    const Terminal& at = t.terminals.at(terminal);
    const rules::Game& game = *rules_of(state, t).game;
    Parts parts;
    parts.push_back({"place", terminal_place(id, terminal, at, game.layouts.at(at.layout).id)});
    add_player(parts, state, id, at.stay);
    parts.push_back({"cash", cash_part(state, id, terminal)});
    return parts;
}

}  // namespace sicbo::wire
