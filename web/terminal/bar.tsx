// SPDX-License-Identifier: MIT
// Below the felt: money, the tray of chips, and the actions on bets.
import { useSignal, type Signal } from "@preact/signals";
import { Chip } from "../shared/chip";
import { exact, money } from "../shared/money";
import { useTerminal, type TerminalPage } from "./page";
import { t } from "./words";

interface Dragged {
  amount: number;
  x: number;
  y: number;
}
const drag_min = 8; // pixels before a touch is a drag

const spot_at = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest("[data-spot]")?.getAttribute("data-spot") ?? null;

const edge = 56; // pixels at each side of the felt in which a dragged chip scrolls it
const scroll_part = 1 / 6; // of the distance into the edge, in each frame

// Scrolls a felt that is larger than its frame while a chip is held near its edge.
function pan_felt(x: number, y: number): void {
  const felt = document.querySelector(".felt-frame .pan");
  if (!felt) return;
  const { left, right, top, bottom } = felt.getBoundingClientRect();
  if (x < left || x > right || y < top || y > bottom) return;
  const towards = (at: number, from: number, to: number) =>
    (at < from + edge ? at - from - edge : at > to - edge ? at - to + edge : 0) * scroll_part;
  felt.scrollBy(towards(x, left, right), towards(y, top, bottom));
}

// A chip follows the finger from the tray and is bet on the spot where it is released.
function start_drag(
  page: TerminalPage,
  dragged: Signal<Dragged | null>,
  down: PointerEvent,
  amount: number,
): void {
  const { choose_chip, aimed } = page.state;
  const { bet } = page.bets;
  if (down.button !== 0) return;
  (down.target as Element).releasePointerCapture?.(down.pointerId);
  choose_chip(amount);
  let frame = 0;
  const follow = () => {
    const at = dragged.value;
    if (at) {
      pan_felt(at.x, at.y);
      aimed.value = spot_at(at.x, at.y);
    }
    frame = requestAnimationFrame(follow);
  };
  const moved = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
    if (!dragged.value && far < drag_min) return;
    if (!frame) follow();
    dragged.value = { amount, x: event.clientX, y: event.clientY };
  };
  const stop = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    cancelAnimationFrame(frame);
    removeEventListener("pointermove", moved);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
    const spot =
      dragged.value && event.type === "pointerup" ? spot_at(event.clientX, event.clientY) : null;
    dragged.value = null;
    aimed.value = null;
    if (spot) bet(spot, amount);
  };
  addEventListener("pointermove", moved);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
}

function Tray() {
  const page = useTerminal();
  const { chips, chip, currency, choose_chip } = page.state;
  const dragged = useSignal<Dragged | null>(null);
  return (
    <div class="tray" role="group" aria-label={t("chips")}>
      {chips.value.map((amount) => (
        <button
          key={amount}
          class="tray-chip"
          data-chip-size={amount}
          aria-pressed={amount === chip.value}
          aria-label={t("chip_of", money(amount, currency.value))}
          onPointerDown={(event) => start_drag(page, dragged, event, amount)}
          onClick={() => choose_chip(amount)}
        >
          <Chip amount={amount} size={58} />
        </button>
      ))}
      {dragged.value && (
        <div class="dragged" style={{ left: dragged.value.x, top: dragged.value.y }}>
          <Chip amount={dragged.value.amount} size={58} />
        </div>
      )}
    </div>
  );
}

function Money() {
  const page = useTerminal();
  const { shown_money } = page.reveal;
  const { currency, table } = page.state;
  const { last_payout } = page.last_bets;
  const { top_up } = page.bets;
  const { credit, staked } = shown_money.value;
  return (
    <div class="purse">
      <dl class="money">
        <div class="credit">
          <dt>{t("credit")}</dt>
          <dd id="credit" data-amount={credit}>
            <small>{currency.value}</small> {exact(credit)}
          </dd>
        </div>
        <div>
          <dt>{t("staked")}</dt>
          <dd id="staked" data-amount={staked}>
            {exact(staked)}
          </dd>
        </div>
        <div>
          <dt>{t("last_payout")}</dt>
          <dd id="last-payout" data-amount={last_payout.value}>
            {exact(last_payout.value)}
          </dd>
        </div>
      </dl>
      {table.value!.table.training && (
        <button
          class="top-up"
          data-action="top-up"
          onClick={() => void top_up()}
          aria-label={t("top_up_name")}
        >
          <b aria-hidden="true">+</b>
          {t("top_up")}
        </button>
      )}
    </div>
  );
}

function Actions() {
  const page = useTerminal();
  const { is_open, stakes, dialog } = page.state;
  const { actions, undo, clear, rebet, double } = page.bets;
  const { bets: last_bets } = page.last_bets;
  const can = is_open.value;
  const has_bets = stakes.value.size > 0;
  return (
    <div class="actions-bar" role="group" aria-label={t("actions")}>
      <button data-action="undo" disabled={!can || !actions.value.length} onClick={undo}>
        <b aria-hidden="true">↶</b>
        {t("undo")}
      </button>
      <button data-action="clear" disabled={!can || !has_bets} onClick={clear}>
        <b aria-hidden="true">✕</b>
        {t("clear")}
      </button>
      <button data-action="rebet" disabled={!can || !last_bets.value.length} onClick={rebet}>
        <b aria-hidden="true">↻</b>
        {t("rebet")}
      </button>
      <button data-action="double" disabled={!can || !has_bets} onClick={double}>
        <b aria-hidden="true">×2</b>
        {t("double")}
      </button>
      <button
        data-action="favourites"
        onClick={() => {
          dialog.value = { kind: "favourites" };
        }}
      >
        <b aria-hidden="true">★</b>
        {t("favourites")}
      </button>
    </div>
  );
}

export function Bar() {
  return (
    <footer class="bar">
      <Money />
      <Tray />
      <Actions />
    </footer>
  );
}
