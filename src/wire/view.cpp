// SPDX-License-Identifier: MIT
#include "wire/view.h"
#include "wire/access_view.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <ranges>
#include <set>

#include "core/check.h"
#include "rules/spot_id.h"
#include "table/authority.h"
#include "table/basis.h"
#include "table/settlement.h"
#include "wire/cash_view.h"
#include "wire/felt_view.h"
#include "wire/fields_json.h"
#include "wire/orders_view.h"
#include "wire/payments_view.h"
#include "wire/player_view.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;
using namespace table;

constexpr std::size_t results_shown = 60;

json::value dice(const std::optional<rules::Roll>& roll) {
    if (!roll) return nullptr;
    json::array array;
    for (const std::uint8_t die : roll->dice()) array.emplace_back(die);
    check(array.size() == 3);
    return array;
}

json::value cents(const std::optional<Money>& amount) {
    return amount ? json::value(amount->cents()) : json::value(nullptr);
}

json::value word(const auto& value) { return json::value(json::string(to_word(value))); }

template <class T>
json::value word(const std::optional<T>& value) {
    return value ? word(*value) : json::value(nullptr);
}

json::value moment(const std::optional<Instant>& at) {
    return at ? json::value(at->milliseconds) : json::value(nullptr);
}

json::object text(const rules::Text& text) {
    return {{"en", text.en}, {"zh", text.zh}, {"zh_hant", text.zh_hant}};
}

std::string spot_name(rules::SpotId spot) { return to_text(rules::spot_of(spot)); }

json::array spots(const std::vector<rules::SpotId>& list) {
    json::array array;
    for (const rules::SpotId spot : list) array.emplace_back(spot_name(spot));
    return array;
}

json::object limit(const SpotLimit& limit) {
    return {{"min", limit.min.cents()}, {"max", cents(limit.max)}};
}

void add_page_settings(json::object& to, const TableSetting& setting) {
    const std::string& en = setting.message_en;
    to["video"] = setting.video.empty() ? json::value() : json::value(setting.video);
    to["reality_check_minutes"] = setting.reality_check_minutes;
    to["message"] =
        en.empty() ? json::value() : json::value{{"en", en}, {"zh", setting.message_zh}};
}

json::object identity(const State& state, TableId id, const TableSetting& setting) {
    const Table& t = state.tables.at(id);
    const Configuration& c = t.configuration;
    const rules::Game& game = *rules_of(state, t).game;
    json::object limits;
    for (const auto& [spot, one] : c.limit_of) limits[spot_name(spot)] = limit(one);
    json::array layouts;
    for (const rules::Layout& layout : game.layouts) layouts.emplace_back(layout.id);
    json::object identity = {
        {"number", id.number},
        {"name", t.name},
        {"game", game.id},
        {"title", text(game.document.name)},
        {"rules", to_text(c.rules)},
        {"layouts", std::move(layouts)},
        {"terminals", game.equipment.terminals},
        {"lights", game.equipment.lights},
        {"operator", c.operator_name},
        {"currency", c.currency},
        {"chip", c.chip.cents()},
        {"training", c.training},
        {"chip_mode", json::string(to_word(is_untracked(state.cage, id) ? ChipMode::untracked
                                                                        : ChipMode::tracked))},
        {"limit", limit(c.limit)},
        {"limit_of", std::move(limits)},
        {"round_max", cents(c.round_max)},
        {"differential_max", cents(c.differential_max)},
        {"exposure_max", cents(c.exposure_max)},
        {"betting_seconds", c.betting_seconds},
        {"mode", setting.mode},
        {"language", setting.language},
        {"tumbler", setting.tumbler}};
    add_page_settings(identity, setting);
    return identity;
}

// The round in play; between rounds the one that ended last; null before the first round.
const Round* shown_round(const Table& t) {
    if (t.round) return &*t.round;
    return t.past.empty() ? nullptr : &t.past.rbegin()->second;
}

