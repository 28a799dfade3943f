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

    Result<Playthrough> play(const std::vector<Line>& lines, Until until);

private:
    // What a line led to: a decision, or whether a statement holds.
    struct Outcome {
        std::optional<table::Decision> decision;
        std::optional<std::string> wrong;  // a statement that does not hold: what is so instead
    };
    using Answer = std::optional<Outcome>;  // nothing: the words are not understood

    // player_setup.cpp
    Result<bool> set(Words& words);  // whether the line was one of the setup
    Result<bool> set_clauses(Words& words) const;
    Result<bool> set_limit(Words& words);
    std::optional<Error> build();
    static int blamed(const std::vector<Line>& setup, const Error& error);
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

    // player_names.cpp: who is meant. If nobody is, the words know who could have been.
    std::optional<StayId> stay(Words& words) const;
    std::optional<PersonId> person(Words& words) const;
    std::optional<TerminalId> terminal(Words& words) const;
    std::optional<rules::Role> post(Words& words) const;
    bool says_who(const Speaker* who);
    bool is_taken(const std::string& name) const;
    Result<std::string> new_name(Words& words) const;
    std::optional<std::string> unfit(const std::string& name);  // why nobody can be called so
    std::string not_understood(const Line& line, const Words& words);
    bool is_setup(const Line& line, const Words& words);

    // player_states.cpp: what is so
    Answer state(Words& words);
    Answer state_of_player(Words& words, const std::string& name);
    Answer state_of_round(Words& words);
    Answer state_of_table(Words& words);
    Answer state_of_nobody(Words& words) const;

    // Helpers of the above.
    Outcome give(const Speaker& speaker, table::Order order, TableId table = World::table_id);
    Speaker by(const Speaker* speaker, std::string_view name) const;
    table::Decision roll(const Speaker& dealer, rules::Roll roll);
    std::optional<std::vector<table::BetOrder>> bets(Words& words, bool amounts_needed);
    std::optional<std::vector<table::Placement>> positions(Words& words);
    std::optional<rules::MixerKind> mixer(Words& words) const;
    std::vector<rules::SpotId> winning(rules::Roll roll) const;
    static Answer holds(bool so, std::string otherwise);

    Settings settings_;
    std::optional<World> world_;
    std::vector<Line> setup_;
    int first_command_ = 0;  // its line, which ends the setup
    std::size_t verb_ = 0;   // the place of the verb
    std::string unknown_;    // what is wrong with a line, where the words alone do not know it
};

}  // namespace sicbo::scenario
