// What a scenario says is so: balances, rounds, limits.
#include <algorithm>
#include <array>

#include "scenario/describe.h"
#include "scenario/hint.h"
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
    if (!words.take_word("terminal")) words.take_word("player");
    if (!words.at_end() && !words.peek_quoted() && world_->find_stay(words.peek())) {
        const std::string name = words.next();
        if (Answer answer = state_of_player(words, name)) return answer;
    }
    words.back_to(begin);
    if (Answer answer = state_of_round(words)) return answer;
    words.back_to(begin);
    if (Answer answer = state_of_table(words)) return answer;
    words.back_to(begin);
    return state_of_nobody(words);
}

// What is said of somebody who is not there, or does not play, is understood, and is not so.
Player::Answer Player::state_of_nobody(Words& words) const {
    Words said = words;  // nobody has these words, so they are no choices
    if (!said.take_word("terminal")) said.take_word("player");
    if (said.at_end() || said.peek_quoted()) return {};
    const std::string name = said.next();
    const auto amount_on = [&](bool needed) {
        return said.amount() && (said.take_word("on") ? said.spot().has_value() : !needed);
    };
    bool understood = false;
    if (said.take("is", "owed") || said.take("owe")) {
        understood = said.amount().has_value();
    } else if (said.take_word("has")) {
        understood = amount_on(false);
    } else if (said.take("count") || said.take("may", "bet")) {
        understood = amount_on(true);
    } else if (said.take_word("is")) {
        if (said.take_word("logged")) {
            understood = said.take_word("on") || said.take_word("off");
        } else {
            constexpr std::array states = {"locked",   "unlocked", "offline", "online",
                                           "disabled", "enabled",  "free"};
            understood =
                std::ranges::any_of(states, [&](const char* one) { return said.take_word(one); });
        }
    } else {
        understood = said.take("hold", "shaker");
    }
    if (!understood || !said.at_end()) return {};
    words = said;
    const bool there = world_->find_speaker(name).has_value();
    return holds(false, (there ? "nothing of that kind is known of \"" : "there is no \"") +
                            shortened(name) + "\"");
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
            if (counts) return std::nullopt;
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
        if (!amount) return std::nullopt;
        words.take_word("on");
        const auto spot = words.spot();
        if (!spot) return std::nullopt;
        const auto found = all.stays.find(stay);
        const TerminalId terminal =
            found == all.stays.end() ? TerminalId{} : found->second.terminal;
        const std::uint8_t layout =
            terminal ? world_->table().terminals.at(terminal).layout : std::uint8_t{0};
        const Headroom room = headroom_for(all, world_->table(), stay, layout, *spot);
        return holds(room.amount == *amount,
                     room.amount ? is(*room.amount) : std::string("there is no limit"));
    }
    const auto terminal = world_->find_terminal(name);
    if (terminal && words.take("meter")) {  // "T1 meter staked is 50.00"
        const ledger::Meter& meter = world_->table().terminals.at(*terminal).meter;
        Answer answer;
        for_each_field(meter, [&](std::string_view field, const auto& value) {
            if (answer || !words.take_word(field)) return;
            words.take_word("is");
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
    const Round* found = nullptr;
    if (at.round && at.round->number == wanted) found = &*at.round;
    if (const auto past = at.past.find(wanted); past != at.past.end()) found = &past->second;
    // What is said of a round that there is not is understood, and is not so.
    const auto it = [&](bool so, std::string otherwise) -> Answer {
        if (found) return holds(so, std::move(otherwise));
        return holds(false, (wanted > 0 && wanted <= at.rounds ? "no longer kept: round "
                                                               : "there is no round ") +
                                std::to_string(wanted));
    };
    const Round none;
    const Round* round = found ? found : &none;
    const std::string end = round->ended == RoundEnd::none
                                ? (at.phase == Phase::held ? "held" : "in play")
                                : std::string(to_word(round->ended));
    if (words.take("is", "in", "play")) return it(end == "in play", "it is " + end);
    if (words.take_word("is")) {
        for (const char* state : {"void", "settled", "held"}) {
            if (words.take_word(state)) return it(end == state, "it is " + end);
        }
        return std::nullopt;
    }
    const std::string shows =
        round->roll ? "it shows " + dice_text(*round->roll) : "it shows nothing";
    if (words.take("show", "nothing")) return it(!round->roll, shows);
    if (words.take("show")) {
        const auto dice = words.dice();
        if (!dice) return std::nullopt;
        return it(round->roll == *dice, shows);
    }
    if (words.take("was", "played", "by")) {  // "round 1 was played by rws-etg "Version 8""
        if (words.at_end()) words.expect({"a game", Choice::Sort::other});
        if (words.at_end()) return std::nullopt;
        const std::string id = words.next();
        const auto edition = words.quoted();
        if (!found) return it(false, "");
        const rules::Game& game = *rules_of(world_->state(), *round).game;
        return it(game.id == id && (!edition || game.document.edition == *edition),
                  "it was " + game.id + " \"" + game.document.edition + "\"");
    }
    if (words.take("was", "entered", "by", "hand")) return it(round->manual, "it was read");
    if (words.take("was", "read")) return it(!round->manual, "it was entered by hand");
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
        const auto phase = words.word<Phase>();
        if (!phase) return std::nullopt;
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
        const auto step = words.word<rules::Step>();
        if (!step) return std::nullopt;
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
