#include "wire/event_json.h"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <deque>

#include "rules/spot_id.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;

template <class T>
json::value json_of(const T& value);

json::value json_of_one(const std::string& text) { return json::string(text); }
json::value json_of_one(bool value) { return value; }
json::value json_of_one(Money amount) { return json::string(to_text(amount)); }
json::value json_of_one(Instant at) { return json::string(to_text_exact(at)); }
json::value json_of_one(const Hash& hash) { return json::string(to_text(hash)); }
json::value json_of_one(const rules::Roll& roll) { return json::string(to_text(roll)); }
json::value json_of_one(rules::SpotId spot) { return json::string(to_text(rules::spot_of(spot))); }
template <class Tag>
json::value json_of_one(Id<Tag> id) {
    return id.number;
}
template <class T>
json::value json_of_one(const std::optional<T>& value) {
    return value ? json_of(*value) : json::value(nullptr);
}
template <class T>
json::value json_of_one(const std::vector<T>& list) {
    json::array array;
    for (const T& one : list) array.push_back(json_of(one));
    return array;
}
template <class T>
json::value json_of_one(const std::deque<T>& list) {
    json::array array;
    for (const T& one : list) array.push_back(json_of(one));
    return array;
}
template <class Key, class T>
json::value json_of_one(const std::map<Key, T>& map) {
    json::array array;
    for (const auto& [key, value] : map) {
        array.push_back(json::object{{"key", json_of(key)}, {"value", json_of(value)}});
    }
    return array;
}
json::value json_of_one(const table::Order& order) {
    return std::visit(
        []<class O>(const O& one) -> json::value {
            return json::object{{"order", std::string(type_name<O>())}, {"fields", json_of(one)}};
        },
        order.choice());
}

template <class T>
json::value json_of(const T& value) {
    if constexpr (HasFields<T>) {
        json::object object;
        for_each_field(value, [&](std::string_view name, const auto& field) {
            object[name] = json_of(field);
        });
        return object;
    } else if constexpr (HasWords<T>) {
        return json::string(to_word(value));
    } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        return value;
    } else {
        return json_of_one(value);
    }
}

}  // namespace

json::object event_json(const table::Event& event) {
    json::object object;
    std::visit(
        [&]<class F>(const F& fact) {
            object["event"] = std::string(type_name<F>());
            object["stamp"] = json_of(event.stamp);
            object["fact"] = json_of(fact);
        },
        event.fact.choice());
    object["postings"] = json_of(event.postings);
    return object;
}

json::object round_json(const table::Round& round) { return json_of(round).as_object(); }

json::object meter_json(const ledger::Meter& meter) { return json_of(meter).as_object(); }

}  // namespace sicbo::wire
