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
    "This page was not open before betting closed: it can't confirm that the commitment was made by then",
    "停止下注前此页面尚未打开，无法确认承诺当时已作出",
  ],
  commitment_seen: [
    "The commitment is the one that was shown here before betting closed",
    "此承诺与停止下注前在此显示的一致",
  ],
  opened: ["The secret matches the commitment", "密值与承诺相符"],
  not_revealed: [
    "The secret has not been revealed yet; it is shown after the round",
    "密值尚未公开，将于本局结束后公开",
  ],
  secret_without_commitment: [
    "A secret was shown without a commitment to it",
    "公开的密值事先并无承诺",
  ],
  no_commitment: ["There was no commitment to these dice", "这组骰子事先没有承诺"],
  follow: [
    "The dice follow from the secret alone: they lay before bets opened",
    "骰子只由密值得出：开始下注前已定",
  ],
  follow_close: [
    "The dice follow from the secret and from the close of betting, which nobody could foresee",
    "骰子由密值与停止下注的记录共同得出，无人能预知",
  ],
} satisfies Record<string, Text>;
