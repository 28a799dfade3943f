// What several pages show: the training banner, the language, the countdown, the road, dialogs.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { TableTopic } from "../generated/protocol";
import type { Client } from "./client";
import { bead_of, is_triple, read_roll, total_of } from "./rules";
import { play, sound_on, switch_sound } from "./sound";
import { choose_language, language, texts } from "./words";
import "./parts.css";

const t = texts({
  training_dice: ["TRAINING: play credit, simulated dice", "训练：练习筹码，模拟骰子"],
  training: ["TRAINING: play credit", "训练：练习筹码"],
  lost: [
    "Connection lost. Bets that were accepted stand. Trying again…",
    "连接中断。已接受的注码有效。正在重新连接…",
  ],
  connecting: ["Connecting…", "正在连接…"],
  elsewhere: ["This place is open in another window.", "此座位已在另一窗口打开。"],
  sound: ["Sound", "声音"],
  close: ["Close", "关闭"],
  seconds_left: ["{0} seconds left to bet", "剩余{0}秒下注"],
  betting_open: ["Betting is open", "下注中"],
  betting_closed: ["Betting is closed", "已停止下注"],
  big: ["Big", "大"],
  small: ["Small", "小"],
  triple: ["Triple", "围"],
  void: ["Void", "作废"],
  big_letter: ["B", "大"],
  small_letter: ["S", "小"],
  triple_letter: ["T", "围"],
  road: ["Last results, oldest first", "近期结果，由旧到新"],
  nothing_yet: ["No results yet", "暂无结果"],
});

// The server's time, for whatever counts down or shows a clock.
export const tick = signal(Date.now());
setInterval(() => {
  tick.value = Date.now();
}, 200);

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
  return (
    <button
      class="quiet"
      aria-pressed={sound_on.value}
      aria-label={t("sound")}
      title={t("sound")}
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
        {sound_on.value ? (
          <path d="M16 8.500a5 5 0 0 1 0 7M18.500 6a8.500 8.500 0 0 1 0 12" />
        ) : (
          <path d="m16 9 5 6m0-6-5 6" />
        )}
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

// Whole seconds until the close; null while nothing counts down.
export function seconds_left(client: Client, round: TableTopic["round"]): number | null {
  void tick.value;
  if (!round?.betting || !round.closes_at) return null;
  return Math.max(0, Math.ceil((round.closes_at - client.now()) / 1000));
}

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
  const whole = table.table.betting_seconds || 1;
  const urgent = left !== null && left <= 5;
  const ticked = useRef(left);
  useEffect(() => {
    if (urgent && left !== ticked.current) play("tick");
    ticked.current = left;
  }, [left]);
  const part = left === null ? 0 : Math.min(1, left / whole);
  const open = Boolean(table.round?.betting);
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
        <circle cx="50" cy="50" r="43" class="track" />
        <circle
          cx="50"
          cy="50"
          r="43"
          class="left"
          stroke-dasharray={`${(open && left === null ? 1 : part) * 270.2} 271`}
          transform="rotate(-90 50 50)"
        />
      </svg>
      <span aria-hidden="true">{left !== null ? left : open ? "●" : "–"}</span>
    </div>
  );
}

// Oldest first; the server tells the newest first.
export type Bead = {
  kind: "big" | "small" | "triple" | "void";
  total: number | null;
  roll: number[] | null;
};
export function beads_of(results: TableTopic["results"]): Bead[] {
  return [...results.rolls].reverse().map((text) => {
    if (!text) return { kind: "void", total: null, roll: null };
    const roll = read_roll(text);
    return { kind: bead_of(roll), total: total_of(roll), roll };
  });
}

// The bead road: columns of six, oldest first. A letter says what the colour says.
export function Road({
  results,
  columns = 10,
}: {
  results: TableTopic["results"];
  columns?: number;
}) {
  const all = beads_of(results);
  const before = Math.max(0, results.last - all.length);
  const lead = (6 - (before % 6)) % 6; // a round keeps its row while older ones drop out
  const skip = lead + Math.max(0, Math.ceil((all.length - lead) / 6) - columns) * 6;
  const shown = all.slice(skip);
  return (
    <ol class="road" aria-label={t("road")} style={{ "--columns": columns }}>
      {shown.map((bead, i) => (
        <li
          key={before + skip + i}
          class={`bead ${bead.kind}`}
          title={bead.roll ? `${bead.roll.join(" ")} = ${bead.total}` : t("void")}
        >
          <span aria-hidden="true">{bead.kind === "void" ? "–" : t(`${bead.kind}_letter`)}</span>
          <span class="hidden">
            {bead.roll ? `${t(bead.kind)}, ${bead.roll.join(" ")}` : t("void")}
          </span>
        </li>
      ))}
      {!all.length && <li class="empty">{t("nothing_yet")}</li>}
    </ol>
  );
}

export const says_triple = (roll: readonly number[]): string =>
  is_triple(roll) ? t("triple") : total_of(roll) >= 11 ? t("big") : t("small");

interface DialogProps {
  title: string;
  onclose: () => void;
  children: ComponentChildren;
  wide?: boolean;
  head?: ComponentChildren;
}
export function Dialog({ title, onclose, children, wide = false, head }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // The first thing in it has the focus, and not what closes it.
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current
      ?.querySelector<HTMLElement>(
        "[autofocus], .body :is(input, textarea, select, button, a):not(:disabled)",
      )
      ?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={wide ? "wide" : ""}
      aria-label={title}
      onClose={() => {
        if (dialog.current?.isConnected) onclose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <header>
        <h2>{title}</h2>
        {head}
        <button class="quiet" onClick={() => dialog.current?.close()} aria-label={t("close")}>
          ✕
        </button>
      </header>
      <div class="body">{children}</div>
    </dialog>
  );
}

// Without a number it is the first table; one that is no number is no table either.
const no_table = 4_294_967_295;
export const table_asked = (): string => new URLSearchParams(location.search).get("table") ?? "1";
export const table_number = (): number => {
  const asked = Number(table_asked() || NaN);
  return Number.isInteger(asked) && asked > 0 && asked < no_table ? asked : no_table;
};
