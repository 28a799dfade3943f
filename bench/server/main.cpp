// SPDX-License-Identifier: MIT
// What does the server bear on this machine, and what does a delivery cost it?
//
// Its clients run on the same processors, so what they need is part of every figure. Peers are
// measured in the same run by the same client.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "../process.h"
#include "parts.h"
#include "replay.h"

namespace bench {

double cpu_seconds(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text((std::istreambuf_iterator<char>(file)), {});
    std::istringstream rest(text.substr(text.rfind(')') + 1));
    std::string skipped;
    constexpr int before_times = 11;
    for (int i = 0; i < before_times; ++i) rest >> skipped;
    double user = 0;
    double kernel = 0;
    rest >> user >> kernel;
    return (user + kernel) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double memory_kib(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/status");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("VmRSS:")) return std::stod(line.substr(6));
    }
    return 0;
}

namespace {

std::optional<ServerOptions> parse(int argc, char** argv) {
    ServerOptions options;
    options.folder = std::filesystem::temp_directory_path();
    options.program =
        std::filesystem::read_symlink("/proc/self/exe").parent_path() / "../apps/sicbo/sicbo";
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const std::string value = i + 1 < argc ? argv[i + 1] : "";
        const auto number = [&](auto& to) {
            ++i;
            return read_number(value, to);
        };
        if (word == "--terminals" && number(options.terminals)) continue;
        if (word == "--seconds" && number(options.seconds)) continue;
        if (word == "--tables") {
            options.broadcast = options.cash = false;
        } else if (word == "--cash") {
            options.tables = options.broadcast = false;
        } else if (word == "--broadcast") {
            options.tables = options.cash = false;
        } else {
            return std::nullopt;
        }
    }
    return options;
}

// Runs as one of the servers that another process of this program has started; nothing if it was
// not asked to.
std::optional<int> serve(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() < 2) return std::nullopt;
    const auto port = [&] { return static_cast<std::uint16_t>(std::stoi(words[1])); };
    if (words[0] == "--serve") return serve_broadcasts(port());
    if (words[0] == "--replay" && words.size() == 3) return serve_replay(port(), words[2]);
    if (words[0] == "--echo" && words.size() == 5) {
        return serve_echo(port(), words[2], std::stoul(words[3]), words[4]);
    }
    return std::nullopt;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
    using namespace bench;
    try {
        if (const std::optional<int> code = serve(argc, argv)) return *code;
        const std::optional<ServerOptions> options = parse(argc, argv);
        if (!options) {
            fmt::print(
                stderr,
                "usage: server [--terminals N] [--seconds N] [--tables | --cash | --broadcast]\n"
                "Each of the last three runs that part alone.\n");
            return 2;
        }
        heed_signals();
        print_load();
        if (options->tables) run_tables(*options);
        if (options->cash) run_cash(*options);
        if (options->broadcast) run_broadcast(*options);
    } catch (const Interrupted&) {
        return 130;
    } catch (const std::exception& wrong) {
        fmt::print(stderr, "server: {}\n", wrong.what());
        return 1;
    }
}
