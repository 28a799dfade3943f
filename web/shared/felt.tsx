// SPDX-License-Identifier: MIT
// The felt of a layout, drawn from its geometry to fill its frame. With `field_min`, fields never
// become smaller than a finger: a felt that is then larger than its frame can be panned.
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { edges, mark_edges, scroll_to_big_and_small, visible_size } from "./felt_pan";
import type { FeltProps } from "./felt_props";
import { margin, size_in, tops_of, unit, type Size } from "./felt_size";
import { Spot, TakenBack } from "./felt_spot";
import { caption_in_language, t } from "./felt_words";
import type { Group } from "./rules";
import "./felt.css";

// The size of the felt in its frame, kept up to date while the frame changes.
function useFeltSize(frame: RefObject<HTMLDivElement>, props: FeltProps): Size {
  const { layout, field_min = 0, shape: [min, max] = [0.7, 1.9] } = props;
  const [size, set_size] = useState<Size>(() =>
    size_in(layout.felt, { width: 1200, height: 600 }, [min, max], field_min),
  );
  useLayoutEffect(() => {
    const measure = () => {
      const { offsetWidth: width, offsetHeight: height } = frame.current!;
      if (!width || !height) return;
      const visible = visible_size({ width, height }, layout, field_min);
      set_size(size_in(layout.felt, visible, [min, max], field_min));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(frame.current!);
    return () => watch.disconnect();
  }, [layout, min, max, field_min]);
  return size;
}

// Whether chips are being swept and paid just now: a felt that is redrawn, as with another tab
// of a telephone, shows only how they lie.
const sweep_milliseconds = 1_300; // felt.css
function useSweeping(swept: boolean): boolean {
  const [was_swept, remember] = useState(swept);
  const [is_sweeping, set_sweeping] = useState(false);
  if (swept !== was_swept) {
    remember(swept);
    set_sweeping(swept);
  }
  useLayoutEffect(() => {
    if (!is_sweeping) return;
    const timer = setTimeout(() => set_sweeping(false), sweep_milliseconds);
    return () => clearTimeout(timer);
  }, [is_sweeping]);
  return is_sweeping;
}

export function Felt(props: FeltProps) {
  const { layout, field_min = 0, swept = false } = props;
  const is_sweeping = useSweeping(swept);
  const frame = useRef<HTMLDivElement>(null);
  const size = useFeltSize(frame, props);
  useLayoutEffect(() => scroll_to_big_and_small(frame.current!), [layout, size.width]);
  useLayoutEffect(() => mark_edges(frame.current!), [size]);
  const drawn = <FeltDrawing felt={props} size={size} is_sweeping={is_sweeping} />;
  return (
    <div
      ref={frame}
      class={`felt ${props.live ? "live" : ""} ${is_sweeping ? "sweeping" : ""}`}
      data-layout={layout.id}
    >
      {field_min ? (
        <div class="pan" onScroll={() => mark_edges(frame.current!)}>
          {drawn}
        </div>
      ) : (
        drawn
      )}
      {field_min > 0 &&
        edges.map((edge) => <i key={edge} class={`edge ${edge}`} aria-hidden="true" />)}
    </div>
  );
}

// The chips that lost, on their way to the dealer. They are copied into a drawing of their own that
// the browser moves as one picture: to redraw a hundred stacks for each frame is too slow.
function SweptChips({ viewBox }: { viewBox: string }) {
  const layer = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    const stacks = layer.current!.parentElement!.querySelectorAll(".swept .chip-stack");
    layer.current!.replaceChildren(...[...stacks].map((one) => one.cloneNode(true)));
  }, []);
  return <svg ref={layer} class="sweep" viewBox={viewBox} aria-hidden="true" />;
}

interface FeltDrawingProps {
  felt: FeltProps;
  size: Size;
  is_sweeping: boolean;
}
function FeltDrawing({ felt, size, is_sweeping }: FeltDrawingProps) {
  const { layout, field_min = 0 } = felt;
  const [entry, set_entry] = useState("");
  const taken_back = useRef(new TakenBack());
  const width = layout.felt.columns * unit + 2 * margin;
  const tops = tops_of(size.rows);
  const height = tops.at(-1)! + 2 * margin;
  // The Tab key stops at one spot: the one that had the focus last, or the first one.
  const spots = layout.felt.groups
    .flatMap((group) => group.spots.flat())
    .filter((one) => one !== null);
  const stop = felt.onspot || felt.onspotinfo ? (spots.includes(entry) ? entry : spots[0]!) : "";
  const view = `${-margin} ${-margin} ${width} ${height}`;
  const fixed = field_min ? { width: size.width, height: size.height } : undefined;
  return (
    <div class="sheet" style={fixed}>
      <svg viewBox={view} role="group" aria-label={t("felt")}>
        <defs>
          <radialGradient id="cloth" cx="50%" cy="40%" r="80%">
            <stop offset="0" class="cloth-light" />
            <stop offset="1" class="cloth-dark" />
          </radialGradient>
        </defs>
        <rect class="cloth" x={-margin} y={-margin} width={width} height={height} rx={10} />
        {layout.felt.groups.map((group) => (
          <SpotGroup
            key={group.name}
            group={group}
            tops={tops}
            felt={felt}
            stop={stop}
            pixel={width / size.width}
            taken_back={taken_back.current}
            onfocus={set_entry}
          />
        ))}
      </svg>
      {is_sweeping && <SweptChips viewBox={view} />}
    </div>
  );
}

interface SpotGroupProps {
  group: Group;
  tops: number[]; // where each row begins
  felt: FeltProps;
  stop: string;
  pixel: number;
  taken_back: TakenBack;
  onfocus: (spot: string) => void;
}
function SpotGroup({ group, tops, felt, stop, ...rest }: SpotGroupProps) {
  const y = tops[group.row]!;
  const box = {
    x: group.column * unit,
    y,
    w: group.columns * unit,
    h: tops[group.row + group.rows]! - y,
  };
  const caption = caption_in_language(group.caption);
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
      {group.spots.map((row, i) => {
        const w = box.w / row.length;
        return row.map(
          (spot, k) =>
            spot && (
              <Spot
                {...rest}
                key={spot}
                spot={spot}
                felt={felt}
                caption={caption}
                is_stop={spot === stop}
                box={{ x: box.x + w * k, y: box.y + h * i, w, h }}
              />
            ),
        );
      })}
    </g>
  );
}
