// What a scenario says is so: balances, rounds, limits.
#include <algorithm>

#include "scenario/describe.h"
#include "scenario/player.h"
#include "table/limits.h"

namespace sicbo::scenario {
namespace {

using namespace table;

std::string is(Money amount) { return "it is " + to_text(amount); }

}  // namespace

Player::Answer Player::holds(bool so, std::string otherwise) {
    Outcome outcome;
    if (!so) outcome.wrong = std::move(otherwise);
    return outcome;
}

Player::Answer Player::state(Words& words) {
    const std::size_t begin = words.place();
    if (words.peek() == "terminal" || words.peek() == "player") words.next();
    if (!words.at_end() && !words.peek_quoted() && world_->find_stay(words.peek())) {
        const std::string name = words.next();
        if (Answer answer = state_of_player(words, name)) return answer;
    }
    words.back_to(begin);
    if (Answer answer = state_of_round(words)) return answer;
    words.back_to(begin);
    return state_of_table(words);
}

// "ann has 100.00", "ann has 10.00 on big", "ann counts 4,175 on total-9", "ann is owed 50.00"
Player::Answer Player::state_of_player(Words& words, const std::string& name) {
    const StayId stay = *world_->find_stay(name);
    const State& all = world_->state();
    const auto compare = [&](ledger::Account account, bool below) -> Answer {
        const auto amount = words.amount();
        if (!amount) return std::nullopt;
        const Money balance = all.ledger.balance(account);
        const Money shown = below ? -balance : balance;
        return holds(shown == *amount, is(shown));
    };
    if (words.take("is", "owed")) return compare(ledger::unclaimed(stay), false);
    if (words.take("owe")) return compare(ledger::receivable(stay), true);
    const bool counts = words.take("count");
    if (counts || words.take_word("has")) {
        const auto amount = words.amount();
        if (!amount) return std::nullopt;
        if (!words.take_word("on")) {
            const Money credit = all.ledger.balance(ledger::credit(stay));
            return holds(credit == *amount, is(credit));
        }
        const auto spot = words.spot();
        if (!spot) return std::nullopt;
        const auto& round = world_->table().round;
        Money stake;
        if (round && round->slips.contains(stay)) {
            for (const Bet& bet : round->slips.at(stay).bets) {
                if (bet.spot == *spot) stake = counts ? bet.effective : bet.stake;
            }
        }
        return holds(stake == *amount, is(stake));
    }
    if (words.take("may", "bet")) {  // "ann may bet 40.00 on big"
        const auto amount = words.amount();
        words.take_word("on");
        const auto spot = words.spot();
        if (!amount || !spot) return std::nullopt;
        const auto found = all.stays.find(stay);
        const TerminalId terminal =
            found == all.stays.end() ? TerminalId{} : found->second.terminal;
        const std::uint8_t layout =
            terminal ? world_->table().terminals.at(terminal).layout : std::uint8_t{0};
        const Room room = room_for(all, world_->table(), stay, layout, *spot);
        return holds(room.amount == *amount,
                     room.amount ? is(*room.amount) : std::string("there is no limit"));
    }
    const auto terminal = world_->find_terminal(name);
    if (terminal && words.take("meter")) {  // "T1 meter staked is 50.00"
        const ledger::Meter& meter = world_->table().terminals.at(*terminal).meter;
        const std::string wanted = words.at_end() ? "" : words.next();
        words.take_word("is");
        Answer answer;
        for_each_field(meter, [&](std::string_view field, const auto& value) {
            if (field != wanted) return;
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, Money>) {
                if (const auto amount = words.amount()) answer = holds(value == *amount, is(value));
            } else if (const auto count = words.number()) {
                const auto games = static_cast<std::int64_t>(value);
                answer = holds(games == *count, "it is " + std::to_string(games));
            }
        });
        return answer;
    }
    if (terminal && words.take_word("is")) {
        const Terminal& at = world_->table().terminals.at(*terminal);
        if (words.take("locked")) return holds(at.locked, "it is not locked");
        if (words.take("unlocked")) return holds(!at.locked, "it is locked");
        if (words.take("offline")) return holds(!at.online, "it is online");
        if (words.take("online")) return holds(at.online, "it is offline");
        if (words.take("disabled")) return holds(!at.enabled, "it is enabled");
        if (words.take("enabled")) return holds(at.enabled, "it is disabled");
        if (words.take("free")) return holds(!at.stay, "somebody sits there");
    }
    return std::nullopt;
}

