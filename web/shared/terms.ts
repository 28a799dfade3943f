// SPDX-License-Identifier: MIT
// The server's words as people read them, in English and Simplified Chinese: causes, steps, orders.
// Typed by the protocol, so that the compiler reports a word without a text. Reasons of refusals
// are in reasons.ts, the words of notes, which the protocol does not type, in notes.ts.
import type {
  Cause,
  Effect,
  Mark,
  MixerKind,
  Moment,
  Orders,
  Phase,
  Policy,
  Role,
  RoundEnd,
  Scope,
  Step,
  Verdict,
} from "../generated/protocol";
import { cage_orders } from "./terms_cage";
import { instrument_orders } from "./terms_instruments";
import { safety_orders } from "./terms_safety";
import type { Text } from "./words";

export const causes: Record<Cause, Text> = {
  "short-mix": ["Dice mixed too few times", "摇骰次数不足"],
  "not-flat": ["Dice not flat", "骰子未平放"],
  exposed: ["Dice exposed too early", "骰子过早外露"],
  "damaged-dice": ["Damaged dice", "骰子损坏"],
  broken: ["Dome or dice broken", "玻璃罩或骰子破裂"],
  "mixer-failed": ["Mixer failed", "摇骰器故障"],
  "mixer-unusable": ["Mixer unusable", "摇骰器无法使用"],
  "worn-dice": ["Dice due for replacement", "骰子已到更换期限"],
  "lights-failed": ["Lights failed", "灯光故障"],
  "lights-failed-early": ["Lights failed before the result", "开骰前灯光故障"],
  "display-wrong": ["Wrong display", "显示有误"],
  "wrong-result": ["Wrong result entered", "输入结果有误"],
  "late-error": ["Error found in a later round", "后续局中发现的错误"],
  "interrupted-open": ["Interrupted before there was an outcome", "尚无结果时中断"],
  "interrupted-closed": ["Interrupted after betting closed", "停止下注后中断"],
  "interrupted-result": ["Interrupted with the result out", "结果已出后中断"],
  "terminal-with-bet": ["Terminal failed, bet accepted", "终端故障，下注已接受"],
  "terminal-without-bet": ["Terminal failed, bet not accepted", "终端故障，下注未接受"],
  "terminal-undecided": ["Terminal failed before betting closed", "停止下注前终端故障"],
  "late-bet": ["Late bet", "逾时下注"],
  "cash-bet": ["Cash bet", "现金下注"],
  "placed-in-error": ["Bet placed in error", "误下注"],
  "moved-chips": ["Chips moved", "筹码移位"],
  "excess-seen": ["Over the limit, noticed in time", "超出限额，及时发现"],
  "excess-unseen": ["Over the limit, noticed late", "超出限额，未及时发现"],
  "below-minimum-in-excess": [
    "Below the minimum in a box over its limit",
    "超额注格内低于最低限额的注",
  ],
  "below-minimum-seen": ["Below the minimum, noticed in time", "低于最低限额，及时发现"],
  "below-minimum-unseen": ["Below the minimum, noticed late", "低于最低限额，未及时发现"],
  "walked-away": ["Player walked away", "玩家离座"],
  "inspection-failed": ["Inspection failed", "检查未通过"],
  "not-covered": ["Not covered by the rules", "规则未涵盖"],
};

export const effects: Record<Effect, Text> = {
  void: ["The round is void; all stakes go back", "本局作废，退还全部注码"],
  conclude: ["Play goes on and the round is finished", "继续进行，完成本局"],
  certify: [
    "Two people certify whether the dice were seen; the rules decide the rest",
    "由两人证明是否看见骰子，其余按规则处理",
  ],
  continue: ["The round does not wait", "本局照常进行"],
  "settle-on-dice": ["Bets are settled on the dice as they lie", "以骰子实际点数结算"],
  "settle-present": [
    "Bets are settled with a supervisor present; then no play until repaired",
    "主管在场结算，其后停用至修复为止",
  ],
  "settle-as-stood": ["Bets are settled as they stood at closing", "以停止下注时的注码位置结算"],
  refuse: ["It is not accepted", "不予接受"],
  "return-bet": ["The bets go back to the player", "注码退还玩家"],
  "reject-excess": ["The excess is rejected and goes back", "超额部分不予接受，退还玩家"],
  apportion: [
    "Bets count pro rata up to the limit; the rest goes back",
    "按比例计至限额，其余退还",
  ],
  advise: [
    "The player is advised, and may raise the bet or take it back",
    "告知玩家，可加注或取回",
  ],
  stands: ["The bet stands as it is", "该注维持有效"],
  "no-effect-later": ["Later rounds keep their results", "其后各局结果不变"],
  replace: ["The equipment is put out of use and replaced", "设备停用并更换"],
  hold: ["The round waits for a decision", "本局暂停，等候裁决"],
};

