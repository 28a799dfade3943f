// SPDX-License-Identifier: MIT
// Small parts of several pages: the training banner, the connection, switches, clock, countdown.
import { useEffect, useRef } from "preact/hooks";
import type { TableTopic } from "../generated/protocol";
import type { Client } from "./client";
import { play, switch_sound, volume, volumes } from "./sound";
import { tick } from "./tick";
import { choose_language, language, texts } from "./words";
import "./widgets.css";

const t = texts({
  training_dice: ["TRAINING: play credit, simulated dice", "训练：练习筹码，模拟骰子"],
  training: ["TRAINING: play credit", "训练：练习筹码"],
  lost: [
    "Connection lost. Bets that were accepted stand. Trying again…",
    "连接中断。已接受的注码有效。正在重新连接…",
  ],
  connecting: ["Connecting…", "正在连接…"],
  taken_over: ["This place is open in another window.", "此座位已在另一窗口打开。"],
  enrolled_anew: [
    "This terminal was enrolled again with another key. Call an attendant.",
    "此终端已用另一密钥重新登记。请呼叫服务人员。",
  ],
  sound: ["Sound: {0}", "声音：{0}"],
  off: ["off", "关"],
  low: ["low", "低"],
  medium: ["medium", "中"],
  high: ["high", "高"],
  seconds_left: ["{0} {0:second|seconds} left to bet", "剩余{0}秒下注"],
  betting_open: ["Betting is open", "下注中"],
  betting_closed: ["Betting is closed", "已停止下注"],
});

export function TrainingBanner({ about }: { about: TableTopic["table"] }) {
  if (!about.training) return null;
  return (
    <div class="training" role="note">
      {about.tumbler === "simulated" ? t("training_dice") : t("training")}
    </div>
  );
}

export function ConnectionNotice({ client }: { client: Client }) {
  const status = client.status.value;
  if (status === "open") return null;
  return (
    <div class={`connection ${status}`} role="alert">
      {t(status)}
    </div>
  );
}

// The text of a window whose place another window, or another key, has taken over.
export const taken_over_text = (enrolled_anew = false): string =>
  t(enrolled_anew ? "enrolled_anew" : "taken_over");

export function LanguageSwitch() {
  const other = language.value === "en" ? "zh" : "en";
  return (
    <button
      class="quiet"
      onClick={() => choose_language(other)}
      lang={other === "zh" ? "zh-Hans" : "en"}
      data-language={other}
    >
      {other === "zh" ? "中文" : "English"}
    </button>
  );
}

export function SoundSwitch() {
  const name = t("sound", t(volume.value));
  const waves = volumes.indexOf(volume.value);
  return (
    <button
      class="quiet"
      data-action="sound"
      data-volume={volume.value}
      aria-label={name}
      title={name}
      onClick={switch_sound}
    >
      <svg
        width="22"
        height="22"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        aria-hidden="true"
      >
        <path d="M4 9v6h4l5 4V5L8 9z" fill="currentColor" />
        {waves === 0 && <path d="m16 9 5 6m0-6-5 6" />}
        {waves > 0 && <path d="M15.500 9.500a3.500 3.500 0 0 1 0 5" />}
        {waves > 1 && <path d="M18 7.500a6.500 6.500 0 0 1 0 9" />}
        {waves > 2 && <path d="M20.500 5.500a9.500 9.500 0 0 1 0 13" />}
      </svg>
    </button>
  );
}

export function Clock({ client }: { client: Client }) {
  void tick.value;
  const now = new Date(client.now());
  const two = (n: number) => String(n).padStart(2, "0");
  return <time class="clock">{`${two(now.getHours())}:${two(now.getMinutes())}`}</time>;
}

// Whether the time to bet is over and betting still open: the dice are mixed before betting closes,
// and it closes by itself once they are. Until then bets are accepted.
export function waits_for_mix(client: Client, round: TableTopic["round"]): boolean {
  void tick.value;
  if (!round?.betting || !round.closes_at || round.next === "close") return false;
  return client.now() >= round.closes_at;
}

// Whole seconds until betting closes; null while nothing counts down.
export function seconds_left(client: Client, round: TableTopic["round"]): number | null {
  void tick.value;
  if (!round?.betting || !round.closes_at || waits_for_mix(client, round)) return null;
  return Math.max(0, Math.ceil((round.closes_at - client.now()) / 1000));
}

const ring_radius = 43; // of 50
const ring_length = 2 * Math.PI * ring_radius;

export function Countdown({
  client,
  table,
  size = 72,
}: {
  client: Client;
  table: TableTopic;
  size?: number;
}) {
  const left = seconds_left(client, table.round);
  const all_seconds = table.table.betting_seconds || 1;
  const urgent = left !== null && left <= 5;
  const ticked = useRef(left);
  useEffect(() => {
    if (urgent && left !== ticked.current) play("tick");
    ticked.current = left;
  }, [left]);
  const part = left === null ? 0 : Math.min(1, left / all_seconds);
  const open = Boolean(table.round?.betting);
  const shown = open && left === null ? 1 : part;
  const text =
    left !== null ? t("seconds_left", left) : open ? t("betting_open") : t("betting_closed");
  return (
    <div
      class={`countdown ${urgent ? "urgent" : ""} ${open ? "open" : ""}`}
      style={{ width: size, height: size }}
      role="timer"
      aria-label={text}
      title={text}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle cx="50" cy="50" r={ring_radius} class="track" />
        <circle
          cx="50"
          cy="50"
          r={ring_radius}
          class="left"
          stroke-dasharray={`${shown * ring_length} ${ring_length + 1}`}
          transform="rotate(-90 50 50)"
        />
      </svg>
      <span aria-hidden="true">{left !== null ? left : open ? "●" : "–"}</span>
    </div>
  );
}
