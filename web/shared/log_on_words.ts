// SPDX-License-Identifier: MIT
// What the forms say with which people log on, or sign in for one order.
import { texts } from "./words";

export const log_on_words = texts({
  person: ["Name", "姓名"],
  password: ["Password", "密码"],
  once_title: [
    "This password was for one use. Please choose your own, of at least {0} characters.",
    "此密码仅限一次使用，请设置自己的密码（至少{0}个字符）。",
  ],
  new_password: ["New password", "新密码"],
  second_factor_code: ["Code of the authenticator", "验证器代码"],
  second_factor_title: [
    "This post needs a second factor. Enter this secret in an authenticator app; it is shown this once. Then type the code that the app shows.",
    "此职位需要第二重验证。请在验证器应用中输入此密钥（仅显示一次），然后输入应用显示的代码。",
  ],
  second_factor_ask: ["Type the code that your authenticator shows.", "请输入验证器显示的代码。"],
  repeat_password: ["New password again", "再次输入新密码"],
  change_password: ["Set password", "设置密码"],
  password_changed: ["Password changed", "密码已更改"],
  not_allowed_for: [
    "This person may not do this now. The order takes: {0}",
    "此人目前不可进行此操作，须由{0}进行",
  ],
  cancel: ["Cancel", "取消"],
  expires: ["{0} s left", "剩余{0}秒"],
});
