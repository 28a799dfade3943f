// SPDX-License-Identifier: MIT
// The faults that a training table can simulate, in both languages.
import { in_language, type Text } from "../shared/words";

const fault_words: Record<string, Text> = {
  "no-tumble": ["does not tumble", "不摇骰"],
  fewer: ["tumbles too few times", "摇骰次数不足"],
  "not-flat": ["a die leans", "骰子未平放"],
  exposed: ["dice exposed", "骰子外露"],
  damaged: ["damaged dice", "骰子损坏"],
  "dome-broken": ["dome broken", "玻璃罩破裂"],
  "no-answer": ["does not answer", "无应答"],
  nonsense: ["answers nonsense", "应答错乱"],
  "other-round": ["answers for another round", "应答另一局"],
  replay: ["repeats an old answer", "重复旧应答"],
  early: ["answers too early", "过早应答"],
  "false-result": ["false result", "结果虚假"],
  "one-dark": ["one light dark", "一灯不亮"],
  "one-wrong": ["one light wrong", "一灯亮错"],
  "all-dark": ["all lights dark", "全部不亮"],
  stuck: ["lights stuck", "灯光不灭"],
};
// Names of the faults, as the protocol has them.
export const faults = Object.keys(fault_words);
export const fault_name = (word: string): string => in_language(fault_words[word] ?? [word, word]);
