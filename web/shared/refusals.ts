// SPDX-License-Identifier: MIT
// Why a request was refused before it reached a table, as people read it, in English and Simplified
// Chinese. The reasons of the tables themselves are in terms.ts.
import type { SessionReason } from "../generated/protocol";
import type { Text } from "./words";

// Reasons of the pages themselves.
export type PageReason =
  | "connection_lost"
  | "page_error"
  | "password_too_short"
  | "passwords_differ";
export const password_length_min = 8; // characters; the server requires as many bytes

// Refusals before a request reaches a table, by the server or by a page.
export const refusals: Record<SessionReason | PageReason, Text> = {
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
