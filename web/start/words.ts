// SPDX-License-Identifier: MIT
// What the first page says.
import { texts } from "../shared/words";

export const t = texts({
  title: ["Sic Bo tables", "骰宝赌桌"],
  lead: [
    "Electronic Sic Bo: play at a terminal, deal at a console, watch the display.",
    "电子骰宝：在终端下注，在控制台主持，在显示屏观看。",
  ],
  here: ["{0} tables, {1} open now", "共{0}桌，{1}桌开台"],
  training: [
    "Training: play credit, simulated dice. No money is involved.",
    "训练：练习筹码，模拟骰子，不涉及金钱。",
  ],
  how: ["New here?", "初次使用"],
  step_play: ["Play", "下注"],
  step_play_text: [
    "Choose Play at an open table. You get a seat and play credit at once; tap a chip, then the felt.",
    "在已开台的赌桌点选“下注”，即有座位和练习筹码。先点筹码，再点台面。",
  ],
  step_deal: ["Deal", "主持"],
  step_deal_text: [
    "Open a console and log on. The server printed the accounts of this demonstration when it was first started.",
    "打开控制台并登录。演示账户已在服务器首次启动时列印于终端窗口。",
  ],
  step_watch: ["Watch", "观看"],
  step_watch_text: [
    "Open a display on a large screen. F fills the screen, L changes the language; each round's dice are verified in the page.",
    "在大屏幕打开显示屏。F键全屏，L键切换语言；每局骰子均在页面内核验。",
  ],
  tables: ["Tables", "赌桌"],
  no_tables: [
    "No tables have been set up yet. An administrator adds them at a console.",
    "尚未设置赌桌。请管理员在控制台新增。",
  ],
  loading: ["Asking the server…", "正在查询服务器…"],
  betting: ["Betting open", "下注中"],
  betting_left: ["Betting open · {0} s", "下注中 · {0}秒"],
  out_of_service: ["Out of service", "暂停服务"],
  last_round: ["Last round", "最后一局"],
  rounds: ["Rounds played", "已进行局数"],
  places: ["Places", "座位"],
  terminals: ["{0} terminals", "{0}台终端"],
  shared_felt: ["One shared felt", "共用台面"],
  limits: ["Each bet", "每注"],
  from: ["from {0}", "最低{0}"],
  run_by: ["Run by", "主持方式"],
  automatic: ["the timer", "自动计时"],
  assisted: ["a dealer, with tumbler", "荷官，配摇骰机"],
  manual: ["a dealer", "荷官"],
  opens_by_itself: ["It opens by itself in a moment.", "即将自动开台。"],
  opens_at_console: ["A dealer opens this table at its console.", "须由荷官在控制台开台。"],
  layout: ["Layout", "版面"],
  play: ["Play", "下注"],
  play_at: ["Play at {0}", "在{0}下注"],
  console: ["Console", "控制台"],
  console_of: ["Console of {0}", "{0}控制台"],
  display: ["Display", "显示屏"],
  display_of: ["Display of {0}", "{0}显示屏"],
  enrolled_only: ["Enrolled terminals only", "仅限已登记终端"],
  enrol: ["Enrol this terminal", "登记此终端"],
  enrol_at: ["Enrol this terminal at {0}", "在{0}登记此终端"],
});
