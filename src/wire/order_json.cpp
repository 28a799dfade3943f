// SPDX-License-Identifier: MIT
#include "wire/order_json.h"

#include <algorithm>
#include <array>

#include "core/check.h"
#include "wire/fields_json.h"

namespace sicbo::wire {
namespace {

// True if one of the fields must be given.
template <class Types>
inline constexpr bool needs_fields = false;
template <class... F>
inline constexpr bool needs_fields<std::tuple<std::type_identity<F>...>> =
    !(may_be_missing<F> && ...);  // NOLINT(misc-redundant-expression): a fold

template <class Choices>
struct Orders;
template <class... O>
struct Orders<Choice<O...>> {
    using Reader = table::Order (*)(const JsonNode*);
    template <class T>
    static table::Order read(const JsonNode* arguments) {
        T order;
        if (arguments) Read::fields(*arguments, order);
        return order;
    }
    static constexpr std::array<Reader, sizeof...(O)> readers = {&read<O>...};
    static constexpr std::array<bool, sizeof...(O)> needing = {needs_fields<FieldTypes<O>>...};
};

}  // namespace

table::Order read_order(const JsonNode& name, const std::optional<JsonNode>& arguments) {
    using All = Orders<table::OrderChoice>;
    const std::string text = name.text();
    const auto& names = choice_names<table::OrderChoice>;
    const auto found = std::ranges::find(names, text);
    if (found == names.end()) {
        name.wrong("there is no such order");
        return {};
    }
    const auto index = static_cast<std::size_t>(found - names.begin());
    if (!arguments && All::needing.at(index)) {
        name.wrong("\"arguments\" is missing, which this order needs");
    }
    table::Order order = All::readers.at(index)(arguments ? &*arguments : nullptr);
    check(order.index() == index);
    return order;
}

}  // namespace sicbo::wire