// "round 1 is void", "round 1 shows 5 1 2"
Player::Answer Player::state_of_round(Words& words) {
    if (!words.take_word("round")) return std::nullopt;
    const auto number = words.number();
    if (!number) return std::nullopt;
    const Table& at = world_->table();
    const auto wanted = static_cast<std::uint64_t>(*number);
    const Round* round = nullptr;
    if (at.round && at.round->number == wanted) round = &*at.round;
    if (const auto past = at.past.find(wanted); past != at.past.end()) round = &past->second;
    if (!round) return holds(false, "there is no round " + std::to_string(wanted));
    const std::string end = round->ended == RoundEnd::none
                                ? (at.phase == Phase::held ? "held" : "in play")
                                : std::string(to_word(round->ended));
    if (words.take("is", "in", "play")) return holds(end == "in play", "it is " + end);
    if (words.take_word("is")) {
        const std::string expected = words.at_end() ? "" : words.next();
        if (expected != "void" && expected != "settled" && expected != "held") return std::nullopt;
        return holds(end == expected, "it is " + end);
    }
    if (words.take("show", "nothing")) {
        return holds(!round->roll, round->roll ? "it shows " + dice_text(*round->roll) : "");
    }
    if (words.take("show")) {
        const auto dice = words.dice();
        if (!dice) return std::nullopt;
        return holds(round->roll == *dice,
                     round->roll ? "it shows " + dice_text(*round->roll) : "it shows nothing");
    }
    if (words.take("was", "played", "by")) {  // "round 1 was played by rws-etg "Version 8""
        const rules::Game& game = *rules_of(world_->state(), *round).game;
        const std::string id = words.at_end() ? "" : words.next();
        const auto edition = words.quoted();
        return holds(game.id == id && (!edition || game.document.edition == *edition),
                     "it was " + game.id + " \"" + game.document.edition + "\"");
    }
    if (words.take("was", "entered", "by", "hand")) return holds(round->manual, "it was read");
    if (words.take("was", "read")) return holds(!round->manual, "it was entered by hand");
    return std::nullopt;
}

// "house has -235.00", "table is idle", "total-9 holds 10,000", "incidents 1"
Player::Answer Player::state_of_table(Words& words) {
    const Table& at = world_->table();
    const State& all = world_->state();
    const auto compare = [&](Money shown) -> Answer {
        const auto amount = words.amount();
        if (!amount) return std::nullopt;
        return holds(shown == *amount, is(shown));
    };
    if (words.take("house", "has")) {
        return compare(all.ledger.balance(ledger::house(World::table_id)));
    }
    if (words.take("cash", "in", "is")) {
        return compare(-all.ledger.balance(ledger::cash(World::table_id)));
    }
    if (words.take("tickets", "are")) return compare(all.ledger.balance(ledger::tickets()));
    if (words.take("in", "play", "is")) {
        return compare(all.ledger.balance(ledger::escrow(World::table_id)));
    }
    if (words.take("differential", "is")) {
        if (!at.round) return compare(Money());
        const Totals totals = totals_of(*at.round);
        const auto on = [&](const char* spot) {
            return totals.at(static_cast<std::size_t>(id_of(*rules::parse_spot(spot))));
        };
        const Money difference = on("big") - on("small");
        return compare(difference < Money() ? -difference : difference);
    }
    if (words.take("incidents")) {
        const auto count = words.number();
        if (!count) return std::nullopt;
        const auto open = static_cast<std::int64_t>(at.incidents.size());
        return holds(open == *count, "there are " + std::to_string(open));
    }
    if (words.take("table", "is", "out", "of", "service")) {
        return holds(at.out_of_service.has_value(), "it is in service");
    }
    if (words.take("table", "is", "in", "service")) {
        return holds(!at.out_of_service, "it is out of service");
    }
    if (words.take("table", "is")) {
        const auto phase = parse_word<Phase>(words.peek());
        if (!phase) return std::nullopt;
        words.next();
        return holds(at.phase == *phase, "it is " + std::string(to_word(at.phase)));
    }
    if (words.take("console", "is")) {
        if (words.take("locked")) return holds(at.console_locked, "it is not locked");
        if (words.take("unlocked")) return holds(!at.console_locked, "it is locked");
        return std::nullopt;
    }
    if (words.take("requests")) {
        const auto count = words.number();
        if (!count) return std::nullopt;
        const auto open = std::ranges::count_if(
            at.pending, [&](const auto& one) { return one.second.expires_at > world_->clock(); });
        return holds(open == *count, "there are " + std::to_string(open));
    }
    if (words.take("inspection", "is", "signed")) {
        return holds(at.inspection.signed_off, "it is not signed");
    }
    if (words.take("inspection", "is", "missing")) {
        return holds(!at.inspection.signed_off, "it is signed");
    }
    if (const auto person = words.at_end() ? std::nullopt : world_->find_person(words.peek())) {
        words.next();
        if (words.take("is", "logged", "on")) {
            return holds(at.staff.contains(*person), "nobody of that name is");
        }
        if (words.take("is", "logged", "off")) {
            return holds(!at.staff.contains(*person), "still logged on");
        }
        if (words.take("hold", "shaker")) {
            return holds(at.shaker_holder == *person, "somebody else does, or nobody");
        }
        const Person& known = all.people.at(*person);
        const bool disabled = known.disabled || known.failures >= 3;
        if (words.take("is", "disabled")) return holds(disabled, "the account is in use");
        if (words.take("is", "enabled")) return holds(!disabled, "the account is disabled");
        return std::nullopt;
    }
    if (words.take("next", "step", "is")) {
        const auto step = parse_word<rules::Step>(words.peek());
        if (!step) return std::nullopt;
        words.next();
        const RuleSet& rules = rules_of(all, at);
        const rules::StepRule* next = at.round ? next_step(rules, *at.round) : &rules.steps.front();
        return holds(next && next->step == *step,
                     next ? "it is " + std::string(to_word(next->step)) : "the round is over");
    }
    if (const auto spot = words.spot()) {
        if (!words.take("hold")) return std::nullopt;
        const Money total =
            at.round ? totals_of(*at.round).at(static_cast<std::size_t>(*spot)) : Money();
        return compare(total);
    }
    return std::nullopt;
}

}  // namespace sicbo::scenario
