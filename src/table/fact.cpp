// SPDX-License-Identifier: MIT
// The special members of a fact, how it is made from each choice, and its bytes.
#include <utility>

#include "table/event.h"

namespace sicbo::table {

Fact::Fact() = default;
Fact::Fact(const Fact&) = default;
Fact::Fact(Fact&&) noexcept = default;
Fact& Fact::operator=(const Fact&) = default;
Fact& Fact::operator=(Fact&&) noexcept = default;
Fact::~Fact() = default;

Audience audience_of(const Fact& fact) {
    return visit(
        []<class F>(const F&) {
            if constexpr (requires { F::audience; }) return F::audience;
            return Audience::everybody;
        },
        fact.choice());
}

}  // namespace sicbo::table

namespace sicbo {

void Codec<table::Fact>::write(ByteWriter& to, const table::Fact& value) {
    ChoiceCodec<table::Fact, table::FactChoice>::write(to, value);
}
table::Fact Codec<table::Fact>::read(ByteReader& from) {
    return ChoiceCodec<table::Fact, table::FactChoice>::read(from);
}

}  // namespace sicbo
