#include "wire/event_json.h"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include "rules/spot_id.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;

// In one struct, so that each may call any other.
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
            return one(value);
        }
    }

private:
    static json::value one(const std::string& text) { return json::string(text); }
    static json::value one(Money amount) { return json::string(to_text(amount)); }
    static json::value one(Instant at) { return json::string(to_text_exact(at)); }
    static json::value one(const Hash& hash) { return json::string(to_text(hash)); }
    static json::value one(const rules::Roll& roll) { return json::string(to_text(roll)); }
    static json::value one(rules::SpotId spot) {
        return json::string(to_text(rules::spot_of(spot)));
    }
    template <class Tag>
    static json::value one(Id<Tag> id) {
        return id.number;
    }
    template <class T>
    static json::value one(const std::optional<T>& value) {
        return value ? of(*value) : json::value(nullptr);
    }
    template <class T>
    static json::value one(const std::vector<T>& list) {
        json::array array;
        for (const T& each : list) array.push_back(of(each));
        return array;
    }
    template <class Key, class T>
    static json::value one(const std::map<Key, T>& map) {
        json::array array;
        for (const auto& [key, value] : map) {
            array.push_back(json::object{{"key", of(key)}, {"value", of(value)}});
        }
        return array;
    }
    static json::value one(const table::Order& order) {
        json::object object;
        std::visit(
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
    std::visit(
        [&]<class F>(const F& fact) {
            object["event"] = std::string(type_name<F>());
            object["stamp"] = Json::of(event.stamp);
            object["fact"] = Json::of(fact);
        },
        event.fact.choice());
    object["postings"] = Json::of(event.postings);
    return object;
}

json::object round_json(const table::Round& round) { return Json::of(round).as_object(); }

json::object meter_json(const ledger::Meter& meter) { return Json::of(meter).as_object(); }

}  // namespace sicbo::wire
