// The felt of a layout, drawn from its geometry to fill the place it is given. Where fingers would be too
// thick for it, it is drawn larger than its place and is panned there.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { ChipFace } from "./chip";
import { DieFace } from "./dice";
import { margin, size_in, tops_of, unit, type Size } from "./felt_size";
import { money } from "./money";
import { faces_of, parts_of, pay_of, spot_name, type Group, type Layout } from "./rules";
import { language, named, texts, type Text } from "./words";
import "./felt.css";

const captions: Record<string, Text> = {
  "except for any triple": ["except for any triple", "围骰除外"],
  "11 to 17, except for any triple": ["11 to 17, except for any triple", "11至17点，围骰除外"],
  "4 to 10, except for any triple": ["4 to 10, except for any triple", "4至10点，围骰除外"],
  "loses if any triple appears": ["loses if any triple appears", "遇围骰则输"],
  "11 to 17, loses if any triple appears": [
    "11 to 17, loses if any triple appears",
    "11至17点，遇围骰则输",
  ],
  "4 to 10, loses if any triple appears": [
    "4 to 10, loses if any triple appears",
    "4至10点，遇围骰则输",
  ],
  "1 wins 1, 2, 12 on one, two, three dice": [
    "one die 1 : 1 · two dice 2 : 1 · three dice 12 : 1",
    "一骰1赔1，两骰1赔2，三骰1赔12",
  ],
  "1 wins 1, 2, 3 on one, two, three dice": [
    "one die 1 : 1 · two dice 2 : 1 · three dice 3 : 1",
    "一骰1赔1，两骰1赔2，三骰1赔3",
  ],
  "1 wins 50": ["pays 50 : 1", "1赔50"],
  "1 wins 30": ["pays 30 : 1", "1赔30"],
};
const t = texts({
  pays: ["pays {0} to 1", "1赔{0}"],
  staked: ["{0} staked", "已下注{0}"],
  paid: ["paid {0}", "派彩{0}"],
  winning: ["winning", "中奖"],
  others: ["{0} of others", "他人{0}"],
  felt: ["Betting layout", "下注台面"],
});

