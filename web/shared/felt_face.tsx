// SPDX-License-Identifier: MIT
// What is printed on a spot: a name, a figure or dice, and below it what it pays.
import { DieFace } from "./dice";
import { name_lines, type Plan } from "./felt_plan";
import type { Box } from "./felt_props";
import { faces_of, parts_of, pay_of, type Layout } from "./rules";
import { language } from "./words";

interface FaceProps {
  spot: string;
  box: Box;
  plan: Plan;
  caption: string;
  layout: Layout;
  pixel: number; // the size of a screen pixel in the units of the felt
}

export function Face({ spot, box, plan, caption, layout, pixel }: FaceProps) {
  const { kind, digits } = parts_of(spot);
  const { art, odds } = plan;
  if (!digits) {
    const all = pay_of(layout, spot)?.odds ?? [];
    return (
      <g>
        <Name
          name={layout.names[kind] ?? { en: kind, zh: kind }}
          box={art}
          caption={caption}
          odds={all.length === 1 && !plan.sum ? `${all[0]} : 1` : ""}
          beside={2 * plan.r + 5}
          pixel={pixel}
        />
        <OddsText odds={odds} />
      </g>
    );
  }
  return (
    <g>
      {kind === "total" ? (
        <text
          class="figure"
          x={art.x + art.w / 2}
          y={art.y + art.h * 0.54}
          font-size={Math.min(art.h * 0.8, art.w * 0.85, box.w * 0.5, 44)}
        >
          {digits}
        </text>
      ) : (
        <DiceOn faces={faces_of(spot)} box={art} />
      )}
      <OddsText odds={odds} />
    </g>
  );
}

const OddsText = ({ odds }: Pick<Plan, "odds">) =>
  odds && (
    <text class="odds" x={odds.x} y={odds.y} font-size={odds.size}>
      {odds.text}
    </text>
  );

interface NameProps {
  name: { en: string; zh: string };
  box: Box;
  caption: string;
  odds: string;
  beside: number;
  pixel: number;
}
function Name({ name, box, caption, odds, beside, pixel }: NameProps) {
  const english = name.en.replace(/ Bet$/, "");
  const both: [string, string] =
    language.value === "zh" ? [name.zh, english] : [english.toUpperCase(), name.zh];
  return (
    <g>
      {name_lines(both, box, caption, odds, beside, pixel).map((line, i) => (
        <text key={i} class={line.kind} x={box.x + box.w / 2} y={line.y} font-size={line.size}>
          {line.text}
        </text>
      ))}
    </g>
  );
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
