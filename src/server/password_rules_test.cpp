// SPDX-License-Identifier: MIT
#include "server/password_rules.h"

#include <gtest/gtest.h>

namespace sicbo::server {
namespace {

std::string_view reason_for(std::string_view password, std::string_view name = "dora",
                            std::size_t length_min = password_length_min) {
    const auto problem = password_problem(password, name, length_min);
    return problem ? problem->reason : "fine";
}

TEST(PasswordRules, RefuseWhatIsTooShortOrTooLong) {
    EXPECT_EQ(reason_for("short"), "bad_text");
    EXPECT_EQ(reason_for(std::string(201, 'x')), "bad_text");
    EXPECT_EQ(reason_for("eight or more", "dora", 16), "bad_text");
    EXPECT_EQ(reason_for("eight or more"), "fine");
}

TEST(PasswordRules, RefuseCommonPasswordsInAnySpelling) {
    for (const std::string_view weak :
         {"password",    "Password1!",  "P@ssw0rd",   "passw0rd123",      "12345678",
          "87654321",    "aaaaaaaa",    "abababab",   "abcdefgh",         "qwertyuiop",
          "1q2w3e4r",    "Welcome2024", "88888888",   "administrator",    "Casino123",
          "supervisor1", "letmein!!",   "!!dragon!!", "woaini1314",       "qwertyui",
          "asdfghjk",    "poiuytre",    "qwertyui1!", "PasswordPassword", "dragon!dragon!"}) {
        EXPECT_EQ(reason_for(weak), "weak_password") << weak;
    }
}

TEST(PasswordRules, RefuseTheNameOfThePerson) {
    EXPECT_EQ(reason_for("Dora1234"), "weak_password");
    EXPECT_EQ(reason_for("Dora1234", "eve"), "fine");
    EXPECT_EQ(reason_for("doradora"), "weak_password");
    EXPECT_EQ(reason_for("DoraDoraDora9"), "weak_password");
    EXPECT_EQ(reason_for("dora & eve & dan"), "fine");
}

TEST(PasswordRules, AllowPhrases) {
    for (const std::string_view fine :
         {"for-once-only", "dealer-password", "correct horse battery staple", "k7m2-pq9x-4tzn",
          "long enough", "茶壶里有三只猫"}) {
        EXPECT_EQ(reason_for(fine), "fine") << fine;
    }
}

}  // namespace
}  // namespace sicbo::server
