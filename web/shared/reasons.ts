// SPDX-License-Identifier: MIT
// The reasons of refusals as people read them, in English and Simplified Chinese. Typed by the
// protocol, so that the compiler reports a reason without a text.
import type { Reason, SessionReason } from "../generated/protocol";
import { cage_reasons } from "./terms_cage";
import { instrument_reasons } from "./terms_instruments";
import { safety_reasons } from "./terms_safety";
import { in_language, type Text } from "./words";

const reasons: Record<Reason, Text> = {
  // who
  clock_wrong: [
    "The server's clock is set wrong. Please call a technician",
    "服务器时钟有误，请联系技术员",
  ],
  request_too_old: [
    "This order was sent too long ago and was not carried out",
    "此指令已过时，未执行",
  ],
  no_such_person: ["There is no such person", "没有此人"],
  person_disabled: ["This account is disabled or locked", "此账户已停用或锁定"],
  role_not_held: ["This person does not hold that role", "此人未担任该职务"],
  not_allowed: ["You may not do this now", "目前不允许此操作"],
  not_logged_on: [
    "This person is not logged on at this table. Please log on",
    "此人未登录本桌，请先登录",
  ],
  already_logged_on: ["This person is already logged on at this table", "此人已登录本桌"],
  console_locked: [
    "The console is locked. Please unlock it with a password",
    "控制台已锁定，请输入密码解锁",
  ],
  console_not_locked: ["The console is not locked", "控制台未锁定"],
  no_such_appointment: [
    "The period of the appointment is not valid. Please check its dates",
    "委任期限无效，请核对日期",
  ],
  same_person: ["A different person must authorise this order", "须由另一人授权此指令"],
  no_such_request: [
    "No such order waits for a second person. Please give the order again",
    "没有此项待授权的指令，请重新下达",
  ],
  request_expired: [
    "The order was not authorised in time. Please give it again",
    "未及时授权，请重新下达指令",
  ],
  shaker_not_handed_over: ["Please hand over the shaker first", "请先移交骰盅"],
  shaker_not_yours: ["Somebody else holds the shaker", "骰盅由他人保管"],
  // what there is
  name_taken: [
    "This name or number is already in use. Please choose another",
    "此名称或编号已被使用，请另选",
  ],
  bad_text: ["This text can't be used", "输入的内容不可用"],
  bad_rules: ["This rule set can't be used", "此规则文件不可用"],
  rules_unknown: ["These rules are not known for this table", "没有适用于本桌的此项规则"],
  rules_not_effective: ["The rules are not in force yet", "规则尚未生效"],
  bad_configuration: ["These settings can't be used", "此设置不可用"],
  no_such_table: ["There is no such table", "没有这张赌桌"],
  no_such_terminal: ["There is no such terminal", "没有这台终端"],
  no_such_layout: ["There is no such layout", "没有这种版面"],
  no_such_stay: ["There is no such player here", "此处没有这位玩家"],
  no_such_round: ["There is no such round", "没有这一局"],
  no_such_incident: ["There is no such incident", "没有这一事件"],
  no_such_ticket: ["There is no such ticket", "没有这张票券"],
  not_a_terminal_game: ["This game has no terminals", "本游戏不设终端"],
  not_a_felt_game: ["This game has no shared felt", "本游戏不设共用台面"],
  // the table
  out_of_service: ["The table is out of service", "本桌暂停服务"],
  in_service: ["The table is already in service", "本桌已在服务中"],
  table_closed: ["The table is closed", "本桌未开台"],
  table_open: ["The table is already open", "本桌已开台"],
  table_held: ["The round is held until staff decide", "本局暂停，等候裁决"],
  not_held: ["The round is not held for this", "本局没有此项待裁决"],
  round_in_play: ["A round is in play", "本局正在进行"],
  no_round: ["No round is in play", "目前没有进行中的局"],
  last_round_played: ["The last round has been announced", "已宣布最后一局"],
  operator_name_missing: ["The operator's name is missing", "缺少营运者名称"],
  layout_not_approved: ["The layout has not been approved", "版面尚未获批准"],
  out_of_order: ["This is not the next step of the round", "尚未轮到此步骤"],
  inspection_missing: ["The inspection is not complete", "检查尚未完成"],
  inspection_not_needed: ["This game needs no such inspection", "本游戏无需此项检查"],
  not_repaired: ["No repair has been recorded yet", "尚未记录维修"],
  // equipment
  no_such_mixer: ["This game has no such mixer", "本游戏没有这种摇骰器"],
  mixer_not_approved: ["The mixer has not been approved", "摇骰器尚未获批准"],
  mixer_not_ready: ["The mixer is not ready", "摇骰器尚未就绪"],
  mixer_marked: ["The mixer has been put out of use", "摇骰器已停用"],
  no_dice: ["There are no dice in the mixer. Please install dice", "摇骰器内没有骰子，请先装入"],
  dice_in_place: [
    "There are dice in the mixer already. Please remove them first",
    "摇骰器内已有骰子，请先取出",
  ],
  dice_used_before: ["These dice have been used before", "这副骰子曾被使用"],
  dice_worn: ["The dice are too old. Please replace them", "骰子已到更换期限，请更换"],
  seal_broken: ["The seal is not as recorded", "封条与记录不符"],
  not_mixing: ["The dice are not being mixed", "目前未在摇骰"],
  not_armed: ["The tumbler is not ready for a result", "摇骰机尚未准备读取结果"],
  already_armed: ["The tumbler is already ready for a result", "摇骰机已准备就绪"],
  wrong_round: [
    "This order was given for another round and was not carried out",
    "此指令属于另一局，未执行",
  ],
  wrong_hash: ["The reading does not belong to this round", "读数与本局不符"],
  dice_covered: ["The dice are already covered", "骰子已盖上"],
  cover_before_payment: [
    "Please settle all bets before covering the dice",
    "请先完成派彩，再盖上骰子",
  ],
  not_three_dice: ["The result must have three dice from 1 to 6", "结果须为三颗骰子，点数一至六"],
  nothing_keyed: ["Please key in the dice first", "请先输入骰子点数"],
  not_as_keyed: ["The result differs from the dice shown", "结果与所示骰子点数不符"],
  lights_not_cleared: ["Please clear the lights first", "请先熄灯"],
  no_lights: ["There are no lights in use", "没有使用中的灯"],
  floorperson_absent: ["A supervisor must be present", "须有主管在场"],
  // bets
  betting_not_open: ["Betting is not open", "尚未开始下注"],
  betting_closed: ["Betting is closed", "已停止下注"],
  window_too_short: ["Betting must stay open a little longer", "下注时间未满，请稍候"],
  spot_not_offered: ["This bet is not offered here", "此处不设这种注"],
  not_in_chips: ["The amount must be in whole chips", "金额须为筹码面额的整数倍"],
  stake_below_minimum: ["The stake is below the minimum", "注码低于最低限额"],
  spot_limit_reached: ["The limit on this spot is reached", "此注格已达限额"],
  round_limit_reached: ["The limit for one round is reached", "已达每局限额"],
  table_limit_reached: ["The table limit is reached", "已达本桌限额"],
  not_enough_credit: ["The credit is not enough for this bet", "余额不足，无法下注"],
  own_loss_limit_reached: ["This would exceed your own loss limit", "将超出您自定的输额上限"],
  own_time_limit_reached: ["The time that you gave yourself is over", "您自定的时间已到"],
  on_a_break: ["You are taking a break", "您正在休息"],
  minutes_out_of_range: ["Please choose 1 minute to 24 hours", "请选择1分钟至24小时"],
  no_such_bet: ["There is no such bet on the felt", "台面上没有这一注"],
  not_on_behalf: ["Staff may not bet for a player here", "此处不可代客下注"],
  instruction_missing: ["Please note what the player asked for", "请注明玩家的指示"],
  nothing_to_reject: ["There is no excess to reject", "没有超额注码"],
  no_bets: ["The order names no bets", "指令中没有注码"],
  too_many_bets: [
    "There are too many bets in one order. Please give fewer at once",
    "一次下注过多，请减少注数",
  ],
  // terminals and money
  terminal_disabled: ["This terminal is disabled", "此终端已停用"],
  terminal_offline: ["This terminal is offline", "此终端已离线"],
  terminal_locked: ["This terminal is locked until staff unlock it", "此终端已锁定，须由职员解锁"],
  terminal_not_locked: ["This terminal is not locked", "此终端未锁定"],
  no_call: ["Nobody has called from here", "此处没有呼叫"],
  amount_out_of_range: ["The amount is out of range", "数额超出范围"],
  nothing_to_pay: ["There is nothing to pay out", "没有可支付的款项"],
  training_table: ["A training table does not offer this", "训练桌不提供此功能"],
  seat_left: ["The player has left the seat", "玩家已离座"],
  ticket_redeemed: ["This ticket has already been redeemed", "此票券已兑现"],
  ticket_number_taken: ["This ticket number is already in use", "此票券号码已被使用"],
  bad_ticket_number: ["This is not a valid ticket number", "票券号码无效"],
  nothing_owed: ["Nothing is owed", "没有欠款"],
  // what went wrong
  cause_not_in_rules: ["The rules of this game do not name this cause", "本游戏规则未列出此情况"],
  result_stands: [
    "The round has a result. To change it, correct the round",
    "本局已有结果，如须更改请更正该局",
  ],
  no_result: ["There is no result", "本局没有结果"],
  same_result: ["The new result equals the old one", "新结果与原结果相同"],
  round_too_old: ["This round is too old to be corrected", "此局已过久，不能更正"],
  round_amended_void: ["This round is already void", "此局已作废"],
  dice_were_seen: ["The dice were seen; please give their values", "骰子已被看见，请填写点数"],
  dice_not_mixed: ["The dice have not been mixed", "尚未摇骰"],
  values_needed: ["Please give the values of the dice", "请填写骰子点数"],
  reason_missing: ["Please add a note, of one line", "请填写说明（一行）"],
  cash_not_accepted: ["Cash bets are not accepted", "不接受现金下注"],
  request_put_aside: [
    "This order failed an internal check and was not carried out. Please call a technician",
    "此指令未通过内部检查，未执行，请联系技术员",
  ],
  disk_full: ["Not carried out: the server's disk is full", "未执行：服务器磁盘已满"],
  replayed: ["The tumbler has already reported this reading", "摇骰机已报告过此读数"],
  too_late_to_commit: ["It is too late to commit to these dice", "已过骰子预先承诺的时限"],
  request_lapsed: [
    "What the request was about has changed: give the order again",
    "申请所涉情况已改变：请重新下达指令",
  ],
  approval_missing: ["The regulator's reference is missing", "缺少监管机构的批准编号"],
  checklist_incomplete: ["The checklist is not complete", "检查表尚未完成"],
  retired: ["This table or terminal is retired", "该赌桌或终端已永久停用"],
  not_empty: [
    "Money or an open matter is left there; settle it first",
    "尚有款项或未了事项，请先处理",
  ],
  player_present: ["This player has not left the table", "此玩家没有离座"],
  session_ended: [
    "This was meant for a stay or a log-on that has ended",
    "此指令属于已结束的入座或登录",
  ],
  cover_not_confirmed: [
    "Whoever mixes by hand confirms first that the cover is on",
    "手动摇骰前须确认已盖好",
  ],
  round_still_kept: ["The table still has this round", "本桌仍保留该局"],
  too_many_rounds: ["Too many rounds at once", "一次调回的局数过多"],
  rounds_not_found: ["The journal does not have these rounds", "日志中没有这些局"],
  ...safety_reasons,
  ...instrument_reasons,
  ...cage_reasons,
};

