// SPDX-License-Identifier: MIT
// Counts the allocations of a program that links allocations.cpp and has one thread.
#pragma once

#include <cstdint>

namespace bench {

// Returns the number of allocations by operator new since the program began.
std::uint64_t allocations();

}  // namespace bench
