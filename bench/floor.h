// SPDX-License-Identifier: MIT
// Tables of the electronic game on a journal, with a bettor at each terminal who always has one bet
// on its way. Rounds are played as a dealer would.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "server/loop.h"

namespace bench {

template <class T>
T must(sicbo::Result<T> result) {
    if (!result) throw std::runtime_error(result.error().text());
    if constexpr (!std::is_void_v<T>) return std::move(*result);
}

class Floor {
public:
    using Clock = std::chrono::steady_clock;
    struct Options {
        std::string quarantine;
        std::uint32_t bettors = 1;
        std::uint32_t bets_each = 10;                   // of a terminal in a round
        std::uint32_t at_table = 50;                    // terminals at most
        std::optional<std::uint32_t> rounds_kept = {};  // by the state; none: as is usual
    };
    Floor(sicbo::store::Store& journal, const Options& options);

    // Takes all that have arrived, registers them together, and tells of each how long it waited
    // until its answer could leave.
    std::size_t turn(const std::function<void(Clock::duration)>& answered);

    // The parts of a turn, for those who choose who bets and when rounds end. Bettors and tables
    // count from 0; bettors have the tables in order.
    void begin_turn();
    sicbo::server::Reply bet(std::size_t bettor);
    // From the close of betting to its next opening.
    void next_round(std::size_t table);

    sicbo::server::Loop& loop() { return *loop_; }

private:
    struct One {
        sicbo::TableId id;
        std::uint32_t terminals = 0;
        std::uint32_t placed = 0;  // bets in this round
        std::uint32_t rounds = 0;
    };
    struct Bettor {
        std::size_t table = 0;
        sicbo::TerminalId terminal;
        std::uint64_t requests = 0;
        std::vector<sicbo::rules::SpotId> spots;
    };
    struct Arrival {
        std::size_t bettor;
        Clock::time_point at;
    };

    sicbo::server::Reply give(sicbo::table::Actor actor, sicbo::rules::Role role,
                              sicbo::TableId table, sicbo::table::Order order);
    void add_table(const sicbo::Hash& rules, std::uint32_t terminals);

    Options options_;
    std::unique_ptr<sicbo::server::Loop> loop_;
    std::uint64_t requests_ = 0;
    std::vector<One> tables_;
    std::vector<Bettor> bettors_;
    std::vector<Arrival> waiting_;
    std::vector<Arrival> taken_;
    std::vector<sicbo::server::Reply> answers_;
};

}  // namespace bench
