// A journal that is only looked at, and how far that has got.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "store/sqlite_store.h"

namespace sicbo::app {

// How far long work has got, on standard error if somebody watches.
class ProgressBar {
public:
    explicit ProgressBar(std::string doing);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(std::uint64_t done, std::uint64_t all);
    void clear();

private:
    std::string doing_;
    bool watched_ = false;
    bool shown_ = false;
};

// To be read: no lock is taken, so that a table can play and start meanwhile, and nothing that lies
// beside the journal is believed.
Result<std::unique_ptr<store::SqliteStore>> open_to_read(const std::string& path);

// The exit code for a journal that can't be opened: wrong use if there is none, else no.
int code_for(const std::string& path);

}  // namespace sicbo::app
