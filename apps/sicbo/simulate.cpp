// SPDX-License-Identifier: MIT
// sicbo simulate: a property simulated from a seed, with faults and cheats.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "commands.h"
#include "journal.h"
#include "sim/sim.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

std::string counts_text(const char* title, const sim::Counts& counts) {
    std::vector<std::pair<std::string, std::uint64_t>> sorted(counts.begin(), counts.end());
    std::ranges::sort(sorted, [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    Rows rows;
    for (const auto& [name, count] : sorted) {
        rows.push_back({"  " + name, fmt::format("{}", count)});
    }
    return fmt::format("\n{}\n{}", title, rows.empty() ? "  none\n" : as_columns(rows));
}

// The words with commas between them, in lines that fit a screen.
std::string wrapped(const std::vector<std::string>& words) {
    constexpr std::size_t width = 98;
    std::string text;
    std::string line = " ";
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string word = words[i] + (i + 1 < words.size() ? "," : "");
        if (line.size() + 1 + word.size() > width) {
            text += line + "\n";
            line = " ";
        }
        line += " " + word;
    }
    return text + line + "\n";
}

std::string as_text(const sim::Summary& summary) {
    std::string text = fmt::format("{} rounds, {} events, {} bets\n", summary.rounds,
                                   summary.events, summary.bets);
    text += counts_text("refusals by reason", summary.refusals);
    text += counts_text("voids by cause", summary.voids);
    text += counts_text("faults", summary.faults);
    Rows money;
    for (const auto& [name, amount] : summary.accounts)
        money.push_back({"  " + name, to_text(amount)});
    text += "\nmoney by account\n" + as_columns(money);
    text += fmt::format("\nnever occurred: {}\n", summary.never.size());
    if (!summary.never.empty()) text += wrapped(summary.never) + "\n";
    text += fmt::format("journal hash {}\nstate hash   {}\n", to_text(summary.chain),
                        to_text(summary.state));
    return text;
}

std::string as_json(const sim::Summary& summary) {
    namespace json = boost::json;
    const auto object = [](const sim::Counts& counts) {
        json::object all;
        for (const auto& [name, count] : counts) all[name] = count;
        return all;
    };
    json::object money;
    for (const auto& [name, amount] : summary.accounts) money[name] = to_text(amount);
    json::array never(summary.never.begin(), summary.never.end());
    return json::serialize(json::object{{"rounds", summary.rounds},
                                        {"events", summary.events},
                                        {"bets", summary.bets},
                                        {"orders", object(summary.orders)},
                                        {"facts", object(summary.facts)},
                                        {"refusals", object(summary.refusals)},
                                        {"voids", object(summary.voids)},
                                        {"faults", object(summary.faults)},
                                        {"accounts", money},
                                        {"never", never},
                                        {"failure", summary.failure.value_or("")},
                                        {"journal_hash", to_text(summary.chain)},
                                        {"state_hash", to_text(summary.state)}}) +
           "\n";
}

// The command that plays the same rounds again. With a journal in a file the simulation draws other
// random numbers than without one, and it must begin with an empty file.
std::string how_to_repeat(const SimulateOptions& options) {
    return fmt::format(
        "to see it again{}: sicbo simulate --game {} --seed {} --rounds {} --check {}{}",
        options.db.empty() ? "" : " on a new file", options.game, options.seed, options.rounds,
        options.check, options.db.empty() ? "" : " --db NEWFILE");
}

}  // namespace

int run_simulate(const SimulateOptions& options) {
    // Before any file is opened: it could get that very number, and acknowledgements be written
    // into a journal.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system call is variadic
    const int flags = options.acks < 0 ? O_WRONLY : ::fcntl(options.acks, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) {
        return complain(
            {fmt::format("--acks {}: no such descriptor is open for writing", options.acks)});
    }
    sim::Options wanted;
    wanted.seed = options.seed;
    wanted.rounds = options.rounds;
    wanted.db = options.db;
    wanted.acks = options.acks;
    wanted.check = options.check == "step" ? sim::Check::step : sim::Check::round;
    if (options.game == "all") {
        wanted.games = {"rws-etg", "rws-taisai", "maryland", "mbs-etg"};
    } else {
        wanted.games = {options.game};
    }
    ProgressBar bar("reading the journal");
    wanted.recovering = [&](std::uint64_t done, std::uint64_t all) { bar.show(done, all); };
    const bool watched = isatty(STDERR_FILENO) == 1;
    const sim::Summary summary = sim::run(wanted, [&](std::uint64_t rounds) {
        if (watched) fmt::print(stderr, "\r{} of {} rounds", rounds, options.rounds);
    });
    if (watched) fmt::print(stderr, "\r\n");
    for (const std::string& one : summary.remarks) remark(one);
    if (summary.failure && summary.events == 0) return complain({*summary.failure}, exit_no);
    const std::string format = options.format.empty() ? "text" : options.format;
    if (const int code = write_answer(format == "json" ? as_json(summary) : as_text(summary))) {
        return code;
    }
    // No seed repeats a failure of the disk.
    if (summary.failure && summary.store_failed) return complain({*summary.failure}, exit_no);
    if (summary.failure) {
        return complain({*summary.failure + "; " + how_to_repeat(options)}, exit_no);
    }
    if (!summary.never.empty() && options.rounds >= sim::rounds_for_all) {
        return complain({"something that should have occurred never did: " + join(summary.never)},
                        exit_no);
    }
    return exit_fine;
}

}  // namespace sicbo::app
