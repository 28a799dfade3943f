// SPDX-License-Identifier: MIT
// One spot of the felt: its face, the chips on it, and what a touch or a key does.
import { useMemo, useRef } from "preact/hooks";
import { ChipStack } from "./chip";
import { Face } from "./felt_face";
import { bring_into_view, on_spot_key } from "./felt_keys";
import { is_fingertip, plan_of, touch_radius, type Plan } from "./felt_plan";
import type { Box, FeltProps } from "./felt_props";
import { t } from "./felt_words";
import { useLongPress } from "./long_press";
import { money } from "./money";
import { parts_of, pay_of, spot_name } from "./rules";
import { in_language, language } from "./words";

const double_tap_milliseconds = 400;

// Tells the second tap of a double tap on a chip, which must not bet on the field below the chip.
export class TakenBack {
  private last = { spot: "", at: -Infinity };

  mark(spot: string): void {
    this.last = { spot, at: performance.now() };
  }
  is_recent(spot: string): boolean {
    return this.last.spot === spot && performance.now() - this.last.at < double_tap_milliseconds;
  }
}

interface SpotProps {
  spot: string;
  box: Box;
  felt: FeltProps;
  caption: string;
  is_stop: boolean; // whether the Tab key stops here
  pixel: number; // the size of a screen pixel in the units of the felt
  taken_back: TakenBack;
  onfocus: (spot: string) => void;
}

// Draws a spot anew only if something of its own has changed: one chip must not cost a hundred
// spots. Handlers read the latest properties when they are called.
export function Spot({ felt, onfocus, ...own }: SpotProps) {
  const { spot, box, caption, is_stop, pixel } = own;
  const now = useRef({ felt, onfocus });
  now.current = { felt, onfocus };
  const shown = [
    felt.layout,
    felt.stakes?.get(spot),
    felt.others?.get(spot),
    felt.payouts?.get(spot),
    felt.winning?.has(spot),
    felt.swept,
    Boolean(felt.winning?.size),
    felt.aimed === spot,
    felt.flashes?.get(spot),
    felt.live,
  ];
  return useMemo(
    () => <DrawnSpot {...own} felt={felt} latest={() => now.current} />,
    [spot, box.x, box.y, box.w, box.h, caption, is_stop, pixel, language.value, ...shown],
  );
}

function classes_of(felt: FeltProps, spot: string): string {
  const won = felt.winning?.has(spot);
  return [
    "spot",
    won && "won",
    felt.winning?.size && !won && "lost-light",
    felt.swept && !won && "swept",
    felt.aimed === spot && "aimed",
    felt.flashes?.has(spot) && `flash-${felt.flashes.get(spot)}`,
  ]
    .filter(Boolean)
    .join(" ");
}

function label_of(felt: FeltProps, spot: string, odds: string): string {
  const parts = [spot_name(felt.layout, spot, in_language), t("pays", odds)];
  const own = felt.stakes?.get(spot);
  const others = felt.others?.get(spot);
  const payout = felt.payouts?.get(spot);
  if (own) parts.push(t("staked", money(own)));
  if (others) parts.push(t("others", money(others)));
  if (felt.winning?.has(spot)) parts.push(t("winning"));
  if (payout) parts.push(t("paid", money(payout)));
  return parts.join(", ");
}

