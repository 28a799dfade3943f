// SPDX-License-Identifier: MIT
// The special members of an order, how it is made from each choice, and its bytes.
#include <utility>

#include "table/command.h"

namespace sicbo::table {

Order::Order() = default;
Order::Order(const Order&) = default;
Order::Order(Order&&) noexcept = default;
Order& Order::operator=(const Order&) = default;
Order& Order::operator=(Order&&) noexcept = default;
Order::~Order() = default;

}  // namespace sicbo::table

namespace sicbo {

void Codec<table::Order>::write(ByteWriter& to, const table::Order& value) {
    ChoiceCodec<table::Order, table::OrderChoice>::write(to, value);
}
table::Order Codec<table::Order>::read(ByteReader& from) {
    return ChoiceCodec<table::Order, table::OrderChoice>::read(from);
}

}  // namespace sicbo
