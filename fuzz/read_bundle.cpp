// SPDX-License-Identifier: MIT
// The reader of dispute bundles, and what `sicbo verify` makes of one.
#include <cstdint>
#include <string_view>

#include "core/check.h"
#include "store/round_bundle.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto bundle = store::read_bundle(text);
    if (!bundle) return 0;
    const store::BundleCheck checked = store::verify_bundle(*bundle, {});
    check(!checked.claims.empty());
    for (const store::RoundEvent& one : checked.history.events) {
        check(one.event.stamp.table == bundle->table);
    }
    return 0;
}
