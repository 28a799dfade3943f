// SPDX-License-Identifier: MIT
// What each of the four documents says, read off it. Where a document is silent or garbled, the
// comment says which reading is taken.
#include "oracle.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <sstream>
#include <stdexcept>

namespace sicbo::oracle {
namespace {

using Dice = std::array<int, 3>;
using Payout = std::optional<int>;

constexpr int half = 1;
constexpr Payout lose = std::nullopt;

int to_1(int odds) { return 2 * odds; }

// A spot id in its parts: "total-17" is "total", "17" and 17; "any-triple" has only a name.
struct Bet {
    std::string name;
    std::string digits = {};
    int number = 0;
};

Bet bet_on(const std::string& spot) {
    const auto first_digit = spot.find_first_of("0123456789");
    if (first_digit == std::string::npos) return {spot};
    const std::string digits = spot.substr(first_digit);
    return {spot.substr(0, first_digit - 1), digits, std::stoi(digits)};
}

int total(const Dice& dice) { return dice[0] + dice[1] + dice[2]; }

bool all_the_same(const Dice& dice) { return dice[0] == dice[1] && dice[1] == dice[2]; }

int dice_showing(const Dice& dice, int number) {
    int showing = 0;
    for (const int die : dice) {
        if (die == number) ++showing;
    }
    return showing;
}

// How many of the numbers written in `digits` show on at least one of the dice.
int numbers_showing(const Dice& dice, const std::string& digits) {
    int showing = 0;
    for (const char digit : digits) {
        if (dice_showing(dice, digit - '0') >= 1) ++showing;
    }
    return showing;
}

// Whether the three dice, put in some order, read as the three digits.
bool dice_read(const Dice& dice, std::string digits) {
    std::string shown;
    for (const int die : dice) shown += std::to_string(die);
    std::ranges::sort(shown);
    std::ranges::sort(digits);
    return shown == digits;
}

bool is_one_of(int number, std::initializer_list<int> list) {
    return std::ranges::find(list, number) != list.end();
}

void add(std::vector<std::string>& spots, const std::string& prefix, const std::string& list) {
    std::istringstream words(list);
    for (std::string word; words >> word;) spots.push_back(prefix + word);
}

// rws-etg 3.9 and rws-taisai 3.10, in the same words: on three dice of the same number only these
// bets shall win.
bool rws_wins_on_triple(const Bet& bet) {
    if (bet.name == "triple") return true;      // rws-etg 3.9.1, rws-taisai 3.10.1
    if (bet.name == "any-triple") return true;  // rws-etg 3.9.2, rws-taisai 3.10.2
    if (bet.name == "double") return true;      // rws-etg 3.9.3, rws-taisai 3.10.3
    if (bet.name == "single") return true;      // rws-etg 3.9.4, rws-taisai 3.10.4
    // rws-etg 3.9.5, rws-taisai 3.10.5
    return bet.name == "total" && is_one_of(bet.number, {6, 9, 12, 15});
}

std::vector<std::string> rws_etg_spots(int table) {
    std::vector<std::string> s;
    // rws-etg 4.1.1, 4.1.2 and 4.1.3: the rows that all three pay tables have. The text of
    // Appendix B has lost the boxes of the doubles and triples, but its pay table lists them.
    add(s, "", "small big even odd any-triple");
    add(s, "single-", "1 2 3 4 5 6");
    add(s, "total-", "4 17 5 16 6 15 7 14 8 13 9 12 10 11");
    add(s, "domino-", "14 12 24 13 23 34 25 26 35 45 36 15 16 46 56");
    add(s, "four-", "6543 6532 5432 4321");
    add(s, "double-", "1 2 3 4 5 6");
    add(s, "triple-", "1 2 3 4 5 6");
    // rws-etg 4.1.2 and 4.1.3: the rows that only pay tables 2 and 3 have.
    if (table == 2 || table == 3) {
        add(s, "three-", "126 135 234 256 346 123 136 145 235 356");
        add(s, "three-", "124 146 236 245 456 125 134 156 246 345");
        add(s, "pair-", "113 114 115 116 221 223 224 225 226 331 332 334 335 336");
        add(s, "pair-", "441 442 443 445 446 551 552 553 554 556 661 662 663 664");
    }
    return s;
}

// rws-etg 4.1, Total Sum Combination Bet, when the dice add up to the number.
Payout rws_etg_total(int table, int number) {
    if (table == 3) {  // rws-etg 4.1.3
        if (number == 4 || number == 17) return to_1(62);
        if (number == 5 || number == 16) return to_1(31);
        if (number == 6 || number == 15) return to_1(18);
        if (number == 7 || number == 14) return to_1(12);
        if (number == 8 || number == 13) return to_1(8);
        if (number == 9 || number == 12) return to_1(7);
        if (number == 10 || number == 11) return to_1(6);
    } else {  // rws-etg 4.1.1 and 4.1.2
        if (number == 4 || number == 17) return to_1(64);
        if (number == 5 || number == 16) return to_1(32);
        if (number == 6 || number == 15) return to_1(19);
        if (number == 7 || number == 14) return to_1(12);
        if (number == 8 || number == 13) return to_1(8) + half;
        if (number == 9 || number == 12) return to_1(7);
        if (number == 10 || number == 11) return to_1(6) + half;
    }
    throw std::logic_error("rws-etg: no total of " + std::to_string(number));
}

Payout rws_etg(int table, const Bet& bet, const Dice& dice) {
    const auto& [name, digits, number] = bet;
    const bool triple = all_the_same(dice);
    const int sum = total(dice);
    const int showing = dice_showing(dice, number);  // for a bet on one number

    if (triple && !rws_wins_on_triple(bet)) return lose;

    // rws-etg 4.1, Small: total sum of 4-10 except triple.
    if (name == "small") return sum >= 4 && sum <= 10 && !triple ? to_1(1) : lose;
    // rws-etg 4.1, Big: total sum of 11-17 except triple.
    if (name == "big") return sum >= 11 && sum <= 17 && !triple ? to_1(1) : lose;
    // rws-etg 4.1, Even and Odd: total sum of even, or odd, except triple.
    if (name == "even") return sum % 2 == 0 && !triple ? to_1(1) : lose;
    if (name == "odd") return sum % 2 == 1 && !triple ? to_1(1) : lose;

    // rws-etg 4.1, Single Dice Bet: number bet appearing on 1, 2 or 3 dice. One row applies.
    if (name == "single") {
        if (showing == 1) return to_1(1);
        if (showing == 2) return to_1(2);
        if (showing == 3) return to_1(12);
        return lose;
    }

    // rws-etg 4.1, Total Sum Combination Bet.
    if (name == "total") return sum == number ? rws_etg_total(table, number) : lose;

    // rws-etg 4.1, Domino Combination Bet: specific two dice combination.
    if (name == "domino") return numbers_showing(dice, digits) == 2 ? to_1(6) : lose;

    // rws-etg 4.1, Four Number Combination Bet: the dice show three out of the four numbers. A
    // number that shows twice is still one of the four, so 6-6-5 is not three of them.
    if (name == "four" && numbers_showing(dice, digits) != 3) return lose;
    if (name == "four") return table == 3 ? to_1(7) : to_1(7) + half;

    // rws-etg 4.1, Double Dice Bet: two dice with the same specific value, and 3.9.3, three.
    if (name == "double" && showing < 2) return lose;
    if (name == "double") return table == 3 ? to_1(11) : to_1(11) + half;

    // rws-etg 4.1, Any Triple Bet: three dice with the same value.
    if (name == "any-triple" && !triple) return lose;
    if (name == "any-triple") return table == 3 ? to_1(31) : to_1(32);

    // rws-etg 4.1, Specific Straight Triple Bet: three dice with the same specific value.
    if (name == "triple" && showing != 3) return lose;
    if (name == "triple") return table == 3 ? to_1(180) : to_1(195);

    // rws-etg 4.1.2 and 4.1.3, Three Single Dice Combination Bet.
    if (name == "three") return dice_read(dice, digits) ? to_1(30) : lose;
    // rws-etg 4.1.2 and 4.1.3, Double Numbers With Single Dice Combination Bet.
    if (name == "pair") return dice_read(dice, digits) ? to_1(50) : lose;

    throw std::logic_error("rws-etg: no rule for " + name);
}

std::vector<std::string> rws_taisai_spots() {
    std::vector<std::string> s;
    // rws-taisai 4.1. Definition 1.3 speaks of Odd and Even, but the pay table has no odds for
    // them. The list of the dominoes is run together; it is read as all fifteen.
    add(s, "", "small big any-triple");
    add(s, "single-", "1 2 3 4 5 6");
    add(s, "total-", "4 17 5 16 6 15 7 14 8 13 9 12 10 11");
    add(s, "domino-", "14 12 24 13 23 34 25 26 35 45 36 15 16 46 56");
    add(s, "double-", "1 2 3 4 5 6");
    add(s, "triple-", "1 2 3 4 5 6");
    return s;
}

Payout rws_taisai(const Bet& bet, const Dice& dice) {
    const auto& [name, digits, number] = bet;
    const bool triple = all_the_same(dice);
    const int sum = total(dice);
    const int showing = dice_showing(dice, number);  // for a bet on one number

    if (triple && !rws_wins_on_triple(bet)) return lose;

    // rws-taisai 4.1, Small: total sum of 4-10 except triple.
    if (name == "small") return sum >= 4 && sum <= 10 && !triple ? to_1(1) : lose;
    // rws-taisai 4.1, Big: total sum of 11-17 except triple.
    if (name == "big") return sum >= 11 && sum <= 17 && !triple ? to_1(1) : lose;

    // rws-taisai 4.1, Single Dice Bet: number bet appearing on 1, 2 or 3 dice.
    if (name == "single") {
        if (showing == 1) return to_1(1);
        if (showing == 2) return to_1(2);
        if (showing == 3) return to_1(12);
        return lose;
    }

    // rws-taisai 4.1, Total Sum Combination Bet.
    if (name == "total") {
        if (sum != number) return lose;
        if (number == 4 || number == 17) return to_1(62);
        if (number == 5 || number == 16) return to_1(31);
        if (number == 6 || number == 15) return to_1(18);
        if (number == 7 || number == 14) return to_1(12);
        if (number == 8 || number == 13) return to_1(8);
        if (number == 9 || number == 12) return to_1(7);
        if (number == 10 || number == 11) return to_1(6);
    }

    // rws-taisai 4.1, Domino Combination Bet: specific two dice combination.
    if (name == "domino") return numbers_showing(dice, digits) == 2 ? to_1(6) : lose;
    // rws-taisai 4.1, two dice with the same specific value, and 3.10.3, three. The odds of this
    // row are illegible; they are read as 11 to 1.
    if (name == "double") return showing >= 2 ? to_1(11) : lose;
    // rws-taisai 4.1, Any Triple Bet: three dice with the same value.
    if (name == "any-triple") return triple ? to_1(31) : lose;
    // rws-taisai 4.1, Specific Straight Triple Bet: three dice with the same specific value.
    if (name == "triple") return showing == 3 ? to_1(180) : lose;

    throw std::logic_error("rws-taisai: no rule for " + name);
}

std::vector<std::string> maryland_spots() {
    std::vector<std::string> s;
    // maryland 3 A(1) to (8); the range of the totals is that of 6 A(4) to (17).
    add(s, "triple-", "1 2 3 4 5 6");
    add(s, "double-", "1 2 3 4 5 6");
    add(s, "", "any-triple");
    add(s, "total-", "4 5 6 7 8 9 10 11 12 13 14 15 16 17");
    add(s, "domino-", "12 13 14 15 16 23 24 25 26 34 35 36 45 46 56");
    add(s, "", "small big");
    add(s, "single-", "1 2 3 4 5 6");
    return s;
}

// Chapter 6 sets the least a facility may pay; this is exactly that.
Payout maryland(const Bet& bet, const Dice& dice) {
    const auto& [name, digits, number] = bet;
    const bool three_of_a_kind = all_the_same(dice);
    const int sum = total(dice);
    const int showing = dice_showing(dice, number);  // for a bet on one number

    // maryland 3 A(1) and 6 A(1), Three of a Kind.
    if (name == "triple") return showing == 3 ? to_1(150) : lose;
    // maryland 3 A(2) and 6 A(2), Two of a Kind. A number that shows on all three dice does show on
    // two of them, and nothing says that the wager then loses.
    if (name == "double") return showing >= 2 ? to_1(8) : lose;
    // maryland 3 A(3) and 6 A(3), Any Three of a Kind.
    if (name == "any-triple") return three_of_a_kind ? to_1(24) : lose;

    // maryland 3 A(4), Total Value Bet. Nothing takes a Three of a Kind out of it.
    if (name == "total") {
        if (sum != number) return lose;
        if (number == 4 || number == 17) return to_1(50);  // maryland 6 A(4) and (17)
        if (number == 5 || number == 16) return to_1(18);  // maryland 6 A(5) and (16)
        if (number == 6 || number == 15) return to_1(14);  // maryland 6 A(6) and (15)
        if (number == 7 || number == 14) return to_1(12);  // maryland 6 A(7) and (14)
        if (number == 8 || number == 13) return to_1(8);   // maryland 6 A(8) and (13)
        if (number == 9 || number == 12) return to_1(6);   // maryland 6 A(9) and (12)
        if (number == 10 || number == 11) return to_1(6);  // maryland 6 A(10) and (11)
    }

    // maryland 3 A(5) and 6 A(18), Two Dice Combination.
    if (name == "domino") return numbers_showing(dice, digits) == 2 ? to_1(5) : lose;
    // maryland 3 A(6) and 6 A(19), Small Bet.
    if (name == "small") {
        return is_one_of(sum, {4, 5, 6, 7, 8, 9, 10}) && !three_of_a_kind ? to_1(1) : lose;
    }
    // maryland 3 A(7) and 6 A(20), Big Bet.
    if (name == "big") {
        return is_one_of(sum, {11, 12, 13, 14, 15, 16, 17}) && !three_of_a_kind ? to_1(1) : lose;
    }
    // maryland 3 A(8), One of a Kind.
    if (name == "single") {
        if (showing == 1) return to_1(1);  // maryland 6 A(21)(a)
        if (showing == 2) return to_1(2);  // maryland 6 A(21)(b)
        if (showing == 3) return to_1(3);  // maryland 6 A(21)(c)
        return lose;
    }

    throw std::logic_error("maryland: no rule for " + name);
}

std::vector<std::string> mbs_rapid_spots() {
    std::vector<std::string> s;
    add(s, "", "small big odd even");                             // mbs Appendix A, 1 to 4
    add(s, "triple-", "1 2 3 4 5 6");                             // mbs Appendix A, 5
    add(s, "double-", "1 2 3 4 5 6");                             // mbs Appendix A, 6
    add(s, "", "any-triple");                                     // mbs Appendix A, 7
    add(s, "total-", "4 17 5 16 6 15 7 14 8 13 9 12 10 11");      // mbs Appendix A, 8; 4.1.2
    add(s, "domino-", "12 13 14 15 16 23 24 25 26 34 35 36");     // mbs Appendix A, 9; 4.1.3
    add(s, "domino-", "45 46 56");                                // the same
    add(s, "single-", "1 2 3 4 5 6");                             // mbs Appendix A, 10
    add(s, "four-", "4321 5432 6532 6543");                       // mbs Appendix A, 11; 4.1.5
    add(s, "pair-", "113 114 115 116 221 223 224 225 226");       // mbs Appendix A, 12; 4.1.6
    add(s, "pair-", "331 332 334 335 336 441 442 443 445 446");   // the same
    add(s, "pair-", "551 552 553 554 556 661 662 663 664");       // the same
    add(s, "three-", "126 135 234 256 346 123 136 145 235 356");  // mbs Appendix A, 13; 4.1.7
    add(s, "three-", "124 146 236 245 456 125 134 156 246 345");  // the same
    return s;
}

std::vector<std::string> mbs_alfastreet_spots() {
    std::vector<std::string> s;
    add(s, "", "big small");                                   // mbs Appendix B, 1 and 2
    add(s, "double-", "1 2 3 4 5 6");                          // mbs Appendix B, 3
    add(s, "triple-", "1 2 3 4 5 6");                          // mbs Appendix B, 4
    add(s, "", "any-triple");                                  // mbs Appendix B, 5
    add(s, "total-", "4 17 5 16 6 15 7 14 8 13 9 12 10 11");   // mbs Appendix B, 6; 4.1.2
    add(s, "single-", "1 2 3 4 5 6");                          // mbs Appendix B, 7
    add(s, "domino-", "12 13 14 15 16 23 24 25 26 34 35 36");  // mbs Appendix B, 8; 4.1.3
    add(s, "domino-", "45 46 56");                             // the same
    return s;
}

// Rule 4.1 has one set of odds, so both terminals pay them.
Payout mbs(const Bet& bet, const Dice& dice) {
    const auto& [name, digits, number] = bet;
    const bool triple = all_the_same(dice);
    const int sum = total(dice);
    const int showing = dice_showing(dice, number);  // for a bet on one number

    // mbs 3.3.1.1 and 4.1.1, Small.
    if (name == "small") return is_one_of(sum, {4, 5, 6, 7, 8, 9, 10}) && !triple ? to_1(1) : lose;
    // mbs 3.3.2.1 and 4.1.1, Big.
    if (name == "big") {
        return is_one_of(sum, {11, 12, 13, 14, 15, 16, 17}) && !triple ? to_1(1) : lose;
    }
    // mbs 3.3.3.1 and 4.1.1, Odd.
    if (name == "odd") return is_one_of(sum, {5, 7, 9, 11, 13, 15, 17}) && !triple ? to_1(1) : lose;
    // mbs 3.3.4.1 and 4.1.1, Even.
    if (name == "even") {
        return is_one_of(sum, {4, 6, 8, 10, 12, 14, 16}) && !triple ? to_1(1) : lose;
    }

    // mbs 3.3.5.1 and 4.1.1, Specific Triples.
    if (name == "triple") return showing == 3 ? to_1(195) : lose;
    // mbs 3.3.6.1 and 4.1.1, Specific Doubles: two or three dice.
    if (name == "double") return showing == 2 || showing == 3 ? to_1(11) + half : lose;
    // mbs 3.3.7.1 and 4.1.1, Any Triple.
    if (name == "any-triple") return triple ? to_1(32) : lose;

    // mbs 3.3.8.1 and 4.1.2, Three Dice Totals: any combination of the dice, so triples as well.
    if (name == "total") {
        if (sum != number) return lose;
        if (number == 4 || number == 17) return to_1(64);
        if (number == 5 || number == 16) return to_1(32);
        if (number == 6 || number == 15) return to_1(19);
        if (number == 7 || number == 14) return to_1(12);
        if (number == 8 || number == 13) return to_1(8) + half;
        if (number == 9 || number == 12) return to_1(7);
        if (number == 10 || number == 11) return to_1(6) + half;
    }

    // mbs 3.3.9.1 and 4.1.3, Two Dice Combinations: both numbers show, the third die is free.
    if (name == "domino") return numbers_showing(dice, digits) == 2 ? to_1(6) : lose;

    // mbs 3.3.10.1 and 4.1.4, Single Dice Wager.
    if (name == "single") {
        if (showing == 1) return to_1(1);
        if (showing == 2) return to_1(2);
        if (showing == 3) return to_1(12);
        return lose;
    }

    // mbs 3.3.11.1 and 4.1.5, Three Dice from Four: the dice match three out of the four numbers,
    // which they do not where one shows twice.
    if (name == "four") return numbers_showing(dice, digits) == 3 ? to_1(7) + half : lose;
    // mbs 3.3.12.1 and 4.1.6, Double Numbers with Single Dice Combinations.
    if (name == "pair") return dice_read(dice, digits) ? to_1(50) : lose;
    // mbs 3.3.13.1 and 4.1.7, Three Single Dice Combinations.
    if (name == "three") return dice_read(dice, digits) ? to_1(30) : lose;

    throw std::logic_error("mbs: no rule for " + name);
}

}  // namespace

std::vector<std::string> layouts() {
    return {"rws-etg-1", "rws-etg-2", "rws-etg-3",     "rws-taisai",
            "maryland",  "mbs-rapid", "mbs-alfastreet"};
}

std::vector<std::string> spots(std::string_view layout) {
    if (layout == "rws-etg-1") return rws_etg_spots(1);
    if (layout == "rws-etg-2") return rws_etg_spots(2);
    if (layout == "rws-etg-3") return rws_etg_spots(3);
    if (layout == "rws-taisai") return rws_taisai_spots();
    if (layout == "maryland") return maryland_spots();
    if (layout == "mbs-rapid") return mbs_rapid_spots();
    if (layout == "mbs-alfastreet") return mbs_alfastreet_spots();
    throw std::invalid_argument("no such layout: " + std::string(layout));
}

// The lists are made once: a sweep over all spots and rolls asks a hundred thousand times.
static bool offers(const std::string& layout, const std::string& spot) {
    static const auto offered = [] {
        std::map<std::string, std::vector<std::string>> lists;
        for (const std::string& id : layouts()) lists[id] = spots(id);
        return lists;
    }();
    const auto found = offered.find(layout);
    if (found == offered.end()) throw std::invalid_argument("no such layout: " + layout);
    return std::ranges::find(found->second, spot) != found->second.end();
}

std::optional<int> halves(std::string_view layout, std::string_view spot, int d1, int d2, int d3) {
    if (!offers(std::string(layout), std::string(spot))) {
        throw std::invalid_argument(std::string(layout) + " has no spot " + std::string(spot));
    }
    for (const int die : {d1, d2, d3}) {
        if (die < 1 || die > 6) throw std::invalid_argument("no such face on a die");
    }

    const Bet bet = bet_on(std::string(spot));
    const Dice dice = {d1, d2, d3};
    if (layout == "rws-etg-1") return rws_etg(1, bet, dice);
    if (layout == "rws-etg-2") return rws_etg(2, bet, dice);
    if (layout == "rws-etg-3") return rws_etg(3, bet, dice);
    if (layout == "rws-taisai") return rws_taisai(bet, dice);
    if (layout == "maryland") return maryland(bet, dice);
    return mbs(bet, dice);
}

}  // namespace sicbo::oracle