export const steps: Record<Step, Text> = {
  open: ["Open betting", "开始下注"],
  mix: ["Mix", "摇骰"],
  close: ["No more bets", "停止下注"],
  uncover: ["Uncover", "开骰"],
  enter: ["Enter result", "输入结果"],
  illuminate: ["Light winners", "亮灯"],
  collect: ["Collect", "收注"],
  pay: ["Pay", "派彩"],
  clear: ["Clear lights", "熄灯"],
};

export const roles: Record<Role, Text> = {
  player: ["Player", "玩家"],
  dealer: ["Dealer", "荷官"],
  supervisor: ["Supervisor", "主管"],
  "pit-manager": ["Pit manager", "区域经理"],
  "shift-manager": ["Shift manager", "值班经理"],
  cashier: ["Cashier", "出纳员"],
  technician: ["Technician", "技术员"],
  auditor: ["Auditor", "审计员"],
  administrator: ["Administrator", "管理员"],
  system: ["System", "系统"],
};

export const mixers: Record<MixerKind, Text> = {
  tumbler: ["Tumbler", "摇骰机"],
  "manual-shaker": ["Manual shaker", "手摇骰盅"],
  "automated-shaker": ["Automated shaker", "自动骰盅"],
};

export const phases: Record<Phase, Text> = {
  closed: ["Closed", "未开台"],
  idle: ["Between rounds", "等候下一局"],
  playing: ["Round in play", "本局进行中"],
  held: ["Held", "等候裁决"],
};

export const scopes: Record<Scope, Text> = {
  bet: ["This bet", "该注"],
  terminal: ["This terminal", "该终端"],
  round: ["This round", "本局"],
  "affected-rounds": ["All affected rounds", "所有受影响的局"],
  table: ["The whole table", "整张赌桌"],
};

export const round_ends: Record<RoundEnd, Text> = {
  none: ["In play", "进行中"],
  settled: ["Settled", "已结算"],
  void: ["Void", "作废"],
};

export const marks: Record<Mark, Text> = {
  covered: ["Covered", "已遮盖"],
  signed: ["Signed out of order", "已挂停用牌"],
};

export const moments: Record<Moment, Text> = {
  call: ["At the call of no more bets", "宣布停止下注时"],
  illumination: ["When the winners are lit", "亮灯时"],
};

export const policies: Record<Policy, Text> = {
  enforce: ["Reject what is over the limit", "拒绝超额注码"],
  advise: ["Warn the dealer", "提示荷官"],
};

export const verdicts: Record<Verdict, Text> = {
  resume: ["Resume the round", "继续本局"],
  void: ["Void the round", "本局作废"],
  conclude: ["Settle the round on these dice", "按这些骰子结算本局"],
};

