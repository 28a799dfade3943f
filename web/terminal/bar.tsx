// SPDX-License-Identifier: MIT
// Below the felt: money, the tray of chips, and the actions on bets.
import { Chip, Stack } from "../shared/chip";
import { exact, money } from "../shared/money";
import { drag_from_tray } from "./drag";
import { useTerminal } from "./page";
import { t } from "./words";

function Eraser() {
  const { eraser } = useTerminal().state;
  return (
    <button
      class="tray-chip eraser"
      data-action="eraser"
      aria-pressed={eraser.value}
      aria-label={t("eraser_name")}
      title={t("eraser_name")}
      onClick={() => {
        eraser.value = !eraser.value;
      }}
    >
      <svg width="40" height="40" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M8.500 20 3 14.500 13.500 4 20.500 11 11.500 20Z" class="rubber" />
        <path d="M3 14.500 8.500 20h3l2.500-2.500-7-7Z" class="sleeve" />
        <path d="M11 20.500h10" class="line" />
      </svg>
      <span>{t("eraser")}</span>
    </button>
  );
}

function Tray() {
  const page = useTerminal();
  const { chips, chip, currency, choose_chip, eraser, dragged } = page.state;
  return (
    <div class="tray" role="group" aria-label={t("chips")}>
      {chips.value.map((amount) => (
        <button
          key={amount}
          class="tray-chip"
          data-chip-size={amount}
          aria-pressed={amount === chip.value && !eraser.value}
          aria-label={t("chip_of", money(amount, currency.value))}
          onPointerDown={(event) => drag_from_tray(page, event, amount)}
          onClick={() => choose_chip(amount)}
        >
          <Chip amount={amount} size={58} />
        </button>
      ))}
      <Eraser />
      {dragged.value && (
        <div class="dragged" style={{ left: dragged.value.x, top: dragged.value.y }}>
          <Stack amount={dragged.value.amount} size={58} />
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
  const { actions, undo, clear, rebet, rebet_double, double } = page.bets;
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
      {has_bets || !last_bets.value.length ? (
        <button data-action="double" disabled={!can || !has_bets} onClick={double}>
          <b aria-hidden="true">×2</b>
          {t("double")}
        </button>
      ) : (
        <button data-action="rebet-double" disabled={!can} onClick={rebet_double}>
          <b aria-hidden="true">↻×2</b>
          {t("rebet_double")}
        </button>
      )}
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
