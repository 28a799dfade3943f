// SPDX-License-Identifier: MIT
// For fields.h alone: the members of an aggregate as a tuple of references. Until C++26 a
// structured binding must spell out how many names it has, so there is one line for each number of
// members.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace sicbo::detail {

// Converts to any member, in code that is never run.
struct AnyMember {
    template <class T>
    operator T() const;  // NOLINT(google-explicit-constructor)
};

template <class T, std::size_t... I>
consteval bool takes_members(std::index_sequence<I...>) {
    return requires { T{(static_cast<void>(I), AnyMember{})...}; };
}

// How many members the aggregate has: as many as it can be initialised with.
template <class T, std::size_t N = 0>
consteval std::size_t count_members() {
    if constexpr (takes_members<T>(std::make_index_sequence<N + 1>())) {
        return count_members<T, N + 1>();
    } else {
        return N;
    }
}

inline constexpr std::size_t members_max = 32;

// clang-format off
// NOLINTBEGIN(readability-function-size)
template <class T>
constexpr auto tie_members([[maybe_unused]] T& object) {
    constexpr std::size_t count = count_members<std::remove_const_t<T>>();
    static_assert(count <= members_max, "add a line for so many members");
    if constexpr (count == 0) {
        return std::tie();
    } else if constexpr (count == 1) {
        auto& [f1] = object;
        return std::tie(f1);
    } else if constexpr (count == 2) {
        auto& [f1, f2] = object;
        return std::tie(f1, f2);
    } else if constexpr (count == 3) {
        auto& [f1, f2, f3] = object;
        return std::tie(f1, f2, f3);
    } else if constexpr (count == 4) {
        auto& [f1, f2, f3, f4] = object;
        return std::tie(f1, f2, f3, f4);
    } else if constexpr (count == 5) {
        auto& [f1, f2, f3, f4, f5] = object;
        return std::tie(f1, f2, f3, f4, f5);
    } else if constexpr (count == 6) {
        auto& [f1, f2, f3, f4, f5, f6] = object;
        return std::tie(f1, f2, f3, f4, f5, f6);
    } else if constexpr (count == 7) {
        auto& [f1, f2, f3, f4, f5, f6, f7] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7);
    } else if constexpr (count == 8) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8);
    } else if constexpr (count == 9) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9);
    } else if constexpr (count == 10) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10);
    } else if constexpr (count == 11) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11);
    } else if constexpr (count == 12) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12);
    } else if constexpr (count == 13) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13);
    } else if constexpr (count == 14) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14);
    } else if constexpr (count == 15) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15);
    } else if constexpr (count == 16) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16);
    } else if constexpr (count == 17) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17);
    } else if constexpr (count == 18) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
               f18] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                        f18);
    } else if constexpr (count == 19) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18,
               f19] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                        f18, f19);
    } else if constexpr (count == 20) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
               f20] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                        f18, f19, f20);
    } else if constexpr (count == 21) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
               f20, f21] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                        f18, f19, f20, f21);
    } else if constexpr (count == 22) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
               f20, f21, f22] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                        f18, f19, f20, f21, f22);
    } else if constexpr (count == 23) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
               f20, f21, f22, f23] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                        f18, f19, f20, f21, f22, f23);
    } else if constexpr (count == 24) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
               f20, f21, f22, f23, f24] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                        f18, f19, f20, f21, f22, f23, f24);
    } else if constexpr (count == 25) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
               f20, f21, f22, f23, f24, f25] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                        f18, f19, f20, f21, f22, f23, f24, f25);
    } else if constexpr (count == 26) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
               f20, f21, f22, f23, f24, f25, f26] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                        f18, f19, f20, f21, f22, f23, f24, f25, f26);
    } else if constexpr (count == 27) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
               f20, f21, f22, f23, f24, f25, f26, f27] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                        f18, f19, f20, f21, f22, f23, f24, f25, f26, f27);
    } else if constexpr (count == 28) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
               f20, f21, f22, f23, f24, f25, f26, f27, f28] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                        f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28);
    } else if constexpr (count == 29) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
               f20, f21, f22, f23, f24, f25, f26, f27, f28, f29] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                        f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29);
    } else if constexpr (count == 30) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
               f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                        f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30);
    } else if constexpr (count == 31) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
               f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                        f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31);
    } else if constexpr (count == 32) {
        auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
               f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32] = object;
        return std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                        f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32);
    }
}
// NOLINTEND(readability-function-size)
// clang-format on

}  // namespace sicbo::detail
