// SPDX-License-Identifier: MIT
#include "server/log.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace sicbo::server {
namespace {

std::unique_ptr<spdlog::formatter> line_formatter() {
    return std::make_unique<spdlog::pattern_formatter>("%Y-%m-%dT%H:%M:%S.%eZ %-7l %v",
                                                       spdlog::pattern_time_type::utc);
}

spdlog::logger& logger() {
    static const std::shared_ptr<spdlog::logger> instance = [] {
        auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
        auto created = std::make_shared<spdlog::logger>("sicbo", std::move(sink));
        created->set_formatter(line_formatter());
        return created;
    }();
    return *instance;
}

// In quotes if it is not one plain word.
std::string quoted_if_needed(const std::string& value) {
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
        sink->set_formatter(line_formatter());
        logger().sinks() = {std::move(sink)};
        logger().flush_on(spdlog::level::info);
    } catch (const spdlog::spdlog_ex& error) {
        return failure(error.what(), path);
    }
    return {};
}

void log(LogLevel level, std::string_view message, Values values) {
    std::string line(message);
    for (const auto& [name, value] : values) {
        line.append(" ").append(name).append("=").append(quoted_if_needed(value));
    }
    switch (level) {
        case LogLevel::info: logger().info("{}", line); break;
        case LogLevel::warning: logger().warn("{}", line); break;
        case LogLevel::error: logger().error("{}", line); break;
    }
}

}  // namespace sicbo::server
