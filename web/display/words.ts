// SPDX-License-Identifier: MIT
// The texts of the display. Announcements come from the rules of the table.
import type { Layout } from "../shared/rules";
import { texts, type Text } from "../shared/words";

export const t = texts({
  display: ["{0}: table display", "{0}：桌面显示屏"],
  no_table: ['There is no table "{0}"', "没有“{0}”这张赌桌"],
  to_start: ["All tables", "所有赌桌"],
  loading: ["One moment…", "请稍候…"],
  round: ["Round {0}", "第{0}局"],
  limits: ["Limits", "限额"],
  comma: [", ", "、"],
  each_bet: ["Each bet", "每注"],
  at_least: ["from {0}", "最低{0}"],
  and_more: ["{0} and {1} more", "{0}等{1}项"],
  round_max: ["All bets of a round", "每局总额"],
  up_to: ["up to {0}", "最高{0}"],
  differential: ["{0} difference", "{0}差额"],
  layout_of: ["Layout {0} of {1}", "版面{0}／{1}"],
  felt: ["Betting layout with the winning spots", "下注台面与中奖注格"],
  stage: ["This round", "本局"],
  history: ["Past results", "过往结果"],
  last_ten: ["Last ten", "近十局"],
  newest: ["newest first", "由新到旧"],
  void: ["Void", "作废"],
  no_results: ["No results yet", "暂无结果"],
  counts: ["Rounds counted: {0}", "近{0}局统计"],
  faces: ["Faces of the dice", "骰子点数"],
  face: ["Face {0}: {1} {1:time|times}", "{0}点：{1}次"],
  information: [
    "Information only: the actual outcome at the table prevails. Dice have no memory: past results do not change the chances of the next round.",
    "仅供参考，以台上实际结果为准。骰子没有记忆：过往结果不影响下一局的机会。",
  ],
  fair: ["Proof of the dice", "骰子凭证"],
  commitment: ["Commitment for round {0}", "第{0}局承诺"],
  no_commitment: ["None: the dice are real", "无：使用实体骰子"],
  commitment_soon: ["Not made yet", "尚未作出"],
  proof_of: ["Proof of round {0}", "第{0}局凭证"],
  proof_none: ["No proof yet", "暂无凭证"],
  proof_void: ["Round {0} has no proof", "第{0}局没有凭证"],
  checking: ["Checking…", "正在核验…"],
  verified: ["Verified in this page", "已在本页核验"],
  half_verified: ["Signature verified; secret follows", "签名已核验，密值待公开"],
  unseen: [
    "Signature and secret hold; the commitment was not seen here",
    "签名与密值相符，本页未及看到承诺",
  ],
  unsigned: ["Nothing to verify", "无可核验内容"],
  wrong: ["Does not hold", "核验不符"],
  last_round: ["Last round", "最后一局"],
  manual: ["Result entered by hand", "结果由人手输入"],
  manual_entry: ["Manual entry", "人手输入"],
  total: ["Total", "总点数"],
  totals: ["Total {0}", "{0}点"],
});

// Announcements stand in both languages, whichever is chosen for the rest.
export const announcements = {
  open: ["Place your bets", "请下注"],
  time_over: ["The time to bet is over", "下注时间已到"],
  until_mixed: ["Bets are accepted until the dice are mixed", "摇骰完毕前仍接受下注"],
  closed_bets: ["No more bets", "停止下注"],
  mixing: ["The dice are being mixed", "摇骰中"],
  uncovered: ["The dice are uncovered", "开骰"],
  next: ["The next round begins soon", "下一局即将开始"],
  closed: ["This table is closed", "本桌未开台"],
  out_of_service: ["Out of service", "暂停服务"],
  held: ["One moment, please", "请稍候"],
  void: ["This round is void", "本局作废"],
  accepted_stand: [
    "Bets that were accepted stand until it is decided",
    "已接受的注码维持有效，等候裁决",
  ],
  stakes_back: ["All stakes are returned", "退还全部注码"],
  reopens: ["Thank you for your patience", "感谢您的耐心等候"],
  opens_later: ["A dealer will open it", "将由荷官开台"],
  big: ["Big", "大"],
  small: ["Small", "小"],
  triple: ["Triple", "围骰"],
} satisfies Record<string, Text>;

// Big and Small as the game calls them; a triple by the word that everybody uses.
export function result_name(kind: "big" | "small" | "triple", layout: Layout): Text {
  const name = kind === "triple" ? undefined : layout.names[kind];
  return name ? [name.en.replace(/ Bet$/, ""), name.zh] : announcements[kind];
}
