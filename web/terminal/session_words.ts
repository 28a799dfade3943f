// SPDX-License-Identifier: MIT
// The texts about the player's time and result.
import { texts } from "../shared/words";

export const session_text = texts({
  title: ["Your session", "本次游戏"],
  name: ["Your session: time and net result", "本次游戏：时间与净输赢"],
  short: ["Session", "时间"],
  time: ["Time played", "已玩时间"],
  minutes: ["{0} min", "{0}分钟"],
  hours: ["{0} h {1} min", "{0}小时{1}分钟"],
  whole_hours: ["{0} h", "{0}小时"],
  rounds: ["Rounds with your bets", "参与局数"],
  staked: ["Staked", "总下注"],
  paid: ["Paid", "总派彩"],
  net: ["Net result", "净输赢"],
  clock: ["Time now", "现在时间"],
  counted: [
    "Counted on this screen since you came. Corrections of earlier rounds are not in it.",
    "自您入座起由本屏幕统计，不含对以往各局的更正。",
  ],
  check: [
    "You have played for {0}. Net result: {1}. It is {2}.",
    "您已玩{0}，净输赢{1}，现在{2}。",
  ],
  go_on: ["Go on", "继续"],
  limits_title: ["Your own limits", "自定限制"],
  limits_hint: [
    "For this stay. A lower limit holds at once, a higher one after 15 minutes. Bets that are accepted stand; cashing out ends the limits.",
    "仅限本次入座。调低即时生效，调高须待15分钟。已接受的注码有效；兑现离座后限制终止。",
  ],
  limit_loss: ["Loss from now on, at most", "自现在起最多输"],
  limit_time: ["Time from now on, at most", "自现在起最多玩"],
  limit_later: ["{0} · {1} from {2}", "{0}·{2}起{1}"],
  limit_set: ["Your limit is set", "限制已设定"],
  lost: ["{0} lost or in play", "已输或在台面{0}"],
  no_limit: ["No limit", "不限"],
  no_break: ["None", "无"],
  until: ["until {0}", "至{0}"],
  break_title: ["Take a break", "休息一下"],
  time_over: [
    "The time that you gave yourself ended at {0}. No more bets are taken.",
    "您自定的时间已于{0}结束，不再接受下注。",
  ],
  loss_over: ["Your own loss limit is reached: {0} of {1}.", "已达您自定的输额上限：{0}／{1}。"],
  on_break: ["You are taking a break until {0}.", "您正在休息，至{0}。"],
  message: ["From the operator", "营运商讯息"],
});
