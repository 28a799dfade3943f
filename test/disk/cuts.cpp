// SPDX-License-Identifier: MIT
#include "disk/cuts.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/check.h"
#include "wire/bytes.h"

namespace sicbo::disk {
namespace {

constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyz";

Fate draw(const Choice& choice, sim::Random& random) {
    if (choice.versions > 1 && random.chance(1'500)) {
        return static_cast<Fate>(older + random.below(choice.versions - 1));
    }
    const std::uint64_t of_ten = random.below(10);
    if (of_ten < 4) return lost;
    if (of_ten < 8 || !choice.can_tear()) return kept;
    return of_ten == 8 ? torn : garbage;
}

std::vector<Fate> draw(std::span<const Choice> choices, sim::Random& random) {
    std::vector<Fate> fates;
    for (const Choice& choice : choices) fates.push_back(draw(choice, random));
    return fates;
}

// How many outcomes there are, as far as it matters.
std::size_t outcomes_of(std::span<const Choice> choices, std::size_t most) {
    std::size_t all = 1;
    for (const Choice& choice : choices) {
        all *= choice.fates();
        if (all > most) return most + 1;
    }
    return all;
}

// The outcome of that number, of all.
std::vector<Fate> outcome(std::span<const Choice> choices, std::size_t number) {
    std::vector<Fate> fates;
    for (const Choice& choice : choices) {
        fates.push_back(choice.fate(number % choice.fates()));
        number /= choice.fates();
    }
    return fates;
}

// All outcomes where there are few enough. Else every choice of lost and kept where these are, each
// of them with one sector torn or garbage, by turns; else what the dice say.
enum class Tried : std::uint8_t { all, subsets, some };
template <class Visit>
Tried each_outcome(std::span<const Choice> choices, std::size_t most, sim::Random& random,
                   const Visit& visit) {
    const std::size_t all = outcomes_of(choices, most);
    if (all <= most) {
        for (std::size_t number = 0; number < all; ++number) {
            if (!visit(outcome(choices, number))) return Tried::all;
        }
        return Tried::all;
    }
    const bool subsets = choices.size() < 20 && (std::size_t{1} << choices.size()) <= most;
    const std::size_t count = subsets ? std::size_t{1} << choices.size() : most / 2;
    for (std::size_t number = 0; number < count; ++number) {
        std::vector<Fate> fates(choices.size());
        for (std::size_t i = 0; i < fates.size(); ++i) {
            const bool keep = subsets ? (number >> i & 1) != 0 : number == 1;
            fates[i] = keep ? kept : lost;
        }
        if (!subsets && number > 1) fates = draw(choices, random);
        if (!visit(fates)) break;
        const Choice& other = choices[number % choices.size()];
        fates[number % choices.size()] =
            other.fate(other.fates() > 2 ? 2 + random.below(other.fates() - 2) : random.below(2));
        if (!visit(fates)) break;
    }
    return subsets ? Tried::subsets : Tried::some;
}

// How many records of the history end there; none if no record does.
std::optional<std::size_t> records_until(const History& history, const store::Position& end) {
    if (end.sequence == 0) return 0;
    const auto found =
        std::ranges::lower_bound(history.handed, end.sequence, {},
                                 [](const store::Record& record) { return record.last.sequence; });
    if (found == history.handed.end() || found->last != end) return std::nullopt;
    return static_cast<std::size_t>(found - history.handed.begin()) + 1;
}

std::optional<Failure> fails(std::string what, std::vector<Cut> cuts) {
    return Failure{std::move(what), std::move(cuts)};
}

}  // namespace

std::string to_text(const Cut& cut) {
    std::string text = std::to_string(cut.step) + ":";
    for (const Fate fate : cut.fates) text += digits.at(std::min<std::size_t>(fate, 35));
    return text;
}

Result<Cut> parse_cut(std::string_view text) {
    const std::size_t colon = text.find(':');
    Cut cut;
    for (const char digit : text.substr(0, colon)) {
        if (digit < '0' || digit > '9') return failure("a cut is step:fates");
        cut.step = cut.step * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    if (colon == std::string_view::npos) return cut;
    for (const char one : text.substr(colon + 1)) {
        const std::size_t fate = digits.find(one);
        if (fate == std::string_view::npos) return failure("a fate is a digit or a letter");
        cut.fates.push_back(static_cast<Fate>(fate));
    }
    return cut;
}

Cutter::Cutter(Drive& drive, Plan plan)
    : drive_(drive),
      plan_(std::move(plan)),
      later_(parse_instant("2026-01-06T10:00+00:00").value()),
      expectations_(later_) {
    drive_.syncs = plan_.setting.syncs;
}

void Cutter::watch(const History& history, std::vector<Point>& points) {
    drive_.after_step = [&] {
        points.push_back(
            {drive_.disk(), drive_.steps(), history.handed.size(), history.acknowledged});
    };
}

Result<void> Cutter::play_on(House& house, History& history) {
    auto process = Process::start(drive_, plan_.setting, history, house.later());
    if (!process) return std::unexpected(process.error());
    house.go_on_after((*process)->loop());
    int commits = 0;
    for (int turn = 0; turn < plan_.turns && house.turn((*process)->loop()); ++turn) {
        if (turn % plan_.turns_per_commit != 0) continue;
        if (auto done = (*process)->loop().commit(); !done) return std::unexpected(done.error());
        ++commits;
        if (commits % plan_.commits_per_tidy == 0) {
            if (auto done = (*process)->checkpoint(); !done) return done;
        }
        if (commits % plan_.commits_per_close == 0) {
            (*process)->close();
            process = Process::start(drive_, plan_.setting, history, house.later());
            if (!process) return std::unexpected(process.error());
        }
    }
    if (auto done = (*process)->loop().commit(); !done) return std::unexpected(done.error());
    (*process)->close();
    return {};
}

Cutter::Played Cutter::play(Disk disk, const History& before, House& house, bool keep_points) {
    Played played;
    auto history = std::make_shared<History>(before);
    played.history = history;
    drive_.mount(std::move(disk));
    if (keep_points) watch(*history, played.points);
    const Result<void> done = play_on(house, *history);
    drive_.after_step = {};
    if (!done) played.error = done.error();
    played.steps = drive_.steps();
    played.disk = drive_.take();
    return played;
}

const Cutter::Played& Cutter::recording() {
    if (!recording_) {
        House house(plan_.house);
        recording_ = play(Disk(plan_.setting.sector_bytes), {}, house, true);
        if (recording_->error) throw std::runtime_error(recording_->error->text());
    }
    return *recording_;
}

Cutter::Recovery Cutter::recover(Disk disk, const std::shared_ptr<const History>& history,
                                 std::size_t acknowledged, bool keep_points) {
    Recovery recovery;
    ++tally_.cuts;
    drive_.mount(std::move(disk));
    auto after = std::make_shared<History>();
    if (keep_points) watch(*after, recovery.points);
    const auto process = Process::start(drive_, plan_.setting, *after, later_);
    drive_.after_step = {};
    if (!process) {
        recovery.wrong = "it does not start: " + process.error().text();
        return recovery;
    }
    const store::Position& found = (*process)->found();
    std::shared_ptr<const History> source = history;
    std::optional<std::size_t> records = records_until(*source, found);
    while (!records && source->before && acknowledged <= source->found) {
        acknowledged = source->acknowledged_before;
        source = source->before;
        records = records_until(*source, found);
    }
    if (!records) {
        recovery.wrong = "the journal ends with event " + std::to_string(found.sequence) +
                         ", and no record that was handed to it does";
        return recovery;
    }
    recovery.records = *records;
    if (*records < acknowledged) {
        recovery.wrong = "the journal ends with event " + std::to_string(found.sequence) +
                         ", but " + std::to_string(source->handed[acknowledged - 1].last.sequence) +
                         " was acknowledged";
    }
    const Expected& expected = expectations_.after(*source, *records);
    if (source == history) recovery.settled = expected.settled;
    const bool as_expected = wire::write_state((*process)->loop().state()) == expected.state;
    if (!recovery.wrong && expected.wrong) recovery.wrong = *expected.wrong;
    if (!as_expected) recovery.wrong = "the state is not the one that the journal leads to";
    // The history goes on from there.
    if (*records > 0) after->origin = source->origin;
    after->handed.insert(after->handed.begin(), source->handed.begin(),
                         source->handed.begin() + static_cast<std::ptrdiff_t>(*records));
    after->acknowledged += *records;
    after->found = *records;
    after->before = source;
    after->acknowledged_before = acknowledged;
    for (Point& point : recovery.points) {
        point.handed += *records;
        point.acknowledged += *records;
    }
    recovery.after = std::move(after);
    drive_.cut();
    recovery.disk = drive_.take();
    return recovery;
}

std::optional<Failure> Cutter::try_second(const Recovery& first, const Cut& cut, const Scope& scope,
                                          sim::Random& random) {
    std::optional<Failure> failure;
    std::set<std::uint64_t> seen;
    for (auto point = first.points.rbegin(); point != first.points.rend() && !failure; ++point) {
        const std::vector<Choice> choices = point->disk.choices();
        each_outcome(choices, scope.second_outcomes, random, [&](const std::vector<Fate>& fates) {
            Disk disk = point->disk.after_cut(choices, fates, plan_.setting.powersafe);
            if (!seen.insert(disk.key()).second) return true;
            ++tally_.second;
            const Recovery second =
                recover(std::move(disk), first.after, point->acknowledged, false);
            const std::vector<Cut> cuts = {cut, {point->step, fates}};
            if (second.wrong)
                failure = fails(*second.wrong, cuts);
            else if (second.settled && second.settled != first.settled)
                failure = fails("the second recovery came to something else", cuts);
            return !failure;
        });
    }
    return failure;
}

std::optional<Failure> Cutter::try_point(const Point& point, const Scope& scope,
                                         sim::Random& random) {
    std::optional<Failure> failure;
    const std::shared_ptr<const History>& history = recording().history;
    const std::vector<Choice> choices = point.disk.choices();
    const std::size_t outcomes = outcomes_of(choices, scope.outcomes);
    const std::size_t stride = outcomes / scope.second_max + 1;
    std::size_t number = 0;
    const Tried tried = each_outcome(choices, scope.outcomes, random, [&](const auto& fates) {
        const bool followed = number++ % stride == 0;
        Disk disk = point.disk.after_cut(choices, fates, plan_.setting.powersafe);
        const Cut cut{point.step, fates};
        const auto [at, is_new] = seen_.try_emplace(disk.key());
        if (!is_new) {
            // Recovered from already; what is asked of it may be more now.
            if (at->second < point.acknowledged)
                failure = fails("what was acknowledged is lost", {cut});
            return !failure;
        }
        const bool again = followed && (tally_.cuts - tally_.second) % scope.second_every == 0;
        const Recovery recovery = recover(std::move(disk), history, point.acknowledged, again);
        at->second = recovery.records;
        if (recovery.wrong)
            failure = fails(*recovery.wrong, {cut});
        else if (recovery.records > point.handed)
            failure = fails("the journal runs ahead", {cut});
        else if (again)
            failure = try_second(recovery, cut, scope, random);
        return !failure;
    });
    tally_.subsets += tried == Tried::subsets ? 1 : 0;
    tally_.sampled += tried == Tried::some ? 1 : 0;
    return failure;
}

std::optional<Failure> Cutter::try_all(const Scope& scope, std::uint64_t seed) {
    sim::Random random(seed);
    seen_.clear();
    // From the end on: what an image holds is then asked for the most first.
    const std::vector<Point>& points = recording().points;
    for (auto point = points.rbegin(); point != points.rend(); ++point) {
        ++tally_.steps;
        if (auto failure = try_point(*point, scope, random)) return failure;
        if (scope.progress) scope.progress(tally_.steps, points.size());
    }
    return std::nullopt;
}

std::optional<Failure> Cutter::try_life(sim::Random& random) {
    // A cut in play, up to two in the recovery from it; then the house goes on, and is cut again.
    std::vector<Cut> cuts;
    const Played* played = &recording();
    Played later;
    for (int life = 0; life < 3; ++life) {
        const Point* point = &random.pick(played->points);
        std::shared_ptr<const History> history = played->history;
        Recovery recovery;
        std::optional<Hash> settled;
        for (int depth = 0; depth < 3; ++depth) {
            const std::vector<Choice> choices = point->disk.choices();
            const std::vector<Fate> fates = draw(choices, random);
            cuts.push_back({point->step, fates});
            const std::size_t acknowledged = point->acknowledged;
            const std::size_t handed = point->handed;
            Disk disk = point->disk.after_cut(choices, fates, plan_.setting.powersafe);
            Recovery next = recover(std::move(disk), history, acknowledged, true);
            tally_.second += depth > 0 ? 1 : 0;
            if (next.wrong) return fails(*next.wrong, cuts);
            if (next.settled && next.records > handed) return fails("the journal runs ahead", cuts);
            if (settled && next.settled && settled != next.settled) {
                return fails("the next recovery came to something else", cuts);
            }
            recovery = std::move(next);
            settled = recovery.settled;
            history = recovery.after;
            if (recovery.points.empty() || random.chance(5'000)) break;
            point = &random.pick(recovery.points);
        }
        if (life == 2 || random.chance(7'500)) break;
        House::Options options = plan_.house;
        options.rounds += 1;
        options.seed = random.next();
        House house(options);
        const int turns = std::exchange(plan_.turns, random.from_to(1, 15));
        later = play(std::move(recovery.disk), *recovery.after, house, true);
        plan_.turns = turns;
        if (later.error) return fails("it does not go on: " + later.error->text(), cuts);
        played = &later;
    }
    return std::nullopt;
}

std::optional<Failure> Cutter::try_some(std::uint64_t cuts, std::uint64_t seed) {
    sim::Random random(seed);
    tally_.steps += recording().points.size();
    const std::uint64_t enough = tally_.cuts + cuts;
    while (tally_.cuts < enough) {
        if (auto failure = try_life(random)) return failure;
    }
    return std::nullopt;
}

std::optional<Failure> Cutter::try_these(std::span<const Cut> cuts) {
    const std::vector<Point>* points = &recording().points;
    std::shared_ptr<const History> history = recording().history;
    Recovery recovery;
    for (const Cut& cut : cuts) {
        const auto point = std::ranges::find(*points, cut.step, &Point::step);
        if (point == points->end()) return fails("there is no such step", {cut});
        const std::vector<Choice> choices = point->disk.choices();
        if (choices.size() != cut.fates.size()) return fails("there are other choices", {cut});
        Disk disk = point->disk.after_cut(choices, cut.fates, plan_.setting.powersafe);
        Recovery next = recover(std::move(disk), history, point->acknowledged, true);
        if (next.wrong) return fails(*next.wrong, {cut});
        recovery = std::move(next);
        points = &recovery.points;
        history = recovery.after;
    }
    return std::nullopt;
}

std::optional<std::string> Cutter::try_fault(std::uint64_t step, Fault fault) {
    House house(plan_.house);
    drive_.mount(Disk(plan_.setting.sector_bytes));
    const auto history = std::make_shared<History>();
    drive_.fail(step, fault, step);
    const Result<void> done = play_on(house, *history);
    if (drive_.failed() == 0) return std::nullopt;  // nothing was asked of it that could fail
    ++tally_.faults;
    if (history->swallowed) return "a step failed and nobody said so";
    drive_.cut();
    const Disk stopped = drive_.take();
    // The program is started again, with all that the system still remembers; and the power goes
    // while it starts.
    sim::Random random(step);
    const Recovery recovery = recover(stopped, history, history->acknowledged, true);
    if (recovery.wrong) return "after a restart: " + *recovery.wrong;
    for (const Point& point : recovery.points) {
        const std::vector<Choice> choices = point.disk.choices();
        Disk disk = point.disk.after_cut(choices, draw(choices, random), plan_.setting.powersafe);
        // What was found is not said to anybody before the restart is registered.
        const bool said = point.acknowledged > recovery.records;
        // A sync that lost what it should have written leaves a log on the disk that is not the one
        // which is read: until the start has put that right, nothing is promised.
        if (!said && fault == Fault::lost_sync) continue;
        const std::size_t acknowledged = said ? point.acknowledged : history->acknowledged;
        const Recovery after = recover(std::move(disk), recovery.after, acknowledged, false);
        if (after.wrong) return "after a restart and a cut: " + *after.wrong;
    }
    // The power goes at once.
    const std::vector<Choice> choices = stopped.choices();
    for (int i = 0; i < 4; ++i) {
        const std::vector<Fate> fates = draw(choices, random);
        const Recovery cut = recover(stopped.after_cut(choices, fates, plan_.setting.powersafe),
                                     history, history->acknowledged, false);
        if (cut.wrong) return "after a cut: " + *cut.wrong;
    }
    return std::nullopt;
}

std::optional<Failure> Cutter::try_faults(Fault fault, std::uint64_t every, std::uint64_t first,
                                          std::uint64_t last) {
    const std::uint64_t steps = std::min(last, recording().steps);
    for (std::uint64_t step = 1 + first % every; step <= steps; step += every) {
        if (auto wrong = try_fault(step, fault)) return fails(*wrong, {{step, {}}});
    }
    return std::nullopt;
}

std::optional<Failure> Cutter::try_rot(std::uint64_t every, std::uint64_t first) {
    const Played& played = recording();
    const Disk& whole = played.disk;
    for (std::uint64_t offset = first % every;; offset += every) {
        Disk disk = whole;
        if (!disk.rot("journal", offset, 1)) return std::nullopt;
        ++tally_.faults;
        const Recovery recovery = recover(std::move(disk), played.history, 0, false);
        const bool refused = recovery.wrong && recovery.wrong->starts_with("it does not start");
        if (recovery.wrong && !refused) return fails(*recovery.wrong, {{offset, {}}});
        if (!refused && recovery.records < played.history->acknowledged) ++tally_.shorter;
    }
}

}  // namespace sicbo::disk
