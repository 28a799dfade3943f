// SPDX-License-Identifier: MIT
// The readers of signed notes and of public keys: whatever a key is taken from is written the same.
#include <cstdint>
#include <string_view>

#include "core/check.h"
#include "store/checkpoint.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    static const store::NoteKey nobody{"nobody"};
    if (const auto checkpoint = store::parse_checkpoint(text)) {
        check(!store::is_signed_by(*checkpoint, nobody));
        check(text.starts_with(checkpoint->origin + "\n" + std::to_string(checkpoint->at.sequence) +
                               "\n"));
    }
    if (const auto key = store::parse_public_key(text)) {
        check(text.starts_with(to_text(*key)));
    }
    return 0;
}
