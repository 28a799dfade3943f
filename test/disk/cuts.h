// SPDX-License-Identifier: MIT
// Power cuts and failing steps, after which everything acknowledged must be there.
//
// A house plays on a simulated disk, and the disk is kept as it was after every step. Each of these
// disks can come out of a cut in many ways; from each the real store and the real loop must start
// again, with a journal that is a beginning of what was handed to it, as long as what was
// acknowledged, and with the state that this journal leads to without any disk.
#pragma once

#include <functional>
#include <set>

#include "disk/plan.h"

namespace sicbo::disk {

// The disk after a step, and how far the program had come.
struct Point {
    Disk disk;
    std::uint64_t step = 0;
    std::size_t handed = 0;
    std::size_t acknowledged = 0;
};

// How a cut came out: fates by the choices of that point, as digits.
struct Cut {
    std::uint64_t step = 0;
    std::vector<Fate> fates;
};
std::string to_text(const Cut& cut);
Result<Cut> parse_cut(std::string_view text);

struct Failure {
    std::string what;
    std::vector<Cut> cuts;  // one after the other
};

struct Tally {
    std::uint64_t steps = 0;    // after which the power was cut
    std::uint64_t cuts = 0;     // and recovered from
    std::uint64_t second = 0;   // of them: in a recovery
    std::uint64_t subsets = 0;  // steps with too many outcomes: every choice of lost and kept
    std::uint64_t sampled = 0;  // steps with too many even of these: some
    std::uint64_t faults = 0;   // steps that failed, bytes that were damaged
    std::uint64_t shorter = 0;  // journals that damage made shorter
};

// What is tried of one step.
struct Scope {
    std::size_t outcomes = 4'096;  // all, if there are no more than these; else so many
    std::size_t second_outcomes = 256;
    std::uint64_t second_every = 1;     // of so many cuts one is followed by those in its recovery
    std::size_t second_max = SIZE_MAX;  // of one step; spread over its outcomes
    std::function<void(std::size_t done, std::size_t of)> progress = {};  // after each step
};

class Cutter {
public:
    Cutter(Drive& drive, Plan plan);

    // Every step of the play.
    std::optional<Failure> try_all(const Scope& scope, std::uint64_t seed);
    // Cuts drawn at random: in play, in the recovery, in the play after it.
    std::optional<Failure> try_some(std::uint64_t cuts, std::uint64_t seed);
    // These, one after the other: to see a failure again.
    std::optional<Failure> try_these(std::span<const Cut> cuts);
    // Every so many-th step fails once.
    std::optional<Failure> try_faults(Fault fault, std::uint64_t every, std::uint64_t first,
                                      std::uint64_t last = UINT64_MAX);
    // Every so many-th byte of a journal that was closed well is damaged: then it is refused, or
    // nothing of it has changed, or it is shorter, which only the signed notes can tell.
    std::optional<Failure> try_rot(std::uint64_t every, std::uint64_t first);

    const Tally& tally() const { return tally_; }

private:
    // A start from a disk, and what came of it.
    struct Recovery {
        std::optional<std::string> wrong;
        std::size_t records = 0;               // of the history that were there
        std::shared_ptr<const History> after;  // them, and the restart
        std::vector<Point> points;
        std::optional<Hash> settled;  // none if the history was not the one that was given
        Disk disk;
    };
    Recovery recover(Disk disk, const std::shared_ptr<const History>& history,
                     std::size_t acknowledged, bool keep_points);

    struct Played {
        std::shared_ptr<const History> history;
        std::vector<Point> points;
        Disk disk;
        std::uint64_t steps = 0;
        std::optional<Error> error;
    };
    void watch(const History& history, std::vector<Point>& points);
    Played play(Disk disk, const History& before, House& house, bool keep_points);
    Result<void> play_on(House& house, History& history);

    std::optional<Failure> try_point(const Point& point, const Scope& scope, sim::Random& random);
    std::optional<Failure> try_second(const Recovery& first, const Cut& cut, const Scope& scope,
                                      sim::Random& random);
    std::optional<Failure> try_life(sim::Random& random);
    std::optional<std::string> try_fault(std::uint64_t step, Fault fault);
    const Played& recording();

    Drive& drive_;
    Plan plan_;
    Instant later_;
    Expectations expectations_;
    std::optional<Played> recording_;
    std::map<std::uint64_t, std::size_t> seen_;  // images, and the records that they have
    Tally tally_;
};

}  // namespace sicbo::disk
