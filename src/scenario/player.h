// Plays a scenario line by line. For scenario.cpp alone.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenario/line.h"
#include "scenario/scenario.h"
#include "scenario/world.h"

namespace sicbo::scenario {

// What the lines before the first round say of the property.
struct Settings {
    std::string game;
    std::map<rules::SwitchName, std::string> switches;
    table::Configuration configuration;
    Instant starts;
    bool closed = false;  // the table is left as it was delivered: no dice, not inspected, not open
    std::optional<rules::MixerKind> mixer;
    std::vector<rules::MixerKind> unapproved;
    bool strict_console = false;  // a locked console stays locked until somebody unlocks it
    struct Person {
        std::string name;
        rules::Role role;
    };
    std::vector<Person> people;
    struct Seat {
        std::string name;
        std::string layout;  // none at the felt
        Money credit;
    };
    std::vector<Seat> terminals;
    std::vector<Seat> players;
};

class Player {
public:
    Player();

    Result<Playthrough> play(const std::vector<Line>& lines);

private:
    // What a line led to: a decision, or whether a statement holds.
    struct Outcome {
        std::optional<table::Decision> decision;
        std::optional<std::string> wrong;  // a statement that does not hold: what is so instead
    };
    using Answer = std::optional<Outcome>;  // nothing: the words are not understood

    // player_setup.cpp
    Result<bool> set(Words& words);  // whether the line was one of the setup
    bool is_taken(const std::string& name) const;
    std::optional<std::string> set_limit(Words& words);
    std::optional<Error> build();
    table::Decision must(const Speaker& speaker, table::Order order,
                         TableId table = World::table_id);

    // player_verbs.cpp and player_house.cpp: what people do
    Answer act(Words& words);
    Answer act_on_round(Words& words, const Speaker* speaker);
    Answer act_on_bets(Words& words, const Speaker* speaker);
    Answer act_on_table(Words& words, const Speaker* speaker);
    Answer act_on_money(Words& words, const Speaker* speaker);
    Answer act_on_trouble(Words& words, const Speaker* speaker);
    Answer act_on_equipment(Words& words, const Speaker* speaker);
    Answer configure(Words& words, const Speaker& speaker);

    // player_states.cpp: what is so
    Answer state(Words& words);
    Answer state_of_player(Words& words, const std::string& name);
    Answer state_of_round(Words& words);
    Answer state_of_table(Words& words);

    // Helpers of the above.
    Outcome give(const Speaker& speaker, table::Order order, TableId table = World::table_id);
    Speaker by(const Speaker* speaker, std::string_view name) const;
    table::Decision roll(const Speaker& dealer, rules::Roll roll);
    std::optional<std::vector<table::BetOrder>> bets(Words& words, bool amounts_needed);
    std::optional<std::vector<table::Position>> positions(Words& words);
    std::optional<rules::MixerKind> mixer(Words& words) const;
    std::vector<rules::SpotId> winning(rules::Roll roll) const;
    static Answer holds(bool so, std::string otherwise);

    Settings settings_;
    std::optional<World> world_;
    std::string unknown_;  // a name that nobody has, for the error
};

}  // namespace sicbo::scenario
