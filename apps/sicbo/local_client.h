// SPDX-License-Identifier: MIT
// A client of the server that runs on a property's folder, over its Unix socket.
#pragma once

#include <boost/json/object.hpp>
#include <memory>
#include <string>

#include "core/result.h"

namespace sicbo::app {

class LocalClient {
public:
    // Connects to the server of the folder. Returns null if none runs.
    static Result<std::unique_ptr<LocalClient>> connect(const std::string& folder);
    virtual ~LocalClient() = default;

    // Sends a request of the protocol and returns its reply. A refusal is an error with its reason.
    virtual Result<boost::json::object> request(const char* type, boost::json::object fields) = 0;

    // Signs the person in, who gives the orders from then on.
    // `code` is that of the second factor; empty: none.
    Result<void> sign_in(const std::string& name, const std::string& password,
                         const std::string& code = {});
    // Gives an order at the table, or at the property if `table` is 0.
    Result<void> order(const char* order, boost::json::object arguments, std::uint32_t table = 0);
    std::int64_t person() const { return person_; }
    // Lets another person, who has signed in on this connection, give the orders.
    void act_as(std::int64_t person) { person_ = person; }
    // The digest that a second person must authorise for the last order; empty if it waits for
    // nobody.
    const std::string& authorisation() const { return authorisation_; }

private:
    std::int64_t person_ = 0;
    std::string authorisation_;
};

}  // namespace sicbo::app
