// SPDX-License-Identifier: MIT
// Runs a scenario line by line: reads the setup, builds the fixture, performs commands, checks
// statements, and compares what happened with what each line expects.
//
// For scenario.cpp and tests. The language itself is in scenario/grammar.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "scenario/grammar.h"
#include "scenario/line.h"
#include "scenario/scenario.h"

namespace sicbo::scenario {

class Runner {
public:
    // Without a journal the events are kept in memory.
    explicit Runner(Journal* journal = nullptr) { settings_.journal = journal; }

    // Runs the lines and returns the report. An error is a line that can't be understood. Must be
    // called once.
    Result<Playthrough> play(const std::vector<Line>& lines, Until until);

private:
    // What came of a line: the decision on a command, or a statement that was checked.
    struct Outcome {
        std::optional<table::Decision> decision;
        std::optional<std::string> wrong;  // a statement that does not hold: what is the case
    };
    using Phrases = std::vector<std::string>;

    Result<bool> read_setup(const Line& line);  // true if the line was one of the setup
    std::optional<Error> build_fixture();
    Result<Phrases> pass_time(const Line& line);
    Result<void> play_line(const Line& line);
    Result<Outcome> run(const Line& line);
    std::optional<Outcome> check_statement(Words& words) const;
    std::optional<Result<table::Decision>> run_command(Words& words, std::size_t& verb);
    bool take_issuer(Words& words, std::optional<Issuer>& issuer) const;
    Issuer issuer_of(const CommandForm& command, const std::optional<Issuer>& named) const;
    void compare(const Line& line, const Outcome& outcome, const Phrases& phrases);
    void differ(const Line& line, std::string_view expected, std::string_view got);

    bool is_setup(const Line& line, const Words& words) const;
    std::string not_understood(const Line& line, const Words& words, std::size_t verb) const;

    Settings settings_;
    std::vector<Line> setup_;
    std::optional<Fixture> fixture_;
    int first_command_ = 0;  // the line that ended the setup
    Playthrough report_;
};

}  // namespace sicbo::scenario