json::value round_part(const State& state, const Table& t) {
    const Round* round = shown_round(t);
    if (!round) return nullptr;
    check(round->number > 0 && round->number <= t.rounds);
    const RuleSet& rules = rules_of(state, *round);
    const rules::StepRule* next = t.round ? next_step(rules, *round) : nullptr;
    const bool open = t.phase == Phase::playing && is_done(rules, *round, rules::Step::open) &&
                      !is_done(rules, *round, rules::Step::close);
    json::array winning;
    if (round->roll) winning = spots(winning_spots(*rules.game, *round->roll));
    return json::object{{"number", round->number},
                        {"step", t.round ? word(last_step(rules, *round)) : json::value(nullptr)},
                        {"next", next ? word(next->step) : json::value(nullptr)},
                        {"betting", open},
                        {"closes_at", open ? moment(round->closes_at) : json::value(nullptr)},
                        {"mixer", word(round->mixer)},
                        {"mixing", round->mixing},
                        {"mixes", round->mixes},
                        {"covered", round->covered},
                        {"roll", dice(round->roll)},
                        {"manual", round->manual},
                        {"winning", std::move(winning)},
                        {"ended", word(round->ended)},
                        {"void_for", word(round->void_for)}};
}

// What is announced in the table's present state.
json::value announcement(const State& state, const Table& t) {
    const Round* round = shown_round(t);
    if (!round) return nullptr;
    const RuleSet& rules = rules_of(state, *round);
    if (t.held || round->void_for) {
        const rules::Cause cause = t.held ? t.held->cause : *round->void_for;
        const rules::Irregularity* rule = find_rule(rules, cause);
        return rule && rule->says ? json::value(text(*rule->says)) : json::value(nullptr);
    }
    if (!t.round) return nullptr;
    const auto last = last_step(rules, *round);
    for (const rules::StepRule& rule : rules.steps) {
        if (last && rule.step == *last && rule.says) return text(*rule.says);
    }
    return nullptr;
}

// Of the last rounds, newest first; none where one was void. Small, since everybody gets it.
json::object results(const Table& t) {
    json::array rolls;
    for (const auto& [number, round] : t.past | std::views::reverse) {
        if (rolls.size() == results_shown) break;
        const bool stands = round.roll && round.ended != RoundEnd::void_;
        rolls.push_back(stands ? json::value(json::string(to_text(*round.roll)))
                               : json::value(nullptr));
    }
    check(rolls.size() <= results_shown);
    const std::uint64_t last = t.past.empty() ? 0 : t.past.rbegin()->first;
    check(last <= t.rounds);
    return {{"last", last}, {"rolls", std::move(rolls)}};
}

json::object status(const State& state, TableId id, const Table& t) {
    const Reader* reader = find_reader(state, id);
    json::value held = nullptr;
    if (t.held) {
        const bool contested = reader && reader->contested;
        held = json::object{
            {"cause", word(t.held->cause)},
            {"reason", t.held->reason},
            {"referred", word(t.held->referred)},
            {"contested", contested ? word(reader->contested->cause) : json::value(nullptr)}};
    }
    json::value manual = nullptr;
    if (reader && reader->manual) {
        manual = json::object{{"reason", reader->manual->reason},
                              {"since", reader->manual->since.milliseconds}};
    }
    return {{"phase", word(t.phase)},
            {"out_of_service", t.out_of_service ? json::value(json::string(*t.out_of_service))
                                                : json::value(nullptr)},
            {"last_round", t.last_round_announced},
            {"last_round_played", t.last_round_played},
            {"held", std::move(held)},
            {"manual_entry", std::move(manual)}};
}

// The chips on a shared felt, which everybody can see.
json::array chips(const State& state, const Table& t) {
    json::array array;
    if (!t.round) return array;
    for (const auto& [stay, slip] : t.round->bet_slips) {
        for (const Bet& bet : slip.bets) {
            check(bet.stake > Money());
            array.push_back(json::object{{"stay", stay.number},
                                         {"player", state.stays.at(stay).player},
                                         {"spot", spot_name(bet.spot)},
                                         {"stake", bet.stake.cents()}});
        }
    }
    return array;
}

