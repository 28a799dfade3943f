// SPDX-License-Identifier: MIT
// What each step of a proof shows, in both languages.
import type { Text } from "./words";

export const proof_words = {
  signed: [
    "The tumbler signed these dice, for this round and for the bets as they stood when betting closed",
    "摇骰机已为本局及停止下注时的全部注码签署这组骰子",
  ],
  half_signed: ["The tumbler's signature is incomplete", "摇骰机的签名不完整"],
  not_signed: ["No tumbler signed these dice", "没有摇骰机为这组骰子签名"],
  paid: ["Bets were settled on these dice", "注码按这组骰子结算"],
  paid_other: [
    "Bets were settled on other dice, which staff entered",
    "注码按职员输入的另一组骰子结算",
  ],
  paid_none: [
    "The round is void: nothing was settled on these dice",
    "本局作废：没有按这组骰子结算",
  ],
  other_key: [
    "Another tumbler signed this round than the rounds before",
    "本局由另一台摇骰机签署，与之前各局不同",
  ],
  unseen: [
    "This page was not open before betting closed: it can't say that the promise is the one from then",
    "停止下注前此页面尚未打开，无法确认承诺是否为当时所示",
  ],
  promised: [
    "The promise is the one that was shown here before betting closed",
    "此承诺与停止下注前在此显示的一致",
  ],
  opened: ["This is the secret that was promised", "公开的正是所承诺的密值"],
  not_revealed: [
    "The promised secret has not been revealed yet; it is shown after the round",
    "承诺的密值尚未公开，将于本局结束后公开",
  ],
  half_promised: ["A secret was shown that nobody had promised", "公开的密值事先并无承诺"],
  no_promise: ["No secret was promised for these dice", "这组骰子没有承诺密值"],
  follow: [
    "The dice follow from the secret alone: they lay before bets opened",
    "骰子只由密值得出：开始下注前已定",
  ],
  follow_close: [
    "The dice follow from the secret and from the close of betting, which nobody could foresee",
    "骰子由密值与停止下注的记录共同得出，无人能预知",
  ],
} satisfies Record<string, Text>;