export interface Stake {
  amount: number;
  faint?: boolean;
}
export interface FeltProps {
  layout: Layout;
  stakes?: ReadonlyMap<string, number>; // one's own
  others?: ReadonlyMap<string, number>; // of everybody else at a shared felt
  wins?: ReadonlyMap<string, number>; // what came back on a spot, its stake included
  winning?: ReadonlySet<string>;
  flashes?: ReadonlyMap<string, "good" | "bad">;
  aimed?: string | null; // over which a chip is dragged
  live?: boolean; // whether it can be bet on
  onspot?: (spot: string) => void;
  onstake?: (spot: string) => void; // the chip itself, to take it back
  onspotinfo?: (spot: string) => void; // a long press, or the right button
  shape?: [least: number, most: number]; // height of a row in units of a column's width
  touch?: number; // pixels that each field has at least; the felt is panned if need be
}

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export function Felt(props: FeltProps) {
  const { layout, touch = 0 } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [least, most] = props.shape ?? [0.7, 1.9];
  const [size, set_size] = useState<Size>(() =>
    size_in(layout.felt, { width: 1200, height: 600 }, [least, most], touch),
  );
  const [entry, set_entry] = useState("");
  useLayoutEffect(() => {
    const measure = () => {
      const { offsetWidth: width, offsetHeight: height } = frame.current!;
      if (width && height)
        set_size(size_in(layout.felt, room_in(width, height, layout, touch), [least, most], touch));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(frame.current!);
    return () => watch.disconnect();
  }, [layout, least, most, touch]);
  useLayoutEffect(() => show_main(frame.current!), [layout, size.width]);
  useLayoutEffect(() => mark_edges(frame.current!), [size]);
  const width = layout.felt.columns * unit;
  const tops = tops_of(size.rows);
  const height = tops.at(-1)!;
  const pixel = (width + 2 * margin) / size.width; // in the felt's own measure
  // One stop for the Tab key: the field that had the focus last, or the first one.
  const spots = layout.felt.groups
    .flatMap((group) => group.spots.flat())
    .filter((one) => one !== null);
  const stop = props.onspot || props.onspotinfo ? (spots.includes(entry) ? entry : spots[0]!) : "";
  const drawn = (
    <svg
      viewBox={`${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`}
      role="group"
      aria-label={t("felt")}
      {...(touch ? { width: size.width, height: size.height } : {})}
    >
      <defs>
        <radialGradient id="cloth" cx="50%" cy="40%" r="80%">
          <stop offset="0" class="cloth-light" />
          <stop offset="1" class="cloth-dark" />
        </radialGradient>
      </defs>
      <rect
        class="cloth"
        x={-margin}
        y={-margin}
        width={width + 2 * margin}
        height={height + 2 * margin}
        rx={10}
      />
      {layout.felt.groups.map((group) => (
        <GroupOf
          key={group.name}
          group={group}
          tops={tops}
          felt={props}
          stop={stop}
          pixel={pixel}
          onfocus={set_entry}
        />
      ))}
    </svg>
  );
  return (
    <div ref={frame} class={`felt ${props.live ? "live" : ""}`} data-layout={layout.id}>
      {touch ? (
        <div class="pan" onScroll={() => mark_edges(frame.current!)}>
          {drawn}
        </div>
      ) : (
        drawn
      )}
      {touch > 0 && edges.map((edge) => <i key={edge} class={`edge ${edge}`} aria-hidden="true" />)}
    </div>
  );
}

const edges = ["left", "right", "up", "down"] as const;

// Without scrollbars, which a mouse needs and a finger does not have.
const bar = typeof matchMedia !== "undefined" && matchMedia("(pointer: fine)").matches ? 12 : 0;
function room_in(
  width: number,
  height: number,
  layout: Layout,
  touch: number,
): { width: number; height: number } {
  if (!touch) return { width, height };
  const full = size_in(layout.felt, { width, height: 0 }, [0, 1], touch);
  return {
    width: full.height > height + 1 ? width - bar : width,
    height: full.width > width + 1 ? height - bar : height,
  };
}

// A felt that is wider than its place shows Big and Small first, if both can be seen.
function show_main(frame: HTMLElement): void {
  const pan = frame.querySelector(".pan");
  const [big, small] = ["big", "small"].map((spot) =>
    frame.querySelector(`[data-spot="${spot}"]`)?.getBoundingClientRect(),
  );
  if (!pan || !big || !small) return;
  const place = pan.getBoundingClientRect();
  const [left, right] = [Math.min(big.left, small.left), Math.max(big.right, small.right)];
  if (right - left <= place.width + 16 && right > place.right)
    pan.scrollLeft += right - place.right;
}

// Where there is more of the felt than is seen. Not state: it changes with every step of a scroll.
function mark_edges(frame: HTMLElement): void {
  const pan = frame.querySelector(".pan");
  if (!pan) return;
  const right = pan.scrollWidth - pan.clientWidth - pan.scrollLeft;
  const down = pan.scrollHeight - pan.clientHeight - pan.scrollTop;
  const more = [
    pan.scrollLeft > 2 && "left",
    right > 2 && "right",
    pan.scrollTop > 2 && "up",
    down > 2 && "down",
  ];
  frame.dataset.more = more.filter(Boolean).join(" ");
}

interface GroupProps {
  group: Group;
  tops: number[];
  felt: FeltProps;
  stop: string;
  pixel: number;
  onfocus: (spot: string) => void;
}
function GroupOf({ group, tops, felt, stop, pixel, onfocus }: GroupProps) {
  const y = tops[group.row]!;
  const box = {
    x: group.column * unit,
    y,
    w: group.columns * unit,
    h: tops[group.row + group.rows]! - y,
  };
  const caption =
    group.caption && (captions[group.caption]?.[language.value === "zh" ? 1 : 0] ?? group.caption);
  if (!group.spots.length) {
    const size = Math.min(box.h * 0.6, 17, (box.w / caption.length) * 1.9);
    return (
      <text class="caption" x={box.x + box.w / 2} y={box.y + box.h / 2} font-size={size}>
        {caption}
      </text>
    );
  }
  const h = box.h / group.spots.length;
  return (
    <g>
      {group.spots.map((line, i) =>
        line.map(
          (spot, k) =>
            spot && (
              <SpotOf
                key={spot}
                spot={spot}
                felt={felt}
                caption={caption}
                is_stop={spot === stop}
                pixel={pixel}
                onfocus={onfocus}
                box={{
                  x: box.x + (box.w / line.length) * k,
                  y: box.y + h * i,
                  w: box.w / line.length,
                  h,
                }}
              />
            ),
        ),
      )}
    </g>
  );
}

function label_of(felt: FeltProps, spot: string, odds: string): string {
  const parts = [spot_name(felt.layout, spot, named), t("pays", odds)];
  const own = felt.stakes?.get(spot);
  const others = felt.others?.get(spot);
  const win = felt.wins?.get(spot);
  if (own) parts.push(t("staked", money(own)));
  if (others) parts.push(t("others", money(others)));
  if (felt.winning?.has(spot)) parts.push(t("winning"));
  if (win) parts.push(t("paid", money(win)));
  return parts.join(", ");
}

interface SpotProps {
  spot: string;
  box: Box;
  felt: FeltProps;
  caption: string;
  is_stop: boolean;
  pixel: number;
  onfocus: (spot: string) => void;
}
// A spot is drawn anew only when something of its own has changed: one chip must not cost a hundred spots.
function SpotOf({ spot, box, felt, caption, is_stop, pixel, onfocus }: SpotProps) {
  const now = useRef({ felt, onfocus });
  now.current = { felt, onfocus };
  const own = [
    felt.layout,
    felt.stakes?.get(spot),
    felt.others?.get(spot),
    felt.wins?.get(spot),
    felt.winning?.has(spot),
    Boolean(felt.winning?.size),
    felt.aimed === spot,
    felt.flashes?.get(spot),
    felt.live,
  ];
  return useMemo(
    () => (
      <Drawn
        spot={spot}
        box={box}
        now={now.current}
        caption={caption}
        is_stop={is_stop}
        pixel={pixel}
        latest={() => now.current}
      />
    ),
    [spot, box.x, box.y, box.w, box.h, caption, is_stop, pixel, language.value, ...own],
  );
}

type Now = Pick<SpotProps, "felt" | "onfocus">;
interface DrawnProps extends Omit<SpotProps, "felt" | "onfocus"> {
  now: Now;
  latest: () => Now;
}
function Drawn({ spot, box, now: { felt }, caption, is_stop, pixel, latest }: DrawnProps) {
  const odds = pay_of(felt.layout, spot)?.odds ?? [];
  const won = felt.winning?.has(spot);
  const own = felt.stakes?.get(spot) ?? 0;
  const others = felt.others?.get(spot) ?? 0;
  const win = felt.wins?.get(spot) ?? 0;
  const classes = [
    "spot",
    won && "won",
    felt.winning?.size && !won && "lost-light",
    felt.aimed === spot && "aimed",
    felt.flashes?.has(spot) && `flash-${felt.flashes.get(spot)}`,
  ]
    .filter(Boolean)
    .join(" ");
  const press = use_long_press(() => latest().felt.onspotinfo?.(spot));
  const plan = plan_of(spot, box, odds, pixel, {
    own: own > 0,
    others: others > 0,
    captioned: caption !== "",
  });
  const { r, chip } = plan;
  const { digits } = parts_of(spot);
  return (
    <g
      class={classes}
      data-spot={spot}
      role="button"
      tabindex={is_stop ? 0 : -1}
      aria-disabled={felt.live ? undefined : true}
      aria-label={label_of(felt, spot, odds.join(", "))}
      onClick={() => {
        if (!press.taken() && !was_taken_back(spot)) latest().felt.onspot?.(spot);
      }}
      onFocus={(event) => {
        latest().onfocus(spot);
        bring_into_view(event.currentTarget);
      }}
      onKeyDown={(event) => key_on_spot(event, spot, latest().felt)}
      {...press.handlers}
    >
      <rect class="cell" x={box.x} y={box.y} width={box.w} height={box.h} />
      <Face spot={spot} box={box} plan={plan} caption={caption} felt={felt} pixel={pixel} />
      {won && (
        <path
          class="star"
          transform={`translate(${box.x + 10} ${box.y + (digits ? box.h * 0.62 : 11)})`}
          d="M0-8 2-2.5 8-2.5 3.2 1 5 7 0 3.5-5 7-3.2 1-8-2.5-2-2.5Z"
        />
      )}
      {others > 0 && (
        <ChipFace amount={others} x={box.x + r * 0.9 + 2} y={chip.y} r={r * 0.9} faint />
      )}
      {own > 0 && (
        <g data-chip={own}>
          <ChipFace amount={own} x={chip.x} y={chip.y} r={r} />
          <rect
            class="take-back"
            {...take_back(box, chip, r)}
            onClick={(event) => {
              const { onstake, live } = latest().felt;
              if (!onstake || !live) return;
              event.stopPropagation();
              if (press.taken() || was_taken_back(spot)) return;
              taken_back = { spot, at: performance.now() };
              onstake(spot);
            }}
          />
        </g>
      )}
      {win > 0 && <Win amount={win} box={box} />}
    </g>
  );
}

// Where on a spot its dice or figure are printed, where its odds, and where chips lie: so that they cover neither.
interface Plan {
  art: Box;
  odds: { text: string; size: number; x: number; y: number } | null;
  r: number;
  chip: { x: number; y: number };
}
const chip_most = 21;

function plan_of(
  spot: string,
  box: Box,
  odds: string[],
  pixel: number,
  on: { own: boolean; others: boolean; captioned: boolean },
): Plan {
  const text = odds.length === 1 ? `${odds[0]} : 1` : "";
  const low = Math.max(readable * pixel, Math.min(box.h > 100 ? 19 : 15.5, box.h * 0.2));
  const size = text ? Math.min(low, (box.w * 0.95) / ems(text)) : 0;
  const foot = box.y + box.h - size / 2 - 3;
  const middle = box.x + box.w / 2;
  const corner = (r: number) => ({ x: box.x + box.w - r - 3, y: box.y + box.h - r - 3 });
  const { digits } = parts_of(spot);
  if (!digits) {
    const r = Math.min(chip_most, box.h * 0.19);
    return { art: box, odds: null, r, chip: corner(r) };
  }
  // Beside what is printed, where the spot is wide enough.
  const whole = { ...box, h: box.h - (size && size + 5) };
  const printed = Math.min(faces_of(spot).length * 36 + 8, box.w);
  const beside = Math.min(chip_most, box.h * 0.3);
  if (box.w - printed > 4 * beside + 12)
    return {
      art: whole,
      odds: text ? { text, size, x: middle, y: foot } : null,
      r: beside,
      chip: corner(beside),
    };
  // Between dice and odds, where it is high enough.
  if (box.h > 88 * pixel) {
    const r = Math.min(chip_most, box.w * (on.others ? 0.24 : 0.3), box.h * 0.16);
    const art = { ...box, h: box.h * 0.5 };
    return {
      art,
      odds: { text, size, x: middle, y: foot },
      r,
      chip: { x: box.x + box.w - r - 3, y: (art.y + art.h + foot - size / 2) / 2 },
    };
  }
  // Else beside the odds, which stand left of it; or in their place, where the whole group has them printed above it.
  const art = { ...box, h: Math.max(box.h * 0.5, box.h - size - 8 - box.h * 0.12) };
  const below = box.y + box.h - art.y - art.h;
  const hidden = on.own && on.captioned;
  const wide = hidden ? 0 : ems(text) * size;
  const most = Math.min(chip_most, below / 2 + 1, on.others ? box.w * 0.2 : box.w * 0.3);
  const r = Math.max(Math.min(most, (box.w - wide - 8) / 2), most * 0.8);
  const left = on.own && !on.others ? Math.min(middle, box.x + (box.w - 2 * r - 3) / 2) : middle;
  return {
    art,
    odds: hidden || !text ? null : { text, size, x: left, y: foot },
    r,
    chip: { x: box.x + box.w - r - 3, y: box.y + box.h - r - 2 },
  };
}

// The chip takes itself back, with as much around it as a finger needs; but the middle of the spot is where the next chip goes.
function take_back(box: Box, chip: { x: number; y: number }, r: number) {
  const left = Math.min(chip.x - r, Math.max(box.x + box.w / 2 + 2, chip.x - 32));
  const top = Math.min(chip.y - r, Math.max(box.y + box.h / 2 + 2, chip.y - 32));
  return { x: left, y: top, width: box.x + box.w - left, height: box.y + box.h - top };
}

// The second tap of two on a chip is not meant for the field below it.
const second_tap = 400;
let taken_back = { spot: "", at: -second_tap };
const was_taken_back = (spot: string): boolean =>
  taken_back.spot === spot && performance.now() - taken_back.at < second_tap;

function Win({ amount, box }: { amount: number; box: Box }) {
  const text = money(amount);
  const w = Math.min(box.w - 2, text.length * 9 + 10);
  const x = box.x + box.w - w / 2 - 2;
  const y = box.y + (box.h > 110 || box.w > 110 ? 14 : box.h * 0.6); // beside what is printed, or below it
  return (
    <g>
      <rect class="win-plate" x={x - w / 2} y={y - 11} width={w} height={22} rx={6} />
      <text class="win-amount" x={x} y={y} font-size={Math.min(15, (w / text.length) * 1.6)}>
        {text}
      </text>
    </g>
  );
}

// What is printed on a spot: a name, a figure or dice, and below it what it pays.
interface FaceProps {
  spot: string;
  box: Box;
  plan: Plan;
  caption: string;
  felt: FeltProps;
  pixel: number;
}
function Face({ spot, box, plan, caption, felt, pixel }: FaceProps) {
  const { kind, digits } = parts_of(spot);
  const { art, odds } = plan;
  if (!digits) {
    const told = pay_of(felt.layout, spot)?.odds ?? [];
    return (
      <Name
        name={felt.layout.names[kind] ?? { en: kind, zh: kind }}
        box={box}
        caption={caption}
        told={told.length === 1 ? `${told[0]} : 1` : ""}
        beside={2 * plan.r + 5}
        pixel={pixel}
      />
    );
  }
  return (
    <g>
      {kind === "total" ? (
        <text
          class="figure"
          x={art.x + art.w / 2}
          y={art.y + art.h * 0.54}
          font-size={Math.min(art.h * 0.8, box.w * 0.5, 44)}
        >
          {digits}
        </text>
      ) : (
        <DiceOn faces={faces_of(spot)} box={art} />
      )}
      {odds && (
        <text class="odds" x={odds.x} y={odds.y} font-size={odds.size}>
          {odds.text}
        </text>
      )}
    </g>
  );
}

const readable = 11; // pixels, below which nothing is printed if that can be helped

// Big, Odd, Any Triple: the name in both languages, what goes with it, what it pays. Small print is never smaller than people read;
// what the rest leaves is for the names, below each other if there is room. Chips lie in the lower corners, `beside` what goes there.
interface NameProps {
  name: { en: string; zh: string };
  box: Box;
  caption: string;
  told: string;
  beside: number;
  pixel: number;
}
function Name({ name, box, caption, told, beside, pixel }: NameProps) {
  const middle = box.x + box.w / 2;
  const least = readable * pixel;
  const english = name.en.replace(/ Bet$/, "");
  const [first, second] =
    language.value === "zh" ? [name.zh, english] : [english.toUpperCase(), name.zh];
  const fit = (text: string, most: number, width = box.w * 0.92) =>
    Math.min(most, width / Math.max(ems(text), 1.6));
  const small = Math.max(least, Math.min(16, box.h * 0.1));
  const lines = caption ? alike(caption, Math.max(box.w - 2 * beside, box.w * 0.45), small) : [];
  const most = (box.h * 0.62) / ((lines.length + 1) * 1.25); // or the name would have no room at all
  const print = Math.min(small, most, ...lines.map((one) => (box.w - 6) / ems(one)));
  const pays = Math.min(Math.max(least, Math.min(18, box.h * 0.12)), most);
  const pad = box.h * 0.04;
  const room = box.h - lines.length * print * 1.25 - pays * 1.25 - 3 * pad;
  const stacked = room > 3.1 * Math.max(least * 1.2, 18);
  const line = stacked ? first : `${first} ${second}`;
  const size = fit(line, stacked ? Math.min(room * 0.5, 46) : Math.min(room * 0.85, 46));
  const other = fit(
    second,
    Math.min(room * 0.36, 34),
    lines.length ? undefined : box.w - 2 * beside,
  );
  const top = box.y + pad;
  const below = top + room + pad;
  return (
    <g>
      <text
        class="big-name"
        x={middle}
        y={top + (stacked ? (room - other * 1.25) / 2 : room / 2)}
        font-size={size}
      >
        {line}
      </text>
      {stacked && (
        <text class="big-name" x={middle} y={top + room - other * 0.62} font-size={other}>
          {second}
        </text>
      )}
      {lines.map((one, i) => (
        <text
          key={i}
          class="caption"
          x={middle}
          y={below + (i + 0.5) * print * 1.25}
          font-size={print}
        >
          {one}
        </text>
      ))}
      <text class="odds" x={middle} y={box.y + box.h - pad - pays * 0.6} font-size={pays}>
        {told}
      </text>
    </g>
  );
}

// How wide a name is, in units of its size.
const ems = (text: string): number =>
  [...text].reduce(
    (sum, one) => sum + (/[一-鿿]/.test(one) ? 1.02 : /[A-Z]/.test(one) ? 0.74 : 0.54),
    0,
  );

// Broken where a line would be too long: after commas and between words.
function lines_of(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/(?<=[,，])|(?= )/)) {
    const longer = (lines.at(-1) ?? "") + word;
    const fits = ems(longer.trim()) * size <= width && !/[,，]$/.test(lines.at(-1) ?? "");
    if (lines.length && fits) lines[lines.length - 1] = longer;
    else lines.push(word.trim());
  }
  return lines;
}