// What a player needs to check the dice. Nothing of the dice before the result has been entered.
json::value proof(const State& state, TableId id, const Round& round) {
    if (!round.armed || !round.roll || !round.reading) return nullptr;
    check(round.number > 0);
    json::object one{{"table", id.number},
                     {"round", round.number},
                     {"roll", dice(round.reading)},
                     {"close_hash", to_text(*round.armed)},
                     {"mixed_first", mixes_first(rules_of(state, round))}};
    if (round.proof) {
        one["key"] = to_text(round.proof->key);
        one["counter"] = round.proof->counter;
        one["tumbles"] = round.proof->mixes;
        one["signature"] = round.proof->signature;
    }
    if (round.commitment) one["commitment"] = to_text(*round.commitment);
    if (round.secret) one["secret"] = to_text(*round.secret);
    return one;
}

// The commitment to the dice of the round in play, or between rounds of the next one; and the proof
// of the last round.
json::object proofs(const State& state, TableId id, const Table& t) {
    const auto hash = [](const std::optional<Hash>& one) {
        return one ? json::value(json::string(to_text(*one))) : json::value(nullptr);
    };
    const Round* last = t.past.empty() ? nullptr : &t.past.rbegin()->second;
    return {{"round", t.round ? t.round->number : t.rounds + 1},
            {"commitment", hash(t.round ? t.round->commitment : t.commitment)},
            {"last", last ? proof(state, id, *last) : json::value(nullptr)}};
}

json::array staff(const State& state, const Table& t) {
    json::array array;
    for (const auto& [id, as] : t.staff) {
        array.push_back(json::object{{"person", id.number},
                                     {"name", state.people.at(id).name},
                                     {"role", word(as.role)},
                                     {"since", as.since.milliseconds},
                                     {"session", as.number}});
    }
    return array;
}

json::value order_fields(const Order& order) {
    return visit([](const auto& choice) { return Write::of(choice); }, order.choice());
}

json::array pending(const State& state, const Table& t) {
    json::array array;
    for (const auto& [digest, one] : t.pending) {
        if (has_lapsed(state, one)) continue;
        const std::optional<Pair> pair = second_for(state, t, one.command.order);
        Order shown = one.command.order;
        if (auto* recall = get_if<RecallRounds>(&shown)) recall->found.clear();  // for the journal
        const PersonId by{one.command.stamp.actor.number};
        array.push_back(json::object{
            {"digest", to_text(digest)},
            {"order", json::string(choice_names<OrderChoice>[one.command.order.index()])},
            {"by", by.number},
            {"name", state.people.at(by).name},
            {"role", word(one.command.stamp.role)},
            {"fields", order_fields(shown)},
            {"decides", pair ? word(pair->decides) : json::value(nullptr)},
            {"with", pair ? word(pair->with) : json::value(nullptr)},
            {"missing", missing_json(pair, one.command.stamp.role)},
            {"expires_at", one.expires_at.milliseconds}});
    }
    return array;
}

json::object equipment(const State& state, const Table& t) {
    const RuleSet& rules = rules_of(state, t);
    json::array ticked;
    for (const rules::CheckItem item : t.inspection.ticked) ticked.push_back(word(item));
    json::array mixers;
    for (const auto& [kind, one] : t.mixers) {
        json::value set = nullptr;
        if (one.dice) {
            set = json::object{{"number", one.dice->dice.number},
                               {"seal", one.dice->seal},
                               {"installed_at", one.dice->installed_at.milliseconds},
                               {"due_at", moment(last_use_of(rules, kind, *one.dice))}};
        }
        mixers.push_back(json::object{{"mixer", word(kind)},
                                      {"dice_set", std::move(set)},
                                      {"mark", word(one.mark)},
                                      {"unusable", one.unusable}});
    }
    return {{"mixer", word(t.mixer)},
            {"mixers", std::move(mixers)},
            {"shaker_holder", t.shaker_holder.number},
            {"repair_needed", t.repair_needed},
            {"lights_on", t.lights_on},
            {"inspection", json::object{{"lights_passed", t.inspection.lights_passed},
                                        {"mixer_passed", t.inspection.mixer_passed},
                                        {"failed", t.inspection.failed.size()},
                                        {"ticked", std::move(ticked)},
                                        {"signed", t.inspection.signed_off}}}};
}

