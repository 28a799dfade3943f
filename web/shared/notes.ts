// SPDX-License-Identifier: MIT
// Reasons and notes as people read them, in English and Simplified Chinese.
import { causes } from "./terms";
import { in_language, type Text } from "./words";

// What the system gives as a reason or a note of its own is a word; what people wrote is shown as
// they wrote it.
const notes: Record<string, Text> = {
  "failed-check": ["an order failed an internal check", "一项指令未通过内部检查"],
  interrupted: ["interrupted", "中断"],
  "round-void": ["the round is void", "该局作废"],
  "wrong-spots-lit": ["other spots were lit than those of the dice", "亮灯与骰子结果不符"],
  "moved-since-close": ["chips were moved after the close", "停止下注后筹码被移动"],
  "minima-over-limit": ["the minima alone exceed the limit", "仅最低注码已超过限额"],
  "accepted-not-closed": [
    "the terminal failed before the close with bets accepted",
    "终端在停止下注前故障，注码已被接受",
  ],
  "journal-damaged": ["the journal is damaged", "日志已损坏"],
  "early-reveal": ["the tumbler was asked for dice in play", "有人向摇骰机索取进行中的骰子"],
  "ended-round": [
    "the tumbler was asked to play a round that is over",
    "摇骰机被要求处理已结束的局",
  ],
  "armed-twice": ["the tumbler was armed twice for one round", "摇骰机在同一局被启用两次"],
  "clock-accepted": ["a wrong clock was accepted", "已接受不符的时钟"],
  sensed: ["sensed by the tumbler", "由摇骰机感应"],
};
export function note_words(text: string): string {
  const [word, ...rest] = text.split(" ");
  const known = notes[word!] ?? (rest.length ? undefined : (causes as Record<string, Text>)[word!]);
  return known ? [in_language(known), ...rest].join(" ") : text;
}