interface DrawnProps extends Omit<SpotProps, "onfocus"> {
  latest: () => Pick<SpotProps, "felt" | "onfocus">;
}
function DrawnSpot(props: DrawnProps) {
  const { spot, box, felt, caption, is_stop, pixel, taken_back, latest } = props;
  const odds = pay_of(felt.layout, spot)?.odds ?? [];
  const own = felt.stakes?.get(spot) ?? 0;
  const others = felt.others?.get(spot) ?? 0;
  const payout = felt.payouts?.get(spot) ?? 0;
  const press = useLongPress(() => latest().felt.onspotinfo?.(spot));
  const on = { own: own > 0, others: others > 0, captioned: caption !== "" };
  const plan = plan_of(spot, box, odds, pixel, on);
  const take_back = (event: Event) => {
    const { onstake, live } = latest().felt;
    if (!onstake || !live) return;
    event.stopPropagation();
    if (press.taken() || taken_back.is_recent(spot)) return;
    taken_back.mark(spot);
    onstake(spot);
  };
  return (
    <g
      class={classes_of(felt, spot)}
      data-spot={spot}
      role="button"
      tabindex={is_stop ? 0 : -1}
      aria-disabled={felt.live ? undefined : true}
      aria-label={label_of(felt, spot, odds.join(", "))}
      onClick={() => {
        if (!press.taken() && !taken_back.is_recent(spot)) latest().felt.onspot?.(spot);
      }}
      onFocus={(event) => {
        latest().onfocus(spot);
        bring_into_view(event.currentTarget);
      }}
      onKeyDown={(event) => on_spot_key(event, spot, latest().felt)}
      {...press.handlers}
    >
      <rect class="cell" x={box.x} y={box.y} width={box.w} height={box.h} />
      <Face
        spot={spot}
        box={box}
        plan={plan}
        caption={caption}
        layout={felt.layout}
        pixel={pixel}
      />
      {felt.winning?.has(spot) && (
        <Star box={box} low={parts_of(spot).digits !== ""} k={mark_scale(spot, box)} />
      )}
      <OthersAndPaid box={box} plan={plan} others={others} won={payout - own} />
      {own > 0 && (
        <OwnChip
          amount={own}
          plan={plan}
          pixel={pixel}
          adds_always={felt.adds_always ?? false}
          ontakeback={take_back}
          onpress={(event) => latest().felt.ondragstake?.(spot, event)}
        />
      )}
      {payout > 0 && <PayoutPlate amount={payout} box={box} k={mark_scale(spot, box)} />}
    </g>
  );
}

// What other players have on the spot, and what the house has paid for the player's own stake.
function OthersAndPaid({ box, plan, others, won }: OthersAndPaidProps) {
  const { r, chip } = plan;
  return (
    <>
      {others > 0 && (
        <ChipStack amount={others} x={box.x + r * 0.9 + 2} y={chip.y} r={r * 0.9} faint />
      )}
      {won > 0 && (
        <g class="paid-chip">
          <ChipStack amount={won} x={box.x + r + 3 + (others > 0 ? r * 1.4 : 0)} y={chip.y} r={r} />
        </g>
      )}
    </>
  );
}
interface OthersAndPaidProps {
  box: Box;
  plan: Plan;
  others: number;
  won: number;
}

// Words fill a low spot, as on a telephone: marks are smaller there.
const mark_scale = (spot: string, box: Box): number =>
  parts_of(spot).digits ? 1 : Math.min(1, Math.max(0.6, box.h / 80));

function Star({ box, low, k }: { box: Box; low: boolean; k: number }) {
  const y = low ? box.h * 0.62 : 11 * k;
  return (
    <path
      class="star"
      transform={`translate(${box.x + 10 * k} ${box.y + y}) scale(${k})`}
      d="M0-8 2-2.5 8-2.5 3.2 1 5 7 0 3.5-5 7-3.2 1-8-2.5-2-2.5Z"
    />
  );
}

interface OwnChipProps {
  amount: number;
  plan: Plan;
  pixel: number;
  adds_always: boolean;
  ontakeback: (event: Event) => void;
  onpress: (event: PointerEvent) => void;
}
// Where every touch of a spot shall add a chip, one on a chip takes it back only if a finger can't
// miss the chip.
function OwnChip({ amount, plan, pixel, adds_always, ontakeback, onpress }: OwnChipProps) {
  const { chip, r } = plan;
  return (
    <g data-chip={amount} class="own-chip" onPointerDown={onpress}>
      <ChipStack amount={amount} x={chip.x} y={chip.y} r={r} />
      <circle
        class="chip-area"
        cx={chip.x}
        cy={chip.y}
        r={adds_always ? r : touch_radius(r, pixel)}
        onClick={!adds_always || is_fingertip(r, pixel) ? ontakeback : undefined}
      />
    </g>
  );
}

function PayoutPlate({ amount, box, k }: { amount: number; box: Box; k: number }) {
  const text = money(amount);
  const w = Math.min(box.w - 2, (text.length * 9 + 10) * k);
  const x = box.x + box.w - w / 2 - 2;
  const is_beside = box.h > 110 || box.w > 110 || k < 0.8;
  const y = box.y + (is_beside ? 14 * k : box.h * 0.6); // beside the print, or below
  return (
    <g>
      <rect
        class="payout-plate"
        x={x - w / 2}
        y={y - 11 * k}
        width={w}
        height={22 * k}
        rx={6 * k}
      />
      <text class="payout-amount" x={x} y={y} font-size={Math.min(15 * k, (w / text.length) * 1.6)}>
        {text}
      </text>
    </g>
  );
}
