// SPDX-License-Identifier: MIT
// sicbo dice: prints rolls of the simulated tumbler, or tests them.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "commands.h"
#include "device/dice.h"
#include "device/self_test.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

// A roll is one of 216, and 216 is 128 + 64 + 16 + 8: in whichever part it falls, its place there
// is so many bits, each as likely 0 as 1 if all rolls are alike.
class Bits {
public:
    void add(const rules::Roll& roll, std::string& to) {
        const auto& dice = roll.dice();
        unsigned place = (dice[0] - 1u) * 36 + (dice[1] - 1u) * 6 + (dice[2] - 1u);
        for (const unsigned bits : {7u, 6u, 4u, 3u}) {
            const unsigned part = 1u << bits;
            if (place >= part) {
                place -= part;
                continue;
            }
            kept_ = kept_ << bits | place;
            count_ += bits;
            break;
        }
        while (count_ >= 8) {
            count_ -= 8;
            to += static_cast<char>(kept_ >> count_ & 255);
        }
    }

private:
    std::uint32_t kept_ = 0;
    unsigned count_ = 0;
};

std::string tests_json(const std::vector<device::Test>& tests) {
    boost::json::array list;
    for (const device::Test& test : tests) {
        list.push_back(boost::json::object{{"name", test.name},
                                           {"chi_square", test.chi_square},
                                           {"min", test.min},
                                           {"max", test.max},
                                           {"passed", test.passed()}});
    }
    return boost::json::serialize(list) + "\n";
}

int print_tests(const std::vector<device::Test>& tests, const std::string& format) {
    Rows rows = {{"what was counted", "chi-square", "min", "max", ""}};
    bool passed = true;
    for (const device::Test& test : tests) {
        rows.push_back({test.name, fmt::format("{:.1f}", test.chi_square),
                        fmt::format("{:.1f}", test.min), fmt::format("{:.1f}", test.max),
                        test.passed() ? "passed" : "FAILED"});
        passed = passed && test.passed();
    }
    const std::string text = format == "json" ? tests_json(tests) : as_columns(rows);
    if (const int code = write_answer(text)) return code;
    return passed ? exit_fine : exit_no;
}

}  // namespace

int run_dice(const DiceOptions& options) {
    device::Seed seed = device::new_seed();
    if (!options.seed.empty()) {
        const Result<device::Seed> given = device::parse_seed(options.seed);
        if (!given) return complain(given.error());
        seed = *given;
    }
    std::uint64_t round = 0;
    const auto next = [&] {
        ++round;
        return device::roll_of(device::secret_of(seed, TableId{1}, round), round, {});
    };
    if (options.test) return print_tests(device::test_dice(next), options.format);
    const std::string format = format_or_default(options.format);
    const bool raw = format == "raw";
    Bits bits;
    const bool is_json = format == "json";
    std::string text = format == "csv" ? "roll,first,second,third\n" : is_json ? "[" : "";
    constexpr std::size_t piece = 65'536;
    while (round < options.count) {
        const rules::Roll roll = next();
        const auto& dice = roll.dice();
        if (raw) {
            bits.add(roll, text);
        } else if (is_json) {
            text += fmt::format("{}[{},{},{}]", round == 1 ? "" : ",", dice[0], dice[1], dice[2]);
        } else if (format == "csv") {
            text += fmt::format("{},{},{},{}\n", round, dice[0], dice[1], dice[2]);
        } else {
            text += to_text(roll) + "\n";
        }
        if (text.size() < piece) continue;
        if (const int code = write_answer(text)) return code;
        text.clear();
    }
    return write_answer(is_json ? text + "]\n" : text);
}

}  // namespace sicbo::app
