// The lines of a scenario that say what there is before anybody plays.
#include <algorithm>

#include "rules/documents.h"
#include "scenario/player.h"
#include "table/settlement.h"

namespace sicbo::scenario {
namespace {

using rules::Role;

constexpr Speaker machine = {};

// The rule set with the switch set otherwise.
Result<std::string> with_switch(std::string text, rules::SwitchName name,
                                const std::string& value) {
    const std::string mark = "switch = \"" + std::string(to_word(name)) + "\"";
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) {
        return failure("the game has no switch " + std::string(to_word(name)));
    }
    const std::string key = "value = \"";
    const std::size_t begin = text.find(key, at) + key.size();
    text.replace(begin, text.find('"', begin) - begin, value);
    return text;
}

}  // namespace

Player::Player() {
    settings_.starts = parse_instant("2026-01-05T10:00+00:00").value();
    settings_.configuration.operator_name = "The House";
    settings_.configuration.layout_approval = "on file";
    settings_.configuration.rounds_kept = 100;
    for (const std::string_view role : words_of<Role>) {
        if (role == "player" || role == "system") continue;
        settings_.people.push_back({std::string(role), *parse_word<Role>(role)});
    }
}

bool Player::is_taken(const std::string& name) const {
    const auto has = [&](const auto& list) {
        return std::ranges::any_of(list, [&](const auto& one) { return one.name == name; });
    };
    return has(settings_.people) || has(settings_.terminals) || has(settings_.players) ||
           name == "system" || name == "device" || name == "tumbler";
}

std::optional<std::string> Player::set_limit(Words& words) {
    // "limit big minimum 10 maximum 500", for a spot or for all spots of a kind.
    table::Configuration& configuration = settings_.configuration;
    std::vector<rules::SpotId> spots;
    if (const auto spot = words.spot()) {
        spots.push_back(*spot);
    } else if (const auto kind = parse_word<rules::Kind>(words.peek())) {
        words.next();
        for (const rules::Spot& one : rules::all_spots()) {
            if (one.kind == *kind) spots.push_back(id_of(one));
        }
    } else {
        return "a limit is for a spot or a kind of spot";
    }
    table::SpotLimit limit = configuration.limit;
    while (!words.at_end()) {
        if (words.take_word(",")) continue;
        const bool minimum = words.take_word("minimum");
        if (!minimum && !words.take_word("maximum")) return "expected minimum or maximum";
        const auto amount = words.amount();
        if (!amount) return "expected an amount";
        if (minimum) limit.min = *amount;
        if (!minimum) limit.max = *amount;
    }
    // A kind has spots that the game may not offer.
    for (const rules::Game& game : rules::documents()) {
        if (game.id != settings_.game) continue;
        for (const rules::SpotId spot : spots) {
            const bool offered = std::ranges::any_of(game.layouts, [&](const rules::Layout& one) {
                return find_row(one, spot_of(spot));
            });
            if (offered || spots.size() == 1) configuration.limit_of[spot] = limit;
        }
    }
    return std::nullopt;
}

