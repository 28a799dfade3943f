// SPDX-License-Identifier: MIT
#include "disk/cash_cuts.h"

#include <algorithm>
#include <set>
#include <utility>

#include "disk/cash_scene.h"
#include "sim/random.h"

namespace sicbo::disk {
namespace {

// The ways in which the disk can come out of a cut: all of them if there are at most `most`, else
// all lost, all kept, and some that a seed draws.
std::vector<std::vector<Fate>> fates_of(const std::vector<Choice>& choices, std::size_t most) {
    std::size_t all = 1;
    for (const Choice& choice : choices) all = std::min(most + 1, all * choice.fates());
    std::vector<std::vector<Fate>> outcomes;
    if (all <= most) {
        for (std::size_t number = 0; number < all; ++number) {
            std::vector<Fate>& fates = outcomes.emplace_back();
            std::size_t rest = number;
            for (const Choice& choice : choices) {
                fates.push_back(choice.fate(rest % choice.fates()));
                rest /= choice.fates();
            }
        }
        return outcomes;
    }
    outcomes = {std::vector<Fate>(choices.size(), lost), std::vector<Fate>(choices.size(), kept)};
    sim::Random random(choices.size());
    while (outcomes.size() < most) {
        std::vector<Fate>& fates = outcomes.emplace_back();
        for (const Choice& choice : choices) {
            fates.push_back(choice.fate(random.below(choice.fates())));
        }
    }
    return outcomes;
}

std::string text_of(const std::vector<Fate>& fates) {
    std::string text;
    for (const Fate fate : fates) text += " " + std::to_string(fate);
    return text;
}

}  // namespace

CashCutter::CashCutter(Drive& drive, Setting setting)
    : drive_(drive), setting_(std::move(setting)) {
    drive_.syncs = setting_.syncs;
}

// The property, before the first note.
const CashRemains& CashCutter::prepared() {
    if (prepared_) return *prepared_;
    CashRemains remains;
    remains.disk = Disk(setting_.sector_bytes);
    remains.now = parse_instant("2026-01-05T10:00+00:00").value();
    drive_.mount(remains.disk);
    CashScene scene(drive_, setting_, remains);
    scene.set_up();
    scene.close();
    remains.disk = drive_.take();
    return prepared_.emplace(std::move(remains));
}

std::optional<std::string> CashCutter::try_disk(const Scope& scope) {
    return try_after(prepared(), scope, false);
}

// Plays on from there, keeps what is there after each step, and cuts after each of them.
std::optional<std::string> CashCutter::try_after(const CashRemains& at, const Scope& scope,
                                                 bool second) {
    std::vector<CashRemains> points;
    CashRemains remains = at;
    const auto play_on = [&]() -> std::optional<std::string> {
        drive_.mount(remains.disk);
        try {
            CashScene scene(drive_, setting_, remains);
            scene.play();
            tally_.unknown += scene.resolved();
        } catch (const CashFailure& failure) {
            return failure.what();
        }
        return std::nullopt;
    };
    drive_.after_step = [&] {
        ++tally_.steps;
        if (tally_.steps % scope.every != 0) return;
        points.push_back(remains);
        points.back().disk = drive_.disk();
    };
    const auto wrong = play_on();
    drive_.after_step = {};
    if (wrong) return wrong;
    for (std::size_t step = 0; step < points.size(); ++step) {
        const std::vector<Choice> choices = points[step].disk.choices();
        std::set<std::uint64_t> seen;
        const std::size_t most = second ? scope.second_outcomes : scope.outcomes;
        for (const std::vector<Fate>& fates : fates_of(choices, most)) {
            remains = points[step];
            remains.disk = points[step].disk.after_cut(choices, fates, setting_.powersafe);
            if (!seen.insert(remains.disk.key()).second) continue;
            ++tally_.cuts;
            tally_.second += second ? 1 : 0;
            const CashRemains before = remains;
            const auto place = [&] {
                return " (step " + std::to_string(step) + ":" + text_of(fates) + ")";
            };
            if (const auto what = play_on()) return *what + place();
            if (second || scope.second_every == 0 || tally_.cuts % scope.second_every != 0) {
                continue;
            }
            if (const auto what = try_after(before, scope, true)) return *what + place();
        }
    }
    return std::nullopt;
}

std::optional<std::string> CashCutter::try_cabinets(bool forgets) {
    for (std::uint64_t variant = 0; variant < 4; ++variant) {
        CabinetCut cut{.before = variant % 2 == 1, .with_server = variant >= 2, .forgets = forgets};
        for (bool occurred = true; occurred;) {
            ++cut.save;
            CashRemains remains = prepared();
            try {
                drive_.mount(remains.disk);
                CashScene scene(drive_, setting_, remains, cut);
                scene.play();
                occurred = scene.saves() >= cut.save;
                tally_.unknown += scene.resolved();
            } catch (const PowerCut&) {
                const std::vector<Choice> choices = remains.disk.choices();
                const std::vector<Fate> fates(choices.size(), lost);
                remains.disk = remains.disk.after_cut(choices, fates, setting_.powersafe);
                drive_.mount(remains.disk);
                try {
                    CashScene scene(drive_, setting_, remains);
                    scene.play();
                    tally_.unknown += scene.resolved();
                } catch (const CashFailure& failure) {
                    return failure.what() + (" (both, save " + std::to_string(cut.save)) + ")";
                }
            } catch (const CashFailure& failure) {
                return failure.what() + (" (cabinet, save " + std::to_string(cut.save)) + ")";
            }
            ++tally_.saves;
            ++tally_.cuts;
        }
    }
    return std::nullopt;
}

}  // namespace sicbo::disk
