// SPDX-License-Identifier: MIT
// check_acks JOURNAL ACKS [--replay], JOURNAL a file or postgres://...: whether the journal holds
// everything that was acknowledged.
//
// ACKS has a line for each acknowledgement: the sequence of an event, its hash, and whose it was.
// The hash binds all events before it, so an acknowledgement is kept if and only if the journal has
// that hash at that sequence. The journal is only read. With --replay the events are applied too,
// from the first one on, and the invariants must hold in the end.
#include <fmt/format.h>

#include <fstream>
#include <string>
#include <vector>

#include "store/files.h"
#include "store/open_store.h"
#include "store/recover.h"
#include "table/invariants.h"

namespace {

using namespace sicbo;

struct Ack {
    std::uint64_t sequence = 0;
    std::string hash;
    std::string whose;
};

std::vector<Ack> read_acks(const char* path) {
    std::vector<Ack> acks;
    std::ifstream file(path);
    Ack ack;
    while (file >> ack.sequence >> ack.hash && std::getline(file, ack.whose)) acks.push_back(ack);
    return acks;
}

// What is wrong; nothing if all is well.
Result<std::string> check_journal(const std::string& path, const std::vector<Ack>& acks,
                                  bool replays) {
    const auto opened = store::open_to_read(path);
    if (!opened) return std::unexpected(opened.error());
    const store::Store& journal = **opened;
    store::Recovered state;
    store::Position at = store::beginning_of(journal.origin());
    state.at = at;
    std::size_t found = 0;
    const auto look = [&](const store::Position& event, std::string_view) -> Result<void> {
        at = event;
        for (; found < acks.size() && acks[found].sequence == event.sequence; ++found) {
            if (acks[found].hash != to_text(event.hash)) return failure("another event");
        }
        return {};
    };
    const auto read = journal.read(0, [&](const store::Record& record) -> Result<bool> {
        auto done = read_record(record, store::Position(at), look);
        if (done && replays) done = replay(state, record);
        if (!done) return std::unexpected(done.error());
        return true;
    });
    if (found < acks.size()) {
        const Ack& lost = acks[found];
        return failure(
            fmt::format("event {} {} was acknowledged to{}, and is lost: {} of {} "
                        "acknowledgements are kept, the journal ends with event {}{}",
                        lost.sequence, lost.hash, lost.whose, found, acks.size(),
                        journal.last().sequence, read ? "" : " (" + read.error().text() + ")"));
    }
    if (!read) return std::unexpected(read.error());
    if (at != journal.last()) return failure("the journal does not end where it says");
    if (const auto what = replays ? broken(state.state) : std::nullopt) return failure(*what);
    const std::uint64_t last = acks.empty() ? 0 : acks.back().sequence;
    return fmt::format("{} events, {} acknowledgements, {} events after the last", at.sequence,
                       acks.size(), at.sequence - last);
}

}  // namespace

int main(int count, char** words) {
    const std::vector<std::string> given(words + 1, words + count);
    const bool replays = given.size() == 3 && given[2] == "--replay";
    if (given.size() != 2 && !replays) {
        fmt::print(stderr, "usage: check_acks JOURNAL ACKS [--replay]\n");
        return 2;
    }
    const std::vector<Ack> acks = read_acks(given[1].c_str());
    // Before the first acknowledgement there need not be a journal yet, or all of one.
    const auto checked = check_journal(given[0], acks, replays);
    if (!checked && acks.empty() && !replays) {
        fmt::print("nothing was acknowledged: {}\n", checked.error().text());
        return 0;
    }
    if (!checked) {
        fmt::print("{}\n", checked.error().text());
        return 1;
    }
    fmt::print("{}\n", *checked);
    return 0;
}
