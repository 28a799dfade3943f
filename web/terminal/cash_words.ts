// SPDX-License-Identifier: MIT
// The texts about notes, tickets and hand pays, in both languages (words.ts has the others).
import { texts } from "../shared/words";

export const cash_text = texts({
  title: ["Notes and tickets", "现金与票券"],
  staked: ["Bets that are placed are played first.", "已下的注码会先完成结算。"],
  to_ticket: ["Cash out to a ticket", "兑换成票券"],
  no_credit: ["There is no credit to cash out.", "没有可取现的余额。"],
  no_printer: [
    "The printer is not ready. An attendant pays out your credit by hand.",
    "打印机未就绪，服务员将以人手为您兑付。",
  ],
  printing: ["Your ticket of {0} is being printed …", "正在打印您的票券 {0} …"],
  note_coming: ["A note of {0} is being taken …", "正在收取 {0} 纸币 …"],
  ticket_coming: ["A ticket of {0} is being taken …", "正在收取 {0} 票券 …"],
  hand_pay: [
    "An attendant pays you {0} by hand. Please wait at the terminal.",
    "服务员将以人手付您 {0}，请在终端稍候。",
  ],
  hand_paid: [
    "You were paid {0} by hand. The attendant unlocks the terminal.",
    "已以人手付您 {0}，服务员将解锁终端。",
  ],
  notes: ["Put in a note", "放入纸币"],
  note_button: ["Put in a note of {0}", "放入 {0} 纸币"],
  note_slot: ["Slot: drag a note here, or touch it", "入钞口：把纸币拖到此处，或点按纸币"],
  ticket_slot: ["Slot: drag a ticket here", "票券口：把票券拖到此处"],
  no_notes: ["The note acceptor is not ready.", "纸币机未就绪。"],
  tickets: ["Tickets that came out here", "本终端打出的票券"],
  no_tickets: ["None yet. Cash out, and a ticket comes out here.", "尚无。取现后票券将在此出现。"],
  other_ticket: ["Number of another ticket", "其他票券的号码"],
  put_in: ["Put in", "放入"],
  put_in_name: ["Put in the ticket ending in {0}", "放入尾号 {0} 的票券"],
  movements: ["Last movements", "最近记录"],
  no_movements: ["Nothing yet.", "尚无记录。"],
  expires: ["valid until {0}", "有效期至 {0}"],
  help: ["The cashier will help.", "请联系出纳。"],
  simulated: [
    "This cabinet is simulated. Play money has no value.",
    "此机柜为模拟，练习筹码没有价值。",
  ],
  note_in: ["Note put in", "放入纸币"],
  note_refused: ["Note not accepted", "纸币未被接受"],
  note_returned: ["Note given back", "纸币退回"],
  ticket_out: ["Ticket out", "打出票券"],
  ticket_not_printed: ["Ticket not printed, credit again", "票券未打印，已退回余额"],
  print_unknown: ["Print unclear: the cashier will help", "打印情况不明，请联系出纳"],
  ticket_in: ["Ticket put in", "放入票券"],
  ticket_returned: ["Ticket given back", "票券退回"],
  ticket_refused: ["Ticket not accepted: the cashier will help", "票券未被接受，请联系出纳"],
  hand_pay_requested: ["Hand pay requested", "已请求人手支付"],
  hand_paid_entry: ["Paid by hand", "已人手支付"],
});
