// SPDX-License-Identifier: MIT
#include "server/access.h"

#include <gtest/gtest.h>

namespace sicbo::server {
namespace {

bool is_in(std::string_view network, std::string_view address) {
    return parse_network(network).value().contains(address);
}

TEST(AddressNetwork, ContainsTheAddressesThatBeginAlike) {
    EXPECT_TRUE(is_in("10.1.2.3", "10.1.2.3"));
    EXPECT_FALSE(is_in("10.1.2.3", "10.1.2.4"));
    EXPECT_TRUE(is_in("10.1.0.0/16", "10.1.255.255"));
    EXPECT_FALSE(is_in("10.1.0.0/16", "10.2.0.0"));
    EXPECT_TRUE(is_in("172.16.0.0/12", "172.31.0.1"));
    EXPECT_FALSE(is_in("172.16.0.0/12", "172.32.0.1"));
    EXPECT_TRUE(is_in("0.0.0.0/0", "8.8.8.8"));
    EXPECT_FALSE(is_in("0.0.0.0/0", "2001:db8::1"));
    EXPECT_TRUE(is_in("fe80::/10", "febf::1"));
    EXPECT_FALSE(is_in("fe80::/10", "fec0::1"));
    EXPECT_FALSE(is_in("::/0", "here"));
    for (const std::string_view bad : {"", "10.0.0", "10.0.0.0/33", "::1/129", "a/8", "10.0.0.0/",
                                       "10.0.0.0/8x", "10.0.0.0/-1", "localhost"}) {
        EXPECT_FALSE(parse_network(bad)) << bad;
    }
}

TEST(Access, IsForConsolesThatTheConfigurationNames) {
    AccessPlan plan;
    EXPECT_TRUE(plan.is_console({}));  // the Unix socket
    for (const char* near : {"127.0.0.1", "::1", "10.2.3.4", "192.168.1.1", "fd00::1"}) {
        EXPECT_TRUE(plan.is_console({.address = near})) << near;
    }
    EXPECT_FALSE(plan.is_console({.address = "8.8.8.8"}));
    plan.consoles = {parse_network("10.2.0.0/24").value()};
    EXPECT_FALSE(plan.is_console({.address = "127.0.0.1"}));
    plan.console_certificates = {"abc"};
    EXPECT_TRUE(plan.is_console({.address = "8.8.8.8", .certificate = "abc"}));
    EXPECT_FALSE(plan.is_console({.address = "8.8.8.8", .certificate = "abd"}));
    EXPECT_FALSE(plan.is_console({.address = "8.8.8.8"}));
}

TEST(Access, MayNeedACertificate) {
    AccessPlan plan;
    EXPECT_TRUE(plan.may_be_terminal({.address = "10.0.0.1"}));
    plan.certificate_for_terminals = plan.certificate_for_consoles = true;
    EXPECT_FALSE(plan.may_be_terminal({.address = "10.0.0.1"}));
    EXPECT_FALSE(plan.is_console({.address = "10.0.0.1"}));
    EXPECT_TRUE(plan.may_be_terminal({.address = "10.0.0.1", .certificate = "abc"}));
    EXPECT_TRUE(plan.is_console({.address = "10.0.0.1", .certificate = "abc"}));
}

}  // namespace
}  // namespace sicbo::server
