#include "server/log.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace sicbo::server {
namespace {

std::unique_ptr<spdlog::formatter> as_lines() {
    return std::make_unique<spdlog::pattern_formatter>("%Y-%m-%dT%H:%M:%S.%eZ %-7l %v",
                                                       spdlog::pattern_time_type::utc);
}

spdlog::logger& logger() {
    static const std::shared_ptr<spdlog::logger> made = [] {
        auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
        auto one = std::make_shared<spdlog::logger>("sicbo", std::move(sink));
        one->set_formatter(as_lines());
        return one;
    }();
    return *made;
}

// As it is, or in quotes where it would not be one word.
std::string word(const std::string& value) {
    const bool plain = !value.empty() && value.find_first_of(" =\"\n\r\t\\") == std::string::npos;
    if (plain) return value;
    std::string quoted = "\"";
    for (const char letter : value) {
        if (letter == '"' || letter == '\\') quoted += '\\';
        quoted += letter == '\n' || letter == '\r' || letter == '\t' ? ' ' : letter;
    }
    return quoted + "\"";
}

}  // namespace

Result<void> log_to(const std::string& path) {
    try {
        auto sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(path);
        sink->set_formatter(as_lines());
        logger().sinks() = {std::move(sink)};
        logger().flush_on(spdlog::level::info);
    } catch (const spdlog::spdlog_ex& wrong) {
        return failure(wrong.what(), path);
    }
    return {};
}

void log(Grave grave, std::string_view what, Values values) {
    std::string line(what);
    for (const auto& [name, value] : values) {
        line.append(" ").append(name).append("=").append(word(value));
    }
    switch (grave) {
        case Grave::info: logger().info("{}", line); break;
        case Grave::warning: logger().warn("{}", line); break;
        case Grave::error: logger().error("{}", line); break;
    }
}

}  // namespace sicbo::server
