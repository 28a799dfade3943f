// SPDX-License-Identifier: MIT
// The texts on a felt, and the Chinese for the captions that rule sets print on it.
import { language, texts, type Text } from "./words";

const captions: Record<string, Text> = {
  "except for any triple": ["except for any triple", "围骰除外"],
  "11 to 17, except for any triple": ["11 to 17, except for any triple", "11至17点，围骰除外"],
  "4 to 10, except for any triple": ["4 to 10, except for any triple", "4至10点，围骰除外"],
  "loses if any triple appears": ["loses if any triple appears", "遇围骰则输"],
  "11 to 17, loses if any triple appears": [
    "11 to 17, loses if any triple appears",
    "11至17点，遇围骰则输",
  ],
  "4 to 10, loses if any triple appears": [
    "4 to 10, loses if any triple appears",
    "4至10点，遇围骰则输",
  ],
  "1 wins 1, 2, 12 on one, two, three dice": [
    "one die 1 : 1 · two dice 2 : 1 · three dice 12 : 1",
    "一骰1赔1，两骰1赔2，三骰1赔12",
  ],
  "1 wins 1, 2, 3 on one, two, three dice": [
    "one die 1 : 1 · two dice 2 : 1 · three dice 3 : 1",
    "一骰1赔1，两骰1赔2，三骰1赔3",
  ],
  "1 wins 50": ["pays 50 : 1", "1赔50"],
  "1 wins 30": ["pays 30 : 1", "1赔30"],
};

// A caption of the rule set in the language of the page; as it is where there is no translation.
export const caption_in_language = (caption: string): string =>
  caption && (captions[caption]?.[language.value === "zh" ? 1 : 0] ?? caption);

export const t = texts({
  pays: ["pays {0} to 1", "1赔{0}"],
  staked: ["{0} staked", "已下注{0}"],
  lifted: ["in hand", "手持中"],
  paid: ["paid {0}", "派彩{0}"],
  winning: ["winning", "中奖"],
  others: ["{0} of others", "他人{0}"],
  felt: ["Betting layout", "下注台面"],
});