// As few lines as can be, and none much longer than the others.
function alike(text: string, width: number, size: number): string[] {
  let best = lines_of(text, width, size);
  for (let part = 0.95; part > 0.4; part -= 0.05) {
    const narrower = lines_of(text, width * part, size);
    if (narrower.length > best.length) break;
    best = narrower;
  }
  return best;
}

function DiceOn({ faces, box }: { faces: number[]; box: Box }) {
  const gap = 3;
  const across = box.w > box.h * 0.9 || faces.length === 1;
  const count = faces.length;
  const size = across
    ? Math.min((box.w - gap * (count + 1) - 4) / count, box.h - 8, count === 1 ? 44 : 34)
    : Math.min((box.h - gap * (count + 1)) / count, box.w - 8, 34);
  const long = size * count + gap * (count - 1);
  return (
    <g>
      {faces.map((face, i) => {
        const along = (size + gap) * i - long / 2;
        const x = box.x + box.w / 2 + (across ? along : -size / 2);
        const y = box.y + box.h / 2 + (across ? -size / 2 : along);
        return <DieFace key={i} face={face} x={x} y={y} size={size} />;
      })}
    </g>
  );
}

// Enter and space bet, Delete takes back; arrows go to the nearest spot on that side.
function key_on_spot(
  event: KeyboardEvent & { currentTarget: Element },
  spot: string,
  felt: FeltProps,
): void {
  if (event.repeat && !event.key.startsWith("Arrow")) return event.preventDefault();
  if (event.key === "Enter" || event.key === " ") felt.onspot?.(spot);
  else if (event.key === "Delete" || event.key === "Backspace") felt.onstake?.(spot);
  else if (event.key.toLowerCase() === "i") felt.onspotinfo?.(spot);
  else if (event.key.startsWith("Arrow")) step_to(event.currentTarget, event.key);
  else return;
  event.preventDefault();
}

