// SPDX-License-Identifier: MIT
// The fields of a struct, by name and in order of declaration, so that one piece of code can write,
// read or show any of them. A struct needs nothing for it: every aggregate has fields, unless it is
// a single value (an id, an instant, a hash) that has a spelling of its own.
//
//     struct BettingOpened {
//         Instant closes_at;
//     };
//     static_assert(field_names<BettingOpened>[0] == "closes_at");
//
// Order and names of fields are part of the journal's format (docs/formats/bytes.md): new fields
// go to the end.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/members.h"

namespace sicbo {

// True for aggregates that are written as one value instead of field by field.
template <class T>
inline constexpr bool is_single_value = false;
template <class T, std::size_t N>
inline constexpr bool is_single_value<std::array<T, N>> = true;

template <class T>
concept HasFields = std::is_class_v<T> && std::is_aggregate_v<T> && !is_single_value<T>;

template <HasFields T>
inline constexpr std::size_t field_count = detail::count_members<T>();

namespace detail {

// An object whose members have addresses that the compiler can name. It is never defined.
template <class T>
struct Nameable {
    T value;
    static const Nameable<T> object;
};

template <const auto* Member>
consteval std::string_view member_name() {
    // g++: "... [with const auto* Member = (& Nameable<T>::object....T::stake); ...]"
    // clang: "... [Member = &object.value.stake]"
    std::string_view text = __PRETTY_FUNCTION__;
    text.remove_prefix(text.find("Member = ") + 9);
    text = text.substr(0, text.find_first_of(");]"));
    return text.substr(text.find_last_of(".:") + 1);
}

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#endif
template <class T, std::size_t... I>
consteval std::array<std::string_view, sizeof...(I)> names_of(std::index_sequence<I...>) {
    return {member_name<&std::get<I>(tie_members(Nameable<T>::object.value))>()...};
}
#ifdef __clang__
#pragma clang diagnostic pop
#endif

template <class... F>
std::tuple<std::type_identity<F>...> types_of(std::tuple<F&...>);

}  // namespace detail

// The names of the fields, in order.
template <HasFields T>
inline constexpr auto field_names = detail::names_of<T>(std::make_index_sequence<field_count<T>>());

// Calls visit(field) for each field in order.
template <class T, class Visit>
    requires HasFields<std::remove_const_t<T>>
constexpr void for_each_value(T& object, Visit&& visit) {
    std::apply([&](auto&... field) { (visit(field), ...); }, detail::tie_members(object));
}

// Calls visit(name, field) for each field in order.
template <class T, class Visit>
    requires HasFields<std::remove_const_t<T>>
constexpr void for_each_field(T& object, Visit&& visit) {
    constexpr auto& names = field_names<std::remove_const_t<T>>;
    [[maybe_unused]] std::size_t next = 0;  // NOLINT(misc-const-correctness): it counts in the fold
    for_each_value(object, [&](auto& field) { visit(names[next++], field); });
}

// Returns true if test(a, b) holds for each field of the one object and the same of the other.
template <HasFields T, class Test>
constexpr bool all_fields(const T& left, const T& right, Test&& test) {
    const auto rights = detail::tie_members(right);
    return [&]<std::size_t... I>(const auto& lefts, std::index_sequence<I...>) {
        return (test(std::get<I>(lefts), std::get<I>(rights)) && ...);
    }(detail::tie_members(left), std::make_index_sequence<field_count<T>>());
}

// The type of each field, as the arguments of a tuple.
template <HasFields T>
using FieldTypes = decltype(detail::types_of(detail::tie_members(std::declval<T&>())));

// What a type is called in the source, without its namespace.
template <class T>
consteval std::string_view type_name() {
    std::string_view text = __PRETTY_FUNCTION__;  // "... [with T = sicbo::table::LogOn; ...]"
    text.remove_prefix(text.find("T = ") + 4);
    text = text.substr(0, text.find_first_of(";]"));
    return text.substr(text.rfind(':') + 1);
}

template <class Choices>
struct ChoiceNames;
template <template <class...> class List, class... Choices>
struct ChoiceNames<List<Choices...>> {
    static constexpr std::array value = {type_name<Choices>()...};
};

// The names of the types of a Choice or a std::variant, in their order.
template <class Choices>
inline constexpr auto& choice_names = ChoiceNames<Choices>::value;

}  // namespace sicbo
