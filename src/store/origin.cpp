// SPDX-License-Identifier: MIT
#include "store/origin.h"

#include <sodium.h>

#include "core/check.h"
#include "core/hash.h"

namespace sicbo::store {

std::string new_origin() {
    check(sodium_init() >= 0);
    Hash random;
    randombytes_buf(random.bytes.data(), random.bytes.size());
    return "sicbo-" + to_text(random).substr(0, 16);
}

}  // namespace sicbo::store