// What the console needs of the round in play besides the public part "round"; null between rounds.
json::value round_progress(const Table& t) {
    if (!t.round) return nullptr;
    const Round& round = *t.round;
    return json::object{
        {"armed", round.armed.has_value()}, {"reading", dice(round.reading)},
        {"keyed", dice(round.keyed)},       {"lights_failed", round.lights_failed},
        {"present", round.present},         {"witness", round.present ? round.witness.number : 0}};
}

// Players who have left and whose account is not settled: what they owe, and what is unclaimed.
json::array open_accounts(const State& state, TableId id) {
    std::set<StayId> stays;
    for (const auto kind : {ledger::AccountKind::receivable, ledger::AccountKind::unclaimed}) {
        const auto& balances = state.ledger.balances();
        for (auto one = balances.lower_bound({kind, 0});
             one != balances.end() && one->first.kind == kind; ++one) {
            stays.insert({one->first.owner});
        }
    }
    json::array array;
    for (const StayId stay : stays) {
        const auto found = state.stays.find(stay);
        if (found == state.stays.end() || found->second.table != id) continue;
        if (!found->second.ended) continue;
        array.push_back(
            json::object{{"stay", stay.number},
                         {"terminal", found->second.terminal.number},
                         {"player", found->second.player},
                         {"owed", -state.ledger.balance(ledger::receivable(stay)).cents()},
                         {"unclaimed", state.ledger.balance(ledger::unclaimed(stay)).cents()}});
    }
    return array;
}

}  // namespace

Parts property_view(const State& state) {
    json::array tables;
    for (const auto& [id, t] : state.tables) {
        if (state.retired.tables.contains(id)) continue;
        const rules::Game& game = *rules_of(state, t).game;
        json::object one = status(state, id, t);
        one["number"] = id.number;
        one["name"] = t.name;
        one["game"] = game.id;
        one["title"] = text(game.document.name);
        one["training"] = t.configuration.training;
        one["terminals"] = t.terminals.size();
        one["rounds"] = t.rounds;
        tables.push_back(std::move(one));
    }
    return {{"tables", json::serialize(tables)}};
}

Parts table_view(const State& state, TableId id, const TableSetting& setting) {
    const Table& t = state.tables.at(id);
    Parts parts;
    parts.push_back({"table", json::serialize(identity(state, id, setting))});
    parts.push_back({"status", json::serialize(status(state, id, t))});
    parts.push_back({"round", json::serialize(round_part(state, t))});
    parts.push_back({"announcement", json::serialize(announcement(state, t))});
    parts.push_back({"results", json::serialize(results(t))});
    parts.push_back({"proof", json::serialize(proofs(state, id, t))});
    const bool felt = !rules_of(state, t).game->equipment.terminals;
    if (felt) parts.push_back({"chips", json::serialize(chips(state, t))});
    return parts;
}

Parts seat_view(const State& state, StayId id) {
    Parts parts;
    const auto found = state.stays.find(id);
    if (found == state.stays.end()) return {{"place", "null"}};
    const Stay& stay = found->second;
    const Table& t = state.tables.at(stay.table);
    const rules::Game& game = *rules_of(state, t).game;
    parts.push_back({"place", json::serialize(json::object{{"table", stay.table.number},
                                                           {"layout", game.layouts.front().id},
                                                           {"stay", id.number},
                                                           {"player", stay.player},
                                                           {"away", stay.away},
                                                           {"ended", stay.ended}})});
    add_player(parts, state, stay.table, id);
    return parts;
}

