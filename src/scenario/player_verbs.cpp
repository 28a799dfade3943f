// What people, terminals and devices do in a scenario.
#include <algorithm>
#include <limits>

#include "rules/game.h"
#include "scenario/player.h"
#include "table/settlement.h"

namespace sicbo::scenario {
namespace {

using namespace table;  // the orders, all of them

constexpr std::int64_t number_max = std::numeric_limits<std::uint32_t>::max();

// The order of events of several commands, as if they were one; a refusal ends it.
bool append(Decision& all, Decision more) {
    all.answers = more.answers;
    if (more.refusal) {
        all.refusal = more.refusal;
        all.detail = more.detail;
    }
    const bool goes_on = !more.refusal;
    all.add_all(std::move(more));
    return goes_on;
}

}  // namespace

Player::Outcome Player::give(const Speaker& speaker, Order order, TableId table) {
    // A console that locked while nobody touched it is unlocked first, by whoever acts.
    const bool person = speaker.actor.kind == ActorKind::person;
    const bool on_duty = world_->table().staff.contains(PersonId{speaker.actor.number});
    const bool locked = world_->table().console_locked && !settings_.strict_console;
    Decision decision;
    if (person && on_duty && locked && table == World::table_id) {
        decision = world_->give(speaker, UnlockConsole{});
    }
    append(decision, world_->give(speaker, std::move(order), table));
    return {std::move(decision), std::nullopt};
}

Speaker Player::by(const Speaker* speaker, std::string_view name) const {
    if (speaker) return *speaker;
    return *world_->find_speaker(name);
}

std::optional<rules::MixerKind> Player::mixer(Words& words) const {
    for (const rules::MixerKind kind : {rules::MixerKind::tumbler, rules::MixerKind::manual_shaker,
                                        rules::MixerKind::automated_shaker}) {
        if (words.take_word(to_word(kind))) return kind;
    }
    if (words.take("manual", "shaker") || words.take("manual"))
        return rules::MixerKind::manual_shaker;
    if (words.take("automated", "shaker") || words.take("automated")) {
        return rules::MixerKind::automated_shaker;
    }
    return std::nullopt;
}

std::vector<rules::SpotId> Player::winning(rules::Roll roll) const {
    return winning_spots(*rules_of(world_->state(), world_->table()).game, roll);
}

// "10.00 on big, 5 small, all on total-4"
std::optional<std::vector<BetOrder>> Player::bets(Words& words, bool amounts_needed) {
    std::vector<BetOrder> list;
    do {
        BetOrder bet;
        if (const auto amount = words.amount()) {
            bet.amount = *amount;
        } else if (amounts_needed) {
            return std::nullopt;
        }
        words.take_word("on");
        const auto spot = words.spot();
        if (!spot) return std::nullopt;
        bet.spot = *spot;
        list.push_back(bet);
    } while (words.take_word(","));
    return list;
}

// "ann 100 on small, bob 20 on total-5"
std::optional<std::vector<Placement>> Player::positions(Words& words) {
    std::vector<Placement> list;
    if (words.take_word("nothing")) return list;
    do {
        const auto whose = stay(words);
        const auto amount = whose ? words.amount() : std::nullopt;
        if (!amount) return std::nullopt;
        words.take_word("on");
        const auto spot = words.spot();
        if (!spot) return std::nullopt;
        list.push_back({*whose, *spot, *amount});
    } while (words.take_word(","));
    return list;
}

Player::Answer Player::act(Words& words) {
    if (words.take("power", "cut")) return Outcome{world_->cut_power(), std::nullopt};
    if (words.take("resend")) return Outcome{world_->resend(), std::nullopt};
    if (words.take("wait")) return Outcome{Decision(), std::nullopt};
    // Who speaks, if the line says so.
    const std::size_t begin = words.place();
    const bool introduced = words.take_word("terminal") || words.take_word("player");
    std::optional<Speaker> speaker;
    if (!words.at_end() && !words.peek_quoted()) {
        const std::string name(words.peek());
        speaker = world_->find_speaker(name);
        if (speaker) words.next();
    }
    if (!speaker && introduced) {
        words.expect({"the name of a terminal or player", Choice::Sort::other, world_->names()});
        return std::nullopt;
    }
    if (!speaker) words.back_to(begin);
    if (speaker && words.take_word("as")) {
        const auto role = post(words);
        if (!role) return std::nullopt;
        speaker->role = *role;
    }
    const Speaker* who = speaker ? &*speaker : nullptr;
    verb_ = words.place();
    using Try = Answer (Player::*)(Words&, const Speaker*);
    for (const Try attempt :
         {&Player::act_on_bets, &Player::act_on_round, &Player::act_on_table, &Player::act_on_money,
          &Player::act_on_trouble, &Player::act_on_equipment}) {
        words.back_to(verb_);
        Answer answer = (this->*attempt)(words, who);
        if (answer) return answer;
    }
    return std::nullopt;
}

Player::Answer Player::act_on_bets(Words& words, const Speaker* who) {
    const bool places = words.take("bet") || words.take("place");
    const bool withdraws = !places && words.take("withdraw");
    if ((places || withdraws) && says_who(who)) {
        const auto list = bets(words, places);
        if (!list) return std::nullopt;
        StayId whose;
        std::string instruction;
        if (words.take_word("for")) {
            const auto found = stay(words);
            if (!found) return std::nullopt;
            whose = *found;
        }
        words.take_word(",");
        if (words.take_word("told")) {
            const auto told = words.quoted();
            if (!told) return std::nullopt;
            instruction = *told;
        }
        if (words.take_word("(lost)")) return Outcome{Decision(), std::nullopt};
        if (places) return give(*who, PlaceBets{whose, *list, instruction});
        return give(*who, WithdrawBets{whose, *list});
    }
    if (words.take("reject", "excess")) return give(by(who, "dealer"), RejectExcess{});
    if (words.take("advise")) {
        const auto whom = stay(words);
        if (!whom) return std::nullopt;
        words.take_word("on");
        const auto spot = words.spot();
        if (!spot) return std::nullopt;
        return give(by(who, "dealer"), AdvisePlayer{*whom, *spot});
    }
    if (words.take("see", "at") || words.take("see", "layout", "at")) {
        const auto moment = words.word<Moment>();
        if (!moment) return std::nullopt;
        const auto list = positions(words);
        if (!list) return std::nullopt;
        return give(by(who, "dealer"), ReportLayout{*moment, *list});
    }
    return std::nullopt;
}

// All that is left of the round, as it should be.
Decision Player::roll(const Speaker& dealer, rules::Roll roll) {
    using rules::Step;
    Decision all;
    const auto next = [&]() -> std::optional<Step> {
        const Table& at = world_->table();
        const RuleSet& rules = rules_of(world_->state(), at);
        if (!at.round) return std::nullopt;
        const rules::StepRule* step = next_step(rules, *at.round);
        return step ? std::optional(step->step) : std::nullopt;
    };
    const auto go = [&](const Speaker& speaker, Order order) {
        return append(all, *give(speaker, std::move(order)).decision);
    };
    const Speaker device = *world_->find_speaker("device");
    for (int turn = 0; turn < 2; ++turn) {  // whichever of the two comes first
        if (next() == Step::mix) {
            if (!world_->table().round->mixing && !go(dealer, StartMix{})) return all;
            if (!go(dealer, EndMix{3})) return all;
        }
        if (next() == Step::close && !go(dealer, CloseBetting{})) return all;
    }
    if (next() != Step::enter && !go(dealer, Uncover{true})) return all;
    const auto& dice = roll.dice();
    if (!go(dealer, KeyDice{{dice.begin(), dice.end()}})) return all;
    if (!go(dealer, EnterResult{roll})) return all;
    if (next() == Step::illuminate && !go(device, ReportLights{winning(roll)})) return all;
    if (next() == Step::collect && !go(dealer, SettleRound{})) return all;
    if (next() == Step::clear) go(dealer, ClearLights{});
    return all;
}

Player::Answer Player::act_on_round(Words& words, const Speaker* who) {
    const Speaker dealer = by(who, "dealer");
    const Speaker device = by(who, "device");
    if (words.take("open", "betting")) return give(dealer, OpenBetting{});
    if (words.take("close", "betting")) return give(dealer, CloseBetting{});
    if (words.take("roll")) {
        const auto dice = words.dice();
        if (!dice) return std::nullopt;
        return Outcome{roll(dealer, *dice), std::nullopt};
    }
    if (words.take("start", "tumbler") || words.take("start", "shaker") ||
        words.take("start", "mixing")) {
        return give(dealer, StartMix{});
    }
    if (words.take("count")) {
        const auto count = words.number(number_max);
        if (!count) return std::nullopt;
        return give(device, EndMix{static_cast<std::uint32_t>(*count)});
    }
    if (words.take("tumble") || words.take("shake")) {
        const auto count = words.number(number_max);
        if (!count) return std::nullopt;
        words.take_word("times");
        Decision all;
        if (!append(all, *give(dealer, StartMix{}).decision)) return Outcome{all, std::nullopt};
        append(all, *give(dealer, EndMix{static_cast<std::uint32_t>(*count)}).decision);
        return Outcome{all, std::nullopt};
    }
    if (words.take("uncover")) {
        const bool leaning = words.take("not", "flat") || words.take("leaning", "die");
        if (!leaning) words.take_word("flat");
        return give(dealer, Uncover{!leaning});
    }
    if (words.take("cover", "dice")) return give(dealer, CoverDice{});
    if (words.take("key")) {
        // Anything may be keyed; what is not three dice is refused.
        KeyDice keyed;
        if (const auto dice = words.dice()) {
            keyed.dice.assign(dice->dice().begin(), dice->dice().end());
        }
        if (!words.at_end()) {
            while (const auto value = words.number()) {
                keyed.dice.push_back(
                    static_cast<std::uint8_t>(std::min<std::int64_t>(*value, 255)));
            }
            if (keyed.dice.empty()) return std::nullopt;
        }
        return give(dealer, keyed);
    }
    if (words.take("enter")) {
        words.take_word("result");
        // What is shown, unless the line says other dice.
        const auto& round = world_->table().round;
        EnterResult result;
        if (const auto dice = words.dice()) {
            result.roll = *dice;
        } else if (round && (round->keyed || round->reading)) {
            result.roll = round->keyed ? *round->keyed : *round->reading;
        }
        return give(dealer, result);
    }
    if (words.take("read")) {
        const auto dice = words.dice();
        if (!dice) return std::nullopt;
        ReportReading reading{world_->table().rounds, world_->close_hash().value_or(Hash{}), *dice};
        if (words.take("for", "round")) {
            const auto number = words.number();
            if (!number) return std::nullopt;
            reading.round = static_cast<std::uint64_t>(*number);
        }
        if (words.take("over", "another", "close")) reading.close_hash = sha256("another");
        const auto& round = world_->table().round;
        if (!words.take("unarmed") && round && !round->armed && world_->close_hash()) {
            world_->give(*world_->find_speaker("system"), ArmTumbler{*world_->close_hash()});
        }
        return give(*world_->find_speaker("tumbler"), reading);
    }
    if (words.take("light")) {
        std::vector<rules::SpotId> lit;
        if (words.take("right")) {
            const auto& round = world_->table().round;
            if (round && round->roll) lit = winning(*round->roll);
        } else if (words.take("as", "for")) {
            const auto dice = words.dice();
            if (!dice) return std::nullopt;
            lit = winning(*dice);
        } else if (!words.take("nothing")) {
            while (const auto spot = words.spot()) {
                lit.push_back(*spot);
                words.take_word(",");
            }
        }
        return give(device, ReportLights{lit});
    }
    if (words.take("is", "present") || words.take("note", "presence")) {
        return give(by(who, "supervisor"), NotePresence{});
    }
    if (words.take("settle")) {
        words.take_word("round");
        return give(dealer, SettleRound{});
    }
    if (words.take("clear", "lights")) return give(dealer, ClearLights{});
    return std::nullopt;
}

Player::Answer Player::act_on_trouble(Words& words, const Speaker* who) {
    if (words.take("report")) {
        const auto cause = words.word<rules::Cause>();
        if (!cause) return std::nullopt;
        return give(by(who, "dealer"), Report{*cause, words.quoted().value_or("")});
    }
    if (words.take("decide", "to")) {
        const auto verdict = words.word<Verdict>();
        if (!verdict) return std::nullopt;
        return give(by(who, "shift-manager"), DecideHold{*verdict, words.quoted().value_or("")});
    }
    if (words.take("certify", "not", "seen") || words.take("certifie", "not", "seen")) {
        return give(by(who, "dealer"), Certify{});
    }
    if (words.take("certify") || words.take("certifie")) {
        words.take_word("seen");
        const auto dice = words.dice();
        if (!dice) return std::nullopt;
        return give(by(who, "dealer"), Certify{dice});
    }
    if (words.take("authorise")) {
        // What was asked for last, or by the one who is named.
        const auto asked = words.at_end() ? std::nullopt : person(words);
        if (!asked && !words.at_end()) return std::nullopt;
        Hash digest;
        std::uint64_t latest = 0;
        for (const auto& [one, pending] : world_->table().pending) {
            if (asked && pending.command.stamp.actor.number != asked->number) continue;
            if (pending.sequence < latest) continue;
            latest = pending.sequence;
            digest = one;
        }
        return give(by(who, "supervisor"), Authorise{digest});
    }
    if (words.take("correct", "round")) {
        AmendRounds amend;
        do {
            words.take_word("round");
            const auto number = words.number();
            if (!number) return std::nullopt;
            words.take_word("to");
            const auto dice = words.dice();
            if (!dice) return std::nullopt;
            amend.amendments.push_back({static_cast<std::uint64_t>(*number), dice, {}});
        } while (words.take_word(","));
        amend.cause = rules::Cause::wrong_result;
        amend.reason = words.quoted().value_or("wrong result");
        return give(by(who, "dealer"), amend);
    }
    if (words.take("void", "round") || words.take("void", "rounds")) {
        AmendRounds amend;
        do {
            const auto first = words.number();
            if (!first) return std::nullopt;
            auto last = first;
            if (words.take_word("to")) last = words.number();
            if (!last) return std::nullopt;
            if (*last < *first || *last - *first > 1000) {
                unknown_ = "from round " + std::to_string(*first) + " to " + std::to_string(*last) +
                           " is backwards, or too many";
                return std::nullopt;
            }
            for (std::int64_t n = *first; n <= *last; ++n) {
                amend.amendments.push_back({static_cast<std::uint64_t>(n), {}, {}});
            }
        } while (words.take_word(","));
        words.take_word("for");
        const auto cause = words.word<rules::Cause>();
        if (!cause) return std::nullopt;
        amend.cause = *cause;
        amend.reason = words.quoted().value_or(std::string(to_word(*cause)));
        return give(by(who, "shift-manager"), amend);
    }
    if (words.take("return", "bets", "of")) {
        const auto whose = stay(words);
        if (!whose || !words.take("in", "round")) return std::nullopt;
        const auto number = words.number();
        if (!number) return std::nullopt;
        AmendRounds amend;
        amend.amendments.push_back({static_cast<std::uint64_t>(*number), {}, whose});
        amend.cause = rules::Cause::not_covered;
        amend.reason = words.quoted().value_or("returned");
        return give(by(who, "shift-manager"), amend);
    }
    if (words.take("resolve", "incident")) {
        const auto number = words.number(number_max);
        if (!number) return std::nullopt;
        return give(by(who, "supervisor"),
                    ResolveIncident{IncidentId{static_cast<std::uint32_t>(*number)},
                                    words.quoted().value_or("")});
    }
    return std::nullopt;
}

}  // namespace sicbo::scenario
