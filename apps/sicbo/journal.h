// A journal that is only looked at, with reports that are as up to date as it is.
#pragma once

#include <memory>

#include "store/follower.h"
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

private:
    std::string doing_;
    bool watched_ = false;
    bool shown_ = false;
};

class OpenJournal {
public:
    // If nobody has the journal open, its reports are brought up to date first; if a server has,
    // they are as it keeps them; if nothing can be written there, they are made in memory.
    static Result<OpenJournal> open(const std::string& path);

    store::SqliteStore& journal() { return *journal_; }
    const store::Reports& reports() const { return follower_ ? follower_->reports() : *reports_; }

private:
    OpenJournal() = default;
    Result<std::unique_ptr<store::Follower>> follow(bool in_memory);

    std::unique_ptr<store::SqliteStore> journal_;
    std::unique_ptr<store::Follower> follower_;
    std::unique_ptr<store::Reports> reports_;
};

}  // namespace sicbo::app
