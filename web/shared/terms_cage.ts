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
  chips_untracked: [
    "Bets at this table are chips that nobody keys",
    "本桌以实体筹码下注，不作登记",
  ],
  not_enough_chips: ["Fewer chips are outstanding than that", "在外流通的筹码没有这么多"],
  inventory_open: [
    "The inventory of this table is open, or a box waits for its count",
    "本桌筹码盘已开，或有箱待点算",
  ],
  inventory_closed: ["The inventory of this table is not open", "本桌筹码盘未开"],
  bad_seal: [
    "Every box that the rules ask for needs the number of its seal",
    "规则要求的每个箱都须有封条号码",
  ],
  seal_used: ["This seal is on another box of this table", "此封条已用于本桌另一个箱"],
  no_such_box: ["No box with this seal waits for its count", "没有此封条的箱待点算"],
  dispute_open: [
    "A dispute is open. Please record how it was resolved first",
    "有未结的争议，请先记录处理结果",
  ],
  ticket_not_expired: [
    "This ticket has not expired. Please redeem it as usual",
    "此票尚未过期，请照常兑付",
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
  SetChipMode: ["Set how chips are kept", "设定筹码登记方式"],
  SellChips: ["Sell chips", "售出筹码"],
  BuyChips: ["Buy chips back", "兑回筹码"],
  BringChips: ["Bring chips to the seat", "带入筹码"],
  TakeChips: ["Take chips from the seat", "带走筹码"],
  OpenInventory: ["Open table inventory", "开筹码盘"],
  FillTable: ["Fill table", "补充筹码"],
  CreditTable: ["Credit to the cage", "筹码退回账房"],
  CountInventory: ["Count table inventory", "点算筹码盘"],
  RemoveStacker: ["Remove note stacker", "取出钞箱"],
  CountBox: ["Count box", "点箱"],
  OpenDispute: ["Open dispute", "登记争议"],
  CloseDispute: ["Close dispute", "结束争议"],
  VoidSoldTicket: ["Void a ticket sold at the cage", "作废账房售出的票"],
  CashExpired: ["Pay an expired ticket", "支付过期票"],
} satisfies Partial<Record<keyof Orders, Text>>;
