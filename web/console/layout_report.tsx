// SPDX-License-Identifier: MIT
// The report of where the chips lie after the close, which the server compares with the bets.
import { useSignal } from "@preact/signals";
import { Dialog } from "../shared/dialog";
import { money, read_money } from "../shared/money";
import { moments, orders as order_words } from "../shared/terms";
import { in_language } from "../shared/words";
import { useConsole } from "./context";
import { Actions, submit } from "./equipment_dialogs";
import { give_order } from "./orders";
import { spot_words } from "./spot_words";
import { place_name } from "./state";
import { t } from "./words";

interface Row {
  stay: number;
  spot: string;
  amount: string;
}

export function LayoutDialog() {
  const page = useConsole();
  const { table, places, layout, close_dialog } = page.state;
  const rows = useSignal<Row[]>(
    (table.value?.chips ?? []).map((one) => ({
      stay: one.stay,
      spot: one.spot,
      amount: money(one.stake),
    })),
  );
  const players = (places.value?.places ?? []).filter((one) => one.stay);
  const spots = layout.value?.pay.flatMap((row) => row.spots) ?? [];
  const change = (at: number, to: Partial<Row>) => {
    rows.value = rows.value.map((one, i) => (i === at ? { ...one, ...to } : one));
  };
  const remove = (at: number) => {
    rows.value = rows.value.filter((_, i) => i !== at);
  };
  const add = () => {
    if (players[0] && spots[0])
      rows.value = [...rows.value, { stay: players[0].stay, spot: spots[0], amount: "" }];
  };
  const amounts = rows.value.map((one) => read_money(one.amount) ?? 0);
  const step = table.value?.round?.step;
  const moment =
    step === "illuminate" || step === "collect" || step === "pay" ? "illumination" : "call";
  const send = () =>
    give_order(page, "ReportLayout", {
      moment,
      positions: rows.value.map(({ stay, spot }, i) => ({ stay, spot, amount: amounts[i]! })),
    });
  return (
    <Dialog title={in_language(order_words.ReportLayout)} onclose={close_dialog} wide>
      <form class="stack" onSubmit={submit(page, send, true)}>
        <p>{t("layout_about")}</p>
        <p class="soft">{in_language(moments[moment])}</p>
        {rows.value.map((one, i) => (
          <LaidRow key={i} one={one} onchange={(to) => change(i, to)} onremove={() => remove(i)} />
        ))}
        <button type="button" data-action="add-row" disabled={!players.length} onClick={add}>
          {t("add_row")}
        </button>
        <Actions
          label={in_language(order_words.ReportLayout)}
          ready={amounts.every((amount) => amount > 0)}
        />
      </form>
    </Dialog>
  );
}

interface LaidRowProps {
  one: Row;
  onchange: (to: Partial<Row>) => void;
  onremove: () => void;
}
function LaidRow({ one, onchange, onremove }: LaidRowProps) {
  const page = useConsole();
  const { places, layout } = page.state;
  const players = (places.value?.places ?? []).filter((place) => place.stay);
  const spots = layout.value?.pay.flatMap((row) => row.spots) ?? [];
  return (
    <div class="seen-row">
      <select
        aria-label={t("player_name")}
        value={one.stay}
        onChange={(e) => onchange({ stay: Number(e.currentTarget.value) })}
      >
        {players.map((player) => (
          <option key={player.stay} value={player.stay}>
            {place_name(player)}
          </option>
        ))}
      </select>
      <select
        aria-label={t("spot")}
        name="spot"
        value={one.spot}
        onChange={(e) => onchange({ spot: e.currentTarget.value })}
      >
        {spots.map((spot) => (
          <option key={spot} value={spot}>
            {spot_words(page, spot)}
          </option>
        ))}
      </select>
      <input
        aria-label={t("amount")}
        inputMode="decimal"
        value={one.amount}
        onInput={(e) => onchange({ amount: e.currentTarget.value })}
      />
      <button type="button" class="quiet" aria-label={t("remove_row")} onClick={() => onremove()}>
        ✕
      </button>
    </div>
  );
}
