// SPDX-License-Identifier: MIT
// The reader of states: whatever it takes is written as the same bytes again.
//
// A whole rule set is too long to be come upon, so the text "@maryland" stands for one.
#include <cstdint>
#include <string>
#include <string_view>

#include "rules/documents.h"
#include "wire/bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    static const std::string mark = to_bytes(std::string("@maryland"));
    static const std::string rules = to_bytes(std::string(rules::document_text("maryland")));
    std::string bytes(reinterpret_cast<const char*>(data), size);
    if (const std::size_t at = bytes.find(mark); at != std::string::npos) {
        bytes.replace(at, mark.size(), rules);
    }
    const Result<table::State> state = wire::read_state(bytes);
    if (!state) {
        check(!state.error().what.empty());
        return 0;
    }
    check(wire::write_state(*state) == bytes);
    check(wire::state_hash(*state) == sha256("sicbo-state-v1" + bytes));
    return 0;
}
