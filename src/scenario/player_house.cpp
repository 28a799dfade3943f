// What people do around the rounds: the table, money, terminals, equipment.
#include <algorithm>
#include <array>
#include <limits>

#include "scenario/hint.h"
#include "scenario/player.h"

namespace sicbo::scenario {

using namespace table;  // the orders, all of them

Player::Answer Player::configure(Words& words, const Speaker& speaker) {
    // "sets maximum 500.00, minimum 5.00": the same words as in the setup.
    Settings kept = settings_;
    settings_.configuration = world_->table().configuration;
    bool fine = true;
    std::string text;
    std::string why;
    while (!words.at_end() && fine) {
        text.clear();
        while (!words.at_end() && words.peek() != ",") {
            const bool quoted = words.peek_quoted();
            text += text.empty() ? "" : " ";
            text += quoted ? "\"" + words.next() + "\"" : words.next();
        }
        words.take_word(",");
        Words part(text);
        constexpr std::array unchangeable = {"game",   "covers", "switch",   "starts", "shaker",
                                             "closed", "person", "terminal", "player", "strict"};
        const bool may = std::ranges::find(unchangeable, part.peek()) == unchangeable.end();
        const Result<bool> done = may ? set(part) : Result<bool>(false);
        fine = done.has_value() && *done;
        if (!done) why = ": " + done.error().text();
    }
    const Configuration changed = settings_.configuration;
    settings_ = std::move(kept);
    if (!fine) {
        unknown_ = "\"" + shortened(text) + "\" sets nothing" + why;
        return std::nullopt;
    }
    return give(speaker, Configure{changed});
}

Player::Answer Player::act_on_table(Words& words, const Speaker* who) {
    const Speaker supervisor = by(who, "supervisor");
    if (words.take("open", "table")) return give(supervisor, OpenTable{});
    if (words.take("close", "table")) return give(supervisor, CloseTable{});
    if (words.take("announce", "last", "round")) {
        return give(by(who, "dealer"), AnnounceLastRound{});
    }
    if (words.take("take", "table", "out", "of", "service")) {
        const auto reason = words.quoted();
        return give(supervisor, TakeOutOfService{reason.value_or("")});
    }
    if (words.take("return", "table", "to", "service")) return give(supervisor, ReturnToService{});
    if (words.take("repair")) {
        const auto what = words.quoted();
        return give(by(who, "technician"), RecordRepair{what.value_or("")});
    }
    if (words.take("log", "on") && says_who(who)) return give(*who, LogOn{});
    if (words.take("log", "off") && says_who(who)) return give(*who, LogOff{});
    if (words.take("fail", "to", "log", "on") && says_who(who)) {
        return give(*world_->find_speaker("system"), ReportFailedLogOn{PersonId{who->actor.number}},
                    TableId{});
    }
    if (words.take("lock", "console")) return give(*world_->find_speaker("system"), LockConsole{});
    if (words.take("unlock", "console") && says_who(who)) {
        return Outcome{world_->give(*who, UnlockConsole{}), std::nullopt};
    }
    const bool disables = words.take("disable");
    if (disables || words.take("restore")) {
        if (const auto whom = person(words)) {
            const Speaker admin = by(who, "administrator");
            if (disables) return give(admin, DisablePerson{*whom}, TableId{});
            return give(admin, RestorePerson{*whom}, TableId{});
        }
        const auto which = disables ? terminal(words) : std::nullopt;
        if (!which) return std::nullopt;
        return give(supervisor, DisableTerminal{*which});
    }
    if (words.take("enable")) {
        const auto which = terminal(words);
        if (!which) return std::nullopt;
        return give(supervisor, EnableTerminal{*which});
    }
    if (words.take("appoint")) {
        const auto whom = person(words);
        if (!whom) return std::nullopt;
        words.take_word("as");
        const auto role = post(words);
        if (!role) return std::nullopt;
        const bool from_here = words.take_word("for");
        if (!from_here) words.take_word("until");
        const auto time = words.duration();
        if (!time) return std::nullopt;
        const Instant until = (from_here ? world_->clock() : world_->begin()) + *time;
        return give(supervisor, Appoint{*whom, *role, world_->clock(), until}, TableId{});
    }
    if (words.take("set")) return configure(words, supervisor);
    return std::nullopt;
}

Player::Answer Player::act_on_money(Words& words, const Speaker* who) {
    const Speaker cashier = by(who, "cashier");
    TerminalId at;
    StayId whose;
    const auto place = [&] {
        if (const auto found = world_->find_terminal(words.peek())) {
            at = *found;
            words.next();
            return true;
        }
        const auto found = stay(words);
        if (found) whose = *found;
        return found.has_value();
    };
    if (words.take("put")) {
        const auto amount = words.amount();
        if (!amount || !(words.take_word("in") || words.take_word("for")) || !place()) {
            return std::nullopt;
        }
        return give(cashier, PutCredit{at, whose, *amount});
    }
    if (words.take("pay", "unclaimed")) {
        words.take_word("of");
        const auto owed = stay(words);
        if (!owed) return std::nullopt;
        return give(cashier, PayUnclaimed{*owed});
    }
    if (words.take("pay")) {
        words.take_word("out");
        Money amount;
        if (const auto some = words.amount()) amount = *some;
        words.take_word("to");
        if (!place()) return std::nullopt;
        return give(cashier, PayCredit{at, whose, amount});
    }
    if (words.take("collect", "from")) {
        const auto owing = stay(words);
        if (!owing) return std::nullopt;
        return give(cashier, CollectReceivable{*owing});
    }
    if (words.take("waive", "debt", "of")) {
        const auto owing = stay(words);
        if (!owing) return std::nullopt;
        return give(by(who, "shift-manager"), WaiveReceivable{*owing, words.quoted().value_or("")});
    }
    const auto ticket = [&] {
        if (words.at_end()) words.expect({"the number of a ticket", Choice::Sort::other});
        return !words.at_end();
    };
    if (words.take("take", "ticket") && says_who(who)) {
        if (!ticket()) return std::nullopt;
        return give(*who, IssueTicket{TerminalId{who->actor.number}, words.next()});
    }
    if (words.take("insert", "ticket") && says_who(who)) {
        if (!ticket()) return std::nullopt;
        return give(*who, RedeemTicket{TerminalId{who->actor.number}, words.next()});
    }
    if (words.take("redeem", "ticket")) {
        if (!ticket()) return std::nullopt;
        return give(cashier, RedeemTicket{{}, words.next()}, TableId{});
    }
    if (words.take("call") && says_who(who)) {
        words.take_word("attendant");
        return give(*who, CallAttendant{TerminalId{who->actor.number}});
    }
    if (words.take("answer")) {
        const auto found = terminal(words);
        if (!found) return std::nullopt;
        return give(cashier, AnswerCall{*found});
    }
    if (words.take("unlock")) {
        const auto found = terminal(words);
        if (!found) return std::nullopt;
        return give(cashier, UnlockTerminal{*found});
    }
    const Speaker system = *world_->find_speaker("system");
    const bool goes = words.take("go", "offline") || words.take("fail") || words.take("die");
    if (goes || words.take("come", "back")) {
        if (who && who->actor.kind == ActorKind::terminal) {
            return give(system, ReportTerminal{TerminalId{who->actor.number}, !goes});
        }
        if (words.at_end()) unknown_ = "only a terminal goes offline and comes back";
        return std::nullopt;
    }
    if (words.take("walk", "away")) {
        if (who && who->actor.kind == ActorKind::seat) {
            return give(*world_->find_speaker("dealer"), WalkAway{StayId{who->actor.number}});
        }
        unknown_ = "only a player at the felt walks away";
        return std::nullopt;
    }
    if (words.take("seat")) {
        const bool again = world_->find_stay(words.peek()) && !world_->find_terminal(words.peek());
        const Result<std::string> fresh =
            again ? Result<std::string>(words.next()) : new_name(words);
        if (!fresh) unknown_ = fresh.error().text();
        if (!fresh) return std::nullopt;
        const std::string& name = *fresh;
        if (const auto why = unfit(name)) {
            unknown_ = *why;
            return std::nullopt;
        }
        Outcome outcome = give(by(who, "dealer"), TakeSeat{name});
        if (!outcome.decision->refusal) {
            world_->name_player(name, StayId{world_->state().stays_begun});
        }
        return outcome;
    }
    return std::nullopt;
}

Player::Answer Player::act_on_equipment(Words& words, const Speaker* who) {
    const Speaker dealer = by(who, "dealer");
    const Speaker supervisor = by(who, "supervisor");
    const rules::MixerKind in_use = world_->table().mixer;
    if (words.take("install", "dice")) {
        const auto number = words.number(std::numeric_limits<std::uint32_t>::max());
        if (!number) return std::nullopt;
        InstallDice install{DiceId{static_cast<std::uint32_t>(*number)}, in_use, {}};
        if (words.take_word("in")) {
            const auto kind = mixer(words);
            if (!kind) return std::nullopt;
            install.mixer = *kind;
        }
        words.take_word(",");
        if (words.take_word("sealed")) install.seal = words.quoted().value_or("");
        return give(dealer, install);
    }
    if (words.take("remove", "dice")) {
        RemoveDice remove{in_use};
        if (words.take_word("from")) {
            const auto kind = mixer(words);
            if (!kind) return std::nullopt;
            remove.mixer = *kind;
        }
        return give(dealer, remove);
    }
    if (words.take("cover")) {
        const auto kind = mixer(words);
        if (!kind) return std::nullopt;
        return give(dealer, MarkMixer{*kind, Mark::covered});
    }
    if (words.take("sign", "inspection")) {
        words.take_word(",");
        words.take_word("seal");
        return give(supervisor, SignInspection{words.quoted().value_or("")});
    }
    if (words.take("sign")) {
        const auto kind = mixer(words);
        if (!kind || !words.take("out", "of", "order")) return std::nullopt;
        return give(dealer, MarkMixer{*kind, Mark::signed_});
    }
    if (words.take("use")) {
        const auto kind = mixer(words);
        if (!kind) return std::nullopt;
        return give(dealer, UseMixer{*kind});
    }
    if (words.take("hand", "shaker", "to")) {
        const auto whom = person(words);
        if (!whom) return std::nullopt;
        return give(dealer, HandOverShaker{*whom});
    }
    if (words.take("store", "shaker")) return give(dealer, HandOverShaker{});
    if (words.take("test", "lights")) {
        const auto dice = words.dice();
        if (!dice) return std::nullopt;
        TestLights test{*dice, {}};
        if (words.take("right") || words.at_end()) {
            test.lit = winning(*dice);
        } else if (words.take_word("without")) {
            test.lit = winning(*dice);
            const auto spot = words.spot();
            if (!spot) return std::nullopt;
            std::erase(test.lit, *spot);
        } else if (words.take_word("showing")) {
            while (const auto spot = words.spot()) {
                test.lit.push_back(*spot);
                words.take_word(",");
            }
        }
        return give(supervisor, test);
    }
    if (words.take("test", "shaker")) {
        const bool failed = words.take("failed") || words.take("fail");
        return give(supervisor, TestMixer{!failed});
    }
    return std::nullopt;
}

}  // namespace sicbo::scenario
