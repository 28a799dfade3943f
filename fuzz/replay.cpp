// SPDX-License-Identifier: MIT
// Replaying a record that holds together but may say anything: it is applied or refused by name,
// and what the rules do not give is found by looking at each event again.
#include <cstdint>
#include <string>

#include "core/check.h"
#include "store/entry_audit.h"
#include "store/recover.h"
#include "wire/bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    store::Record record;
    record.first = 1;
    record.bytes.assign(reinterpret_cast<const char*>(data), size);
    record.last = store::beginning_of("fuzz");
    const auto chain = [&](std::uint64_t sequence, std::string_view bytes) -> Result<void> {
        record.last = {sequence, wire::chain(record.last.hash, sequence, bytes)};
        return {};
    };
    if (!split_record(record, chain)) return 0;
    store::Recovered at;
    at.at = store::beginning_of("fuzz");
    const auto seen = [&](const table::State& state, const table::Event& event, const auto&) {
        try {
            (void)store::audit_entries(state, event);
        } catch (const CheckFailed&) {  // as the audit does: it is a finding, not an end
        } catch (const std::out_of_range&) {
        }
    };
    const Result<void> done = replay(at, record, seen);
    check(done || !done.error().what.empty());
    if (done) check(at.at == record.last);
    return 0;
}