Result<bool> Player::set(Words& words) {
    table::Configuration& configuration = settings_.configuration;
    const auto done = [&](bool fine, const char* what) -> Result<bool> {
        if (fine && words.at_end()) return true;
        return failure(std::string("expected ") + what);
    };
    const auto amount_to = [&](auto& target) -> Result<bool> {
        const auto amount = words.amount();
        if (amount) target = *amount;
        return done(amount.has_value(), "an amount");
    };
    const auto seconds_to = [&](std::uint32_t& target) -> Result<bool> {
        const auto duration = words.duration();
        if (duration) target = static_cast<std::uint32_t>(*duration / 1000);
        return done(duration && *duration % 1000 == 0, "a time in whole seconds, such as 20s");
    };
    if (words.take_word("game")) {
        settings_.game = words.at_end() ? "" : words.next();
        const bool known = std::ranges::any_of(
            rules::documents(), [&](const rules::Game& game) { return game.id == settings_.game; });
        return done(known, "rws-etg, rws-taisai, maryland or mbs-etg");
    }
    if (words.take_word("covers")) {
        while (!words.at_end()) words.next();
        return true;
    }
    if (settings_.game.empty()) return failure("the first line says which game: game rws-etg");
    if (words.take_word("switch")) {
        const auto name = parse_word<rules::SwitchName>(words.peek());
        if (!name) return failure("expected one of " + list_words<rules::SwitchName>());
        words.next();
        if (words.at_end()) return failure("expected a value");
        settings_.switches[*name] = words.next();
        return done(true, "nothing more");
    }
    if (words.take_word("starts")) {
        const auto at = parse_instant(words.peek());
        if (!at) return std::unexpected(at.error());
        words.next();
        settings_.starts = *at;
        return done(true, "nothing more");
    }
    if (words.take_word("chip")) return amount_to(configuration.chip);
    if (words.take_word("minimum")) return amount_to(configuration.limit.min);
    if (words.take_word("maximum")) return amount_to(configuration.limit.max);
    if (words.take("round", "maximum")) return amount_to(configuration.round_max);
    if (words.take_word("differential")) return amount_to(configuration.differential_max);
    if (words.take_word("exposure")) return amount_to(configuration.exposure_max);
    if (words.take("large", "win")) return amount_to(configuration.large_win);
    if (words.take_word("limit")) {
        if (auto wrong = set_limit(words)) return failure(*wrong);
        return true;
    }
    if (words.take_word("policy")) {
        const auto policy = parse_word<table::Policy>(words.peek());
        if (policy) configuration.policy = *policy;
        if (policy) words.next();
        return done(policy.has_value(), "enforce or advise");
    }
    if (words.take_word("timer")) return seconds_to(configuration.betting_seconds);
    if (words.take("least", "window")) return seconds_to(configuration.betting_seconds_min);
    if (words.take("rounds", "kept")) {
        const auto count = words.number();
        if (count) configuration.rounds_kept = static_cast<std::uint32_t>(*count);
        return done(count.has_value(), "a number");
    }
    if (words.take("second", "entry")) {
        configuration.second_entry = true;
        return done(true, "nothing more");
    }
    if (words.take_word("training")) {
        configuration.training = true;
        return done(true, "nothing more");
    }
    if (words.take("no", "operator")) {
        configuration.operator_name.clear();
        return done(true, "nothing more");
    }
    if (words.take_word("operator")) {
        configuration.operator_name = words.at_end() ? "" : words.next();
        return done(!configuration.operator_name.empty(), "a name");
    }
    if (words.take_word("currency")) {
        configuration.currency = words.at_end() ? "" : words.next();
        return done(true, "three letters");
    }
    if (words.take_word("unapproved")) {
        if (words.take("layout")) {
            configuration.layout_approval.clear();
            return done(true, "nothing more");
        }
        const auto kind = mixer(words);
        if (kind) settings_.unapproved.push_back(*kind);
        if (kind) configuration.approvals.erase(*kind);
        return done(kind.has_value(), "layout, manual-shaker or automated-shaker");
    }
    if (words.take_word("approved")) {
        const auto kind = mixer(words);
        const auto reference = words.quoted();
        if (kind) configuration.approvals[*kind] = {reference.value_or("on file"), "on file"};
        return done(kind.has_value(), "manual-shaker or automated-shaker");
    }
    if (words.take("strict", "console")) {
        settings_.strict_console = true;
        return done(true, "nothing more");
    }
    if (words.take_word("shaker")) {
        const auto kind = mixer(words);
        if (kind) settings_.mixer = kind;
        return done(kind.has_value(), "manual-shaker or automated-shaker");
    }
    if (words.peek() == "closed") {
        words.next();
        settings_.closed = true;
        return done(true, "nothing more");
    }
    if (words.take_word("person")) {
        if (words.at_end()) return failure("expected a name and a role");
        const std::string name = words.next();
        if (is_taken(name)) return failure("the name \"" + name + "\" is taken");
        words.take_word(",");
        const auto role = parse_word<Role>(words.peek());
        if (!role) return failure("expected one of " + list_words<Role>());
        words.next();
        settings_.people.push_back({name, *role});
        return done(true, "nothing more");
    }
    const bool terminal = words.peek() == "terminal" && words.peek(2) == "on";
    const bool player = words.peek() == "player" && words.peek(2) == "with";
    if (terminal || player) {
        words.next();
        Settings::Seat seat;
        seat.name = words.next();
        if (is_taken(seat.name)) return failure("the name \"" + seat.name + "\" is taken");
        if (terminal) {
            words.next();
            if (words.at_end()) return failure("expected a layout");
            seat.layout = words.next();
        }
        if (words.take_word("with")) {
            const auto amount = words.amount();
            if (!amount || *amount < Money()) return failure("expected an amount");
            seat.credit = *amount;
        }
        (terminal ? settings_.terminals : settings_.players).push_back(seat);
        return done(true, "nothing more");
    }
    return false;
}

