// SPDX-License-Identifier: MIT
// Which guest has which place, in a file that survives a restart: so the token of a former guest
// stays worthless. Not in the journal, since guests play for nothing. One thread uses it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "core/time.h"
#include "table/command.h"

namespace sicbo::server {

class GuestBook {
public:
    GuestBook() = default;  // in memory only

    // Reads the file. A missing one is an empty book. A last line that a power failure cut off is
    // left out.
    static Result<GuestBook> open(const std::string& path);

    // Forgets places that `keep` does not want, and writes the file again.
    Result<void> prune(const std::function<bool(const table::Actor&)>& keep);

    // Since when the guest has the place whose token counts; nothing if no guest ever had it.
    std::optional<Instant> since(const table::Actor& place) const;

    // Notes that another guest has the place, or that nobody has.
    void set(const table::Actor& place, Instant since);

    // Called with the whole book before a change is written to the file, so that another machine
    // has it as well.
    using Publish = std::function<Result<void>(std::string_view text)>;
    void set_publisher(Publish publish) { publish_ = std::move(publish); }

    // Makes everything that was noted durable. Tokens may leave the process afterwards.
    Result<void> flush();

private:
    std::string text() const;

    std::string path_;  // empty: none
    std::map<table::Actor, Instant> since_;
    std::string unwritten_;
    Publish publish_;  // empty: nobody else needs it
};

}  // namespace sicbo::server
