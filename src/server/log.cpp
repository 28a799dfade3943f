// SPDX-License-Identifier: MIT
#include "server/log.h"

#include <spdlog/details/file_helper.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
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

// A file that can be opened again by its name. spdlog calls write and flush under the sink's mutex.
class LogFile : public spdlog::sinks::base_sink<std::mutex> {
public:
    // Throws spdlog_ex if the file can't be opened.
    explicit LogFile(const std::string& path) : path_(path), file_(open(path)) {}

    // Throws spdlog_ex if the file can't be opened; the old one stays in use then.
    void reopen() {
        std::unique_ptr<spdlog::details::file_helper> opened = open(path_);
        const std::lock_guard lock(mutex_);
        file_.swap(opened);
    }

protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        spdlog::memory_buf_t line;
        formatter_->format(message, line);
        file_->write(line);
    }
    void flush_() override { file_->flush(); }

private:
    static std::unique_ptr<spdlog::details::file_helper> open(const std::string& path) {
        auto file = std::make_unique<spdlog::details::file_helper>();
        file->open(path);
        return file;
    }

    const std::string path_;
    std::unique_ptr<spdlog::details::file_helper> file_;
};

std::shared_ptr<LogFile>& log_file() {
    static std::shared_ptr<LogFile> file;  // none: the log goes to standard error
    return file;
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
        log_file() = std::make_shared<LogFile>(path);
        log_file()->set_formatter(line_formatter());
        logger().sinks() = {log_file()};
        logger().flush_on(spdlog::level::info);
    } catch (const spdlog::spdlog_ex& error) {
        return failure(error.what(), path);
    }
    return {};
}

Result<void> reopen_log() {
    try {
        if (log_file()) log_file()->reopen();
    } catch (const spdlog::spdlog_ex& error) {
        return failure(error.what());
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
