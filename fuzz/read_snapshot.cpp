// SPDX-License-Identifier: MIT
// The reader of snapshots: whatever it takes is written as the same bytes again.
//
// No input has the right seal by chance, so it is also read with one.
#include <cstdint>
#include <string>

#include "core/check.h"
#include "store/snapshot.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    std::string bytes(reinterpret_cast<const char*>(data), size);
    for (const bool sealed : {false, true}) {
        if (sealed) {
            const Hash seal = sha256(bytes);
            bytes.append(reinterpret_cast<const char*>(seal.bytes.data()), seal.bytes.size());
        }
        if (const auto snapshot = store::read_snapshot(bytes)) {
            check(store::write_snapshot(*snapshot) == bytes);
        }
    }
    return 0;
}
