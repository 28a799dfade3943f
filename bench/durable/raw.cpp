// SPDX-License-Identifier: MIT
#include "raw.h"

#include <fcntl.h>
#include <unistd.h>

#include <stdexcept>

#include "store/files.h"
#include "store/sqlite_store.h"

namespace durable {
namespace {

using namespace sicbo;

std::uint64_t longest(const std::vector<Batch>& batches) {
    return std::ranges::max(batches, {}, &Batch::bytes).bytes;
}

}  // namespace

RawFile::RawFile(std::string path) : path_(std::move(path)) { open(); }

RawFile::~RawFile() { close(); }

void RawFile::append(const char* bytes, std::size_t size) {
    constexpr std::size_t large = std::size_t{1} << 30;
    if (written_ > large) {
        close();
        open();
    }
    std::size_t done = 0;
    while (done < size) {
        const ssize_t now = ::write(file_, bytes + done, size - done);
        if (now <= 0) throw std::runtime_error("the raw file can't be written");
        done += static_cast<std::size_t>(now);
    }
    if (fdatasync(file_) != 0) throw std::runtime_error("the raw file can't be synced");
    written_ += size;
}

void RawFile::open() {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
    if (file_ < 0) throw std::runtime_error("the raw file can't be made");
    written_ = 0;
}

void RawFile::close() const {
    ::close(file_);
    ::unlink(path_.c_str());
}

Measured run_raw(const std::string& folder, const std::vector<Batch>& batches, const Span& span) {
    RawFile file(folder + "/raw");
    const std::string bytes(longest(batches), 'x');
    Latencies latencies;
    Watch watch(span);
    for (std::size_t i = 0; watch.goes_on(latencies); i = (i + 1) % batches.size()) {
        const Clock::time_point begin = Clock::now();
        file.append(bytes.data(), batches[i].bytes);
        latencies.add(Clock::now() - begin, batches[i].bets);
    }
    return measured(latencies, watch.counted());
}

Measured run_store(const std::string& folder, const std::vector<Batch>& batches, const Span& span) {
    const std::string path = folder + "/store";
    Latencies latencies;
    Watch watch(span);
    {
        const auto store = store::SqliteStore::open({.path = path}).value();
        store::Record record;
        record.last = store->last();
        const std::string bytes(longest(batches), 'x');
        Clock::time_point begin = Clock::now();
        for (std::size_t i = 0; watch.goes_on(latencies); i = (i + 1) % batches.size()) {
            record.first = record.last.sequence + 1;
            record.last.sequence += batches[i].bets;
            record.bytes.assign(bytes, 0, batches[i].bytes);
            store->append(record, {}).value();
            const Clock::time_point end = Clock::now();
            latencies.add(end - begin, batches[i].bets);
            begin = end;
            constexpr std::uint64_t enough = std::uint64_t{16} << 20;  // as the loop does
            if (store->wal_bytes() >= enough) store->checkpoint_wal().value();
        }
    }
    for (const std::string& file : store::files_with_prefix(path)) store::remove_file(file);
    return measured(latencies, watch.counted());
}

Measured sync_times(const std::string& folder, const Span& span) {
    return run_raw(folder, {{1, 4096}}, span);
}

}  // namespace durable
