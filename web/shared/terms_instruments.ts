// SPDX-License-Identifier: MIT
// The words of notes, tickets and hand pays. Part of terms.ts.
import type { Orders, Reason } from "../generated/protocol";
import type { Text } from "./words";

// A terminal says less than these: what is wrong with a ticket concerns its holder and the cashier.
export const instrument_reasons = {
  ticket_misread: ["The reader could not read the ticket", "读票机无法读取此票"],
  ticket_closed: [
    "This ticket was settled long ago. The records say when and where",
    "此票早已结清，记录中有时间与地点",
  ],
  ticket_not_printed: [
    "It is not certain that this ticket was printed. Two people must find out",
    "尚未确认此票已打印，须由两人查明",
  ],
  ticket_pending: ["This ticket is in another reader", "此票正在另一台读票机中"],
  ticket_expired: ["This ticket has expired", "此票已过期"],
  ticket_voided: ["This ticket is void", "此票已作废"],
  ticket_training: [
    "Play money and money do not mix: this ticket is of the other kind",
    "练习币与现金不可混用，此票属另一类",
  ],
  ticket_currency: ["This ticket is in another currency", "此票为其他货币"],
  ticket_cage_only: [
    "A ticket of this amount is redeemed at the cage only",
    "此金额的票只能在账房兑现",
  ],
  reader_locked: [
    "This reader is locked after three unknown numbers. A supervisor can unlock it",
    "连续三个未知号码，读票机已锁定，须由主管解锁",
  ],
  reader_not_locked: ["This reader is not locked", "读票机未锁定"],
  reader_busy: ["A note or a ticket is still being handled", "仍有钞票或票券在处理中"],
  note_not_accepted: ["This note is not accepted here", "此处不收此面额的钞票"],
  cabinet_not_ready: [
    "The note acceptor, reader or printer is not ready. Please call an attendant",
    "收钞机、读票机或打印机未就绪，请呼叫服务员",
  ],
  nothing_pending: ["Nothing is waiting to be resolved here", "此处没有待处理事项"],
  print_pending: ["A ticket is still being printed", "仍有票券在打印中"],
  no_such_hand_pay: ["There is no such hand pay", "没有此项人手支付"],
  hand_pay_paid: ["This hand pay is paid already", "此项人手支付已付款"],
  hand_pay_not_paid: ["This hand pay is not paid yet", "此项人手支付尚未付款"],
  hand_pay_pending: [
    "An attendant is to pay at this terminal first",
    "须先由服务员在此终端完成人手支付",
  ],
  bad_cash_policy: ["There is no valid cash policy", "没有有效的现金规则"],
  superseded: ["This order belongs to an earlier version of the program", "此指令属于旧版本程序"],
} satisfies Partial<Record<Reason, Text>>;

export const instrument_orders = {
  SetCashPolicy: ["Set cash policy", "设定现金规则"],
  CashOut: ["Cash out", "提款"],
  ReportPrint: ["Report print", "报告打印结果"],
  ResolvePrint: ["Resolve print", "处理打印疑问"],
  PresentTicket: ["Present ticket", "出示票券"],
  ReportTicket: ["Report ticket", "报告票券去向"],
  ResolveTicket: ["Resolve ticket in reader", "处理读票机内票券"],
  PresentBanknote: ["Present note", "出示钞票"],
  ReportBanknote: ["Report note", "报告钞票去向"],
  ResolveBanknote: ["Resolve note in acceptor", "处理收钞机内钞票"],
  ReportCabinet: ["Report cabinet", "报告机柜状态"],
  UnlockReader: ["Unlock reader", "解锁读票机"],
  PayByHand: ["Pay by hand", "人手支付"],
  AcknowledgeHandPay: ["Finish hand pay", "完成人手支付"],
  CancelHandPay: ["Cancel hand pay", "取消人手支付"],
  VoidTicket: ["Void ticket", "作废票券"],
  ExpireTickets: ["Expire tickets", "票券过期"],
} satisfies Partial<Record<keyof Orders, Text>>;
