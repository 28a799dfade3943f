// SPDX-License-Identifier: MIT
// The words of the cage. Part of terms.ts.
import type { Orders, Reason } from "../generated/protocol";
import type { Text } from "./words";

export const cage_reasons = {
  not_at_the_cage: [
    "This order is given at the cage, not at a table",
    "此指令须在账房下达，而非在赌桌",
  ],
  no_such_counter: ["The cage has no such counter", "账房没有此柜台"],
  counter_in_use: ["Another shift is open at this counter", "此柜台已有当值班次"],
  shift_open: ["This cashier has an open shift at another counter", "此出纳员在另一柜台有当值班次"],
  no_open_shift: [
    "No shift is open at this counter. Please count the drawer and open one",
    "此柜台没有当值班次，请先点算钱柜并开班",
  ],
  shift_of_another: ["The shift at this counter is another cashier's", "此柜台由另一出纳员当值"],
  other_currency: ["This counter has another currency", "此柜台使用其他货币"],
  not_enough_cash: [
    "The drawer does not hold that much. Please have cash moved from the vault",
    "钱柜现金不足，请从金库调拨",
  ],
  identity_needed: [
    "From this amount on the patron's identity is asked for",
    "达到此金额须登记顾客身份",
  ],
} satisfies Partial<Record<Reason, Text>>;

export const cage_orders = {
  SetCagePolicy: ["Set cage policy", "设定账房规则"],
  OpenShift: ["Open shift", "开班"],
  CloseShift: ["Close shift", "交班"],
  MoveFloat: ["Move float", "调拨备用金"],
  AdjustCounter: ["Adjust counter", "调整柜台账目"],
  SellTicket: ["Sell ticket", "售票"],
  CashTicket: ["Redeem ticket", "兑票"],
  UnlockCounter: ["Unlock reader of counter", "解锁柜台读票机"],
  CashHandPay: ["Pay hand pay at the cage", "账房支付人手支付"],
  CashUnclaimed: ["Pay unclaimed money at the cage", "账房支付无人认领款项"],
  TakeReceivable: ["Take payment of a debt", "收取欠款"],
} satisfies Partial<Record<keyof Orders, Text>>;
