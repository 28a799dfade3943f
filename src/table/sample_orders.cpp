// SPDX-License-Identifier: MIT
#include "table/sample_orders.h"

#include <string>

namespace sicbo::table {
namespace {

template <class O>
Order make() {
    O order{};
    for_each_value(order, [](auto& field) {
        if constexpr (requires { field = std::string(); }) field = "-";
    });
    return order;
}

template <class... O>
std::vector<Order> make_all(const Choice<O...>*) {
    return {make<O>()...};
}

}  // namespace

const std::vector<Order>& sample_orders() {
    static const std::vector<Order> orders = make_all(static_cast<const OrderChoice*>(nullptr));
    check(orders.size() == OrderChoice::size);
    return orders;
}

}  // namespace sicbo::table