// Reasons of the pages themselves.
export type PageReason =
  | "connection_lost"
  | "page_error"
  | "password_too_short"
  | "passwords_differ";
export const password_length_min = 8; // characters; the server requires as many bytes

// Refusals before a request reaches a table, by the server or by a page.
const refusals: Record<SessionReason | PageReason, Text> = {
  bad_message: [
    "The server can't read this request. Please reload the page",
    "服务器无法识别此请求，请重新载入页面",
  ],
  busy: ["The server is busy. Please try again", "服务器繁忙，请重试"],
  stopping: ["The server is about to stop. No new round begins", "服务器即将停止，不再开新局"],
  wrong_password: [
    "The name or password is wrong. Three wrong tries lock the account",
    "姓名或密码有误，连续三次错误将锁定账户",
  ],
  password_change_required: ["Please choose a password of your own first", "请先设置您自己的密码"],
  second_person_needed: [
    "A second person must agree: another administrator or a shift manager",
    "须由另一位管理员或值班经理同意",
  ],
  cannot_store: [
    "The server could not store the password. Please call a technician",
    "服务器无法保存密码，请联系技术员",
  ],
  not_signed_in: [
    "This person is not signed in at this console. Please log on",
    "此人未在此控制台登录，请先登录",
  ],
  wrong_code: [
    "This code is wrong or has expired. Please get a new one at the console",
    "代码有误或已过期，请在控制台取得新代码",
  ],
  wrong_key: ["This terminal is not enrolled with this key", "此终端未以此密钥登记"],
  already_has_place: [
    "This window already has a place. Please leave that place first",
    "此窗口已有座位，请先离开该座位",
  ],
  request_out_of_range: [
    "This page has lost count of its requests; please reload it",
    "此页面的请求编号有误，请重新载入",
  ],
  no_free_place: [
    "No place is free at this table. Please try again later, or choose another table",
    "本桌没有空位，请稍后重试或选择其他赌桌",
  ],
  has_no_place: [
    "This window has no place at a table. Please join a table",
    "此窗口没有座位，请先加入赌桌",
  ],
  credit_full: ["Your play credit is already at its maximum", "练习筹码已达上限"],
  no_such_fault: ["This table has no device with such a fault", "本桌没有可发生此故障的设备"],
  too_often: ["Too many requests from here. Please wait a moment", "来自此处的请求过多，请稍候"],
  not_a_console: [
    "Staff can't log on from here. Please use a console of the house",
    "职员不能在此登录，请使用本场的控制台",
  ],
  too_many_attempts: [
    "Too many failed tries from here. Please wait a little and try again",
    "此处失败次数过多，请稍候再试",
  ],
  weak_password: [
    "This password is too easy to guess. Please choose another one",
    "此密码太容易被猜到，请另选一个",
  ],
  password_unchanged: ["The new password must differ from the old one", "新密码不得与旧密码相同"],
  second_factor_missing: [
    "This account needs a second factor. Please set it up first",
    "此账户需要第二重验证，请先设置",
  ],
  second_factor_required: [
    "Please enter the code that your authenticator shows",
    "请输入验证器显示的代码",
  ],
  wrong_second_factor: [
    "This code is wrong or was used before. Please wait for the next one",
    "代码有误或已使用过，请等待下一个代码",
  ],
  second_factor_in_use: [
    "This account has a second factor already. An administrator can remove it",
    "此账户已有第二重验证，管理员可将其移除",
  ],
  certificate_missing: [
    "This device has no certificate of the house. Please call a technician",
    "此设备没有本场证书，请联系技术员",
  ],
  connection_lost: [
    "The connection to the server is lost. Please wait until it is back",
    "与服务器的连接已中断，请等待恢复",
  ],
  page_error: [
    "Something went wrong on this page. Please try again, or call a member of staff",
    "此页面发生错误，请重试或联系职员",
  ],
  password_too_short: [
    `The password needs at least ${password_length_min} characters`,
    `密码至少须有${password_length_min}个字符`,
  ],
  passwords_differ: [
    "The two passwords differ. Please type them again",
    "两次输入的密码不一致，请重新输入",
  ],
};

// Returns the text of a reason; the word itself if the page does not know it.
export function reason_text(reason: string): string {
  const text: Text | undefined =
    (reasons as Record<string, Text>)[reason] ?? (refusals as Record<string, Text>)[reason];
  return text ? in_language(text) : reason;
}
