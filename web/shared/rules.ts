// SPDX-License-Identifier: MIT
// A rule set as the server sends it, and what the pages derive from it.
import { signal } from "@preact/signals";
import type { Cause, Effect, Role, Scope, Step } from "../generated/protocol";
import type { Translation } from "./words";

export interface PayRow {
  kind: string;
  name: string;
  spots: string[];
  odds: string[];
  ways: number; // rolls, of 216, on which a spot of this row wins
  edge_in_216: string;
  clauses: string[];
}
export interface Group {
  name: string;
  caption: string;
  row: number;
  column: number;
  rows: number;
  columns: number;
  spots: (string | null)[][];
}
export interface Layout {
  id: string;
  name: string;
  terminal: string;
  clauses: string[];
  names: Record<string, Translation>;
  pay: PayRow[];
  felt: { rows: number; columns: number; note: string; groups: Group[] };
}
export interface Irregularity {
  cause: Cause;
  effect: Effect;
  scope: Scope;
  during: Step[];
  decides: Role;
  with?: Role;
  clauses: string[];
  says?: Translation;
}
export interface Rules {
  id: string;
  document: { title: string; name: Translation; edition: string; authority: string; note?: string };
  titles: Partial<Record<Role, string>>;
  procedure: {
    round_starts: Step;
    steps: { step: Step; by: Role; clauses: string[]; says?: Translation }[];
  };
  limits: { minimum: string; maximum: string; differential: string[][]; clauses: string[] };
  equipment: {
    dice: number;
    terminals: boolean;
    lights: boolean;
    mixers: { kind: string; mixes_min: number; clauses: string[] }[];
    clauses: string[];
  };
  irregularities: Irregularity[];
  interpretations: { id: string; about: string; reading: string; why: string }[];
  layouts: Layout[];
}

const loaded = new Map<string, ReturnType<typeof signal<Rules | undefined>>>();

// The rule set with this hash, which never changes; undefined until it is loaded.
export function rules_of(hash: string) {
  let one = loaded.get(hash);
  if (!one) {
    loaded.set(hash, (one = signal<Rules | undefined>(undefined)));
    void load(hash, one);
  }
  return one;
}

async function load(
  hash: string,
  into: ReturnType<typeof signal<Rules | undefined>>,
): Promise<void> {
  try {
    const answer = await fetch(`/api/rules/${hash}`);
    if (!answer.ok) throw new Error(answer.statusText);
    into.value = (await answer.json()) as Rules;
  } catch {
    setTimeout(() => void load(hash, into), 1_000);
  }
}

// The row of the pay table that a spot belongs to.
export function pay_of(layout: Layout, spot: string): PayRow | undefined {
  return layout.pay.find((row) => row.spots.includes(spot));
}

// "double-3" is a kind and its number; "domino-12" has two faces, "pair-112" a doubled face and
// another one.
export function parts_of(spot: string): { kind: string; digits: string } {
  const dash = spot.lastIndexOf("-");
  const digits = dash < 0 ? "" : spot.slice(dash + 1);
  return /^\d+$/.test(digits) ? { kind: spot.slice(0, dash), digits } : { kind: spot, digits: "" };
}

// The dice that a spot names, as they are pictured on it.
export function faces_of(spot: string): number[] {
  const { kind, digits } = parts_of(spot);
  if (!digits || kind === "total") return [];
  const faces = [...digits].map(Number);
  if (kind === "double") return [faces[0]!, faces[0]!];
  if (kind === "triple") return [faces[0]!, faces[0]!, faces[0]!];
  if (kind === "pair" && faces.length === 2) return [faces[0]!, faces[0]!, faces[1]!];
  return faces;
}

// How people call a spot: "Big", "Total 9", "Double 3-3".
export function spot_name(
  layout: Layout,
  spot: string,
  in_language: (name: Translation) => string,
): string {
  const { kind, digits } = parts_of(spot);
  const name = layout.names[kind];
  const called = name ? in_language(name) : kind;
  if (!digits) return called;
  return `${called} ${kind === "total" ? digits : faces_of(spot).join("-")}`;
}

export const is_triple = (roll: readonly number[]): boolean =>
  roll[0] === roll[1] && roll[1] === roll[2];
export const total_of = (roll: readonly number[]): number =>
  roll.reduce((sum, one) => sum + one, 0);
// How a roll is called on the road: big, small or triple.
export const bead_of = (roll: readonly number[]) =>
  is_triple(roll) ? "triple" : total_of(roll) >= 11 ? "big" : "small";
// Reads "1-2-3".
export const read_roll = (text: string): number[] => text.split("-").map(Number);

// The odds to one of a spot that this roll hits, as the rule set writes them; undefined if the
// layout does not offer the spot.
export function odds_of(layout: Layout, spot: string, roll: readonly number[]): string | undefined {
  const odds = pay_of(layout, spot)?.odds ?? [];
  const { kind } = parts_of(spot);
  const hits = kind === "single" ? roll.filter((face) => face === faces_of(spot)[0]).length : 1;
  return odds[Math.min(hits, odds.length) - 1];
}