Parts console_view(const State& state, TableId id) {
    const Table& t = state.tables.at(id);
    return {{"staff", json::serialize(staff(state, t))},
            {"locked", t.console_locked ? "true" : "false"},
            {"pending", json::serialize(pending(state, t))},
            {"property_pending", json::serialize(property_pending_json(state))},
            {"incidents", json::serialize(incidents_json(state, id))},
            {"equipment", json::serialize(equipment(state, t))},
            {"equipment_orders", json::serialize(equipment_orders_json(state, id))},
            {"irregularities", json::serialize(irregularities_json(state, id))},
            {"certify", json::serialize(certify_json(state, id))},
            {"round_progress", json::serialize(round_progress(t))},
            {"payments", json::serialize(payments_json(state, t))},
            {"orders", json::serialize(orders_json(state, id))},
            {"requests", json::serialize(requests_json())},
            {"enrolments", json::serialize(enrolments_json(state, id))},
            {"password_resets", json::serialize(password_resets_json(state))},
            {"configuration", json::serialize(Write::of(t.configuration))}};
}

Parts places_view(const State& state, TableId id) {
    const Table& t = state.tables.at(id);
    const rules::Game& game = *rules_of(state, t).game;
    json::array places;
    // The payout of the stay in the shown round, once its bets are settled; the dealer pays it.
    const auto payout_to = [&](StayId stay) {
        const Round* round = shown_round(t);
        if (!round || !round->bets_settled) return Money();
        const auto slip = round->bet_slips.find(stay);
        return slip == round->bet_slips.end() ? Money() : payout_of(slip->second);
    };
    const auto add_money = [&](json::object& one, StayId stay) {
        const BetSlip* slip = slip_in_play(t, stay);
        one["stay"] = stay.number;
        one["credit"] = stay ? state.ledger.balance(ledger::credit(stay)).cents() : 0;
        one["staked"] = slip && !t.round->bets_settled ? stakes_of(*slip).cents() : 0;
        one["payout"] = payout_to(stay).cents();
        one["owed"] = stay ? -state.ledger.balance(ledger::receivable(stay)).cents() : 0;
        one["unclaimed"] = stay ? state.ledger.balance(ledger::unclaimed(stay)).cents() : 0;
    };
    for (const auto& [terminal, at] : t.terminals) {
        if (state.retired.terminals.contains(terminal)) continue;
        json::object one{{"terminal", terminal.number}, {"layout", game.layouts.at(at.layout).id},
                         {"enabled", at.enabled},       {"online", at.online},
                         {"locked", at.locked},         {"calling", at.calling}};
        add_money(one, at.stay);
        one["hand_pay"] = hand_pay_part(state, terminal);
        places.push_back(std::move(one));
    }
    for (const auto& [stay, at] : state.stays) {
        if (at.table != id || at.terminal || at.ended) continue;
        json::object one{{"player", at.player}, {"away", at.away}};
        add_money(one, stay);
        places.push_back(std::move(one));
    }
    return {{"places", json::serialize(places)},
            {"totals", json::serialize(totals_json(state, t))},
            {"differences", json::serialize(differences_json(state, t))},
            {"below_min", json::serialize(below_min_json(state, t))},
            {"open_accounts", json::serialize(open_accounts(state, id))}};
}

std::string rounds_text(const State& state, const ListRounds& request, StayId stay) {
    const auto& past = state.tables.at(request.table).past;
    const auto end = request.before ? past.lower_bound(request.before) : past.end();
    std::string all = "[";
    std::uint32_t count = 0;
    for (const auto& [number, round] :
         std::ranges::subrange(past.begin(), end) | std::views::reverse) {
        if (count++ == request.limit) break;
        if (all.size() > 1) all += ',';
        all += ended_round(*rules_of(state, round).game, round, stay,
                           json::serialize(proof(state, request.table, round)));
    }
    return all + "]";
}

}  // namespace sicbo::wire
