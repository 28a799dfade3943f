// SPDX-License-Identifier: MIT
// For fields.h alone: the members of an aggregate as a tuple of references. Until C++26 a
// structured binding must spell out all its names, so there is one line for each number of members.
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

// TieMembers<N>::of() returns references to the members of an aggregate that has N of them. To
// allow for more members, add lines at the end of the table.
template <std::size_t Count>
struct TieMembers {
    static_assert(Count == 0, "add a line for so many members");
    static constexpr auto of(auto&) { return std::tie(); }
};

// clang-format off
#define SICBO_TIE_MEMBERS(count, ...)            \
    template <>                                  \
    struct TieMembers<count> {                   \
        static constexpr auto of(auto& object) { \
            auto& [__VA_ARGS__] = object;        \
            return std::tie(__VA_ARGS__);        \
        }                                        \
    }
#define SICBO_TO_10 f1, f2, f3, f4, f5, f6, f7, f8, f9, f10
#define SICBO_TO_20 SICBO_TO_10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20
#define SICBO_TO_30 SICBO_TO_20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30
SICBO_TIE_MEMBERS(1, f1);
SICBO_TIE_MEMBERS(2, f1, f2);
SICBO_TIE_MEMBERS(3, f1, f2, f3);
SICBO_TIE_MEMBERS(4, f1, f2, f3, f4);
SICBO_TIE_MEMBERS(5, f1, f2, f3, f4, f5);
SICBO_TIE_MEMBERS(6, f1, f2, f3, f4, f5, f6);
SICBO_TIE_MEMBERS(7, f1, f2, f3, f4, f5, f6, f7);
SICBO_TIE_MEMBERS(8, f1, f2, f3, f4, f5, f6, f7, f8);
SICBO_TIE_MEMBERS(9, f1, f2, f3, f4, f5, f6, f7, f8, f9);
SICBO_TIE_MEMBERS(10, SICBO_TO_10);
SICBO_TIE_MEMBERS(11, SICBO_TO_10, f11);
SICBO_TIE_MEMBERS(12, SICBO_TO_10, f11, f12);
SICBO_TIE_MEMBERS(13, SICBO_TO_10, f11, f12, f13);
SICBO_TIE_MEMBERS(14, SICBO_TO_10, f11, f12, f13, f14);
SICBO_TIE_MEMBERS(15, SICBO_TO_10, f11, f12, f13, f14, f15);
SICBO_TIE_MEMBERS(16, SICBO_TO_10, f11, f12, f13, f14, f15, f16);
SICBO_TIE_MEMBERS(17, SICBO_TO_10, f11, f12, f13, f14, f15, f16, f17);
SICBO_TIE_MEMBERS(18, SICBO_TO_10, f11, f12, f13, f14, f15, f16, f17, f18);
SICBO_TIE_MEMBERS(19, SICBO_TO_10, f11, f12, f13, f14, f15, f16, f17, f18, f19);
SICBO_TIE_MEMBERS(20, SICBO_TO_20);
SICBO_TIE_MEMBERS(21, SICBO_TO_20, f21);
SICBO_TIE_MEMBERS(22, SICBO_TO_20, f21, f22);
SICBO_TIE_MEMBERS(23, SICBO_TO_20, f21, f22, f23);
SICBO_TIE_MEMBERS(24, SICBO_TO_20, f21, f22, f23, f24);
SICBO_TIE_MEMBERS(25, SICBO_TO_20, f21, f22, f23, f24, f25);
SICBO_TIE_MEMBERS(26, SICBO_TO_20, f21, f22, f23, f24, f25, f26);
SICBO_TIE_MEMBERS(27, SICBO_TO_20, f21, f22, f23, f24, f25, f26, f27);
SICBO_TIE_MEMBERS(28, SICBO_TO_20, f21, f22, f23, f24, f25, f26, f27, f28);
SICBO_TIE_MEMBERS(29, SICBO_TO_20, f21, f22, f23, f24, f25, f26, f27, f28, f29);
SICBO_TIE_MEMBERS(30, SICBO_TO_30);
SICBO_TIE_MEMBERS(31, SICBO_TO_30, f31);
SICBO_TIE_MEMBERS(32, SICBO_TO_30, f31, f32);
#undef SICBO_TO_30
#undef SICBO_TO_20
#undef SICBO_TO_10
#undef SICBO_TIE_MEMBERS
// clang-format on

// Returns a tuple of references to the members, in the order of their declaration.
template <class T>
constexpr auto tie_members(T& object) {
    return TieMembers<count_members<std::remove_const_t<T>>()>::of(object);
}

}  // namespace sicbo::detail
