// SPDX-License-Identifier: MIT
// The words of the safeguards: caps, readers of the dice, disputes, accounts. Part of terms.ts.
import type { Orders, Reason } from "../generated/protocol";
import type { Text } from "./words";

export const safety_reasons = {
  credit_above_maximum: [
    "That is more credit than this property accepts",
    "超出本场所接受的信用额上限",
  ],
  stake_above_maximum: [
    "That is more than this property lets one player stake in a round",
    "超出本场所每位玩家每局的注额上限",
  ],
  round_stakes_above_maximum: [
    "That is more than this property lets all players stake in a round",
    "超出本场所每局全部注额的上限",
  ],
  ticket_above_maximum: [
    "That is more than a ticket may be worth. Please call an attendant",
    "超出票券金额上限，请呼叫服务员",
  ],
  meter_full: [
    "A meter of this table is full: it takes no more money",
    "本桌计数器已满，不再接受款项",
  ],
  too_many_tables: ["This property has as many tables as it may have", "本场所赌桌数量已达上限"],
  bad_safeguards: ["These caps are out of range", "这些上限超出允许范围"],
  no_reader: ["No device reads the dice at this table", "本桌没有读骰设备"],
  reader_in_use: [
    "A device reads the dice here. A supervisor may switch to manual entry",
    "本桌由设备读骰，须由主管切换为人手输入",
  ],
  reader_answers: ["The reader has read these dice", "设备已读出本局骰子"],
  manual_entry_on: ["The dice are entered by hand already", "已是人手输入"],
  result_disputed: [
    "A reading contradicts the result: two people must say how the dice lay",
    "读数与结果不符，须两人确认骰子",
  ],
  not_disputed: ["No reading contradicts this result", "没有读数与此结果不符"],
  appointment_too_long: [
    "Nobody appoints for longer than they act themselves",
    "署理人委任他人不得长于本人署理期",
  ],
  already_appointed: [
    "This person has just this appointment already",
    "此人已有完全相同的署理委任",
  ],
} satisfies Partial<Record<Reason, Text>>;

export const safety_orders = {
  SetSafeguards: ["Set caps", "设定上限"],
  QuarantineCommand: ["Put a command aside", "搁置指令"],
  FitReader: ["Fit a reader", "安装读骰设备"],
  SwitchToManualEntry: ["Switch to manual entry", "切换为人手输入"],
  DecideVoid: ["Decide about the void", "裁定作废"],
  ResolveDispute: ["Resolve by the dice", "按骰子解决争议"],
  RevokeAppointment: ["Revoke appointment", "撤销委任"],
  ResetPassword: ["Allow a new password", "准许重设密码"],
  RemoveSecondFactor: ["Remove the second factor", "移除第二因素"],
  NoteSecondFactor: ["Record second factor", "记录第二因素"],
} satisfies Partial<Record<keyof Orders, Text>>;
