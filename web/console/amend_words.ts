// SPDX-License-Identifier: MIT
// The texts about corrections and voids of earlier rounds, in both languages (words.ts has the
// others).
import type { Text } from "../shared/words";

export const amend_words = {
  amend: ["Correct…", "更正…"],
  amend_title: ["Correct or void rounds", "更正或作废各局"],
  which_rounds: ["Rounds", "局"],
  become: ["New result", "改为"],
  would_be_refused: ["Would be refused", "将被拒绝"],
  become_void: ["Void", "作废"],
  become_dice: ["Other dice", "其他点数"],
  cause: ["Cause", "原因"],
  whose: ["Whose bets", "谁的注码"],
  everybody: ["Everybody's", "所有人"],
  earlier_rounds: ["Earlier rounds", "更早的局"],
  from_round: ["From round", "自第…局"],
  to_round: ["To round", "至第…局"],
  choose_them: ["Choose these", "选取"],
  all_with_dice: ["All rounds with dice set {0}", "使用骰子{0}的所有局"],
  recall_rounds: ["Recall from the journal", "从日志调回"],
  too_many_rounds: [
    "One order can correct at most {0} rounds. Please choose fewer, and correct the others afterwards.",
    "一次最多更正{0}局，请减少选择，其余随后更正。",
  ],
  amend_settles: [
    "Round {0} is settled again on the dice {1}; what was paid for other dice is taken back",
    "第{0}局按点数{1}重新结算，原派彩收回",
  ],
  amend_voids: [
    "These become void: {0}. All stakes go back; what was won is taken back",
    "第{0}局作废，退还全部注码，收回派彩",
  ],
  amend_returns: [
    "Only the bets of {0} in round {1} go back; everybody else's stand",
    "仅退还{0}在第{1}局的注码，其他人的注码有效",
  ],
  return_title: ["Return the bets of one place", "退还一处的注码"],
  return_these: ["Return these bets", "退还该注码"],
} satisfies Record<string, Text>;
