// SPDX-License-Identifier: MIT
// One spot of the felt: its face, the chips on it, and what a touch or a key does.
import { useMemo, useRef } from "preact/hooks";
import { ChipStack, shorter } from "./chip";
import { Face } from "./felt_face";
import { bring_into_view, on_spot_key } from "./felt_keys";
import {
  beside_own,
  handle_of,
  is_fingertip,
  plan_of,
  type OnSpot,
  type Plan,
  type Point,
} from "./felt_plan";
import type { Box, FeltProps } from "./felt_props";
import { margin } from "./felt_size";
import { ems } from "./felt_text";
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

// Draws a spot again only if something of its own has changed: one chip must not cost a hundred
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
    felt.paid?.get(spot),
    felt.others_paid?.get(spot),
    felt.winning?.has(spot),
    felt.swept,
    Boolean(felt.winning?.size),
    felt.aimed === spot,
    felt.lifted === spot,
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
    felt.lifted === spot && "lifted",
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
  if (felt.lifted === spot) parts.push(t("lifted"));
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
  const on: OnSpot = {
    own: own > 0,
    others: others > 0,
    paid: payout > 0,
    captioned: caption !== "",
  };
  const plan = plan_of(spot, box, odds, pixel, on);
  const has_corner = !parts_of(spot).digits && !plan.sum; // for the star, beside a name
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
      style={payout || felt.paid ? { "--to-dealer": `${-(box.y + box.h + margin)}px` } : undefined}
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
      {felt.winning?.has(spot) && (!payout || has_corner) && (
        <Star spot={spot} box={box} pixel={pixel} />
      )}
      <OthersAndPaid felt={felt} spot={spot} box={box} plan={plan} on={on} />
      {own > 0 && (
        <OwnChip
          amount={own}
          plan={plan}
          box={box}
          pixel={pixel}
          adds_always={felt.adds_always ?? false}
          ontakeback={take_back}
          onpress={(event) => latest().felt.ondragstake?.(spot, event)}
        />
      )}
      <Sums own={own} payout={payout} plan={plan} box={box} starred={!has_corner} />
    </g>
  );
}

// The stake, where it can't be read on its stack; and in its place what was paid.
function Sums({ own, payout, plan, box, starred }: SumsProps) {
  const { sum, plate } = plan;
  if (payout) {
    const text = `${starred ? "★ " : ""}${money(payout)}`;
    return <Sum class="payout" text={text} at={plate} box={box} size={plate.size} />;
  }
  return sum && own ? <Sum class="sum" text={shorter(own)} at={sum} size={sum.size} /> : null;
}
interface SumsProps {
  own: number;
  payout: number;
  plan: Plan;
  box: Box;
  starred: boolean; // what was paid has the star that marks a winning spot
}

// What other players have on the spot, and what the house has paid for stakes on it.
function OthersAndPaid({ felt, spot, box, plan, on }: OthersAndPaidProps) {
  const { r, count } = plan;
  const bare = plan.sum !== null;
  const others = felt.others?.get(spot) ?? 0;
  const own_paid = (felt.payouts?.get(spot) ?? 0) - (felt.stakes?.get(spot) ?? 0);
  const won = felt.paid?.get(spot) ?? own_paid;
  const others_won = felt.others_paid?.get(spot) ?? 0;
  const at = beside_own(box, plan, on);
  const stack = { r: r * 0.9, count, bare };
  return (
    <>
      {others_won > 0 && (
        <g class="paid-chip" data-others-paid={others_won}>
          <ChipStack amount={others_won} {...at.others_paid} {...stack} faint bare />
        </g>
      )}
      {others > 0 && (
        <g class="others-chip" data-others={others}>
          <ChipStack amount={others} {...at.others} {...stack} faint />
        </g>
      )}
      {won > 0 && (
        <g class="paid-chip" data-paid={won}>
          <ChipStack amount={won} {...at.paid} {...stack} r={r} bare={bare || Boolean(felt.paid)} />
        </g>
      )}
    </>
  );
}
interface OthersAndPaidProps {
  felt: FeltProps;
  spot: string;
  box: Box;
  plan: Plan;
  on: OnSpot;
}

// Where nothing is printed: in the corner beside a name, else beside the odds, and above them on
// the low spots of a telephone. Where that is full, what was paid has the star.
function Star({ spot, box, pixel }: { spot: string; box: Box; pixel: number }) {
  const is_name = !parts_of(spot).digits;
  const is_low = box.h < 70 * pixel;
  const k = is_low ? 0.5 * pixel : box.w < 70 * pixel ? 0.6 * pixel : 1;
  const y = is_name ? 11 * k : is_low ? box.h * 0.6 : box.h - 10 * k;
  return (
    <path
      class="star"
      transform={`translate(${box.x + (is_low ? 9 : 10) * k} ${box.y + y}) scale(${k})`}
      d="M0-8 2-2.5 8-2.5 3.2 1 5 7 0 3.5-5 7-3.2 1-8-2.5-2-2.5Z"
    />
  );
}

interface OwnChipProps {
  amount: number;
  plan: Plan;
  box: Box;
  pixel: number;
  adds_always: boolean;
  ontakeback: (event: Event) => void;
  onpress: (event: PointerEvent) => void;
}
// Where every touch of a spot shall add a chip, one on a chip takes it back only if a finger can't
// miss the chip.
function OwnChip({ amount, plan, box, pixel, adds_always, ontakeback, onpress }: OwnChipProps) {
  const { chip, r, count, sum } = plan;
  const handle = handle_of(box, plan, pixel, adds_always);
  return (
    <g data-chip={amount} class="own-chip" onPointerDown={onpress}>
      <ChipStack amount={amount} x={chip.x} y={chip.y} r={r} count={count} bare={sum !== null} />
      <rect
        class="chip-area"
        x={handle.x}
        y={handle.y}
        width={handle.w}
        height={handle.h}
        onClick={!adds_always || is_fingertip(r, pixel) ? ontakeback : undefined}
      />
    </g>
  );
}

// An amount on a plate: beside a stack that is too small for it, or what was paid.
function Sum({ class: name, text, at, box, size }: SumProps) {
  const wide = (ems(text) + 0.7) * size;
  const w = box ? Math.min(wide, box.w - 2) : wide;
  const h = size * 1.25;
  return (
    <g class={`${name}-of`}>
      <rect
        class={`${name}-plate`}
        x={at.x - w}
        y={at.y - h / 2}
        width={w}
        height={h}
        rx={h * 0.3}
      />
      <text class={`${name}-amount`} x={at.x - w / 2} y={at.y} font-size={(size * w) / wide}>
        {text}
      </text>
    </g>
  );
}
interface SumProps {
  class: "sum" | "payout";
  text: string;
  at: Point; // the right end and the middle
  box?: Box; // which it must not exceed
  size: number;
}