table::Decision Player::must(const Speaker& speaker, table::Order order, TableId table) {
    table::Decision decision = world_->give(speaker, std::move(order), table);
    if (decision.refusal && unknown_.empty()) {
        unknown_ = std::string(to_word(decision.refusal->reason));
        if (!decision.detail.empty()) unknown_ += ": " + decision.detail;
    }
    return decision;
}

std::optional<Error> Player::build() {
    using namespace table;
    std::string text(rules::document_text(settings_.game));
    for (const auto& [name, value] : settings_.switches) {
        Result<std::string> changed = with_switch(std::move(text), name, value);
        if (!changed) return changed.error();
        text = std::move(*changed);
    }
    world_.emplace(settings_.starts);
    Configuration configuration = settings_.configuration;
    configuration.rules = sha256(text);
    constexpr TableId property = {};
    std::uint32_t next_person = 0;
    const auto add_person = [&](const Settings::Person& person, const Speaker& by) {
        const PersonId id{++next_person};
        world_->name_person(person.name, id, person.role);
        must(by, AddPerson{id, person.name, person.role}, property);
    };
    const auto admin =
        std::ranges::find(settings_.people, Role::administrator, &Settings::Person::role);
    add_person(*admin, machine);
    const Speaker administrator = *world_->find_speaker("administrator");
    for (const Settings::Person& person : settings_.people) {
        if (&person != &*admin) add_person(person, administrator);
    }
    must(administrator, AdoptRules{text}, property);
    if (!unknown_.empty()) return Error{unknown_};
    const rules::Game& game = *world_->state().rule_sets.at(configuration.rules).game;
    for (const rules::Mixer& one : game.equipment.mixers) {
        if (one.kind == rules::MixerKind::tumbler) continue;
        const auto& list = settings_.unapproved;
        if (std::ranges::find(list, one.kind) != list.end()) continue;
        configuration.approvals[one.kind] = {"on file", "on file"};
    }
    must(administrator, AddTable{World::table_id, "table 1", configuration}, property);
    if (!unknown_.empty()) return Error{unknown_};
    for (const Settings::Person& person : settings_.people) {
        if (person.role == Role::auditor || person.role == Role::administrator) continue;
        must(*world_->find_speaker(person.name), LogOn{});
    }
    const Speaker dealer = *world_->find_speaker("dealer");
    const Speaker supervisor = *world_->find_speaker("supervisor");
    const Speaker cashier = *world_->find_speaker("cashier");
    std::uint32_t next_terminal = 0;
    for (const Settings::Seat& seat : settings_.terminals) {
        const TerminalId id{++next_terminal};
        world_->name_terminal(seat.name, id);
        must(administrator, AddTerminal{id, seat.layout});
        if (seat.credit > Money()) must(cashier, PutCredit{id, {}, seat.credit});
    }
    for (const Settings::Seat& seat : settings_.players) {
        must(dealer, TakeSeat{seat.name});
        const StayId stay{world_->state().stays_begun};
        world_->name_player(seat.name, stay);
        if (seat.credit > Money()) must(dealer, PutCredit{{}, stay, seat.credit});
    }
    if (settings_.mixer && *settings_.mixer != world_->table().mixer) {
        must(dealer, UseMixer{*settings_.mixer});
    }
    if (!settings_.closed) {
        must(dealer, InstallDice{DiceId{1}, world_->table().mixer, {}});
        if (game.equipment.inspection) {
            const rules::Roll roll{2, 2, 5};
            must(supervisor, TestLights{roll, winning_spots(game, roll)});
            for (int i = 0; i < 3; ++i) must(supervisor, TestMixer{true});
            must(supervisor, SignInspection{});
        }
        must(supervisor, OpenTable{});
    }
    if (!unknown_.empty()) return Error{"the table can't be set up: " + unknown_};
    return std::nullopt;
}

}  // namespace sicbo::scenario