export const orders: Record<keyof Orders, Text> = {
  AdoptRules: ["Adopt rule set", "采用规则"],
  AddPerson: ["Add person", "新增人员"],
  DisablePerson: ["Disable account", "停用账户"],
  RestorePerson: ["Restore account", "恢复账户"],
  ReportFailedLogOn: ["Report failed log-on", "报告登录失败"],
  Appoint: ["Appoint to act", "委任署理职务"],
  AddTable: ["Add table", "新增赌桌"],
  Configure: ["Change settings", "更改设置"],
  AddTerminal: ["Add terminal", "新增终端"],
  LogOn: ["Log on at table", "登录本桌"],
  LogOff: ["Log off", "退出本桌"],
  LockConsole: ["Lock console", "锁定控制台"],
  UnlockConsole: ["Unlock console", "解锁控制台"],
  OpenTable: ["Open table", "开台"],
  CloseTable: ["Close table", "收台"],
  AnnounceLastRound: ["Announce last round", "宣布最后一局"],
  TakeOutOfService: ["Take out of service", "暂停服务"],
  ReturnToService: ["Return to service", "恢复服务"],
  RecordRepair: ["Record repair", "记录维修"],
  InstallDice: ["Install dice", "装入骰子"],
  RemoveDice: ["Remove dice", "取出骰子"],
  MarkMixer: ["Put mixer out of use", "停用摇骰器"],
  UseMixer: ["Use this mixer", "使用此摇骰器"],
  HandOverShaker: ["Hand over shaker", "移交骰盅"],
  TestLights: ["Test lights", "测试灯光"],
  TestMixer: ["Test mixer", "测试摇骰器"],
  SignInspection: ["Sign inspection", "签署检查"],
  TakeSeat: ["Seat a player", "安排入座"],
  PutCredit: ["Add credit", "增加余额"],
  PayCredit: ["Pay out credit", "兑付余额"],
  IssueTicket: ["Cash out to ticket", "出票兑付"],
  RedeemTicket: ["Redeem ticket", "兑现票券"],
  CallAttendant: ["Call attendant", "呼叫服务员"],
  AnswerCall: ["Answer call", "应答呼叫"],
  UnlockTerminal: ["Unlock terminal", "解锁终端"],
  EnableTerminal: ["Enable terminal", "启用终端"],
  DisableTerminal: ["Disable terminal", "停用终端"],
  ReportTerminal: ["Report terminal on or off line", "报告终端连线状态"],
  WalkAway: ["Player has left", "玩家已离座"],
  PayUnclaimed: ["Pay unclaimed money", "支付未领款项"],
  CollectReceivable: ["Collect debt", "收取欠款"],
  WaiveReceivable: ["Waive debt", "豁免欠款"],
  OpenBetting: ["Open betting", "开始下注"],
  PlaceBets: ["Place bets", "下注"],
  WithdrawBets: ["Take back bets", "取回注码"],
  RejectExcess: ["Reject excess", "拒绝超额注码"],
  AdvisePlayer: ["Advise player", "告知玩家"],
  CloseBetting: ["No more bets", "停止下注"],
  StartMix: ["Start mix", "开始摇骰"],
  EndMix: ["End mix", "结束摇骰"],
  ArmTumbler: ["Ready tumbler", "准备摇骰机"],
  ReportReading: ["Report reading", "报告读数"],
  Uncover: ["Uncover dice", "开骰"],
  CoverDice: ["Cover dice", "盖上骰子"],
  KeyDice: ["Key in dice", "输入骰子点数"],
  EnterResult: ["Enter result", "输入结果"],
  ReportLights: ["Report lights", "报告亮灯"],
  NotePresence: ["Confirm presence", "确认在场"],
  SettleRound: ["Settle round", "结算本局"],
  ClearLights: ["Clear lights", "熄灯"],
  ReportLayout: ["Report chips on the layout", "报告台面筹码"],
  Report: ["Report irregularity", "报告异常"],
  DecideHold: ["Decide held round", "裁决暂停的局"],
  Certify: ["Certify dice", "证明骰子"],
  AmendRounds: ["Correct or void rounds", "更正或作废各局"],
  ResolveIncident: ["Resolve incident", "处理事件"],
  Authorise: ["Authorise", "授权"],
  Restart: ["Restart", "重新启动"],
  CommitDice: ["Commit to dice", "预先承诺骰子"],
  RevealDice: ["Reveal dice secret", "公开骰子密值"],
  EnrolTerminal: ["Enrol terminal", "登记终端"],
  NoteClock: ["Record clock change", "记录时钟变动"],
  CheckSoftware: ["Check software", "检查软件"],
  CertifyDice: ["Certify how the dice were seen", "证明骰子所见情况"],
  ConcludeHold: ["Settle held round on dice", "按骰子结算暂停的局"],
  RecordApproval: ["Record approval", "记录批准"],
  TickChecklist: ["Tick checklist", "勾选检查表"],
  InstallDatedDice: ["Install dice", "放入骰子"],
  WithdrawOnBehalf: ["Take back bets for a player", "代玩家取回注码"],
  RetireTable: ["Retire table", "永久停用赌桌"],
  RetireTerminal: ["Retire terminal", "永久停用终端"],
  ReplaceKey: ["Replace key", "更换密钥"],
  CancelCall: ["Cancel call", "取消呼叫"],
  ReturnPlayer: ["Player is back", "玩家已返座"],
  FreeSeat: ["Free the seat", "腾出座位"],
  RequestEnrolment: ["Ask to enrol a terminal", "申请登记终端"],
  EnrolByCode: ["Enrol terminal", "登记终端"],
  ClearTerminal: ["Clear terminal", "清空终端"],
  NotePassword: ["Record password", "记录密码变更"],
  NoteSignIn: ["Record sign-in", "记录登录"],
  NoteSignOut: ["Record sign-out", "记录退出"],
  NoteSelfCheck: ["Record self check", "记录自检"],
  NoteFault: ["Record fault", "记录故障注入"],
  StartCoveredMix: ["Start mix", "开始摇骰"],
  CollectBets: ["Collect losing bets", "收取输注"],
  RecallRounds: ["Recall rounds", "调回旧局"],
  BeginEdition: ["Begin edition of the rules", "启用新版规则"],
  RepairEquipment: ["Record repair of a part", "记录部件维修"],
  ...safety_orders,
  RaiseAlarm: ["Raise alarm", "发出警报"],
  NoteStartClock: ["Record clock at start", "记录启动时钟"],
  CheckParts: ["Check libraries and pages", "检查程序库与页面"],
  ...instrument_orders,
  ...cage_orders,
  LimitLoss: ["Limit own loss", "限定自己的输额"],
  LimitTime: ["Limit own time", "限定自己的时间"],
  TakeBreak: ["Take a break", "休息"],
};
