// SPDX-License-Identifier: MIT
#include "wire/event_json.h"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include "core/check.h"
#include "rules/spot_id.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;

// The overloads are in one struct, so that each can call any other.
struct Json {
    template <class T>
    static json::value of(const T& value) {
        if constexpr (HasFields<T>) {
            json::object object;
            for_each_field(
                value, [&](std::string_view name, const auto& field) { object[name] = of(field); });
            return object;
        } else if constexpr (HasWords<T>) {
            return json::string(to_word(value));
        } else if constexpr (std::is_arithmetic_v<T>) {
            return value;
        } else {
            return write_value(value);
        }
    }

private:
    static json::value write_value(const std::string& text) { return json::string(text); }
    static json::value write_value(Money amount) { return json::string(to_text(amount)); }
    static json::value write_value(Instant at) { return json::string(to_text_exact(at)); }
    static json::value write_value(const Hash& hash) { return json::string(to_text(hash)); }
    static json::value write_value(const rules::Roll& roll) { return json::string(to_text(roll)); }
    static json::value write_value(rules::SpotId spot) {
        return json::string(to_text(rules::spot_of(spot)));
    }
    template <class Tag>
    static json::value write_value(Id<Tag> id) {
        return id.number;
    }
    template <class T>
    static json::value write_value(const std::optional<T>& value) {
        return value ? of(*value) : json::value(nullptr);
    }
    template <class T>
    static json::value write_value(const std::vector<T>& list) {
        json::array array;
        for (const T& each : list) array.push_back(of(each));
        return array;
    }
    template <class Key, class T>
    static json::value write_value(const std::map<Key, T>& map) {
        json::array array;
        for (const auto& [key, value] : map) {
            array.push_back(json::object{{"key", of(key)}, {"value", of(value)}});
        }
        return array;
    }
    static json::value write_value(const table::Order& order) {
        json::object object;
        visit(
            [&]<class O>(const O& choice) {
                object["order"] = std::string(type_name<O>());
                object["fields"] = of(choice);
            },
            order.choice());
        return object;
    }
};

}  // namespace

json::object event_json(const table::Event& event) {
    json::object object;
    visit(
        [&]<class F>(const F& fact) {
            object["event"] = std::string(type_name<F>());
            object["stamp"] = Json::of(event.stamp);
            object["fact"] = Json::of(fact);
        },
        event.fact.choice());
    object["postings"] = Json::of(event.postings);
    check(!object["event"].as_string().empty());
    check(object["postings"].as_array().size() == event.postings.size());
    return object;
}

}  // namespace sicbo::wire
