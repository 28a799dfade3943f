// SPDX-License-Identifier: MIT
// A value of one of many types: std::variant for lists of eighty types instead of three.
//
// std::variant nests one union in the next, so that making or finding the n-th of its types
// compiles n functions: minutes with the orders and facts of the engine. A Choice has plain storage
// and tables of functions, one entry for each type.
//
//     Choice<LogOn, LogOff> order = LogOff{};
//     if (const LogOff* log_off = get_if<LogOff>(&order)) ...
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include "core/check.h"

namespace sicbo {

template <class... Ts>
class Choice;

template <class T, class Choices>
inline constexpr bool is_choice = false;
template <class T, class... Ts>
inline constexpr bool is_choice<T, Choice<Ts...>> = (std::is_same_v<T, Ts> || ...);

// The index of a type in the list of a Choice.
template <class T, class... Ts>
consteval std::size_t choice_index(const Choice<Ts...>*) {
    static_assert((std::is_same_v<T, Ts> || ...), "the type is none of the choices");
    constexpr std::array same = {std::is_same_v<T, Ts>...};
    return static_cast<std::size_t>(std::find(same.begin(), same.end(), true) - same.begin());
}

template <class... Ts>
class Choice {
    static_assert(sizeof...(Ts) <= 256, "the index is one byte");
    static_assert((std::is_nothrow_move_constructible_v<Ts> && ...), "assignment relies on it");

public:
    static constexpr std::size_t size = sizeof...(Ts);

    // Holds a default value of the first type.
    Choice() : Choice(First{}) {}

    template <class T>
        requires is_choice<T, Choice>
    // NOLINTNEXTLINE(google-explicit-constructor): a choice is any of its types
    Choice(T value) noexcept
        : index_(static_cast<std::uint8_t>(choice_index<T>(static_cast<Choice*>(nullptr)))) {
        ::new (static_cast<void*>(bytes_)) T(std::move(value));
    }

    Choice(const Choice& other) : index_(other.index_) { copiers[index_](bytes_, other.bytes_); }
    Choice(Choice&& other) noexcept : index_(other.index_) { movers[index_](bytes_, other.bytes_); }
    Choice& operator=(const Choice& other) {
        if (this != &other) *this = Choice(other);
        return *this;
    }
    Choice& operator=(Choice&& other) noexcept {
        if (this == &other) return *this;
        destroyers[index_](bytes_);
        index_ = other.index_;
        movers[index_](bytes_, other.bytes_);
        return *this;
    }
    ~Choice() { destroyers[index_](bytes_); }

    // The index of the value's type in the list.
    std::size_t index() const { return index_; }

    // The value, which must be of this type.
    template <class T>
    const T& get() const {
        check(index_ == choice_index<T>(static_cast<Choice*>(nullptr)));
        return *std::launder(reinterpret_cast<const T*>(bytes_));
    }
    template <class T>
    T& get() {
        return const_cast<T&>(std::as_const(*this).template get<T>());
    }

private:
    template <class T, class...>
    struct FirstOf {
        using Type = T;
    };
    using First = typename FirstOf<Ts...>::Type;

    template <class T>
    static void copy(std::byte* to, const std::byte* from) {
        ::new (static_cast<void*>(to)) T(*std::launder(reinterpret_cast<const T*>(from)));
    }
    template <class T>
    static void move(std::byte* to, std::byte* from) noexcept {
        ::new (static_cast<void*>(to)) T(std::move(*std::launder(reinterpret_cast<T*>(from))));
    }
    template <class T>
    static void destroy(std::byte* value) noexcept {
        std::launder(reinterpret_cast<T*>(value))->~T();
    }

    static constexpr std::array<void (*)(std::byte*, const std::byte*), size> copiers = {
        &copy<Ts>...};
    static constexpr std::array<void (*)(std::byte*, std::byte*) noexcept, size> movers = {
        &move<Ts>...};
    static constexpr std::array<void (*)(std::byte*) noexcept, size> destroyers = {&destroy<Ts>...};

    alignas(Ts...) std::byte bytes_[std::max({sizeof(Ts)...})];
    std::uint8_t index_;
};

// Returns true if the value is of type T.
template <class T, class... Ts>
bool holds(const Choice<Ts...>& choice) {
    return choice.index() == choice_index<T>(static_cast<Choice<Ts...>*>(nullptr));
}

// Returns the value if it is of type T, else null.
template <class T, class... Ts>
const T* get_if(const Choice<Ts...>* choice) {
    return holds<T>(*choice) ? &choice->template get<T>() : nullptr;
}
template <class T, class... Ts>
T* get_if(Choice<Ts...>* choice) {
    return holds<T>(*choice) ? &choice->template get<T>() : nullptr;
}

// Returns the value, which must be of type T.
template <class T, class... Ts>
const T& get(const Choice<Ts...>& choice) {
    return choice.template get<T>();
}
template <class T, class... Ts>
T& get(Choice<Ts...>& choice) {
    return choice.template get<T>();
}

// The one type of the list, all of which must be the same.
template <class... Ts>
using SameType = typename std::common_type_t<std::type_identity<Ts>...>::type;

// Calls visitor(value) and returns its result. The result is of the same type for all choices.
template <class Visitor, class... Ts>
decltype(auto) visit(Visitor&& visitor, const Choice<Ts...>& choice) {
    using Result = SameType<decltype(visitor(std::declval<const Ts&>()))...>;
    using Call = Result (*)(Visitor&, const Choice<Ts...>&);
    static constexpr std::array<Call, sizeof...(Ts)> calls = {
        [](Visitor& v, const Choice<Ts...>& c) -> Result { return v(c.template get<Ts>()); }...};
    return calls[choice.index()](visitor, choice);
}

}  // namespace sicbo
