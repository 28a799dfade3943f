// The lines of a scenario that say what there is before anybody plays.
#include <algorithm>
#include <limits>

#include "rules/documents.h"
#include "scenario/hint.h"
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

// "covers rws-etg 3.5, rws-etg Appendix A"
Result<bool> Player::set_clauses(Words& words) const {
    do {
        if (!words.take_word(settings_.game)) {
            return failure("a scenario covers clauses of its own game, so " +
                           words.what_is_wrong());
        }
        std::string number;
        while (!words.at_end() && words.peek() != ",") {
            number += (number.empty() ? "" : " ") + words.next();
        }
        const bool known = std::ranges::any_of(rules::clauses(), [&](const rules::Clause& one) {
            return one.game == settings_.game && one.number == number;
        });
        if (!known) {
            const auto game =
                std::ranges::find(rules::documents(), settings_.game, &rules::Game::id);
            return failure("\"" + game->document.title + "\" has no clause \"" + shortened(number) +
                           "\"; sicbo rules clauses " + settings_.game + " lists them");
        }
    } while (words.take_word(","));
    return true;
}

Result<bool> Player::set_limit(Words& words) {
    // "limit big minimum 10 maximum 500", for a spot or for all spots of a kind.
    table::Configuration& configuration = settings_.configuration;
    std::vector<rules::SpotId> spots;
    if (const auto spot = words.spot()) {
        spots.push_back(*spot);
    } else if (const auto kind = words.word<rules::Kind>()) {
        for (const rules::Spot& one : rules::all_spots()) {
            if (one.kind == *kind) spots.push_back(id_of(one));
        }
    } else {
        return failure(words.what_is_wrong());
    }
    table::SpotLimit limit = configuration.limit;
    while (!words.at_end()) {
        if (words.take_word(",")) continue;
        const bool minimum = words.take_word("minimum");
        const bool named = minimum || words.take_word("maximum");
        const auto amount = named ? words.amount() : std::nullopt;
        if (!amount) return failure(words.what_is_wrong());
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
    return true;
}

Result<bool> Player::set(Words& words) {
    table::Configuration& configuration = settings_.configuration;
    // Whether the line was one of the setup, whole; the words know what it lacks.
    const auto done = [&](bool fine = true) -> Result<bool> {
        if (fine && words.at_end()) return true;
        return failure(words.what_is_wrong());
    };
    // A word of any kind, if there is one.
    const auto some = [&](const char* what) -> std::optional<std::string> {
        if (!words.at_end()) return words.next();
        words.expect({what, Choice::Sort::other});
        return std::nullopt;
    };
    const auto amount_to = [&](auto& target) -> Result<bool> {
        const auto amount = words.amount();
        if (amount) target = *amount;
        return done(amount.has_value());
    };
    const auto seconds_to = [&](std::uint32_t& target) -> Result<bool> {
        const auto duration = words.duration();
        if (duration && *duration % 1000 != 0) return failure("expected a time in whole seconds");
        if (duration) target = static_cast<std::uint32_t>(*duration / 1000);
        return done(duration.has_value());
    };
    if (words.take_word("game")) {
        if (!settings_.game.empty()) return failure("the game is " + settings_.game + " already");
        for (const rules::Game& game : rules::documents()) {
            if (settings_.game.empty() && words.take_word(game.id)) settings_.game = game.id;
        }
        return done(!settings_.game.empty());
    }
    if (settings_.game.empty()) return failure("the first line says which game: game rws-etg");
    if (words.take_word("covers")) {
        const Result<bool> known = set_clauses(words);
        return known ? done() : known;
    }
    if (words.take_word("switch")) {
        const auto name = words.word<rules::SwitchName>();
        const auto value = name ? some("a value") : std::nullopt;
        if (value) settings_.switches[*name] = *value;
        return done(value.has_value());
    }
    if (words.take_word("starts")) {
        const auto at = parse_instant(words.peek());
        if (!at) return std::unexpected(at.error());
        words.next();
        settings_.starts = *at;
        return done();
    }
    if (words.take_word("chip")) return amount_to(configuration.chip);
    if (words.take_word("minimum")) return amount_to(configuration.limit.min);
    if (words.take_word("maximum")) return amount_to(configuration.limit.max);
    if (words.take("round", "maximum")) return amount_to(configuration.round_max);
    if (words.take_word("differential")) return amount_to(configuration.differential_max);
    if (words.take_word("exposure")) return amount_to(configuration.exposure_max);
    if (words.take("large", "win")) return amount_to(configuration.large_win);
    if (words.take_word("limit")) return set_limit(words);
    if (words.take_word("policy")) {
        const auto policy = words.word<table::Policy>();
        if (policy) configuration.policy = *policy;
        return done(policy.has_value());
    }
    if (words.take_word("timer")) return seconds_to(configuration.betting_seconds);
    if (words.take("least", "window")) return seconds_to(configuration.betting_seconds_min);
    if (words.take("rounds", "kept")) {
        const auto count = words.number(std::numeric_limits<std::uint32_t>::max());
        if (count) configuration.rounds_kept = static_cast<std::uint32_t>(*count);
        return done(count.has_value());
    }
    if (words.take("second", "entry")) {
        configuration.second_entry = true;
        return done();
    }
    if (words.take_word("training")) {
        configuration.training = true;
        return done();
    }
    if (words.take("no", "operator")) {
        configuration.operator_name.clear();
        return done();
    }
    if (words.take_word("operator")) {
        const auto name = some("a name");
        if (name && name->empty())
            return failure("an operator has a name; \"no operator\" has none");
        if (name) configuration.operator_name = *name;
        return done(name.has_value());
    }
    if (words.take_word("currency")) {
        const auto letters = some("three capital letters");
        if (letters) configuration.currency = *letters;
        return done(letters.has_value());
    }
    if (words.take_word("unapproved")) {
        if (words.take("layout")) {
            configuration.layout_approval.clear();
            return done();
        }
        const auto kind = mixer(words);
        if (kind) settings_.unapproved.push_back(*kind);
        if (kind) configuration.approvals.erase(*kind);
        return done(kind.has_value());
    }
    if (words.take_word("approved")) {
        const auto kind = mixer(words);
        if (kind) {
            configuration.approvals[*kind] = {words.quoted().value_or("on file"), "on file"};
        }
        return done(kind.has_value());
    }
    if (words.take("strict", "console")) {
        settings_.strict_console = true;
        return done();
    }
    if (words.take_word("shaker")) {
        const auto kind = mixer(words);
        if (kind) settings_.mixer = kind;
        return done(kind.has_value());
    }
    if (words.take_word("closed")) {
        settings_.closed = true;
        return done();
    }
    if (words.take_word("person")) {
        if (!words.at_end() && words.peek(1).empty()) {
            return failure("expected a name and a post; \"a\", \"an\" and \"the\" are no names");
        }
        const Result<std::string> name = new_name(words);
        if (!name) return std::unexpected(name.error());
        if (words.peek() == ",") words.next();
        const auto role = post(words);
        if (role) settings_.people.push_back({*name, *role});
        return done(role.has_value());
    }
    // "terminal T1 bets 10 on big" is a command, if there is a T1.
    const bool fresh = !world_ && !is_taken(std::string(words.peek(1)));
    const bool terminal = words.peek() == "terminal" && (fresh || words.peek(2) == "on");
    const bool player = words.peek() == "player" && (fresh || words.peek(2) == "with");
    if (terminal || player) {
        words.next();
        Settings::Seat seat;
        const Result<std::string> name = new_name(words);
        if (!name) return std::unexpected(name.error());
        seat.name = *name;
        if (terminal) {
            if (!words.take_word("on")) return done(false);
            const auto game =
                std::ranges::find(rules::documents(), settings_.game, &rules::Game::id);
            for (const rules::Layout& layout : game->layouts) {
                if (seat.layout.empty() && words.take_word(layout.id)) seat.layout = layout.id;
            }
            if (seat.layout.empty()) return done(false);
        }
        if (words.take_word("with")) {
            const auto amount = words.amount();
            if (!amount) return done(false);
            if (*amount < Money()) return failure("nobody begins with less than nothing");
            seat.credit = *amount;
        } else if (player) {
            return done(false);
        }
        (terminal ? settings_.terminals : settings_.players).push_back(seat);
        return done();
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
    const auto named_badly = [&](const auto& list) -> std::optional<Error> {
        for (const auto& one : list) {
            const bool always_there = parse_word<Role>(one.name).has_value();
            const auto why = always_there ? std::nullopt : unfit(one.name);
            if (why) return Error{*why};
        }
        return std::nullopt;
    };
    if (auto error = named_badly(settings_.people)) return error;
    if (auto error = named_badly(settings_.terminals)) return error;
    return named_badly(settings_.players);
}

// The line of the setup that brings the error about: without it, and what follows it, there is
// none.
int Player::blamed(const std::vector<Line>& setup, const Error& error) {
    const auto fails = [&](std::size_t lines) {
        Player trial;
        for (std::size_t i = 0; i < lines; ++i) {
            Words words(setup[i].command);
            check(trial.set(words).has_value());
        }
        return trial.build() == error;
    };
    std::size_t fine = 1;  // the line that says which game
    std::size_t failing = setup.size();
    while (failing > fine + 1) {
        const std::size_t middle = (fine + failing) / 2;
        (fails(middle) ? failing : fine) = middle;
    }
    return setup[failing - 1].number;
}

}  // namespace sicbo::scenario
