// SPDX-License-Identifier: MIT
#include "server/password_rules.h"

#include <algorithm>
#include <set>
#include <string>

namespace sicbo::server {
namespace {

// Passwords that many people choose, and words of a casino, as core_of() leaves them or whole.
constexpr std::string_view common_words =
    "0987654321 102030 112233 11223344 121212 123123 123123123 123321 123456 12345678 123456789 "
    "1234567890 123654 123abc 123qwe 131313 1314520 147258369 147852369 159357 159753 168168 "
    "168168168 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 5201314 666666 66666666 7777777 789456123 888888 "
    "88888888 987654321 a123456 a123456789 aa123456 abc123 abcd1234 abcdefg abcdefgh access "
    "admin adminadmin administrator alexander alexandra amanda america andrew angel angels "
    "anthony apple april argentina arsenal asd123 asdfgh asdfghjk asdfghjkl ashley asshole "
    "auditor austin australia autumn azerty azertyuiop baby babygirl baccarat bailey banana "
    "barcelona baseball basketball batman benjamin biscuit bitch blackjack bonjour boston brazil "
    "bubbles buster butterfly california canada cashier casino casino123 casinoroyale changeit "
    "changeme charlie charlotte cheese chelsea cherry chicago china chocolate christian "
    "christopher computer contrasena cookie corvette cowboys dallas daniel darling dealer "
    "default denver diamond dollar dollars donald doudou dragon dragonball dubsmash eagle eagles "
    "elizabeth emma england facebook february ferrari florida flower football fortune france "
    "freedom friday fuckme fuckyou gambler gambling gandalf garfield george germany ginger "
    "golden google guest hallo harley hello helloworld hockey hola honda hongkong hunter hunter2 "
    "iamroot iloveu iloveyou india internet ireland isabella italy jackpot jackson january japan "
    "jennifer jessica jonathan jordan joshua juventus killer korea lakers letmein letmein1 lion "
    "liverpool lkjhgfdsa login london loulou lover lovers loveyou lucky luckydice macau madison "
    "maggie manager manchester march marinabay maryland master matrix matthew mercedes merlin "
    "mexico michael mickey millionaire mima mima123 minnie mnbvcxz monday money monkey "
    "motdepasse mustang mypassword naked neo newyork nicholas nicole nissan olivia opensesame "
    "operator orange p4ssword panther parola pass1234 passpass passw0rd password password1 "
    "passwort patrick peanut pepper phoenix phoenix1 poiuytrewq pokemon poker porsche princess "
    "purple pussy q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qwe123 qweasd qweasdzxc qwerty qwerty123 "
    "qwertyuiop qwertz rainbow ranger resorts richard robert root roulette russia samantha "
    "samsung saturday schatz scotland secret secret123 senha sentosa server shadow sicbo silver "
    "singapore snoopy soccer soleil sophie spain spiderman spring starwars steelers stephanie "
    "steven strawberry summer sunday sunshine superman supervisor suzuki sweetheart sweety "
    "system taisai taylor teamo technician test test1234 tester testtest texas thomas tiger "
    "tigger toor toyota treasure trustno1 united user username victoria wangwei welcome welcome1 "
    "whatever william winner winter wizard woaini woaini1314 woaini520 yamaha yankees yellow "
    "zaq12wsx zhangwei zxcvbn zxcvbnm ";

const std::set<std::string_view>& common_passwords() {
    static const std::set<std::string_view> words = [] {
        std::set<std::string_view> all;
        std::string_view rest = common_words;
        while (!rest.empty()) {
            const std::size_t space = rest.find(' ');
            all.insert(rest.substr(0, space));
            rest.remove_prefix(space + 1);
        }
        return all;
    }();
    return words;
}

std::string in_lower_case(std::string_view text) {
    std::string small(text);
    for (char& one : small) {
        if (one >= 'A' && one <= 'Z') one = static_cast<char>(one - 'A' + 'a');
    }
    return small;
}

bool is_small_letter(char one) { return one >= 'a' && one <= 'z'; }

// Figures and signs that stand for letters as those letters.
std::string with_letters(std::string text) {
    constexpr std::string_view signs = "0134578@$!";
    constexpr std::string_view letters = "oieastbasi";
    for (char& one : text) {
        const std::size_t found = signs.find(one);
        if (found != std::string_view::npos) one = letters[found];
    }
    return text;
}

// The text without what is no letter before and after it.
std::string core_of(std::string text) {
    while (!text.empty() && !is_small_letter(text.back())) text.pop_back();
    while (!text.empty() && !is_small_letter(text.front())) text.erase(text.begin());
    return text;
}

// Returns true if the second character follows on the first by the step; 0 follows on 9.
bool follows(char first, char second, int step) {
    if (second - first == step) return true;
    return step == 1 ? first == '9' && second == '0' : first == '0' && second == '9';
}

// Returns true for "aaaaaaaa", "abababab", "1234567890" and "87654321".
bool is_pattern(std::string_view text) {
    constexpr std::size_t period_max = 3;
    for (std::size_t period = 1; period <= period_max; ++period) {
        bool repeats = true;
        for (std::size_t i = period; i < text.size(); ++i) {
            repeats = repeats && text[i] == text[i - period];
        }
        if (repeats) return true;
    }
    for (const int step : {1, -1}) {
        bool counts = true;
        for (std::size_t i = 1; i < text.size(); ++i) {
            counts = counts && follows(text[i - 1], text[i], step);
        }
        if (counts) return true;
    }
    return false;
}

// Returns true for six or more keys that lie side by side, in either direction.
bool is_keyboard_row(std::string_view text) {
    constexpr std::size_t length_min = 6;
    if (text.size() < length_min) return false;
    const std::string backwards(text.rbegin(), text.rend());
    constexpr std::string_view rows[] = {"qwertyuiop", "asdfghjkl",  "zxcvbnm",    "qwertzuiop",
                                         "yxcvbnm",    "azertyuiop", "qsdfghjklm", "1234567890"};
    return std::ranges::any_of(
        rows, [&](std::string_view row) { return row.contains(text) || row.contains(backwards); });
}

// Returns the part that the whole text repeats; the text itself if it repeats none.
std::string repeated_part(const std::string& text) {
    for (std::size_t size = 1; size <= text.size() / 2; ++size) {
        if (text.size() % size == 0 && text.substr(size) == text.substr(0, text.size() - size)) {
            return text.substr(0, size);
        }
    }
    return text;
}

}  // namespace

std::optional<PasswordProblem> password_problem(std::string_view password, std::string_view name,
                                                std::size_t length_min) {
    if (password.size() < length_min || password.size() > password_length_max) {
        return PasswordProblem{"bad_text", length_min == password_length_min
                                               ? "a password has 8 to 200 bytes"
                                               : "the password is too short, or longer than 200"};
    }
    constexpr std::string_view weak = "weak_password";
    const std::string small = in_lower_case(password);
    if (is_pattern(small)) return PasswordProblem{weak, "the password is a simple pattern"};
    for (const std::string& spelling :
         {small, core_of(small), with_letters(small), core_of(with_letters(small)),
          with_letters(core_of(small)), repeated_part(small), repeated_part(core_of(small)),
          core_of(repeated_part(small)), repeated_part(core_of(with_letters(small)))}) {
        if (is_keyboard_row(spelling)) {
            return PasswordProblem{weak, "the password is a row of keys"};
        }
        if (common_passwords().contains(spelling)) {
            return PasswordProblem{weak, "too many people use this password"};
        }
        if (!name.empty() && spelling == core_of(in_lower_case(name))) {
            return PasswordProblem{weak, "the password is the person's name"};
        }
    }
    return std::nullopt;
}

}  // namespace sicbo::server