function step_to(from: Element, key: string): void {
  const at = from.getBoundingClientRect();
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
    key
  ] as [number, number];
  let best: [number, SVGGElement] | null = null;
  for (const one of from.closest("svg")!.querySelectorAll<SVGGElement>(".spot")) {
    const to = one.getBoundingClientRect();
    const x = to.x + to.width / 2 - at.x - at.width / 2;
    const y = to.y + to.height / 2 - at.y - at.height / 2;
    const ahead = x * dx + y * dy;
    if (one === from || ahead < 4) continue;
    const far = ahead + 3 * Math.abs(x * dy + y * dx);
    if (!best || far < best[0]) best = [far, one];
  }
  best?.[1].focus({ preventScroll: true });
}

// Only for keys: under a finger or a mouse nothing may move away.
function bring_into_view(one: Element): void {
  if (one.matches(":focus-visible")) one.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// The click that ends a long press would go to what the press has opened under the finger.
function swallow_click(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  const forget = () => {
    removeEventListener("click", swallow, true);
    for (const end of ["pointerup", "pointercancel", "pointerdown", "keydown"])
      removeEventListener(end, forget_soon, true);
  };
  const forget_soon = (event: Event) => {
    if (event.type === "pointerdown" || event.type === "keydown") forget();
    else setTimeout(forget, 400);
  };
  addEventListener("click", swallow, true);
  for (const end of ["pointerup", "pointercancel", "pointerdown", "keydown"])
    addEventListener(end, forget_soon, true);
}

// What is drawn anew between press and release is still the same press.
function use_long_press(action: () => void) {
  const now = useRef({ timer: 0, taken: false, action });
  now.current.action = action;
  const one = now.current;
  const stop = () => clearTimeout(one.timer);
  const take = () => {
    one.taken = true;
    swallow_click();
    one.action();
  };
  return {
    taken: () => one.taken,
    handlers: {
      onPointerDown: () => {
        one.taken = false;
        stop();
        one.timer = window.setTimeout(take, 600);
      },
      onPointerUp: stop,
      onPointerLeave: stop,
      onPointerCancel: stop,
      onContextMenu: (event: Event) => {
        event.preventDefault();
        stop();
        if (!one.taken) take();
      },
    },
  };
}
