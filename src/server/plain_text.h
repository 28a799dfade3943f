// SPDX-License-Identifier: MIT
// Finds texts in an order that could deceive who reads them: with control characters, or with
// characters that change the direction of writing or can't be seen. Checked where orders enter the
// server, not where they are decided: journals of earlier versions must be audited as they were.
#pragma once

#include <optional>
#include <string>
#include <type_traits>

#include "core/fields.h"
#include "core/text.h"
#include "table/command.h"

namespace sicbo::server {

inline constexpr std::string_view plain_text_rule =
    "a text must not contain control characters, or characters that are invisible or change the "
    "direction of writing";

// Returns true if every text in the value, at any depth, is plain.
template <class T>
bool has_plain_texts(const T& value) {
    if constexpr (std::is_same_v<T, std::string>) {
        return is_plain(value);
    } else if constexpr (requires { typename T::mapped_type; }) {
        for (const auto& [key, mapped] : value) {
            if (!has_plain_texts(key) || !has_plain_texts(mapped)) return false;
        }
        return true;
    } else if constexpr (requires { value.has_value(); }) {
        return !value.has_value() || has_plain_texts(*value);
    } else if constexpr (requires {
                             value.begin();
                             value.end();
                         }) {
        for (const auto& element : value) {
            if (!has_plain_texts(element)) return false;
        }
        return true;
    } else if constexpr (HasFields<T>) {
        bool plain = true;
        for_each_field(value, [&](std::string_view, const auto& field) {
            plain = plain && has_plain_texts(field);
        });
        return plain;
    } else {
        return true;
    }
}

// The text of a rule set is exempt: it has several lines, and load_game() validates it.
inline bool has_plain_texts(const table::Order& order) {
    if (holds<table::AdoptRules>(order)) return true;
    return visit([](const auto& choice) { return has_plain_texts(choice); }, order.choice());
}

}  // namespace sicbo::server
