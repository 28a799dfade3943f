// The fields of a struct, by name and in order, so that one piece of code can write, read or show
// any of them. A struct joins with a static member `fields`:
//
//     struct BettingOpened {
//         Instant closes_at;
//         static constexpr auto fields = std::tuple(Field{"closes_at", &BettingOpened::closes_at});
//     };
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>

namespace sicbo {

template <class Owner, class Member>
struct Field {
    using Type = Member;
    std::string_view name;
    Member Owner::* member;
};
template <class Owner, class Member>
Field(const char*, Member Owner::*) -> Field<Owner, Member>;

template <class T>
concept HasFields = requires { T::fields; };

namespace detail {

constexpr std::size_t align_up(std::size_t at, std::size_t to) { return (at + to - 1) / to * to; }

template <class T, class... Fields>
constexpr std::size_t size_of_fields(const std::tuple<Fields...>&) {
    std::size_t end = 0;  // NOLINT(misc-const-correctness): it grows in the fold
    ((end = align_up(end, alignof(typename Fields::Type)) + sizeof(typename Fields::Type)), ...);
    return end == 0 ? sizeof(T) : align_up(end, alignof(T));
}

}  // namespace detail

// Whether every field is listed: laid out one after the other, they fill the struct. (A forgotten
// field that would fit into padding is not noticed; the order of fields leaves none at the end.)
template <HasFields T>
inline constexpr bool lists_all_fields = detail::size_of_fields<T>(T::fields) == sizeof(T);

// Calls visit(name, field) for each field in order.
template <class T, class Visit>
    requires HasFields<std::remove_const_t<T>>
constexpr void for_each_field(T& object, Visit&& visit) {
    std::apply([&](const auto&... field) { (visit(field.name, object.*field.member), ...); },
               std::remove_const_t<T>::fields);
}

// What a type is called in the source, without its namespace.
template <class T>
consteval std::string_view type_name() {
    std::string_view text = __PRETTY_FUNCTION__;  // "... [with T = sicbo::table::LogOn; ...]"
    text.remove_prefix(text.find("T = ") + 4);
    text = text.substr(0, text.find_first_of(";]"));
    return text.substr(text.rfind(':') + 1);
}

template <class Variant>
struct ChoiceNames;
template <class... Choices>
struct ChoiceNames<std::variant<Choices...>> {
    static constexpr std::array value = {type_name<Choices>()...};
};

// The names of the choices of a variant, in its order.
template <class Variant>
inline constexpr auto& choice_names = ChoiceNames<Variant>::value;

template <class T, class Variant>
inline constexpr bool is_choice = false;
template <class T, class... Choices>
inline constexpr bool is_choice<T, std::variant<Choices...>> = (std::is_same_v<T, Choices> || ...);

// Which choice the type is.
template <class Choice, class... Choices>
consteval std::size_t choice_index(const std::variant<Choices...>*) {
    constexpr std::array same = {std::is_same_v<Choice, Choices>...};
    for (std::size_t i = 0; i < same.size(); ++i) {
        if (same[i]) return i;
    }
    return same.size();
}

}  // namespace sicbo
