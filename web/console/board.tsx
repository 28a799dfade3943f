// SPDX-License-Identifier: MIT
// The felt that players share: everybody's chips, and bets that staff place for a player.
import { useMemo } from "preact/hooks";
import { Chip, ChipSizes, stack_sizes } from "../shared/chip";
import { Dialog } from "../shared/dialog";
import { Felt } from "../shared/felt";
import { fit_line, note_bytes_max } from "../shared/fields";
import { money, short } from "../shared/money";
import { reason_text } from "../shared/reasons";
import { useConsole, type ConsolePage } from "./context";
import { give_order } from "./orders";
import { PaymentList } from "./payment_list";
import { sum_by_spot } from "./shared_felt";
import { spot_words } from "./spot_words";
import { t } from "./words";

async function bet(page: ConsolePage, spot: string): Promise<void> {
  const { seat, chosen_chip, sizes, instruction, keep_choice } = page.felt;
  const { show_message } = page.state;
  const player = seat.value;
  if (!player) return show_message(() => t("choose_player"), "bad");
  keep_choice();
  const amount = chosen_chip.value || sizes.value[0]!;
  // In the player's words; without them the console writes what was asked for.
  const words =
    instruction.value.trim() ||
    t("instruction_written", player.player ?? "", money(amount), spot_words(page, spot));
  const reply = await give_order(
    page,
    "PlaceBets",
    { stay: player.stay, bets: [{ spot, amount }], instruction: words },
    true,
  );
  const one = reply?.bets?.find((done) => done.accepted < done.asked);
  if (one)
    show_message(
      () =>
        t(
          "partly",
          spot_words(page, spot),
          money(one.accepted),
          money(one.asked),
          one.reason ? reason_text(one.reason) : "",
        ),
      "bad",
    );
}
const take_back = (page: ConsolePage, spot: string): void => {
  const { seat, instruction, keep_choice } = page.felt;
  if (!seat.value) return;
  keep_choice();
  const { stay, player } = seat.value;
  const words =
    instruction.value.trim() || t("take_back_written", player ?? "", spot_words(page, spot));
  void give_order(page, "WithdrawOnBehalf", { stay, bets: [{ spot }], instruction: words }, true);
};

export function Board() {
  const page = useConsole();
  const { table, layout, can_act } = page.state;
  const { chips, seat } = page.felt;
  const { round, status, table: about } = table.value!;
  const { chip, limit } = about;
  const stacked = useMemo(() => stack_sizes(chip, limit.min), [chip, limit.min]);
  const betting = Boolean(round?.betting);
  const keyed = about.chip_mode === "tracked"; // else nobody knows which chips lie here
  // Its place stays free until the rules have arrived.
  if (!layout.value) return <section class="board" />;
  // Unless somebody can act here it shows no names and no money.
  if (!can_act.value)
    return (
      <section class="board">
        <Felt
          layout={layout.value}
          stakes={new Map()}
          live={false}
          onspot={() => {}}
          shape={[0.5, 1.9]}
          field_min={44.2}
        />
      </section>
    );
  const own = sum_by_spot(chips.value.filter((one) => one.stay === seat.value?.stay));
  const others = sum_by_spot(chips.value.filter((one) => one.stay !== seat.value?.stay));
  const winning = status.phase === "playing" && round?.roll ? new Set(round.winning) : undefined;
  return (
    <section class="board">
      {keyed && <Bettors />}
      {keyed && <Differences />}
      <ChipSizes.Provider value={stacked}>
        <Felt
          layout={layout.value}
          stakes={own}
          others={others}
          winning={winning}
          live={betting && keyed}
          onspot={(spot) => (betting && seat.value ? void bet(page, spot) : show_whose(page, spot))}
          onstake={(one) => take_back(page, one)}
          onspotinfo={(one) => show_whose(page, one)}
          shape={[0.5, 1.9]}
          field_min={44.2}
        />
      </ChipSizes.Provider>
      <PaymentList />
    </section>
  );
}

// For whom staff bet, with which chip, and on which instruction.
function Bettors() {
  const { seat, choose_stay, keep_choice, seats, sizes, chosen_chip, instruction } =
    useConsole().felt;
  return (
    <div class={`bettors ${seat.value ? "chosen" : ""}`}>
      <label class="bettor">
        <span class="hidden">{t("bet_for")}</span>
        <select
          name="bettor"
          value={seat.value?.stay ?? 0}
          onChange={(e) => choose_stay(Number(e.currentTarget.value))}
        >
          <option value={0}>{t("bet_for_nobody")}</option>
          {seats.value
            .filter((one) => !one.away)
            .map((one) => (
              <option key={one.stay} value={one.stay}>
                {t("bet_for")} {one.player} · {money(one.credit)}
              </option>
            ))}
        </select>
      </label>
      <div class="chips" role="group" aria-label={t("amount")}>
        {sizes.value.map((one) => (
          <button
            key={one}
            class="chip-button"
            data-chip-size={one}
            aria-label={t("chip", short(one))}
            aria-pressed={(chosen_chip.value || sizes.value[0]) === one}
            onClick={() => {
              chosen_chip.value = one;
              if (seat.value) keep_choice();
            }}
          >
            <Chip amount={one} size={38} />
          </button>
        ))}
      </div>
      <label class="instruction">
        <span class="hidden">{t("instruction")}</span>
        <input
          name="instruction"
          placeholder={t("instruction")}
          value={instruction.value}
          onInput={({ currentTarget }) => {
            currentTarget.value = instruction.value = fit_line(currentTarget.value, note_bytes_max);
            if (seat.value) keep_choice();
          }}
        />
      </label>
    </div>
  );
}

function Differences() {
  const page = useConsole();
  const { differences } = page.felt;
  const all = differences.value;
  if (!all.length) return null;
  return (
    <div class="differences">
      {all.map(({ spots, stakes, apart, max, over }) => (
        <span key={spots[0]} class={`tag ${over ? "bad" : "good"}`} data-difference={spots[0]}>
          {t(
            "difference",
            ...spots.flatMap((spot, i) => [spot_words(page, spot), money(stakes[i]!)]),
            money(apart),
            money(max),
          )}{" "}
          · {over ? t("over_limit") : t("within")}
        </span>
      ))}
    </div>
  );
}

// Whose chips lie on a spot.
function WhoseDialog({ spot }: { spot: string }) {
  const page = useConsole();
  const { chips, seat } = page.felt;
  const { close_dialog, table } = page.state;
  const here = chips.value.filter((one) => one.spot === spot);
  return (
    <Dialog title={spot_words(page, spot)} onclose={close_dialog}>
      {!here.length && <p class="soft">{t("no_bets")}</p>}
      {table.value?.round?.betting && !seat.value && <p>{t("choose_player")}</p>}
      <table class="limits">
        <tbody>
          {here.map((one) => (
            <tr key={one.stay}>
              <th scope="row">{one.player}</th>
              <td class="number">{money(one.stake)}</td>
            </tr>
          ))}
          {here.length > 1 && (
            <tr>
              <th scope="row">{t("all_staked")}</th>
              <td class="number">
                <b>{money(here.reduce((sum, one) => sum + one.stake, 0))}</b>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </Dialog>
  );
}
const show_whose = (page: ConsolePage, spot: string): void =>
  page.state.open_dialog(() => <WhoseDialog spot={spot} />);
